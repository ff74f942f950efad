// SPDX-License-Identifier: MIT
// From contact volumes to force elements: contacts of one union share their area, each body's
// contacts are counted for the stability limit, then every contact is evaluated on its own.

#include "world/world.h"

// Contacts of the same two bodies whose normals differ by less than 20 degrees push on the same
// side of a union: they share one stiffness.
#define SAME_SIDE_COSINE 0.9396926207859084

static bool samePair(const vlContact* a, const vlContact* b)
{
    return a->bodyA == b->bodyA && a->bodyB == b->bodyB;
}

static bool sameGroup(const vlContact* a, const vlContact* b)
{
    bool bothHaveArea = a->volume.pointCount > 0 && b->volume.pointCount > 0;
    return a == b || (bothHaveArea && vlDot(a->volume.normal, b->volume.normal) > SAME_SIDE_COSINE);
}

// Contacts [first, end) belong to one pair of bodies.
static void shareArea(vlContact* contact, int first, int end)
{
    for (int i = first; i < end; ++i) {
        double area = 0.0;
        for (int j = first; j < end; ++j) {
            if (sameGroup(&contact[i], &contact[j])) {
                area += contact[j].volume.area;
            }
        }
        contact[i].groupArea = area;
    }
}

// A contact on a piece newly reached takes over the friction of a neighbour in its group, so that
// sliding across a seam is not felt.
static const vlFrictionMemory* memoryBefore(const vlWorld* world, int index, int first, int end)
{
    const vlContact* contact = world->work.current->contact;
    const vlFrictionMemory* own = &world->state.pair[contact[index].pair].friction;
    if (own->mode != VL_MODE_NONE) {
        return own;
    }
    for (int j = first; j < end; ++j) {
        const vlFrictionMemory* other = &world->state.pair[contact[j].pair].friction;
        if (other->mode != VL_MODE_NONE && sameGroup(&contact[index], &contact[j])) {
            return other;
        }
    }
    return own;
}

static void countLoads(vlWorld* world)
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

static vlContactBody bodyOf(const vlWorld* world, const vlMotion* motions, uint32_t i)
{
    vlContactBody b = {&motions[i],
                       world->state.isFrozen[i] ? 0.0 : world->model.inertia[i].inverseMass,
                       world->work.place[i].inverseInertiaW};
    return b;
}

static void evaluateOne(vlWorld* world, const vlContactContext* context, const vlMotion* motions,
                        int index, int first, int end)
{
    vlWork* work = &world->work;
    vlContact* c = &work->current->contact[index];
    vlContactBody a = bodyOf(world, motions, c->bodyA);
    vlContactBody b = bodyOf(world, motions, c->bodyB);
    double loadA = a.inverseMass > 0.0 ? work->load[c->bodyA] : 0.0;
    double loadB = b.inverseMass > 0.0 ? work->load[c->bodyB] : 0.0;
    double load = loadA > loadB ? loadA : loadB;
    const vlSurface* surface = vlWorld_SurfaceOf(world, world->model.slot[c->bodyA].material,
                                                 world->model.slot[c->bodyB].material);
    vlForceElement* e = &work->element[index];
    e->bodyA = (int)c->bodyA;
    e->bodyB = (int)c->bodyB;
    e->origin = c->volume.origin;
    if (load > 0.0) {
        vlContact_Evaluate(c, context, &a, &b, surface, load > 1.0 ? load : 1.0,
                           memoryBefore(world, index, first, end));
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
    vlContact* contact = work->current->contact;
    vlContactContext context = {&world->def.contact, &work->current->pool, world->def.step,
                                elapsed};
    bool shares = world->def.contact.model == VL_CONTACT_VOLUME;
    work->info.limitedContacts = 0;
    for (int first = 0, end = 0; first < count && shares; first = end) {
        for (end = first + 1; end < count && samePair(&contact[first], &contact[end]);) {
            ++end;
        }
        if (end - first > 1) {
            shareArea(contact, first, end);
        }
    }
    countLoads(world);
    for (int first = 0, end = 0; first < count; first = end) {
        for (end = first + 1; end < count && samePair(&contact[first], &contact[end]);) {
            ++end;
        }
        for (int i = first; i < end; ++i) {
            evaluateOne(world, &context, motions, i, first, end);
        }
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
