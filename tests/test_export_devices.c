// SPDX-License-Identifier: MIT
// Haptic devices in exports: tables that hold what the renderer reported, measurements that the
// device "replay" plays again, and messages.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/export/export.h"
#include "mcap_walk.h"
#include "recordings.h"
#include "scene_text.h"
#include "test.h"

#define STEP 1e-3
#define STEPS 900
#define LOST 700         // the step before which the world is changed behind the simulation's back
#define TOLD (LOST + 13) // with the views of steps 705, 721, ..., 897
#define COLUMNS 40

// A tool that a simulated hand lowers onto a table, presses and drags; and a device that an
// external program may take.
static const char sceneText[] =
    "volar: 1\nname: test\nworld: {integrator: implicit, step: 0.001}\n"
    "bodies:\n"
    "  - {name: table, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "  - {name: tool, shape: {box: {size: [0.04, 0.04, 0.04]}}, mass: 0.05,\n"
    "     position: [0, 0, 0.03]}\n"
    "devices:\n"
    "  - {name: right, address: sigma7, holds: tool, stiffness: 500, damping: 5, scale: 2,\n"
    "     position: [0.3, 0.1, 0], rotation: {axis: [0, 0, 1], degrees: 30},\n"
    "     hand: {path: {keys: [{time: 0.1, position: [0, 0, 0.03]},\n"
    "                          {time: 0.4, position: [0, 0, 0]},\n"
    "                          {time: 0.8, position: [0.02, 0, 0]}]}}}\n"
    "  - {name: free, device: udp}\n";

typedef struct Kept {
    vlRendererReport report;
    vlAudit audit;
    vlPose tool;
} Kept;

typedef struct Tables {
    char* folder;
    char* devices;      // text of devices.csv
    char *right, *free; // of the devices' own tables
    char rightPath[128];
    char warning[256];
} Tables;

static vlTestRun openRun(void)
{
    vlTestRun run = {.scene = vlSceneText_Read(sceneText)};
    assert_int_equal(vlSimulation_Create(run.scene, &run.simulation, NULL, 0), VL_OK);
    run.viewCapacity = vlView_GetCapacity(run.simulation);
    run.view = calloc(1, run.viewCapacity);
    assert_non_null(run.view);
    return run;
}

static vlPose poseOfTool(const vlSimulation* simulation)
{
    vlPose pose;
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    assert_int_equal(vlBody_GetPose(world, vlSimulation_GetBody(simulation, 1), &pose), VL_OK);
    return pose;
}

// Records the run, keeping what the first device reported; `beforeStep` may be NULL.
static char* record(vlTestRun* run, void (*beforeStep)(vlSimulation*, int), Kept* kept)
{
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, run->simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    for (int i = 0; i < STEPS; ++i) {
        if (beforeStep != NULL) {
            beforeStep(run->simulation, i);
        }
        assert_int_equal(vlSimulation_Step(run->simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, run->simulation), VL_OK);
        const vlRenderer* renderer = vlSimulation_GetRenderer(run->simulation, 0);
        kept[i].report = vlRenderer_GetReport(renderer);
        kept[i].audit = vlRenderer_GetAudit(renderer, 0.0);
        kept[i].tool = poseOfTool(run->simulation);
        if (i % 16 == 0) {
            size_t size = vlView_Write(run->simulation, NULL, NULL, run->view, run->viewCapacity);
            assert_int_equal(vlRecorder_AddView(recorder, run->view, size), VL_OK);
        }
    }
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    return name;
}

static char* readTable(const char* folder, const char* name)
{
    char path[128];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char* text = (char*)vlTestFile_Read(path, &size);
    text[size] = '\0';
    return text;
}

static Tables writeTables(const char* file)
{
    Tables tables = {.folder = vlTestFile_Name()};
    char message[256] = "";
    char path[128];
    vlExportCounts counts;
    vlExportSource* source = NULL;
    vlRecording* recording = vlTestRun_OpenRecording(file);
    assert_true(vlExportSource_Open(recording, 1, &source, message, sizeof message));
    assert_false(vlExport_FindTable(source, tables.folder, path, sizeof path));
    assert_true(vlExport_WriteCsv(source, tables.folder, &counts, message, sizeof message));
    assert_true(vlExport_FindTable(source, tables.folder, path, sizeof path));
    assert_non_null(strstr(path, "/bodies.csv"));
    snprintf(tables.warning, sizeof tables.warning, "%s", vlExportSource_GetWarning(source));
    vlExportSource_Close(source);
    vlRecording_Close(recording);
    tables.devices = readTable(tables.folder, "devices.csv");
    tables.right = readTable(tables.folder, "device_right.csv");
    tables.free = readTable(tables.folder, "device_free.csv");
    snprintf(tables.rightPath, sizeof tables.rightPath, "%s/device_right.csv", tables.folder);
    return tables;
}

static void removeTables(Tables* tables)
{
    static const char* const names[] = {"bodies.csv",  "contacts.csv",     "energy.csv",
                                        "devices.csv", "device_right.csv", "device_free.csv"};
    char path[128];
    for (int i = 0; i < 6; ++i) {
        snprintf(path, sizeof path, "%s/%s", tables->folder, names[i]);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(rmdir(tables->folder), 0); // nothing else was written
    free(tables->folder);
    free(tables->devices);
    free(tables->right);
    free(tables->free);
}

// Splits the next line in place; false at the end.
static bool nextLine(char** text, char* fields[COLUMNS], int columns)
{
    char* line = strsep(text, "\n");
    if (line == NULL || *line == '\0') {
        return false;
    }
    for (int i = 0; i < columns; ++i) {
        fields[i] = strsep(&line, ",");
        assert_non_null(fields[i]);
    }
    assert_null(line);
    return true;
}

static void checkNumbers(char** fields, const double* expected, size_t count, double share)
{
    for (size_t i = 0; i < count; ++i) {
        double found = strtod(fields[i], NULL);
        assert_true(fabs(found - expected[i]) <= share * fabs(expected[i]));
    }
}

// Compares a line of devices.csv with the report, its numbers to within `share`.
static void checkDevice(char** fields, const Kept* kept, vlQuat base, double share)
{
    const vlRendererReport* r = &kept->report;
    const struct {
        vlPose pose, held;
        vlWrench felt, sent;
        double buttons, flags, governor;
    } expected = {r->pose,
                  r->held,
                  r->felt,
                  {vlRotate(base, r->sent.force), vlRotate(base, r->sent.torque)},
                  (double)r->sample.buttons,
                  0.0, // the scene's own, not clutched, not silent
                  (double)r->flags};
    assert_string_equal(fields[2], "right");
    assert_string_equal(fields[3], "coupled");
    assert_string_equal(fields[4], "tool");
    checkNumbers(fields + 5, &expected.pose.p.x, sizeof expected / sizeof(double), share);
    checkNumbers(fields + 34, kept->audit.port, VL_PORT_COUNT, 0.0); // doubles in views, too
}

static void pushTool(vlSimulation* simulation, int step)
{
    vlTwist twist = {vlVec(0.0, 0.0, 0.1), vlZero()};
    if (step == LOST) {
        assert_int_equal(vlBody_SetTwist(vlSimulation_GetWorld(simulation),
                                         vlSimulation_GetBody(simulation, 1), twist),
                         VL_OK);
    }
}

typedef struct Case {
    vlTestRun run;
    Kept kept[STEPS];
    char* name;
    Tables tables;
} Case;

// Records a run and writes its tables; `info` may be NULL.
static Case* begin(void (*beforeStep)(vlSimulation*, int), const vlDeviceInfo* info)
{
    static Case made;
    made.run = openRun();
    if (info != NULL) {
        assert_int_equal(vlSimulation_SetDeviceInfo(made.run.simulation, 0, info), VL_OK);
    }
    made.name = record(&made.run, beforeStep, made.kept);
    made.tables = writeTables(made.name);
    return &made;
}

static void end(Case* made)
{
    removeTables(&made->tables);
    vlTestFile_Remove(made->name);
    vlTestRun_Close(&made->run);
}

static void tables_tell_what_devices_did(void** state)
{
    (void)state;
    Case* made = begin(pushTool, NULL);
    Tables tables = made->tables;
    const Kept* kept = made->kept;
    vlQuat base = vlScene_GetDevice(made->run.scene, 0)->base.q;
    assert_non_null(strstr(tables.warning, "from 0.701 s on"));
    assert_non_null(strstr(tables.warning, "devices"));
    char* text = tables.devices;
    char* fields[COLUMNS];
    assert_true(nextLine(&text, fields, COLUMNS));
    assert_string_equal(fields[39], "unpaid_J");
    int lines = 0;
    for (; nextLine(&text, fields, COLUMNS); ++lines) {
        int step = atoi(fields[1]);
        bool isWhole = step <= LOST;
        assert_true(isWhole ? step == lines + 1 : step % 16 == 1);
        // Views hold floats, of 24 bits.
        checkDevice(fields, &kept[step - 1], base, isWhole ? 0.0 : 1.0 / (1 << 24));
        assert_int_equal(*fields[39] != '\0', isWhole);
        if (isWhole) {
            checkNumbers(fields + 39, &kept[step - 1].audit.unpaid, 1, 0.0);
        }
        assert_true(nextLine(&text, fields, COLUMNS)); // the row of the device that nobody moves
        assert_string_equal(fields[2], "free");
        assert_string_equal(fields[3], "nothing");
        assert_string_equal(fields[4], "");
        assert_string_equal(fields[32], "5"); // external, silent
    }
    assert_int_equal(lines, TOLD);
    assert_true(vlLength(kept[LOST - 1].report.felt.force) > 0.5); // it pressed, and was felt
    end(made);
}

// The samples are those that the renderer got, so the same world moves in the same way, although
// the simulated handle yielded to the force and a file does not.
static void a_recorded_hand_is_played_again(void** state)
{
    (void)state;
    Case* made = begin(NULL, NULL);
    assert_string_equal(made->tables.warning, "");
    vlTestRun again = openRun();
    vlDevice* device = NULL;
    assert_int_equal(vlDevice_Open("replay", made->tables.rightPath, &device, NULL, 0), VL_OK);
    double most = 0.0;
    for (int i = 0; i < STEPS; ++i) {
        vlInput input = {.kind = VL_INPUT_DEVICE, .device = 0};
        assert_int_equal(vlDevice_Read(device, i * STEP, &input.sample), VL_OK);
        input.sample.time = i * STEP;
        assert_int_equal(vlSimulation_Input(again.simulation, &input), VL_OK);
        assert_int_equal(vlSimulation_Step(again.simulation), VL_OK);
        vlPose tool = poseOfTool(again.simulation);
        most = fmax(most, vlLength(vlSub(tool.p, made->kept[i].tool.p)));
    }
    // Numbers in the file are exact; clocks and unit quaternions differ in their last bits.
    assert_true(most < 1e-12);
    vlDevice_Close(device);
    vlTestRun_Close(&again);
    end(made);
}

// An external device that measures every fourth tick and is silent for a while.
static vlDeviceSample sampleAt(int step)
{
    int count = step / 4;
    vlDeviceSample sample = {.time = 50.0 + step * STEP,
                             .sequence = 7 + (uint64_t)count,
                             .pose = vlIdentityPose(),
                             .buttons = (uint32_t)(count % 3)};
    sample.pose.p = vlVec(0.0, 1e-5 * count, -5e-5 * count);
    return sample;
}

static bool isSilent(int step)
{
    return step >= 200 && step < 280;
}

static void moveFromOutside(vlSimulation* simulation, int step)
{
    vlInput input = {.kind = isSilent(step) ? VL_INPUT_SILENT : VL_INPUT_DEVICE,
                     .device = 0,
                     .sample = sampleAt(step)};
    assert_int_equal(vlSimulation_Input(simulation, &input), VL_OK);
}

static void each_measurement_has_one_line(void** state)
{
    (void)state;
    Case* made = begin(moveFromOutside, NULL);
    assert_string_equal(made->tables.warning, "");
    char* text = made->tables.right;
    char* fields[COLUMNS];
    assert_true(nextLine(&text, fields, 9));
    for (int i = 0; i < STEPS; i += 4) {
        if (isSilent(i)) {
            continue;
        }
        vlDeviceSample sample = sampleAt(i);
        assert_true(nextLine(&text, fields, 9));
        assert_true(fabs(strtod(fields[0], NULL) - (i + 1) * STEP) < 1e-11); // of 12 digits
        checkNumbers(fields + 1, &sample.pose.p.x, 3, 0.0);
        assert_int_equal(atoi(fields[8]), sample.buttons);
    }
    assert_false(nextLine(&text, fields, 9));
    assert_string_equal(made->tables.free, "time,x,y,z,qw,qx,qy,qz,buttons\n");
    end(made);
}

static vlVec3 vecAt(char* const* fields)
{
    return vlVec(strtod(fields[0], NULL), strtod(fields[1], NULL), strtod(fields[2], NULL));
}

static void limits_of_a_device_from_outside_are_those_it_had(void** state)
{
    (void)state;
    vlDeviceInfo info = {.hasForce = true, .maxForce = 0.3, .rate = 1000.0};
    Case* made = begin(moveFromOutside, &info);
    vlQuat base = vlScene_GetDevice(made->run.scene, 0)->base.q;
    char* text = made->tables.devices;
    char* fields[COLUMNS];
    double most = 0.0;
    assert_true(nextLine(&text, fields, COLUMNS));
    for (int i = 0; i < STEPS; ++i) {
        assert_true(nextLine(&text, fields, COLUMNS));
        vlVec3 force = vlRotate(base, made->kept[i].report.sent.force);
        vlVec3 found = vecAt(fields + 25);
        // Views contain the limit as a float, exact to 2^-25 of it; the force is in proportion.
        assert_true(vlLength(vlSub(found, force)) <= 0.3 / (1 << 24));
        assert_true(vlLength(vecAt(fields + 28)) == 0.0); // it renders no torque
        most = fmax(most, vlLength(force));
        assert_true(nextLine(&text, fields, COLUMNS));
    }
    assert_true(most > 0.299 && most < 0.301); // it was limited
    end(made);
}

static void messages_tell_what_devices_did(void** state)
{
    (void)state;
    Case* made = begin(pushTool, NULL);
    vlExportCounts counts;
    vlMcapWalk mcap;
    unsigned char* bytes = vlMcapWalk_Export(&mcap, made->name, &counts);
    // Frames of all steps, shapes once; contacts, devices and status where they are known.
    assert_int_equal(mcap.messages, STEPS + 1 + 3 * TOLD);
    static const char* const texts[] = {
        "\"child_frame_id\":\"device/right\"", "\"child_frame_id\":\"device/right/grasp\"",
        "{\"name\":\"right\",\"hold\":\"coupled\",\"body\":\"tool\",\"pose\":{",
        "{\"name\":\"free\",\"hold\":\"nothing\",\"body\":\"\""};
    for (int i = 0; i < 4; ++i) {
        assert_non_null(memmem(bytes, mcap.size, texts[i], strlen(texts[i])));
    }
    free(bytes);
    end(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_tell_what_devices_did),
        cmocka_unit_test(a_recorded_hand_is_played_again),
        cmocka_unit_test(each_measurement_has_one_line),
        cmocka_unit_test(limits_of_a_device_from_outside_are_those_it_had),
        cmocka_unit_test(messages_tell_what_devices_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
