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
    bool isMoving = !sample->hasTwist || (vlIsWithin(sample->twist.linear, VL_MAX_SPEED) &&
                                          vlIsWithin(sample->twist.angular, VL_MAX_SPEED));
    return isfinite(sample->time) && vlIsWithin(sample->pose.p, VL_MAX_LENGTH) &&
           vlIsUnitQ(sample->pose.q, VL_ROUGH_UNIT_TOLERANCE) && isMoving;
}
