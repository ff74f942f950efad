// SPDX-License-Identifier: MIT
#include "device/turn.h"

// Below this |v|^2 the series of the arcsine needs seven terms; the first left out is below 1e-17.
#define SMALL_SQUARE 0.0036

static double arcsineRatio(double x2)
{
    double r = 231.0 / 13312.0;
    r = r * x2 + 63.0 / 2816.0;
    r = r * x2 + 35.0 / 1152.0;
    r = r * x2 + 5.0 / 112.0;
    r = r * x2 + 3.0 / 40.0;
    r = r * x2 + 1.0 / 6.0;
    return r * x2 + 1.0;
}

// The angle is halved until the series gives it: sin(a/2) = sin(a) / (2 cos(a/2)).
vlVec3 vlTurn_FromQuat(vlQuat q)
{
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    vlVec3 v = vlVec(sign * q.x, sign * q.y, sign * q.z);
    double w = sign * q.w;
    double scale = 2.0;
    for (int i = 0; i < 6 && vlDot(v, v) > SMALL_SQUARE; ++i) { // five times from a right angle
        w = sqrt(0.5 * (1.0 + w));
        v = vlScale(v, 0.5 / w);
        scale *= 2.0;
    }
    return vlScale(v, scale * arcsineRatio(vlDot(v, v)));
}

vlVec3 vlTurn_Between(vlQuat from, vlQuat to)
{
    return vlTurn_FromQuat(vlMulQ(to, vlConj(from)));
}

vlQuat vlTurn_Apply(vlQuat q, vlVec3 turn)
{
    return vlUnitQ(vlMulQ(vlQuatFromRotationVector(turn), q));
}
