// SPDX-License-Identifier: MIT
// Columns, chains and random scenes of any stiffness, 1e3 to 1e9 N/m, and of mass ratios to 1e4:
// they gain no energy and come to rest where they must.

#include <math.h>

#include "tests/heart/families.h"
#include "tests/heart/random_scene.h"

#define COUNT 8
#define EDGE 0.1     // m
#define TIME 6.0     // s
#define SINKING 1e-6 // of the sinking
#define AT_REST 1e-6 // m/s
#define GAIN 1e-6    // of the energy

// A column of cubes of `heavy` and `light` in turn. Each contact carries what is above it, so the
// top sinks by the sum of these loads over the stiffness. At 1e3 N/m the cubes are light, or the
// column would buckle: a contact resists tilting with kN EDGE^2/12.
static void column(vlHeart* heart, const double* p)
{
    double step = p[0], stiffness = p[1], heavy = p[2], light = p[3], load = 0.0, sum = 0.0;
    vlWorldDef def = vlHeart_Def(heart, step);
    def.surface.stiffnessN = stiffness;
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId id[COUNT];
    vlStage_AddFloor(world);
    for (int i = 0; i < COUNT; ++i) {
        id[i] = vlStage_AddBox(world, vlVec(EDGE, EDGE, EDGE), i % 2 == 0 ? light : heavy,
                               vlModel_At(0.0, 0.0, EDGE * (i + 0.5)), vlModel_AtRest());
    }
    for (int i = COUNT - 1; i >= 0; --i) {
        load += VL_GRAVITY * (i % 2 == 0 ? light : heavy);
        sum += load / stiffness;
    }
    double start = vlHeart_Energy(world), gain = 0.0;
    for (int i = 0; i < (int)lround(TIME / step); ++i) {
        vlStage_Step(world);
        gain = fmax(gain, vlHeart_Energy(world) / start);
    }
    double sunk = EDGE * (COUNT - 0.5) - vlStage_CentreOf(world, id[COUNT - 1]).z;
    vlHeart_Within(heart, "sinks by, over the exact way", sunk / sum, 1.0 - SINKING, 1.0 + SINKING);
    vlHeart_AtMost(heart, "speed at rest, m/s", vlStage_TopSpeed(world), AT_REST);
    vlHeart_AtMost(heart, "largest energy over that of the start", gain, 1.0 + GAIN);
    vlWorld_Destroy(world);
}

// A chain of heavy and light links hangs from the world, 0.5 rad from the vertical, and swings.
static void chain(vlHeart* heart, const double* p)
{
    double step = p[0], stiffness = p[1], heavy = p[2], light = p[3], lean = 0.5;
    vlWorldDef def = vlHeart_Def(heart, step);
    vlWorld* world = vlStage_CreateWorld(&def);
    vlBodyId last = {0, 0};
    vlQuat turn = vlQuatFromAxisAngle(vlVec(0.0, -1.0, 0.0), lean);
    for (int i = 0; i < COUNT; ++i) {
        vlVec3 top = vlAdd(vlVec(0.0, 0.0, 2.0), vlRotate(turn, vlVec(0.0, 0.0, -EDGE * i)));
        vlPose pose = {vlAdd(top, vlRotate(turn, vlVec(0.0, 0.0, -0.5 * EDGE))), turn};
        vlBodyId link = vlStage_AddBox(world, vlVec(0.02, 0.02, EDGE), i % 2 == 0 ? light : heavy,
                                       pose, vlModel_AtRest());
        vlJointDef joint = vlDefaultJointDef(VL_JOINT_BALL);
        vlJointId id;
        joint.bodyA = last;
        joint.bodyB = link;
        joint.stiffness = stiffness;
        assert_int_equal(vlJointDef_Place(&joint, world, top, vlVec(0.0, 0.0, 1.0), vlZero()),
                         VL_OK);
        assert_int_equal(vlWorld_CreateJoint(world, &joint, &id), VL_OK);
        last = link;
    }
    double start = vlHeart_Energy(world), gain = 0.0;
    for (int i = 0; i < (int)lround(3.0 / step); ++i) {
        vlStage_Step(world);
        gain = fmax(gain, vlHeart_Energy(world) / start);
    }
    vlWorld_Destroy(world);
    vlHeart_AtMost(heart, "largest energy over that of the start", gain, 1.0 + GAIN);
}

static void heaps(vlHeart* heart, const double* p)
{
    vlRandomSceneDef def = vlRandomScene_Default();
    int faults = 0;
    def.integrator = heart->integrator;
    def.step = p[0];
    def.stiffness = p[1];
    for (int i = 0; i < (heart->isLong ? 200 : 6); ++i) {
        def.seed = (uint64_t)(100000 + i);
        vlRandomSceneReport report = vlRandomScene_Run(&def);
        faults += vlRandomScene_IsFaulty(&report);
    }
    vlHeart_AtMost(heart, "random scenes with a fault", faults, 0.0);
}

static const vlHeartCase cases[] = {
    {"column-1ms-1e3", column, {1e-3, 1e3, 0.01, 1e-6}, false},
    {"column-5ms-1e3", column, {5e-3, 1e3, 0.01, 1e-6}, false},
    {"column-1ms-1e6", column, {1e-3, 1e6, 10.0, 1e-3}, false},
    {"column-5ms-1e6", column, {5e-3, 1e6, 10.0, 1e-3}, false},
    {"column-1ms-1e9", column, {1e-3, 1e9, 10.0, 1e-3}, false},
    {"column-5ms-1e9", column, {5e-3, 1e9, 10.0, 1e-3}, false},
    {"chain-1ms-1e3", chain, {1e-3, 1e3, 0.1, 1e-5}, false},
    {"chain-5ms-1e3", chain, {5e-3, 1e3, 0.1, 1e-5}, false},
    {"chain-1ms-1e9", chain, {1e-3, 1e9, 10.0, 1e-3}, false},
    {"chain-5ms-1e9", chain, {5e-3, 1e9, 10.0, 1e-3}, false},
    {"random-5ms-1e7", heaps, {5e-3, 1e7}, false},
    {"random-5ms-1e9", heaps, {5e-3, 1e9}, false},
    {"random-1ms-1e9", heaps, {1e-3, 1e9}, true},
};

const vlHeartFamily vlHeart_Extremes = VL_HEART_FAMILY("extremes", cases);
