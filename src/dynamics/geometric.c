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

vlMat3 vlGeometric_Stiffness(vlVec3 force, vlVec3 lever)
{
    vlVec3 f = vlUnit(force);
    vlVec3 e = vlUnit(lever);
    double size = vlLength(force) * vlLength(lever);
    double cosine = vlDot(e, f);
    vlVec3 along = vlSub(e, f);
    vlVec3 across = vlCross(e, f);
    if (vlLength(across) < PARALLEL) { // both eigenvalues are F.r, on the plane normal to e
        double s = cosine > 0.0 ? size : 0.0;
        vlMat3 plane = vlDiag(s, s, s);
        return sumOf(plane, outer(e, -s));
    }
    double turning = cosine > 0.0 ? size * cosine : 0.0;
    return sumOf(outer(vlUnit(along), 0.5 * size * (1.0 + cosine)), outer(vlUnit(across), turning));
}
