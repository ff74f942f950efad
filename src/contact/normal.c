// SPDX-License-Identifier: MIT
// Normal wrench now, from the law's answer (fn, m1) at the present motion: f = fn n, m = m1 x n
// about the area's centroid (T3.1). Under the FOUNDATION law kN is kappa A; with FACES the spring
// part acts along A's own face normals.

#include "contact/normal.h"
#include "contact/contact_law.h"

// m1 = (int of pressure times p) gives the moment m1 x n.
static vlVec3 momentOf(const vlContactVolume* v, vlVec2 m1)
{
    return vlMulAdd(vlScale(v->e1, m1.y), -m1.x, v->e2);
}

static vlWrench pushAt(vlContact* c, double fn, vlVec2 m1)
{
    const vlContactVolume* v = &c->volume;
    // The centre of pressure is kept inside the footprint's bounds; this matters only when damping
    // dominates.
    c->normalForce = fn;
    c->centreOfPressure.x = vlClamp(m1.x / fn, v->lower.x, v->upper.x);
    c->centreOfPressure.y = vlClamp(m1.y / fn, v->lower.y, v->upper.y);
    vlVec2 m = {c->centreOfPressure.x * fn, c->centreOfPressure.y * fn};
    vlWrench w = {vlScale(v->normal, fn), momentOf(v, m)};
    return w;
}

// Spring along A's face normals, damper along the contact normal. `spring` is the pressure of a
// depth.
static vlWrench pushAlongFaces(vlContact* c, double fn, vlVec2 damperMoment, double damperForce,
                               double spring)
{
    const vlContactVolume* v = &c->volume;
    vlWrench w;
    w.force = vlMulAdd(vlScale(v->pressure.force, spring), damperForce, v->normal);
    w.torque = vlAdd(vlScale(v->pressure.torque, spring), momentOf(v, damperMoment));
    c->normalForce = fn;
    // In-plane place where the normal part acts: m = p x f n.
    c->centreOfPressure.x = vlClamp(-vlDot(v->e2, w.torque) / fn, v->lower.x, v->upper.x);
    c->centreOfPressure.y = vlClamp(vlDot(v->e1, w.torque) / fn, v->lower.y, v->upper.y);
    return w;
}

// An impact pushes where the bodies touched first (T3.19). The depth at which it begins is withheld
// until the bodies have parted. An impact that other contacts share takes several steps. Depth
// beyond the withheld one then presses too, or a load on top would go on sinking.
static vlWrench bounce(vlContact* c, const vlContactContext* context, double opening,
                       const vlBounce* b)
{
    const vlContactVolume* v = &c->volume;
    double depth = v->volume / v->area;
    c->hasBounced = true;
    c->withheld = c->withheld > 0.0 && c->withheld < depth ? c->withheld : depth;
    double fn =
        vlRestitution_Force(b->restitution, opening, b->inverseMass, b->load, context->step);
    fn *= v->area / c->groupArea;
    vlVec2 m1 = {fn * b->place.x, fn * b->place.y};
    return pushAt(c, fn + c->gains.kN * (depth - c->withheld), m1);
}

// The withheld depth does not exceed the depth and is given back slowly. It is the same everywhere
// under the area, so the answer to tilting stays as it is.
static void giveBack(vlContact* c, const vlContactContext* context, double opening)
{
    double depth = c->volume.volume / c->volume.area;
    c->withheld = c->withheld < depth ? c->withheld : depth;
    c->withheld *= vlRestitution_LeftAfter(opening, context->step);
}

vlWrench vlNormal_Evaluate(vlContact* contact, const vlContactContext* context,
                           const vlRelative* relative, const vlBounce* b)
{
    const vlContactVolume* v = &contact->volume;
    vlWrench none = {vlZero(), vlZero()};
    contact->hasBounced = false;
    if (b->restitution >= 0.0) {
        double opening = vlRestitution_OpeningAt(relative, b->place);
        if (vlRestitution_IsImpact(b->restitution, opening, context->impact)) {
            return bounce(contact, context, opening, b);
        }
    }
    vlContactLaw law = vlContactLaw_Of(contact, 0.0);
    vlAnswer answer = vlContactLaw_Press(&law, v, 1.0);
    if (contact->withheld > 0.0) {
        giveBack(contact, context, relative->normal);
        answer.start[0] -= law.kN * contact->withheld;
    }
    const double opening[3] = {relative->normal, relative->tilt.x, relative->tilt.y};
    double push[3];
    double damped[3];
    vlAnswer_At(&answer, opening, push, damped);
    contact->normalForce = 0.0;
    contact->centreOfPressure.x = contact->centreOfPressure.y = 0.0;

    if (context->options->reference.pressure == VL_PRESSURE_FACES && v->pointCount > 0) {
        double grown =
            contact->withheld > 0.0 ? 1.0 - contact->withheld * v->area / v->volume : 1.0;
        double spring = law.kN * law.perArea * grown;
        double fn = spring * vlDot(v->pressure.force, v->normal) - damped[0];
        vlVec2 damper = {-damped[1], -damped[2]};
        return fn > 0.0 ? pushAlongFaces(contact, fn, damper, -damped[0], spring) : none;
    }
    vlVec2 m1 = {push[1], push[2]};
    return push[0] > 0.0 ? pushAt(contact, push[0], m1) : none; // no adhesion
}
