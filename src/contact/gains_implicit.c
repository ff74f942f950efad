// SPDX-License-Identifier: MIT
// Stiffness and damping for the implicit integrator, which no stiffness makes unstable.

#include "contact/contact_force.h"
#include "contact/yield.h"

// A contact that carries more than the pair's own mass is damped for what it carries: a light body
// under a heavy one would ring else.
#define STANDARD_GRAVITY 9.80665 // m/s2

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static double dampingOf(double given, double ratio, double k, double mass)
{
    return given >= 0.0 ? given : 2.0 * ratio * sqrt(k * mass);
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
    // Automatic: a body sinks by g step^2 under its own weight, 10 um at 1 ms, whatever it weighs.
    double stiffness = surface->stiffnessN < 0.0 ? 1.0 / (free * h * h) : surface->stiffnessN;
    bool isBed = context->options->law == VL_LAW_FOUNDATION && v->pointCount > 0;
    // A bed of springs is as stiff as it is wide; a lumped contact shares one stiffness within its
    // group by area.
    double share = isBed ? 1.0 : v->area / contact->groupArea;
    if (isBed) {
        double kappa = surface->foundation > 0.0 ? surface->foundation
                                                 : stiffness / (contact->size * contact->size);
        stiffness = kappa * v->area;
    }
    double mass = larger(1.0 / y.normal, normalForceBefore / STANDARD_GRAVITY);
    double tangential = surface->stiffnessS < 0.0 || isBed ? stiffness : surface->stiffnessS;
    g->kN = stiffness * share;
    g->kS = tangential * share;
    g->bN = dampingOf(surface->dampingN, surface->dampingRatioN, stiffness, mass) * share;
    g->bS = dampingOf(surface->dampingS, surface->dampingRatioS, tangential, mass) * share;
    g->inverseMassN = y.normal;
    g->inverseMassT = vlYield_Tangential(&y);
    g->isLimited = false;
}
