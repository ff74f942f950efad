// SPDX-License-Identifier: MIT
// What VL_AUTO stands for. With W the inverse of the effective mass (or inertia) of the two sides:
//
//   implicit   k = 100/(W h^2)     b = 2 sqrt(k/W) = 20/(W h)      (critical)
//   explicit   k = 1/(8 W h^2)     b <= 1/(4 W h)
//
// An implicit step closes any gap within one step once k W h^2 is well above 1; a larger k only
// makes the joint stiffer under load. There W comes from masses and mean inertias, without levers:
// no direction limits an implicit stiffness, and if the direction with the largest inverse mass set
// it, the joint of a thin rod or a long arm would be far too soft in the others. An explicit step
// is limited by just that direction. Its shares leave room for three joints and a contact on one
// body within k h^2 + 2 b h < 4/W.

#include "joint/joint_gains.h"
#include "joint/joint_type.h"
#include "joint/spring_law.h"

#define IMPLICIT_STIFFNESS 100.0
#define EXPLICIT_STIFFNESS 0.125
#define EXPLICIT_DAMPING 0.25

// A spring in an implicit step is soft up to this value of k W h^2: a body may have ten such
// springs and still be well within what symplectic Euler holds.
#define SOFT_STIFFNESS 0.1

static double traceOf(vlMat3 m)
{
    return m.cx.x + m.cy.y + m.cz.z;
}

vlJointYield vlJoint_Yield(const vlJoint* joint, const vlInertia* inertia, bool isExplicit)
{
    const int body[] = {joint->head.bodyA, joint->head.bodyB};
    const vlVec3 arm[] = {joint->frameA.p, joint->frameB.p};
    vlJointYield sum = {0.0, 0.0};
    for (int i = 0; i < 2; ++i) {
        if (body[i] < 0 || !(inertia[body[i]].inverseMass > 0.0)) {
            continue;
        }
        const vlInertia* side = &inertia[body[i]];
        if (isExplicit) { // upper bounds of the largest eigenvalues
            sum.linear += vlSpring_Yield(side, arm[i]);
            sum.angular += traceOf(side->inverseInertiaB);
        } else {
            sum.linear += side->inverseMass;
            sum.angular += 3.0 / traceOf(side->inertiaB);
        }
    }
    return sum;
}

vlJointYield vlJoint_Brake(const vlJoint* joint, const vlInertia* inertia)
{
    const int body[] = {joint->head.bodyA, joint->head.bodyB};
    const vlVec3 arm[] = {joint->frameA.p, joint->frameB.p};
    vlJointYield sum = {0.0, 0.0};
    for (int i = 0; i < 2; ++i) {
        if (body[i] >= 0 && inertia[body[i]].inverseMass > 0.0) {
            const vlInertia* side = &inertia[body[i]];
            double largest = 1.0 / (side->principal.middle - side->principal.below);
            sum.linear += side->inverseMass;
            sum.angular += 1.0 / (largest + side->mass * vlDot(arm[i], arm[i]));
        }
    }
    return sum;
}

// The damping that is `ratio` times critical.
static double dampingFor(double stiffness, double ratio, double yield, double step, bool isExplicit)
{
    double damping = 2.0 * ratio * sqrt(stiffness / yield);
    return isExplicit ? fmin(damping, EXPLICIT_DAMPING / (yield * step)) : damping;
}

static void fill(double* stiffness, double* damping, double yield, double step, bool isExplicit)
{
    if (*stiffness == VL_AUTO) {
        double share = isExplicit ? EXPLICIT_STIFFNESS : IMPLICIT_STIFFNESS;
        *stiffness = share / (yield * step * step);
    }
    if (*damping == VL_AUTO) {
        *damping = dampingFor(*stiffness, 1.0, yield, step, isExplicit);
    }
}

void vlJoint_SetSoft(vlJoint* joint, vlJointYield most, double step)
{
    joint->softLinear = SOFT_STIFFNESS / (most.linear * step * step);
    joint->softAngular = SOFT_STIFFNESS / (most.angular * step * step);
}

void vlJoint_FillGains(vlJoint* joint, vlJointYield yield, double step, bool isExplicit)
{
    fill(&joint->kLinear, &joint->bLinear, yield.linear, step, isExplicit);
    fill(&joint->kAngular, &joint->bAngular, yield.angular, step, isExplicit);
    for (int i = 0; i < vlJointType_GetAxisCount(joint->type); ++i) {
        bool turns = vlJointType_IsTurning(joint->type, i);
        double k = turns ? joint->kAngular : joint->kLinear;
        double w = turns ? yield.angular : yield.linear;
        vlAxisDef* axis = &joint->axis[i];
        if (axis->limitStiffness == VL_AUTO) {
            axis->limitStiffness = k;
        }
        if (axis->limitDamping == VL_AUTO) { // a rod between two points is a locked direction
            bool isRod = axis->lower == axis->upper;
            axis->limitDamping =
                dampingFor(axis->limitStiffness, isRod ? 1.0 : 0.5, w, step, isExplicit);
        }
        joint->kFriction[i] = k;
        joint->bFriction[i] = dampingFor(k, 1.0, w, step, isExplicit);
    }
}
