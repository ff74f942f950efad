// SPDX-License-Identifier: MIT
#include "device/backend.h"

bool vlDevice_MakeUnit(vlQuat* q)
{
    if (!vlIsUnitQ(*q, VL_ROUGH_UNIT_TOLERANCE)) {
        return false;
    }
    *q = vlUnitQ(*q);
    return true;
}

bool vlDeviceSample_IsGood(const vlDeviceSample* sample)
{
    bool isMoving = !sample->hasTwist ||
                    (vlIsFinite(sample->twist.linear) && vlIsFinite(sample->twist.angular));
    return isfinite(sample->time) && vlIsFinite(sample->pose.p) &&
           vlIsUnitQ(sample->pose.q, VL_ROUGH_UNIT_TOLERANCE) && isMoving;
}
