// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_LIVE_FIXTURE_H
#define VOLAR_TESTS_LIVE_FIXTURE_H

// A box on a floor, and the loop of a live run, which the test drives under its own clock.

#include "app/live/loop.h"

#define STEP 0.001 // s, of the scene
#define BOX 1      // place of the box in it

// A clock that moves only when used: a little at each reading, and by the time slept.
typedef struct FakeClock {
    double now;
    double perLook;
} FakeClock;

FakeClock fakeClock(void);
vlLoopClock clockOf(FakeClock* clock);
void makeScene(vlScene** scene, vlSimulation** simulation);
void startLoop(vlLiveLoop* loop, FakeClock* clock, vlLiveDef def);
void runFor(vlLiveLoop* loop, FakeClock* clock, double seconds);
void sendCommand(vlLiveLoop* loop, vlViewerCommand command);
vlViewerCommand grab(vlVec3 target);

#endif
