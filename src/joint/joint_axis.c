// SPDX-License-Identifier: MIT
// The forces along one axis, on B, at coordinate c and rate r; with step h, at the end of the step:
//
//   spring    -k (c + h r - rest) - b r      (a soft one: -k (c - rest) - b r)
//   limit     -kL (c + h r - limit) - bL r   while beyond the limit, and never back into it
//   motor     T0 - |T0| r/wf | b (target - r) | k (target - c - h r) - b r,   cut to its limit
//   friction  -kF (slip + h r) - bF r,   cut to its limit: a spring that holds, then slides along
//
// Limits, motors and friction have states: in each state the force is either a straight line in r
// or constant. For given states the force is linear in r, so that r can be solved for;
// vlAxis_Settle then says which states r leads to. All laws decrease with r, so that an axis alone
// finds its states in three solves.

#include "joint/joint_axis.h"

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

static vlRowLaw motorLaw(const vlMotor* motor, double c, double step)
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
    case VL_MOTOR_POSITION:
        law = springOf(motor->stiffness, motor->damping, c - motor->target, step);
        break;
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
        laws.motor = motorLaw(&def->motor, c, step);
    }
    if (memory->slideSide != 0) {
        laws.friction.force = -memory->slideSide * def->friction;
    } else if (def->friction > 0.0) {
        laws.friction = frictionLaw(joint, axis, c, step);
    }
    return laws;
}

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

// At which end a force is cut off, if its line gives `force` and it was cut off at `side` before.
// It never goes from one end to the other at once: only the line between them shows to which end a
// step leads.
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
    double drive = vlRowLaw_At(motorLaw(&def->motor, c, step), rate);
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
