// SPDX-License-Identifier: MIT
// The normal part: pressure at the end of the step, where positive. With all of the area pressing
// its integrals are known in closed form (T7.4), otherwise they are sums over the pressing Gauss
// points.

#include "contact/bed.h"

#include "contact/bed_offset.h"
#include "contact/friction_carry.h"
#include "contact/gains.h"
#include "contact/restitution.h"

void vlBed_Begin(vlBed* bed, vlContact* contact, const vlContactContext* context,
                 const vlContactBody* a, const vlContactBody* b, const vlSurface* surface,
                 const vlFrictionMemory* friction, const vlTouchMemory* touch)
{
    const vlContactVolume* v = &contact->volume;
    vlGains_ChooseImplicit(contact, context, a, b, surface, touch->normalForce);
    bed->surface = surface;
    bed->isExplicit = bed->isLinear = false;
    bed->touch = *touch;
    bed->before = *friction;
    bed->isNew = !touch->isTouching;
    vlBed_BeginOffset(bed, contact, context->step);
    bed->force = touch->normalForce;
    bed->mostForce = HUGE_VAL;
    bed->pointCount = 0;
    bed->pass = 0;
    bed->isSteady = false;
    bed->isYielding = touch->isYielding;
    bed->isUncertain = false;
    bed->usedHold = 0.0;
    bed->law = vlContactLaw_Of(contact, context->step);
    bed->J = vlContactLaw_Gyration(v);
    bed->springs.slip.x = bed->springs.slip.y = bed->springs.twist = 0.0;
    bed->mode = VL_MODE_NONE;
    if (surface->frictionStatic > 0.0) {
        bed->mode = friction->mode == VL_MODE_NONE ? VL_MODE_DYNAMIC : friction->mode;
    }
    bed->wasSliding = bed->mode == VL_MODE_DYNAMIC;
    if (friction->mode != VL_MODE_NONE && bed->mode != VL_MODE_NONE) {
        bed->springs = vlFriction_Carry(v, a->motion, b->motion, context->elapsed, friction);
        if (!friction->isExtended) {
            vlTwist ta = {a->motion->velocity, a->motion->omega};
            vlTwist tb = {b->motion->velocity, b->motion->omega};
            vlTwist t = vlTwist_Between(&ta, a->motion->centre, &tb, b->motion->centre, v->origin);
            vlRelative r = vlRelative_Of(v, t.linear, t.angular);
            vlContactLaw_Stretch(&bed->springs, &r, context->elapsed);
        }
    }
}

void vlBed_MakeLinear(vlBed* bed)
{
    bed->touch.offset = 0.0;
    bed->grown = 1.0; // all of the depth presses, even a negative one
    bed->isLinear = true;
    bed->isNew = false;
    bed->mode = VL_MODE_NONE;
}

void vlBed_MakeExplicit(vlBed* bed)
{
    bed->isExplicit = true;
}

void vlBed_MakePartial(vlBed* bed)
{
    bed->touch.isPartial = true;
}

void vlBed_Weaken(vlBed* bed, vlContact* contact, double step, double share)
{
    vlGains* g = &contact->gains;
    g->kN *= share, g->bN *= share;
    g->kS *= share, g->bS *= share;
    bed->law = vlContactLaw_Of(contact, step);
}

void vlBed_Sample(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                  vlBedPool* pool)
{
    if (bed->pointCount > 0) {
        return;
    }
    vlDepthPoint sampled[VL_MAX_GAUSS];
    double scale;
    int room = pool->capacity - pool->count;
    int count = vlPressure_Place(&contact->volume, context->pool, sampled, room, &scale);
    bed->firstPoint = pool->count;
    bed->pointCount = count;
    pool->count += count;
    for (int i = 0; i < count; ++i) {
        vlBedPoint point = {
            sampled[i].p, sampled[i].weight, scale * bed->grown * sampled[i].depth, 0.0, 0.0, true};
        pool->points[bed->firstPoint + i] = point;
    }
}

// Pressures at a trial, 0 where a point would pull. Returns true if no point would.
static bool press(const vlBed* bed, vlBedPool* pool, const vlRelative* trial)
{
    bool isWhole = true;
    vlRelative felt = vlContactLaw_Felt(&bed->law, trial);
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double pressure = vlContactLaw_Pressure(&bed->law, point->depth, &felt, point->p);
        point->isPressing = pressure > 0.0;
        point->pressure = point->isPressing ? pressure : 0.0;
        isWhole = isWhole && point->isPressing;
    }
    return isWhole;
}

// Before the first trial friction uses the force of the last step, distributed like the depth.
static void pressAsBefore(const vlBed* bed, vlBedPool* pool)
{
    double volume = 0.0;
    double area = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        volume += point->weight * (point->depth > 0.0 ? point->depth : 0.0);
        area += point->weight;
    }
    double scale = volume > 0.0 ? bed->force / volume : 0.0;
    double even = area > 0.0 && !(volume > 0.0) ? bed->force / area : 0.0; // over a gap
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        point->pressure = even + scale * (point->depth > 0.0 ? point->depth : 0.0);
    }
}

// Friction counts on no more than the force that the last solve applied.
static void pressAtMost(const vlBed* bed, vlBedPool* pool)
{
    double total = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        total += point->weight * point->pressure;
    }
    double share = total > bed->mostForce ? bed->mostForce / total : 1.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        pool->points[bed->firstPoint + i].pressure *= share;
    }
}

// A footprint that rolls on answers tilting with S p in place of p, on both sides of the response
// (T7.9), so that it stays symmetric and passive.
static void takeShare(vlAnswer* a, const vlRollingShare* S)
{
    double* s = a->slope;
    double x = s[1], y = s[2];
    double xx = S->xx * s[3] + S->xy * s[4], xy = S->xx * s[4] + S->xy * s[5];
    double yx = S->yx * s[3] + S->yy * s[4], yy = S->yx * s[4] + S->yy * s[5];
    s[1] = S->xx * x + S->xy * y, s[2] = S->yx * x + S->yy * y;
    s[3] = xx * S->xx + xy * S->xy;
    s[4] = xx * S->yx + xy * S->yy;
    s[5] = yx * S->yx + yy * S->yy;
}

// The same integrals as vlContactLaw_Press, over the points that press.
static vlAnswer summedNormal(const vlBed* bed, const vlBedPool* pool)
{
    vlAnswer a = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        if (point->isPressing) {
            double x = point->p.x;
            double y = point->p.y;
            double part = point->weight * bed->law.perArea;
            double force = part * bed->law.kN * point->depth;
            double s = part * bed->law.cN;
            a.start[0] += force, a.start[1] += force * x, a.start[2] += force * y;
            a.slope[0] += s, a.slope[1] += s * x, a.slope[2] += s * y;
            a.slope[3] += s * x * x, a.slope[4] += s * x * y, a.slope[5] += s * y * y;
        }
    }
    takeShare(&a, &bed->law.share);
    return a;
}

// The two responses in the contact frame (e1, e2, n) become one element in the world. Tilting by
// gamma is a rotation by (gamma.y, -gamma.x), and likewise for the moments.
static void writeLine(const vlContact* c, const vlAnswer* normal, const vlAnswer* t,
                      vlImplicitElement* line)
{
    const vlContactVolume* v = &c->volume;
    const double* s = normal->slope;
    vlMat3 R = vlMat(v->e1, v->e2, v->normal);
    vlMat3 toFrame = vlTranspose(R);
    vlMat3 uu = vlMat(vlVec(t->slope[0], t->slope[1], 0.0), vlVec(t->slope[1], t->slope[3], 0.0),
                      vlVec(0.0, 0.0, s[0]));
    vlMat3 uw =
        vlMat(vlVec(0.0, 0.0, s[2]), vlVec(0.0, 0.0, -s[1]), vlVec(t->slope[2], t->slope[4], 0.0));
    vlMat3 ww =
        vlMat(vlVec(s[5], -s[4], 0.0), vlVec(-s[4], s[3], 0.0), vlVec(0.0, 0.0, t->slope[5]));
    vlVec3 force = vlVec(t->start[0], t->start[1], normal->start[0]);
    vlVec3 torque = vlVec(normal->start[2], -normal->start[1], t->start[2]);
    line->bodyA = c->head.bodyA;
    line->bodyB = c->head.bodyB;
    line->origin = v->origin;
    line->onB.force = vlMulMV(R, force);
    line->onB.torque = vlMulMV(R, torque);
    line->resistance.uu = vlMulMM(R, vlMulMM(uu, toFrame));
    line->resistance.uw = vlMulMM(R, vlMulMM(uw, toFrame));
    line->resistance.ww = vlMulMM(R, vlMulMM(ww, toFrame));
}

// The normal part of a bed that bounces; without force once it parts faster than it should.
static vlAnswer impactNormal(const vlBed* bed, const vlContact* contact,
                             const vlContactContext* context)
{
    static const vlAnswer none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    vlVec2 place = vlRestitution_Place(&contact->volume);
    return bed->isReleased ? none
                           : vlRestitution_Answer(&bed->law, place, bed->surface->restitution,
                                                  vlRestitution_OpeningAt(&bed->start, place),
                                                  contact->gains.inverseMassN, context->step);
}

static void beginImpact(vlBed* bed, const vlContact* contact, const vlContactContext* context)
{
    double opening = vlRestitution_OpeningAt(&bed->start, vlRestitution_Place(&contact->volume));
    bed->isImpact = !bed->isLinear &&
                    vlRestitution_IsImpact(bed->surface->restitution, opening, context->impact);
    bed->isReleased = false;
    bed->isNew = bed->isNew || bed->isImpact; // friction does not know its force yet
}

// The normal force that the solve applied.
static double appliedAt(const vlBed* bed, const vlRelative* trial)
{
    const vlAnswer* a = &bed->normal;
    return a->start[0] - a->slope[0] * trial->normal - a->slope[1] * trial->tilt.x -
           a->slope[2] * trial->tilt.y;
}

// The force at a trial presses evenly.
static void pressImpact(vlBed* bed, const vlBedPool* pool, const vlRelative* trial)
{
    double force = appliedAt(bed, trial);
    bed->force = force > 0.0 ? force : 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        pool->points[bed->firstPoint + i].pressure = bed->law.perArea * bed->force;
    }
}

// The last solve of a foreseen contact that presses in one trial and not in the next. Its springs
// reach over a gap and would pull; a damper never does, and lets nothing through.
static void endUncertain(vlBed* bed, const vlContact* contact)
{
    if (!(bed->force > 0.0)) { // no point pressed in the last trial
        bed->normal = vlContactLaw_Press(&bed->law, &contact->volume, 0.0);
        bed->mode = bed->usedMode = VL_MODE_NONE;
    }
    bed->normal.start[0] = bed->normal.start[1] = bed->normal.start[2] = 0.0;
}

void vlBed_Linearise(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                     vlBedPool* pool, const vlRelative* trial, bool isFirst,
                     vlImplicitElement* line)
{
    bed->about = *trial;
    if (isFirst) {
        bed->start = *trial;
        beginImpact(bed, contact, context);
        bed->about = vlBed_Expect(bed, contact);
    } else {
        ++bed->pass;
        bed->isSteady = bed->usedMode == bed->mode &&
                        fabs(bed->force - bed->usedForce) <= VL_BED_STEADY * bed->force;
    }
    bed->usedMode = bed->mode;
    bed->usedForce = bed->force;
    bool isPartial = bed->touch.isPartial && !bed->isNew && !bed->isLinear;
    if ((isFirst && isPartial) || bed->mode == VL_MODE_DYNAMIC) {
        vlBed_Sample(bed, contact, context, pool);
    }
    bed->isWhole = (isFirst && !isPartial) || bed->isImpact;
    if (!bed->isWhole && bed->pointCount > 0) {
        bed->isWhole = press(bed, pool, trial);
    }
    bed->isWhole = bed->isWhole || bed->pointCount == 0;
    bed->normal = bed->isWhole ? vlContactLaw_Press(&bed->law, &contact->volume, bed->grown)
                               : summedNormal(bed, pool);
    if (bed->isImpact) {
        bed->normal = impactNormal(bed, contact, context);
    } else if (bed->isUncertain && bed->pass == VL_MAX_SOLVES - 1) {
        endUncertain(bed, contact);
    }
    if (isFirst) {
        pressAsBefore(bed, pool);
    } else {
        pressAtMost(bed, pool);
    }
    bed->friction = vlBed_LineariseFriction(bed, contact, context, pool);
    writeLine(contact, &bed->normal, &bed->friction, line);
}

// With all of the area pressing and friction surely sticking there is nothing to check.
static bool surelyHolds(const vlBed* bed, const vlContact* c, const vlContactContext* context,
                        const vlRelative* trial)
{
    bool isPlain = bed->isWhole && bed->pointCount == 0;
    double least;
    if (!isPlain || bed->isNew || bed->isImpact || bed->usedMode == VL_MODE_DYNAMIC ||
        !vlContactLaw_PressesAll(&bed->law, c, context->pool, bed->grown, trial, &least)) {
        return false;
    }
    if (bed->usedMode == VL_MODE_NONE) {
        return true;
    }
    vlRigidField pull = vlContactLaw_Pull(&bed->law, &bed->springs, trial);
    return vlContactLaw_SurelySticks(&c->volume, &pull, least, bed->surface->frictionStatic);
}

// Times the mass over the square of the step: springs that are stiffer, as none is chosen, could
// pull over a gap with more than the motion of the step accounts for.
#define HARD 1e4
// Where other points press than were thought to, the pressures of a trial are those of a motion
// that will not come: on stiff contacts a hundred times the force that was applied. Friction of the
// next solve counts on this force then, or on that of the last step. This many times it: what is
// less is a point that comes and goes. If friction followed it, heaps would not come to rest.
#define BEYOND 2.0
// A point that presses with less than this part of the whole force may be counted either way.
#define NEGLIGIBLE 1e-9

// A blow beside the middle can turn the sliding round. Friction against the sliding after it then
// works with that before it, and the impact as a whole would give energy: it has none.
static bool drives(const vlBed* bed, const vlRelative* trial)
{
    const double after[3] = {trial->tangent.x, trial->tangent.y, trial->spin};
    const vlRelative* before = &bed->start;
    double f[3];
    double unused[3];
    vlAnswer_At(&bed->friction, after, f, unused);
    return f[0] * (before->tangent.x + after[0]) + f[1] * (before->tangent.y + after[1]) +
               f[2] * (before->spin + after[2]) >
           0.0;
}

// Something else may push the bodies apart faster than the impact would: then it must not pull.
static bool checkImpact(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                        vlBedPool* pool, const vlRelative* trial)
{
    bool isChanged = bed->isNew;
    bed->isNew = false;
    pressImpact(bed, pool, trial);
    if (!bed->isReleased && !(bed->force > 0.0)) {
        bed->isReleased = isChanged = true;
    }
    bool isOther =
        bed->usedMode != VL_MODE_NONE && vlBed_CheckFriction(bed, contact, context, pool, trial);
    if (bed->usedMode != VL_MODE_NONE && drives(bed, trial)) {
        bed->mode = VL_MODE_NONE;
        isChanged = true;
    }
    return isChanged || isOther;
}

bool vlBed_Check(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                 vlBedPool* pool, const vlRelative* trial)
{
    if (bed->isLinear || surelyHolds(bed, contact, context, trial)) {
        return false;
    }
    vlBed_Sample(bed, contact, context, pool);
    if (bed->isImpact) {
        return checkImpact(bed, contact, context, pool, trial);
    }
    vlRelative felt = vlContactLaw_Felt(&bed->law, trial);
    double total = 0.0;
    bool isOther = false;
    bool isNew = bed->isNew;
    bed->isNew = false;
    double weightless = NEGLIGIBLE * (bed->force + fabs(bed->normal.start[0]));
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double pressure = vlContactLaw_Pressure(&bed->law, point->depth, &felt, point->p);
        bool wasPressing = bed->isWhole || point->isPressing;
        bool isSeen = point->weight * fabs(pressure) > weightless;
        isOther = isOther || (isSeen && wasPressing != (pressure > 0.0));
        point->pressure = pressure > 0.0 ? pressure : 0.0;
        total += point->weight * point->pressure;
    }
    bed->force = total;
    const vlGains* g = &contact->gains;
    bool isHard = context->step * context->step * g->kN * g->inverseMassN > HARD;
    double applied = appliedAt(bed, trial);
    bed->isUncertain = isOther && contact->volume.isForeseen &&
                       (isHard || contact->volume.isSwift || !(total > 0.0) || applied < 0.0);
    // What was foreseen and did not come has no friction to be found.
    isOther = isOther || (isNew && (total > 0.0 || !contact->volume.isForeseen));
    bool slidesOtherwise =
        bed->usedMode != VL_MODE_NONE && vlBed_CheckFriction(bed, contact, context, pool, trial);
    double counted = fmax(applied, bed->touch.normalForce);
    bed->mostForce = isOther && total > BEYOND * counted ? counted : HUGE_VAL;
    return isOther || slidesOtherwise;
}
