// SPDX-License-Identifier: MIT
// The virtual coupling of [OL05] 4.1, about the grasp's point o. With d = xh - o from the grasp to
// the device, u = log(qh conj(q qc)) the rotation between them, vh, wh the device's velocities:
//
//   F = phi(|d|) d/|d| + b (vh - v),     T = psi(|u|) u/|u| + c (wh - w)
//   phi(s) = k s                                s <= r1 = 0.7 most/k
//          = k (r1 + a (t - t^2/2))             t = (s - r1)/a <= 1,  a = 0.6 most/k
//          = most                               beyond
//
// The middle part is the cubic through both ends with their slopes k and 0; for this r1 and a its
// cubic term is zero and its bend least. u is limited to 0.9 pi: near half a turn neither way back
// is clearly the shorter one. Dampers fade with the slope, b phi'/k, down to a tenth: a damper that
// stayed would exceed the largest force as soon as the device moves.
//
// For the implicit step, with n = d/|d| and a rotation of the grasp by a small angle e:
//
//   dF = -(phi' n n^T + phi/|d| (1 - n n^T)) do
//   dT = -(psi' n n^T + psi/|u| ((t/2) cot(t/2) (1 - n n^T) + u*/2)) e,   t = |u|
//
// The part with u* does no work on a rotation that goes straight back and is left out; the rest is
// symmetric and, for t < pi, positive. Across a rotation of more than pi the spring would push
// further instead of back; there its slope is zero.
//
// Along d the slope phi' is Newton's. Where a spring is bent, however, phi' is less than the change
// of the force over a long step: a light body under a constant force would fly past the device and
// back for ever. The slope is therefore moved from phi' towards the secant phi/|d|, by the part of
// |d| that the grasp may move in the step. With the secant the force ends where the stretch does: a
// slope that is too stiff only slows the body down, one that is too soft can make it swing. The
// same holds for u.
//
// No coupling is soft, as springs and joint axes may be: its spring force is always that at the end
// of the step. Then a device that moves by e puts in at least what is stored, because U is convex:
// F1 . e >= U1 - U0 + F1 . (motion of the grasp). With the force at the start of the step, every
// move would give energy away. What backward Euler damps, h kc/2, is small beside any damper that
// makes a hold comfortable.
//
// The device gets the wrench that the body got, w0 - D (u1, s1), not the law evaluated again at the
// new place. Where nothing rotates and nothing bends they are the same. A light body, however,
// turns far in a step and its damper comes back within one, so the law would report forces that
// nobody felt. With the law, hands moved at random gained energy in one run of four; with the
// body's wrench, in none of thousands.

#include "joint/coupling_law.h"

#include "base/angle.h"

#define BEND_START 0.7 // of the largest force; starting earlier or later makes a sharper bend
#define BEND_LENGTH 0.6
#define LEAST_DAMPING 0.1 // of the damper, where the spring no longer grows
#define LARGEST_TURN (0.9 * VL_PI)

vlBentSpring vlBentSpring_At(double stiffness, double most, double stretch)
{
    vlBentSpring s = {stiffness * stretch, stiffness, 0.5 * stiffness * stretch * stretch};
    if (!(s.force > BEND_START * most)) {
        return s;
    }
    double start = BEND_START * most / stiffness;
    double length = BEND_LENGTH * most / stiffness;
    double along = (stretch - start) / length;
    double t = along < 1.0 ? along : 1.0;
    s.slope = stiffness * (1.0 - t);
    s.force = t < 1.0 ? most * (BEND_START + BEND_LENGTH * (t - 0.5 * t * t)) : most;
    s.energy = most * (0.5 * BEND_START * start +
                       length * (t * BEND_START + BEND_LENGTH * t * t * (0.5 - t / 6.0)));
    s.energy += most * length * (along - t);
    return s;
}

static double distanceSquared(vlVec3 a, vlVec3 b)
{
    vlVec3 d = vlSub(a, b);
    return vlDot(d, d);
}

vlVec3 vlCoupling_TurnBetween(vlQuat held, vlQuat device, vlVec3 last)
{
    vlQuat e = vlMulQ(device, vlConj(held));
    double sign = e.w < 0.0 ? -1.0 : 1.0;
    vlVec3 v = vlScale(vlVec(e.x, e.y, e.z), sign);
    double sine = vlLength(v);
    double turn = 2.0 * vlAngle_Of(sine, sign * e.w);
    vlVec3 u = vlScale(v, sine > 0.0 ? turn / sine : 2.0);
    // Beyond half a turn the other direction is shorter; going on in this one keeps the torque
    // continuous.
    if (turn > 0.5 * VL_PI) {
        vlVec3 other = vlScale(u, 1.0 - 2.0 * VL_PI / turn);
        u = distanceSquared(other, last) < distanceSquared(u, last) ? other : u;
    }
    return u;
}

vlPose vlCoupling_HeldAt(const vlVirtualCoupling* coupling, const vlMotion* motion)
{
    vlPose held = {vlAdd(motion->centre, vlRotate(motion->rotation, coupling->arm)),
                   vlMulQ(motion->rotation, coupling->turn)};
    return held;
}

// All that follows from the coupling with its body at one motion.
typedef struct Stand {
    vlPose held;
    vlVec3 stretch, turn;
    double length, angle; // of both
    vlBentSpring pull, twist;
    double damping, angularDamping;
    vlTwist relative; // of the device against the grasp
} Stand;

static double fade(double damping, double slope, double stiffness)
{
    double part = stiffness > 0.0 ? slope / stiffness : 1.0;
    return damping * (part > LEAST_DAMPING ? part : LEAST_DAMPING);
}

static Stand standAt(const vlVirtualCoupling* c, const vlMotion* m)
{
    Stand s = {.held = vlCoupling_HeldAt(c, m)};
    s.stretch = vlSub(c->device.p, s.held.p);
    s.length = vlLength(s.stretch);
    s.pull = vlBentSpring_At(c->stiffness, c->maxForce, s.length);
    s.turn = vlCoupling_TurnBetween(s.held.q, c->device.q, c->lastTurn);
    s.angle = vlLength(s.turn);
    double angle = s.angle < LARGEST_TURN ? s.angle : LARGEST_TURN;
    s.twist = vlBentSpring_At(c->angularStiffness, c->maxTorque, angle);
    if (s.angle > angle) {
        s.twist.energy += s.twist.force * (s.angle - angle);
        s.twist.slope = 0.0;
    }
    s.damping = fade(c->damping, s.pull.slope, c->stiffness);
    s.angularDamping = fade(c->angularDamping, s.twist.slope, c->angularStiffness);
    vlVec3 lever = vlSub(s.held.p, m->centre);
    vlVec3 velocity = vlAdd(m->velocity, vlCross(m->omega, lever));
    s.relative.linear = vlSub(c->deviceTwist.linear, velocity);
    s.relative.angular = vlSub(c->deviceTwist.angular, m->omega);
    return s;
}

static vlWrench springsOf(const Stand* s)
{
    vlWrench w = {vlScale(vlUnit(s->stretch), s->pull.force),
                  vlScale(vlUnit(s->turn), s->twist.force)};
    return w;
}

vlCouplingReport vlCoupling_ReportAt(const vlVirtualCoupling* coupling, const vlMotion* motion)
{
    Stand s = standAt(coupling, motion);
    double energy = s.pull.energy + s.twist.energy;
    vlCouplingReport report = {coupling->device, s.held,         s.stretch,
                               s.turn,           coupling->last, isfinite(energy) ? energy : 0.0};
    return report;
}

vlForceElement vlCoupling_Evaluate(const vlVirtualCoupling* coupling, const vlMotion* motions)
{
    Stand s = standAt(coupling, &motions[coupling->head.bodyB]);
    vlWrench w = springsOf(&s);
    w.force = vlMulAdd(w.force, s.damping, s.relative.linear);
    w.torque = vlMulAdd(w.torque, s.angularDamping, s.relative.angular);
    if (!vlIsFinite(w.force) || !vlIsFinite(w.torque)) {
        w.force = w.torque = vlZero();
    }
    vlForceElement element = {-1, coupling->head.bodyB, s.held.p, w};
    return element;
}

// Slope along the stretch for a step in which it may change by `reach`.
static double slopeOver(const vlBentSpring* spring, double stretch, double reach)
{
    if (!(stretch > 0.0)) {
        return spring->slope;
    }
    double newton = reach < stretch ? 1.0 - reach / stretch : 0.0;
    double secant = spring->force / stretch;
    return secant + newton * (spring->slope - secant);
}

// (t/2) cot(t/2), or zero where that is negative.
static double straightness(double turn)
{
    double sine;
    double cosine;
    double half = 0.5 * turn;
    if (half < 1e-4) { // the next term is 2e-18
        return 1.0 - half * half / 3.0;
    }
    vlSinCos(half, &sine, &cosine);
    return cosine > 0.0 ? half * cosine / sine : 0.0;
}

// along n n^T + across (1 - n n^T) + plain 1.
static vlMat3 split(vlVec3 n, double along, double across, double plain)
{
    double s = along - across;
    vlMat3 m = vlMat(vlScale(n, s * n.x), vlScale(n, s * n.y), vlScale(n, s * n.z));
    m.cx.x += across + plain, m.cy.y += across + plain, m.cz.z += across + plain;
    return m;
}

static bool isFiniteMat(const vlMat3* m)
{
    return vlIsFinite(m->cx) && vlIsFinite(m->cy) && vlIsFinite(m->cz);
}

vlImplicitElement vlCoupling_Linearise(const vlVirtualCoupling* coupling, const vlMotion* motions,
                                       double step)
{
    Stand s = standAt(coupling, &motions[coupling->head.bodyB]);
    double across = s.length > 0.0 ? s.pull.force / s.length : coupling->stiffness;
    double acrossTurn = s.angle > 0.0 ? s.twist.force / s.angle : coupling->angularStiffness;
    acrossTurn *= straightness(s.angle);
    double reach = step * (vlLength(s.relative.linear) + step * s.pull.force * coupling->yield);
    double reachTurn =
        step * (vlLength(s.relative.angular) + step * s.twist.force * coupling->angularYield);
    double along = slopeOver(&s.pull, s.length, reach);
    double alongTurn = slopeOver(&s.twist, s.angle, reachTurn);
    vlWrench w = springsOf(&s);
    w.force = vlMulAdd(w.force, s.damping, coupling->deviceTwist.linear);
    w.torque = vlMulAdd(w.torque, s.angularDamping, coupling->deviceTwist.angular);
    vlImplicitElement e = {
        .bodyA = -1, .bodyB = coupling->head.bodyB, .origin = s.held.p, .onB = w};
    e.resistance.uu = split(vlUnit(s.stretch), step * along, step * across, s.damping);
    e.resistance.ww = split(vlUnit(s.turn), step * alongTurn, step * acrossTurn, s.angularDamping);
    bool isFinite = vlIsFinite(e.origin) && vlIsFinite(w.force) && vlIsFinite(w.torque) &&
                    isFiniteMat(&e.resistance.uu) && isFiniteMat(&e.resistance.ww);
    vlImplicitElement nothing = {.bodyA = -1, .bodyB = coupling->head.bodyB};
    return isFinite ? e : nothing; // a body is leaving the finite numbers
}

double vlCoupling_WorkOfDevice(const vlVirtualCoupling* coupling, vlWrench onBody)
{
    vlVec3 path = vlSub(coupling->device.p, coupling->lastDevice.p);
    vlVec3 turn = vlCoupling_TurnBetween(coupling->lastDevice.q, coupling->device.q, vlZero());
    return vlDot(onBody.force, path) + vlDot(onBody.torque, turn);
}
