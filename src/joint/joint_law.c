// SPDX-License-Identifier: MIT
// The force of a joint: the sum of the laws of its rows, each a straight line f0 - g r in the row's
// rate r, along its own direction j = (linear, angular). The laws are written once, for a step h:
// an explicit integrator uses them with h = 0, at the present rates; the implicit one solves for
// the rates at the end of the step, with
//
//   wrench on B = sum f0 j - (sum g j j^T) (u1, s1),   g = h k + b >= 0.

#include "joint/joint_law.h"

#include "joint/joint_axis.h"
#include "joint/joint_rows.h"

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
    if (joint->type == VL_JOINT_DISTANCE) { // its axis holds it, between the limits
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
    vlJoint moment = *joint; // the states of this moment, kept only with `remember`
    for (int i = 0; i < rows.axisCount; ++i) {
        const vlJointRow* row = &rows.row[rows.lockedCount + i];
        double rate = all.velocity[i];
        // Twice, because a state goes from one side to the other in two steps.
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
    if (!vlIsFinite(wrench.force) || !vlIsFinite(wrench.torque)) { // a body is about to be frozen
        vlForceElement nothing = {.bodyA = joint->head.bodyA, .bodyB = joint->head.bodyB};
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
    vlForceElement element = {joint->head.bodyA, joint->head.bodyB, rows.origin, wrench};
    return element;
}

// ---- implicit ----

static vlMat3 outer(vlVec3 a, vlVec3 b)
{
    return vlMat(vlScale(a, b.x), vlScale(a, b.y), vlScale(a, b.z));
}

static void addTo(vlMat3* sum, double scale, vlMat3 m)
{
    sum->cx = vlMulAdd(sum->cx, scale, m.cx);
    sum->cy = vlMulAdd(sum->cy, scale, m.cy);
    sum->cz = vlMulAdd(sum->cz, scale, m.cz);
}

static void addLaw(vlImplicitElement* element, const vlJointRow* row, vlRowLaw law, double rate)
{
    double force = vlRowLaw_At(law, rate);
    element->onB.force = vlMulAdd(element->onB.force, force, row->linear);
    element->onB.torque = vlMulAdd(element->onB.torque, force, row->angular);
    vlResistance* d = &element->resistance;
    addTo(&d->uu, law.slope, outer(row->linear, row->linear));
    addTo(&d->uw, law.slope, outer(row->linear, row->angular));
    addTo(&d->ww, law.slope, outer(row->angular, row->angular));
}

static bool isFiniteMat(const vlMat3* m)
{
    return vlIsFinite(m->cx) && vlIsFinite(m->cy) && vlIsFinite(m->cz);
}

static bool isFiniteElement(const vlImplicitElement* e)
{
    return vlIsFinite(e->origin) && vlIsFinite(e->onB.force) && vlIsFinite(e->onB.torque) &&
           isFiniteMat(&e->resistance.uu) && isFiniteMat(&e->resistance.uw) &&
           isFiniteMat(&e->resistance.ww);
}

static vlRowLaw sumOf(const vlAxisLaws* laws)
{
    vlRowLaw sum = {
        laws->spring.force + laws->limit.force + laws->motor.force + laws->friction.force,
        laws->spring.slope + laws->limit.slope + laws->motor.slope + laws->friction.slope};
    return sum;
}

vlImplicitElement vlJoint_Linearise(const vlJoint* joint, const vlJointRows* rows, double step)
{
    vlImplicitElement element = {
        .bodyA = joint->head.bodyA, .bodyB = joint->head.bodyB, .origin = rows->origin};
    for (int i = 0; i < rows->lockedCount; ++i) {
        addLaw(&element, &rows->row[i], vlJoint_LockedLaw(joint, rows, i, step), rows->row[i].bend);
    }
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        vlAxisLaws laws = vlAxis_Laws(joint, i, row->coordinate, step);
        addLaw(&element, row, sumOf(&laws), row->bend);
    }
    if (!isFiniteElement(&element)) { // a body is leaving the finite numbers
        vlImplicitElement nothing = {.bodyA = joint->head.bodyA, .bodyB = joint->head.bodyB};
        return nothing;
    }
    return element;
}

vlImplicitElement vlJoint_Respond(const vlJoint* joint, const vlJointRows* rows, vlTwist twist,
                                  double step)
{
    vlImplicitElement element = {.bodyA = joint->head.bodyA,
                                 .bodyB = joint->head.bodyB,
                                 .origin = rows->origin,
                                 .about = twist};
    for (int i = 0; i < rows->lockedCount; ++i) {
        const vlJointRow* row = &rows->row[i];
        addLaw(&element, row, vlJoint_LockedLaw(joint, rows, i, step),
               vlJointRow_Advance(row, twist));
    }
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        double rate = vlJointRow_Advance(row, twist);
        vlAxisLaws laws = vlAxis_LawsAt(joint, i, row->coordinate, rate, step);
        addLaw(&element, row, sumOf(&laws), rate);
    }
    if (!isFiniteElement(&element)) { // a body is leaving the finite numbers
        vlImplicitElement nothing = {.bodyA = joint->head.bodyA, .bodyB = joint->head.bodyB};
        return nothing;
    }
    return element;
}

void vlJoint_Settled(vlJoint* joint, const vlJointRows* rows, vlTwist twist, double step)
{
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        vlAxis_Settled(joint, i, row->coordinate, vlJointRow_Advance(row, twist), step);
    }
}

bool vlJoint_Check(vlJoint* joint, const vlJointRows* rows, vlTwist twist, double step,
                   bool mayRelease)
{
    bool changed = false;
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        double rate = vlJointRow_Advance(row, twist);
        changed |= vlAxis_Settle(joint, i, row->coordinate, rate, step, mayRelease);
    }
    return changed;
}

void vlJoint_Finish(vlJoint* joint, const vlJointRows* rows, const vlImplicitElement* element,
                    vlTwist twist, vlTwist mean, double step, vlJointReport* report,
                    double* jointWork, double* motorWork)
{
    vlJointReport all = {.axisCount = 0};
    vlJoint_Observe(joint, rows, twist, &all);
    *jointWork = *motorWork = 0.0;
    if (!isfinite(all.energy)) { // not finite: nothing of it may be remembered
        vlJointReport silent = {.frameA = vlIdentityPose(), .frameB = vlIdentityPose()};
        *report = silent;
        return;
    }
    all.reaction = vlImplicitElement_At(element, twist);
    *jointWork =
        step * (vlDot(all.reaction.force, mean.linear) + vlDot(all.reaction.torque, mean.angular));
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        vlAxisLaws laws = vlAxis_Laws(joint, i, row->coordinate, step);
        double rate = vlJointRow_Advance(row, twist);
        all.motorForce[i] = vlRowLaw_At(laws.motor, rate);
        all.limitForce[i] = vlRowLaw_At(laws.limit, rate);
        all.frictionForce[i] = vlRowLaw_At(laws.friction, rate);
        *motorWork += step * all.motorForce[i] * vlJointRow_Rate(row, mean);
        vlAxis_Remember(joint, i, row->coordinate, rate, step);
    }
    *jointWork -= *motorWork;
    joint->lastTurn = rows->turn;
    joint->lastForce = all.reaction.force;
    *report = all;
}
