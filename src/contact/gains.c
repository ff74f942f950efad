// SPDX-License-Identifier: MIT
// Stiffness and damping: one rule for the explicit integrators, whose stability depends on the
// step, and one for the implicit integrator, which no stiffness makes unstable.
//
// Symplectic Euler with an explicit damper holds a contact while
//
//   (2 b h + k h^2) W N < 4                                                          (T4.1)
//
// with W the pair's inverse mass in the contact's direction at its origin and N the contacts on the
// busier body (measured on walls of blocks; tight to 20% and on the safe side). Damping reaches the
// limit first, so it is capped in every step; a stiffness above the limit is lowered.
//
// A contact area also resists tilting, with the inverse inertia W_tilt of its second moments, and
// the same rotation moves the origin sideways. The two together must stay below the limit:
//
//   (2 bN h + kN h^2) W_tilt + (2 bS h + kS h^2) W_T N < 4                           (T4.2)
//
// of which tilting may use half. Without this a hull on a long thin facet rocks for ever.

#include "contact/gains.h"

#include "contact/yield.h"

// Part of the limit (T4.1) that is used.
#define SAFETY 0.8
// The part of it that a given stiffness may use: without some damping nothing comes to rest.
#define GIVEN_PART 0.75
// Automatic stiffness: k h^2 W N of at most this size, which leaves half the limit to damping. It
// is set for free masses and AUTO_CONTACTS contacts, and lowered where the true W and N are larger.
#define AUTO_STIFFNESS 1.5
#define AUTO_CONTACTS 4.0
// The same for a contact beside the centre of mass, alone: it leaves room for the damping of
// (T4.15), without which a block that slides on a part of its face hops.
#define AUTO_LEVERED 0.5
#define UNLIMITED 1e30

double vlGains_Limit(double mass, double step)
{
    return GIVEN_PART * SAFETY * 4.0 * mass / (step * step);
}

// `budget` is the largest value of (2 b h + k h^2).
static double limitStiffness(double k, double budget, double step, bool* isLimited)
{
    double highest = budget / (step * step);
    if (k > highest) {
        *isLimited = true;
        return highest;
    }
    return k;
}

static double chooseDamping(double given, double ratio, double k, double W, double budget,
                            double step)
{
    double wanted = given >= 0.0 ? given : 2.0 * ratio * sqrt(k / W);
    double room = (budget - k * step * step) / (2.0 * step);
    room = room > 0.0 ? room : 0.0;
    return wanted < room ? wanted : room;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

void vlGains_Choose(vlContact* contact, const vlContactContext* context, const vlContactBody* a,
                    const vlContactBody* b, const vlSurface* surface, double load)
{
    const vlContactVolume* v = &contact->volume;
    vlGains* g = &contact->gains;
    double h = context->step;
    vlYield y = vlYield_Of(v, a, b);
    double WN = y.normal;
    double WT = vlYield_Tangential(&y);
    double tilt = vlYield_Tilting(&y, v);

    double free = a->inverseMass + b->inverseMass;
    double automatic = AUTO_STIFFNESS / (AUTO_CONTACTS * free * h * h);
    bool isBed = context->options->law == VL_LAW_FOUNDATION && v->pointCount > 0;
    // A bed of springs is as stiff as it is wide; a lumped contact gets a share of the stiffness of
    // its group by its area.
    double share = isBed ? 1.0 : v->area / contact->groupArea;
    double stiffness = surface->stiffnessN < 0.0 ? automatic : surface->stiffnessN;
    double square = contact->size * contact->size;
    contact->stiffness = stiffness;
    if (isBed) {
        double kappa = surface->foundation > 0.0 ? surface->foundation : stiffness / square;
        contact->stiffness = kappa * square;
        stiffness = kappa * v->area;
    }
    bool isGiven = surface->stiffnessN > 0.0 || (isBed && surface->foundation > 0.0);
    // The point model is the classical baseline and is not limited.
    bool isPoint = context->options->reference.model == VL_CONTACT_POINT;
    bool isAlone = load <= 1.0 && !isPoint;
    double levered = AUTO_LEVERED / (larger(WN, 2.0 * tilt) * h * h);
    if (!isGiven && isAlone && stiffness > levered) {
        stiffness = levered;
    }
    bool limited = false;
    double safety = isPoint ? UNLIMITED : SAFETY * 4.0;
    double part = isGiven ? GIVEN_PART : AUTO_STIFFNESS / safety;
    double budgetN = safety / larger(load * WN, 2.0 * tilt);
    g->kN = limitStiffness(stiffness, part * budgetN, h, &limited);
    g->bN = chooseDamping(surface->dampingN, surface->dampingRatioN, g->kN, isAlone ? free : WN,
                          budgetN, h);

    double usedByTilt = (2.0 * g->bN * h + g->kN * h * h) * tilt;
    double budgetS = (safety - usedByTilt) / (load * WT);
    double tangential = surface->stiffnessS < 0.0 || isBed ? g->kN : surface->stiffnessS;
    part = surface->stiffnessS > 0.0 ? GIVEN_PART : part;
    g->kS = limitStiffness(tangential, part * budgetS, h, &limited);
    g->bS = chooseDamping(surface->dampingS, surface->dampingRatioS, g->kS, WN, budgetS, h);

    g->isLimited = limited && (isGiven || surface->stiffnessS > 0.0);
    g->kN *= share;
    g->kS *= share;
    g->bN *= share;
    g->bS *= share;
    g->inverseMassN = WN;
    g->inverseMassT = WT;
    g->rolling = 1.0;
}

// ---- implicit ----

// Automatic: under the weight of the heaviest body of the world a contact gives way by this much,
// whatever the two bodies weigh and however long the step is; in a world of light bodies, the least
// weight counts. (T10.6)
#define SINK 1e-6      // m
#define LEAST_MASS 0.1 // kg
// A contact that carries little in a world of heavy bodies comes to rest only below this multiple
// of its mass over the square of the step.
#define CALM 2500.0
// The footprint of what rolls moves on within a step. Above this multiple the step could not follow
// it (T7.9), and the facets that stand for a round surface would be felt as bumps.
#define CALM_ROUND 1.0
// Damper of a contact that could pass through in the step, times the step over the mass: it leaves
// one part in this many of the speed. (T10.5)
#define STOPPING 1000.0

static double automaticStiffness(const vlContact* contact, const vlContactContext* context,
                                 double mass, double carried)
{
    double h = context->step;
    double k = VL_STANDARD_GRAVITY * larger(context->heaviest, LEAST_MASS) / SINK;
    double calm = (contact->isRound ? CALM_ROUND : CALM) *
                  larger(mass, carried / VL_STANDARD_GRAVITY) / (h * h);
    return k < calm ? k : calm;
}

static double dampingOf(double given, double ratio, double k, double mass)
{
    return given >= 0.0 ? given : 2.0 * ratio * sqrt(k * mass);
}

// The part that rolling takes out of the answer to tilting acts with the force of the start of the
// step, like an explicit spring. For the step to hold it, (h^2 kN + h bN) W_P <= 1, W_P the inverse
// inertia (T4.2) for the moments P = M - M_t that are taken out (T7.9). Without this limit a pile
// at 1e8 N/m and 5 ms gains energy; in ordinary contacts it does not act.
static double rollingPart(const vlGains* g, const vlContactVolume* v, const vlYield* y, double h)
{
    if (v->isSlab) {
        return 1.0;
    }
    vlSymmetric2 P = {v->mxx - v->tilting.xx, v->mxy - v->tilting.xy, v->myy - v->tilting.yy};
    double removed = (h * h * g->kN + h * g->bN) * vlYield_TiltingOf(y, P, v->area);
    return removed > 1.0 ? 1.0 / removed : 1.0;
}

void vlGains_ChooseImplicit(vlContact* contact, const vlContactContext* context,
                            const vlContactBody* a, const vlContactBody* b,
                            const vlSurface* surface, double normalForceBefore)
{
    const vlContactVolume* v = &contact->volume;
    vlGains* g = &contact->gains;
    double h = context->step;
    vlYield y = vlYield_Of(v, a, b);
    double free = a->inverseMass + b->inverseMass;
    double stiffness = surface->stiffnessN;
    if (stiffness < 0.0) {
        stiffness = automaticStiffness(contact, context, 1.0 / free, normalForceBefore);
    }
    bool isBed = context->options->law == VL_LAW_FOUNDATION && v->pointCount > 0;
    // A bed of springs is as stiff as it is wide; a lumped contact gets a share of the stiffness of
    // its group by its area.
    double share = isBed ? 1.0 : v->area / contact->groupArea;
    if (isBed) {
        double kappa = surface->foundation > 0.0 ? surface->foundation
                                                 : stiffness / (contact->size * contact->size);
        stiffness = kappa * v->area;
    }
    // A contact that carries more than the pair's own mass is damped for what it carries: otherwise
    // a light body under a heavy one would ring.
    double mass = larger(1.0 / y.normal, normalForceBefore / VL_STANDARD_GRAVITY);
    double tangential = surface->stiffnessS < 0.0 || isBed ? stiffness : surface->stiffnessS;
    g->kN = stiffness * share;
    g->kS = tangential * share;
    g->bN = dampingOf(surface->dampingN, surface->dampingRatioN, stiffness, mass) * share;
    g->bS = dampingOf(surface->dampingS, surface->dampingRatioS, tangential, mass) * share;
    g->inverseMassN = y.normal;
    g->inverseMassT = vlYield_Tangential(&y);
    if (v->isSwift) {
        g->bN = larger(g->bN, STOPPING / (y.normal * h));
    }
    g->rolling = rollingPart(g, v, &y, h);
    g->isLimited = false;
}
