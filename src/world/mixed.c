// SPDX-License-Identifier: MIT
// The mixed integrator: an island takes the implicit step when a spring, a joint or a device acts
// in it, or when a contact is stiffer than the explicit limit; else its contacts give the force
// they have at the start of the step, and the step is symplectic Euler's.

#include <string.h>

#include "world/implicit.h"

static bool isAboveLimit(vlWorld* world, const vlContactContext* context, vlContact* c)
{
    const vlMotion* motions = world->work.start;
    vlContactBody a;
    vlContactBody b;
    vlContacts_BodiesOf(world, motions, c, &a, &b);
    vlGains implicit = c->gains;
    vlGains_Choose(c, context, &a, &b, vlContacts_SurfaceOf(world, c),
                   vlForces_LoadOf(world, c, &a, &b));
    bool isAbove = c->gains.isLimited;
    c->gains = implicit;
    return isAbove;
}

static void evaluate(vlWorld* world, const vlContactContext* context, int index)
{
    const vlMotion* motions = world->work.start;
    vlContact* c = &world->work.current->contact[index];
    vlContactBody a;
    vlContactBody b;
    vlContacts_BodiesOf(world, motions, c, &a, &b);
    vlContact_Evaluate(c, context, &a, &b, vlContacts_SurfaceOf(world, c),
                       vlForces_LoadOf(world, c, &a, &b), vlContacts_MemoryBefore(world, index));
    vlImplicitElement* e = &world->work.implicit.element[index];
    memset(e, 0, sizeof *e);
    e->bodyA = (int)c->bodyA;
    e->bodyB = (int)c->bodyB;
    e->origin = c->volume.origin;
    e->onB = c->wrench;
    world->work.implicit.bed[index].isExplicit = true;
}

void vlMixed_Choose(vlWorld* world)
{
    vlImplicitStep* k = &world->work.implicit;
    vlContactContext context = vlImplicit_ContextOf(world);
    memset(k->isStiff, 0, (size_t)k->solver.islands.islandCount * sizeof *k->isStiff);
    vlForces_CountLoads(world);
    for (int i = 0; i < k->count; ++i) {
        int island = vlImplicit_IslandOf(k, i);
        if (island >= 0 && !k->isStiff[island]) {
            k->isStiff[island] = i >= k->springStart ||
                                 isAboveLimit(world, &context, &world->work.current->contact[i]);
        }
    }
    for (int i = 0; i < k->springStart; ++i) {
        int island = vlImplicit_IslandOf(k, i);
        if (island >= 0 && !k->isStiff[island]) {
            evaluate(world, &context, i);
        }
    }
}
