// SPDX-License-Identifier: MIT
// A contact's forces at a trial velocity of an implicit step, and their slope: how it presses, and
// how it rubs under a given pressure.

#include "contact/patch.h"

#include "contact/bounce.h"
#include "contact/restitution.h"
#include "contact/slip.h"

// ---- pressing ----

static const vlAnswer nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};

// The moment of the springs that tilting does not change, because the footprint rolls on.
static vlVec2 rolledMoment(const vlBed* bed, const vlBedPool* pool)
{
    const vlRollingShare* S = &bed->law.share;
    vlVec2 sum = {0.0, 0.0};
    for (int i = 0; i < bed->pointCount && bed->isPressed; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double force = point->depth > 0.0
                           ? bed->law.kN * bed->law.perArea * point->weight * point->depth
                           : 0.0;
        double x = force * point->p.x, y = force * point->p.y;
        sum.x += x - (S->xx * x + S->xy * y);
        sum.y += y - (S->yx * x + S->yy * y);
    }
    return sum;
}

// The integrals of the pressure over the points that press. A footprint that rolls on presses with
// S p in the place of p, so that its answer to tilting is S M S = M' (T7.19).
static vlAnswer sumNormal(const vlBed* bed, const vlBedPool* pool)
{
    vlAnswer a = nothing;
    const vlContactLaw* law = &bed->law;
    const vlRollingShare* S = &law->share;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        if (point->isPressing) {
            double part = point->weight * law->perArea;
            double force = part * law->kN * point->depth;
            double s = part * law->cN;
            double x = S->xx * point->p.x + S->xy * point->p.y;
            double y = S->yx * point->p.x + S->yy * point->p.y;
            a.start[0] += force, a.start[1] += force * x, a.start[2] += force * y;
            a.slope[0] += s, a.slope[1] += s * x, a.slope[2] += s * y;
            a.slope[3] += s * x * x, a.slope[4] += s * x * y, a.slope[5] += s * y * y;
        }
    }
    a.start[1] += bed->rolled.x, a.start[2] += bed->rolled.y;
    return a;
}

static void press(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                  vlBedPool* pool, const vlRelative* trial)
{
    const double opening[3] = {trial->normal, trial->tilt.x, trial->tilt.y};
    double unused[3];
    double least;
    bed->isWhole = bed->isLinear || vlContactLaw_PressesAll(&bed->law, contact, context->pool,
                                                            bed->grown, trial, &least);
    if (bed->isImpact) {
        vlBed_Sample(bed, contact, context, pool);
        vlBounce_Press(bed, contact, context->step, opening);
        return;
    }
    if (bed->isWhole) {
        bed->normal = vlContactLaw_Press(&bed->law, &contact->volume, bed->grown);
    } else {
        vlBed_Sample(bed, contact, context, pool);
        bed->rolled = rolledMoment(bed, pool);
        (void)vlBed_Press(bed, pool, trial);
        bed->normal = sumNormal(bed, pool);
    }
    vlAnswer_At(&bed->normal, opening, bed->push, unused);
}

// ---- the pressure that bounds friction ----

static void boundLinear(vlBed* bed)
{
    bed->bound = (vlBoundPressure){
        .isLinear = true, .force = fmax(bed->push[0], 0.0), .moment = {bed->push[1], bed->push[2]}};
}

static void boundPoints(vlBed* bed, vlBedPool* pool, double scale)
{
    double sum = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        point->bound = scale * point->weight * point->pressure;
        sum += point->bound;
    }
    bed->bound = (vlBoundPressure){.force = sum};
}

// At the start of a step: the force of the last step, spread as the present motion would press. A
// contact that is new begins with the force of its springs.
static void boundAsBefore(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                          vlBedPool* pool)
{
    if (bed->isImpact) {
        vlBounce_Bound(bed, contact, pool, bed->touch.normalForce);
        return;
    }
    double force = bed->isNew ? fmax(bed->normal.start[0], 0.0) : bed->touch.normalForce;
    if (bed->isWhole) {
        double scale = bed->push[0] > 0.0 ? force / bed->push[0] : 0.0;
        boundLinear(bed);
        bed->bound.force = force;
        bed->bound.moment.x *= scale, bed->bound.moment.y *= scale;
        return;
    }
    vlBed_Sample(bed, contact, context, pool);
    double sum = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        sum += point->weight * point->pressure;
    }
    if (sum > 0.0) {
        boundPoints(bed, pool, force / sum);
        return;
    }
    bed->bound = (vlBoundPressure){.isLinear = true, .force = force};
}

static double lagOf(const vlBed* bed, const vlBedPool* pool, const vlContact* contact)
{
    double size = fmax(bed->push[0], 1e-3 * VL_STANDARD_GRAVITY / contact->gains.inverseMassN);
    if (bed->bound.isLinear || bed->isImpact) {
        return fabs(fmax(bed->push[0], 0.0) - bed->bound.force) / size;
    }
    double sum = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double force = bed->isWhole ? 0.0 : point->weight * point->pressure;
        sum += fabs(force - point->bound);
    }
    return bed->isWhole ? fabs(bed->push[0] - bed->bound.force) / size : sum / size;
}

static void refresh(vlBed* bed, const vlContact* contact, vlBedPool* pool)
{
    if (bed->isImpact) {
        vlBounce_Bound(bed, contact, pool, bed->push[0]);
    } else if (bed->isWhole) {
        boundLinear(bed);
    } else {
        boundPoints(bed, pool, 1.0);
    }
    bed->isPressed = bed->push[0] > 0.0;
}

// ---- rubbing ----

// What presses, as the slip sees it.
typedef struct Field {
    vlSlipField field;
    vlSlab slab;
    vlSlipPoints points;
} Field;

static void fillField(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                      vlBedPool* pool, Field* f)
{
    const vlContactVolume* v = &contact->volume;
    double radius = sqrt(bed->J);
    bool isSlab = bed->bound.isLinear &&
                  vlSlab_Press(v, context->pool, bed->bound.force, bed->bound.moment, &f->slab);
    vlBed_Sample(bed, contact, context, pool);
    double area = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        area += pool->points[bed->firstPoint + i].weight;
    }
    double even = area > 0.0 ? bed->bound.force / area : 0.0;
    double sum = 0.0;
    f->points.count = 0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double force = bed->bound.isLinear ? even * point->weight : point->bound;
        if (isSlab) {
            const vlLinearPressure* pi = &f->slab.pressure;
            force =
                point->weight * (pi->middle + pi->slope.x * point->p.x + pi->slope.y * point->p.y);
        }
        vlVec2 p = point->p;
        if (bed->isImpact) {
            p.x = bed->bound.middle.x + bed->bound.reach * p.x;
            p.y = bed->bound.middle.y + bed->bound.reach * p.y;
        }
        if (force > 0.0) {
            vlSlipPoints_Add(&f->points, p, point->weight, force);
            sum += force;
        }
    }
    vlSlipPoints_End(&f->points);
    f->field = (vlSlipField){.slab = isSlab ? &f->slab : NULL,
                             .points = &f->points,
                             .force = sum,
                             .radius = radius > 0.0 ? radius : 1e-9};
}

static void writeFriction(vlBed* bed, const double e[3], const double slide[3], double step)
{
    const vlContactLaw* law = &bed->law;
    double R = sqrt(bed->J);
    const double* K = bed->slip.slope;
    const double* d = bed->slip.delta;
    bed->friction = (vlAnswer){.slope = {K[0], K[1], K[2] * R, K[3], K[4] * R, K[5] * R * R}};
    bed->shear[0] = -law->cS * (e[0] - d[0]);
    bed->shear[1] = -law->cS * (e[1] - d[1]);
    bed->shear[2] = -law->cS * (e[2] - d[2]) * R;
    const double* s = bed->friction.slope;
    bed->friction.start[0] = bed->shear[0] + s[0] * slide[0] + s[1] * slide[1] + s[2] * slide[2];
    bed->friction.start[1] = bed->shear[1] + s[1] * slide[0] + s[3] * slide[1] + s[4] * slide[2];
    bed->friction.start[2] = bed->shear[2] + s[2] * slide[0] + s[4] * slide[1] + s[5] * slide[2];
    double turned = R > 0.0 ? d[2] / R : 0.0;
    bed->slid = bed->springs;
    bed->slid.slip.x += step * (slide[0] - d[0]);
    bed->slid.slip.y += step * (slide[1] - d[1]);
    bed->slid.twist += step * (slide[2] - turned);
}

// The least pressure times the area that bounds friction anywhere.
static double leastBound(const vlBed* bed, const vlContactVolume* v)
{
    vlVec2 m = bed->bound.moment;
    double det = v->mxx * v->myy - v->mxy * v->mxy;
    if (!v->isSlab || !(det > 0.0)) {
        return m.x == 0.0 && m.y == 0.0 ? bed->bound.force : 0.0;
    }
    double sx = v->area * (v->myy * m.x - v->mxy * m.y) / det;
    double sy = v->area * (v->mxx * m.y - v->mxy * m.x) / det;
    vlVec2 reach = {fmax(v->upper.x, -v->lower.x), fmax(v->upper.y, -v->lower.y)};
    return bed->bound.force - fabs(sx) * reach.x - fabs(sy) * reach.y;
}

// Bodies that stuck to each other are held by static friction in the whole of the step in which
// they break loose: with a coefficient that depended on the trial, a search that begins far from
// the end would find bodies sliding that could as well stick.
static double coefficient(const vlBed* bed)
{
    return bed->wasSliding ? bed->surface->frictionDynamic : bed->surface->frictionStatic;
}

static void rub(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                vlBedPool* pool, const vlRelative* trial)
{
    const vlContactLaw* law = &bed->law;
    vlRigidField pull = vlContactLaw_Pull(law, &bed->springs, trial);
    double R = sqrt(bed->J);
    const double e[3] = {pull.at.x / law->cS, pull.at.y / law->cS, R * pull.turn / law->cS};
    const double slide[3] = {trial->tangent.x, trial->tangent.y, trial->spin};
    if (bed->bound.isLinear &&
        vlContactLaw_SurelySticks(&contact->volume, &pull, leastBound(bed, &contact->volume),
                                  bed->surface->frictionDynamic)) {
        bed->slip = (vlSlip){.slope = {law->cS, 0.0, 0.0, law->cS, 0.0, law->cS}};
    } else {
        Field f;
        bool isFilled = !bed->bound.hasHold;
        if (isFilled) {
            fillField(bed, contact, context, pool, &f);
            bed->bound.hold = vlSlip_SureHold(&f.field);
            bed->bound.hasHold = true;
        }
        if (vlSureHold_Holds(&bed->bound.hold, bed->surface->frictionDynamic, pull.at,
                             bed->J * pull.turn)) {
            bed->slip = (vlSlip){.slope = {law->cS, 0.0, 0.0, law->cS, 0.0, law->cS}};
        } else {
            if (!isFilled) {
                fillField(bed, contact, context, pool, &f);
            }
            vlSlip_Find(&f.field, coefficient(bed), law->cS, e, &bed->slip);
        }
    }
    bed->mode = bed->slip.slips ? VL_MODE_DYNAMIC : VL_MODE_STATIC;
    bed->usedMode = bed->mode;
    writeFriction(bed, e, slide, context->step);
}

// ---- both ----

// Whether a stated restitution makes this an impact, or bodies that part already.
static void begin(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                  const vlRelative* start)
{
    const vlContactVolume* v = &contact->volume;
    bed->start = *start;
    if (!v->isSlab && v->pointCount > 0) {
        bed->law.share = vlContactLaw_EvenShare(v, bed->law.tilting);
    }
    bed->isPressed = bed->touch.normalForce > 0.0;
    bed->rolled = (vlVec2){0.0, 0.0};
    bed->slip = (vlSlip){.slips = false};
    bed->slid = bed->springs;
    bed->usedMode = VL_MODE_NONE;
    double opening = vlRestitution_OpeningAt(start, vlRestitution_Place(&contact->volume));
    double e = bed->surface->restitution;
    bed->bounce = bed->allowed = fmax(e, 0.0);
    bed->isImpact = !bed->isLinear && vlRestitution_IsImpact(e, opening, context->impact);
    bed->isReleased = !bed->isLinear && e >= 0.0 && opening > context->impact;
}

// The two responses in the contact frame (e1, e2, n) become one element in the world. Tilting by
// gamma is a rotation by (gamma.y, -gamma.x), and likewise for the moments.
static void writeLine(const vlContact* c, const vlBed* bed, vlImplicitElement* line)
{
    const vlContactVolume* v = &c->volume;
    const double* s = bed->normal.slope;
    const double* t = bed->friction.slope;
    vlMat3 R = vlMat(v->e1, v->e2, v->normal);
    vlMat3 toFrame = vlTranspose(R);
    vlMat3 uu = vlMat(vlVec(t[0], t[1], 0.0), vlVec(t[1], t[3], 0.0), vlVec(0.0, 0.0, s[0]));
    vlMat3 uw = vlMat(vlVec(0.0, 0.0, s[2]), vlVec(0.0, 0.0, -s[1]), vlVec(t[2], t[4], 0.0));
    vlMat3 ww = vlMat(vlVec(s[5], -s[4], 0.0), vlVec(-s[4], s[3], 0.0), vlVec(0.0, 0.0, t[5]));
    vlVec3 force = vlVec(bed->shear[0], bed->shear[1], bed->push[0]);
    vlVec3 torque = vlVec(bed->push[2], -bed->push[1], bed->shear[2]);
    line->bodyA = c->head.bodyA;
    line->bodyB = c->head.bodyB;
    line->origin = v->origin;
    line->onB.force = vlMulMV(R, force);
    line->onB.torque = vlMulMV(R, torque);
    line->resistance.uu = vlMulMM(R, vlMulMM(uu, toFrame));
    line->resistance.uw = vlMulMM(R, vlMulMM(uw, toFrame));
    line->resistance.ww = vlMulMM(R, vlMulMM(ww, toFrame));
}

// An impact that would gain energy as friction was at the last trial gives back less from now on.
static void giveBackLess(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                         vlBedPool* pool, const vlRelative* trial)
{
    if (bed->isImpact && bed->bounce > bed->allowed) {
        bed->bounce = bed->allowed;
        press(bed, contact, context, pool, trial);
    }
}

double vlPatch_Respond(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                       vlBedPool* pool, const vlRelative* trial, vlBoundUse use,
                       vlImplicitElement* line)
{
    if (use == VL_BOUND_FIRST) {
        begin(bed, contact, context, trial);
    }
    bed->friction = bed->normal = nothing;
    bed->push[0] = bed->push[1] = bed->push[2] = 0.0;
    bed->shear[0] = bed->shear[1] = bed->shear[2] = 0.0;
    double lag = 0.0;
    if (!bed->isReleased) {
        press(bed, contact, context, pool, trial);
        bool rubs = !bed->isLinear && bed->surface->frictionStatic > 0.0;
        if (rubs || bed->isImpact) {
            bool wasSlipping = bed->slip.slips;
            lag = use == VL_BOUND_FIRST || use == VL_BOUND_KEEP ? 0.0 : lagOf(bed, pool, contact);
            if (use == VL_BOUND_FIRST) {
                boundAsBefore(bed, contact, context, pool);
            } else if (use == VL_BOUND_REFRESH) {
                refresh(bed, contact, pool);
                giveBackLess(bed, contact, context, pool, trial);
            }
            if (rubs) {
                rub(bed, contact, context, pool, trial);
            }
            lag = bed->slip.slips || wasSlipping ? lag : 0.0;
            if (bed->isImpact) {
                bed->allowed = vlBounce_Limit(bed, contact, trial);
                lag = fmax(lag, bed->bounce - bed->allowed);
            }
        }
    }
    writeLine(contact, bed, line);
    return lag;
}
