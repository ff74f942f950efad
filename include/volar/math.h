// SPDX-License-Identifier: MIT
#ifndef VOLAR_MATH_H
#define VOLAR_MATH_H

// Value types and inline arithmetic in double precision. Names contain the frames: `poseWB` takes
// points from B to W. Twists and wrenches are (linear, angular). Quaternions are (w, x, y, z), of
// unit length, and rotate from body to world.

#include <math.h>
#include <stdbool.h>

#include "volar/base.h"

#define VL_PI 3.14159265358979323846

// How far from 1 the length of a quaternion or a direction may be: the first for arguments, the
// second for numbers that a device sent or a person wrote, in single precision or with three
// digits. A wrong order of components, or a missing one, fails both.
#define VL_UNIT_TOLERANCE 1e-6
#define VL_ROUGH_UNIT_TOLERANCE 1e-3

typedef struct vlVec2 {
    double x, y;
} vlVec2;

typedef struct vlVec3 {
    double x, y, z;
} vlVec3;

typedef struct vlQuat {
    double w, x, y, z;
} vlQuat;

// Columns cx, cy, cz: M v = cx v.x + cy v.y + cz v.z.
typedef struct vlMat3 {
    vlVec3 cx, cy, cz;
} vlMat3;

// Rigid placement: x_world = rotate(q, x_body) + p.
typedef struct vlPose {
    vlVec3 p; // m
    vlQuat q; // unit
} vlPose;

typedef struct vlTwist {
    vlVec3 linear;  // m/s
    vlVec3 angular; // rad/s
} vlTwist;

typedef struct vlWrench {
    vlVec3 force;  // N
    vlVec3 torque; // N m
} vlWrench;

VL_BEGIN_C

// The number within [lower, upper] that is nearest to x.
static inline double vlClamp(double x, double lower, double upper)
{
    return x < lower ? lower : (x > upper ? upper : x);
}

static inline double vlDot2(vlVec2 a, vlVec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double vlLength2(vlVec2 a)
{
    return sqrt(vlDot2(a, a));
}

static inline vlVec3 vlVec(double x, double y, double z)
{
    vlVec3 r = {x, y, z};
    return r;
}

static inline vlVec3 vlZero(void)
{
    return vlVec(0.0, 0.0, 0.0);
}

static inline vlVec3 vlAdd(vlVec3 a, vlVec3 b)
{
    return vlVec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline vlVec3 vlSub(vlVec3 a, vlVec3 b)
{
    return vlVec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline vlVec3 vlNeg(vlVec3 a)
{
    return vlVec(-a.x, -a.y, -a.z);
}

static inline vlVec3 vlScale(vlVec3 a, double s)
{
    return vlVec(a.x * s, a.y * s, a.z * s);
}

// a + s b
static inline vlVec3 vlMulAdd(vlVec3 a, double s, vlVec3 b)
{
    return vlVec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double vlDot(vlVec3 a, vlVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vlVec3 vlCross(vlVec3 a, vlVec3 b)
{
    return vlVec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vlLength(vlVec3 a)
{
    return sqrt(vlDot(a, a));
}

// a / |a|, or zero when |a| is zero.
static inline vlVec3 vlUnit(vlVec3 a)
{
    double length = vlLength(a);
    return length > 0.0 ? vlScale(a, 1.0 / length) : vlZero();
}

static inline bool vlIsFinite(vlVec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

// The range of numbers that Volar accepts. Every function that takes a position, a velocity or a
// force from outside refuses numbers beyond it. A body whose own motion leaves a thousand times
// this range, or which the forces applied to it would drive out of that within one step, is frozen:
// within that range no product in a step overflows, so that every force is finite. A double at
// VL_MAX_LENGTH still resolves 0.1 um.
#define VL_MAX_LENGTH 1e9 // m, each coordinate of a position, and each size
#define VL_MAX_SPEED 1e9  // m/s and rad/s, each component of a velocity; m/s2 of gravity
#define VL_MAX_FORCE                                                                               \
    1e18 // N and N m, each component; N/m, N s/m and the like of a stiffness or damping
#define VL_MAX_MASS 1e30 // kg, and kg m2 of an inertia, given or from shape and mass

// Is every component at most `most` in size? False for a NaN.
static inline bool vlIsWithin(vlVec3 a, double most)
{
    return fabs(a.x) <= most && fabs(a.y) <= most && fabs(a.z) <= most;
}

static inline vlQuat vlIdentityQuat(void)
{
    vlQuat q = {1.0, 0.0, 0.0, 0.0};
    return q;
}

static inline vlQuat vlMulQ(vlQuat a, vlQuat b)
{
    vlQuat r = {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return r;
}

static inline vlQuat vlConj(vlQuat q)
{
    vlQuat r = {q.w, -q.x, -q.y, -q.z};
    return r;
}

static inline double vlLengthQ(vlQuat q)
{
    return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
}

// True if q has length 1 to within `tolerance`; false for numbers that are not finite.
static inline bool vlIsUnitQ(vlQuat q, double tolerance)
{
    return fabs(vlLengthQ(q) - 1.0) <= tolerance;
}

static inline vlQuat vlUnitQ(vlQuat q)
{
    double s = 1.0 / vlLengthQ(q);
    vlQuat r = {q.w * s, q.x * s, q.y * s, q.z * s};
    return r;
}

// Rotates v by the unit quaternion q.
static inline vlVec3 vlRotate(vlQuat q, vlVec3 v)
{
    vlVec3 u = vlVec(q.x, q.y, q.z);
    vlVec3 t = vlScale(vlCross(u, v), 2.0);
    return vlAdd(vlMulAdd(v, q.w, t), vlCross(u, t));
}

// Rotates v by the inverse of the unit quaternion q.
static inline vlVec3 vlUnrotate(vlQuat q, vlVec3 v)
{
    return vlRotate(vlConj(q), v);
}

static inline vlMat3 vlMat(vlVec3 cx, vlVec3 cy, vlVec3 cz)
{
    vlMat3 m = {cx, cy, cz};
    return m;
}

static inline vlMat3 vlDiag(double x, double y, double z)
{
    return vlMat(vlVec(x, 0.0, 0.0), vlVec(0.0, y, 0.0), vlVec(0.0, 0.0, z));
}

static inline vlVec3 vlMulMV(vlMat3 m, vlVec3 v)
{
    return vlVec(m.cx.x * v.x + m.cy.x * v.y + m.cz.x * v.z,
                 m.cx.y * v.x + m.cy.y * v.y + m.cz.y * v.z,
                 m.cx.z * v.x + m.cy.z * v.y + m.cz.z * v.z);
}

// transpose(m) v
static inline vlVec3 vlMulTV(vlMat3 m, vlVec3 v)
{
    return vlVec(vlDot(m.cx, v), vlDot(m.cy, v), vlDot(m.cz, v));
}

static inline vlMat3 vlMulMM(vlMat3 a, vlMat3 b)
{
    return vlMat(vlMulMV(a, b.cx), vlMulMV(a, b.cy), vlMulMV(a, b.cz));
}

static inline vlMat3 vlTranspose(vlMat3 m)
{
    return vlMat(vlVec(m.cx.x, m.cy.x, m.cz.x), vlVec(m.cx.y, m.cy.y, m.cz.y),
                 vlVec(m.cx.z, m.cy.z, m.cz.z));
}

// transpose(a) b
static inline vlMat3 vlMulTM(vlMat3 a, vlMat3 b)
{
    return vlMat(vlMulTV(a, b.cx), vlMulTV(a, b.cy), vlMulTV(a, b.cz));
}

static inline vlMat3 vlMatFromQuat(vlQuat q)
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return vlMat(vlVec(1.0 - 2.0 * (yy + zz), 2.0 * (xy + wz), 2.0 * (xz - wy)),
                 vlVec(2.0 * (xy - wz), 1.0 - 2.0 * (xx + zz), 2.0 * (yz + wx)),
                 vlVec(2.0 * (xz + wy), 2.0 * (yz - wx), 1.0 - 2.0 * (xx + yy)));
}

static inline vlPose vlIdentityPose(void)
{
    vlPose pose = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}};
    return pose;
}

static inline vlVec3 vlTransform(vlPose pose, vlVec3 point)
{
    return vlAdd(vlRotate(pose.q, point), pose.p);
}

static inline vlVec3 vlUntransform(vlPose pose, vlVec3 point)
{
    return vlUnrotate(pose.q, vlSub(point, pose.p));
}

// poseWB, poseBC -> poseWC
static inline vlPose vlMulPose(vlPose poseWB, vlPose poseBC)
{
    vlPose pose = {vlTransform(poseWB, poseBC.p), vlMulQ(poseWB.q, poseBC.q)};
    return pose;
}

// The rotation of the rotation vector `rotation`, axis times angle (rad). It uses Volar's own sine
// and cosine and gives the same bits with every compiler.
VL_API vlQuat vlQuatFromRotationVector(vlVec3 rotation) VL_REALTIME;

// The rotation vector (axis times angle, rad) of a unit quaternion, in the shorter direction. It
// gives the same bits with every compiler.
VL_API vlVec3 vlRotationVectorFromQuat(vlQuat q) VL_REALTIME;

// The rotation vector that takes one orientation to another, in the shorter direction.
static inline vlVec3 vlRotationBetween(vlQuat from, vlQuat to)
{
    return vlRotationVectorFromQuat(vlMulQ(to, vlConj(from)));
}

// An orientation turned by a rotation vector.
static inline vlQuat vlTurn(vlQuat q, vlVec3 rotation)
{
    return vlUnitQ(vlMulQ(vlQuatFromRotationVector(rotation), q));
}

// Rotation by `angle` (rad) about `axis` (any length but zero).
VL_API vlQuat vlQuatFromAxisAngle(vlVec3 axis, double angle) VL_REALTIME;

// Sine and cosine, accurate to 2 units in the last place for |x| < 1e5 rad; they have the same bits
// with every compiler and on every processor.
VL_API void vlSinCos(double x, double* sine, double* cosine) VL_REALTIME;

VL_END_C

#endif
