// SPDX-License-Identifier: MIT
#include "device/turn.h"

vlVec3 vlTurn_Between(vlQuat from, vlQuat to)
{
    return vlRotationVectorFromQuat(vlMulQ(to, vlConj(from)));
}

vlQuat vlTurn_Apply(vlQuat q, vlVec3 turn)
{
    return vlUnitQ(vlMulQ(vlQuatFromRotationVector(turn), q));
}
