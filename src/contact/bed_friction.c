// SPDX-License-Identifier: MIT
// Friction inside the implicit step. The trial traction at the end of the step is
//
//   q(p) = (kS (r + theta perp p) + a u(p)) / A,   a = h kS + bS,                     (T7.6)
//
// and a sticking contact responds with -q. When it slides, every point responds with -mu pi q/|q|;
// about the trial velocity ul, with s = mu pi/|q(ul)| and d = q/|q|,
//
//   traction(u) = -s q(ul) - T (u - ul),   T = s (a/A) (1 - n d d^T)                  (T7.7)
//
// n = 1 is Newton's slope: exact, but nothing resists along d, and a pressure or direction of the
// last trial can drive the motion. n = 0 is the secant, the sticking element scaled by s: it is
// passive whatever pressure and direction are used. n goes to 1 as one step of friction becomes
// small against the motion.

#include "contact/bed.h"

// Below this part of mu pi the trial has no direction: the point sticks.
#define NO_DIRECTION 1e-4
// A sliding contact is linearised again if the lengths of its trials, or the force that presses it,
// changed by this part on average.
#define TRIAL_CHANGE 0.02

vlTrialField vlBed_Trial(const vlBed* bed, const vlGains* gains, double step,
                         const vlRelative* trial)
{
    double a = step * gains->kS + gains->bS;
    vlTrialField t = {gains->kS * bed->springs.slip.x + a * trial->tangent.x,
                      gains->kS * bed->springs.slip.y + a * trial->tangent.y,
                      gains->kS * bed->springs.twist + a * trial->spin};
    return t;
}

static vlVec2 tractionAt(const vlTrialField* t, double perArea, vlVec2 p)
{
    vlVec2 q = {(t->x - t->turn * p.y) * perArea, (t->y + t->turn * p.x) * perArea};
    return q;
}

static vlAnswer sticking(const vlBed* bed, const vlGains* g, double step)
{
    double a = step * g->kS + g->bS;
    vlAnswer answer = {{-g->kS * bed->springs.slip.x, -g->kS * bed->springs.slip.y,
                        -g->kS * bed->J * bed->springs.twist},
                       {a, 0.0, 0.0, a, 0.0, a * bed->J}};
    return answer;
}

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

// The largest change, as a part of the speed, that is expected to continue.
#define STEADY 0.5

// Friction linearised about the velocity at the start of the step would be below mu pi, or above
// it, by the part by which the speed changes in the step. Near the limit of sticking that part is
// everything.
vlRelative vlBed_Expect(const vlBed* bed, const vlContact* contact)
{
    const vlContactVolume* v = &contact->volume;
    vlRelative change = {
        .tangent = {vlDot(v->e1, bed->touch.slideChange), vlDot(v->e2, bed->touch.slideChange)},
        .spin = bed->touch.spinChange};
    vlRelative r = bed->start;
    if (bed->mode == VL_MODE_DYNAMIC && speedOf(&change, bed->J) <= STEADY * speedOf(&r, bed->J)) {
        r.tangent.x += change.tangent.x;
        r.tangent.y += change.tangent.y;
        r.spin += change.spin;
    }
    return r;
}

// 1 - mu fn h / (m |ul|), limited to 0 .. 1.
static double newtonPart(const vlBed* bed, const vlContact* c, double step)
{
    double speed = speedOf(&bed->about, bed->J);
    double stopped = bed->surface->frictionDynamic * bed->force * step * c->gains.inverseMassT;
    return speed > stopped ? 1.0 - stopped / speed : 0.0;
}

static vlAnswer sliding(vlBed* bed, const vlContact* c, double step, const vlBedPool* pool)
{
    vlAnswer sum = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    const vlGains* g = &c->gains;
    double perArea = 1.0 / c->volume.area;
    double a = (step * g->kS + g->bS) * perArea;
    double mu = bed->surface->frictionDynamic;
    vlTrialField field = vlBed_Trial(bed, g, step, &bed->about);
    bed->newton = newtonPart(bed, c, step);
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        vlVec2 q = tractionAt(&field, perArea, point->p);
        double limit = mu * point->pressure;
        point->pull = vlLength2(q);
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

vlAnswer vlBed_LineariseFriction(vlBed* bed, const vlContact* contact,
                                 const vlContactContext* context, const vlBedPool* pool)
{
    static const vlAnswer none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    switch (bed->mode) {
    case VL_MODE_STATIC: return sticking(bed, &contact->gains, context->step);
    case VL_MODE_DYNAMIC: return sliding(bed, contact, context->step, pool);
    case VL_MODE_NONE: break;
    }
    return none;
}

// While the contact slides, the springs are kept at the limit of sticking, so that sticking starts
// smoothly: the trial is scaled back to the limit of the slip test and to Coulomb's bound for the
// whole force. If the springs were set to friction's force and its moment separately, they would
// turn about another centre than the motion does, and a contact that turns about a point beside its
// middle would creep for ever below the limit.
static vlCarried slidSprings(const vlTrialField* field, double kS, double mu, double square,
                             double limit, double force)
{
    double pulled = sqrt(field->x * field->x + field->y * field->y);
    double scale = square > mu * limit ? mu * limit / square : 1.0;
    if (scale * pulled > mu * force) {
        scale = mu * force / pulled;
    }
    scale /= kS;
    vlCarried springs = {{scale * field->x, scale * field->y}, scale * field->turn};
    return springs;
}

bool vlBed_CheckFriction(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                         const vlBedPool* pool, const vlRelative* trial)
{
    vlTrialField field = vlBed_Trial(bed, &contact->gains, context->step, trial);
    double perArea = 1.0 / contact->volume.area;
    double square = 0.0; // int |q|^2, int pi |q|: the slip test (T5.2)
    double limit = 0.0;
    double change = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double pull = vlLength2(tractionAt(&field, perArea, point->p));
        double force = point->weight * point->pressure;
        square += point->weight * pull * pull;
        limit += force * pull;
        if (bed->usedMode == VL_MODE_DYNAMIC && point->pull > 0.0) {
            change += force * fabs(pull / point->pull - 1.0);
        }
    }
    double pulled = sqrt(field.x * field.x + field.y * field.y);
    bed->slid = slidSprings(&field, contact->gains.kS, bed->surface->frictionDynamic, square, limit,
                            bed->force);
    if (bed->usedMode == VL_MODE_STATIC) {
        double mu = bed->wasSliding ? bed->surface->frictionDynamic : bed->surface->frictionStatic;
        bool breaks = square > mu * limit || pulled > mu * bed->force;
        bed->mode = breaks ? VL_MODE_DYNAMIC : VL_MODE_STATIC;
        return breaks;
    }
    double mu = bed->surface->frictionDynamic;
    bool sticks = square <= mu * limit && pulled <= mu * bed->force;
    bed->mode = sticks ? VL_MODE_STATIC : VL_MODE_DYNAMIC;
    bool isPressedOtherwise = fabs(bed->force - bed->usedForce) > TRIAL_CHANGE * bed->force;
    return sticks || isPressedOtherwise || (1.0 - bed->newton) * change > TRIAL_CHANGE * bed->force;
}
