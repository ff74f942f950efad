// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_GOVERNOR_FIXTURE_H
#define VOLAR_TESTS_GOVERNOR_FIXTURE_H

// A governor in a loop of 1 kHz with a device that stands still: how both of its suites start.

#include "test.h"
#include "volar/governor.h"

#define TICK 1e-3 // s

typedef struct Bench {
    vlGovernor governor;
    vlGovernorInput input;
    vlWrench sent;
    uint32_t flags;
} Bench;

// With limits of 10 N and 0.2 N m.
static inline Bench makeBench(void)
{
    Bench bench = {.flags = 0};
    vlGovernorLimits limits = vlGovernor_DefaultLimits(10.0, 0.2);
    assert_int_equal(vlGovernor_Init(&bench.governor, &limits), VL_OK);
    bench.input.pose = vlIdentityPose();
    return bench;
}

// A tick of the loop, with a new measurement.
static inline void tick(Bench* bench)
{
    bench->input.now += TICK;
    ++bench->input.sequence;
    bench->flags = vlGovernor_Apply(&bench->governor, &bench->input, &bench->sent);
}

static inline void tickFor(Bench* bench, double time)
{
    for (int i = 0; i < (int)(time / TICK + 0.5); ++i) {
        tick(bench);
    }
}

// A governor past its soft start that renders `force`.
static inline Bench makeRunning(vlVec3 force)
{
    Bench bench = makeBench();
    bench.input.wanted.force = force;
    tickFor(&bench, 0.6);
    return bench;
}

static inline bool isTripped(const Bench* bench, vlTripCause cause)
{
    return (bench->flags & VL_TRIP_FLAG(cause)) != 0;
}

static inline bool isZero(vlWrench wrench)
{
    return vlDot(wrench.force, wrench.force) + vlDot(wrench.torque, wrench.torque) == 0.0;
}

#endif
