// SPDX-License-Identifier: MIT
// A block on a table whose acceleration swings with 2 to 6 times what friction can give the block,
// mu g. The block slides to and fro for ever and stays where it is on the mean.
//
// The truth is Coulomb's law in backward Euler: in a step h the block's speed comes as near to that
// of the table at the end of the step as mu g h allows. (The slip of a block in continuous time is
// longer by 0.1% at 1 ms and by up to 1.5% at 5 ms: the step in which the slip turns counts whole.)
// A block that slides all the time keeps any small drift, because it gains the same speed in every
// half period. So it starts with the speed with which the exact one does not drift.

#include <math.h>

#include "tests/heart/families.h"

#define MU 0.3
#define PERIOD 0.5    // s
#define SETTLING 6    // periods
#define JUDGED 8      // periods
#define DRIFT 1e-4    // m, in a period
#define DISTANCE 5e-3 // of the slip to and fro

typedef struct Slip {
    double path, drift; // m, in a period
} Slip;

static double tableSpeed(double ratio, double t)
{
    double w = 2.0 * VL_PI / PERIOD;
    return -ratio * MU * VL_GRAVITY / w * cos(w * t);
}

static Slip exactSlip(double ratio, double step, double block)
{
    Slip slip = {0.0, 0.0};
    int settling = (int)lround(SETTLING * PERIOD / step);
    int count = settling + (int)lround(JUDGED * PERIOD / step);
    for (int i = 1; i <= count; ++i) {
        double table = tableSpeed(ratio, i * step), most = MU * VL_GRAVITY * step;
        block += fmax(-most, fmin(most, table - block));
        slip.path += i > settling ? step * fabs(block - table) / JUDGED : 0.0;
        slip.drift += i > settling ? step * (block - table) / JUDGED : 0.0;
    }
    return slip;
}

// The speed at which the exact block starts and does not drift, m/s.
static double steadyStart(double ratio, double step)
{
    double lower = tableSpeed(ratio, 0.0), upper = -lower;
    for (int i = 0; i < 60; ++i) {
        double middle = 0.5 * (lower + upper);
        if (exactSlip(ratio, step, middle).drift > 0.0) {
            upper = middle;
        } else {
            lower = middle;
        }
    }
    return 0.5 * (lower + upper);
}

static void shake(vlHeart* heart, const double* p)
{
    double ratio = p[0], step = p[1], height = p[3], path = 0.0, first = 0.0, last = 0.0;
    vlWorldDef def = vlHeart_Def(heart, step);
    def.surface.stiffnessN = p[2];
    def.surface.frictionStatic = def.surface.frictionDynamic = MU;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlShape* top = vlStage_CreateBox(vlVec(8.0, 1.0, 0.1));
    vlBodyId table = vlStage_AddFixed(world, VL_BODY_KINEMATIC, top, vlModel_At(0.0, 0.0, -0.05));
    vlBodyId block = vlStage_AddBox(world, vlVec(0.1, 0.1, height), 1.0,
                                    vlModel_At(0.0, 0.0, 0.5 * height), vlModel_AtRest());
    vlStage_Run(world, 0.5);
    double start = steadyStart(ratio, step);
    Slip exact = exactSlip(ratio, step, start);
    vlStage_SetVelocity(world, table, vlVec(tableSpeed(ratio, 0.0), 0.0, 0.0), vlZero());
    vlStage_SetVelocity(world, block, vlVec(start, 0.0, 0.0), vlZero());
    int settling = (int)lround(SETTLING * PERIOD / step);
    int count = settling + (int)lround(JUDGED * PERIOD / step);
    for (int i = 1; i <= count; ++i) {
        vlVec3 speed = vlVec(tableSpeed(ratio, i * step), 0.0, 0.0);
        vlStage_SetVelocity(world, table, speed, vlZero());
        vlStage_Step(world);
        double x = vlStage_CentreOf(world, block).x - vlStage_CentreOf(world, table).x;
        path += i > settling ? fabs(x - last) : 0.0;
        first = i == settling ? x : first;
        last = x;
    }
    vlWorld_Destroy(world);
    double drift = fabs((last - first) / JUDGED - exact.drift);
    vlHeart_AtMost(heart, "drift in a period, mm", 1e3 * drift, 1e3 * DRIFT);
    vlHeart_Within(heart, "slip over the exact one", path / JUDGED / exact.path, 1.0 - DISTANCE,
                   1.0 + DISTANCE);
}

static const vlHeartCase cases[] = {
    {"2-1ms", shake, {2.0, 1e-3, VL_AUTO, 0.05}, false},
    {"2-5ms", shake, {2.0, 5e-3, VL_AUTO, 0.05}, false},
    {"3-1ms", shake, {3.0, 1e-3, VL_AUTO, 0.05}, false},
    {"3-5ms", shake, {3.0, 5e-3, VL_AUTO, 0.05}, false},
    {"4-1ms", shake, {4.0, 1e-3, VL_AUTO, 0.05}, false},
    {"4-5ms", shake, {4.0, 5e-3, VL_AUTO, 0.05}, false},
    {"6-1ms", shake, {6.0, 1e-3, VL_AUTO, 0.05}, false},
    {"6-5ms", shake, {6.0, 5e-3, VL_AUTO, 0.05}, false},
    {"4-1ms-1e6", shake, {4.0, 1e-3, 1e6, 0.05}, false},
    {"4-5ms-1e6", shake, {4.0, 5e-3, 1e6, 0.05}, false},
    {"4-1ms-cube", shake, {4.0, 1e-3, VL_AUTO, 0.1}, false},
    {"4-5ms-cube", shake, {4.0, 5e-3, VL_AUTO, 0.1}, false},
    {"4-1ms-tower", shake, {4.0, 1e-3, VL_AUTO, 0.2}, false},
    {"4-5ms-tower", shake, {4.0, 5e-3, VL_AUTO, 0.2}, false},
};

const vlHeartFamily vlHeart_ShakenTable = VL_HEART_FAMILY("shaken-table", cases);
