// SPDX-License-Identifier: MIT
// The simulated device at work: its time, its motion and its measurements. The law of motion is in
// handle.c and structure.c, what becomes of a written wrench in motors.c, the person in hand.c.

#include "device/simulated_parts.h"

#include <string.h>

#define MOST_PER_CALL 0.2 // s computed in one call at most
#define SET_BACK 0.1      // s; a clock that goes back by more was set
#define LONGEST_LEAP 1e12 // s; a clock that leaps ahead by more was set too
// A step is due this fraction of itself early: a clock that adds up doubles falls short by
// rounding.
#define SLACK 1e-3
#define NO_LIMIT 1e6 // N, N m: keeps the numbers of even the lightest handle finite

static double ownTime(const vlSimulatedDevice* s)
{
    return (double)s->count / s->stepsPerTime;
}

// --- Force ---

static vlVec3 cut(vlVec3 a, double most)
{
    double length = vlLength(a);
    return length > most ? vlScale(a, most / length) : a;
}

static void send(vlSimulatedDevice* s, const vlWrench* wrench)
{
    vlMotorCommand command = {.wrench = *wrench};
    if (s->def.mechanism.isPantograph) {
        vlMechanism_Drive(&s->mechanism, wrench, command.torques);
    }
    vlMotors_Send(&s->motors, s->count, &command);
    s->rendered = s->motors.now.wrench;
    memcpy(s->mechanism.torques, s->motors.now.torques, sizeof s->mechanism.torques);
}

// --- Motion ---

void vlSimulatedDevice_SetGrip(vlSimulatedDevice* s, const vlSimulatedGrip* grip)
{
    s->linear.gripStiffness = grip->stiffness;
    s->linear.gripDamping = grip->damping;
    s->angular.gripStiffness = grip->angularStiffness;
    s->angular.gripDamping = grip->angularDamping;
}

static double storedLinear(const vlSimulatedDevice* s)
{
    return vlHandle_GetStored(&s->linear, vlSub(s->hand.p, s->handle.p),
                              vlSub(s->intention.p, s->hand.p));
}

double vlSimulatedDevice_GetStored(const vlSimulatedDevice* s)
{
    if (!s->def.info.hasOrientation) {
        return storedLinear(s);
    }
    if (s->def.mechanism.isPantograph) {
        vlVec3 grip = vlVec(0.0, 0.0, s->handAngle - s->handleAngle);
        vlVec3 arm = vlVec(0.0, 0.0, s->intentionAngle - s->handAngle);
        return storedLinear(s) + vlHandle_GetStored(&s->angular, grip, arm);
    }
    return storedLinear(s) + vlHandle_GetStored(&s->angular,
                                                vlRotationBetween(s->handle.q, s->hand.q),
                                                vlRotationBetween(s->hand.q, s->intention.q));
}

// A stretched spring that becomes stiffer holds more energy: the muscles supplied it.
static void changeGrip(vlSimulatedDevice* s, double time)
{
    const vlSimulatedHand* hand = &s->def.hand;
    while (s->gripNext < hand->gripCount && hand->grips[s->gripNext].time <= time) {
        double before = vlSimulatedDevice_GetStored(s);
        vlSimulatedDevice_SetGrip(s, &hand->grips[s->gripNext].grip);
        s->ledger.personWork += vlSimulatedDevice_GetStored(s) - before;
        ++s->gripNext;
    }
}

void vlSimulatedDevice_Book(vlSimulatedReport* ledger, const vlHandleMove* move)
{
    ledger->renderedWork += move->renderedWork;
    ledger->handWork += move->gripWork;
    ledger->personWork += move->armWork;
    ledger->viscousLoss += move->viscousLoss;
    ledger->coulombLoss += move->coulombLoss;
    ledger->handLoss += move->handLoss;
}

static void translate(vlSimulatedDevice* s, vlVec3 intention)
{
    vlHandleState state = {s->handleTwist.linear, s->handTwist.linear,
                           vlSub(s->hand.p, s->handle.p), vlSub(s->intention.p, s->hand.p)};
    vlHandleMove move = vlHandle_Step(&s->linear, &state, intention, s->rendered.force, s->step);
    s->handle.p = vlMulAdd(s->handle.p, s->step, move.handleMean);
    s->hand.p = vlMulAdd(s->hand.p, s->step, move.handMean);
    s->handleTwist.linear = move.handle;
    s->handTwist.linear = move.hand;
    s->ledger.grip.force = move.grip;
    vlSimulatedDevice_Book(&s->ledger, &move);
}

// The stretch u of a spring between two bodies A and B, corrected so that the spring law, which
// adds half of the rotation d of B against A in the step, gives the mean torque of the step to
// second order. First, u turns along with the two bodies to the middle of the step. Second, |u|
// grows by all of d along u but by less across: |u|^2 grows by 2 u.d + |d|^2 - (a^2/12 + a^4/720)
// |d across|^2, a = |u|. Without these two corrections the energy of the spring would be wrong to
// first order in the step.
vlVec3 vlSimulatedDevice_MeanStretch(vlVec3 stretch, vlVec3 velocityA, vlVec3 velocityB,
                                     double step)
{
    vlVec3 turn = vlScale(vlAdd(velocityA, velocityB), 0.25 * step);
    vlVec3 u = vlRotate(vlQuatFromRotationVector(turn), stretch);
    vlVec3 d = vlScale(vlSub(velocityB, velocityA), step);
    double share = 1.0 / 24.0 + vlDot(u, u) / 1440.0;
    return vlMulAdd(u, share, vlCross(u, vlCross(u, d)));
}

static bool isZero(vlVec3 a)
{
    return a.x == 0.0 && a.y == 0.0 && a.z == 0.0;
}

static bool isUpright(vlQuat q)
{
    return q.w == 1.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

// Whether nothing turns or begins to, because friction holds the torque: a step would change
// nothing, to the bit. A device that is only pushed straight ahead saves half of its time by it.
static bool isUnturned(const vlSimulatedDevice* s, const vlPose* intention)
{
    return isUpright(s->handle.q) && isUpright(s->hand.q) && isUpright(s->intention.q) &&
           isUpright(intention->q) && isZero(s->handleTwist.angular) &&
           isZero(s->handTwist.angular) && vlLength(s->rendered.torque) <= s->angular.friction;
}

// Inertia is the same about every axis, so there is no gyroscopic torque. The step is solved twice,
// the second time with the mean velocities of the first.
static void rotate(vlSimulatedDevice* s, vlVec3 intention)
{
    vlVec3 grip = vlRotationBetween(s->handle.q, s->hand.q);
    vlVec3 arm = vlRotationBetween(s->hand.q, s->intention.q);
    vlHandleMove move = {.handleMean = s->handleTwist.angular, .handMean = s->handTwist.angular};
    for (int i = 0; i < 2; ++i) {
        vlHandleState state = {
            s->handleTwist.angular, s->handTwist.angular,
            vlSimulatedDevice_MeanStretch(grip, move.handleMean, move.handMean, s->step),
            vlSimulatedDevice_MeanStretch(arm, move.handMean, intention, s->step)};
        move = vlHandle_Step(&s->angular, &state, intention, s->rendered.torque, s->step);
    }
    s->handle.q = vlTurn(s->handle.q, vlScale(move.handleMean, s->step));
    s->hand.q = vlTurn(s->hand.q, vlScale(move.handMean, s->step));
    s->handleTwist.angular = move.handle;
    s->handTwist.angular = move.hand;
    s->ledger.grip.torque = move.grip;
    vlSimulatedDevice_Book(&s->ledger, &move);
}

// --- Measurement ---

static double quantise(double x, double count)
{
    return count > 0.0 ? count * floor(x / count + 0.5) : x;
}

static vlVec3 quantiseAll(vlVec3 a, double count)
{
    return vlVec(quantise(a.x, count), quantise(a.y, count), quantise(a.z, count));
}

static void measureMechanism(vlSimulatedDevice* s)
{
    vlMechanism* m = &s->mechanism;
    vlMechanism_Measure(m, vlVec(s->handle.p.x, s->handle.p.y, s->handleAngle));
    vlVec3 pose = m->measured.pose;
    s->sample.pose = vlSimulatedDevice_PoseOf(vlVec(pose.x, pose.y, 0.0), pose.z);
    if (s->def.hasTwist) {
        s->sample.twist =
            (vlTwist){vlVec(m->velocity.x, m->velocity.y, 0.0), vlVec(0.0, 0.0, m->velocity.z)};
    }
}

static void measure(vlSimulatedDevice* s)
{
    const vlSimulatedDeviceDef* def = &s->def;
    vlDeviceSample* sample = &s->sample;
    double time = ownTime(s);
    sample->time = s->start + time;
    sample->sequence = s->count / s->divisor + 1;
    sample->hasTwist = def->hasTwist;
    sample->buttons = vlSimulatedDevice_ButtonsAt(&def->hand, time + SLACK * s->step);
    if (def->mechanism.isPantograph) {
        measureMechanism(s);
        return;
    }
    sample->pose.p = quantiseAll(s->motor.p, def->resolution);
    sample->pose.q = s->motor.q;
    if (def->info.hasOrientation && def->angularResolution > 0.0) {
        vlVec3 turn = quantiseAll(vlRotationVectorFromQuat(s->motor.q), def->angularResolution);
        sample->pose.q = vlTurn(vlIdentityQuat(), turn);
    }
    if (def->hasTwist) {
        sample->twist = s->motorTwist;
    }
}

// --- Time ---

static void stepInSpace(vlSimulatedDevice* s, vlPose intention)
{
    vlVec3 velocity = vlScale(vlSub(intention.p, s->intention.p), s->stepsPerTime);
    if (s->built.isUsed) {
        vlSimulatedDevice_TranslateBuilt(s, velocity);
    } else {
        translate(s, velocity);
        s->motor.p = s->handle.p;
        s->motorTwist.linear = s->handleTwist.linear;
    }
    if (s->def.info.hasOrientation && s->angularBuilt.isUsed) {
        vlSimulatedDevice_RotateBuilt(
            s, vlScale(vlRotationBetween(s->intention.q, intention.q), s->stepsPerTime));
    } else if (s->def.info.hasOrientation && isUnturned(s, &intention)) {
        s->ledger.grip.torque = vlZero();
    } else if (s->def.info.hasOrientation) {
        rotate(s, vlScale(vlRotationBetween(s->intention.q, intention.q), s->stepsPerTime));
        s->motor.q = s->handle.q;
        s->motorTwist.angular = s->handleTwist.angular;
    }
    s->intention = intention;
}

static void stepOnce(vlSimulatedDevice* s)
{
    vlMotorCommand mean = vlMotors_Step(&s->motors, s->count);
    s->rendered = mean.wrench;
    memcpy(s->mechanism.torques, mean.torques, sizeof mean.torques);
    changeGrip(s, ownTime(s) + SLACK * s->step);
    double next = (double)(s->count + 1) / s->stepsPerTime;
    vlPose intention = vlSimulatedDevice_IntentionAt(&s->def.hand, s->turns, s->def.start, next);
    vlSimulatedDevice_Follow(s, &intention);
    vlSimulatedDevice_Carry(s, &intention);
    if (s->def.mechanism.isPantograph) {
        vlSimulatedDevice_StepInPlane(s, &intention);
    } else {
        stepInSpace(s, intention);
        s->rendered = s->motors.now.wrench;
    }
    ++s->count;
    if (s->count % s->divisor == 0) {
        measure(s);
    }
}

static void advance(vlSimulatedDevice* s, double now)
{
    if (!s->isStarted) {
        s->isStarted = true;
        s->start = now;
        measure(s);
    }
    double ahead = now - s->start - ownTime(s);
    if (!(ahead >= -SET_BACK && ahead <= LONGEST_LEAP)) {
        s->start = now - ownTime(s);
    }
    double wanted = floor((now - s->start) * s->stepsPerTime + SLACK) - (double)s->count;
    double most = floor(MOST_PER_CALL * s->stepsPerTime);
    if (wanted > most) {
        double skipped = (wanted - most) * s->step;
        s->start += skipped;
        s->ledger.skipped += skipped;
        wanted = most;
    }
    for (int i = 0; i < (int)wanted; ++i) {
        stepOnce(s);
    }
}

vlResult vlSimulatedDevice_Read(void* self, double now, vlDeviceSample* sample)
{
    vlSimulatedDevice* s = self;
    advance(s, now);
    *sample = s->sample;
    return VL_OK;
}

vlResult vlSimulatedDevice_Write(void* self, double now, const vlWrench* wrench)
{
    vlSimulatedDevice* s = self;
    const vlDeviceInfo* info = &s->def.info;
    advance(s, now);
    vlWrench able = {info->hasForce ? wrench->force : vlZero(),
                     info->hasTorque ? wrench->torque : vlZero()};
    double most = info->maxForce > 0.0 ? info->maxForce : NO_LIMIT;
    double mostTorque = info->maxTorque > 0.0 ? info->maxTorque : NO_LIMIT;
    vlWrench sent = {cut(able.force, most), cut(able.torque, mostTorque)};
    bool isCut = vlLength(able.force) > vlLength(sent.force) ||
                 vlLength(able.torque) > vlLength(sent.torque);
    s->ledger.cutWrites += isCut;
    sent.force = vlMotors_Round(sent.force, s->def.motors.forceResolution, most);
    sent.torque = vlMotors_Round(sent.torque, s->def.motors.torqueResolution, mostTorque);
    send(s, &sent);
    return VL_OK;
}
