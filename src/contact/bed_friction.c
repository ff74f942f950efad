// SPDX-License-Identifier: MIT
// Friction inside the implicit step. With q(p) the pull at the end of the step (T7.6) a sticking
// contact responds with -q. When it slides, every point responds with -mu pi q/|q|; about the trial
// velocity ul, with s = mu pi/|q(ul)| and d = q/|q|,
//
//   traction(u) = -s q(ul) - T (u - ul),   T = s (cS/A) (1 - n d d^T)                 (T7.7)
//
// n = 1 is Newton's slope: exact, but nothing resists along d, and a pressure or direction of the
// last trial can drive the motion. n = 0 is the secant, the sticking element scaled by s: it is
// passive whatever pressure and direction are used. n goes to 1 as the change of speed that
// friction makes in a step becomes small against the speed.

#include "contact/bed.h"
#include "contact/slab_friction.h"

// A sticking contact may exceed its limit by this part; its springs are set back to the limit.
#define AT_LIMIT 2e-4
// A contact whose pull is at the limit after scaling by more than this is held there (yielding); it
// is solved for again if the scale changes by more than YIELD_CHANGE.
#define LEAST_HOLD 0.8
#define YIELD_CHANGE 0.01
// Below this part of mu pi the trial has no direction: the point sticks.
#define NO_DIRECTION 1e-4

// Adds one point that responds with f0 - T u(p), u(p) = (u.x - w p.y, u.y + w p.x).
static void addPoint(vlAnswer* sum, vlVec2 p, double weight, vlVec2 f0, double xx, double xy,
                     double yy)
{
    double wx = -xx * p.y + xy * p.x; // column of T for the rotation
    double wy = -xy * p.y + yy * p.x;
    sum->start[0] += weight * f0.x;
    sum->start[1] += weight * f0.y;
    sum->start[2] += weight * (p.x * f0.y - p.y * f0.x);
    sum->slope[0] += weight * xx;
    sum->slope[1] += weight * xy;
    sum->slope[2] += weight * wx;
    sum->slope[3] += weight * yy;
    sum->slope[4] += weight * wy;
    sum->slope[5] += weight * (p.x * wy - p.y * wx);
}

static double speedOf(const vlRelative* u, double J)
{
    return sqrt(u->tangent.x * u->tangent.x + u->tangent.y * u->tangent.y + J * u->spin * u->spin);
}

// The largest change from one end of a step to the next, as a part of the speed, that is expected
// to continue.
#define STEADY 0.5

// The motion at the end of the last step, if it slid.
static vlRelative endOfLast(const vlBed* bed, const vlContact* contact)
{
    const vlContactVolume* v = &contact->volume;
    vlRelative last = {
        .tangent = {vlDot(v->e1, bed->touch.slideEnd), vlDot(v->e2, bed->touch.slideEnd)},
        .spin = bed->touch.spinEnd};
    return last;
}

// Friction linearised about the velocity at the start of the step would be below mu pi, or above
// it, by the part by which the speed changes in the step. Near the limit of sticking that part is
// all of it. The start of the step differs from the end of the last one by the motion that is given
// to the bodies: a table that is shaken has already jumped by its acceleration. (T10.8)
vlRelative vlBed_Expect(const vlBed* bed, const vlContact* contact)
{
    const vlContactVolume* v = &contact->volume;
    vlRelative change = {
        .tangent = {vlDot(v->e1, bed->touch.slideChange), vlDot(v->e2, bed->touch.slideChange)},
        .spin = bed->touch.spinChange};
    vlRelative last = endOfLast(bed, contact);
    vlRelative r = bed->start;
    vlRelative net = {.tangent = {r.tangent.x + change.tangent.x - last.tangent.x,
                                  r.tangent.y + change.tangent.y - last.tangent.y},
                      .spin = r.spin + change.spin - last.spin};
    if (bed->mode == VL_MODE_DYNAMIC && speedOf(&net, bed->J) <= STEADY * speedOf(&last, bed->J)) {
        r.tangent.x += change.tangent.x;
        r.tangent.y += change.tangent.y;
        r.spin += change.spin;
    }
    return r;
}

// Does the motion gain speed in the direction that it had?
static bool isFaster(const vlBed* bed, const vlContact* c)
{
    vlRelative last = endOfLast(bed, c);
    double along = last.tangent.x * bed->about.tangent.x + last.tangent.y * bed->about.tangent.y +
                   bed->J * last.spin * bed->about.spin;
    double speed = speedOf(&last, bed->J);
    return along >= speed * speed;
}

// n of (T7.7): 1 - mu fn h / (m |ul|), limited to 0 .. 1. Just after sliding began only Newton's
// slope is exact; a slab whose pressure is settled and that gains speed can have it without being
// driven.
static double newtonPart(const vlBed* bed, const vlContact* c, double step)
{
    if (bed->isCautious) {
        return 0.0;
    }
    if (bed->isSteady && c->volume.isSlab && isFaster(bed, c)) {
        return 1.0;
    }
    double speed = speedOf(&bed->about, bed->J);
    double stopped = bed->surface->frictionDynamic * bed->force * step * c->gains.inverseMassT;
    return speed > stopped ? 1.0 - stopped / speed : 0.0;
}

// The contact as a slab, if all of it presses and the pressure at its points is linear.
static bool asSlab(const vlBed* bed, const vlContact* c, const vlContactContext* context,
                   const vlBedPool* pool, vlSlab* slab)
{
    double force = 0.0;
    vlVec2 moment = {0.0, 0.0};
    for (int i = 0; i < bed->pointCount && c->volume.isSlab; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        if (!(point->pressure > 0.0)) {
            return false;
        }
        double w = point->weight * point->pressure;
        force += w;
        moment.x += w * point->p.x;
        moment.y += w * point->p.y;
    }
    return vlSlab_Press(&c->volume, context->pool, force, moment, slab);
}

// A slab that turns about a point of its neighbourhood needs no points. False if it is not one.
static bool slideSlab(const vlBed* bed, const vlContact* c, const vlContactContext* context,
                      const vlBedPool* pool, const vlRigidField* pull, double mu, vlAnswer* answer)
{
    vlSlab slab;
    vlVec2 centre;
    if (!asSlab(bed, c, context, pool, &slab) || !vlSlab_Centre(&slab, pull, &centre)) {
        return false;
    }
    double square =
        pull->at.x * pull->at.x + pull->at.y * pull->at.y + slab.J * pull->turn * pull->turn;
    double least = NO_DIRECTION * mu * slab.pressure.middle * slab.area;
    if (!(square > least * least)) {
        return false;
    }
    *answer = vlSlab_Slide(&slab, &bed->law, mu, bed->newton, pull, centre, &bed->about);
    return true;
}

// Notes how hard friction pulls at each point.
static void notePulls(const vlBed* bed, const vlRigidField* pull, const vlBedPool* pool)
{
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        point->pull = bed->law.perArea * vlLength2(vlRigidField_At(pull, point->p));
    }
}

static vlAnswer sliding(vlBed* bed, const vlContact* c, const vlContactContext* context,
                        const vlBedPool* pool)
{
    vlAnswer sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    double perArea = bed->law.perArea;
    double a = bed->law.cS * perArea;
    double mu = bed->surface->frictionDynamic;
    vlRigidField pull = vlContactLaw_Pull(&bed->law, &bed->springs, &bed->about);
    bed->newton = newtonPart(bed, c, context->step);
    notePulls(bed, &pull, pool);
    if (slideSlab(bed, c, context, pool, &pull, mu, &sum)) {
        return sum;
    }
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        vlVec2 q = vlRigidField_At(&pull, point->p);
        q.x *= perArea, q.y *= perArea;
        double limit = mu * point->pressure;
        if (!(limit > 0.0)) {
            continue;
        }
        bool sticks = point->pull < NO_DIRECTION * limit;
        double s = sticks ? 1.0 : limit / point->pull;
        double n = sticks ? 0.0 : bed->newton / (point->pull * point->pull);
        double xx = s * a * (1.0 - n * q.x * q.x);
        double xy = -s * a * n * q.x * q.y;
        double yy = s * a * (1.0 - n * q.y * q.y);
        double ux = bed->about.tangent.x - bed->about.spin * point->p.y;
        double uy = bed->about.tangent.y + bed->about.spin * point->p.x;
        vlVec2 f0 = {-s * q.x + xx * ux + xy * uy, -s * q.y + xy * ux + yy * uy};
        addPoint(&sum, point->p, point->weight, f0, xx, xy, yy);
    }
    return sum;
}

// The integrals of the slip test for a pull under the pressures at the points.
static vlSlipSums slipSums(const vlBed* bed, const vlContact* c, const vlContactContext* context,
                           const vlBedPool* pool, const vlRigidField* pull, double mu)
{
    vlSlipSums sums = {0.0, 0.0};
    vlSlab slab;
    vlVec2 centre;
    if (asSlab(bed, c, context, pool, &slab) && vlSlab_Centre(&slab, pull, &centre)) {
        return vlSlab_SlipSums(&slab, pull, centre, mu, 1.0 / LEAST_HOLD);
    }
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double q = bed->law.perArea * vlLength2(vlRigidField_At(pull, point->p));
        vlSlipSums_Add(&sums, point->weight, point->pressure, q);
    }
    return sums;
}

// While the contact slides, the springs are kept at the limit of sticking, so that sticking starts
// smoothly: the trial is scaled back to the limit of the slip test and to Coulomb's bound for the
// whole force. If the springs were set to friction's force and its moment separately, they would
// turn about another centre than the motion does, and a contact that turns about a point beside its
// middle would creep for ever below the limit.
static double slipScale(const vlRigidField* pull, double mu, const vlSlipSums* sums, double force)
{
    double pulled = vlLength2(pull->at);
    double scale = sums->square > mu * sums->limit ? mu * sums->limit / sums->square : 1.0;
    return scale * pulled > mu * force ? mu * force / pulled : scale;
}

// Just above the limit of sticking the secant of the whole contact is its sticking response, scaled
// down to the limit. There it follows from one pass to the next without a jump, where sticking and
// sliding would take turns. (T10.9)
static vlAnswer yielding(vlBed* bed, const vlContact* c, const vlContactContext* context,
                         const vlBedPool* pool)
{
    double mu = bed->surface->frictionDynamic;
    vlRigidField pull = vlContactLaw_Pull(&bed->law, &bed->springs, &bed->about);
    vlSlipSums sums = slipSums(bed, c, context, pool, &pull, mu);
    bed->usedHold = slipScale(&pull, mu, &sums, bed->force);
    if (bed->usedHold < LEAST_HOLD) {
        bed->usedHold = 0.0;
        return sliding(bed, c, context, pool);
    }
    vlAnswer a = vlContactLaw_Stick(&bed->law, &bed->springs, bed->J);
    for (int i = 0; i < 3; ++i) {
        a.start[i] *= bed->usedHold;
    }
    for (int i = 0; i < 6; ++i) {
        a.slope[i] *= bed->usedHold;
    }
    return a;
}

vlAnswer vlBed_LineariseFriction(vlBed* bed, const vlContact* contact,
                                 const vlContactContext* context, const vlBedPool* pool)
{
    static const vlAnswer none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    switch (bed->mode) {
    case VL_MODE_STATIC: return vlContactLaw_Stick(&bed->law, &bed->springs, bed->J);
    case VL_MODE_DYNAMIC:
        bed->usedHold = 0.0;
        return bed->isYielding ? yielding(bed, contact, context, pool)
                               : sliding(bed, contact, context, pool);
    case VL_MODE_NONE: break;
    }
    return none;
}

bool vlBed_CheckFriction(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                         const vlBedPool* pool, const vlRelative* trial)
{
    vlRigidField pull = vlContactLaw_Pull(&bed->law, &bed->springs, trial);
    const vlSurface* surface = bed->surface;
    bool isStuck = bed->usedMode == VL_MODE_STATIC;
    double change = 0.0;
    for (int i = 0; i < bed->pointCount && !isStuck; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double q = bed->law.perArea * vlLength2(vlRigidField_At(&pull, point->p));
        if (point->pull > 0.0) {
            change += point->weight * point->pressure * fabs(q / point->pull - 1.0);
        }
    }
    double mu = isStuck && !bed->wasSliding ? surface->frictionStatic : surface->frictionDynamic;
    vlSlipSums sums = slipSums(bed, contact, context, pool, &pull, mu);
    double scale = slipScale(&pull, surface->frictionDynamic, &sums, bed->force);
    double slip = scale / bed->law.kS;
    bed->slid = (vlCarried){{slip * pull.at.x, slip * pull.at.y}, slip * pull.turn};
    bool slides =
        vlContactLaw_Slides(&sums, &pull, bed->force, isStuck ? (1.0 + AT_LIMIT) * mu : mu);
    bed->mode = slides ? VL_MODE_DYNAMIC : VL_MODE_STATIC;
    bool wasYielding = !isStuck && bed->usedHold > 0.0;
    bed->isYielding = slides && (isStuck || wasYielding) && scale >= LEAST_HOLD;
    if (wasYielding) {
        return fabs(scale - bed->usedHold) > YIELD_CHANGE;
    }
    if (isStuck || !slides) {
        return isStuck == slides;
    }
    // A foreseen contact may be an impact that is over within the step: then friction has no later
    // step to make up for an error.
    double steady = contact->volume.isForeseen ? 0.1 * VL_BED_STEADY : VL_BED_STEADY;
    bool isPressedOtherwise = fabs(bed->force - bed->usedForce) > steady * bed->force;
    double secant = bed->isSteady ? 1.0 : 1.0 - bed->newton;
    return isPressedOtherwise || secant * change > VL_BED_STEADY * bed->force;
}
