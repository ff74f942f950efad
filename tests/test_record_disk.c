// SPDX-License-Identifier: MIT
// Disks that fail and buffers that overflow: the run goes on, the problem is reported, and the file
// is readable.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "recordings.h"
#include "stage.h"
#include "test.h"

static void lost_steps_are_counted_and_marked(void** state)
{
    (void)state;
    const uint64_t steps = (uint64_t)vlStage_Count(4000, 1000);
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    vlRecorderDef def = {.bufferSize = 1};
    vlRecorderStatus status;
    assert_int_equal(vlRecorder_Create(name, run.simulation, &def, &recorder, NULL, 0), VL_OK);
    uint64_t lost = 0;
    for (uint64_t i = 0; i < steps; ++i) {
        for (int k = 0; k < VL_MAX_INPUTS; ++k) { // large steps: a few of them fill the buffer
            vlInput nothing = {.kind = VL_INPUT_RELEASE};
            assert_int_equal(vlSimulation_Input(run.simulation, &nothing), VL_OK);
        }
        assert_int_equal(vlSimulation_Step(run.simulation), VL_OK);
        vlResult r = vlRecorder_AddStep(recorder, run.simulation);
        assert_true(r == VL_OK || r == VL_ERROR_FULL);
        lost += r == VL_ERROR_FULL;
    }
    assert_int_equal(vlRecorder_Close(recorder, &status), VL_OK);
    assert_int_equal(status.lostSteps, lost);
    assert_int_equal(status.steps, steps - lost);
    assert_true(lost > 0);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_int_equal(info.steps, steps - lost);
    assert_int_equal(info.lostSteps, lost);
    assert_true(info.isComplete);
    // Each step still has its number.
    uint64_t before = 0;
    for (uint64_t i = 0; i < info.steps; ++i) {
        vlRecordedStep step;
        assert_int_equal(vlRecording_GetStep(recording, i, &step), VL_OK);
        assert_int_equal(step.stepCount, step.index + 1);
        assert_true(i == 0 || step.index > before);
        before = step.index;
    }
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_true(report.hasGaps && report.isEqual);
    assert_true(report.stepsCompared > 0 && report.stepsCompared < steps);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void a_run_that_may_wait_loses_nothing(void** state)
{
    (void)state;
    enum { STEPS = 600 };
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    vlRecorderDef def = {.bufferSize = 1, .mayWait = true};
    vlRecorderStatus status;
    assert_int_equal(vlRecorder_Create(name, run.simulation, &def, &recorder, NULL, 0), VL_OK);
    for (int i = 0; i < STEPS; ++i) {
        assert_int_equal(vlSimulation_Step(run.simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, run.simulation), VL_OK);
    }
    // Larger than the whole buffer: waiting would not help.
    size_t large = 1 << 20;
    vlViewHeader* view = calloc(1, large);
    assert_non_null(view);
    view->magic = VL_VIEW_MAGIC;
    view->size = (uint32_t)large;
    assert_int_equal(vlRecorder_AddView(recorder, view, large), VL_ERROR_FULL);
    free(view);
    assert_int_equal(vlRecorder_Close(recorder, &status), VL_OK);
    assert_int_equal(status.steps, STEPS);
    assert_int_equal(status.lostSteps, 0);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    assert_int_equal(vlRecording_GetInfo(recording).steps, STEPS);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static bool stepUntilFailure(vlTestRun* run, vlRecorder* recorder, int most)
{
    for (int i = 0; i < most; ++i) {
        assert_int_equal(vlSimulation_Step(run->simulation), VL_OK);
        if (vlRecorder_AddStep(recorder, run->simulation) == VL_ERROR_IO) {
            return true;
        }
        if (i % 100 == 0) {
            nanosleep(&(struct timespec){0, 5000000}, NULL); // gives the writer time
        }
    }
    return false;
}

static void a_full_disk_is_told_and_the_run_goes_on(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(3);
    vlRecorder* recorder = NULL;
    vlRecorderStatus status;
    assert_int_equal(vlRecorder_Create("/dev/full", run.simulation, NULL, &recorder, NULL, 0),
                     VL_OK);
    assert_true(stepUntilFailure(&run, recorder, 200000));
    assert_int_equal(vlRecorder_GetStatus(recorder).systemError, ENOSPC);
    size_t size = vlView_Write(run.simulation, NULL, NULL, run.view, run.viewCapacity);
    assert_int_equal(vlRecorder_AddView(recorder, run.view, size), VL_ERROR_IO);
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(vlSimulation_Step(run.simulation), VL_OK);
        assert_int_equal(vlRecorder_AddStep(recorder, run.simulation), VL_ERROR_IO);
    }
    assert_int_equal(vlRecorder_Close(recorder, &status), VL_ERROR_IO);
    assert_int_equal(status.systemError, ENOSPC);
    assert_int_equal(status.bytes, 0);
    vlTestRun_Close(&run);
}

static void a_disk_that_fills_up_keeps_all_whole_parts(void** state)
{
    (void)state;
    // The limit falls within a step, and within a batch of steps.
    const rlim_t limits[] = {50000, 50001, 123456, 1200003};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        vlTestRun run = vlTestRun_Open(3);
        char* name = vlTestFile_Name();
        vlRecorder* recorder = NULL;
        vlRecorderStatus status;
        struct rlimit before, after;
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
        after = (struct rlimit){limits[i], before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &after), 0);
        assert_int_equal(
            vlRecorder_Create(name, run.simulation, &vlTestRecorder, &recorder, NULL, 0), VL_OK);
        bool failed = stepUntilFailure(&run, recorder, 200000);
        vlResult closed = vlRecorder_Close(recorder, &status);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_true(failed);
        assert_int_equal(closed, VL_ERROR_IO);
        assert_int_equal(status.systemError, EFBIG);
        vlRecording* recording = vlTestRun_OpenRecording(name);
        vlRecordingInfo info = vlRecording_GetInfo(recording);
        vlReplayReport report;
        assert_int_equal(info.bytes, status.bytes);
        assert_int_equal(info.unreadableBytes, 0); // cut back to the last whole part
        assert_false(info.isComplete);
        // There was no room left for one more step of 16 + 32 + 3 * 104 bytes.
        assert_true(info.bytes <= limits[i] && info.bytes + 360 > limits[i]);
        assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
        assert_true(report.isEqual && report.stepsCompared == info.steps);
        vlRecording_Close(recording);
        vlTestFile_Remove(name);
        vlTestRun_Close(&run);
    }
}

static void a_reader_that_goes_away_ends_recording_to_a_pipe(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(3);
    char path[64];
    int ends[2];
    vlRecorder* recorder = NULL;
    vlRecorderStatus status;
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
    assert_int_equal(vlRecorder_Create(path, run.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    (void)close(ends[0]); // no signal may reach this process
    assert_true(stepUntilFailure(&run, recorder, 200000));
    assert_int_equal(vlRecorder_Close(recorder, &status), VL_ERROR_IO);
    assert_int_equal(status.systemError, EPIPE);
    (void)close(ends[1]);
    vlTestRun_Close(&run);
}

static void what_cannot_be_recorded_is_refused(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(2);
    vlTestRun other = vlTestRun_Open(2);
    char* name = vlTestFile_Name();
    char message[256] = "";
    vlRecorder* recorder = NULL;
    vlResult r = vlRecorder_Create("no/such/folder/file", run.simulation, &vlTestRecorder,
                                   &recorder, message, sizeof message);
    assert_int_equal(r, VL_ERROR_IO);
    assert_null(recorder);
    assert_non_null(strstr(message, "no/such/folder/file"));
    assert_non_null(strstr(message, "No such file"));
    assert_int_equal(vlRecorder_Create(NULL, run.simulation, NULL, &recorder, NULL, 0),
                     VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecorder_Create(name, NULL, NULL, &recorder, NULL, 0), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecorder_Create(name, run.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    assert_int_equal(vlRecorder_AddStep(recorder, other.simulation), VL_ERROR_ARGUMENT);
    vlViewHeader view = {.magic = VL_VIEW_MAGIC, .size = sizeof view};
    assert_int_equal(vlRecorder_AddView(recorder, NULL, 0), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecorder_AddView(recorder, &view, sizeof view - 8), VL_ERROR_ARGUMENT);
    view.magic = 0;
    assert_int_equal(vlRecorder_AddView(recorder, &view, sizeof view), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    assert_int_equal(vlRecorder_Close(NULL, NULL), VL_OK);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
    vlTestRun_Close(&other);
}

static void the_second_of_two_recordings_keeps_its_part(void** state)
{
    (void)state;
    enum { STEPS = 20 };
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestFile_Name();
    char part[256], message[256];
    vlRecorder *first = NULL, *second = NULL;
    const vlRecorderDef new = {.mustBeNew = true};
    vlRecorderStatus status;
    // Both when there is no file, and when each may replace the one that there is.
    for (int i = 0; i < 2; ++i) {
        const vlRecorderDef* def = i == 0 ? &new : NULL;
        assert_int_equal(vlRecorder_Create(name, run.simulation, def, &first, NULL, 0), VL_OK);
        assert_int_equal(vlRecorder_Create(name, run.simulation, def, &second, NULL, 0), VL_OK);
        for (int k = 0; k < STEPS * (i + 1); ++k) {
            assert_int_equal(vlSimulation_Step(run.simulation), VL_OK);
            assert_int_equal(vlRecorder_AddStep(second, run.simulation), VL_OK);
        }
        assert_int_equal(vlRecorder_Close(first, &status), VL_OK);
        assert_int_equal(status.nameError, 0);
        assert_int_equal(vlRecorder_Close(second, &status), VL_ERROR_IO);
        assert_int_equal(status.nameError, EEXIST);
        assert_int_equal(status.systemError, 0);
        assert_int_equal(status.part, 2);
        vlRecording* recording = vlTestRun_OpenRecording(name);
        assert_int_equal(vlRecording_GetInfo(recording).steps, 0);
        vlRecording_Close(recording);
        snprintf(part, sizeof part, "%s.part2", name);
        recording = vlTestRun_OpenRecording(part);
        assert_int_equal(vlRecording_GetInfo(recording).steps, STEPS * (i + 1));
        assert_true(vlRecording_GetInfo(recording).isComplete);
        vlRecording_Close(recording);
        assert_int_equal(unlink(part), 0);
    }
    assert_int_equal(vlRecorder_Create(name, run.simulation, &new, &first, message, sizeof message),
                     VL_ERROR_IO);
    assert_non_null(strstr(message, "exists"));
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_steps_are_counted_and_marked),
        cmocka_unit_test(a_run_that_may_wait_loses_nothing),
        cmocka_unit_test(a_full_disk_is_told_and_the_run_goes_on),
        cmocka_unit_test(a_disk_that_fills_up_keeps_all_whole_parts),
        cmocka_unit_test(a_reader_that_goes_away_ends_recording_to_a_pipe),
        cmocka_unit_test(what_cannot_be_recorded_is_refused),
        cmocka_unit_test(the_second_of_two_recordings_keeps_its_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
