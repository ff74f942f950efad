// SPDX-License-Identifier: MIT
// What a world can promise: laws within their windows for its bodies, and a speed up to which
// nothing passes through anything (T11.19).

#include <math.h>
#include <stdio.h>

#include "planar/world2_parts.h"

// 1/mass that a contact at the farthest vertex feels, in the worst direction.
static double mobilityOf(const vlBody2Model* model)
{
    return model->perMass + model->radius * model->radius * model->perInertia;
}

// Checks friction for two contacts: under the largest load that the world's definition names, where
// the bodies move most easily; and under the weight of the lighter body, which rests on the other
// and does not turn. The window of classical friction (T11.21) depends on the load.
static vlResult checkFriction(const vlWorld2* world, int a, int b, const vlLawChoice* friction,
                              double mobility, char* why, size_t size)
{
    const vlBody2Model* first = &world->model[a];
    const vlBody2Model* second = &world->model[b];
    vlVec2 gravity = world->state->gravity;
    vlLawLoad load = {
        .step = world->step, .mass = 1.0 / mobility, .contacts = 2, .force = world->load};
    vlResult result = vlLaw_Check(friction, &load, why, size);
    double pull = sqrt(gravity.x * gravity.x + gravity.y * gravity.y);
    if (result == VL_OK && pull > 0.0) {
        load.mass = 1.0 / (first->perMass + second->perMass);
        load.force = 0.5 * pull / fmax(first->perMass, second->perMass);
        result = vlLaw_Check(friction, &load, why, size);
    }
    return result;
}

vlResult vlWorld2_CheckPair(vlWorld2* world, int a, int b, const vlSurface2* surface)
{
    double mobility = mobilityOf(&world->model[a]) + mobilityOf(&world->model[b]);
    if (mobility == 0.0) {
        return VL_OK;
    }
    char why[320];
    // One contact where the body moves most easily; two elsewhere are stiffer by less than a factor
    // of two, and the window w T <= 0.5 is a factor of five in stiffness away from 2/sqrt(3), above
    // which a passive wall is no longer passive. Friction is bounded by a damper, so that both
    // contacts count.
    vlLawLoad load = {.step = world->step, .mass = 1.0 / mobility, .contacts = 1};
    vlResult result = vlLaw_Check(&surface->wall, &load, why, sizeof why);
    if (result == VL_OK) {
        result = checkFriction(world, a, b, &surface->friction, mobility, why, sizeof why);
    }
    if (result != VL_OK) {
        return vlWorld2_Fail(world, result, "bodies %d and %d: %s", a, b, why);
    }
    return VL_OK;
}

// Slope of the softest wall between bodies of the world, N/m.
static double softest(const vlWorld2* world)
{
    double least = HUGE_VAL;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        for (int j = i + 1; j < world->bodyCount.used; ++j) {
            const vlBody2Model* a = &world->model[i];
            const vlBody2Model* b = &world->model[j];
            if (a->slot.isTaken && b->slot.isTaken && a->perMass + b->perMass > 0.0) {
                least = fmin(least, vlLaw_GetStiffness(&vlWorld2_SurfaceOf(world, i, j)->wall));
            }
        }
    }
    return least;
}

void vlWorld2_UpdateLimit(vlWorld2* world)
{
    vlSpeedLimit2* limit = &world->limit;
    double mass = 0.0;
    double width = HUGE_VAL;
    for (int i = 0; i < world->bodyCount.used; ++i) {
        const vlBody2Model* model = &world->model[i];
        if (model->slot.isTaken) {
            mass += model->mass;
            width = fmin(width, model->width);
        }
    }
    double stiffness = softest(world);
    double step = world->step;
    limit->looking = world->nearDistance / (4.0 * step);
    limit->tracking = width / (4.0 * step);
    limit->stopping = HUGE_VAL;
    if (isfinite(stiffness)) {
        limit->stopping =
            stiffness > 0.0 ? 0.5 * width / (sqrt(mass / stiffness) + 2.0 * step) : 0.0;
    }
    limit->speed = fmin(limit->looking, fmin(limit->tracking, limit->stopping));
}

vlSpeedLimit2 vlWorld2_GetSpeedLimit(const vlWorld2* world)
{
    return world->limit;
}
