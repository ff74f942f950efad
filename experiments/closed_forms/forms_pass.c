// SPDX-License-Identifier: MIT
// Nothing passes through anything: thin plates, hinged bars and tumbling bars that move by many
// times their thickness in a step. The number that passes; the exact answer is 0.

#include <math.h>

#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"
#include "models/random.h"

#define PLATE 1e-3 // m, thickness of the plates that nothing may pass
#define DENSITY 1000.0

// A static plate, its upper side at z = 0.
static void addPlate(vlFormScene* scene, double x, double width)
{
    vlFormScene_AddBox(scene, vlVec(width, width, PLATE), 1.0, vlModel_At(x, 0.0, -0.5 * PLATE));
    vlFormScene_Last(scene)->type = VL_BODY_STATIC;
}

// A plate of 1 mm falls flat on a plate of 1 mm at `speed` m/s, in ten phases of a step.
static double dropPlates(const vlFormMethod* method, double speed)
{
    int passed = 0;
    for (int i = 0; i < 10; ++i) {
        vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), 0.5);
        addPlate(scene, 0.0, 0.4);
        double start = 0.1 + 0.1 * i * speed * method->step;
        int plate = vlFormScene_AddBox(scene, vlVec(0.1, 0.1, 1e-3), 1e-5 * DENSITY,
                                       vlModel_At(0.0, 0.0, start));
        vlFormScene_Last(scene)->velocity.linear.z = -speed;
        vlFormTrial trial = vlFormTrial_Begin(method, scene);
        vlFormTrial_Run(&trial, start / speed + 0.1);
        passed += !(vlFormTrial_Pose(&trial, plate).p.z > -2.0 * PLATE);
        vlFormTrial_End(&trial);
    }
    return passed;
}

// A bar on a hinge strikes a plate's edge with its side, at 50, 100 and 200 rad/s in eight phases.
static double strikeWithBars(const vlFormMethod* method, double unused)
{
    static const double rates[3] = {50.0, 100.0, 200.0};
    const double length = 0.2, width = 5e-3;
    int passed = 0;
    (void)unused;
    for (int i = 0; i < 24; ++i) {
        double rate = rates[i / 8];
        double angle = 0.5 + 0.125 * (i % 8) * rate * method->step; // above the plate
        vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), 0.5);
        addPlate(scene, 0.2, 0.2);
        vlQuat q = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), -angle);
        vlPose pose = {vlRotate(q, vlVec(0.5 * length, 0.0, 0.0)), q};
        int bar = vlFormScene_AddBox(scene, vlVec(length, width, width),
                                     DENSITY * length * width * width, pose);
        vlVec3 spin = vlVec(0.0, rate, 0.0);
        vlFormScene_Last(scene)->velocity = (vlTwist){vlCross(spin, pose.p), spin};
        vlFormScene_AddHinge(scene, -1, bar, vlZero(), vlVec(0.0, 1.0, 0.0));
        vlFormTrial trial = vlFormTrial_Begin(method, scene);
        // Up to 20 ms after the stroke: a bar that springs back is not yet round on the other side.
        int count = vlFormTrial_Steps(&trial, angle / rate + 0.02);
        bool isThrough = false;
        for (int k = 0; k < count; ++k) {
            vlFormTrial_Step(&trial);
            // Through: the end is below the plate. Testing for 0.05 rad below the horizontal would
            // be the same, except for a bar whose end lies on the plate while its hinge gives way;
            // it has not passed.
            vlVec3 end = vlTransform(vlFormTrial_Pose(&trial, bar), vlVec(0.5 * length, 0.0, 0.0));
            isThrough = isThrough || !(end.z > -0.05 * length);
        }
        passed += isThrough;
        vlFormTrial_End(&trial);
    }
    return passed;
}

// Bars that turn at 60 rad/s about random axes fall on a plate at 2, 10 and 50 m/s, 20 of each.
static double dropTumblingBars(const vlFormMethod* method, double unused)
{
    static const double speeds[3] = {2.0, 10.0, 50.0};
    vlRandom random = vlRandom_Seed(5);
    int passed = 0;
    (void)unused;
    for (int i = 0; i < 60; ++i) {
        double speed = speeds[i / 20];
        double start = 0.15 + vlRandom_Uniform(&random) * speed * method->step;
        vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), 0.5);
        addPlate(scene, 0.0, 2.0);
        vlPose pose = {vlVec(0.0, 0.0, start), vlRandom_Rotation(&random)};
        int bar = vlFormScene_AddBox(scene, vlVec(0.2, 5e-3, 5e-3), DENSITY * 5e-6, pose);
        vlVec3 spin = vlScale(vlRandom_Direction(&random), 60.0);
        vlFormScene_Last(scene)->velocity = (vlTwist){vlVec(0.0, 0.0, -speed), spin};
        vlFormTrial trial = vlFormTrial_Begin(method, scene);
        vlFormTrial_Run(&trial, start / speed + 0.05);
        passed += !(vlFormTrial_Pose(&trial, bar).p.z > -2.0 * PLATE);
        vlFormTrial_End(&trial);
    }
    return passed;
}

#define NONE "What has passed does not come back. The explicit step does not foresee contacts."

static const vlForm forms[] = {
    {.name = "1 mm plate at 50 m/s on a 1 mm plate, passed of 10",
     .measure = dropPlates,
     .parameter = 50.0,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 0.0, 0.0},
     .reason = NONE},
    {.name = "hinged bar at 50 to 200 rad/s on a plate's edge, passed of 24",
     .measure = strikeWithBars,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 0.0, 0.0},
     .reason = NONE},
    {.name = "tumbling bar at 2 to 50 m/s on a 1 mm plate, passed of 60",
     .measure = dropTumblingBars,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 0.0, 0.0},
     .reason = NONE},
};

const vlFormGroup vlForms_Pass = {"pass", true, forms, sizeof forms / sizeof forms[0]};
