// SPDX-License-Identifier: MIT
#include "haptic/direct_body.h"

vlResult vlDirectBody_Follow(vlWorld* world, vlHold* hold, vlPose pose, vlTwist twist)
{
    vlVec3 centre;
    vlResult result = vlBody_SetPose(world, hold->body, pose);
    if (result == VL_OK && vlBody_GetCentre(world, hold->body, &centre) == VL_OK) {
        hold->centre = centre;
        vlVec3 lever = vlSub(centre, pose.p);
        twist.linear = vlAdd(twist.linear, vlCross(twist.angular, lever));
        result = vlBody_SetTwist(world, hold->body, twist);
    }
    return result;
}

vlWrench vlDirectBody_Feel(const vlWorld* world, const vlHold* hold, vlPose pose)
{
    vlWrench felt = {vlZero(), vlZero()};
    if (vlBody_GetContactWrench(world, hold->body, &felt) == VL_OK) {
        vlVec3 lever = vlSub(hold->centre, pose.p);
        felt.torque = vlAdd(felt.torque, vlCross(lever, felt.force));
    }
    return felt;
}

void vlDirectBody_LetGo(vlWorld* world, const vlHold* hold)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlResult r = vlBody_SetTwist(world, hold->body, still);
    (void)r; // the body may have been destroyed
}
