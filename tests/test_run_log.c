// SPDX-License-Identifier: MIT
// The log of a run: one row per step with the numbers of the world; rows that do not fit are
// counted, and a run in real time never waits for the log.

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live_fixture.h"
#include "test.h"

static void makePath(char* path, size_t size, const char* kind)
{
    snprintf(path, size, "run-log-%ld.%s", (long)getpid(), kind);
    (void)remove(path);
}

// Runs in the thread of the test under its own clock, and reads the file back.
static vlRunLogStatus runLogged(const char* path, double rate, bool isFast)
{
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = 0.2, .isFast = isFast};
    vlRunLogStatus status;
    makeScene(&def.scene, &def.simulation);
    assert_int_equal(vlRunLog_Open(path, def.simulation, rate, false, &def.log), 0);
    assert_int_equal(vlLiveLoop_Init(&loop, &def, clockOf(&clock)), VL_OK);
    while (!loop.status.isEnded) {
        assert_true(vlLiveLoop_Turn(&loop));
    }
    vlRunLog_Close(def.log, &status);
    vlLiveLoop_Destroy(&loop);
    return status;
}

// Reads the columns named into `values`, [rows][count]; returns the number of rows.
static int readColumns(const char* path, const char* const* names, int count, double* values,
                       int most)
{
    static char line[1 << 16];
    int place[8];
    FILE* file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    for (int k = 0; k < count; ++k) {
        int at = 0;
        place[k] = -1;
        static char copy[sizeof line];
        memcpy(copy, line, sizeof line);
        for (char* name = strtok(copy, ",\n"); name != NULL; name = strtok(NULL, ",\n"), ++at) {
            place[k] = strcmp(name, names[k]) == 0 ? at : place[k];
        }
        assert_true(place[k] >= 0);
    }
    int rows = 0;
    while (rows < most && fgets(line, sizeof line, file) != NULL) {
        int at = 0;
        for (char* text = strtok(line, ",\n"); text != NULL; text = strtok(NULL, ",\n"), ++at) {
            for (int k = 0; k < count; ++k) {
                if (place[k] == at) {
                    values[rows * count + k] = strtod(text, NULL);
                }
            }
        }
        ++rows;
    }
    assert_int_equal(fclose(file), 0);
    return rows;
}

static void a_row_is_the_step_to_the_last_bit(void** state)
{
    (void)state;
    static const char* const names[] = {"t_s",      "step",         "contacts",
                                        "normal_N", "body.box.z_m", "body.box.vz_m_s"};
    static double values[300][6];
    char path[256];
    makePath(path, sizeof path, "csv");
    vlRunLogStatus status = runLogged(path, 0.0, true);
    assert_int_equal(status.rows, 200);
    assert_int_equal(status.lost, 0);
    assert_int_equal(status.systemError, 0);
    assert_int_equal(readColumns(path, names, 6, &values[0][0], 300), 200);
    // The same scene, stepped here.
    vlScene* scene;
    vlSimulation* simulation;
    makeScene(&scene, &simulation);
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    for (int i = 0; i < 200; ++i) {
        vlPose pose;
        vlTwist twist;
        double force = 0.0;
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
        vlStepInfo info = vlWorld_GetStepInfo(world);
        assert_int_equal(vlBody_GetPose(world, vlSimulation_GetBody(simulation, BOX), &pose),
                         VL_OK);
        assert_int_equal(vlBody_GetTwist(world, vlSimulation_GetBody(simulation, BOX), &twist),
                         VL_OK);
        for (int k = 0; k < info.contactCount; ++k) {
            vlContactReport c;
            assert_int_equal(vlWorld_GetContact(world, k, &c), VL_OK);
            force += c.normalForce;
        }
        assert_true(vlIsNear(values[i][0], info.time, 1e-11)); // 12 digits
        assert_true(values[i][1] == i + 1 && values[i][2] == info.contactCount);
        assert_true(values[i][3] == force);
        assert_true(values[i][4] == pose.p.z && values[i][5] == twist.linear.z);
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_true((uint64_t)info.st_size > status.bytes); // and the header
    assert_int_equal(remove(path), 0);
}

// A box that hangs on a rail and one that stands on the floor, both at rest: joint and contact
// carry what they weigh.
static void forces_of_contacts_and_joints_carry_the_weights(void** state)
{
    (void)state;
    static const char text[] =
        "volar: 1\nname: two\nworld: {gravity: [0, 0, -10]}\nbodies:\n"
        "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
        "- {name: stands, mass: 2, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.05]}\n"
        "- {name: hangs, mass: 3, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [1, 0, 1]}\n"
        "joints:\n- {name: rail, type: slider, b: hangs, at: [1, 0, 1], axis: [1, 0, 0]}\n";
    static const char* const names[] = {"body.stands.contact_z_N", "body.stands.joint_z_N",
                                        "body.hangs.contact_z_N",  "body.hangs.joint_z_N",
                                        "body.hangs.joint_x_N",    "body.stands.contact_x_N"};
    static double values[10][6];
    char path[256];
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    vlRunLog* log = NULL;
    makePath(path, sizeof path, "csv");
    assert_int_equal(vlScene_ReadText(text, sizeof text - 1, "two", NULL, &scene, NULL), VL_OK);
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    assert_int_equal(vlRunLog_Open(path, simulation, 1.0, false, &log), 0);
    for (int i = 0; i < 2000; ++i) { // s, at two rows
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
        assert_true(vlRunLog_AddStep(log, simulation));
    }
    vlRunLog_Close(log, NULL);
    assert_int_equal(readColumns(path, names, 6, &values[0][0], 10), 2);
    const double* last = values[1];
    // At rest up to the steps of the settling: 1e-3 of the weight.
    assert_true(vlIsNear(last[0], 20.0, 0.02) && last[1] == 0.0);
    assert_true(last[2] == 0.0 && vlIsNear(last[3], 30.0, 0.03));
    assert_true(vlIsNear(last[4], 0.0, 1e-6) && vlIsNear(last[5], 0.0, 1e-3));
    assert_int_equal(remove(path), 0);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

static void a_rate_takes_every_nth_step(void** state)
{
    (void)state;
    static const char* const names[] = {"step"};
    const struct {
        double rate;
        int rows, period;
    } cases[] = {{1000.0, 200, 1}, {500.0, 100, 2}, {300.0, 50, 4},
                 {1e6, 200, 1},    {10.0, 2, 100},  {0.001, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        static double values[300];
        char path[256];
        makePath(path, sizeof path, "csv");
        vlRunLogStatus status = runLogged(path, cases[i].rate, false);
        assert_int_equal(status.rows, cases[i].rows);
        int rows = readColumns(path, names, 1, values, 300);
        assert_int_equal(rows, cases[i].rows);
        for (int k = 0; k < rows; ++k) {
            assert_true(values[k] == (k + 1) * cases[i].period);
        }
        assert_int_equal(remove(path), 0);
    }
}

static void* drainPipe(void* user)
{
    int reader = *(const int*)user;
    char bytes[4096];
    while (read(reader, bytes, sizeof bytes) > 0) {
    }
    return NULL;
}

// A pipe that nobody reads: the ring fills, a run in real time goes on at once and counts what it
// lost; the rows before are there when the pipe is read.
static void rows_that_do_not_fit_are_counted_and_nobody_waits(void** state)
{
    (void)state;
    char path[32];
    int ends[2];
    vlScene* scene;
    vlSimulation* simulation;
    vlRunLog* log = NULL;
    assert_int_equal(pipe(ends), 0);
    int reader = ends[0];
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    makeScene(&scene, &simulation);
    assert_int_equal(vlSimulation_Step(simulation), VL_OK);
    assert_int_equal(vlRunLog_Open(path, simulation, 0.0, true, &log), 0);
    assert_int_equal(close(ends[1]), 0); // the log has its own descriptor
    // The ring of 1 MiB, the buffer of the file and that of the pipe hold some ten thousand rows.
    uint64_t lost = 0;
    uint64_t added = 0;
    for (int i = 0; i < 100000; ++i) {
        bool isAdded = vlRunLog_AddStep(log, simulation);
        added += isAdded;
        if (!isAdded) {
            vlRunLog_GiveUp(log);
            ++lost;
        }
    }
    assert_true(lost > 0);
    assert_int_equal(vlRunLog_GetStatus(log).lost, lost);
    // Further reading lets the thread end; a closed pipe would be a failed write.
    vlRunLogStatus status;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, drainPipe, &reader), 0);
    vlRunLog_Close(log, &status);
    assert_int_equal(status.systemError, 0);
    assert_int_equal(status.rows, added);
    assert_int_equal(status.lost, lost);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(close(reader), 0);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

static void readFirstLine(const char* path, char* line, int size)
{
    FILE* file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, size, file));
    assert_int_equal(fclose(file), 0);
}

static void a_file_that_exists_or_cannot_be_is_refused(void** state)
{
    (void)state;
    char path[256];
    vlScene* scene;
    vlSimulation* simulation;
    vlRunLog* log = NULL;
    makePath(path, sizeof path, "csv");
    makeScene(&scene, &simulation);
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs("precious\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(vlRunLog_Open(path, simulation, 0.0, false, &log), EEXIST);
    char line[32] = "";
    readFirstLine(path, line, sizeof line);
    assert_string_equal(line, "precious\n");
    assert_int_equal(vlRunLog_Open("missing/log.csv", simulation, 0.0, false, &log), ENOENT);
    assert_int_equal(vlRunLog_Open(".", simulation, 0.0, true, &log), EISDIR);
    assert_null(log);
    // An older file stays until the new one is complete.
    assert_int_equal(vlRunLog_Open(path, simulation, 0.0, true, &log), 0);
    readFirstLine(path, line, sizeof line);
    assert_string_equal(line, "precious\n");
    vlRunLog_Close(log, NULL);
    vlRunLog_Close(NULL, NULL);
    readFirstLine(path, line, sizeof line);
    assert_memory_equal(line, "t_s,step,", 9);
    assert_int_equal(remove(path), 0);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_the_step_to_the_last_bit),
        cmocka_unit_test(forces_of_contacts_and_joints_carry_the_weights),
        cmocka_unit_test(a_rate_takes_every_nth_step),
        cmocka_unit_test(rows_that_do_not_fit_are_counted_and_nobody_waits),
        cmocka_unit_test(a_file_that_exists_or_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
