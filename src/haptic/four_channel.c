// SPDX-License-Identifier: MIT
// Four-channel coordination per axis, after Lawrence's architecture; [C00] names it and prints no
// law. With e = x_m - x_s the device's lead over the body:
//
//   body:    m_s a_s = f_env + f_h + c (Kp e + Kd e'),        c = 0 in mode F, 1 in mode FP
//   device:  u = M a_s - g f_h + B v_m - Kp e - Kd e'                                (T12.11)
//
// The device obeys M a_m = u - B v_m + f_h; with g = 1 the two leave e'' = -(Kp e + Kd e')/M: a
// lead dies out, whatever the hand and the environment do (T12.12).

#include "volar/four_channel.h"
#include "haptic/four_channel_parts.h"

#include <stdio.h>

#define MOST 1e9

static vlVec3 times(vlVec3 a, vlVec3 b)
{
    return vlVec(a.x * b.x, a.y * b.y, a.z * b.z);
}

vlFourChannelDef vlDefaultFourChannelDef(vlVec3 mass, vlVec3 deviceDamping, double step)
{
    vlFourChannelDef def = {.mode = VL_FOUR_CHANNEL_F,
                            .mass = mass,
                            .deviceDamping = deviceDamping,
                            .stiffness = {1000.0, 1000.0, 1.0},
                            .damping = {40.0, 40.0, 0.05},
                            .handShare = 1.0,
                            .step = step};
    return def;
}

static bool isWithin(double value, double least)
{
    return value >= least && value <= MOST; // false for a NaN
}

static double along(const vlVec3* a, int axis)
{
    return axis == 0 ? a->x : axis == 1 ? a->y : a->z;
}

static vlResult judgeAxis(const vlFourChannelDef* def, int axis)
{
    double mass = along(&def->mass, axis);
    double k = along(&def->stiffness, axis);
    double b = along(&def->damping, axis);
    if (!isWithin(mass, 1e-9) || !isWithin(along(&def->deviceDamping, axis), 0.0) ||
        !isWithin(k, 0.0) || !isWithin(b, 0.0)) {
        return VL_ERROR_ARGUMENT;
    }
    // The window of a sampled spring and damper on a mass, (T12.13).
    bool isStable = 0.5 * k * def->step <= b && b * def->step < 2.0 * mass;
    return isStable ? VL_OK : VL_ERROR_UNSTABLE;
}

static bool areOthersGood(const vlFourChannelDef* def)
{
    bool isMode = def->mode == VL_FOUR_CHANNEL_F || def->mode == VL_FOUR_CHANNEL_FP;
    return isMode && def->step > 0.0 && def->step <= 1.0 && def->handShare >= 0.0 &&
           def->handShare <= 1.0;
}

vlResult vlFourChannel_Judge(const vlFourChannelDef* def)
{
    vlResult result = areOthersGood(def) ? VL_OK : VL_ERROR_ARGUMENT;
    for (int axis = 0; axis < 3 && result == VL_OK; ++axis) {
        result = judgeAxis(def, axis);
    }
    return result;
}

// What is wrong with an axis.
static void explainAxis(const vlFourChannelDef* def, int axis, vlResult fault, char* text,
                        size_t size)
{
    static const char* const names[] = {"x", "y", "the angle"};
    double mass = along(&def->mass, axis);
    double k = along(&def->stiffness, axis);
    double b = along(&def->damping, axis);
    if (fault == VL_ERROR_ARGUMENT) {
        (void)snprintf(text, size,
                       "%s: mass must be 1e-9 to 1e9, dampings and stiffness 0 to 1e9; found mass "
                       "%g, dampings %g and %g, stiffness %g",
                       names[axis], mass, along(&def->deviceDamping, axis), b, k);
    } else {
        (void)snprintf(text, size,
                       "%s: damping must be at least stiffness * step/2 = %g and below 2 mass/step "
                       "= %g; found %g",
                       names[axis], 0.5 * k * def->step, 2.0 * mass / def->step, b);
    }
}

vlResult vlFourChannel_Check(const vlFourChannelDef* def, char* message, size_t messageSize)
{
    vlResult result = vlFourChannel_Judge(def);
    if (result == VL_OK || message == NULL || messageSize == 0) {
        return result;
    }
    if (!(def->step > 0.0 && def->step <= 1.0)) {
        (void)snprintf(message, messageSize, "step must be above 0 and at most 1 s; found %g",
                       def->step);
    } else if (!(def->handShare >= 0.0 && def->handShare <= 1.0)) {
        (void)snprintf(message, messageSize, "handShare must be 0 to 1; found %g", def->handShare);
    } else if (!areOthersGood(def)) {
        (void)snprintf(message, messageSize,
                       "mode must be VL_FOUR_CHANNEL_F or VL_FOUR_CHANNEL_FP");
    } else {
        int axis = 0;
        while (axis < 2 && judgeAxis(def, axis) == VL_OK) {
            ++axis;
        }
        explainAxis(def, axis, result, message, messageSize);
    }
    return result;
}

// Kp e + Kd e'
static vlVec3 pull(const vlFourChannelDef* def, const vlFourChannelInput* input)
{
    return vlAdd(times(def->stiffness, input->error), times(def->damping, input->errorRate));
}

vlVec3 vlFourChannel_OnBody(const vlFourChannelDef* def, const vlFourChannelInput* input)
{
    return def->mode == VL_FOUR_CHANNEL_FP ? vlAdd(input->hand, pull(def, input)) : input->hand;
}

vlVec3 vlFourChannel_OnDevice(const vlFourChannelDef* def, const vlFourChannelInput* input)
{
    vlVec3 u = times(def->mass, input->acceleration); // (T12.11)
    u = vlMulAdd(u, -def->handShare, input->hand);
    u = vlAdd(u, times(def->deviceDamping, input->velocity));
    return vlSub(u, pull(def, input));
}
