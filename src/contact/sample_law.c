// SPDX-License-Identifier: MIT
// The law of samples. With u the velocity of B's point relative to A's at a sample, u0 at the start
// of the step and u1 at its end, and n from A to B,
//
//   normal    f = k s + h k n.(u0 - u1),  pressing while f > 0                           (T13.4)
//   friction  -sigma k (r + h ut),  sigma = 1 while |k (r + h ut)| <= mu f,
//             otherwise mu f / |k (r + h ut)|                                            (T13.5)
//
// s is taken at the predicted poses, whose gap already includes the motion h u0; the term with u0
// takes it back. There is no damper: backward Euler damps enough, and a damper would act as
// friction where normals fan out.

#include "contact/sample_law.h"

#include <string.h>

// A pass is repeated if forces changed by more than this part of their sum.
#define SETTLED 0.01

static vlVec3 velocityAt(vlTwist t, vlVec3 arm)
{
    return vlAdd(t.linear, vlCross(t.angular, arm));
}

static vlVec3 tangential(vlVec3 v, vlVec3 normal)
{
    return vlMulAdd(v, -vlDot(v, normal), normal);
}

// (T13.4)
static double normalForce(const vlSamplePoint* p, vlVec3 arm, double h, vlTwist start, vlTwist end)
{
    double change = vlDot(p->normal, vlSub(velocityAt(start, arm), velocityAt(end, arm)));
    double f = p->stiffness * (p->press - p->withheld + h * change);
    return f > 0.0 ? f : 0.0;
}

// The friction that the bristle would exert at this velocity, without its limit.
static vlVec3 pull(const vlSamplePoint* p, vlVec3 arm, double h, vlTwist end)
{
    vlVec3 slip = tangential(velocityAt(end, arm), p->normal);
    return vlScale(vlMulAdd(p->bristle, h, slip), p->stiffness);
}

static double limitOf(const vlSamplePoint* p, vlSampleFriction friction)
{
    return (p->isSlipping ? friction.sliding : friction.sticking) * p->force;
}

// The part of a pull that acts as friction, sigma. (T13.5)
static double scaleOf(const vlSamplePoint* p, vlSampleFriction friction, double size)
{
    if (size <= limitOf(p, friction)) {
        return 1.0;
    }
    return friction.sliding * p->force / size;
}

// Adds -d (u + w x arm), acting at `arm`.
static void addSlope(vlResistance* sum, const vlMat3* d, vlVec3 arm)
{
    // Columns of d [arm]x with a minus: d (e_k x arm).
    vlMat3 turned =
        vlMat(vlMulMV(*d, vlVec(0.0, -arm.z, arm.y)), vlMulMV(*d, vlVec(arm.z, 0.0, -arm.x)),
              vlMulMV(*d, vlVec(-arm.y, arm.x, 0.0)));
    sum->uu.cx = vlAdd(sum->uu.cx, d->cx);
    sum->uu.cy = vlAdd(sum->uu.cy, d->cy);
    sum->uu.cz = vlAdd(sum->uu.cz, d->cz);
    sum->uw.cx = vlAdd(sum->uw.cx, turned.cx);
    sum->uw.cy = vlAdd(sum->uw.cy, turned.cy);
    sum->uw.cz = vlAdd(sum->uw.cz, turned.cz);
    sum->ww.cx = vlAdd(sum->ww.cx, vlCross(arm, turned.cx));
    sum->ww.cy = vlAdd(sum->ww.cy, vlCross(arm, turned.cy));
    sum->ww.cz = vlAdd(sum->ww.cz, vlCross(arm, turned.cz));
}

// The same for d = a n n' + b (1 - n n').
static void addResistance(vlResistance* sum, vlVec3 n, double a, double b, vlVec3 arm)
{
    double c = a - b;
    vlMat3 d = vlMat(vlVec(b + c * n.x * n.x, c * n.x * n.y, c * n.x * n.z),
                     vlVec(c * n.x * n.y, b + c * n.y * n.y, c * n.y * n.z),
                     vlVec(c * n.x * n.z, c * n.y * n.z, b + c * n.z * n.z));
    addSlope(sum, &d, arm);
}

vlImplicitElement vlSamples_Linearise(vlSamplePoint* points, int count, vlVec3 origin, double step,
                                      vlSampleFriction friction, vlTwist start, vlTwist trial)
{
    vlImplicitElement line;
    memset(&line, 0, sizeof line);
    line.origin = origin;
    for (int i = 0; i < count; ++i) {
        vlSamplePoint* p = &points[i];
        p->isInLine = p->isPressing;
        if (!p->isPressing) {
            continue;
        }
        vlVec3 arm = vlSub(p->point, origin);
        double k = p->stiffness;
        double speed = vlDot(p->normal, velocityAt(start, arm));
        vlVec3 force = vlScale(p->normal, k * (p->press + step * speed));
        double drag = 0.0;
        if (friction.sliding > 0.0) {
            p->scale = scaleOf(p, friction, vlLength(pull(p, arm, step, trial)));
            drag = p->scale * k;
            force = vlMulAdd(force, -drag, p->bristle);
        }
        line.onB.force = vlAdd(line.onB.force, force);
        line.onB.torque = vlAdd(line.onB.torque, vlCross(arm, force));
        addResistance(&line.resistance, p->normal, step * k, step * drag, arm);
    }
    return line;
}

bool vlSamples_Check(vlSamplePoint* points, int count, vlVec3 origin, double step,
                     vlSampleFriction friction, vlTwist start, vlTwist trial)
{
    bool isChanged = false;
    double changed = 0.0, sum = 0.0;
    for (int i = 0; i < count; ++i) {
        vlSamplePoint* p = &points[i];
        vlVec3 arm = vlSub(p->point, origin);
        double f = normalForce(p, arm, step, start, trial);
        bool isPressing = f > 0.0;
        isChanged = isChanged || isPressing != p->isPressing;
        p->isPressing = isPressing;
        changed += fabs(f - p->force);
        sum += f;
        p->force = f;
        if (friction.sliding > 0.0 && isPressing) {
            double size = vlLength(pull(p, arm, step, trial));
            changed += fabs(scaleOf(p, friction, size) - p->scale) * size;
        }
    }
    return isChanged || (friction.sliding > 0.0 && changed > SETTLED * sum);
}

// ---- as a potential ----
//
// For a given f in mu f, normal force and friction are slopes of potentials: half a square that is
// cut off, and Huber's function.

// d += s n n^T.
static void addOuter(vlMat3* d, double s, vlVec3 n)
{
    d->cx = vlMulAdd(d->cx, s * n.x, n);
    d->cy = vlMulAdd(d->cy, s * n.y, n);
    d->cz = vlMulAdd(d->cz, s * n.z, n);
}

// Adds a force on B at `arm` and its slope d.
static void addPoint(vlImplicitElement* line, vlVec3 force, const vlMat3* d, vlVec3 arm)
{
    line->onB.force = vlAdd(line->onB.force, force);
    line->onB.torque = vlAdd(line->onB.torque, vlCross(arm, force));
    addSlope(&line->resistance, d, arm);
}

static double coefficientOf(const vlSamplePoint* p, vlSampleFriction friction)
{
    return p->isSlipping ? friction.sliding : friction.sticking;
}

// Friction on B; its slope is added to d.
static vlVec3 rub(vlSamplePoint* p, vlVec3 arm, double h, vlSampleFriction friction, vlTwist trial,
                  bool mayBreak, vlMat3* d)
{
    vlVec3 q = pull(p, arm, h, trial);
    double size = vlLength(q);
    if (mayBreak) {
        p->isSlipping = size > coefficientOf(p, friction) * p->bound;
    }
    double limit = coefficientOf(p, friction) * p->bound;
    p->scale = size > limit ? limit / size : 1.0;
    double drag = p->scale * h * p->stiffness;
    d->cx.x += drag, d->cy.y += drag, d->cz.z += drag;
    addOuter(d, -drag, p->normal);
    if (size > limit) {
        addOuter(d, -drag / (size * size), q);
    }
    return vlScale(q, -p->scale);
}

double vlSamples_Respond(vlSamplePoint* points, int count, vlVec3 origin, double step,
                         vlSampleFriction friction, vlTwist start, vlTwist trial, vlBoundUse bound,
                         vlImplicitElement* line)
{
    double late = 0.0, sum = 0.0;
    memset(line, 0, sizeof *line);
    line->origin = origin;
    line->about = trial;
    for (int i = 0; i < count; ++i) {
        vlSamplePoint* p = &points[i];
        vlVec3 arm = vlSub(p->point, origin);
        double before = p->force;
        p->force = normalForce(p, arm, step, start, trial);
        p->isInLine = p->isPressing = p->force > 0.0;
        vlMat3 d = vlDiag(0.0, 0.0, 0.0);
        addOuter(&d, p->isPressing ? step * p->stiffness : 0.0, p->normal);
        vlVec3 force = vlScale(p->normal, p->force);
        sum += p->force;
        if (friction.sliding > 0.0) {
            late += p->isSlipping ? fabs(p->force - p->bound) : 0.0;
            p->bound =
                bound == VL_BOUND_FIRST ? before : (bound == VL_BOUND_KEEP ? p->bound : p->force);
            force = vlAdd(force, rub(p, arm, step, friction, trial, bound != VL_BOUND_KEEP, &d));
            p->isInLine = p->isInLine || p->bound > 0.0;
        }
        addPoint(line, force, &d, arm);
    }
    return sum > 0.0 && bound != VL_BOUND_FIRST ? late / sum : 0.0;
}

// Moves the bristle of a sample by the step, and lets it slip beyond its limit. (T13.6)
static void moveBristle(vlSamplePoint* p, vlVec3 arm, double h, vlSampleFriction friction,
                        vlTwist after)
{
    vlVec3 q = pull(p, arm, h, after);
    double size = vlLength(q);
    double limit = limitOf(p, friction);
    p->isSlipping = size > limit;
    p->bristle =
        vlScale(q, (p->isSlipping ? friction.sliding * p->force / size : 1.0) / p->stiffness);
}

vlSampleSums vlSamples_Finish(vlSamplePoint* points, int count, vlVec3 origin, double step,
                              vlSampleFriction friction, vlTwist start, vlTwist after, vlTwist mean)
{
    vlSampleSums sums = {.leastGap = HUGE_VAL, .centre = origin};
    for (int i = 0; i < count; ++i) {
        vlSamplePoint* p = &points[i];
        vlVec3 arm = vlSub(p->point, origin);
        sums.leastGap = p->gap < sums.leastGap ? p->gap : sums.leastGap;
        vlVec3 drag = vlZero();
        if (p->isInLine && friction.sliding > 0.0) { // as the line has it
            drag = vlScale(pull(p, arm, step, after), -p->scale);
        }
        p->force = normalForce(p, arm, step, start, after);
        sums.frictionForce = vlAdd(sums.frictionForce, drag);
        sums.frictionWork += step * vlDot(drag, velocityAt(mean, arm));
        if (!(p->force > 0.0)) {
            p->bristle = vlZero();
            p->isSlipping = false;
            continue;
        }
        if (friction.sliding > 0.0) {
            moveBristle(p, arm, step, friction, after);
        }
        sums.normalForce = vlMulAdd(sums.normalForce, p->force, p->normal);
        sums.pressing += p->force;
        sums.centre = vlMulAdd(sums.centre, p->force / sums.pressing, vlSub(p->point, sums.centre));
        sums.energy += 0.5 * p->force * p->force / p->stiffness +
                       0.5 * p->stiffness * vlDot(p->bristle, p->bristle);
        sums.area += p->area;
        sums.stiffness += p->stiffness;
        sums.slippingCount += p->isSlipping;
        ++sums.pressingCount;
    }
    return sums;
}
