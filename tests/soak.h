// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SOAK_H
#define VOLAR_TESTS_SOAK_H

// Tests the endurance of a world in episodes, each seeded by its number. A failure says which one
// it was, and the second argument of the program repeats it.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sane_world.h"

typedef struct vlSoak {
    double end; // s, of vlSoak_Now
    uint64_t episode;
} vlSoak;

static inline double vlSoak_Now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Reads the arguments SECONDS [FIRST_EPISODE]; ends the program if there are others.
static inline vlSoak vlSoak_Begin(int argc, char** argv)
{
    if (argc < 2 || argc > 3) {
        (void)fprintf(stderr, "usage: %s SECONDS [FIRST_EPISODE]\n", argv[0]);
        exit(2);
    }
    vlSoak soak = {vlSoak_Now() + strtod(argv[1], NULL),
                   argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    return soak;
}

static inline bool vlSoak_GoesOn(const vlSoak* soak)
{
    return vlSoak_Now() < soak->end;
}

// Ends the program if `wrong` is not NULL.
static inline void vlSoak_Judge(const vlSoak* soak, const vlWorld* world, const char* wrong)
{
    if (wrong != NULL) {
        uint64_t step = world == NULL ? 0 : vlWorld_GetStepInfo(world).stepCount;
        (void)fprintf(stderr, "episode %llu, step %llu: %s\n", (unsigned long long)soak->episode,
                      (unsigned long long)step, wrong);
        exit(1);
    }
}

static inline uint64_t vlSoak_RunOn(vlWorld* world, int steps)
{
    bool ok = true;
    for (int i = 0; i < steps; ++i) {
        ok = vlWorld_Step(world) == VL_OK && ok;
    }
    return ok ? vlWorld_GetHash(world) : 0;
}

// Makes twenty steps from a snapshot twice, which must agree. Returns NULL, or what is wrong.
static inline const char* vlSoak_Repeat(vlWorld* world, void* snapshot, size_t size)
{
    if (vlWorld_Save(world, snapshot, size) != VL_OK) {
        return "the state cannot be saved";
    }
    uint64_t first = vlSoak_RunOn(world, 20);
    if (vlWorld_Restore(world, snapshot, size) != VL_OK) {
        return "the state cannot be restored";
    }
    return first == vlSoak_RunOn(world, 20) ? NULL : "a repeated stretch differs";
}

#endif
