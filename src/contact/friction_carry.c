// SPDX-License-Identifier: MIT
#include "contact/friction_carry.h"

static vlVec3 velocityMean(const vlMotion* a, const vlMotion* b, vlVec3 point)
{
    vlVec3 va = vlAdd(a->velocity, vlCross(a->omega, vlSub(point, a->centre)));
    vlVec3 vb = vlAdd(b->velocity, vlCross(b->omega, vlSub(point, b->centre)));
    return vlScale(vlAdd(va, vb), 0.5);
}

// The smallest rotation that takes unit vector `from` to unit vector `to`, applied to v.
static vlVec3 turnAlong(vlVec3 v, vlVec3 from, vlVec3 to)
{
    vlVec3 axis = vlCross(from, to);
    double cosine = vlDot(from, to);
    if (cosine < -0.999) {
        return vlMulAdd(v, -vlDot(v, to), to); // nearly opposite: no smallest rotation, so project
    }
    // Rodrigues with sin = |axis|: v c + axis x v + axis (axis . v)/(1 + c).
    return vlAdd(vlMulAdd(vlScale(v, cosine), vlDot(axis, v) / (1.0 + cosine), axis),
                 vlCross(axis, v));
}

vlCarried vlFriction_Carry(const vlContactVolume* v, const vlMotion* a, const vlMotion* b,
                           double elapsed, const vlFrictionMemory* before)
{
    vlVec3 turn = vlScale(vlAdd(a->omega, b->omega), 0.5 * elapsed);
    vlQuat mean = vlQuatFromRotationVector(turn);
    vlVec3 r = vlRotate(mean, before->slip);
    vlVec3 oldNormal = vlRotate(mean, before->normal);
    r = turnAlong(r, oldNormal, v->normal);
    vlVec3 oldOrigin = vlMulAdd(before->origin, elapsed, velocityMean(a, b, before->origin));
    vlVec3 shift = vlSub(v->origin, oldOrigin);
    r = vlMulAdd(r, before->twist, vlCross(v->normal, shift));
    vlCarried carried = {{vlDot(v->e1, r), vlDot(v->e2, r)}, before->twist};
    return carried;
}
