// SPDX-License-Identifier: MIT
// A joint as it is at one moment: what can be seen of it, and its force by the velocities of that
// moment, for integrators that ask for forces alone.

#include "joint/joint_law.h"

static double component(vlVec3 v, int i)
{
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

vlRowLaw vlJoint_LockedLaw(const vlJoint* joint, const vlJointRows* rows, int row, double step)
{
    bool turns = rows->isTurning[row];
    double k = turns ? joint->kAngular : joint->kLinear;
    double b = turns ? joint->bAngular : joint->bLinear;
    if (joint->type == VL_JOINT_BUSHING) { // rows x, y, z, then about x, y, z
        k = component(joint->bushing[turns ? 2 : 0], row % 3);
        b = component(joint->bushing[turns ? 3 : 1], row % 3);
    }
    return vlJoint_SpringLaw(joint, turns, k, b, rows->row[row].coordinate, step);
}

void vlJoint_Observe(const vlJoint* joint, const vlJointRows* rows, vlTwist twist,
                     vlJointReport* report)
{
    double slides = 0.0;
    double turns = 0.0;
    double energy = 0.0;
    for (int i = 0; i < rows->lockedCount; ++i) {
        double c = rows->row[i].coordinate;
        *(rows->isTurning[i] ? &turns : &slides) += c * c;
        energy += -0.5 * c * vlJoint_LockedLaw(joint, rows, i, 0.0).force;
    }
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        report->position[i] = row->coordinate;
        report->velocity[i] = vlJointRow_Rate(row, twist);
        energy += vlAxis_Energy(joint, i, row->coordinate);
    }
    if (joint->type == VL_JOINT_DISTANCE) { // what it holds is its axis, between the limits
        double c = report->position[0];
        double beyond = fmax(0.0, fmax(joint->axis[0].lower - c, c - joint->axis[0].upper));
        slides = beyond * beyond;
    }
    report->frameA = rows->frameA;
    report->frameB = rows->frameB;
    report->axisCount = rows->axisCount;
    report->gap = sqrt(slides);
    report->twist = sqrt(turns);
    report->energy = energy;
}

// Adds a force along a row.
static void push(vlWrench* wrench, const vlJointRow* row, double force)
{
    wrench->force = vlMulAdd(wrench->force, force, row->linear);
    wrench->torque = vlMulAdd(wrench->torque, force, row->angular);
}

vlForceElement vlJoint_Evaluate(vlJoint* joint, const vlMotion* motions, bool remember,
                                vlJointReport* report)
{
    vlJointRows rows;
    vlJoint_Place(joint, motions, &rows);
    vlTwist twist = vlJoint_Twist(joint, motions, &rows);
    vlJointReport all = {.axisCount = 0};
    vlJoint_Observe(joint, &rows, twist, &all);
    vlWrench wrench = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int i = 0; i < rows.lockedCount; ++i) {
        vlRowLaw law = vlJoint_LockedLaw(joint, &rows, i, 0.0);
        push(&wrench, &rows.row[i], vlRowLaw_At(law, vlJointRow_Rate(&rows.row[i], twist)));
    }
    vlJoint moment = *joint; // the states of this moment; kept only if asked to
    for (int i = 0; i < rows.axisCount; ++i) {
        const vlJointRow* row = &rows.row[rows.lockedCount + i];
        double rate = all.velocity[i];
        // From one side to the other in two goes.
        (void)vlAxis_Settle(&moment, i, row->coordinate, rate, 0.0, true);
        (void)vlAxis_Settle(&moment, i, row->coordinate, rate, 0.0, true);
        vlAxisLaws laws = vlAxis_Laws(&moment, i, row->coordinate, 0.0);
        all.motorForce[i] = vlRowLaw_At(laws.motor, rate);
        all.limitForce[i] = vlRowLaw_At(laws.limit, rate);
        all.frictionForce[i] = vlRowLaw_At(laws.friction, rate);
        push(&wrench, row,
             vlRowLaw_At(laws.spring, rate) + all.motorForce[i] + all.limitForce[i] +
                 all.frictionForce[i]);
        vlAxis_Remember(&moment, i, row->coordinate, rate, 0.0);
    }
    if (!vlIsFinite(wrench.force) || !vlIsFinite(wrench.torque)) { // a body on its way out
        vlForceElement nothing = {.bodyA = joint->bodyA, .bodyB = joint->bodyB};
        vlJointReport silent = {.frameA = vlIdentityPose(), .frameB = vlIdentityPose()};
        *report = silent;
        return nothing;
    }
    if (remember) {
        moment.lastTurn = rows.turn;
        moment.lastForce = wrench.force;
        *joint = moment;
    }
    all.reaction = wrench;
    *report = all;
    vlForceElement element = {joint->bodyA, joint->bodyB, rows.origin, wrench};
    return element;
}
