// SPDX-License-Identifier: MIT
// Friction of an area that slides and spins: a spinning block, a disc that spins and slides, a box
// that is pushed off its middle.

#include <math.h>

#include "base/power.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"
#include "models/turning_model.h"

#define MU 0.3
#define SPIN 10.0 // rad/s
#define SIDE 1.0  // m

static double exactSpinStop(double unused)
{
    (void)unused;
    return SPIN * SIDE * SIDE / 6.0 / (MU * VL_FORM_GRAVITY * vlModel_MeanDistance(SIDE, SIDE));
}

static double stopSpin(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlFormScene* scene = vlFormScene_BeginOnFloor(MU);
    int block = vlFormScene_AddBox(scene, vlVec(SIDE, SIDE, 0.2), 1.0, vlModel_At(0.0, 0.0, 0.1));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 1.0);
    vlFormTrial_SetTwist(&trial, block, vlZero(), vlVec(0.0, 0.0, SPIN));
    double found = nan("");
    int count = vlFormTrial_Steps(&trial, 6.0);
    for (int i = 1; i <= count && isnan(found); ++i) {
        vlFormTrial_Step(&trial);
        if (fabs(vlFormTrial_Twist(&trial, block).angular.z) < 2e-3 * SPIN) {
            found = i * trial.step;
        }
    }
    vlFormTrial_End(&trial);
    return found;
}

// The torque of friction on a spinning box of 400 x 100 mm, over mu m g times the mean distance of
// its points from the middle; it is measured from the loss of spin over the time in which the spin
// should fall from 9 to 4 rad/s.
static double measureTorque(const vlFormMethod* method, double unused)
{
    (void)unused;
    const double a = 0.4, b = 0.1;
    double torque = MU * VL_FORM_GRAVITY * vlModel_MeanDistance(a, b); // per mass
    double inertia = (a * a + b * b) / 12.0, stop = SPIN * inertia / torque;
    vlFormScene* scene = vlFormScene_BeginOnFloor(MU);
    int box = vlFormScene_AddBox(scene, vlVec(a, b, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 0.5);
    vlFormTrial_SetTwist(&trial, box, vlZero(), vlVec(0.0, 0.0, SPIN));
    vlFormTrial_Run(&trial, 0.1 * stop);
    double before = vlFormTrial_Twist(&trial, box).angular.z;
    int count = vlFormTrial_Steps(&trial, 0.5 * stop);
    vlFormTrial_Run(&trial, count * trial.step);
    double loss = before - vlFormTrial_Twist(&trial, box).angular.z;
    vlFormTrial_End(&trial);
    return loss / (count * trial.step) * inertia / torque;
}

// A plate of 64 sides with speed and rim speed 1 m/s, mu 0.1, 2 mm high so that friction hardly
// tilts the pressure. Returns its speed over its rim speed when the rim speed has fallen to 0.05
// m/s.
static double slideDisc(const vlFormMethod* method, double unused)
{
    const double radius = 0.05, height = 2e-3, rim = 0.05;
    (void)unused;
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.1);
    int disc =
        vlFormScene_AddCylinder(scene, 64, radius, height, 1.0, vlModel_At(0.0, 0.0, 0.5 * height));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 0.5);
    vlFormTrial_SetTwist(&trial, disc, vlVec(1.0, 0.0, 0.0), vlVec(0.0, 0.0, 1.0 / radius));
    double before = 1.0, rimBefore = 1.0, found = nan("");
    int count = vlFormTrial_Steps(&trial, 4.0);
    for (int i = 0; i < count && isnan(found); ++i) {
        vlFormTrial_Step(&trial);
        vlTwist twist = vlFormTrial_Twist(&trial, disc);
        double rimNow = radius * fabs(twist.angular.z);
        double now = vlHypot(twist.linear.x, twist.linear.y) / rimNow;
        if (rimNow <= rim) {
            found = before + (rimBefore - rim) / (rimBefore - rimNow) * (now - before);
        }
        before = now;
        rimBefore = rimNow;
    }
    vlFormTrial_End(&trial);
    return found;
}

// A force across the long side of a 400 x 100 mm box, a quarter of its half length off the middle,
// at the height of the floor.
#define LONG 0.4
#define SHORT 0.1
#define OFFSET (0.25 * 0.5 * LONG)

static bool holdsPush(const vlFormMethod* method, double part, double unused)
{
    double limit = MU * VL_FORM_GRAVITY * vlModel_PushLimit(LONG, SHORT, OFFSET);
    (void)unused;
    vlFormScene* scene = vlFormScene_BeginOnFloor(MU);
    int box = vlFormScene_AddBox(scene, vlVec(LONG, SHORT, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 0.3);
    int ramp = vlFormTrial_Steps(&trial, 0.5);
    int all = ramp + vlFormTrial_Steps(&trial, 1.5);
    vlPose pose = vlFormTrial_Pose(&trial, box);
    for (int i = 1; i <= all; ++i) {
        double force = part * limit * fmin(1.0, (double)i / ramp);
        vlFormTrial_Push(&trial, box, vlVec(0.0, force, 0.0),
                         vlVec(pose.p.x + OFFSET, pose.p.y, 0.0));
        vlFormTrial_Step(&trial);
        pose = vlFormTrial_Pose(&trial, box);
    }
    bool holds = fabs(pose.p.y) + OFFSET * fabs(vlRotate(pose.q, vlVec(1, 0, 0)).y) < 1e-3;
    vlFormTrial_End(&trial);
    return holds;
}

static double findPush(const vlFormMethod* method, double unused)
{
    return vlForm_Halve(0.0, 2.0, 12, false, holdsPush, method, unused);
}

static const vlForm forms[] = {
    {.name = "block 1 x 1 x 0.2 m spun at 10 rad/s: stops after, s",
     .exactOf = exactSpinStop,
     .measure = stopSpin,
     .bound = VL_FORM_PERCENT,
     .limit = {0.5, 0.5, 0.7},
     .reason = "It counts as stopped at 0.2% of the spin; 5 ms are 0.34%."},
    {.name = "spinning box 4 : 1: torque of friction over exact",
     .exact = 1.0,
     .measure = measureTorque,
     .bound = VL_FORM_WITHIN,
     .limit = {1e-4, 1e-4, 1e-4},
     .reason = "The integral over the area is exact; the pressure ripples a little."},
    {.name = "disc that slides and spins: speed over rim speed near its end",
     .exact = 0.6799,
     .measure = slideDisc,
     .bound = VL_FORM_PERCENT,
     .limit = {3.0, 1.0, 1.0},
     .reason = "Two steps of friction at the end, 2 mm/s each. Explicit: friction of the start of "
               "the step."},
    {.name = "box 4 : 1 pushed beside its middle: breaks loose at push over exact",
     .exact = 1.0,
     .measure = findPush,
     .bound = VL_FORM_PERCENT,
     .limit = {1.0, 1.0, 1.0},
     .reason = "The search ends 0.05% wide, the slip test leaves 0.2%."},
};

const vlFormGroup vlForms_Turn = {"turn", true, forms, sizeof forms / sizeof forms[0]};
