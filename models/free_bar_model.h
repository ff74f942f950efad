// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_FREE_BAR_H
#define VOLAR_MODEL_FREE_BAR_H

// A bar of any proportions in free flight, and what is known exactly about its motion.

#include <volar/volar.h>

typedef struct vlFreeBarDef {
    vlVec3 size;  // m, edges along its principal axes
    double mass;  // kg
    vlQuat axes;  // from its principal axes to the axes of the body
    vlQuat start; // from its principal axes to the world
    vlVec3 omega; // rad/s, at the start, about its principal axes
} vlFreeBarDef;

// A bar of 1 kg at the origin whose principal axes are those of the body and of the world.
vlFreeBarDef vlFreeBar_Default(vlVec3 size, vlVec3 omega);

// kg m2, about its principal axes.
vlVec3 vlFreeBar_Moments(const vlFreeBarDef* def);

VL_WARN_UNUSED vlResult vlModel_AddFreeBar(vlWorld* world, const vlFreeBarDef* def, vlBodyId* bar);

// The orientation of its principal axes in the world if the body is at `pose`.
vlQuat vlFreeBar_Axes(const vlFreeBarDef* def, vlPose pose);

// The exact orientation of its principal axes after `time`, for a bar whose x and y moments are
// equal: it rotates about L at |L|/I, and about its own z at what remains of its angular velocity.
vlQuat vlFreeBar_Precession(const vlFreeBarDef* def, double time);

// The period after which the angular velocity about its principal axes repeats, s, by Jacobi's
// elliptic functions; no two moments may be equal.
double vlFreeBar_Period(const vlFreeBarDef* def);

#endif
