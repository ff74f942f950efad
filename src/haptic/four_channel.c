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

static vlResult checkAxis(const vlFourChannelDef* def, int axis, char* message, size_t size)
{
    static const char* const names[] = {"x", "y", "the angle"};
    double mass = (&def->mass.x)[axis];
    double own = (&def->deviceDamping.x)[axis];
    double k = (&def->stiffness.x)[axis];
    double b = (&def->damping.x)[axis];
    double t = def->step;
    if (!isWithin(mass, 1e-9) || !isWithin(own, 0.0) || !isWithin(k, 0.0) || !isWithin(b, 0.0)) {
        (void)snprintf(message, size,
                       "%s: mass must be 1e-9 to 1e9, dampings and stiffness 0 to 1e9; found mass "
                       "%g, dampings %g and %g, stiffness %g",
                       names[axis], mass, own, b, k);
        return VL_ERROR_ARGUMENT;
    }
    // The window of a sampled spring and damper on a mass, (T12.13).
    if (!(0.5 * k * t <= b) || !(b * t < 2.0 * mass)) {
        (void)snprintf(message, size,
                       "%s: damping must be at least stiffness * step/2 = %g and below 2 mass/step "
                       "= %g; found %g",
                       names[axis], 0.5 * k * t, 2.0 * mass / t, b);
        return VL_ERROR_UNSTABLE;
    }
    return VL_OK;
}

vlResult vlFourChannel_Check(const vlFourChannelDef* def, char* message, size_t messageSize)
{
    char own[8];
    char* text = message != NULL && messageSize > 0 ? message : own;
    size_t size = text == own ? sizeof own : messageSize;
    if (!(def->step > 0.0 && def->step <= 1.0)) {
        (void)snprintf(text, size, "step must be above 0 and at most 1 s; found %g", def->step);
        return VL_ERROR_ARGUMENT;
    }
    if (!(def->handShare >= 0.0 && def->handShare <= 1.0)) {
        (void)snprintf(text, size, "handShare must be 0 to 1; found %g", def->handShare);
        return VL_ERROR_ARGUMENT;
    }
    if (def->mode != VL_FOUR_CHANNEL_F && def->mode != VL_FOUR_CHANNEL_FP) {
        (void)snprintf(text, size, "mode must be VL_FOUR_CHANNEL_F or VL_FOUR_CHANNEL_FP");
        return VL_ERROR_ARGUMENT;
    }
    for (int axis = 0; axis < 3; ++axis) {
        vlResult result = checkAxis(def, axis, text, size);
        if (result != VL_OK) {
            return result;
        }
    }
    return VL_OK;
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
