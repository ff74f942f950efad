// SPDX-License-Identifier: MIT
// The one block of a world, laid out twice by the same code, the first time only to measure it.

#include "world/world_layout.h"

#include "base/arena.h"

static void layOutModel(vlWorld* w, vlArena* arena)
{
    const vlCapacity* c = &w->model.def.capacity;
    size_t bodies = (size_t)c->bodies;
    w->model.slot = vlArena_Take(arena, bodies, sizeof *w->model.slot);
    w->model.inertia = vlArena_Take(arena, bodies, sizeof *w->model.inertia);
    w->model.surface =
        vlArena_Take(arena, (size_t)c->materials * (size_t)c->materials, sizeof *w->model.surface);
}

// Pairs of bodies that touch by samples are as many as other contacts at most.
static int samplePairs(const vlCapacity* c)
{
    return c->samples > 0 ? c->contacts : 0;
}

static void layOutState(vlWorld* w, vlArena* arena)
{
    const vlCapacity* c = &w->model.def.capacity;
    size_t bodies = (size_t)c->bodies;
    vlState* s = &w->state;
    s->head = vlArena_Take(arena, 1, sizeof *s->head);
    size_t begin = arena->used - sizeof *s->head;
    s->begin = (unsigned char*)s->head;
    s->motion = vlArena_Take(arena, bodies, sizeof *s->motion);
    s->isFrozen = vlArena_Take(arena, bodies, sizeof *s->isFrozen);
    s->rest = vlArena_Take(arena, bodies, sizeof *s->rest);
    s->applied = vlArena_Take(arena, bodies, sizeof *s->applied);
    s->given = vlArena_Take(arena, bodies, sizeof *s->given);
    s->anchor = vlArena_Take(arena, bodies, sizeof *s->anchor);
    s->pair = vlArena_Take(arena, (size_t)c->pairs, sizeof *s->pair);
    s->spring = vlArena_Take(arena, (size_t)c->springs, sizeof *s->spring);
    s->joint = vlArena_Take(arena, (size_t)c->joints, sizeof *s->joint);
    s->coupling = vlArena_Take(arena, (size_t)c->couplings, sizeof *s->coupling);
    s->pressing =
        vlArena_Take(arena, (size_t)c->contacts + (size_t)samplePairs(c), sizeof *s->pressing);
    s->point = vlArena_Take(arena, VL_MAX_POINT_CONTACTS, sizeof *s->point);
    s->sample = vlArena_Take(arena, (size_t)c->samples, sizeof *s->sample);
    s->proxyOrder = vlArena_Take(arena, (size_t)c->bodies, sizeof *s->proxyOrder);
    s->size = arena->used - begin;
}

// Corners and faces of a contact area per contact, on average; boxes need 4 to 8 corners and 2
// faces.
#define POINTS_PER_CONTACT 16
#define HEIGHTS_PER_CONTACT 12
#define POOL_FLOOR 4096

static void layOutPool(vlVolumePool* pool, vlArena* arena, int contacts, bool wantLifted)
{
    pool->pointCapacity = contacts * POINTS_PER_CONTACT + POOL_FLOOR;
    pool->heightCapacity = contacts * HEIGHTS_PER_CONTACT + POOL_FLOOR;
    pool->liftedCapacity = wantLifted ? 4 * pool->pointCapacity : 0;
    pool->liftedFaceCapacity = wantLifted ? pool->heightCapacity : 0;
    pool->points = vlArena_Take(arena, (size_t)pool->pointCapacity, sizeof *pool->points);
    pool->heights = vlArena_Take(arena, (size_t)pool->heightCapacity, sizeof *pool->heights);
    pool->lifted = vlArena_Take(arena, (size_t)pool->liftedCapacity, sizeof *pool->lifted);
    pool->liftedFaces =
        vlArena_Take(arena, (size_t)pool->liftedFaceCapacity, sizeof *pool->liftedFaces);
}

static void layOutWork(vlWorld* w, vlArena* arena)
{
    const vlCapacity* c = &w->model.def.capacity;
    size_t bodies = (size_t)c->bodies;
    vlWork* k = &w->work;
    bool isRk4 = w->model.def.integrator == VL_INTEGRATOR_RK4;
    k->start = vlArena_Take(arena, bodies, sizeof *k->start);
    k->place = vlArena_Take(arena, bodies, sizeof *k->place);
    k->expected = vlArena_Take(arena, bodies, sizeof *k->expected);
    k->proxy = vlArena_Take(arena, bodies, sizeof *k->proxy);
    k->placed = vlArena_Take(arena, bodies, sizeof *k->placed);
    k->pieceBounds = vlArena_Take(arena, (size_t)c->pieces, sizeof *k->pieceBounds);
    k->key = vlArena_Take(arena, (size_t)c->pairs, sizeof *k->key);
    k->oldPair = vlArena_Take(arena, (size_t)c->pairs, sizeof *k->oldPair);
    k->cuts.capacity = c->contacts;
    k->cuts.kept =
        vlArena_Take(arena, (size_t)c->contacts + VL_CUT_PLACES - 1, sizeof *k->cuts.kept);
    bool keepsLast = isRk4 || (vlModel_IsImplicit(&w->model) && w->model.def.sleep);
    for (int i = 0; i < (keepsLast ? 2 : 1); ++i) {
        vlEvaluation* e = &k->evaluation[i];
        layOutPool(&e->pool, arena, c->contacts,
                   w->model.def.contact.reference.friction == VL_FRICTION_PAPER);
        e->contact = vlArena_Take(arena, (size_t)c->contacts + 1, sizeof *e->contact);
    }
    k->load = vlArena_Take(arena, bodies, sizeof *k->load);
    int elements = c->contacts + c->springs + c->joints + c->couplings + samplePairs(c);
    k->element = vlArena_Take(arena, (size_t)elements, sizeof *k->element);
    k->springReport = vlArena_Take(arena, (size_t)c->springs, sizeof *k->springReport);
    k->jointReport = vlArena_Take(arena, (size_t)c->joints, sizeof *k->jointReport);
    k->couplingReport = vlArena_Take(arena, (size_t)c->couplings, sizeof *k->couplingReport);
    k->passing.pair = vlArena_Take(arena, (size_t)c->joints, sizeof *k->passing.pair);
    k->passing.first = vlArena_Take(arena, bodies, sizeof *k->passing.first);
    k->passing.next = vlArena_Take(arena, (size_t)c->joints, sizeof *k->passing.next);
    k->springShare = vlArena_Take(arena, bodies, sizeof *k->springShare);
    k->reaction = vlArena_Take(arena, 2 * bodies, sizeof *k->reaction);
    k->stage = vlArena_Take(arena, isRk4 ? bodies : 0, sizeof *k->stage);
    k->slope = vlArena_Take(arena, isRk4 ? 2 * bodies : 0, sizeof *k->slope);
    k->pressing =
        vlArena_Take(arena, (size_t)c->contacts + (size_t)samplePairs(c), sizeof *k->pressing);
    k->event = vlArena_Take(arena, (size_t)c->events, sizeof *k->event);
    k->point = vlArena_Take(arena, VL_MAX_POINT_CONTACTS, sizeof *k->point);
    k->scratch = vlArena_Take(arena, 1, sizeof *k->scratch);
}

static void layOutSamples(vlWorld* w, vlArena* arena)
{
    const vlCapacity* c = &w->model.def.capacity;
    vlSampleWork* s = &w->work.samples;
    size_t samples = (size_t)c->samples;
    s->pairCapacity = samplePairs(c);
    size_t pairs = (size_t)s->pairCapacity;
    s->pair = vlArena_Take(arena, pairs, sizeof *s->pair);
    s->lastPair = vlArena_Take(arena, pairs, sizeof *s->lastPair);
    s->cache = vlArena_Take(arena, pairs, sizeof *s->cache);
    s->point = vlArena_Take(arena, samples, sizeof *s->point);
    s->lastPoint = vlArena_Take(arena, samples, sizeof *s->lastPoint);
    s->near = vlArena_Take(arena, samples, sizeof *s->near);
    s->memory = vlArena_Take(arena, samples, sizeof *s->memory);
    s->place = vlArena_Take(arena, (size_t)c->clusters, sizeof *s->place);
}

// Gauss points per contact, on average; boxes need 12 where they are sampled at all.
#define BED_POINTS_PER_CONTACT 16

static void layOutImplicit(vlWorld* w, vlArena* arena)
{
    const vlCapacity* c = &w->model.def.capacity;
    vlImplicitStep* k = &w->work.implicit;
    // Springs, joints and couplings may add the term of a force on a lever for each of their
    // bodies.
    int elements = c->contacts + samplePairs(c) + 3 * (c->springs + c->joints) + 2 * c->couplings;
    vlImplicitWork_LayOut(&k->solver, arena, c->bodies, elements);
    k->isStill = vlArena_Take(arena, (size_t)c->bodies, sizeof *k->isStill);
    k->mean = vlArena_Take(arena, (size_t)c->bodies, sizeof *k->mean);
    vlHaltWork* halt = &w->work.halt;
    halt->way = vlArena_Take(arena, (size_t)c->bodies, sizeof *halt->way);
    halt->until = vlArena_Take(arena, (size_t)c->bodies, sizeof *halt->until);
    halt->round = vlArena_Take(arena, (size_t)c->bodies, sizeof *halt->round);
    halt->group = vlArena_Take(arena, (size_t)c->bodies, sizeof *halt->group);
    k->elements.line = vlArena_Take(arena, (size_t)elements, sizeof *k->elements.line);
    k->elements.link = vlArena_Take(arena, (size_t)elements, sizeof *k->elements.link);
    k->elements.slot = vlArena_Take(arena, (size_t)elements, sizeof *k->elements.slot);
    k->jointRows = vlArena_Take(arena, (size_t)c->joints, sizeof *k->jointRows);
    k->bed = vlArena_Take(arena, (size_t)c->contacts, sizeof *k->bed);
    k->pool.capacity = c->contacts * BED_POINTS_PER_CONTACT + POOL_FLOOR;
    k->pool.points = vlArena_Take(arena, (size_t)k->pool.capacity, sizeof *k->pool.points);
}

size_t vlWorld_LayOut(vlWorld* w, unsigned char* base)
{
    vlArena arena = {base, 0};
    (void)vlArena_Take(&arena, 1, sizeof *w);
    w->message = vlArena_Take(&arena, VL_MESSAGE_SIZE, 1);
    layOutModel(w, &arena);
    layOutState(w, &arena);
    layOutWork(w, &arena);
    if (vlModel_IsImplicit(&w->model)) {
        layOutImplicit(w, &arena);
    }
    layOutSamples(w, &arena); // an explicit world of the contact thread (two_rate) has them too
    return arena.used;
}
