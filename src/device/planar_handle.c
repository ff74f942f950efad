// SPDX-License-Identifier: MIT
// The motion of a handle, and of the hand that holds it, in the plane of a pantograph: the law of
// handle.c for x and y together and for the angle, which is a plain number here.

#include "base/angle.h"
#include "device/simulated_parts.h"

double vlSimulatedDevice_YawOf(vlQuat q, double near)
{
    return vlAngle_Near(2.0 * vlAngle_Of(q.z, q.w), near);
}

vlPose vlSimulatedDevice_PoseOf(vlVec3 place, double angle)
{
    vlPose pose = {.p = place, .q = {1.0, 0.0, 0.0, 0.0}};
    vlSinCos(0.5 * angle, &pose.q.z, &pose.q.w);
    return pose;
}

static vlVec3 about(double z)
{
    return vlVec(0.0, 0.0, z);
}

// The rim absorbs the outward velocity of the handle, which is put back onto it. The works and
// losses booked on the part of the way that is undone are taken back, friction included, so that
// the ledger closes and a handle that is only pressed against the rim loses nothing.
static void stopAtRim(vlSimulatedDevice* s, const vlHandleMove* move)
{
    vlSimulatedReport* ledger = &s->ledger;
    double length = vlLength(s->handle.p);
    double back = length - s->mechanism.def.stop;
    if (!(back > 0.0)) {
        return;
    }
    vlVec3 out = vlScale(s->handle.p, 1.0 / length);
    double speed = vlLength(move->handle);
    double outwards = fmax(vlDot(move->handle, out), 0.0);
    double mean = fmax(vlDot(move->handleMean, out), 0.0);
    double undone = fmin(back, s->step * mean); // m
    double viscous = s->linear.damping * mean * undone;
    double coulomb = speed > 0.0 ? s->linear.friction * outwards / speed * undone : 0.0;
    double worked = back * vlDot(s->rendered.force, out);
    double stored = vlSimulatedDevice_GetStored(s);
    s->handle.p = vlMulAdd(s->handle.p, -back, out);
    s->handleTwist.linear = vlMulAdd(move->handle, -outwards, out);
    stored = vlSimulatedDevice_GetStored(s) - stored;
    ledger->handWork -= stored;
    ledger->renderedWork -= worked;
    ledger->viscousLoss -= viscous;
    ledger->coulombLoss -= coulomb;
    ledger->stopLoss +=
        0.5 * s->def.mass * outwards * outwards - stored - worked + viscous + coulomb;
    ++s->mechanism.stops;
}

static void translate(vlSimulatedDevice* s, vlVec3 intention)
{
    vlHandleState state = {s->handleTwist.linear, s->handTwist.linear,
                           vlSub(s->hand.p, s->handle.p), vlSub(s->intention.p, s->hand.p)};
    vlVec3 velocity = vlScale(vlSub(intention, s->intention.p), s->stepsPerTime);
    vlHandleMove move =
        vlHandle_StepInPlane(&s->linear, &state, velocity, s->rendered.force, s->step);
    s->handle.p = vlMulAdd(s->handle.p, s->step, move.handleMean);
    s->hand.p = vlMulAdd(s->hand.p, s->step, move.handMean);
    s->intention.p = intention;
    s->handleTwist.linear = move.handle;
    s->handTwist.linear = move.hand;
    s->ledger.grip.force = move.grip;
    vlSimulatedDevice_Book(&s->ledger, &move);
    stopAtRim(s, &move);
}

static void rotate(vlSimulatedDevice* s, double intention)
{
    vlHandleState state = {s->handleTwist.angular, s->handTwist.angular,
                           about(s->handAngle - s->handleAngle),
                           about(s->intentionAngle - s->handAngle)};
    double velocity = (intention - s->intentionAngle) * s->stepsPerTime;
    vlHandleMove move =
        vlHandle_StepTurn(&s->angular, &state, velocity, s->rendered.torque.z, s->step);
    s->handleAngle += s->step * move.handleMean.z;
    s->handAngle += s->step * move.handMean.z;
    s->intentionAngle = intention;
    s->handleTwist.angular = move.handle;
    s->handTwist.angular = move.hand;
    s->ledger.grip.torque = move.grip;
    vlSimulatedDevice_Book(&s->ledger, &move);
}

static bool isSame(vlQuat a, vlQuat b)
{
    return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}

// The angle of the intention. An arctangent takes as long as the motion of the hand, and most hands
// do not turn.
static double angleOf(vlSimulatedDevice* s, vlQuat q)
{
    if (isSame(q, s->intended)) {
        return s->intentionAngle;
    }
    s->intended = q;
    return vlSimulatedDevice_YawOf(q, s->intentionAngle);
}

void vlSimulatedDevice_StepInPlane(vlSimulatedDevice* s, const vlPose* intention)
{
    vlVec3 push =
        vlMechanism_Push(&s->mechanism, vlVec(s->handle.p.x, s->handle.p.y, s->handleAngle));
    s->rendered = (vlWrench){vlVec(push.x, push.y, 0.0), about(push.z)};
    translate(s, vlVec(intention->p.x, intention->p.y, 0.0));
    rotate(s, angleOf(s, intention->q));
}
