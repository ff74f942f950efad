// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_BODY_H
#define VOLAR_MODEL_BODY_H

// The simplest things to put into a world. Experiments, benchmarks and tests share them, so that
// all use the same scenes. z is up.

#include <volar/volar.h>

#include "base/angle.h"
#include "base/power.h"

// The floor: all z <= 0, static, of the default material.
VL_WARN_UNUSED vlResult vlModel_AddFloor(vlWorld* world, vlBodyId* floor);

// A dynamic body of the default material. Takes over the caller's reference to `shape`, also on
// failure.
VL_WARN_UNUSED vlResult vlModel_AddBody(vlWorld* world, vlShape* shape, double mass, vlPose pose,
                                        vlTwist velocity, vlBodyId* body);

// A homogeneous box of edge lengths `size`, centred on the pose.
VL_WARN_UNUSED vlResult vlModel_AddBox(vlWorld* world, vlVec3 size, double mass, vlPose pose,
                                       vlTwist velocity, vlBodyId* body);

// The same as a static body.
VL_WARN_UNUSED vlResult vlModel_AddStaticBox(vlWorld* world, vlVec3 size, vlPose pose,
                                             vlBodyId* body);

// Steps for about that long, s.
VL_WARN_UNUSED vlResult vlModel_StepFor(vlWorld* world, double seconds);

// An upright pose at a point. / A velocity with the given parts.
static inline vlPose vlModel_At(double x, double y, double z)
{
    return (vlPose){vlVec(x, y, z), vlIdentityQuat()};
}

static inline vlTwist vlModel_Moving(vlVec3 linear, vlVec3 angular)
{
    return (vlTwist){linear, angular};
}

static inline vlTwist vlModel_AtRest(void)
{
    return vlModel_Moving(vlZero(), vlZero());
}

// Angle of a body's z axis from the vertical, rad, 0 .. pi.
static inline double vlModel_Tilt(vlQuat orientation)
{
    vlVec3 axis = vlRotate(orientation, vlVec(0.0, 0.0, 1.0));
    return vlAngle_Of(vlHypot(axis.x, axis.y), axis.z);
}

#endif
