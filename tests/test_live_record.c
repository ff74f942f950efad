// SPDX-License-Identifier: MIT
// Live runs that are recorded, in their thread against the real clock, and recordings played back.
// With the real clock only results that do not depend on the machine are checked.

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "live_fixture.h"
#include "recordings.h"
#include "test.h"

// A file name for this process in the current folder; the caller removes the file.
static void makePath(char* path, size_t size)
{
    snprintf(path, size, "live-record-%ld.vlr", (long)getpid());
    (void)remove(path);
}

static void await(vlLive* live, uint64_t steps)
{
    vlLiveStatus status = {.steps = 0};
    while (status.steps < steps) {
        nanosleep(&(struct timespec){0, 2000000}, NULL);
        vlLive_TakeStatus(live, &status);
    }
}

static void command(vlLive* live, vlViewerCommand c)
{
    assert_true(vlLive_Send(live, &c));
}

// Records a run in its thread, with hands, a pause, steps and a restart at times that depend on the
// machine.
static vlRecorderStatus recordRun(const char* path, vlLiveStatus* status)
{
    vlLive* live;
    vlRecorderStatus recorded;
    vlLiveDef def = {.isFast = false};
    vlRecorderDef recorder = {.bufferSize = VL_TEST_BUFFER};
    makeScene(&def.scene, &def.simulation);
    assert_int_equal(vlRecorder_Create(path, def.simulation, &recorder, &def.recorder, NULL, 0),
                     VL_OK);
    assert_int_equal(vlLive_Start(&def, &live), VL_OK);
    await(live, 30);
    command(live, grab(vlVec(0.0, 0.0, 0.3)));
    await(live, 100);
    command(live, (vlViewerCommand){
                      .kind = VL_COMMAND_MOVE, .client = 2, .target = vlVec(0.1, 0.2, 0.3)});
    command(live, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = 3.0});
    await(live, 200);
    command(live, (vlViewerCommand){.kind = VL_COMMAND_RESTART});
    command(live, (vlViewerCommand){.kind = VL_COMMAND_SCENE, .name = "other"}); // refused
    await(live, 300);
    command(live, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    command(live, grab(vlVec(0.3, 0.0, 0.1)));
    command(live, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 50});
    command(live, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    await(live, 500);
    vlLive_Stop(live, status);
    assert_int_equal(vlRecorder_Close(def.recorder, &recorded), VL_OK);
    vlLive_Destroy(live);
    return recorded;
}

static void a_recorded_run_is_repeated_to_the_bit(void** state)
{
    (void)state;
    char path[256], message[256] = "";
    vlRecording* recording;
    vlReplayReport report;
    vlLiveStatus status;
    makePath(path, sizeof path);
    vlRecorderStatus recorded = recordRun(path, &status);
    assert_int_equal(recorded.lostSteps, 0);
    assert_int_equal(recorded.steps, status.steps);
    assert_int_equal(status.noticeCount, 1); // the scene stays while it is recorded
    assert_non_null(strstr(status.notice, "recorded"));
    assert_int_equal(vlRecording_Open(path, &recording, message, sizeof message), VL_OK);
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    assert_true(info.isComplete);
    assert_int_equal(info.steps, status.steps);
    assert_true(info.inputs >= 4); // grab, move, restart, grab
    // Sixty views in a second of simulated time.
    double views = status.simulated * VL_LIVE_VIEW_RATE;
    assert_true(fabs((double)info.views - views) <= 1.0);
    assert_int_equal(vlRecording_Verify(recording, &report, message, sizeof message), VL_OK);
    assert_true(report.isEqual);
    assert_false(report.hasGaps);
    assert_int_equal(report.stepsCompared, status.steps);
    vlRecording_Close(recording);
    assert_int_equal(remove(path), 0);
}

// A recorded fast run of two seconds.
static vlRecording* recordFast(const char* path)
{
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    vlLiveDef def = {.seconds = 2.0, .isFast = true};
    vlRecorderDef recorder = {.bufferSize = VL_TEST_BUFFER, .mayWait = true};
    vlRecording* recording;
    makeScene(&def.scene, &def.simulation);
    assert_int_equal(vlRecorder_Create(path, def.simulation, &recorder, &def.recorder, NULL, 0),
                     VL_OK);
    assert_int_equal(vlLiveLoop_Init(&loop, &def, clockOf(&clock)), VL_OK);
    while (!loop.status.isEnded) {
        assert_true(vlLiveLoop_Turn(&loop));
    }
    assert_int_equal(vlRecorder_Close(def.recorder, NULL), VL_OK);
    vlLiveLoop_Destroy(&loop);
    assert_int_equal(vlRecording_Open(path, &recording, NULL, 0), VL_OK);
    return recording;
}

static void startPlaying(vlLiveLoop* loop, FakeClock* clock, vlRecording* recording, bool isPaused)
{
    vlLiveDef def = {.recording = recording, .startsPaused = isPaused};
    vlSimulation* simulation;
    makeScene(&def.scene, &simulation);
    vlSimulation_Destroy(simulation);
    assert_int_equal(vlLiveLoop_Init(loop, &def, clockOf(clock)), VL_OK);
}

static const vlViewHeader* shownView(vlLiveLoop* loop)
{
    static _Alignas(8) unsigned char buffer[65536];
    size_t size = vlPlay_WriteView(loop, buffer, sizeof buffer);
    const vlViewHeader* header = (const vlViewHeader*)(const void*)buffer;
    assert_true(size >= sizeof *header);
    assert_int_equal(header->size, size);
    return header;
}

static void a_recording_plays_by_its_own_time_and_pauses_at_the_end(void** state)
{
    (void)state;
    char path[256];
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    makePath(path, sizeof path);
    startPlaying(&loop, &clock, recordFast(path), false);
    runFor(&loop, &clock, 1.0);
    // The clock advances a little at each reading, and a turn is 5 ms.
    assert_true(fabs(loop.position - 1.0) < 0.01);
    const vlViewHeader* header = shownView(&loop);
    assert_int_equal(header->status.flags, VL_VIEW_PLAYBACK);
    assert_true(fabs(header->time - 1.0) < 0.01);
    assert_true(header->status.lastTime == 2.0);
    assert_int_equal(header->bodyCount, 2);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = 0.5});
    runFor(&loop, &clock, 1.0);
    assert_true(fabs(loop.position - 1.5) < 0.02);
    runFor(&loop, &clock, 2.0);
    assert_true(loop.status.isPaused);
    assert_true(loop.position == 2.0);
    assert_int_equal(shownView(&loop)->status.flags, VL_VIEW_PLAYBACK | VL_VIEW_PAUSED);
    // Continuing from the end plays the recording again.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 0.2);
    assert_true(fabs(loop.position - 0.1) < 0.02);
    vlLiveLoop_Destroy(&loop);
    assert_int_equal(remove(path), 0);
}

static void a_recording_can_be_searched_view_by_view(void** state)
{
    (void)state;
    char path[256];
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    makePath(path, sizeof path);
    startPlaying(&loop, &clock, recordFast(path), true);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SEEK, .value = 1.25});
    runFor(&loop, &clock, 0.05);
    assert_true(loop.position == 1.25);
    uint64_t index = loop.viewIndex;
    uint64_t steps = shownView(&loop)->stepCount;
    assert_in_range(steps, 1250 - 17, 1250); // a view every 16 or 17 steps
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 1});
    runFor(&loop, &clock, 0.05);
    assert_int_equal(loop.viewIndex, index + 1);
    assert_in_range(shownView(&loop)->stepCount - steps, 16, 17);
    assert_true(fabs(loop.position - STEP * (double)shownView(&loop)->stepCount) < 1e-9);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 1000});
    runFor(&loop, &clock, 0.05);
    assert_int_equal(loop.viewIndex, loop.info.views - 1);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SEEK, .value = -5.0});
    runFor(&loop, &clock, 0.05);
    assert_int_equal(loop.viewIndex, 0);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SEEK, .value = 1e9});
    sendCommand(&loop, grab(vlZero())); // a recording cannot be changed
    runFor(&loop, &clock, 0.05);
    assert_true(loop.position == loop.info.lastTime);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_RESTART});
    runFor(&loop, &clock, 0.05);
    assert_int_equal(loop.viewIndex, 0);
    assert_true(loop.status.isPaused);
    vlLiveLoop_Destroy(&loop);
    assert_int_equal(remove(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorded_run_is_repeated_to_the_bit),
        cmocka_unit_test(a_recording_plays_by_its_own_time_and_pauses_at_the_end),
        cmocka_unit_test(a_recording_can_be_searched_view_by_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
