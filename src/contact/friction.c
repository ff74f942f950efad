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
// How the springs pull, what a sticking area answers and when it slides is the law's
// (contact_law.h). The slip test is made with mu0 for an area that sticks, with mu for one that
// slides.

#include "contact/friction.h"
#include "contact/friction_carry.h"
#include "contact/pressure.h"
#include "contact/slab_friction.h"
#include "contact/traction.h"

// m/s. Well below this speed the springs decide the direction of sliding friction, well above it
// the velocity does.
#define BLEND_SPEED 1e-3

// Friction's springs and what they pull with, in the contact frame.
typedef struct Trial {
    vlCarried springs;
    double J;          // m2
    vlRigidField pull; // times the area
    vlRigidField velocity;
} Trial;

// Friction cannot have stretched the springs much beyond what it can hold.
static void capSlip(vlCarried* springs, double longest)
{
    double size = vlLength2(springs->slip);
    if (size > longest) {
        double s = longest / size;
        springs->slip.x *= s;
        springs->slip.y *= s;
    }
}

typedef struct Slide {
    const vlContact* contact;
    const vlContactContext* context;
    const vlContactLaw* law;
    const vlRelative* relative;
    const vlSurface* surface;
    const vlSlab* slab; // NULL if the pressure is not linear
    vlPressure* field;  // sampled when it is first needed
    bool isSampled;
    const Trial* trial;
} Slide;

static const vlPressure* sampled(Slide* s)
{
    if (!s->isSampled) {
        vlPressure_Sample(s->field, s->contact, s->context, s->relative);
        vlPressure_Scale(s->field, s->contact->normalForce);
        s->isSampled = true;
    }
    return s->field;
}

static vlShear staticShear(const Slide* s)
{
    const vlRigidField* pull = &s->trial->pull;
    vlShear shear = {{-pull->at.x, -pull->at.y}, -s->trial->J * pull->turn};
    return shear;
}

// Length of a rigid field in the mean over the area: its root mean square.
static double lengthOf(const vlRigidField* f, double J)
{
    return sqrt(f->at.x * f->at.x + f->at.y * f->at.y + J * f->turn * f->turn);
}

// The velocity, and at low speed the pull: a rigid field as both are (T5.5).
static vlRigidField directionOf(const Trial* t, double blend)
{
    vlRigidField q = t->velocity;
    double size = lengthOf(&t->pull, t->J);
    if (size > 0.0) {
        double s = blend / size;
        q.at.x += s * t->pull.at.x;
        q.at.y += s * t->pull.at.y;
        q.turn += s * t->pull.turn;
    }
    return q;
}

static vlShear slideAgainst(Slide* s, double mu, const vlRigidField* direction)
{
    vlVec2 c;
    if (s->slab != NULL && vlSlab_Centre(s->slab, direction, &c)) {
        vlShear shear;
        vlSlab_Shear(s->slab, mu, direction, c, &shear.force, &shear.moment);
        return shear;
    }
    return vlTraction_Gauss(sampled(s), mu, direction);
}

static vlShear dynamicShear(Slide* s)
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
    vlRigidField direction = directionOf(s->trial, blend);
    // Springs that are wound against the motion drive it, with energy that they have stored
    // (T5.19). If friction were dropped there, a body that breaks loose while it rocks would fall
    // freely for a step at every rocking.
    return slideAgainst(s, mu, &direction);
}

// Does the contact break loose (from STATIC) or stay loose (from DYNAMIC)?
static bool slides(Slide* s, vlFrictionMode mode)
{
    double mu = mode == VL_MODE_DYNAMIC ? s->surface->frictionDynamic : s->surface->frictionStatic;
    const vlRigidField* pull = &s->trial->pull;
    vlVec2 c;
    vlSlipSums sums = s->slab != NULL && vlSlab_Centre(s->slab, pull, &c)
                          ? vlSlab_SlipSums(s->slab, pull, c, mu, 1.0)
                          : vlTraction_SlipSums(sampled(s), pull, s->law->perArea);
    return vlContactLaw_Slides(&sums, pull, s->contact->normalForce, mu);
}

// While the contact slides, the springs are kept at what sliding friction gives, so that sticking
// starts smoothly.
static void backOut(Trial* t, vlShear shear, double kS)
{
    double m = t->J > 0.0 ? shear.moment / t->J : 0.0;
    t->springs.slip.x = -shear.force.x / kS;
    t->springs.slip.y = -shear.force.y / kS;
    t->springs.twist = -m / kS;
}

static void store(vlContact* c, const Trial* t, vlShear shear, vlFrictionMode mode)
{
    const vlContactVolume* v = &c->volume;
    c->frictionForce = vlMulAdd(vlScale(v->e1, shear.force.x), shear.force.y, v->e2);
    c->frictionTorque = shear.moment;
    c->memory.slip = vlMulAdd(vlScale(v->e1, t->springs.slip.x), t->springs.slip.y, v->e2);
    c->memory.twist = t->springs.twist;
    c->memory.origin = v->origin;
    c->memory.normal = v->normal;
    c->memory.mode = mode;
    c->memory.idle = false;
    c->memory.isExtended = false;
}

// The springs stretch by the way that the bodies made, so velocities that were given to them after
// that way do not count.
static void stretch(vlCarried* springs, const vlContactVolume* v, const vlContactBody* a,
                    const vlContactBody* b, const vlRelative* relative, double elapsed)
{
    static const vlTwist nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    vlContactLaw_Stretch(springs, relative, elapsed);
    if (a->given != NULL || b->given != NULL) {
        vlTwist given =
            vlTwist_Between(a->given != NULL ? a->given : &nothing, a->motion->centre,
                            b->given != NULL ? b->given : &nothing, b->motion->centre, v->origin);
        vlRelative since = vlRelative_Of(v, given.linear, given.angular);
        vlContactLaw_Stretch(springs, &since, -elapsed);
    }
}

void vlFriction_Evaluate(vlContact* contact, const vlContactContext* context,
                         const vlContactBody* a, const vlContactBody* b, const vlRelative* relative,
                         const vlSurface* surface, const vlFrictionMemory* before)
{
    static const vlShear none = {{0.0, 0.0}, 0.0};
    const vlContactVolume* v = &contact->volume;
    Trial t = {.J = vlContactLaw_Gyration(v), .velocity = {relative->tangent, relative->spin}};
    if (!(surface->frictionStatic > 0.0)) {
        store(contact, &t, none, VL_MODE_NONE);
        return;
    }
    vlFrictionMode mode = before->mode;
    if (mode == VL_MODE_NONE) {
        mode = VL_MODE_STATIC;
    } else {
        t.springs = vlFriction_Carry(v, a->motion, b->motion, context->elapsed, before);
        stretch(&t.springs, v, a, b, relative, before->isExtended ? 0.0 : context->elapsed);
    }
    if (!(contact->normalForce > 0.0)) {
        // The contact touches but is not pressed: the springs are kept for one step, then released.
        store(contact, &t, none, before->idle ? VL_MODE_NONE : mode);
        contact->memory.idle = true;
        return;
    }
    vlContactLaw law = vlContactLaw_Of(contact, 0.0);
    capSlip(&t.springs, 2.0 * surface->frictionStatic * contact->normalForce / law.kS);
    t.pull = vlContactLaw_Pull(&law, &t.springs, relative);
    vlPressure field;
    vlSlab slab;
    Slide s = {.contact = contact,
               .context = context,
               .law = &law,
               .relative = relative,
               .surface = surface,
               .field = &field,
               .trial = &t};
    double least;
    if (mode == VL_MODE_STATIC &&
        vlContactLaw_PressesAll(&law, contact, context->pool, 1.0, relative, &least) &&
        vlContactLaw_SurelySticks(v, &t.pull, least, surface->frictionStatic)) {
        store(contact, &t, staticShear(&s), VL_MODE_STATIC);
        return;
    }
    vlVec2 moment = {contact->normalForce * contact->centreOfPressure.x,
                     contact->normalForce * contact->centreOfPressure.y};
    s.slab = vlSlab_Press(v, context->pool, contact->normalForce, moment, &slab) ? &slab : NULL;
    if (!slides(&s, mode)) {
        store(contact, &t, staticShear(&s), VL_MODE_STATIC);
        return;
    }
    vlShear shear = dynamicShear(&s);
    backOut(&t, shear, law.kS);
    store(contact, &t, shear, VL_MODE_DYNAMIC);
}
