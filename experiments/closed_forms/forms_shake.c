// SPDX-License-Identifier: MIT
// A shaken table, the sliding block of Newmark: a pulse accelerates a table faster than friction
// can accelerate the block on it; then the table moves on at constant speed. The block slips back
// until it has reached that speed.
//
// Level: the block accelerates at mu g while it slides. With the table's acceleration a(t), the
// speed of the table below the block, u, follows u' = a - mu g while u > 0; the slip is its
// integral. A table that swings to and fro carries the block until its acceleration passes mu g;
// the block then slips a little at each turn. A rectangular pulse A of the final speed V gives
// V^2/(2 mu g) (1 - mu g/A). On a slope beta the table accelerates uphill and friction alone drives
// the block: in place of mu g stands g (mu cos(beta) - sin(beta)).

#include <math.h>

#include "base/angle.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"

#define MU 0.3
#define PEAK 8.0  // m/s2, of the table
#define PULSE 0.2 // s
#define END 1.5   // s, when the block no longer slips, with or without a slope
#define SLOPE 0.1 // rad

// Acceleration and speed of the table, t seconds after the pulse began.
static double tableAcceleration(vlFormPulse pulse, double t)
{
    double x = t / PULSE;
    if (x < 0.0 || x >= 1.0) {
        return 0.0;
    }
    switch (pulse) {
    case VL_PULSE_RECTANGLE: return PEAK;
    case VL_PULSE_TRIANGLE: return PEAK * (1.0 - fabs(2.0 * x - 1.0));
    case VL_PULSE_SINE: return PEAK * vlSine(VL_PI * x);
    }
    return 0.0;
}

static double tableSpeed(vlFormPulse pulse, double t)
{
    double x = fmin(1.0, fmax(0.0, t / PULSE));
    switch (pulse) {
    case VL_PULSE_RECTANGLE: return PEAK * PULSE * x;
    case VL_PULSE_TRIANGLE: return PEAK * PULSE * (x < 0.5 ? x * x : 0.5 - (1.0 - x) * (1.0 - x));
    case VL_PULSE_SINE: return PEAK * PULSE * (1.0 - vlCosine(VL_PI * x)) / VL_PI;
    }
    return 0.0;
}

double vlForm_ExactSlip(vlFormPulse pulse, double slope, double time)
{
    double follow = VL_FORM_GRAVITY * (MU * vlCosine(slope) - vlSine(slope));
    double h = 1e-5, speed = 0.0, slip = 0.0; // 5e-6 of the pulse: ten times finer than is judged
    int count = (int)lround(time / h);
    for (int i = 0; i < count; ++i) {
        double a = tableAcceleration(pulse, (i + 0.5) * h);
        double next = speed > 0.0 || a > follow ? fmax(0.0, speed + h * (a - follow)) : 0.0;
        slip += 0.5 * h * (speed + next);
        speed = next;
    }
    return slip;
}

double vlForm_Shake(const vlFormMethod* method, vlFormPulse pulse, double slope,
                    void (*observe)(void* user, double time, double slip), void* user)
{
    vlFormScene* scene = vlFormScene_Begin(vlForm_SlopeGravity(-slope), MU); // uphill is +x
    int table = vlFormScene_AddBox(scene, vlVec(8.0, 1.0, 0.1), 100.0, vlModel_At(0.0, 0.0, -0.05));
    vlFormScene_Last(scene)->type = VL_BODY_KINEMATIC;
    int block = vlFormScene_AddBox(scene, vlVec(0.2, 0.2, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 0.5);
    double start = vlFormTrial_Pose(&trial, block).p.x - vlFormTrial_Pose(&trial, table).p.x;
    double slip = 0.0;
    int count = vlFormTrial_Steps(&trial, END);
    for (int i = 1; i <= count; ++i) {
        double speed = tableSpeed(pulse, i * trial.step);
        vlFormTrial_SetTwist(&trial, table, vlVec(speed, 0.0, 0.0), vlZero());
        vlFormTrial_Step(&trial);
        slip = start - (vlFormTrial_Pose(&trial, block).p.x - vlFormTrial_Pose(&trial, table).p.x);
        if (observe != NULL) {
            observe(user, i * trial.step, slip);
        }
    }
    vlFormTrial_End(&trial);
    return slip;
}

#define SWINGS 2.0 // Hz
#define SWING 4.0  // s; the last half is judged

// Speed of a table whose acceleration is ratio mu g sin(w t), m/s.
static double swingSpeed(double ratio, double t)
{
    double w = 2.0 * VL_PI * SWINGS;
    return -ratio * MU * VL_FORM_GRAVITY / w * vlCosine(w * t);
}

// How far the block moves to and fro on a swinging table, mm.
static double exactSwing(double ratio)
{
    double h = 1e-5, block = swingSpeed(ratio, 0.0); // errors of about 1e-4: see vlForm_ExactSlip
    double slip = 0.0, most = -HUGE_VAL, least = HUGE_VAL;
    int count = (int)lround(SWING / h);
    for (int i = 1; i <= count; ++i) {
        double table = swingSpeed(ratio, i * h);
        double change =
            fmax(-MU * VL_FORM_GRAVITY * h, fmin(MU * VL_FORM_GRAVITY * h, table - block));
        block += change;
        slip += h * (table - block);
        if (2 * i > count) {
            most = fmax(most, slip);
            least = fmin(least, slip);
        }
    }
    return 1e3 * (most - least);
}

static double swing(const vlFormMethod* method, double ratio)
{
    vlFormScene* scene = vlFormScene_Begin(vlForm_SlopeGravity(0.0), MU);
    int table = vlFormScene_AddBox(scene, vlVec(8.0, 1.0, 0.1), 100.0, vlModel_At(0.0, 0.0, -0.05));
    vlFormScene_Last(scene)->type = VL_BODY_KINEMATIC;
    int block = vlFormScene_AddBox(scene, vlVec(0.2, 0.2, 0.05), 1.0, vlModel_At(0.0, 0.0, 0.025));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 0.5);
    vlVec3 first = {swingSpeed(ratio, 0.0), 0.0, 0.0};
    vlFormTrial_SetTwist(&trial, table, first, vlZero());
    vlFormTrial_SetTwist(&trial, block, first, vlZero());
    double most = -HUGE_VAL, least = HUGE_VAL;
    int count = vlFormTrial_Steps(&trial, SWING);
    for (int i = 1; i <= count; ++i) {
        vlVec3 speed = {swingSpeed(ratio, i * trial.step), 0.0, 0.0};
        vlFormTrial_SetTwist(&trial, table, speed, vlZero());
        vlFormTrial_Step(&trial);
        if (2 * i > count) {
            double x = vlFormTrial_Pose(&trial, table).p.x - vlFormTrial_Pose(&trial, block).p.x;
            most = fmax(most, x);
            least = fmin(least, x);
        }
    }
    vlFormTrial_End(&trial);
    return 1e3 * (most - least);
}

static double exactOf(double pulse)
{
    return 1e3 * vlForm_ExactSlip((vlFormPulse)(int)pulse, 0.0, END);
}

static double exactOnSlope(double pulse)
{
    return 1e3 * vlForm_ExactSlip((vlFormPulse)(int)pulse, SLOPE, END);
}

static double shakeLevel(const vlFormMethod* method, double pulse)
{
    return 1e3 * vlForm_Shake(method, (vlFormPulse)(int)pulse, 0.0, NULL, NULL);
}

static double shakeSlope(const vlFormMethod* method, double pulse)
{
    return 1e3 * vlForm_Shake(method, (vlFormPulse)(int)pulse, SLOPE, NULL, NULL);
}

#define LAG "Speeds are those of the end of a step. Explicit: the block lags the table by a step."

static const vlForm forms[] = {
    {.name = "block on a table shaken by half a sine: slips by, mm",
     .exactOf = exactOf,
     .measure = shakeLevel,
     .parameter = VL_PULSE_SINE,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 1.0, 1.0},
     .reason = LAG},
    {.name = "shaken by a triangle: slips by, mm",
     .exactOf = exactOf,
     .measure = shakeLevel,
     .parameter = VL_PULSE_TRIANGLE,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 1.0, 1.0},
     .reason = LAG},
    {.name = "shaken by a rectangle: slips by, mm",
     .exactOf = exactOf,
     .measure = shakeLevel,
     .parameter = VL_PULSE_RECTANGLE,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 1.0, 2.0},
     .reason = LAG " A pulse of 40 steps with a jump at either end: 2% at 5 ms."},
    {.name = "shaken by half a sine on a slope of 0.1 rad: slips by, mm",
     .exactOf = exactOnSlope,
     .measure = shakeSlope,
     .parameter = VL_PULSE_SINE,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 1.0, 1.0},
     .reason = LAG},
    {.name = "table that swings with 1.2 of what friction can carry: slips by, mm",
     .exactOf = exactSwing,
     .measure = swing,
     .parameter = 1.2,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 1.0, 1.0},
     .reason = LAG},
    {.name = "the same with twice of it: slips by, mm",
     .exactOf = exactSwing,
     .measure = swing,
     .parameter = 2.0,
     .bound = VL_FORM_PERCENT,
     .limit = {2.0, 1.0, 1.0},
     .reason = LAG},
};

const vlFormGroup vlForms_Shake = {"shake", true, forms, sizeof forms / sizeof forms[0]};
