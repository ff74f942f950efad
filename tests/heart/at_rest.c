// SPDX-License-Identifier: MIT
// What rests costs nothing: the state itself already is the minimum, so no matrix is factored
// (vlStepInfo.solves), and nothing moves. Bodies do not sleep here.

#include <math.h>

#include "models/pile_model.h"
#include "tests/heart/families.h"

#define JUDGED 100   // steps
#define ENERGY 1e-10 // J, of motion
#define BRICKS 13

static void judge(vlHeart* heart, vlWorld* world, double seconds)
{
    int steps = (int)lround(seconds / vlWorld_GetStep(world)), most = 0;
    double energy = 0.0;
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
        if (i >= steps - JUDGED) {
            int solves = vlWorld_GetStepInfo(world).solves;
            most = solves > most ? solves : most;
            energy = fmax(energy, vlStage_KineticEnergy(world));
        }
    }
    vlWorld_Destroy(world);
    vlHeart_AtMost(heart, "factorisations in a step at rest", most, 0.0);
    vlHeart_AtMost(heart, "energy of motion at rest, J", energy, ENERGY);
}

static vlWorld* openWorld(const vlHeart* heart, double step)
{
    vlWorldDef def = vlHeart_Def(heart, step);
    def.capacity.pairs = 4000;
    def.capacity.contacts = 1500;
    return vlStage_CreateWorld(&def);
}

static void block(vlHeart* heart, const double* p)
{
    vlWorld* world = openWorld(heart, p[0]);
    vlStage_AddFloor(world);
    vlStage_AddBox(world, vlVec(0.1, 0.1, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.03), vlModel_AtRest());
    judge(heart, world, 2.0);
}

// A block on a slope that friction holds, and one that hangs in a hand.
static void held(vlHeart* heart, const double* p)
{
    vlWorld* world = openWorld(heart, p[0]);
    vlStage_AddFloor(world);
    vlStage_Lean(world, 0.2);
    vlCouplingDef hold = vlDefaultCouplingDef();
    vlCouplingId hand;
    hold.body = vlStage_AddBox(world, vlVec(0.1, 0.1, 0.05), 0.1, vlModel_At(0.0, 0.0, 0.03),
                               vlModel_AtRest());
    vlStage_AddBox(world, vlVec(0.1, 0.1, 0.05), 1.0, vlModel_At(0.5, 0.0, 0.03), vlModel_AtRest());
    assert_int_equal(vlWorld_CreateCoupling(world, &hold, &hand), VL_OK);
    judge(heart, world, 3.0);
}

static void wall(vlHeart* heart, const double* p)
{
    vlWorld* world = openWorld(heart, p[0]);
    vlStage_AddFloor(world);
    for (int i = 0; i < BRICKS; ++i) { // rows of three, every second one shifted by half a brick
        double x = 0.2 * (i % 3) + (i / 3 % 2 == 0 ? 0.0 : 0.1);
        vlStage_AddBox(world, vlVec(0.2, 0.1, 0.1), 1.0, vlModel_At(x, 0.0, 0.05 + 0.1 * (i / 3)),
                       vlModel_AtRest());
    }
    judge(heart, world, 3.0);
}

static void heap(vlHeart* heart, const double* p)
{
    vlWorld* world = openWorld(heart, p[0]);
    vlPileDef pile = vlPile_Default(20);
    pile.pen = 0.5;
    assert_int_equal(vlModel_AddPile(world, &pile, NULL), VL_OK);
    judge(heart, world, 6.0);
}

static const vlHeartCase cases[] = {
    {"block-1ms", block, {1e-3}, false}, {"block-5ms", block, {5e-3}, false},
    {"held-1ms", held, {1e-3}, false},   {"held-5ms", held, {5e-3}, false},
    {"wall-1ms", wall, {1e-3}, false},   {"wall-5ms", wall, {5e-3}, false},
    {"heap-1ms", heap, {1e-3}, false},   {"heap-5ms", heap, {5e-3}, false},
};

const vlHeartFamily vlHeart_AtRest = VL_HEART_FAMILY("at-rest", cases);
