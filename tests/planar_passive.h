// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_PLANAR_PASSIVE_H
#define VOLAR_TESTS_PLANAR_PASSIVE_H

// Random planar worlds with laws that claim to give no energy, for a test and for `make soak`.

#include "planar_rig.h"

// Walls: SEH, predictor-corrector, pulse, bouncing pulse, hysteretic with estimate.
#define PASSIVE_WALLS 5
#define FRICTIONS 6

static inline vlWorld2* makePassive(int wall, int friction, double step)
{
    static const char* const walls[] = {"seh", "corrected", "pulse", "pulse", "hysteretic"};
    static const char* const frictions[] = {NULL, "classical", "karnopp", "dahl", "pad", "reset"};
    vlWorld2* world = makeWorld(walls[wall], frictions[friction], step);
    vlMaterialId zero = {0};
    vlSurface2 surface;
    assert_int_equal(vlWorld2_GetSurface(world, zero, zero, &surface), VL_OK);
    if (wall == 3) {
        setParameter(&surface.wall, "restitution", 0.8);
        setParameter(&surface.wall, "offset", 1.0);
    } else if (wall == 4) {
        setParameter(&surface.wall, "estimate", 1.0);
    }
    assert_int_equal(vlWorld2_SetSurface(world, zero, zero, &surface), VL_OK);
    return world;
}

// Steps the world and checks in each step: finite, energy not above that at the start; at the end:
// all bodies in the room, the ledger balanced, impacts took energy only. Returns the largest energy
// seen, relative to that of the start.
static inline double checkPassive(vlWorld2* world, long count)
{
    double start = vlWorld2_GetEnergy(world).kinetic;
    double most = 0.0;
    for (long i = 0; i < count; ++i) {
        assert_int_equal(vlWorld2_Step(world), VL_OK); // nothing frozen: all finite
        most = fmax(most, vlWorld2_GetEnergy(world).kinetic / start);
        // 1.002: SEH and predictor-corrector are passive to about 1e-3 of a bounce (wall_seh.c),
        // and the first bounces may have the energy of all bodies.
        assert_true(most <= 1.002);
        if (i % 64 == 0 || i + 1 == count) {
            for (int k = 4; k < vlWorld2_GetBodyCount(world); ++k) {
                vlPose2 pose = poseOf(world, vlWorld2_GetBody(world, k));
                assert_true(fabs(pose.p.x) < 0.3 && fabs(pose.p.y) < 0.3);
            }
        }
    }
    VL_CHECK_BELOW(ledgerGap(world), 1e-9);
    vlLedger2 ledger = vlWorld2_GetLedger(world);
    VL_CHECK_BELOW(ledger.impacts, 1e-12 * ledger.turnover);
    VL_CHECK_BELOW(ledger.friction, 1e-3 * start);
    return most;
}

#endif
