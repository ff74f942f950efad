// SPDX-License-Identifier: MIT
// Limits of equilibrium: blocks on a slope, a pushed block, a block that rocks, and an arch.

#include <math.h>

#include "base/angle.h"
#include "base/power.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/arch_model.h"
#include "models/body_model.h"

#define HEIGHT 0.2 // m
#define MASS 1.0   // kg
#define RAMP 1.5   // s, in which slope or push grows to its value
#define HOLD 1.5   // s, after that, in which it must not topple
#define TOPPLED 0.2
#define PUSH_WIDTH 0.1
#define PUSH_HEIGHT 0.15

// From 0 to 1, smooth at both ends, because the limit is one of statics.
static double grown(int step, int steps)
{
    double x = step < steps ? (double)step / steps : 1.0;
    return x * x * (3.0 - 2.0 * x);
}

static bool standsOnSlope(const vlFormMethod* method, double part, double widthOverHeight)
{
    vlFormScene* scene = vlFormScene_BeginOnFloor(2.0); // rough: it does not slide
    double width = widthOverHeight * HEIGHT;
    int block =
        vlFormScene_AddBox(scene, vlVec(width, 0.1, HEIGHT), MASS, vlModel_At(0.0, 0.0, 0.1));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    int ramp = vlFormTrial_Steps(&trial, RAMP);
    for (int i = 1; i <= ramp; ++i) {
        double slope = vlAngle_Of(part * widthOverHeight * grown(i, ramp), 1.0);
        vlFormTrial_SetGravity(&trial, vlForm_SlopeGravity(slope));
        vlFormTrial_Step(&trial);
    }
    vlFormTrial_Run(&trial, HOLD);
    bool stands = vlModel_Tilt(vlFormTrial_Pose(&trial, block).q) < TOPPLED;
    vlFormTrial_End(&trial);
    return stands;
}

double vlForm_FindToppling(const vlFormMethod* method, double widthOverHeight)
{
    return vlForm_Halve(0.4, 1.1, 10, false, standsOnSlope, method, widthOverHeight);
}

static bool standsPushed(const vlFormMethod* method, double part, double unused)
{
    (void)unused;
    vlFormScene* scene = vlFormScene_BeginOnFloor(2.0);
    int block =
        vlFormScene_AddBox(scene, vlVec(PUSH_WIDTH, 0.1, HEIGHT), MASS, vlModel_At(0.0, 0.0, 0.1));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    int ramp = vlFormTrial_Steps(&trial, RAMP);
    int all = ramp + vlFormTrial_Steps(&trial, HOLD);
    vlPose pose = vlFormTrial_Pose(&trial, block);
    for (int i = 1; i <= all; ++i) {
        double force = part * MASS * VL_FORM_GRAVITY * grown(i, ramp);
        vlVec3 point = vlTransform(pose, vlVec(0.0, 0.0, PUSH_HEIGHT - 0.5 * HEIGHT));
        vlFormTrial_Push(&trial, block, vlVec(force, 0.0, 0.0), point);
        vlFormTrial_Step(&trial);
        pose = vlFormTrial_Pose(&trial, block);
    }
    bool stands = vlModel_Tilt(pose.q) < TOPPLED;
    vlFormTrial_End(&trial);
    return stands;
}

static double findPush(const vlFormMethod* method, double unused)
{
    return vlForm_Halve(0.1, 0.4, 10, false, standsPushed, method, unused);
}

// Rocking: a block of 0.1 x 0.4 m, tilted by half of its critical angle about a lower edge, is let
// go. theta'' = -p^2 sin(alpha - theta), p^2 = 3 g/(4 R), until it strikes the floor at theta = 0.
#define ROCK_WIDTH 0.1
#define ROCK_HEIGHT 0.4

static double exactRocking(double unused)
{
    (void)unused;
    double alpha = vlAngle_Of(ROCK_WIDTH, ROCK_HEIGHT),
           radius = 0.5 * vlHypot(ROCK_WIDTH, ROCK_HEIGHT);
    double p2 = 0.75 * VL_FORM_GRAVITY / radius;
    // By energy: theta'^2 = 2 p2 (cos(alpha - theta0) - cos(alpha - theta)); with theta = theta0 -
    // u^2 the integrand is smooth.
    double theta0 = 0.5 * alpha, top = sqrt(theta0), sum = 0.0;
    int parts = 2000;
    for (int i = 0; i < parts; ++i) {
        double u = top * (i + 0.5) / parts, theta = theta0 - u * u;
        double rate = sqrt(2.0 * p2 * (vlCosine(alpha - theta0) - vlCosine(alpha - theta)));
        sum += 2.0 * u / rate * top / parts;
    }
    return sum;
}

static vlFormTrial tiltBlock(const vlFormMethod* method, double tilt)
{
    vlQuat q = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), tilt);
    // Turning about +y lowers the edge at +x, which stays at the origin.
    vlVec3 centre = vlRotate(q, vlVec(-0.5 * ROCK_WIDTH, 0.0, 0.5 * ROCK_HEIGHT));
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.8);
    vlFormScene_AddBox(scene, vlVec(ROCK_WIDTH, 0.1, ROCK_HEIGHT), MASS, (vlPose){centre, q});
    return vlFormTrial_Begin(method, scene);
}

static double tiltOf(const vlFormTrial* trial)
{
    vlVec3 up = vlRotate(vlFormTrial_Pose(trial, 0).q, vlVec(0.0, 0.0, 1.0));
    return vlAngle_Of(up.x, up.z);
}

static double timeRocking(const vlFormMethod* method, double unused)
{
    (void)unused;
    double before = 0.5 * vlAngle_Of(ROCK_WIDTH, ROCK_HEIGHT), found = nan("");
    vlFormTrial trial = tiltBlock(method, before);
    int count = vlFormTrial_Steps(&trial, 2.0);
    for (int i = 1; i <= count && isnan(found); ++i) {
        vlFormTrial_Step(&trial);
        double now = tiltOf(&trial);
        if (now <= 0.0) {
            found = trial.step * (i - 1 + before / (before - now));
        }
        before = now;
    }
    vlFormTrial_End(&trial);
    return found;
}

#define STONES 20
#define RADIUS 3.0 // m

double vlForm_SinkArch(const vlFormMethod* method, double thickness)
{
    double half = 0.5 * VL_PI / STONES;
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.7);
    vlVec3 points[8];
    for (int i = 0; i < 8; ++i) {
        double r = RADIUS * (1.0 + ((i & 1) != 0 ? 0.5 : -0.5) * thickness);
        double side = (i & 2) != 0 ? 1.0 : -1.0;
        points[i] = vlVec(side * r * vlSine(half), (i & 4) != 0 ? 0.5 : -0.5, r * vlCosine(half));
    }
    for (int i = 0; i < STONES; ++i) {
        double angle = 2.0 * half * (i + 0.5) - 0.5 * VL_PI;
        vlPose pose = {vlZero(), vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), angle)};
        vlFormScene_AddHull(scene, points, 8, 2400.0, pose);
    }
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    double start = vlFormTrial_Pose(&trial, STONES / 2).p.z;
    double sunk = 0.0;
    int count = vlFormTrial_Steps(&trial, 6.0);
    for (int i = 0; i < count && sunk < 0.5 * RADIUS; ++i) { // a falling arch need not be watched
        vlFormTrial_Step(&trial);
        sunk = start - vlFormTrial_Pose(&trial, STONES / 2).p.z;
    }
    vlFormTrial_End(&trial);
    return sunk;
}

static bool archStands(const vlFormMethod* method, double thickness, double unused)
{
    (void)unused;
    return vlForm_SinkArch(method, thickness) < 0.1 * RADIUS;
}

#define THICKEST 0.19

static double findArch(const vlFormMethod* method, double unused)
{
    if (!archStands(method, THICKEST, unused)) {
        return HUGE_VAL; // it falls at any thickness
    }
    return vlForm_Halve(0.09, THICKEST, 8, true, archStands, method, unused);
}

#define TOPPLE                                                                                     \
    "A block leans by what its edge sinks in: theory has 0.974, 0.990 and 0.995 at this "          \
    "stiffness. Explicit: the step limits the stiffness."

static const vlForm forms[] = {
    {.name = "block 40 x 200 mm on a slope: topples at tan/(b/h)",
     .exact = 1.0,
     .measure = vlForm_FindToppling,
     .parameter = 0.2,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 3.0, 3.0},
     .reason = TOPPLE},
    {.name = "block 100 x 200 mm on a slope: topples at tan/(b/h)",
     .exact = 1.0,
     .measure = vlForm_FindToppling,
     .parameter = 0.5,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 3.0, 3.0},
     .reason = TOPPLE},
    {.name = "cube of 200 mm on a slope: topples at tan/(b/h)",
     .exact = 1.0,
     .measure = vlForm_FindToppling,
     .parameter = 1.0,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 3.0, 3.0},
     .reason = TOPPLE},
    {.name = "block pushed at three quarters of its height: topples at push/weight",
     .exact = PUSH_WIDTH / (2.0 * PUSH_HEIGHT),
     .measure = findPush,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 3.0, 3.0},
     .reason = TOPPLE},
    {.name = "block let go on its edge: strikes the floor after, s",
     .exactOf = exactRocking,
     .measure = timeRocking,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 2.0, 2.0},
     .reason = "The edge sinks in by 10 to 100 um and lies that much farther out; the time is read "
               "between two steps."},
    {.name = "arch of 20 stones: thinnest that stands, thickness/radius",
     .exact = 0.10735,
     .measure = findArch,
     .bound = VL_FORM_AT_MOST,
     .limit = {VL_FORM_REPORTED, 0.114, 0.114},
     .reason =
         "Gravity comes at once, so the joints bounce before they rest: 6% above the limit of "
         "rigid stones under a slow load. Explicit: the step limits the stiffness.",
     .isSlow = true},
};

const vlFormGroup vlForms_Topple = {"topple", true, forms, sizeof forms / sizeof forms[0]};
