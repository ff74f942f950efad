// SPDX-License-Identifier: MIT
// A contact in the course of one implicit step: its state at the start, its linearised answers, and
// the check whether they held. The pressures at its points are in bed_press.c, friction in
// bed_friction.c.

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
    bed->isExplicit = bed->isLinear = bed->isAlone = false;
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
    bed->isUncertain = bed->isDoubtful = bed->isCautious = bed->isPressedBest = false;
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

// The two responses in the contact frame (e1, e2, n) become one element in the world. Tilting by
// gamma is a rotation by (gamma.y, -gamma.x), and likewise for the moments.
void vlBed_WriteLine(const vlContact* c, const vlAnswer* normal, const vlAnswer* t,
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
    line->about = (vlTwist){vlZero(), vlZero()};
    line->onB.force = vlMulMV(R, force);
    line->onB.torque = vlMulMV(R, torque);
    line->resistance.uu = vlMulMM(R, vlMulMM(uu, toFrame));
    line->resistance.uw = vlMulMM(R, vlMulMM(uw, toFrame));
    line->resistance.ww = vlMulMM(R, vlMulMM(ww, toFrame));
}

// The normal part of a bed that bounces; no force once the bodies part faster than the impact asks
// for.
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

// An impact presses evenly, with the force at the trial.
static void pressImpact(vlBed* bed, const vlBedPool* pool, const vlRelative* trial)
{
    double force = appliedAt(bed, trial);
    bed->force = force > 0.0 ? force : 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        pool->points[bed->firstPoint + i].pressure = bed->law.perArea * bed->force;
    }
}

// The speed that gravity gives in a step, m/s: the threshold of an impact is four times it.
static double fallOf(const vlContactContext* context)
{
    return 0.25 * context->impact;
}

// Springs that reach over a gap of this width, m, hold no more energy than the fall of a step
// gives.
static double harmlessGap(const vlContact* contact, const vlContactContext* context)
{
    const vlGains* g = &contact->gains;
    return fallOf(context) * sqrt(2.0 / (g->kN * g->inverseMassN));
}

// For the last solve of a foreseen contact that presses in one trial and not in the next: its
// springs reach over a gap and would pull, so only the dampers stay, which never pull and let
// nothing through.
static void endUncertain(vlBed* bed, const vlContact* contact)
{
    if (!(bed->force > 0.0)) { // no point pressed in the last trial
        bed->normal = vlContactLaw_Press(&bed->law, &contact->volume, 0.0);
        bed->mode = bed->usedMode = VL_MODE_NONE;
    }
    bed->normal.start[0] = bed->normal.start[1] = bed->normal.start[2] = 0.0;
}

void vlBed_Linearise(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                     vlBedPool* pool, const vlRelative* trial, bool isFirst, bool isLast)
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
    bool isGuarded = isLast && bed->isDoubtful;
    if (!bed->isWhole && bed->pointCount > 0) {
        bed->isWhole = vlBed_Press(bed, pool, trial) && !isGuarded;
    }
    bed->isWhole = bed->isWhole || bed->pointCount == 0;
    double gap = isGuarded ? harmlessGap(contact, context) : HUGE_VAL;
    bed->normal = bed->isWhole ? vlContactLaw_Press(&bed->law, &contact->volume, bed->grown)
                               : vlBed_SumNormal(bed, pool, trial, gap);
    if (bed->isImpact) {
        bed->normal = impactNormal(bed, contact, context);
    } else if (bed->isUncertain && isLast) {
        endUncertain(bed, contact);
    }
    if (isFirst) {
        vlBed_PressAsBefore(bed, pool);
    } else {
        vlBed_PressAtMost(bed, pool, bed->mostForce);
    }
    bed->friction = vlBed_LineariseFriction(bed, contact, context, pool);
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

// In multiples of the mass over the square of the step. Springs above this, stiffer than any that
// VL_AUTO chooses, could pull over a gap with more energy than the motion of the step accounts for.
#define HARD 1e4
// If other points press than was assumed, the pressures of a trial belong to a motion that will not
// come: on stiff contacts they add up to a hundred times the force that was applied. Where they
// exceed this many times the applied force and that of the last step, friction of the next solve
// uses the larger of these two forces. A smaller excess is a point that comes and goes: with the
// rule applied there too, heaps would not come to rest.
#define BEYOND 2.0
// In multiples of the weight of the pair: a contact that the last solve made pull harder than this
// does not wait for the next step. A lower limit costs a third solve in every other step of a
// falling heap.
#define STUCK 3.0

// The pull, N, up to which a contact may wait. A body that was just laid down must not wait,
// because no later step would correct it: a house of cards that settled askew stays so. Nor must a
// body in a hand, which would feel the pull.
static double mayPull(const vlBed* bed, const vlContact* contact, const vlContactContext* context)
{
    bool isLaid = !bed->touch.isTouching && fabs(bed->start.normal) < fallOf(context);
    return isLaid || bed->isHeld ? 0.0 : STUCK * VL_STANDARD_GRAVITY / contact->gains.inverseMassN;
}

// A point that presses with less than this part of the whole force may be counted either way.
#define NEGLIGIBLE 1e-9

// Does friction drive the bodies? A blow beside the middle can reverse the sliding. Friction
// against the sliding after it then acts along that before it, and the impact as a whole would give
// energy. In that case the impact has no friction.
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
static vlAgain checkImpact(vlBed* bed, const vlContact* contact, const vlContactContext* context,
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
    return isChanged || isOther ? VL_AGAIN_NOW : VL_AGAIN_NO;
}

vlAgain vlBed_Check(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                    vlBedPool* pool, const vlRelative* trial)
{
    bed->isSure = bed->isLinear || surelyHolds(bed, contact, context, trial);
    if (bed->isSure) {
        return VL_AGAIN_NO;
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
    bed->isDoubtful = isOther && contact->volume.isForeseen;
    bed->isUncertain =
        bed->isDoubtful && (isHard || contact->volume.isSwift || !(total > 0.0) || applied < 0.0);
    // A foreseen contact that did not press has no friction to be found.
    isOther = isOther || (isNew && (total > 0.0 || !contact->volume.isForeseen));
    bool slidesOtherwise =
        bed->usedMode != VL_MODE_NONE && vlBed_CheckFriction(bed, contact, context, pool, trial);
    double counted = fmax(applied, bed->touch.normalForce);
    bed->mostForce = isOther && total > BEYOND * counted ? counted : HUGE_VAL;
    bool isUrgent = isOther && applied < -mayPull(bed, contact, context);
    return isUrgent ? VL_AGAIN_NOW : (isOther || slidesOtherwise ? VL_AGAIN_SOON : VL_AGAIN_NO);
}
