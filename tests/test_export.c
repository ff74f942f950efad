// SPDX-License-Identifier: MIT
// Exports of a recording: tables whose numbers are the recorded bits, and an MCAP file walked
// record by record. (test_cli_export.sh reads the MCAP with another project's reader.)

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/export/export.h"
#include "app/export/mcap_writer.h"
#include "mcap_walk.h"
#include "models/random.h"
#include "recordings.h"
#include "test.h"

#define STEPS 130
#define BOXES 4

typedef struct Tables {
    char* folder;
    char *bodies, *contacts, *energy; // their text
    char* joints;                     // NULL: the table does not exist
    vlExportCounts counts;
    char warning[256];
} Tables;

static char* readTable(const char* folder, const char* name)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char* text = (char*)vlTestFile_Read(path, &size);
    text[size] = '\0';
    (void)remove(path);
    return text;
}

static Tables writeTables(const char* file, uint64_t every)
{
    Tables tables = {.folder = vlTestFile_Name()};
    char message[256] = "";
    vlExportSource* source = NULL;
    vlRecording* recording = vlTestRun_OpenRecording(file);
    assert_true(vlExportSource_Open(recording, every, &source, message, sizeof message));
    bool ok = vlExport_WriteCsv(source, tables.folder, &tables.counts, message, sizeof message);
    assert_string_equal(message, "");
    assert_true(ok);
    bool hasJoints = vlScene_GetJointCount(vlExportSource_GetScene(source)) > 0;
    snprintf(tables.warning, sizeof tables.warning, "%s", vlExportSource_GetWarning(source));
    vlExportSource_Close(source);
    vlRecording_Close(recording);
    tables.bodies = readTable(tables.folder, "bodies.csv");
    tables.contacts = readTable(tables.folder, "contacts.csv");
    tables.energy = readTable(tables.folder, "energy.csv");
    tables.joints = hasJoints ? readTable(tables.folder, "joints.csv") : NULL;
    assert_int_equal(rmdir(tables.folder), 0); // nothing else was written
    return tables;
}

static void freeTables(Tables* tables)
{
    free(tables->folder);
    free(tables->bodies);
    free(tables->contacts);
    free(tables->energy);
    free(tables->joints);
}

static int countLines(const char* text)
{
    int count = 0;
    for (; *text != '\0'; ++text) {
        count += *text == '\n';
    }
    return count;
}

static void tables_hold_the_recorded_bits(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(BOXES);
    char* name = vlTestRun_Record(&run, STEPS);
    Tables tables = writeTables(name, 1);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    assert_string_equal(tables.warning, "");
    assert_int_equal(tables.counts.frames, STEPS);
    assert_int_equal(countLines(tables.bodies), 1 + STEPS * BOXES);
    assert_int_equal(countLines(tables.energy), 1 + STEPS);
    assert_int_equal(countLines(tables.contacts), 1 + (int)tables.counts.contacts);
    const char* line = tables.bodies;
    assert_true(strncmp(line, "t_s,step,body,x_m,", 18) == 0);
    for (int i = 0; i < STEPS; ++i) {
        vlRecordedStep step;
        assert_int_equal(vlRecording_GetStep(recording, (uint64_t)i, &step), VL_OK);
        for (int k = 0; k < BOXES; ++k) {
            double t, v[13];
            int number, used = 0;
            char body[32];
            line = strchr(line, '\n') + 1;
            assert_int_equal(sscanf(line, "%lf,%d,%31[^,]%n", &t, &number, body, &used), 3);
            char* at = strdup(line + used);
            assert_non_null(at);
            char* next = at;
            for (int c = 0; c < 13; ++c) {
                v[c] = strtod(next + 1, &next);
            }
            free(at);
            assert_true(vlIsNear(t, (i + 1) * 0.001, 1e-12)); // printed with 12 digits
            assert_int_equal(number, i + 1);
            assert_string_equal(body, vlScene_GetBody(run.scene, k + 1)->name);
            assert_memory_equal(v, &step.bodies[k], sizeof v);
        }
    }
    vlRecording_Close(recording);
    freeTables(&tables);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

// At rest every box stands on the floor with its weight.
static void contacts_of_every_step_carry_the_weight(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, run.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    for (int i = 0; i < 2000; ++i) {
        assert_int_equal(vlSimulation_Step(run.simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, run.simulation), VL_OK);
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    Tables tables = writeTables(name, 1999); // the first and the last
    assert_int_equal(tables.counts.frames, 2);
    assert_string_equal(tables.warning, "");
    assert_int_equal(tables.counts.contacts, 2); // both boxes, in the last step
    const char* line = strchr(tables.contacts, '\n') + 1;
    double weights = 0.0;
    for (int i = 0; i < 2; ++i) {
        double force;
        assert_int_equal(sscanf(line,
                                "%*f,2000,floor,%*[^,],static,%*f,%*f,%*f,%*f,%*f,%*f,"
                                "%*f,%*f,%*f,%*f,%*f,%lf",
                                &force),
                         1);
        weights += force;
        line = strchr(line, '\n') + 1;
    }
    // 1 kg and 2 kg of 1000 kg/m3; the motion after the drop of 1 mm has died out after 2 s.
    assert_true(vlIsNear(weights, 3.0 * 9.8, 0.01));
    freeTables(&tables);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void without_the_same_bits_contacts_come_from_views(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(BOXES);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, run.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    vlWorld* world = vlSimulation_GetWorld(run.simulation);
    for (int i = 0; i < STEPS; ++i) {
        if (i == 70) { // behind the simulation's back
            vlTwist twist = {vlVec(0.0, 0.0, 0.1), vlZero()};
            assert_int_equal(vlBody_SetTwist(world, vlSimulation_GetBody(run.simulation, 2), twist),
                             VL_OK);
        }
        vlTestRun_Step(&run, recorder, i);
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    Tables tables = writeTables(name, 1);
    assert_non_null(strstr(tables.warning, "from 0.071 s on"));
    assert_non_null(strstr(tables.warning, "views"));
    assert_int_equal(countLines(tables.bodies), 1 + STEPS * BOXES);
    // All steps before that one, then those with a view: 81, 97, 113 and 129.
    assert_int_equal(countLines(tables.energy), 1 + 70 + 4);
    assert_non_null(strstr(tables.energy, "\n0.07,70,"));
    assert_null(strstr(tables.energy, ",71,"));
    assert_non_null(strstr(tables.energy, "\n0.129,129,"));
    freeTables(&tables);
    // With fewer frames, each one has the newest view since the previous one.
    tables = writeTables(name, 50);
    assert_int_equal(tables.counts.frames, 3);
    assert_int_equal(countLines(tables.energy), 1 + 2 + 1);
    assert_non_null(strstr(tables.energy, "\n0.097,97,"));
    freeTables(&tables);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void an_mcap_file_is_whole_and_indexed(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(60);
    char* name = vlTestRun_Record(&run, STEPS);
    vlExportCounts counts;
    vlMcapWalk mcap;
    unsigned char* bytes = vlMcapWalk_Export(&mcap, name, &counts);
    assert_int_equal(counts.frames, STEPS);
    assert_int_equal(mcap.messages, 3 * STEPS + 1); // frames, contacts, status; shapes once
    assert_int_equal(mcap.records[1], 1);
    assert_true(mcap.records[6] > 1); // several chunks
    assert_int_equal(mcap.lastTime, STEPS * 1000000u);
    free(bytes);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static vlTestRun openPendulum(void)
{
    static const char text[] =
        "volar: 1\nname: pendulum\nworld: {integrator: implicit}\nbodies:\n"
        "- {name: bob, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0.5, 0, 0], mass: 1}\n"
        "joints:\n"
        "- {name: pivot, type: hinge, b: bob, at: [0, 0, 0], axis: [0, 1, 0]}\n";
    static vlFileErrors errors;
    vlTestRun run = {NULL, NULL, NULL, 0};
    assert_int_equal(vlScene_ReadText(text, strlen(text), "test", NULL, &run.scene, &errors),
                     VL_OK);
    assert_int_equal(vlSimulation_Create(run.scene, &run.simulation, NULL, 0), VL_OK);
    run.viewCapacity = vlView_GetCapacity(run.simulation);
    run.view = calloc(1, run.viewCapacity);
    assert_non_null(run.view);
    return run;
}

// Records it, keeping its reports; before step 70 it is moved behind the simulation's back.
static char* recordPendulum(vlTestRun* run, vlJointReport* kept)
{
    vlWorld* world = vlSimulation_GetWorld(run->simulation);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, run->simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    for (int i = 0; i < STEPS; ++i) {
        if (i == 70) {
            vlTwist twist = {vlVec(0.0, 0.0, 0.1), vlZero()};
            vlBodyId bob = vlSimulation_GetBody(run->simulation, 0);
            assert_int_equal(vlBody_SetTwist(world, bob, twist), VL_OK);
        }
        assert_int_equal(vlSimulation_Step(run->simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, run->simulation), VL_OK);
        vlJointId pivot = vlSimulation_GetJoint(run->simulation, 0);
        assert_int_equal(vlJoint_GetReport(world, pivot, &kept[i]), VL_OK);
        if (i % 16 == 0) {
            size_t size = vlView_Write(run->simulation, NULL, NULL, run->view, run->viewCapacity);
            assert_int_equal(vlRecorder_AddView(recorder, run->view, size), VL_OK);
        }
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    return name;
}

// 70 steps, then those with a view: 81, 97, 113 and 129.
#define TOLD (70 + 4)

static void checkJointTable(const Tables* tables, const vlJointReport* kept)
{
    assert_non_null(strstr(tables->warning, "joints"));
    assert_int_equal(countLines(tables->joints), 1 + TOLD);
    const char* line = tables->joints;
    for (int i = 0; i < TOLD; ++i) {
        int step;
        double position, force;
        line = strchr(line, '\n') + 1;
        assert_int_equal(sscanf(line, "%*f,%d,pivot,%lf,0,0,%*f,0,0,0,0,0,0,0,0,0,0,0,%*f,%*f,%lf",
                                &step, &position, &force),
                         3);
        // Views hold floats, of 24 bits.
        double share = i < 70 ? 0.0 : 1.0 / (1 << 24);
        const vlJointReport* report = &kept[step - 1];
        assert_true(fabs(position - report->position[0]) <= share * fabs(position));
        assert_true(fabs(force - report->reaction.force.z) <= share * fabs(force));
    }
}

static void tables_and_messages_tell_joints(void** state)
{
    (void)state;
    static vlJointReport kept[STEPS];
    vlTestRun run = openPendulum();
    char* name = recordPendulum(&run, kept);
    Tables tables = writeTables(name, 1);
    checkJointTable(&tables, kept);
    freeTables(&tables);
    vlMcapWalk mcap;
    unsigned char* bytes = vlMcapWalk_Export(&mcap, name, &tables.counts);
    // Frames of all steps, shapes once; contacts, joints and status where they are known.
    assert_int_equal(mcap.messages, STEPS + 1 + 3 * TOLD);
    free(bytes);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void an_mcap_file_without_messages_is_whole(void** state)
{
    (void)state;
    char* target = vlTestFile_InMemory();
    int error = 0;
    vlMcap* writer = vlMcap_Open(target, "test", &error);
    assert_non_null(writer);
    assert_int_equal(vlMcap_AddTopic(writer, "/a", "a", "{}"), 0);
    assert_int_equal(vlMcap_AddTopic(writer, "/b", "b", "{}"), 1);
    vlMcap_AddMessage(writer, 2, 0, "{}", 2); // no such topic: the message is dropped
    assert_int_equal(vlMcap_Close(writer, true), 0);
    vlMcapWalk mcap = {0};
    unsigned char* bytes = vlTestFile_Read(target, &mcap.size);
    mcap.bytes = bytes;
    vlMcapWalk_File(&mcap);
    assert_int_equal(mcap.messages, 0);
    assert_int_equal(mcap.records[6], 1); // with schemas and channels
    free(bytes);
    vlTestFile_Remove(target);
}

static void targets_that_cannot_be_written_are_named(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(BOXES);
    char* name = vlTestRun_Record(&run, STEPS);
    char message[256] = "";
    vlExportCounts counts;
    vlRecording* recording = vlTestRun_OpenRecording(name);
    // One is a file, the other has missing parents.
    const char* const targets[] = {name, "no/such/folder"};
    for (int i = 0; i < 2; ++i) {
        vlExportSource* source = NULL;
        assert_true(vlExportSource_Open(recording, 1, &source, message, sizeof message));
        assert_false(vlExport_WriteCsv(source, targets[i], &counts, message, sizeof message));
        assert_non_null(strstr(message, targets[i]));
        vlExportSource_Close(source);
    }
    const char* const files[] = {"no/such/folder/a.mcap", "/dev/full"};
    for (int i = 0; i < 2; ++i) {
        vlExportSource* source = NULL;
        assert_true(vlExportSource_Open(recording, 1, &source, message, sizeof message));
        assert_false(vlExport_WriteMcap(source, files[i], &counts, message, sizeof message));
        assert_non_null(strstr(message, files[i]));
        vlExportSource_Close(source);
    }
    assert_non_null(strstr(message, "No space left"));
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_hold_the_recorded_bits),
        cmocka_unit_test(contacts_of_every_step_carry_the_weight),
        cmocka_unit_test(without_the_same_bits_contacts_come_from_views),
        cmocka_unit_test(tables_and_messages_tell_joints),
        cmocka_unit_test(an_mcap_file_is_whole_and_indexed),
        cmocka_unit_test(an_mcap_file_without_messages_is_whole),
        cmocka_unit_test(targets_that_cannot_be_written_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
