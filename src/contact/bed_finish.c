// SPDX-License-Identifier: MIT
// The end of a contact's step: the force it applied, the work it did, and what it remembers.

#include "contact/bed.h"
#include "contact/restitution.h"

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void rememberFriction(const vlBed* bed, vlContact* c, const vlRelative* end, double step)
{
    const vlContactVolume* v = &c->volume;
    vlCarried springs = bed->slid;
    if (bed->usedMode != VL_MODE_DYNAMIC) {
        springs = bed->springs;
        vlContactLaw_Stretch(&springs, end, step);
    }
    bool isPressed = c->normalForce > 0.0;
    vlFrictionMemory m = {.slip = vlMulAdd(vlScale(v->e1, springs.slip.x), springs.slip.y, v->e2),
                          .twist = springs.twist,
                          .origin = v->origin,
                          .normal = v->normal,
                          .mode = bed->mode,
                          .idle = !isPressed,
                          .isExtended = true};
    if (!isPressed && bed->before.idle) {
        m.mode = VL_MODE_NONE;
    }
    c->memory = m;
}

// The depth at which bodies bounced does not press, and nothing of it is given back while they
// part. Bodies that bounced before they overlapped have no such depth.
static double offsetAfter(const vlBed* bed, const vlContactVolume* v, const vlRelative* end,
                          double step)
{
    if (bed->isImpact) {
        return v->isForeseen
                   ? 0.0
                   : vlRestitution_Withhold(bed->touch.offset, bed->start.normal, bed->depth, step);
    }
    return bed->touch.hasBounced ? vlRestitution_LeftAfter(end->normal, step) * bed->touch.offset
                                 : bed->touch.offset;
}

static void rememberTouch(const vlBed* bed, const vlContact* c, const vlRelative* end, double step,
                          vlTouchMemory* touch)
{
    const vlContactVolume* v = &c->volume;
    vlTouchMemory m = {.normalForce = c->normalForce,
                       .stiffness = c->gains.kN,
                       .push = v->isForeseen ? vlZero() : c->wrench.force,
                       .offset = offsetAfter(bed, v, end, step),
                       .hasBounced = bed->isImpact || bed->touch.hasBounced,
                       .isYielding = bed->isYielding,
                       .isTouching = true,
                       .isPartial = !bed->isWhole};
    if (bed->usedMode == VL_MODE_DYNAMIC) {
        m.slideChange = vlMulAdd(vlScale(v->e1, end->tangent.x - bed->start.tangent.x),
                                 end->tangent.y - bed->start.tangent.y, v->e2);
        m.spinChange = end->spin - bed->start.spin;
        m.slideEnd = vlMulAdd(vlScale(v->e1, end->tangent.x), end->tangent.y, v->e2);
        m.spinEnd = end->spin;
    }
    *touch = m;
}

// A body is about to leave the finite numbers: nothing of it is remembered.
static vlContactWork forget(vlContact* contact, vlTouchMemory* touch)
{
    static const vlContactWork none = {0.0, 0.0, 0.0};
    contact->normalForce = contact->frictionTorque = 0.0;
    contact->centreOfPressure.x = contact->centreOfPressure.y = 0.0;
    contact->frictionForce = contact->wrench.force = contact->wrench.torque = vlZero();
    contact->memory = (vlFrictionMemory){0};
    *touch = (vlTouchMemory){0};
    return none;
}

// All work of an impact is booked as its loss, with the dampers.
static vlContactWork impactWork(const double push[3], const double shear[3],
                                const double openingMean[3], const double slideMean[3], double step)
{
    vlContactWork work = {0.0, step * dot(push, openingMean), step * dot(shear, slideMean)};
    return work;
}

vlContactWork vlBed_Finish(vlBed* bed, vlContact* contact, const vlContactContext* context,
                           const vlRelative* end, const vlRelative* mean, vlTouchMemory* touch)
{
    const vlContactVolume* v = &contact->volume;
    const vlGains* g = &contact->gains;
    double step = context->step;
    const double opening[3] = {end->normal, end->tilt.x, end->tilt.y};
    const double openingMean[3] = {mean->normal, mean->tilt.x, mean->tilt.y};
    const double slide[3] = {end->tangent.x, end->tangent.y, end->spin};
    const double slideMean[3] = {mean->tangent.x, mean->tangent.y, mean->spin};
    double push[3];
    double damped[3];
    double shear[3];
    double unused[3];
    vlAnswer_At(&bed->normal, opening, push, damped);
    vlAnswer_At(&bed->friction, slide, shear, unused);
    double all = push[0] + push[1] + push[2] + shear[0] + shear[1] + shear[2] + dot(slide, slide);
    if (!isfinite(all)) {
        return forget(contact, touch);
    }

    double fn = push[0];
    contact->normalForce = fn > 0.0 ? fn : 0.0;
    contact->centreOfPressure.x = fn > 0.0 ? vlClamp(push[1] / fn, v->lower.x, v->upper.x) : 0.0;
    contact->centreOfPressure.y = fn > 0.0 ? vlClamp(push[2] / fn, v->lower.y, v->upper.y) : 0.0;
    contact->frictionForce = vlMulAdd(vlScale(v->e1, shear[0]), shear[1], v->e2);
    contact->frictionTorque = shear[2];
    contact->wrench.force = vlMulAdd(contact->frictionForce, fn, v->normal);
    contact->wrench.torque =
        vlMulAdd(vlMulAdd(vlScale(v->normal, shear[2]), push[2], v->e1), -push[1], v->e2);
    rememberFriction(bed, contact, end, step);

    rememberTouch(bed, contact, end, step, touch);
    if (bed->isImpact) {
        return impactWork(push, shear, openingMean, slideMean, step);
    }
    double total = g->bN + step * g->kN;
    double damperPart = total > 0.0 ? g->bN / total : 0.0;
    double springs = push[0] + damperPart * damped[0];
    touch->springForce = springs > 0.0 ? springs : 0.0;
    // The damper's work is booked at the damper's own velocity, so that it is a loss in every step;
    // what the spring's share of the implicit response loses is booked as work of the springs.
    double damperWork = -step * damperPart * dot(damped, opening);
    vlContactWork work = {step * dot(push, openingMean) - damperWork, damperWork,
                          step * dot(shear, slideMean)};
    return work;
}
