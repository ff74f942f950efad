// SPDX-License-Identifier: MIT
// The forces along one axis, on B, at coordinate c and rate r; with step h, at the end of the step:
//
//   spring    -k (c + h r - rest) - b r      (a soft one: -k (c - rest) - b r)
//   limit     -kL (c + h r - limit) - bL r   while beyond the limit, and never as a pull
//   motor     T0 - |T0| r/wf | b (target - r) | s(target - c - h r) - b r,   cut to its limit T
//   friction  -kF (slip + h r) - bF r,   cut to its limit: a spring that holds, then slides along
//
// Limits, motors and friction have states: in each state the force is either a straight line in r
// or constant. For given states the force is linear in r, so that r can be solved for;
// vlAxis_Settle then says which states r leads to. All laws decrease with r, so an axis alone finds
// its states in three solves.
//
// The spring s of a position motor is k e up to its limit T. Beyond, it asks for no more speed than
// T can stop before the target, at acceleration a, a part of T over the inertia that it moves:
//
//   s(e) = min(k e, max(T, b v)),   v^2 = v1^2 + 2 a (e - e1),   v1 = a b/k,  e1 = v1 b/k  (T7.12)
//
// which continues k e without a kink at e1, if that is beyond T/k. With s = k e at any distance,
// the damper would have no effect while the motor is at its limit: the motor would arrive at a
// speed that its limit cannot stop, and swing back and forth.

#include "joint/joint_axis.h"
#include "joint/joint_type.h"

static vlRowLaw springOf(double stiffness, double damping, double stretch, double step)
{
    vlRowLaw law = {-stiffness * stretch, step * stiffness + damping};
    return law;
}

vlRowLaw vlJoint_SpringLaw(const vlJoint* joint, bool turns, double stiffness, double damping,
                           double stretch, double step)
{
    bool isSoft = stiffness <= (turns ? joint->softAngular : joint->softLinear);
    return springOf(stiffness, damping, stretch, isSoft ? 0.0 : step);
}

// The part of the acceleration allowed by its limit that a motor counts on for stopping: less than
// all of it, because friction, weight and further links are not known.
#define BRAKING 0.7

// The spring of a position motor at the distance `ahead` from its target.
static vlRowLaw driveLaw(const vlMotor* motor, double yield, double ahead, double step)
{
    double k = motor->stiffness;
    double b = motor->damping;
    double most = motor->maxForce;
    double slowing = BRAKING * most * yield;
    double speed1 = slowing * b / k;
    double beyond = fabs(ahead) - speed1 * b / k;
    if (!(k * fabs(ahead) > most) || !(beyond > 0.0)) {
        return springOf(k, b, -ahead, step);
    }
    double speed = sqrt(speed1 * speed1 + 2.0 * slowing * beyond);
    bool isFast = b * speed > most;
    double force = isFast ? b * speed : most;
    vlRowLaw law = {ahead < 0.0 ? -force : force, b + (isFast ? step * slowing * b / speed : 0.0)};
    return law;
}

static vlRowLaw motorLaw(const vlMotor* motor, double yield, double c, double step)
{
    vlRowLaw law = {0.0, 0.0};
    switch (motor->mode) {
    case VL_MOTOR_OFF: break;
    case VL_MOTOR_TORQUE:
        law.force = motor->target;
        law.slope = fabs(motor->target) / motor->freeSpeed;
        break;
    case VL_MOTOR_VELOCITY:
        law.force = motor->damping * motor->target;
        law.slope = motor->damping;
        break;
    case VL_MOTOR_POSITION: law = driveLaw(motor, yield, motor->target - c, step); break;
    }
    return law;
}

static vlRowLaw limitLaw(const vlAxisDef* axis, int side, double c, double step)
{
    double limit = side < 0 ? axis->lower : axis->upper;
    return springOf(axis->limitStiffness, axis->limitDamping, c - limit, step);
}

// Equal limits hold the axis from both sides.
static bool isHeld(const vlAxisDef* axis)
{
    return axis->lower == axis->upper;
}

// Extension of the friction spring at c: it follows the axis up to the point where it slides,
// however far the axis has moved since.
static double slipAt(const vlJoint* joint, int axis, double c)
{
    const vlAxisMemory* memory = &joint->memory[axis];
    double most = joint->axis[axis].friction / joint->kFriction[axis];
    double slip = memory->slip + (c - memory->angle);
    return slip > most ? most : slip < -most ? -most : slip;
}

// The yield of what the motor of an axis has to stop, 1/kg or 1/(kg m2).
static double brakeOf(const vlJoint* joint, int axis)
{
    bool turns = vlJointType_IsTurning(joint->type, axis);
    return turns ? joint->brake.angular : joint->brake.linear;
}

static vlRowLaw frictionLaw(const vlJoint* joint, int axis, double c, double step)
{
    return springOf(joint->kFriction[axis], joint->bFriction[axis], slipAt(joint, axis, c), step);
}

vlAxisLaws vlAxis_Laws(const vlJoint* joint, int axis, double c, double step)
{
    const vlAxisDef* def = &joint->axis[axis];
    const vlAxisMemory* memory = &joint->memory[axis];
    vlAxisLaws laws = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    laws.spring = vlJoint_SpringLaw(joint, vlJointType_IsTurning(joint->type, axis), def->stiffness,
                                    def->damping, c - def->rest, step);
    if (isHeld(def) || memory->limitSide != 0) {
        laws.limit = limitLaw(def, memory->limitSide, c, step);
    }
    if (memory->motorSide != 0) {
        laws.motor.force = memory->motorSide * def->motor.maxForce;
    } else {
        laws.motor = motorLaw(&def->motor, brakeOf(joint, axis), c, step);
    }
    if (memory->slideSide != 0) {
        laws.friction.force = -memory->slideSide * def->friction;
    } else if (def->friction > 0.0) {
        laws.friction = frictionLaw(joint, axis, c, step);
    }
    return laws;
}

// ---- the same as potentials: each force with the straight piece that its rate is on ----

// A constant force.
static vlRowLaw constantOf(double force)
{
    vlRowLaw law = {force, 0.0};
    return law;
}

// The law cut to this size.
static vlRowLaw cut(vlRowLaw law, double rate, double most)
{
    double force = vlRowLaw_At(law, rate);
    return force > most ? constantOf(most) : force < -most ? constantOf(-most) : law;
}

// One of the two limits; `side` -1: the lower one.
static vlRowLaw limitAt(const vlAxisDef* axis, int side, double c, double rate, double step)
{
    double beyond = side < 0 ? axis->lower - c : c - axis->upper; // > 0: beyond it
    double into = -side * rate;                                   // < 0: farther beyond
    double k = axis->limitStiffness;
    double b = axis->limitDamping;
    // The damper acts from where the limit is reached.
    double free = beyond < 0.0 ? (step > 0.0 ? beyond / step : -HUGE_VAL) : 0.0;
    double damped = into < free ? into - free : 0.0;
    double push = k * (beyond - step * into) - b * (beyond < 0.0 ? damped : into);
    if (!(push > 0.0) || (beyond < 0.0 && !(into < free))) {
        return constantOf(0.0);
    }
    double slope = step * k + b;
    vlRowLaw law = {-side * push + slope * rate, slope};
    return law;
}

static vlRowLaw limitsAt(const vlAxisDef* axis, double c, double rate, double step)
{
    if (isHeld(axis)) {
        return springOf(axis->limitStiffness, axis->limitDamping, c - axis->lower, step);
    }
    vlRowLaw lower = limitAt(axis, -1, c, rate, step);
    vlRowLaw upper = limitAt(axis, 1, c, rate, step);
    vlRowLaw both = {lower.force + upper.force, lower.slope + upper.slope};
    return both;
}

vlAxisLaws vlAxis_LawsAt(const vlJoint* joint, int axis, double c, double rate, double step)
{
    const vlAxisDef* def = &joint->axis[axis];
    vlAxisLaws laws = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    laws.spring = vlJoint_SpringLaw(joint, vlJointType_IsTurning(joint->type, axis), def->stiffness,
                                    def->damping, c - def->rest, step);
    laws.limit = limitsAt(def, c, rate, step);
    laws.motor =
        cut(motorLaw(&def->motor, brakeOf(joint, axis), c, step), rate, def->motor.maxForce);
    if (def->friction > 0.0) {
        laws.friction = cut(frictionLaw(joint, axis, c, step), rate, def->friction);
    }
    return laws;
}

void vlAxis_Settled(vlJoint* joint, int axis, double c, double rate, double step)
{
    const vlAxisDef* def = &joint->axis[axis];
    vlAxisMemory* memory = &joint->memory[axis];
    double limit = isHeld(def) ? 0.0 : vlRowLaw_At(limitsAt(def, c, rate, step), rate);
    double drive = vlRowLaw_At(motorLaw(&def->motor, brakeOf(joint, axis), c, step), rate);
    memory->limitSide = (int8_t)((limit < 0.0) - (limit > 0.0));
    memory->motorSide = (int8_t)((drive > def->motor.maxForce) - (drive < -def->motor.maxForce));
    memory->slideSide = 0;
    if (def->friction > 0.0) {
        double hold = vlRowLaw_At(frictionLaw(joint, axis, c, step), rate);
        memory->slideSide = (int8_t)((hold < -def->friction) - (hold > def->friction));
    }
}

// ---- states ----

// A limit starts to act if the axis would end beyond it, and stops if it would have to pull.
static int8_t settledLimit(const vlAxisDef* axis, int8_t side, double c, double rate, double step)
{
    if (isHeld(axis)) {
        return 0;
    }
    if (side != 0) {
        bool pushes = side * vlRowLaw_At(limitLaw(axis, side, c, step), rate) < 0.0;
        return pushes ? side : 0;
    }
    double end = c + step * rate;
    if (end < axis->lower && vlRowLaw_At(limitLaw(axis, -1, c, step), rate) > 0.0) {
        return -1;
    }
    if (end > axis->upper && vlRowLaw_At(limitLaw(axis, 1, c, step), rate) < 0.0) {
        return 1;
    }
    return 0;
}

// At which end a force is cut off, if its line gives `force` and it was cut off at `side` before. A
// state never goes from one end to the other at once, because only the line between them shows to
// which end a step leads.
static int8_t settledSide(int8_t side, double force, double most)
{
    int8_t next = (int8_t)((force > most) - (force < -most));
    return side * next < 0 ? 0 : next;
}

bool vlAxis_Settle(vlJoint* joint, int axis, double c, double rate, double step, bool mayRelease)
{
    const vlAxisDef* def = &joint->axis[axis];
    vlAxisMemory* memory = &joint->memory[axis];
    vlAxisMemory before = *memory;
    memory->limitSide = settledLimit(def, before.limitSide, c, rate, step);
    double drive = vlRowLaw_At(motorLaw(&def->motor, brakeOf(joint, axis), c, step), rate);
    memory->motorSide = settledSide(before.motorSide, drive, def->motor.maxForce);
    if (!mayRelease && memory->motorSide == 0) {
        memory->motorSide = before.motorSide;
    }
    if (def->friction > 0.0) {
        double hold = vlRowLaw_At(frictionLaw(joint, axis, c, step), rate);
        memory->slideSide = (int8_t)-settledSide((int8_t)-before.slideSide, hold, def->friction);
        if (!mayRelease && memory->slideSide == 0) {
            memory->slideSide = before.slideSide;
        }
    }
    return memory->limitSide != before.limitSide || memory->motorSide != before.motorSide ||
           memory->slideSide != before.slideSide;
}

void vlAxis_Remember(vlJoint* joint, int axis, double c, double rate, double step)
{
    vlAxisMemory* memory = &joint->memory[axis];
    if (joint->axis[axis].friction > 0.0) {
        // While sliding, the spring ends the step stretched as far as it can be; at c it was short
        // of that by the distance still to go.
        double most = joint->axis[axis].friction / joint->kFriction[axis];
        memory->slip = memory->slideSide != 0 ? memory->slideSide * most - step * rate
                                              : slipAt(joint, axis, c);
    }
    memory->angle = c;
}

double vlAxis_Energy(const vlJoint* joint, int axis, double c)
{
    const vlAxisDef* def = &joint->axis[axis];
    double stretch = c - def->rest;
    double beyond = c < def->lower ? c - def->lower : c > def->upper ? c - def->upper : 0.0;
    double energy = def->stiffness * stretch * stretch + def->limitStiffness * beyond * beyond;
    if (def->friction > 0.0) {
        double slip = slipAt(joint, axis, c);
        energy += joint->kFriction[axis] * slip * slip;
    }
    return 0.5 * energy;
}
