// SPDX-License-Identifier: MIT
// The loop of a live run, turn by turn under the test's own clock, so that every count is exact.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/histogram.h"
#include "base/latest.h"
#include "live_fixture.h"
#include "run/simulation_parts.h"
#include "test.h"

static vlStepInfo infoOf(const vlLiveLoop* loop)
{
    return vlWorld_GetStepInfo(vlSimulation_GetWorld(loop->def.simulation));
}

static vlVec3 boxAt(const vlLiveLoop* loop)
{
    vlPose pose;
    vlBodyId box = vlSimulation_GetBody(loop->def.simulation, BOX);
    assert_int_equal(vlBody_GetPose(vlSimulation_GetWorld(loop->def.simulation), box, &pose),
                     VL_OK);
    return pose.p;
}

static uint32_t countOf(const uint32_t bins[VL_VIEW_BINS])
{
    uint32_t sum = 0;
    for (int i = 0; i < VL_VIEW_BINS; i++) {
        sum += bins[i];
    }
    return sum;
}

static void steps_on_time_are_not_late(void** state)
{
    (void)state;
    vlPace pace = {0};
    vlPace_Start(&pace, 10.0, 0.001);
    for (int i = 0; i < 1000; i++) {
        vlPace_Begin(&pace, 10.0 + 0.001 * i);
        vlPace_End(&pace, 10.0 + 0.001 * i + 0.0009);
    }
    assert_int_equal(pace.missed, 0);
    assert_true(pace.lateness < 1e-9); // the rounding of a thousand sums
    assert_true(fabs(pace.next - 11.0) < 1e-9);
}

static void a_long_step_misses_and_nothing_is_caught_up(void** state)
{
    (void)state;
    vlPace pace = {0};
    vlPace_Start(&pace, 0.0, 0.001);
    assert_true(vlPace_Begin(&pace, 0.0) == 0.0);
    vlPace_End(&pace, 0.0025); // the next two deadlines have passed
    assert_int_equal(pace.missed, 1);
    assert_true(fabs(vlPace_Begin(&pace, 0.0025) - 0.0015) < 1e-12);
    assert_int_equal(pace.missed, 2); // the step of 0.001 is left out, this is that of 0.002
    vlPace_End(&pace, 0.0026);
    assert_int_equal(pace.missed, 2);
    assert_true(fabs(pace.lateness - 0.0015) < 1e-12);
    assert_true(fabs(pace.next - 0.003) < 1e-12); // deadlines stay on their grid
}

static void far_behind_all_that_passed_is_missed(void** state)
{
    (void)state;
    vlPace pace = {0};
    vlPace_Start(&pace, 0.0, 0.001);
    vlPace_Begin(&pace, 0.5004);
    vlPace_End(&pace, 0.5005);
    assert_int_equal(pace.missed, 500);
    assert_true(fabs(pace.next - 0.501) < 1e-12);
    vlPace_Begin(&pace, 1e9); // a machine that slept for decades: the count saturates
    assert_int_equal(pace.missed, UINT32_MAX);
    vlPace_End(&pace, 2e9);
    assert_int_equal(pace.missed, UINT32_MAX);
}

static void a_run_keeps_step_with_the_clock(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 1.0);
    // One step at the start and one after each period; the last one may be due just now.
    assert_in_range(infoOf(&loop).stepCount, 1000, 1001);
    assert_int_equal(loop.pace.missed, 0);
    vlLiveLoop_Destroy(&loop);
}

static void speed_stretches_the_timetable(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = 0.1});
    runFor(&loop, &clock, 1.0);
    assert_in_range(infoOf(&loop).stepCount, 100, 101);
    // A period of a second must not be waited for once the speed is back to normal.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = 0.001});
    runFor(&loop, &clock, 0.1);
    uint64_t before = infoOf(&loop).stepCount;
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = 1.0});
    runFor(&loop, &clock, 0.1);
    assert_in_range(infoOf(&loop).stepCount - before, 94, 101); // 5 ms until commands are seen
    vlLiveLoop_Destroy(&loop);
}

static void a_pause_stops_the_steps_and_misses_no_deadline(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.1);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    assert_true(vlLiveLoop_Turn(&loop));
    uint64_t before = infoOf(&loop).stepCount;
    runFor(&loop, &clock, 5.0);
    assert_int_equal(infoOf(&loop).stepCount, before);
    assert_true(loop.status.view.flags & VL_VIEW_PAUSED);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 0.1);
    assert_in_range(infoOf(&loop).stepCount - before, 94, 101);
    assert_int_equal(loop.pace.missed, 0);
    vlLiveLoop_Destroy(&loop);
}

static void single_steps_are_counted_exactly(void** state)
{
    (void)state;
    static const int counts[] = {1, 1, 7, 1000};
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.startsPaused = true});
    runFor(&loop, &clock, 0.1);
    assert_int_equal(infoOf(&loop).stepCount, 0);
    uint64_t expected = 0;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = counts[i]});
        runFor(&loop, &clock, 1.5);
        expected += (uint64_t)counts[i];
        assert_int_equal(infoOf(&loop).stepCount, expected);
    }
    // Single steps requested while running: that many more, then pause.
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = false});
    runFor(&loop, &clock, 0.1);
    expected = infoOf(&loop).stepCount + 5;
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 5});
    runFor(&loop, &clock, 0.1);
    assert_int_equal(infoOf(&loop).stepCount, expected);
    assert_true(loop.status.isPaused);
    vlLiveLoop_Destroy(&loop);
}

// A page that leaves, or is cut off, sends this.
static void leave(vlLiveLoop* loop, int client)
{
    sendCommand(loop, (vlViewerCommand){.kind = VL_COMMAND_LEAVE, .client = client, .device = -1});
}

static void ask(vlLiveLoop* loop, FakeClock* clock, vlCommandKind kind, int client)
{
    sendCommand(loop, (vlViewerCommand){.kind = kind, .client = client, .on = true, .count = 1000});
    runFor(loop, clock, 0.01);
}

static void a_pause_ends_with_the_last_client_that_asked_for_it(void** state)
{
    (void)state;
    const vlCommandKind kinds[] = {VL_COMMAND_PAUSE, VL_COMMAND_STEP};
    for (int i = 0; i < 4; ++i) {
        vlLiveLoop loop;
        FakeClock clock = fakeClock();
        startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
        runFor(&loop, &clock, 0.1);
        ask(&loop, &clock, kinds[i % 2], 1);
        ask(&loop, &clock, kinds[i / 2], 7);
        assert_true(loop.status.isPaused);
        leave(&loop, 3); // a client that looks on
        leave(&loop, 1);
        runFor(&loop, &clock, 0.1);
        assert_true(loop.status.isPaused);
        leave(&loop, 7);
        uint64_t steps = loop.status.steps;
        runFor(&loop, &clock, 0.5);
        assert_false(loop.status.isPaused);
        assert_true(loop.status.steps > steps + 450);
        assert_non_null(strstr(loop.status.notice, "the viewer that paused it has left"));
        // Who went on before leaving has nothing to end.
        ask(&loop, &clock, VL_COMMAND_PAUSE, 1);
        sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .client = 2, .on = false});
        ask(&loop, &clock, VL_COMMAND_PAUSE, 2);
        leave(&loop, 1);
        runFor(&loop, &clock, 0.1);
        assert_true(loop.status.isPaused);
        vlLiveLoop_Destroy(&loop);
    }
    // Nor does a client end a pause that it did not ask for.
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.startsPaused = true});
    leave(&loop, 0);
    runFor(&loop, &clock, 0.1);
    assert_true(loop.status.isPaused);
    vlLiveLoop_Destroy(&loop);
}

static void a_restart_shows_at_once_even_while_paused(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.2);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_PAUSE, .on = true});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_RESTART});
    runFor(&loop, &clock, 0.1);
    assert_int_equal(infoOf(&loop).stepCount, 1);
    assert_true(loop.status.isPaused);
    assert_true(boxAt(&loop).z > 0.0599); // it has only begun to fall
    assert_true(loop.status.steps > 200); // which go on counting
    vlLiveLoop_Destroy(&loop);
}

static void a_grab_lifts_a_body_and_lets_it_fall(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.2);
    sendCommand(&loop, grab(vlVec(0.0, 0.0, 0.05)));
    runFor(&loop, &clock, 0.01);
    assert_true(vlSimulation_GetGrab(loop.def.simulation, 2).isActive);
    sendCommand(&loop, (vlViewerCommand){
                           .kind = VL_COMMAND_MOVE, .client = 2, .target = vlVec(0.0, 0.0, 0.5)});
    runFor(&loop, &clock, 2.0);
    // The box's weight stretches the grab's spring; the spring carries twenty times that, so 20 mm
    // are ample.
    assert_true(fabs(boxAt(&loop).z - 0.5) < 0.02);
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_RELEASE, .client = 2});
    runFor(&loop, &clock, 2.0);
    assert_false(vlSimulation_GetGrab(loop.def.simulation, 2).isActive);
    assert_true(fabs(boxAt(&loop).z - 0.05) < 0.002); // on the floor, sunk in by less than that
    vlLiveLoop_Destroy(&loop);
}

static void a_pause_leaves_one_input_per_client(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.startsPaused = true});
    sendCommand(&loop, grab(vlVec(0.0, 0.0, 0.1)));
    for (int i = 0; i < 10 * VL_MAX_INPUTS; i++) {
        vlVec3 target = vlVec(0.001 * i, 0.0, 0.1);
        sendCommand(&loop,
                    (vlViewerCommand){.kind = VL_COMMAND_MOVE, .client = 2, .target = target});
        assert_true(vlLiveLoop_Turn(&loop));
    }
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 1});
    runFor(&loop, &clock, 0.1);
    const vlInput* inputs;
    assert_int_equal(vlSimulation_GetInputs(loop.def.simulation, &inputs), 1);
    assert_int_equal(inputs[0].kind, VL_INPUT_GRAB);
    assert_int_equal(inputs[0].body, BOX);
    assert_true(inputs[0].target.x == 0.001 * (10 * VL_MAX_INPUTS - 1));
    // Taken and let go within one pause: nothing is held.
    sendCommand(&loop, grab(vlZero()));
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_RELEASE, .client = 2});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 1});
    runFor(&loop, &clock, 0.1);
    assert_false(vlSimulation_GetGrab(loop.def.simulation, 2).isActive);
    vlLiveLoop_Destroy(&loop);
}

static void senseless_commands_change_nothing(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    sendCommand(&loop,
                (vlViewerCommand){.kind = VL_COMMAND_GRAB, .client = VL_MAX_GRABS, .body = BOX});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_GRAB, .client = -1, .body = BOX});
    sendCommand(&loop,
                (vlViewerCommand){.kind = VL_COMMAND_GRAB, .client = 0, .body = 0}); // the floor
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_GRAB, .client = 0, .body = 99});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_MOVE, .client = 1});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = 0.0});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SPEED, .value = (double)NAN});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SEEK, .value = 3.0});
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SCENE, .name = "other"});
    runFor(&loop, &clock, 0.1);
    for (int i = 0; i < VL_MAX_GRABS; i++) {
        assert_false(vlSimulation_GetGrab(loop.def.simulation, i).isActive);
    }
    assert_in_range(infoOf(&loop).stepCount, 100, 101);
    assert_int_equal(loop.status.noticeCount, 1); // there is no other scene
    vlLiveLoop_Destroy(&loop);
}

static void a_fast_run_makes_exactly_the_steps_asked_for(void** state)
{
    (void)state;
    static const double seconds[] = {0.0004, 0.001, 0.3, 1.0};
    static const uint64_t steps[] = {1, 1, 300, 1000};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        vlLiveLoop loop;
        FakeClock clock = fakeClock();
        double start = clock.now;
        startLoop(&loop, &clock, (vlLiveDef){.seconds = seconds[i], .isFast = true});
        while (!loop.status.isEnded) {
            assert_true(vlLiveLoop_Turn(&loop));
        }
        runFor(&loop, &clock, 0.1); // nothing more happens
        assert_int_equal(infoOf(&loop).stepCount, steps[i]);
        assert_true(clock.now - start < 0.2); // it slept only afterwards
        vlLiveLoop_Finish(&loop);
        assert_true(loop.status.hash ==
                    vlWorld_GetHash(vlSimulation_GetWorld(loop.def.simulation)));
        assert_int_equal(countOf(loop.status.view.stepTimes), steps[i]);
        vlLiveLoop_Destroy(&loop);
    }
}

static void a_stalled_machine_is_not_raced_after(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.1);
    uint64_t before = infoOf(&loop).stepCount;
    clock.now += 2.0;
    runFor(&loop, &clock, 0.1);
    assert_in_range(infoOf(&loop).stepCount - before, 99, 102);
    assert_true(loop.pace.lateness > 1.9);
    assert_in_range(loop.pace.missed, 1999, 2001); // every period of the stall but the last
    vlLiveLoop_Destroy(&loop);
}

static void each_step_is_timed_and_the_machine_blamed_apart(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.1);
    clock.now += 0.0205; // asleep too long
    runFor(&loop, &clock, 0.1);
    vlLiveLoop_Finish(&loop);
    const vlLiveStatus* s = &loop.status;
    assert_int_equal(countOf(s->view.stepTimes), s->steps);
    assert_int_equal(countOf(s->timing.lateTimes), s->steps);
    // Each reading of the clock takes a microsecond: one after reading, one after the step, one at
    // the end.
    assert_true(fabs(s->timing.worstStep - 3.0) < 1e-3); // 1e-9 s, far above the clock's rounding
    assert_true(fabs(s->timing.worstStages[VL_STAGE_READ] - 1.0) < 1e-3);
    assert_true(fabs(s->timing.worstStages[VL_STAGE_WRITE] - 1.0) < 1e-3);
    assert_true(s->timing.worstLateness > 19000.0 && s->timing.worstLateness < 21000.0);
    assert_true(vlHistogram_FindPercentile(s->timing.lateTimes, 0.99) < 100.0); // once only
    vlLiveLoop_Destroy(&loop);
    // A fast run has no deadlines, but its steps still take time.
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.1, .isFast = true});
    runFor(&loop, &clock, 0.1);
    vlLiveLoop_Finish(&loop);
    assert_int_equal(countOf(s->timing.lateTimes), 0);
    assert_int_equal(countOf(s->view.stepTimes), 100);
    assert_true(s->timing.worstStep > 2.9);
    vlLiveLoop_Destroy(&loop);
}

// Finds another scene by its name, or none.
static vlScene* findScene(void* user, const char* name, char* message, size_t messageSize)
{
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    ++*(int*)user;
    if (strcmp(name, "other") != 0) {
        snprintf(message, messageSize, "there is no scene '%s'", name);
        return NULL;
    }
    makeScene(&scene, &simulation);
    vlSimulation_Destroy(simulation);
    return scene;
}

static void another_scene_starts_from_its_beginning(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    int asked = 0;
    startLoop(&loop, &clock, (vlLiveDef){.scenes = {.find = findScene, .user = &asked}});
    runFor(&loop, &clock, 0.5);
    const vlSimulation* before = loop.def.simulation;
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SCENE, .name = "missing"});
    runFor(&loop, &clock, 0.1);
    assert_ptr_equal(loop.def.simulation, before);
    assert_non_null(strstr(loop.status.notice, "there is no scene 'missing'"));
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_SCENE, .name = "other"});
    runFor(&loop, &clock, 0.1);
    assert_in_range(infoOf(&loop).stepCount, 100, 101);
    assert_int_equal(asked, 2);
    assert_int_equal(loop.status.noticeCount, 2);
    vlLiveLoop_Destroy(&loop);
}

static void nobody_needs_to_read_the_status(void** state)
{
    (void)state;
    vlLiveLoop loop;
    FakeClock clock = fakeClock();
    size_t size;
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 2.0); // some forty statuses, none of them read
    const vlLiveStatus* newest = vlLatest_Take(loop.statuses, &size);
    assert_non_null(newest);
    assert_int_equal(size, sizeof *newest);
    assert_true(newest->time > 1.9); // the newest one, not the first
    assert_in_range(newest->view.rate, 990, 1010);
    assert_null(vlLatest_Take(loop.statuses, &size));
    vlLiveLoop_Destroy(&loop);
}

static vlViewerCommand setting(int parameter, double value)
{
    vlViewerCommand command = {
        .kind = VL_COMMAND_SET, .client = 1, .parameter = parameter, .value = value};
    return command;
}

// Half the step: twice as many steps in the same time, and simulated time goes on as the clock
// does.
static void a_shorter_step_keeps_pace_with_the_clock(void** state)
{
    (void)state;
    FakeClock clock = fakeClock();
    vlLiveLoop loop;
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.2);
    uint64_t steps = loop.status.steps;
    double simulated = loop.status.simulated;
    sendCommand(&loop, setting(0, 0.5 * STEP));
    runFor(&loop, &clock, 0.2);
    assert_true(
        vlIsNear((double)(loop.status.steps - steps), 400.0, 2.0)); // the first and the last
    assert_true(vlIsNear(loop.status.simulated - simulated, 0.2, 2.0 * STEP));
    assert_true(vlIsNear(infoOf(&loop).time, loop.status.simulated, 1e-9));
    assert_int_equal(loop.pace.missed, 0);
    vlViewerCommand reset = {.kind = VL_COMMAND_RESET, .client = 1};
    sendCommand(&loop, reset);
    runFor(&loop, &clock, 0.01);
    assert_true(loop.status.step == STEP);
    assert_int_equal(loop.status.noticeCount, 0);
    vlLiveLoop_Destroy(&loop);
}

// A slider that is dragged while the run is paused leaves one input.
static void changes_before_a_step_count_once_each(void** state)
{
    (void)state;
    FakeClock clock = fakeClock();
    vlLiveLoop loop;
    startLoop(&loop, &clock, (vlLiveDef){.startsPaused = true});
    for (int i = 0; i < 60; ++i) {
        sendCommand(&loop, setting(3, -9.8 + 0.1 * i));
        assert_true(vlLiveLoop_Turn(&loop));
    }
    sendCommand(&loop, setting(1, 2.0));
    sendCommand(&loop, (vlViewerCommand){.kind = VL_COMMAND_STEP, .count = 1});
    runFor(&loop, &clock, 0.01);
    const vlInput* inputs = NULL;
    assert_int_equal(vlSimulation_GetInputs(loop.def.simulation, &inputs), 2);
    assert_true(vlIsNear(vlSimulation_GetParameter(loop.def.simulation, 3), -9.8 + 5.9, 1e-12));
    assert_true(vlSimulation_GetParameter(loop.def.simulation, 1) == 2.0);
    vlLiveLoop_Destroy(&loop);
}

static void a_change_that_is_refused_says_why_and_leaves_the_rest(void** state)
{
    (void)state;
    FakeClock clock = fakeClock();
    vlLiveLoop loop;
    startLoop(&loop, &clock, (vlLiveDef){.seconds = 0.0});
    runFor(&loop, &clock, 0.01);
    sendCommand(&loop, setting(3, 1e6));
    runFor(&loop, &clock, 0.01);
    assert_int_equal(loop.status.noticeCount, 1);
    assert_non_null(strstr(loop.status.notice, "gravity-z is 1e+06 m/s2; expected -100 to 100"));
    sendCommand(&loop, setting(900, 1.0));
    runFor(&loop, &clock, 0.01);
    assert_non_null(strstr(loop.status.notice, "parameter 900; expected 0 to"));
    sendCommand(&loop, setting(0, 2.0 * STEP)); // this world is explicit: its step cannot be longer
    runFor(&loop, &clock, 0.01);
    assert_non_null(strstr(loop.status.notice, "step is 0.002 s; expected"));
    assert_true(loop.status.step == STEP);
    assert_true(vlSimulation_GetParameter(loop.def.simulation, 3) == -9.8);
    vlLiveLoop_Destroy(&loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_on_time_are_not_late),
        cmocka_unit_test(a_long_step_misses_and_nothing_is_caught_up),
        cmocka_unit_test(far_behind_all_that_passed_is_missed),
        cmocka_unit_test(a_run_keeps_step_with_the_clock),
        cmocka_unit_test(speed_stretches_the_timetable),
        cmocka_unit_test(a_pause_stops_the_steps_and_misses_no_deadline),
        cmocka_unit_test(single_steps_are_counted_exactly),
        cmocka_unit_test(a_pause_ends_with_the_last_client_that_asked_for_it),
        cmocka_unit_test(a_restart_shows_at_once_even_while_paused),
        cmocka_unit_test(a_grab_lifts_a_body_and_lets_it_fall),
        cmocka_unit_test(a_pause_leaves_one_input_per_client),
        cmocka_unit_test(senseless_commands_change_nothing),
        cmocka_unit_test(a_fast_run_makes_exactly_the_steps_asked_for),
        cmocka_unit_test(a_stalled_machine_is_not_raced_after),
        cmocka_unit_test(each_step_is_timed_and_the_machine_blamed_apart),
        cmocka_unit_test(another_scene_starts_from_its_beginning),
        cmocka_unit_test(nobody_needs_to_read_the_status),
        cmocka_unit_test(a_shorter_step_keeps_pace_with_the_clock),
        cmocka_unit_test(changes_before_a_step_count_once_each),
        cmocka_unit_test(a_change_that_is_refused_says_why_and_leaves_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
