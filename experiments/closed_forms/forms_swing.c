// SPDX-License-Identifier: MIT
// Bodies that swing on hinges go on swinging, with the right period: rods, a parallelogram of four
// bars, a double pendulum.

#include <math.h>

#include "base/angle.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"
#include "models/linkage_model.h"
#include "models/swing.h"

#define MINUTE 60.0
#define PERIODS 20.0 // s, over which a period is taken

static const vlLinkageDef linkages[] = {
    {VL_LINKAGE_ROD, 1.0, 0.04, 1.0, VL_PI / 3.0},
    {VL_LINKAGE_ROD, 1.0, 0.002, 1.0, 1.0},
    {VL_LINKAGE_FOUR_BAR, 0.5, 0.02, 1.0, 0.5},
    {VL_LINKAGE_DOUBLE, 1.0, 0.02, 1.0, 0.5},
};
enum { ROD, NEEDLE, FOUR_BAR, DOUBLE };

static vlVec3 along(double angle, double length)
{
    return vlVec(length * vlSine(angle), 0.0, -length * vlCosine(angle));
}

static int addRod(vlFormScene* scene, const vlLinkageDef* def, vlVec3 top, double angle)
{
    vlPose pose = {vlAdd(top, along(angle, 0.5 * def->length)),
                   vlQuatFromAxisAngle(vlVec(0.0, -1.0, 0.0), angle)};
    vlVec3 size = vlVec(def->thickness, def->thickness, def->length);
    return vlFormScene_AddBox(scene, size, def->mass, pose);
}

// As vlModel_AddLinkage, for any engine. The first rod is body 0.
static vlFormTrial hang(const vlFormMethod* method, const vlLinkageDef* def)
{
    const vlVec3 y = {0.0, 1.0, 0.0};
    vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), 0.5);
    vlVec3 down = along(def->angle, def->length), second = vlVec(def->length, 0.0, 0.0);
    int first = addRod(scene, def, vlZero(), def->angle);
    vlFormScene_AddHinge(scene, -1, first, vlZero(), y);
    if (def->kind == VL_LINKAGE_DOUBLE) {
        int lower = addRod(scene, def, down, def->angle);
        vlFormScene_AddHinge(scene, first, lower, down, y);
    } else if (def->kind == VL_LINKAGE_FOUR_BAR) {
        int other = addRod(scene, def, second, def->angle);
        vlFormScene_AddHinge(scene, -1, other, second, y);
        int level = addRod(scene, def, down, 0.5 * VL_PI);
        vlFormScene_AddHinge(scene, first, level, down, y);
        vlFormScene_AddHinge(scene, other, level, vlAdd(second, down), y);
    }
    return vlFormTrial_Begin(method, scene);
}

static vlSwingTrack follow(const vlFormMethod* method, const vlLinkageDef* def, double seconds)
{
    vlFormTrial trial = hang(method, def);
    vlSwingTrack track = {0};
    int count = vlFormTrial_Steps(&trial, seconds);
    for (int i = 0; i <= count; ++i) {
        vlVec3 down = vlRotate(vlFormTrial_Pose(&trial, 0).q, vlVec(0.0, 0.0, -1.0));
        vlSwingTrack_Add(&track, vlAngle_Of(down.x, -down.z), trial.step);
        vlFormTrial_Step(&trial);
    }
    vlFormTrial_End(&trial);
    return track;
}

static double keptAmplitude(const vlFormMethod* method, double which)
{
    const vlLinkageDef* def = &linkages[(int)which];
    vlSwingTrack track = follow(method, def, MINUTE);
    return track.peak / def->angle;
}

static double exactPeriod(double which)
{
    return vlLinkage_Period(&linkages[(int)which], VL_FORM_GRAVITY);
}

static double periodOf(const vlFormMethod* method, double which)
{
    vlSwingTrack track = follow(method, &linkages[(int)which], PERIODS);
    return vlSwingTrack_Period(&track);
}

// Energy above the lowest position that the rods can reach, J.
static double energyOf(const vlFormTrial* trial, const vlLinkageDef* def)
{
    double sum = 0.0, l = def->length, t = def->thickness;
    double across = def->mass * (l * l + t * t) / 12.0;
    for (int i = 0; i < 2; ++i) {
        vlPose pose = vlFormTrial_Pose(trial, i);
        vlTwist twist = vlFormTrial_Twist(trial, i);
        sum += 0.5 * def->mass * vlDot(twist.linear, twist.linear) +
               0.5 * across * vlDot(twist.angular, twist.angular) +
               def->mass * VL_FORM_GRAVITY * (pose.p.z + l * (0.5 + i));
    }
    return sum;
}

// Mean energy of the double pendulum in the 2 s after a minute, over that at the start.
static double keptEnergy(const vlFormMethod* method, double which)
{
    const vlLinkageDef* def = &linkages[(int)which];
    vlFormTrial trial = hang(method, def);
    double start = energyOf(&trial, def), sum = 0.0;
    vlFormTrial_Run(&trial, MINUTE - 2.0);
    int count = vlFormTrial_Steps(&trial, 2.0);
    for (int i = 0; i < count; ++i) {
        vlFormTrial_Step(&trial);
        sum += energyOf(&trial, def) / count;
    }
    vlFormTrial_End(&trial);
    return sum / start;
}

#define JOINTS                                                                                     \
    "What a joint's damper takes in a minute grows with (omega h)^3. Explicit: the step limits "   \
    "the joint's stiffness, and its damper takes more; use the implicit step for joints."

static const vlForm forms[] = {
    {.name = "pendulum at 60 degrees: period, s",
     .exactOf = exactPeriod,
     .measure = periodOf,
     .parameter = ROD,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 0.01, 0.05},
     .reason = "(omega h)^2/24 is 3e-5 at 5 ms; passes are read between steps."},
    {.name = "needle 2 mm thick, 1 m long: swing left after 60 s, of it",
     .exact = 1.0,
     .measure = keptAmplitude,
     .parameter = NEEDLE,
     .bound = VL_FORM_WITHIN,
     .limit = {VL_FORM_REPORTED, 1e-3, 1e-3},
     .reason = JOINTS},
    {.name = "four-bar linkage: swing left after 60 s, of it",
     .exact = 1.0,
     .measure = keptAmplitude,
     .parameter = FOUR_BAR,
     .bound = VL_FORM_WITHIN,
     .limit = {VL_FORM_REPORTED, 1e-3, 1e-3},
     .reason = JOINTS,
     .isSlow = true},
    {.name = "four-bar linkage: period, s",
     .exactOf = exactPeriod,
     .measure = periodOf,
     .parameter = FOUR_BAR,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 0.01, 0.05},
     .reason = "(omega h)^2/24 is 2e-5 at 5 ms; passes are read between steps."},
    {.name = "double pendulum: energy left after 60 s, of it",
     .exact = 1.0,
     .measure = keptEnergy,
     .parameter = DOUBLE,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 0.1, 1.0},
     .reason = JOINTS},
};

const vlFormGroup vlForms_Swing = {"swing", true, forms, sizeof forms / sizeof forms[0]};
