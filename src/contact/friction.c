// SPDX-License-Identifier: MIT
// Static and dynamic friction of a contact area: the automaton of [HS04] Figure 8.
//
//   apart            -> NONE
//   NONE, touching   -> STATIC with r = theta = 0
//   STATIC           : carry (r, theta); if the springs pull beyond mu0 -> DYNAMIC
//   not pressed      : as before for one step, then NONE
//   DYNAMIC          : carry (r, theta); if they pull less than mu -> STATIC; otherwise slide,
//                      and set the springs to what sliding friction gives
//
// Static friction, springs and dampers spread evenly, origin at the centroid, J = tr M / A:
//   f = -kS r - bS u_t,   m = -J (kS theta + bS omega_n)                              (T5.1)
// Slip test over the area, t the trial traction:
//   rho = int |t|^2 / int mu pressure |t|; slips when rho(mu0) > 1, sticks when rho(mu) < 1 (T5.2)
// and the whole force against mu times the normal force. Unlike comparing forces and moments one by
// one it depends on no origin and holds in pure sliding.

#include "contact/friction.h"
#include "contact/friction_carry.h"
#include "contact/pressure.h"
#include "contact/traction.h"

// m/s. Well below this speed the springs decide the direction of sliding friction, well above it
// the velocity does.
#define BLEND_SPEED 1e-3

// Memory and trial of one contact in contact-frame coordinates.
typedef struct Trial {
    vlVec2 slip;
    double twist;
    double J;              // m2
    vlRigidField traction; // kS (r + theta perp p) + bS u(p), times A
    vlRigidField velocity;
} Trial;

// Adds the motion since then to the springs that were carried here.
static void extend(Trial* t, const vlCarried* carried, const vlRelative* relative, double elapsed)
{
    t->slip.x = carried->slip.x + elapsed * relative->tangent.x;
    t->slip.y = carried->slip.y + elapsed * relative->tangent.y;
    t->twist = carried->twist + elapsed * relative->spin;
}

// Friction cannot have stretched the springs much beyond what it can hold.
static void capSlip(Trial* t, double longest)
{
    double size = sqrt(t->slip.x * t->slip.x + t->slip.y * t->slip.y);
    if (size > longest) {
        double s = longest / size;
        t->slip.x *= s;
        t->slip.y *= s;
    }
}

static void setTraction(Trial* t, const vlGains* g, const vlRelative* relative)
{
    t->velocity.at = relative->tangent;
    t->velocity.turn = relative->spin;
    t->traction.at.x = g->kS * t->slip.x + g->bS * relative->tangent.x;
    t->traction.at.y = g->kS * t->slip.y + g->bS * relative->tangent.y;
    t->traction.turn = g->kS * t->twist + g->bS * relative->spin;
}

// Part of the limit below which sticking is certain. The rest covers the slivers of the area, below
// 2e-4 of it, that lie under other faces than the two that the pressure is computed from.
#define CERTAIN 0.99

// Sticking is certain if even the largest trial traction stays below the smallest limit. Between
// one front and one back face the pressure is linear, so its least value is at a corner of the
// bounds. With this test most resting contacts need no sampling.
static bool surelySticks(const vlContact* c, const vlContactContext* context, const Trial* t,
                         const vlRelative* relative, double mu)
{
    const vlContactVolume* v = &c->volume;
    if (!v->isSlab || v->pointCount == 0) {
        return false;
    }
    const vlHeight* front = &context->pool->heights[v->heightStart];
    const vlHeight* back = front + v->frontCount;
    double reachX = v->upper.x > -v->lower.x ? v->upper.x : -v->lower.x;
    double reachY = v->upper.y > -v->lower.y ? v->upper.y : -v->lower.y;
    double kN = c->gains.kN;
    double bN = c->gains.bN;
    double slopeX = kN * (front->hx - back->hx) - bN * relative->tilt.x;
    double slopeY = kN * (front->hy - back->hy) - bN * relative->tilt.y;
    double middle = kN * (front->h0 - back->h0) - bN * relative->normal;
    double least = middle - fabs(slopeX) * reachX - fabs(slopeY) * reachY;
    double largest =
        sqrt(t->traction.at.x * t->traction.at.x + t->traction.at.y * t->traction.at.y) +
        fabs(t->traction.turn) * sqrt(reachX * reachX + reachY * reachY);
    return least > 0.0 && largest <= CERTAIN * mu * least;
}

typedef struct Slide {
    const vlContact* contact;
    const vlContactContext* context;
    const vlRelative* relative;
    const vlSurface* surface;
    const vlPressure* field;
    const Trial* trial;
} Slide;

static vlShear staticShear(const Slide* s)
{
    const vlRigidField* t = &s->trial->traction;
    vlShear shear = {{-t->at.x, -t->at.y}, -s->trial->J * t->turn};
    return shear;
}

static double powerOf(const vlShear* shear, const vlRigidField* velocity)
{
    return shear->force.x * velocity->at.x + shear->force.y * velocity->at.y +
           shear->moment * velocity->turn;
}

static vlShear dynamicShear(const Slide* s)
{
    double mu = s->surface->frictionDynamic;
    double impulse =
        mu * s->contact->normalForce * s->context->step * s->contact->gains.inverseMassT;
    double blend = impulse > BLEND_SPEED ? impulse : BLEND_SPEED;
    if (s->context->options->reference.friction == VL_FRICTION_PAPER &&
        s->contact->volume.liftedFaceCount > 0) {
        return vlTraction_Paper(s->contact, s->context, s->relative, mu, &s->trial->velocity,
                                blend);
    }
    vlShear shear = vlTraction_Gauss(s->field, mu, &s->trial->velocity, &s->trial->traction, blend);
    // Springs that are still wound against the present motion would drive it. Then the velocity
    // alone decides, faded out where one step of friction would reverse it.
    const vlRigidField* u = &s->trial->velocity;
    if (powerOf(&shear, u) > 0.0) {
        double square = u->at.x * u->at.x + u->at.y * u->at.y + s->trial->J * u->turn * u->turn;
        double fade = sqrt(square / (square + blend * blend));
        shear = vlTraction_Gauss(s->field, fade * mu, u, &s->trial->traction, 0.0);
    }
    return shear;
}

// Does the contact break loose (from STATIC) or stay loose (from DYNAMIC)?
static bool slides(const Slide* s, vlFrictionMode mode)
{
    bool wasSliding = mode == VL_MODE_DYNAMIC;
    vlSlipSums sums = vlTraction_SlipSums(s->field, &s->trial->traction, s->contact->volume.area);
    double mu = wasSliding ? s->surface->frictionDynamic : s->surface->frictionStatic;
    // Under a very uneven pressure the ratio alone would let the whole force exceed Coulomb's
    // bound.
    double force = vlLength2(s->trial->traction.at);
    double bound = mu * s->contact->normalForce;
    if (wasSliding) {
        return sums.square > 0.0 && (sums.square >= mu * sums.limit || force >= bound);
    }
    return sums.square > mu * sums.limit || force > bound;
}

// While the contact slides, the springs are kept at what sliding friction gives, so that sticking
// starts smoothly.
static void backOut(Trial* t, vlShear shear, const vlGains* g)
{
    double m = t->J > 0.0 ? shear.moment / t->J : 0.0;
    t->slip.x = -shear.force.x / g->kS;
    t->slip.y = -shear.force.y / g->kS;
    t->twist = -m / g->kS;
}

static void store(vlContact* c, const Trial* t, vlShear shear, vlFrictionMode mode)
{
    const vlContactVolume* v = &c->volume;
    c->frictionForce = vlMulAdd(vlScale(v->e1, shear.force.x), shear.force.y, v->e2);
    c->frictionTorque = shear.moment;
    c->memory.slip = vlMulAdd(vlScale(v->e1, t->slip.x), t->slip.y, v->e2);
    c->memory.twist = t->twist;
    c->memory.origin = v->origin;
    c->memory.normal = v->normal;
    c->memory.mode = mode;
    c->memory.idle = false;
    c->memory.isExtended = false;
}

void vlFriction_Evaluate(vlContact* contact, const vlContactContext* context,
                         const vlContactBody* a, const vlContactBody* b, const vlRelative* relative,
                         const vlSurface* surface, const vlFrictionMemory* before)
{
    static const vlShear none = {{0.0, 0.0}, 0.0};
    const vlContactVolume* v = &contact->volume;
    Trial t = {0};
    t.J = (v->mxx + v->myy) / v->area;
    if (!(surface->frictionStatic > 0.0)) {
        store(contact, &t, none, VL_MODE_NONE);
        return;
    }
    vlFrictionMode mode = before->mode;
    if (mode == VL_MODE_NONE) {
        mode = VL_MODE_STATIC;
    } else {
        vlCarried carried = vlFriction_Carry(v, a->motion, b->motion, context->elapsed, before);
        extend(&t, &carried, relative, before->isExtended ? 0.0 : context->elapsed);
    }
    if (!(contact->normalForce > 0.0)) {
        // The contact touches but is not pressed: the springs are kept for one step, then released.
        store(contact, &t, none, before->idle ? VL_MODE_NONE : mode);
        contact->memory.idle = true;
        return;
    }
    capSlip(&t, 2.0 * surface->frictionStatic * contact->normalForce / contact->gains.kS);
    setTraction(&t, &contact->gains, relative);
    vlPressure field;
    Slide s = {contact, context, relative, surface, &field, &t};
    if (mode == VL_MODE_STATIC &&
        surelySticks(contact, context, &t, relative, surface->frictionStatic)) {
        store(contact, &t, staticShear(&s), VL_MODE_STATIC);
        return;
    }
    vlPressure_Sample(&field, contact, context, relative);
    vlPressure_Scale(&field, contact->normalForce);
    if (!slides(&s, mode)) {
        store(contact, &t, staticShear(&s), VL_MODE_STATIC);
        return;
    }
    vlShear shear = dynamicShear(&s);
    backOut(&t, shear, &contact->gains);
    store(contact, &t, shear, VL_MODE_DYNAMIC);
}
