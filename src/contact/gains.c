// SPDX-License-Identifier: MIT
// Stiffness and damping. Symplectic Euler with an explicit damper holds a contact while
//
//   (2 b h + k h^2) W N < 4                                                          (T4.1)
//
// with W the pair's inverse mass in the contact's direction at its origin and N the contacts on the
// busier body (measured on walls of blocks; tight to 20% and on the safe side). Damping reaches the
// limit first, so it is capped in every step; a stiffness above the limit is lowered.

#include "contact/contact.h"

// Part of the limit (T4.1) that is used.
#define SAFETY 0.8
// Automatic stiffness: k h^2 W N of this size, N taken as below.
#define AUTO_STIFFNESS 1.5
#define AUTO_CONTACTS 4.0

double vlGains_Limit(double mass, double step)
{
    return SAFETY * 4.0 * mass / (step * step);
}

// Inverse mass felt at the contact origin along unit direction d: 1/m + (r x d) I^-1 (r x d).
static double inverseMassAlong(const vlContactBody* body, vlVec3 origin, vlVec3 d)
{
    if (body->inverseMass <= 0.0) {
        return 0.0;
    }
    vlVec3 arm = vlCross(vlSub(origin, body->motion->centre), d);
    return body->inverseMass + vlDot(arm, vlMulMV(body->inverseInertiaW, arm));
}

static double inverseMassCross(const vlContactBody* body, vlVec3 origin, vlVec3 d, vlVec3 e)
{
    if (body->inverseMass <= 0.0) {
        return 0.0;
    }
    vlVec3 lever = vlSub(origin, body->motion->centre);
    return vlDot(vlCross(lever, d), vlMulMV(body->inverseInertiaW, vlCross(lever, e)));
}

static double limitStiffness(double k, double W, double load, double step, bool* isLimited)
{
    double highest = SAFETY * 4.0 / (load * W * step * step);
    if (k > highest) {
        *isLimited = true;
        return highest;
    }
    return k;
}

static double chooseDamping(double given, double ratio, double k, double W, double load, double step)
{
    double wanted = given >= 0.0 ? given : 2.0 * ratio * sqrt(k / W);
    double room = (SAFETY * 4.0 / (load * W) - k * step * step) / (2.0 * step);
    room = room > 0.0 ? room : 0.0;
    return wanted < room ? wanted : room;
}

void vlGains_Choose(vlContact* contact, const vlContactContext* context, const vlContactBody* a,
                    const vlContactBody* b, const vlSurface* surface, double load)
{
    const vlContactVolume* v = &contact->volume;
    vlGains* g = &contact->gains;
    double h = context->step;
    double WN = inverseMassAlong(a, v->origin, v->normal) + inverseMassAlong(b, v->origin, v->normal);
    double W1 = inverseMassAlong(a, v->origin, v->e1) + inverseMassAlong(b, v->origin, v->e1);
    double W2 = inverseMassAlong(a, v->origin, v->e2) + inverseMassAlong(b, v->origin, v->e2);
    double W12 = inverseMassCross(a, v->origin, v->e1, v->e2) +
                 inverseMassCross(b, v->origin, v->e1, v->e2);
    // Larger eigenvalue of the tangential 2 x 2 inverse mass.
    double half = 0.5 * (W1 - W2);
    double WT = 0.5 * (W1 + W2) + sqrt(half * half + W12 * W12);

    double automatic = AUTO_STIFFNESS / (AUTO_CONTACTS * (a->inverseMass + b->inverseMass) * h * h);
    bool isBed = context->options->model == VL_CONTACT_VOLUME &&
                 context->options->law != VL_LAW_LUMPED && v->pointCount > 0;
    // A bed of springs is as stiff as it is wide; a lumped contact shares one stiffness within its
    // group by area.
    double share = isBed ? 1.0 : v->area / contact->groupArea;
    double stiffness = surface->stiffnessN < 0.0 ? automatic : surface->stiffnessN;
    if (isBed) {
        double kappa = surface->foundation > 0.0 ? surface->foundation
                                                 : stiffness / (contact->size * contact->size);
        stiffness = kappa * v->area;
    }
    bool limited = false;
    g->kN = limitStiffness(stiffness, WN, load, h, &limited);
    bool limitedS = false;
    double tangential = surface->stiffnessS < 0.0 || isBed ? g->kN : surface->stiffnessS;
    g->kS = limitStiffness(tangential, WT, load, h, &limitedS);
    g->isLimited = (limited || limitedS) && (surface->stiffnessN > 0.0 || surface->foundation > 0.0);
    g->bN = chooseDamping(surface->dampingN, surface->dampingRatioN, g->kN, WN, load, h) * share;
    g->bS = chooseDamping(surface->dampingS, surface->dampingRatioS, g->kS, WT, load, h) * share;
    g->kN *= share;
    g->kS *= share;
    g->inverseMassT = WT;
}
