// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_RANDOM_H
#define VOLAR_MODEL_RANDOM_H

// Numbers that look random and are the same on every machine (splitmix64).

#include <stdint.h>
#include <volar/math.h>

typedef struct vlRandom {
    uint64_t state; // any seed
} vlRandom;

// Uniform in [lower, upper).
static inline double vlRandom_Between(vlRandom* random, double lower, double upper)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return lower + (upper - lower) * ((double)(z >> 11) * 0x1p-53);
}

// Each part uniform in [-size, size).
static inline vlVec3 vlRandom_InCube(vlRandom* random, double size)
{
    double x = vlRandom_Between(random, -size, size);
    double y = vlRandom_Between(random, -size, size);
    double z = vlRandom_Between(random, -size, size);
    return vlVec(x, y, z);
}

// Uniform over all directions.
static inline vlVec3 vlRandom_Direction(vlRandom* random)
{
    vlVec3 v = vlRandom_InCube(random, 1.0);
    while (vlDot(v, v) > 1.0 || vlDot(v, v) < 1e-4) {
        v = vlRandom_InCube(random, 1.0);
    }
    return vlUnit(v);
}

#endif
