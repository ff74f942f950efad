// SPDX-License-Identifier: MIT
// Stiffness and damping. Symplectic Euler with an explicit damper holds a contact while
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

#include "contact/contact.h"

// Part of the limit (T4.1) that is used.
#define SAFETY 0.8
// Of which a given stiffness may use this much: without some damping nothing comes to rest.
#define GIVEN_PART 0.75
// Automatic stiffness: k h^2 W N of at most this size, which leaves half the limit to damping. It
// is set for free masses and this many contacts, and lowered where the true W and N are larger.
#define AUTO_STIFFNESS 1.5
#define AUTO_CONTACTS 4.0
#define UNLIMITED 1e30

double vlGains_Limit(double mass, double step)
{
    return GIVEN_PART * SAFETY * 4.0 * mass / (step * step);
}

// What the pair opposes to a contact: inverse masses at its origin.
typedef struct Resistance {
    double normal;        // along the normal
    double x, y, xy;      // tangential 2 x 2
    double bxx, bxy, byy; // in-plane inverse inertia
} Resistance;

// Adds one body: along direction d a force feels 1/m + (r x d) I^-1 (r x d).
static void addBody(Resistance* sum, const vlContactBody* body, const vlContactVolume* v)
{
    if (body->inverseMass <= 0.0) {
        return;
    }
    vlVec3 lever = vlSub(v->origin, body->motion->centre);
    vlVec3 armN = vlCross(lever, v->normal);
    vlVec3 arm1 = vlCross(lever, v->e1);
    vlVec3 arm2 = vlCross(lever, v->e2);
    vlVec3 turn1 = vlMulMV(body->inverseInertiaW, arm1);
    sum->normal += body->inverseMass + vlDot(armN, vlMulMV(body->inverseInertiaW, armN));
    sum->x += body->inverseMass + vlDot(arm1, turn1);
    sum->xy += vlDot(arm2, turn1);
    sum->y += body->inverseMass + vlDot(arm2, vlMulMV(body->inverseInertiaW, arm2));
    vlVec3 about1 = vlMulMV(body->inverseInertiaW, v->e1);
    sum->bxx += vlDot(v->e1, about1);
    sum->bxy += vlDot(v->e2, about1);
    sum->byy += vlDot(v->e2, vlMulMV(body->inverseInertiaW, v->e2));
}

// Larger eigenvalue of the tangential inverse mass.
static double tangentialOf(const Resistance* r)
{
    double half = 0.5 * (r->x - r->y);
    return 0.5 * (r->x + r->y) + sqrt(half * half + r->xy * r->xy);
}

// Largest eigenvalue of the tilting problem: in-plane inverse inertia of the pair times the second
// moments of the area. Turning about e1 moves points along e2, hence the crossed indices.
static double tiltingOf(const Resistance* r, const vlContactVolume* v)
{
    double perArea = 1.0 / v->area;
    double half = 0.5 * (r->bxx * v->myy - 2.0 * r->bxy * v->mxy + r->byy * v->mxx) * perArea;
    double determinant = (r->bxx * r->byy - r->bxy * r->bxy) * (v->mxx * v->myy - v->mxy * v->mxy) *
                         perArea * perArea;
    double spread = half * half - determinant;
    return half + (spread > 0.0 ? sqrt(spread) : 0.0);
}

// `budget` is what (2 b h + k h^2) may come to.
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
    Resistance r = {0};
    addBody(&r, a, v);
    addBody(&r, b, v);
    double WN = r.normal;
    double WT = tangentialOf(&r);
    double tilt = tiltingOf(&r, v);

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
    // The point model is the classical baseline and gets no such help.
    double safety = context->options->model == VL_CONTACT_POINT ? UNLIMITED : SAFETY * 4.0;
    bool isGiven = surface->stiffnessN > 0.0 || (isBed && surface->foundation > 0.0);
    double part = isGiven ? GIVEN_PART : AUTO_STIFFNESS / safety;
    double budgetN = safety / larger(load * WN, 2.0 * tilt);
    g->kN = limitStiffness(stiffness, part * budgetN, h, &limited);
    g->bN = chooseDamping(surface->dampingN, surface->dampingRatioN, g->kN, WN, budgetN, h);

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
    g->inverseMassT = WT;
}
