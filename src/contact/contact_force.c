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
    vlWrench wrench = vlNormal_Evaluate(contact, context, &relative, &bounce);
    vlFriction_Evaluate(contact, context, a, b, &relative, surface, before);
    wrench.force = vlAdd(wrench.force, contact->frictionForce);
    wrench.torque = vlMulAdd(wrench.torque, contact->frictionTorque, v->normal);
    contact->wrench = wrench;
}
