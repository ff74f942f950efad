// SPDX-License-Identifier: MIT
// With s = a - b from B's point to A's and rest length l:
//     l = 0   f = k s + d (va - vb)
//     l > 0   f = (k (|s| - l) + d u . (va - vb)) u,   u = s/|s|
// on B, cut to the largest force with its direction kept; torque -c (wB - wA) on B.

#include "joint/spring.h"

typedef struct End {
    vlVec3 point, velocity, omega;
} End;

static End endOnBody(const vlMotion* m, vlVec3 arm)
{
    vlVec3 lever = vlRotate(m->rotation, arm);
    End end = {vlAdd(m->centre, lever), vlAdd(m->velocity, vlCross(m->omega, lever)), m->omega};
    return end;
}

static End endInWorld(const vlSpring* spring, double later)
{
    End end = {vlMulAdd(spring->armA, later, spring->velocityA), spring->velocityA, vlZero()};
    return end;
}

// Force on B; `stretch` is what the stored energy goes by.
static vlVec3 pull(const vlSpring* spring, vlVec3 offset, vlVec3 speed, double* stretch)
{
    double length = vlLength(offset);
    *stretch = length - spring->restLength;
    if (spring->restLength == 0.0) {
        return vlMulAdd(vlScale(offset, spring->stiffness), spring->damping, speed);
    }
    if (length == 0.0) { // no line to act along; any direction would be arbitrary
        return vlZero();
    }
    vlVec3 along = vlScale(offset, 1.0 / length);
    return vlScale(along, spring->stiffness * *stretch + spring->damping * vlDot(along, speed));
}

vlForceElement vlSpring_Evaluate(const vlSpring* spring, const vlMotion* motions, double later,
                                 vlSpringReport* report)
{
    End a = spring->bodyA < 0 ? endInWorld(spring, later)
                              : endOnBody(&motions[spring->bodyA], spring->armA);
    End b = endOnBody(&motions[spring->bodyB], spring->armB);
    double stretch;
    vlVec3 force = pull(spring, vlSub(a.point, b.point), vlSub(a.velocity, b.velocity), &stretch);
    double size = vlLength(force);
    if (size > spring->maxForce) {
        force = vlScale(force, spring->maxForce / size);
    }
    vlVec3 torque = vlScale(vlSub(a.omega, b.omega), spring->spinDamping);
    if (!vlIsFinite(force) || !vlIsFinite(torque)) { // a body on its way out of the finite numbers
        force = torque = vlZero();
    }
    vlSpringReport all = {a.point, b.point, force, torque,
                          0.5 * spring->stiffness * stretch * stretch};
    *report = all;
    vlForceElement element = {spring->bodyA, spring->bodyB, b.point, {force, torque}};
    return element;
}

double vlSpring_Yield(const vlInertia* inertia, vlVec3 arm)
{
    if (!(inertia->inverseMass > 0.0)) {
        return 0.0;
    }
    // The inverse effective mass is 1/m + [r] I^-1 [r]^T; its largest eigenvalue is at most its
    // trace, |r|^2 tr(I^-1) - r . I^-1 r for the second part.
    vlMat3 w = inertia->inverseInertiaB;
    double trace = w.cx.x + w.cy.y + w.cz.z;
    return inertia->inverseMass + vlDot(arm, arm) * trace - vlDot(arm, vlMulMV(w, arm));
}
