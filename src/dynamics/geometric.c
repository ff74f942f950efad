// SPDX-License-Identifier: MIT
// The torque of a force F on a lever r changes by -((F.r) 1 - sym(r F^T)) times a small rotation.
// Along e - f, e + f and e x f (e, f the directions of r and F, c their cosine) that matrix has the
// eigenvalues |F||r| (1 + c)/2, |F||r| (c - 1)/2 and |F||r| c; the second is never positive.

#include "dynamics/implicit.h"

static vlMat3 outer(vlVec3 a, double s)
{
    return vlMat(vlScale(a, s * a.x), vlScale(a, s * a.y), vlScale(a, s * a.z));
}

static vlMat3 sumOf(vlMat3 a, vlMat3 b)
{
    return vlMat(vlAdd(a.cx, b.cx), vlAdd(a.cy, b.cy), vlAdd(a.cz, b.cz));
}

// Below this the directions of force and lever count as the same: their difference is rounding.
#define PARALLEL 1e-7

// `stiffness` along the unit vector u if a step needs it, otherwise 0.
static double neededAlong(vlVec3 u, double stiffness, vlMat3 yield, double h)
{
    return h * h * stiffness * vlDot(u, vlMulMV(yield, u)) > 1.0 ? stiffness : 0.0;
}

// The larger eigenvalue of `m` on the plane normal to the unit vector e.
static double largestAcross(vlMat3 m, vlVec3 e)
{
    vlVec3 u = vlUnit(vlCross(e, fabs(e.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0)));
    vlVec3 v = vlCross(e, u);
    double uu = vlDot(u, vlMulMV(m, u));
    double vv = vlDot(v, vlMulMV(m, v));
    double uv = vlDot(u, vlMulMV(m, v));
    double half = 0.5 * (uu - vv);
    return 0.5 * (uu + vv) + sqrt(half * half + uv * uv);
}

bool vlGeometric_Stiffness(vlVec3 force, vlVec3 lever, vlMat3 yield, double h, vlMat3* stiffness)
{
    vlVec3 f = vlUnit(force);
    vlVec3 e = vlUnit(lever);
    double size = vlLength(force) * vlLength(lever);
    double cosine = vlDot(e, f);
    vlVec3 across = vlCross(e, f);
    if (vlLength(across) < PARALLEL) { // both eigenvalues are F.r, on the plane normal to e
        *stiffness = sumOf(vlDiag(size, size, size), outer(e, -size));
        return cosine > 0.0 && h * h * size * largestAcross(yield, e) > 1.0;
    }
    vlVec3 along = vlUnit(vlSub(e, f));
    across = vlUnit(across);
    double first = neededAlong(along, 0.5 * size * (1.0 + cosine), yield, h);
    double second = neededAlong(across, size * cosine, yield, h);
    *stiffness = sumOf(outer(along, first), outer(across, second));
    return first > 0.0 || second > 0.0;
}
