// SPDX-License-Identifier: MIT
// Bodies that are laid down stay where they are: a cube, stacks of every mass ratio, a column, a
// wall.

#include <math.h>

#include "base/power.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"
#include "models/wall_model.h"

#define BRICKS 300
#define MAX_STACK 10
#define FALLEN 0.2 // rad: it does not stand any more

// A cube laid down without depth. Returns how far it goes beyond its final depth, over that depth.
static double layCube(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.5);
    int cube = vlFormScene_AddBox(scene, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.05));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    double lowest = 0.05;
    int count = vlFormTrial_Steps(&trial, 2.0);
    for (int i = 0; i < count; ++i) {
        vlFormTrial_Step(&trial);
        lowest = fmin(lowest, vlFormTrial_Pose(&trial, cube).p.z);
    }
    double end = vlFormTrial_Pose(&trial, cube).p.z;
    vlFormTrial_End(&trial);
    // An engine whose cube does not sink at all has nothing to compare with.
    return 0.05 - end > 1e-9 ? (end - lowest) / (0.05 - end) : nan("");
}

typedef struct Stack {
    int count;
    double masses[MAX_STACK]; // kg, from below
} Stack;

static const Stack stacks[] = {
    {2, {1.0, 1000.0}},
    {3, {1.0, 1.0, 1000.0}},
    {3, {1000.0, 1.0, 1000.0}},
    {4, {1.0, 10.0, 100.0, 1000.0}},
    {10, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}},
};

#define EDGE 0.2 // m, of the cubes of a stack

static vlFormTrial layStack(const vlFormMethod* method, const Stack* stack)
{
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.5);
    for (int i = 0; i < stack->count; ++i) {
        vlFormScene_AddBox(scene, vlVec(EDGE, EDGE, EDGE), stack->masses[i],
                           vlModel_At(0.0, 0.0, EDGE * (i + 0.5)));
    }
    return vlFormTrial_Begin(method, scene);
}

// How far the cube that sinks deepest has sunk into the one below, um; infinite if one fell.
static double sinkStack(const vlFormMethod* method, double which)
{
    const Stack* stack = &stacks[(int)which];
    vlFormTrial trial = layStack(method, stack);
    vlFormTrial_Run(&trial, 3.0);
    double deepest = -HUGE_VAL, below = -0.5 * EDGE;
    for (int i = 0; i < stack->count; ++i) {
        vlPose pose = vlFormTrial_Pose(&trial, i);
        double depth = EDGE - (pose.p.z - below);
        bool stands = vlModel_Tilt(pose.q) < FALLEN && fabs(depth) < 0.5 * EDGE;
        deepest = fmax(deepest, stands ? 1e6 * depth : HUGE_VAL);
        below = pose.p.z;
    }
    vlFormTrial_End(&trial);
    return deepest;
}

// How far the cubes of a column move sideways in 5 s, mm: the largest; infinite if one fell.
static double shiftColumn(const vlFormMethod* method, double which)
{
    const Stack* stack = &stacks[(int)which];
    vlFormTrial trial = layStack(method, stack);
    vlFormTrial_Run(&trial, 5.0);
    double farthest = 0.0;
    for (int i = 0; i < stack->count; ++i) {
        vlPose pose = vlFormTrial_Pose(&trial, i);
        bool stands = vlModel_Tilt(pose.q) < FALLEN;
        farthest = fmax(farthest, stands ? 1e3 * vlHypot(pose.p.x, pose.p.y) : HUGE_VAL);
    }
    vlFormTrial_End(&trial);
    return farthest;
}

// How far the bricks of a wall move within 4 s, mm: the largest; infinite if the wall fell.
static double shiftWall(const vlFormMethod* method, double unused)
{
    (void)unused;
    int rows[VL_WALL_MAX_ROWS];
    vlWallDef def = vlWall_Default(BRICKS);
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.5);
    int rowCount = vlWall_Rows(BRICKS, rows);
    vlVec3 starts[BRICKS];
    int count = 0;
    double pitch = def.size.x + def.gap;
    for (int row = 0; row < rowCount; ++row) {
        for (int i = 0; i < rows[row]; ++i) {
            double x = pitch * (0.5 * row + i - 0.5 * (rows[0] - 1));
            starts[count++] = vlVec(x, 0.0, def.size.z * (row + 0.5));
            vlFormScene_AddBox(scene, def.size, def.mass,
                               (vlPose){starts[count - 1], {1, 0, 0, 0}});
        }
    }
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 4.0);
    double farthest = 0.0;
    for (int i = 0; i < count; ++i) {
        vlPose pose = vlFormTrial_Pose(&trial, i);
        bool stands = vlModel_Tilt(pose.q) < FALLEN;
        double moved = vlLength(vlSub(pose.p, starts[i]));
        farthest = fmax(farthest, stands ? 1e3 * moved : HUGE_VAL);
    }
    vlFormTrial_End(&trial);
    return farthest;
}

#define SINK                                                                                       \
    "Stiffness by statics: 1 um under the heaviest body's weight, at most twice that where the "   \
    "light body limits it. Explicit: the step limits the stiffness, which a world says."

static const vlForm forms[] = {
    {.name = "cube laid down: goes too deep by, of its depth at rest",
     .measure = layCube,
     .bound = VL_FORM_AT_MOST,
     .limit = {0.01, 0.01, 0.01},
     .reason = "A contact that is foreseen carries from the first step, and is well damped."},
    {.name = "1000 kg on 1 kg: sinks by, um",
     .measure = sinkStack,
     .parameter = 0,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 2.0, 2.0},
     .reason = SINK},
    {.name = "1000 kg on 1 kg on 1 kg: sinks by, um",
     .measure = sinkStack,
     .parameter = 1,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 2.0, 2.0},
     .reason = SINK},
    {.name = "1000 kg on 1 kg on 1000 kg: sinks by, um",
     .measure = sinkStack,
     .parameter = 2,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 2.0, 2.0},
     .reason = SINK},
    {.name = "1000 kg on 100 kg on 10 kg on 1 kg: sinks by, um",
     .measure = sinkStack,
     .parameter = 3,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 2.0, 2.0},
     .reason = SINK},
    {.name = "column of 10 cubes: moves sideways in 5 s by, mm",
     .measure = shiftColumn,
     .parameter = 4,
     .bound = VL_FORM_AT_MOST,
     .limit = {1.0, 1.0, 1.0},
     .reason = "A hundredth of a cube: it stands."},
    {.name = "wall of 300 bricks: largest shift in 4 s, mm",
     .measure = shiftWall,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 0.2, 0.2},
     .reason = "24 rows that sink by 1 to 24 bricks' weight over the stiffness of 1 um a brick. "
               "Explicit: the step limits the stiffness.",
     .isSlow = true},
};

const vlFormGroup vlForms_Rest = {"rest", true, forms, sizeof forms / sizeof forms[0]};
