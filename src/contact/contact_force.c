// SPDX-License-Identifier: MIT
#include "contact/contact_force.h"

#include "contact/friction.h"
#include "contact/gains.h"
#include "contact/normal.h"
#include "contact/yield.h"

// Velocity of a body at a world point.
static vlVec3 velocityAt(const vlMotion* m, vlVec3 point)
{
    return vlAdd(m->velocity, vlCross(m->omega, vlSub(point, m->centre)));
}

static vlRelative relativeMotion(const vlContactVolume* v, const vlMotion* a, const vlMotion* b)
{
    vlVec3 u = vlSub(velocityAt(b, v->origin), velocityAt(a, v->origin));
    vlVec3 w = vlSub(b->omega, a->omega);
    return vlRelative_Of(v, u, w);
}

// The way that the bodies made against each other at the contact since its memory was made, m.
// Velocities that they were given after it do not count.
static double wayOf(const vlContact* contact, const vlContactContext* context,
                    const vlContactBody* a, const vlContactBody* b)
{
    vlVec3 origin = contact->volume.origin;
    vlVec3 u = vlSub(velocityAt(b->motion, origin), velocityAt(a->motion, origin));
    if (a->given != NULL) {
        u = vlAdd(u, vlAdd(a->given->linear,
                           vlCross(a->given->angular, vlSub(origin, a->motion->centre))));
    }
    if (b->given != NULL) {
        u = vlSub(u, vlAdd(b->given->linear,
                           vlCross(b->given->angular, vlSub(origin, b->motion->centre))));
    }
    return context->elapsed * vlLength(u);
}

// If the springs press with this many times what they did, or with this many times the weight, at
// most, a body at rest does not leave: it would with two.
#define GROWN 1.5
// A stiffness above this multiple of the last one has risen.
#define RISEN 1.01

// First touch: where a body was placed, or where the springs became stiffer, they press with no
// more depth than they did work for, and than the bodies came closer. The rest is withheld. (T3.20)
static void withholdUnearned(vlContact* c, const vlContactContext* context, const vlContactBody* a,
                             const vlContactBody* b, double load)
{
    bool hasRisen = c->stiffnessBefore > 0.0 && c->stiffness > RISEN * c->stiffnessBefore;
    if (!c->isPlaced && !hasRisen) {
        return;
    }
    double depth = c->volume.volume / c->volume.area;
    double weight = context->gravity / ((a->inverseMass + b->inverseMass) * load);
    double force = c->springForceBefore > weight ? c->springForceBefore : weight;
    double earned = GROWN * force / vlNormal_SideStiffness(c);
    earned += c->hasJumped ? 0.0 : wayOf(c, context, a, b);
    c->withheld = depth - c->withheld > earned ? depth - earned : c->withheld;
}

// How the contact would bounce.
static vlBounce bounceOf(const vlContact* contact, const vlContactBody* a, const vlContactBody* b,
                         const vlSurface* surface, double load)
{
    vlBounce bounce = {.restitution = contact->canBounce ? surface->restitution : VL_AUTO};
    if (bounce.restitution >= 0.0) {
        vlContactVolume struck = contact->volume;
        bounce.place = vlRestitution_Place(&struck);
        struck.origin = vlMulAdd(struck.origin, bounce.place.x, struck.e1);
        struck.origin = vlMulAdd(struck.origin, bounce.place.y, struck.e2);
        bounce.inverseMass = vlYield_Of(&struck, a, b).normal;
        bounce.load = load;
    }
    return bounce;
}

void vlContact_Evaluate(vlContact* contact, const vlContactContext* context, const vlContactBody* a,
                        const vlContactBody* b, const vlSurface* surface, double load,
                        const vlFrictionMemory* before)
{
    const vlContactVolume* v = &contact->volume;
    vlRelative relative = relativeMotion(v, a->motion, b->motion);
    vlGains_Choose(contact, context, a, b, surface, load);
    vlBounce bounce = bounceOf(contact, a, b, surface, load);
    withholdUnearned(contact, context, a, b, load);
    vlWrench wrench = vlNormal_Evaluate(contact, context, &relative, &bounce);
    double pressed = v->volume / v->area - contact->withheld;
    contact->springForce = vlNormal_SideStiffness(contact) * pressed;
    vlFriction_Evaluate(contact, context, a, b, &relative, surface, before);
    wrench.force = vlAdd(wrench.force, contact->frictionForce);
    wrench.torque = vlMulAdd(wrench.torque, contact->frictionTorque, v->normal);
    contact->wrench = wrench;
}
