// SPDX-License-Identifier: MIT
// Recording a run and reading it back: the data are the same to the bit.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recordings.h"
#include "test.h"

#define BOXES 6
#define STEPS 250

static void checkInfo(const vlRecording* recording, const vlTestRun* run,
                      const vlRecorderStatus* status)
{
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_int_equal(info.version, 1);
    assert_string_equal(info.program, vlVersion());
    assert_true(info.sceneHash == vlScene_GetHash(run->scene));
    assert_int_equal(info.steps, STEPS);
    assert_int_equal(info.views, 16);
    assert_int_equal(info.inputs, 2 * 7 + 5); // 7 a hundred, 5 in the half of the last
    assert_int_equal(info.lostSteps, 0);
    assert_true(info.step == 0.001);
    assert_int_equal(info.bodyCount, BOXES);
    assert_int_equal(info.bytes, status->bytes);
    assert_int_equal(info.unreadableBytes, 0);
    assert_true(info.isComplete);
    assert_true(info.firstTime == 1 * 0.001 && info.lastTime == STEPS * 0.001);
}

static void what_was_recorded_comes_back_to_the_bit(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(BOXES);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    vlRecorderStatus status;
    static vlRecordedBody kept[STEPS][BOXES];
    static uint64_t counts[STEPS];
    size_t lastViewSize = 0;
    assert_int_equal(vlRecorder_Create(name, run.simulation, NULL, &recorder, NULL, 0), VL_OK);
    const vlWorld* world = vlSimulation_GetWorld(run.simulation);
    for (int i = 0; i < STEPS; ++i) {
        vlTestRun_Step(&run, recorder, i);
        counts[i] = vlWorld_GetStepInfo(world).stepCount;
        for (int k = 0; k < BOXES; ++k) {
            vlBodyId id = vlSimulation_GetBody(run.simulation, k + 1);
            assert_int_equal(vlBody_GetPose(world, id, &kept[i][k].pose), VL_OK);
            assert_int_equal(vlBody_GetTwist(world, id, &kept[i][k].twist), VL_OK);
        }
        lastViewSize = i % 16 == 0 ? ((vlViewHeader*)run.view)->size : lastViewSize;
    }
    assert_int_equal(vlRecorder_Close(recorder, &status), VL_OK);
    assert_int_equal(status.steps, STEPS);
    assert_int_equal(status.lostSteps, 0);
    assert_int_equal(status.views, 16);
    assert_int_equal(status.systemError, 0);
    assert_true(status.bufferPeak > 0);

    vlRecording* recording = vlTestRun_OpenRecording(name);
    checkInfo(recording, &run, &status);
    for (int i = 0; i < BOXES; ++i) {
        assert_int_equal(vlRecording_GetBodyPlace(recording, i), i + 1); // the floor is static
    }
    assert_int_equal(vlRecording_GetBodyPlace(recording, BOXES), -1);
    assert_int_equal(vlRecording_GetBodyPlace(recording, -1), -1);
    for (int i = 0; i < STEPS; ++i) {
        vlRecordedStep step;
        assert_int_equal(vlRecording_GetStep(recording, (uint64_t)i, &step), VL_OK);
        assert_int_equal(step.index, i);
        assert_int_equal(step.stepCount, counts[i]);
        assert_memory_equal(step.bodies, kept[i], sizeof kept[i]);
    }
    vlRecordedStep step;
    const void* view;
    size_t size;
    assert_int_equal(vlRecording_GetStep(recording, STEPS, &step), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecording_GetView(recording, 15, &view, &size), VL_OK);
    assert_int_equal(size, lastViewSize);
    assert_memory_equal(view, run.view, size);
    assert_int_equal(vlRecording_GetView(recording, 16, &view, &size), VL_ERROR_ARGUMENT);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void inputs_come_back_with_their_steps(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(3);
    char* name = vlTestRun_Record(&run, 100);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlRecordedStep step;
    assert_int_equal(vlRecording_GetStep(recording, 9, &step), VL_OK);
    assert_int_equal(step.inputCount, 0);
    assert_int_equal(vlRecording_GetStep(recording, 10, &step), VL_OK);
    assert_int_equal(step.inputCount, 1);
    vlInput input;
    assert_int_equal(vlRecording_GetInput(recording, 10, 0, &input), VL_OK);
    assert_int_equal(input.kind, VL_INPUT_GRAB);
    assert_int_equal(input.grab, 3);
    assert_int_equal(input.body, 1);
    assert_true(input.point.x == 0.05 && input.target.y == 0.3);
    assert_int_equal(vlRecording_GetInput(recording, 10, 1, &input), VL_ERROR_ARGUMENT);
    assert_int_equal(vlRecording_GetStep(recording, 30, &step), VL_OK);
    assert_int_equal(step.inputCount, 2);
    assert_int_equal(vlRecording_GetInput(recording, 30, 1, &input), VL_OK);
    assert_true(input.target.x == -0.1);
    // A restart: the world counts from the start again, the recording goes on.
    assert_int_equal(vlRecording_GetStep(recording, 60, &step), VL_OK);
    assert_int_equal(vlRecording_GetInput(recording, 60, 0, &input), VL_OK);
    assert_int_equal(input.kind, VL_INPUT_RESTART);
    assert_int_equal(step.stepCount, 1);
    assert_int_equal(step.index, 60);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void views_are_found_by_time_through_restarts(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(3);
    char* name = vlTestRun_Record(&run, 250);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    uint64_t count = vlRecording_GetInfo(recording).views;
    assert_int_equal(count, 16);
    for (uint64_t i = 0; i < count; ++i) {
        double time = vlRecording_GetViewTime(recording, i);
        assert_true(time == (double)(16 * i + 1) * 0.001);
        assert_int_equal(vlRecording_FindView(recording, time), i);
        assert_int_equal(vlRecording_FindView(recording, time + 0.0155), i);
        // Sums of steps fall short of their product by far less than a thousandth of a step.
        assert_int_equal(vlRecording_FindView(recording, time - 1e-9), i);
        assert_int_equal(vlRecording_FindView(recording, time - 0.0005), i > 0 ? i - 1 : 0);
    }
    assert_int_equal(vlRecording_FindView(recording, -1.0), 0);
    assert_int_equal(vlRecording_FindView(recording, 1e9), count - 1);
    assert_int_equal(vlRecording_FindView(recording, (double)NAN), 0);
    assert_true(vlRecording_GetViewTime(recording, count) == 0.0);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

static void the_same_run_gives_the_same_file(void** state)
{
    (void)state;
    unsigned char* bytes[2];
    size_t size[2];
    for (int i = 0; i < 2; ++i) {
        vlTestRun run = vlTestRun_Open(4);
        char* name = vlTestRun_Record(&run, 120);
        bytes[i] = vlTestFile_Read(name, &size[i]);
        vlTestFile_Remove(name);
        vlTestRun_Close(&run);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static void a_run_without_a_step_is_a_recording(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestRun_Record(&run, 0);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    vlReplayReport report;
    assert_true(info.isComplete && info.steps == 0 && info.views == 0);
    assert_true(info.firstTime == 0.0 && info.lastTime == 0.0);
    assert_int_equal(vlRecording_FindView(recording, 1.0), 0);
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_true(report.isEqual && report.stepsCompared == 0 && !report.hasGaps);
    vlRecording_Close(recording);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

// A recording by an earlier build: the format and the motion have not changed. After a change that
// is meant to alter the motion, its scene is recorded again: volar run --seconds 0.06 --record.
static void a_kept_recording_is_read_and_repeated(void** state)
{
    (void)state;
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/tests/corpus/record/joint", root != NULL ? root : ".");
    vlRecording* recording = vlTestRun_OpenRecording(path);
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_int_equal(info.steps, 12);
    assert_int_equal(info.unreadableBytes, 0);
    assert_true(info.isComplete);
    const void* view = NULL;
    size_t size = 0;
    assert_int_equal(vlRecording_GetView(recording, 0, &view, &size), VL_OK);
    assert_int_equal(vlView_GetTail(view)->jointCount, 1);
    assert_int_equal(vlView_GetHaptic(view)->deviceCount, 0);
    vlReplayReport report;
    assert_int_equal(vlRecording_Verify(recording, &report, NULL, 0), VL_OK);
    assert_true(report.isEqual);
    vlRecording_Close(recording);
}

static void a_part_larger_than_a_batch_is_written_whole(void** state)
{
    (void)state;
    vlTestRun run = vlTestRun_Open(2);
    char* name = vlTestFile_Name();
    vlRecorder* recorder = NULL;
    // A view of two bodies and a floor with 20000 contacts, no corners and no joints: 1.4 MB.
    size_t size = sizeof(vlViewHeader) + 3 * sizeof(vlViewBody) + 20000 * sizeof(vlViewContact) +
                  sizeof(vlViewTail) + sizeof(vlViewHaptic);
    vlViewHeader* view = calloc(1, size);
    assert_non_null(view);
    view->magic = VL_VIEW_MAGIC;
    view->size = (uint32_t)size;
    view->bodyCount = 3;
    view->contactCount = 20000;
    memset((unsigned char*)view + size - 5, 0x5a, 5); // of the worst age of a packet
    assert_int_equal(vlRecorder_Create(name, run.simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    vlTestRun_Step(&run, recorder, 0);
    assert_int_equal(vlRecorder_AddView(recorder, view, size), VL_OK);
    vlTestRun_Step(&run, recorder, 1);
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    const void* found;
    size_t foundSize;
    assert_true(vlRecording_GetInfo(recording).isComplete);
    assert_int_equal(vlRecording_GetView(recording, 1, &found, &foundSize), VL_OK);
    assert_int_equal(foundSize, size);
    assert_memory_equal(found, view, size);
    vlRecording_Close(recording);
    free(view);
    vlTestFile_Remove(name);
    vlTestRun_Close(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_recorded_comes_back_to_the_bit),
        cmocka_unit_test(inputs_come_back_with_their_steps),
        cmocka_unit_test(views_are_found_by_time_through_restarts),
        cmocka_unit_test(the_same_run_gives_the_same_file),
        cmocka_unit_test(a_run_without_a_step_is_a_recording),
        cmocka_unit_test(a_kept_recording_is_read_and_repeated),
        cmocka_unit_test(a_part_larger_than_a_batch_is_written_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
