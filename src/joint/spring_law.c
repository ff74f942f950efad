// SPDX-License-Identifier: MIT
// With s = a - b from B's point to A's and rest length l:
//     l = 0   f = k s + d (va - vb), va the velocity of A's matter at B's point
//     l > 0   f = (k (|s| - l) + d u . (va - vb)) u,   u = s/|s|
// on B, cut to the largest force with its direction kept; torque -c (wB - wA) on B.

#include "joint/spring_law.h"

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

// The wrench acts on both bodies about B's point, so the damper uses A's velocity there too: then
// it never drives them, however far apart the two points are.
static End endOfA(const vlSpring* spring, const vlMotion* motions, double later, vlVec3 pointB)
{
    if (spring->head.bodyA < 0) {
        return endInWorld(spring, later);
    }
    const vlMotion* m = &motions[spring->head.bodyA];
    End end = endOnBody(m, spring->armA);
    end.velocity = vlAdd(m->velocity, vlCross(m->omega, vlSub(pointB, m->centre)));
    return end;
}

// The force on B; `stretch` is the length that the stored energy depends on.
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
    End b = endOnBody(&motions[spring->head.bodyB], spring->armB);
    End a = endOfA(spring, motions, later, b.point);
    double stretch;
    vlVec3 force = pull(spring, vlSub(a.point, b.point), vlSub(a.velocity, b.velocity), &stretch);
    double size = vlLength(force);
    if (size > spring->maxForce) {
        force = vlScale(force, spring->maxForce / size);
    }
    vlVec3 torque = vlScale(vlSub(a.omega, b.omega), spring->spinDamping);
    if (!vlIsFinite(force) || !vlIsFinite(torque)) { // a body is leaving the finite numbers
        force = torque = vlZero();
    }
    vlSpringReport all = {a.point, b.point, force, torque,
                          0.5 * spring->stiffness * stretch * stretch};
    *report = all;
    vlForceElement element = {spring->head.bodyA, spring->head.bodyB, b.point, {force, torque}};
    return element;
}

static vlMat3 scaledOuter(vlVec3 u, double s)
{
    return vlMat(vlScale(u, s * u.x), vlScale(u, s * u.y), vlScale(u, s * u.z));
}

// h stiffness + damping of the points' relative velocity. Across a stretched spring the force turns
// with its line; a compressed one would buckle, which no positive semidefinite block can express.
static vlMat3 resistanceOf(const vlSpring* spring, vlVec3 offset, double step)
{
    double answered = spring->isSoft ? 0.0 : step * spring->stiffness;
    double along = answered + spring->damping;
    if (spring->restLength == 0.0) {
        return vlDiag(along, along, along);
    }
    double length = vlLength(offset);
    double slack = length > spring->restLength ? 1.0 - spring->restLength / length : 0.0;
    double across = answered * slack;
    vlMat3 m = scaledOuter(vlUnit(offset), along - across);
    m.cx.x += across, m.cy.y += across, m.cz.z += across;
    return m;
}

vlImplicitElement vlSpring_Linearise(const vlSpring* spring, const vlMotion* motions, double step)
{
    End b = endOnBody(&motions[spring->head.bodyB], spring->armB);
    End a = endOfA(spring, motions, 0.0, b.point);
    vlVec3 offset = vlSub(a.point, b.point);
    double stretch;
    double size = vlLength(pull(spring, offset, vlSub(a.velocity, b.velocity), &stretch));
    double part = size > spring->maxForce ? spring->maxForce / size : 1.0;
    vlMat3 d = resistanceOf(spring, offset, step);
    vlVec3 force = pull(spring, offset, vlZero(), &stretch);
    if (spring->head.bodyA < 0) { // the world as a body stands still; its anchor moves
        force = vlAdd(force, vlMulMV(d, spring->velocityA));
    }
    double c = spring->spinDamping;
    if (spring->isCut) {
        vlImplicitElement constant = {.bodyA = spring->head.bodyA,
                                      .bodyB = spring->head.bodyB,
                                      .origin = b.point,
                                      .onB = {spring->cutForce, vlZero()},
                                      .resistance = {.ww = vlDiag(c, c, c)}};
        return constant;
    }
    vlImplicitElement e = {
        .bodyA = spring->head.bodyA,
        .bodyB = spring->head.bodyB,
        .origin = b.point,
        .onB = {vlScale(force, part), vlZero()},
        .resistance = {vlMat(vlScale(d.cx, part), vlScale(d.cy, part), vlScale(d.cz, part)),
                       vlDiag(0.0, 0.0, 0.0), vlDiag(c, c, c)}};
    return e;
}

// Above rounding.
#define CUT_TOLERANCE 1e-9

bool vlSpring_Check(vlSpring* spring, const vlImplicitElement* element, vlTwist twist)
{
    vlVec3 force = vlImplicitElement_At(element, twist).force;
    double size = vlLength(force);
    if (spring->isCut || !(size > (1.0 + CUT_TOLERANCE) * spring->maxForce)) {
        return false;
    }
    spring->isCut = true;
    spring->cutForce = vlScale(force, spring->maxForce / size);
    return true;
}

// ---- as a potential ----

// h stiffness + damping of the points' relative velocity, along u and across it. Across a stretched
// spring the force turns with its line; a compressed one would buckle, which no positive
// semidefinite block can express.
typedef struct Slope {
    vlVec3 u;
    double along, across;
} Slope;

static Slope slopeOf(const vlSpring* spring, vlVec3 offset, double step)
{
    double answered = spring->isSoft ? 0.0 : step * spring->stiffness;
    Slope s = {vlUnit(offset), answered + spring->damping, answered + spring->damping};
    if (spring->restLength != 0.0) {
        double length = vlLength(offset);
        double slack = length > spring->restLength ? 1.0 - spring->restLength / length : 0.0;
        s.across = answered * slack;
    }
    return s;
}

// m x for the matrix that has `along` and `across` as its principal values.
static vlVec3 times(vlVec3 u, double along, double across, vlVec3 x)
{
    return vlMulAdd(vlScale(x, across), (along - across) * vlDot(u, x), u);
}

static vlMat3 matrixOf(vlVec3 u, double along, double across)
{
    return vlMat(times(u, along, across, vlVec(1.0, 0.0, 0.0)),
                 times(u, along, across, vlVec(0.0, 1.0, 0.0)),
                 times(u, along, across, vlVec(0.0, 0.0, 1.0)));
}

#define ROUNDS 30
#define CLOSE 1e-12

// sigma for which the force has its largest size: Newton's method on a function that falls and
// bends upwards, from below.
static double giveWay(const Slope* s, vlVec3 force, double most)
{
    double sigma = 0.0;
    for (int i = 0; i < ROUNDS; ++i) {
        double a = 1.0 / (1.0 + sigma * s->along);
        double b = 1.0 / (1.0 + sigma * s->across);
        vlVec3 f = times(s->u, a, b, force);
        double size = vlLength(f);
        if (size <= (1.0 + CLOSE) * most) {
            break;
        }
        double falls = vlDot(f, times(s->u, a * s->along, b * s->across, f));
        double more = size * size * (size / most - 1.0) / falls;
        if (!isfinite(more)) { // nothing gives way
            break;
        }
        sigma += more;
    }
    return sigma;
}

// The force cut to its largest size, and its slope.
static vlVec3 cut(const Slope* s, vlVec3 force, double most, vlMat3* slope)
{
    double sigma = giveWay(s, force, most);
    double a = 1.0 / (1.0 + sigma * s->along);
    double b = 1.0 / (1.0 + sigma * s->across);
    vlVec3 f = times(s->u, a, b, force);
    vlVec3 given = times(s->u, a * s->along, b * s->across, f);
    double falls = vlDot(f, given);
    *slope = matrixOf(s->u, a * s->along, b * s->across);
    if (falls > 0.0) {
        vlVec3 part = vlScale(given, -1.0 / falls);
        slope->cx = vlMulAdd(slope->cx, given.x, part);
        slope->cy = vlMulAdd(slope->cy, given.y, part);
        slope->cz = vlMulAdd(slope->cz, given.z, part);
    }
    double size = vlLength(f);
    return size > most ? vlScale(f, most / size) : f;
}

vlImplicitElement vlSpring_Respond(const vlSpring* spring, const vlMotion* motions, vlTwist twist,
                                   double step)
{
    End b = endOnBody(&motions[spring->head.bodyB], spring->armB);
    End a = endOfA(spring, motions, 0.0, b.point);
    vlVec3 offset = vlSub(a.point, b.point);
    double stretch;
    Slope slope = slopeOf(spring, offset, step);
    vlVec3 moves = twist.linear;
    if (spring->head.bodyA < 0) { // the world as a body stands still; its anchor moves
        moves = vlSub(moves, spring->velocityA);
    }
    vlVec3 force = vlSub(pull(spring, offset, vlZero(), &stretch),
                         times(slope.u, slope.along, slope.across, moves));
    vlMat3 uu = matrixOf(slope.u, slope.along, slope.across);
    if (vlLength(force) > spring->maxForce) {
        force = cut(&slope, force, spring->maxForce, &uu);
    }
    double c = spring->spinDamping;
    vlImplicitElement e = {.bodyA = spring->head.bodyA,
                           .bodyB = spring->head.bodyB,
                           .origin = b.point,
                           .onB = {force, vlScale(twist.angular, -c)},
                           .about = twist,
                           .resistance = {.uu = uu, .ww = vlDiag(c, c, c)}};
    return e;
}

vlVec3 vlSpring_PointA(const vlSpring* spring, const vlMotion* motions)
{
    return spring->head.bodyA < 0 ? spring->armA
                                  : endOnBody(&motions[spring->head.bodyA], spring->armA).point;
}

vlVec3 vlSpring_PointB(const vlSpring* spring, const vlMotion* motions)
{
    return endOnBody(&motions[spring->head.bodyB], spring->armB).point;
}

vlSpringReport vlSpring_ReportAt(const vlSpring* spring, const vlMotion* motions, vlWrench applied)
{
    vlSpringReport report;
    (void)vlSpring_Evaluate(spring, motions, 0.0, &report);
    report.force = applied.force;
    report.torque = applied.torque;
    return report;
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

double vlSpring_YieldOf(const vlSpring* s, const vlInertia* inertia)
{
    int a = s->head.bodyA;
    double yieldA = a < 0 ? 0.0 : vlSpring_Yield(&inertia[a], s->armA);
    return yieldA + vlSpring_Yield(&inertia[s->head.bodyB], s->armB);
}
