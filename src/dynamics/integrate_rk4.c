// SPDX-License-Identifier: MIT
// Classical Runge-Kutta of fourth order on (centre, rotation, velocity, L). The friction memory of
// the contacts advances once a step, at the first stage; the other stages look ahead from it by
// their own time.
//
// A body that no torque acts on turns by its free rotation instead, which keeps its energy for any
// time. A body that turns too far in a step for Runge-Kutta, such as a slim body in a fast spin,
// does so too.

#include "dynamics/force.h"

// Time derivative of `at` for body i under `reaction`, written in the fields of a vlMotion.
static vlMotion slopeOf(const vlDynamics* d, int i, const vlMotion* at, vlWrench reaction)
{
    vlMotion s = {0};
    vlVec3 force = vlAdd(reaction.force, d->applied[i].force);
    vlQuat spin = {0.0, at->omega.x, at->omega.y, at->omega.z};
    vlQuat turning = vlMulQ(spin, at->rotation);
    s.centre = at->velocity;
    s.rotation.w = 0.5 * turning.w, s.rotation.x = 0.5 * turning.x;
    s.rotation.y = 0.5 * turning.y, s.rotation.z = 0.5 * turning.z;
    if (d->inertia[i].inverseMass > 0.0) {
        s.velocity = vlMulAdd(d->gravity, d->inertia[i].inverseMass, force);
        s.spin = vlAdd(reaction.torque, d->applied[i].torque);
    }
    return s;
}

static void addScaled(vlMotion* sum, double s, const vlMotion* slope)
{
    sum->centre = vlMulAdd(sum->centre, s, slope->centre);
    sum->velocity = vlMulAdd(sum->velocity, s, slope->velocity);
    sum->spin = vlMulAdd(sum->spin, s, slope->spin);
    sum->rotation.w += s * slope->rotation.w;
    sum->rotation.x += s * slope->rotation.x;
    sum->rotation.y += s * slope->rotation.y;
    sum->rotation.z += s * slope->rotation.z;
}

// Beyond this value of step |L| times the largest difference of inverse moments, the axes of a body
// would move by more than Runge-Kutta can follow; it explodes at 2.8.
#define LARGEST_TURN 1.0

static bool turnsFar(const vlDynamics* d, int i)
{
    const vlPrincipal* p = &d->inertia[i].principal;
    double turn = d->step * (p->below + p->above);
    vlVec3 L = d->motion[i].spin;
    return d->inertia[i].inverseMass > 0.0 &&
           turn * turn * vlDot(L, L) > LARGEST_TURN * LARGEST_TURN;
}

// The orientation that body i has `time` seconds after the start of the step, with the angular
// momentum `spin` meanwhile.
static vlQuat turnedFreely(const vlDynamics* d, int i, vlVec3 spin, double time)
{
    vlMotion m = d->motion[i];
    m.spin = spin;
    vlMotion_Rotate(&d->inertia[i], &m, time, VL_TURNING_FINE);
    return m.rotation;
}

static void finish(const vlInertia* inertia, vlMotion* m)
{
    m->rotation = vlUnitQ(m->rotation);
    if (inertia->inverseMass > 0.0) {
        m->omega = vlInertia_Omega(inertia, vlMatFromQuat(m->rotation), m->spin);
    }
}

static bool isZero(vlVec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

void vlIntegrate_Rk4(vlDynamics* d)
{
    static const double ahead[4] = {0.0, 0.5, 0.5, 1.0};
    static const double weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    vlWrench* reaction = d->reaction + d->bodyCount; // second half: later stages
    vlMotion* total = d->slope;
    vlMotion* previous = d->slope + d->bodyCount;

    for (int stage = 0; stage < 4; ++stage) {
        for (int i = 0; i < d->bodyCount; ++i) {
            d->stage[i] = d->motion[i];
            bool moves = d->inertia[i].inverseMass > 0.0 || d->inertia[i].isDriven;
            if (stage > 0 && moves) {
                double time = ahead[stage] * d->step;
                addScaled(&d->stage[i], time, &previous[i]);
                if (turnsFar(d, i)) {
                    d->stage[i].rotation = turnedFreely(d, i, d->stage[i].spin, time);
                }
                finish(&d->inertia[i], &d->stage[i]);
            }
        }
        // The first stage carries the friction memory over the step just made; the other stages
        // look ahead from there.
        double elapsed = stage == 0 ? d->step : ahead[stage] * d->step;
        vlWrench* sums = stage == 0 ? d->reaction : reaction;
        int count = d->source.evaluate(d->source.user, d->stage, elapsed, stage == 0);
        vlForce_Sum(d->source.elements, count, d->stage, d->bodyCount, sums);
        for (int i = 0; i < d->bodyCount; ++i) {
            previous[i] = slopeOf(d, i, &d->stage[i], sums[i]);
            if (stage == 0) {
                total[i] = (vlMotion){0};
            }
            addScaled(&total[i], weight[stage], &previous[i]);
        }
    }
    for (int i = 0; i < d->bodyCount; ++i) {
        if (d->inertia[i].inverseMass > 0.0 || d->inertia[i].isDriven) {
            vlMotion end = d->motion[i];
            addScaled(&end, d->step, &total[i]);
            if (d->inertia[i].inverseMass > 0.0 && (isZero(total[i].spin) || turnsFar(d, i))) {
                vlVec3 mean = vlMulAdd(d->motion[i].spin, 0.5 * d->step, total[i].spin);
                end.rotation = turnedFreely(d, i, mean, d->step);
            }
            finish(&d->inertia[i], &end);
            d->motion[i] = end;
        }
    }
}
