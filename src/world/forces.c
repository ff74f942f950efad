// SPDX-License-Identifier: MIT
// From contact volumes to force elements: each body's contacts are counted for the stability limit,
// then every contact is evaluated on its own.

#include "world/world.h"

void vlForces_CountLoads(vlWorld* world)
{
    vlWork* work = &world->work;
    for (int i = 0; i < world->model.slotCount; ++i) {
        work->load[i] = 0.0;
    }
    for (int i = 0; i < work->current->contactCount; ++i) {
        const vlContact* c = &work->current->contact[i];
        double share = c->volume.area / c->groupArea;
        work->load[c->bodyA] += share;
        work->load[c->bodyB] += share;
    }
}

double vlForces_LoadOf(const vlWorld* world, const vlContact* c, const vlContactBody* a,
                       const vlContactBody* b)
{
    double loadA = a->inverseMass > 0.0 ? world->work.load[c->bodyA] : 0.0;
    double loadB = b->inverseMass > 0.0 ? world->work.load[c->bodyB] : 0.0;
    double load = loadA > loadB ? loadA : loadB;
    return load > 0.0 && load < 1.0 ? 1.0 : load;
}

static void evaluateOne(vlWorld* world, const vlContactContext* context, const vlMotion* motions,
                        int index)
{
    vlWork* work = &world->work;
    vlContact* c = &work->current->contact[index];
    vlContactBody a;
    vlContactBody b;
    vlContacts_BodiesOf(world, motions, c, &a, &b);
    double load = vlForces_LoadOf(world, c, &a, &b);
    vlForceElement* e = &work->element[index];
    e->bodyA = (int)c->bodyA;
    e->bodyB = (int)c->bodyB;
    e->origin = c->volume.origin;
    if (load > 0.0) {
        vlContact_Evaluate(c, context, &a, &b, vlContacts_SurfaceOf(world, c), load,
                           vlContacts_MemoryBefore(world, index));
    } else { // both frozen: nothing can move
        c->wrench.force = c->wrench.torque = vlZero();
    }
    e->onB = c->wrench;
    work->info.limitedContacts += c->gains.isLimited;
}

int vlForces_Evaluate(vlWorld* world, const vlMotion* motions, double elapsed)
{
    vlWork* work = &world->work;
    int count = work->current->contactCount;
    vlContactContext context = {.options = &world->def.contact,
                                .pool = &work->current->pool,
                                .step = world->def.step,
                                .elapsed = elapsed};
    work->info.limitedContacts = 0;
    vlContacts_ShareAreas(world);
    vlForces_CountLoads(world);
    for (int i = 0; i < count; ++i) {
        evaluateOne(world, &context, motions, i);
    }
    return count;
}

void vlForces_Remember(vlWorld* world)
{
    for (int i = 0; i < world->work.current->contactCount; ++i) {
        const vlContact* c = &world->work.current->contact[i];
        world->state.pair[c->pair].friction = c->memory;
    }
}
