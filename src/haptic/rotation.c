// SPDX-License-Identifier: MIT
#include "haptic/rotation.h"

vlVec3 vlRotation_BetweenAny(vlQuat from, vlQuat to)
{
    vlQuat q = vlMulQ(to, vlConj(from));
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    // Also false for numbers that are not finite.
    return square > 0.25 && square < 4.0 ? vlRotationVectorFromQuat(vlUnitQ(q)) : vlZero();
}
