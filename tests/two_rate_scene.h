// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_TWO_RATE_SCENE_H
#define VOLAR_TESTS_TWO_RATE_SCENE_H

// A held tool that is moved at random among loose blocks, for real threads: one steps, one finds
// contacts. Steps run several times faster than real time, so that the threads meet often, but not
// so fast that a block falls through the table between two searches of the other thread.

#include <time.h>

#include "two_rate_fixture.h"

typedef struct Crowd {
    Rig rig;
    vlRandom random;
    vlVec3 from, to; // the device goes from one to the other within 200 ticks
} Crowd;

static inline Crowd vlCrowd_Make(uint64_t seed)
{
    Crowd crowd = {.random = vlRandom_Seed(seed)};
    crowd.rig = vlRig_Make((RigDef){.stiffness = 1e4, .coupling = 300.0, .isSingle = true});
    // A little inside the table, so that the first packet has these contacts, however late the
    // second one comes.
    for (int i = 0; i < 12; ++i) {
        vlPose pose = vlModel_At(0.05 * (i % 4) - 0.075, 0.05 * (i / 4 % 3) + 0.04, 0.0199);
        (void)vlStage_AddBox(crowd.rig.world, vlVec(0.03, 0.03, 0.04), 0.05, pose,
                             vlModel_AtRest());
    }
    crowd.rig.two = vlRig_Divide(crowd.rig.world, NULL);
    return crowd;
}

// One tick; the force felt must stay finite and bounded.
static inline void vlCrowd_Tick(Crowd* crowd)
{
    int phase = crowd->rig.tick % 200;
    if (phase == 0) {
        crowd->from = crowd->to;
        double x = vlRandom_Range(&crowd->random, -0.1, 0.1);
        double y = vlRandom_Range(&crowd->random, -0.1, 0.15);
        double z = vlRandom_Range(&crowd->random, -0.015, 0.02);
        crowd->to = vlVec(x, y, z);
    }
    vlVec3 way = vlSub(crowd->to, crowd->from);
    vlRig_Tick(&crowd->rig, vlMulAdd(crowd->from, phase / 200.0, way),
               vlScale(way, 1.0 / (200.0 * TICK)));
    // 120 N: the device is at most 0.3 m from where it was a moment ago, which gives 90 N; dampers
    // add to it.
    VL_CHECK_BELOW(fabs(vlRig_Force(&crowd->rig)), 120.0);
}

// The pause after a tick.
static inline void vlCrowd_Rest(void)
{
    struct timespec pause = {0, 200000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
}

static inline double vlCrowd_Now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
