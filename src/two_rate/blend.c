// SPDX-License-Identifier: MIT
#include "two_rate/blend.h"

bool vlBlend_IsJump(const vlTwoRateDef* def, double k, double was, double change)
{
    return def->blendTicks > 1 && k * fabs(change) > def->blendForce &&
           fabs(change) > def->blendShare * was;
}

void vlBlend_Tick(vlBlend* blend)
{
    blend->ticksLeft -= blend->ticksLeft > 0;
}

double vlBlend_Share(const vlTwoRateDef* def, const vlBlend* blend)
{
    return blend->ticksLeft > 0 ? (double)blend->ticksLeft / (double)def->blendTicks : 0.0;
}
