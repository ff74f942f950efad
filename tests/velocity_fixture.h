// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_VELOCITY_FIXTURE_H
#define VOLAR_TESTS_VELOCITY_FIXTURE_H

// Samples of a motion, passed to the code that measures its velocity.

#include "volar/velocity.h"

static inline vlDeviceSample sampleAt(double time, uint64_t sequence, vlVec3 p)
{
    vlDeviceSample sample = {.time = time, .sequence = sequence, .pose = {p, vlIdentityQuat()}};
    return sample;
}

// Sample i of a motion along x.
static inline double feed(vlVelocity* velocity, int i, double rate, double x)
{
    vlDeviceSample sample = sampleAt(i / rate, (uint64_t)i + 1, vlVec(x, 0.0, 0.0));
    return vlVelocity_Update(velocity, sample.time, &sample).linear.x;
}

#endif
