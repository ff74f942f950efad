// SPDX-License-Identifier: MIT
// Newton's cradle without strings: a row of six cubes in space or on a smooth floor, of which the
// first ones arrive at 1 m/s. No impact gains energy or changes the momentum, whatever the
// restitution and the masses. A pair alone parts at e times the speed at which it met.

#include <math.h>

#include "tests/heart/families.h"

#define CUBES 6
#define EDGE 0.1   // m
#define AWAY 0.02  // m, of those that arrive
#define GAIN 5e-5  // of the energy: 1.0000 when printed
#define CLOSE 0.03 // of the restitution of a pair
#define MOMENTUM 1e-9

static const double unequal[CUBES] = {1.0, 3.0, 0.5, 2.0, 1.0, 4.0};
static const double equal[CUBES] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};

typedef struct Outcome {
    double energy;   // largest over that of the start
    double momentum; // largest change over that of the start
    double parting;  // m/s, of the last two
} Outcome;

// A row in space, or on a floor without friction.
typedef struct Row {
    int count, moving;
    const double* mass;
    double gap; // m, between those that wait
    bool isOnFloor;
} Row;

static Outcome strike(const vlHeart* heart, const Row* row, double restitution, double step)
{
    int count = row->count, moving = row->moving;
    const double* mass = row->mass;
    vlWorldDef def = vlHeart_Def(heart, step);
    vlBodyId id[CUBES];
    def.gravity = row->isOnFloor ? def.gravity : vlZero();
    def.surface.restitution = restitution;
    def.surface.frictionStatic = def.surface.frictionDynamic = 0.0;
    vlWorld* world = vlStage_CreateWorld(&def);
    if (row->isOnFloor) {
        vlStage_AddFloor(world);
    }
    Outcome out = {0.0, 0.0, 0.0};
    double start = 0.0, all = 0.0;
    for (int i = 0; i < count; ++i) {
        bool comes = i < moving;
        vlTwist twist = vlModel_Moving(vlVec(comes ? 1.0 : 0.0, 0.0, 0.0), vlZero());
        vlPose pose = vlModel_At((EDGE + row->gap) * i - (comes ? AWAY : 0.0), 0.0, 0.5 * EDGE);
        id[i] = vlStage_AddBox(world, vlVec(EDGE, EDGE, EDGE), mass[i], pose, twist);
        start += comes ? 0.5 * mass[i] : 0.0;
        all += comes ? mass[i] : 0.0;
    }
    for (int n = 0; n < (int)lround(0.3 / step); ++n) {
        vlStage_Step(world);
        double momentum = 0.0;
        for (int i = 0; i < count; ++i) {
            momentum += mass[i] * vlStage_TwistOf(world, id[i]).linear.x;
        }
        out.energy = fmax(out.energy, vlStage_KineticEnergy(world) / start);
        out.momentum = fmax(out.momentum, fabs(momentum / all - 1.0));
    }
    out.parting = vlStage_TwistOf(world, id[count - 1]).linear.x -
                  vlStage_TwistOf(world, id[count - 2]).linear.x;
    vlWorld_Destroy(world);
    return out;
}

// Parameters: how many come, unequal masses, gap, floor.
static void strikeRow(vlHeart* heart, const double* p)
{
    static const double restitution[] = {VL_AUTO, 0.0, 0.2, 0.5, 0.8, 1.0};
    Outcome worst = {0.0, 0.0, 0.0};
    Row row = {CUBES, (int)p[0], p[1] > 0.0 ? unequal : equal, p[2], p[3] > 0.0};
    for (int i = 0; i < 12; ++i) {
        double step = i < 6 ? 1e-3 : 5e-3;
        Outcome out = strike(heart, &row, restitution[i % 6], step);
        worst.energy = fmax(worst.energy, out.energy);
        worst.momentum = fmax(worst.momentum, out.momentum);
    }
    vlHeart_AtMost(heart, "largest energy over that of the start", worst.energy, 1.0 + GAIN);
    vlHeart_AtMost(heart, "change of momentum", worst.momentum, MOMENTUM);
}

static void pair(vlHeart* heart, const double* p)
{
    double worst = 0.0;
    for (int i = 0; i <= 10; ++i) {
        const double mass[2] = {1.0, p[1]};
        Row two = {2, 1, mass, 0.0, false};
        Outcome out = strike(heart, &two, 0.1 * i, p[0]);
        worst = fmax(worst, fabs(out.parting - 0.1 * i));
    }
    vlHeart_AtMost(heart, "restitution off by, e 0 to 1", worst, CLOSE);
}

static const vlHeartCase cases[] = {
    {"1-of-6", strikeRow, {1.0}, false},
    {"2-of-6", strikeRow, {2.0}, false},
    {"3-of-6", strikeRow, {3.0}, false},
    {"4-of-6", strikeRow, {4.0}, false},
    {"5-of-6", strikeRow, {5.0}, false},
    {"1-of-6-unequal", strikeRow, {1.0, 1.0}, false},
    {"2-of-6-unequal", strikeRow, {2.0, 1.0}, false},
    {"3-of-6-unequal", strikeRow, {3.0, 1.0}, false},
    {"4-of-6-unequal", strikeRow, {4.0, 1.0}, false},
    {"5-of-6-unequal", strikeRow, {5.0, 1.0}, false},
    {"1-of-6-on-floor", strikeRow, {1.0, 0.0, 0.0, 1.0}, false},
    {"2-of-6-on-floor", strikeRow, {2.0, 0.0, 0.0, 1.0}, false},
    {"3-of-6-on-floor", strikeRow, {3.0, 0.0, 0.0, 1.0}, false},
    {"2-of-6-apart", strikeRow, {2.0, 0.0, 1e-4, 0.0}, false},
    {"3-of-6-apart", strikeRow, {3.0, 1.0, 1e-4, 0.0}, false},
    {"pair-1ms", pair, {1e-3, 1.0}, false},
    {"pair-5ms", pair, {5e-3, 1.0}, false},
    {"pair-1ms-1:10", pair, {1e-3, 10.0}, false},
    {"pair-5ms-10:1", pair, {5e-3, 0.1}, false},
};

const vlHeartFamily vlHeart_Cradle = VL_HEART_FAMILY("cradle", cases);
