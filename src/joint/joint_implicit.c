// SPDX-License-Identifier: MIT
// A joint as part of the implicit system. Every row is a force law f0 - g r in its rate r at the
// end of the step, along its own direction j = (linear, angular), so that
//
//   wrench on B = sum f0 j - (sum g j j^T) (u1, s1),   g = h k + b >= 0.

#include "joint/joint_law.h"

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

static void addLaw(vlImplicitElement* element, const vlJointRow* row, vlRowLaw law)
{
    element->onB.force = vlMulAdd(element->onB.force, law.force, row->linear);
    element->onB.torque = vlMulAdd(element->onB.torque, law.force, row->angular);
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
        .bodyA = joint->bodyA, .bodyB = joint->bodyB, .origin = rows->origin};
    for (int i = 0; i < rows->lockedCount; ++i) {
        addLaw(&element, &rows->row[i], vlJoint_LockedLaw(joint, rows, i, step));
    }
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        vlAxisLaws laws = vlAxis_Laws(joint, i, row->coordinate, step);
        addLaw(&element, row, sumOf(&laws));
    }
    if (!isFiniteElement(&element)) { // a body on its way out of the finite numbers
        vlImplicitElement nothing = {.bodyA = joint->bodyA, .bodyB = joint->bodyB};
        return nothing;
    }
    return element;
}

bool vlJoint_Check(vlJoint* joint, const vlJointRows* rows, vlTwist twist, double step,
                   bool mayRelease)
{
    bool changed = false;
    for (int i = 0; i < rows->axisCount; ++i) {
        const vlJointRow* row = &rows->row[rows->lockedCount + i];
        double rate = vlJointRow_Rate(row, twist);
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
    if (!isfinite(all.energy)) { // a body that is gone; nothing of it may be remembered
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
        double rate = all.velocity[i];
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
