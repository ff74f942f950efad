// SPDX-License-Identifier: MIT
#include <math.h>

#include "live_fixture.h"
#include "test.h"

static const char sceneText[] = "volar: 1\n"
                                "name: box\n"
                                "world: {step: 0.001, integrator: euler}\n"
                                "bodies:\n"
                                "  - name: floor\n"
                                "    type: static\n"
                                "    shape: {halfspace: {normal: [0, 0, 1]}}\n"
                                "  - name: box\n"
                                "    shape: {box: {size: [0.1, 0.1, 0.1]}}\n"
                                "    mass: 1\n"
                                "    position: [0, 0, 0.06]\n";

static double fakeNow(void* user)
{
    FakeClock* clock = user;
    clock->now += clock->perLook;
    return clock->now;
}

static void fakeSleepUntil(double time, void* user)
{
    FakeClock* clock = user;
    clock->now = fmax(clock->now, time);
}

// Starts at an odd time, so that nothing can rely on starting at zero.
FakeClock fakeClock(void)
{
    FakeClock clock = {123.4567, 1e-6};
    return clock;
}

vlLoopClock clockOf(FakeClock* clock)
{
    vlLoopClock functions = {fakeNow, fakeSleepUntil, clock};
    return functions;
}

void makeScene(vlScene** scene, vlSimulation** simulation)
{
    vlFileErrors errors = {.count = 0};
    vlResult r = vlScene_ReadText(sceneText, sizeof sceneText - 1, "test", NULL, scene, &errors);
    if (r != VL_OK) {
        fail_msg("%d:%d: %s", errors.item[0].line, errors.item[0].column, errors.item[0].message);
    }
    assert_int_equal(vlSimulation_Create(*scene, simulation, NULL, 0), VL_OK);
}

void startLoop(vlLiveLoop* loop, FakeClock* clock, vlLiveDef def)
{
    makeScene(&def.scene, &def.simulation);
    assert_int_equal(vlLiveLoop_Init(loop, &def, clockOf(clock)), VL_OK);
}

void runFor(vlLiveLoop* loop, FakeClock* clock, double seconds)
{
    double until = clock->now + seconds;
    while (clock->now < until) {
        assert_true(vlLiveLoop_Turn(loop));
    }
}

void sendCommand(vlLiveLoop* loop, vlViewerCommand command)
{
    vlLoopMessage message = {.isEnd = false, .command = command};
    assert_true(vlRing_Write(loop->messages, &message, sizeof message));
}

vlViewerCommand grab(vlVec3 target)
{
    vlViewerCommand command = {.kind = VL_COMMAND_GRAB, .client = 2, .body = BOX, .target = target};
    return command;
}
