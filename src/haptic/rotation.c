// SPDX-License-Identifier: MIT
#include "haptic/rotation.h"

// atan(r)/r as a Taylor sum in r^2; the first term left out is below 1e-18 for |r| <= tan(pi/16).
static double tangentSum(double r2)
{
    double sum = 0.0;
    for (int n = 25; n >= 1; n -= 2) {
        sum = 1.0 / n - r2 * sum;
    }
    return sum;
}

vlVec3 vlRotation_Between(vlQuat from, vlQuat to)
{
    vlQuat q = vlMulQ(to, vlConj(from));
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    // Also false for numbers that are not finite.
    if (!(square > 0.25 && square < 4.0)) {
        return vlZero();
    }
    // The shorter way round.
    double scale = (q.w < 0.0 ? -1.0 : 1.0) / sqrt(square);
    double w = q.w * scale;
    vlVec3 v = vlScale(vlVec(q.x, q.y, q.z), scale);
    // Three square roots of the rotation bring its half angle from pi/2 to pi/16, where a few terms
    // do: sqrt(w, v) = (1 + w, v)/|(1 + w, v)|. Sums, products and roots only: the same bits
    // everywhere.
    for (int i = 0; i < 3; ++i) {
        double half = sqrt(0.5 * (1.0 + w));
        v = vlScale(v, 0.5 / half);
        w = half;
    }
    // Rotation vector 2 atan(|v|/w) v/|v|, eightfold.
    double r2 = vlDot(v, v) / (w * w);
    return vlScale(v, 16.0 * tangentSum(r2) / w);
}
