// SPDX-License-Identifier: MIT
// The motion of a simulated device that bends or is not the same in all directions.

#include "device/simulated_parts.h"

void vlSimulatedDevice_TranslateBuilt(vlSimulatedDevice* s, vlVec3 intention)
{
    vlStructureState state = {{s->handleTwist.linear, s->handTwist.linear,
                               vlSub(s->hand.p, s->handle.p), vlSub(s->intention.p, s->hand.p)},
                              s->motorTwist.linear,
                              vlSub(s->handle.p, s->motor.p)};
    vlStructureMove move =
        vlStructure_Step(&s->linear, &s->built, &state, intention, s->rendered.force, s->step);
    s->handle.p = vlMulAdd(s->handle.p, s->step, move.hand.handleMean);
    s->motor.p = s->built.isBent ? vlMulAdd(s->motor.p, s->step, move.motorMean) : s->handle.p;
    s->hand.p = vlMulAdd(s->hand.p, s->step, move.hand.handMean);
    s->handleTwist.linear = move.hand.handle;
    s->motorTwist.linear = move.motor;
    s->handTwist.linear = move.hand.hand;
    s->ledger.grip.force = move.hand.grip;
    s->ledger.bendLoss += move.bendLoss;
    vlSimulatedDevice_Book(&s->ledger, &move.hand);
}

// As the rotation of a rigid handle, with one more spring.
void vlSimulatedDevice_RotateBuilt(vlSimulatedDevice* s, vlVec3 intention)
{
    vlVec3 bend = vlRotationBetween(s->motor.q, s->handle.q);
    vlVec3 grip = vlRotationBetween(s->handle.q, s->hand.q);
    vlVec3 arm = vlRotationBetween(s->hand.q, s->intention.q);
    vlStructureMove move = {
        .hand = {.handleMean = s->handleTwist.angular, .handMean = s->handTwist.angular},
        .motorMean = s->motorTwist.angular};
    for (int i = 0; i < 2; ++i) {
        const vlHandleMove* hand = &move.hand;
        vlStructureState state = {
            {s->handleTwist.angular, s->handTwist.angular,
             vlSimulatedDevice_MeanStretch(grip, hand->handleMean, hand->handMean, s->step),
             vlSimulatedDevice_MeanStretch(arm, hand->handMean, intention, s->step)},
            s->motorTwist.angular,
            vlSimulatedDevice_MeanStretch(bend, move.motorMean, hand->handleMean, s->step)};
        move = vlStructure_Step(&s->angular, &s->angularBuilt, &state, intention,
                                s->rendered.torque, s->step);
    }
    s->handle.q = vlTurn(s->handle.q, vlScale(move.hand.handleMean, s->step));
    s->motor.q = vlTurn(s->motor.q, vlScale(move.motorMean, s->step));
    s->hand.q = vlTurn(s->hand.q, vlScale(move.hand.handMean, s->step));
    s->handleTwist.angular = move.hand.handle;
    s->motorTwist.angular = move.motor;
    s->handTwist.angular = move.hand.hand;
    s->ledger.grip.torque = move.hand.grip;
    s->ledger.bendLoss += move.bendLoss;
    vlSimulatedDevice_Book(&s->ledger, &move.hand);
}

double vlSimulatedDevice_GetKinetic(const vlSimulatedDevice* s)
{
    return vlStructure_GetKinetic(&s->built, s->motorTwist.linear, s->handleTwist.linear) +
           vlStructure_GetKinetic(&s->angularBuilt, s->motorTwist.angular, s->handleTwist.angular);
}

double vlSimulatedDevice_GetBent(const vlSimulatedDevice* s)
{
    if (s->def.mechanism.isPantograph) {
        return 0.0;
    }
    return vlStructure_GetBent(&s->built, vlSub(s->handle.p, s->motor.p)) +
           vlStructure_GetBent(&s->angularBuilt, vlRotationBetween(s->motor.q, s->handle.q));
}
