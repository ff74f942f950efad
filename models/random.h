// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_RANDOM_H
#define VOLAR_MODEL_RANDOM_H

// Numbers that look random and are the same on every machine and compiler (SplitMix64), as long as
// each is drawn in a statement of its own: C does not define the order in which arguments are
// evaluated.

#include <stdint.h>
#include <volar/math.h>

#include "base/power.h"

typedef struct vlRandom {
    uint64_t state; // any seed
} vlRandom;

static inline vlRandom vlRandom_Seed(uint64_t seed)
{
    vlRandom random = {seed};
    return random;
}

static inline uint64_t vlRandom_Next(vlRandom* random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// In [0, 1).
static inline double vlRandom_Uniform(vlRandom* random)
{
    return (double)(vlRandom_Next(random) >> 11) * 0x1p-53;
}

// In [lower, upper).
static inline double vlRandom_Range(vlRandom* random, double lower, double upper)
{
    return lower + (upper - lower) * vlRandom_Uniform(random);
}

// Logarithmically uniform in [lower, upper), both positive.
static inline double vlRandom_Log(vlRandom* random, double lower, double upper)
{
    return lower * vlExp(vlLog(upper / lower) * vlRandom_Uniform(random));
}

// In 0 .. count - 1.
static inline int vlRandom_Index(vlRandom* random, int count)
{
    return (int)(vlRandom_Next(random) % (uint64_t)count);
}

// Each part uniform in [-size, size).
static inline vlVec3 vlRandom_InCube(vlRandom* random, double size)
{
    double x = vlRandom_Range(random, -size, size);
    double y = vlRandom_Range(random, -size, size);
    double z = vlRandom_Range(random, -size, size);
    return vlVec(x, y, z);
}

// Uniform in the ball of radius 1.
static inline vlVec3 vlRandom_InBall(vlRandom* random)
{
    for (;;) {
        vlVec3 v = vlRandom_InCube(random, 1.0);
        if (vlDot(v, v) <= 1.0) {
            return v;
        }
    }
}

// Uniform on the sphere.
static inline vlVec3 vlRandom_Direction(vlRandom* random)
{
    for (;;) {
        vlVec3 v = vlRandom_InBall(random);
        if (vlDot(v, v) > 1e-4) { // long enough to normalise without loss
            return vlUnit(v);
        }
    }
}

// Uniform over all rotations.
static inline vlQuat vlRandom_Rotation(vlRandom* random)
{
    for (;;) {
        double w = vlRandom_Range(random, -1.0, 1.0);
        double x = vlRandom_Range(random, -1.0, 1.0);
        double y = vlRandom_Range(random, -1.0, 1.0);
        double z = vlRandom_Range(random, -1.0, 1.0);
        double square = w * w + x * x + y * y + z * z;
        if (square <= 1.0 && square > 1e-4) {
            vlQuat q = {w, x, y, z};
            return vlUnitQ(q);
        }
    }
}

#endif
