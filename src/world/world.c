// SPDX-License-Identifier: MIT
// Creating and destroying a world: one block, laid out twice by the same code, the first time only
// to measure it.

#include "world/world_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/sentence.h"
#include "world/sleep.h"

vlWorldDef vlDefaultWorldDef(void)
{
    vlWorldDef def = {.capacity = {.bodies = 64, .materials = 16},
                      .step = 1e-3,
                      .gravity = {0.0, 0.0, -9.8},
                      .integrator = VL_INTEGRATOR_IMPLICIT,
                      .contact = vlDefaultContactOptions(),
                      .surface = vlDefaultSurface()};
    return def;
}

vlResult vlWorld_Fail(const vlWorld* world, vlResult result, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->message, VL_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return result;
}

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
    k->jointRows = vlArena_Take(arena, (size_t)c->joints, sizeof *k->jointRows);
    k->bed = vlArena_Take(arena, (size_t)c->contacts, sizeof *k->bed);
    k->pool.capacity = c->contacts * BED_POINTS_PER_CONTACT + POOL_FLOOR;
    k->pool.points = vlArena_Take(arena, (size_t)k->pool.capacity, sizeof *k->pool.points);
}

// Places all arrays of `w` in a block at `base`; with NULL it only measures. Returns the size.
static size_t layOut(vlWorld* w, unsigned char* base)
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

// Pieces of all bodies together: memory is the only limit.
#define MOST_PIECES 1000000

// How many balls of samples and samples are remembered, unless given: enough for two surfaces of
// some twenty thousand samples each, 2.6 MB.
#define CLUSTERS 65536

static vlResult checkCapacity(vlCapacity* c, char* message, size_t size)
{
    vlResult bad = VL_ERROR_ARGUMENT;
    if (c->bodies < 1 || c->bodies > 65000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.bodies is %d; expected 1 to 65000", c->bodies);
    }
    if (c->materials < 1 || c->materials > 256) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.materials is %d; expected 1 to 256", c->materials);
    }
    if (c->pieces < 0 || c->pieces > MOST_PIECES) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.pieces is %d; expected 0 to %d", c->pieces, MOST_PIECES);
    }
    if (c->pairs < 0 || c->pairs > 4000000 || c->contacts < 0 || c->contacts > 1000000) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "capacity.pairs is %d and capacity.contacts %d; expected 0 to 4000000 and 0 "
            "to 1000000",
            c->pairs, c->contacts);
    }
    if (c->springs < 0 || c->springs > 65000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.springs is %d; expected 0 to 65000", c->springs);
    }
    if (c->joints < 0 || c->joints > 65000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.joints is %d; expected 0 to 65000", c->joints);
    }
    if (c->couplings < 0 || c->couplings > 64) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.couplings is %d; expected 0 to 64", c->couplings);
    }
    if (c->events < 0 || c->events > 1000000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "capacity.events is %d; expected 0 to 1000000", c->events);
    }
    if (c->samples < 0 || c->samples > 1000000 || c->clusters < 0 || c->clusters > 16000000) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "capacity.samples is %d and capacity.clusters %d; expected 0 to 1000000 and 0 "
            "to 16000000",
            c->samples, c->clusters);
    }
    c->pieces = c->pieces > 0 ? c->pieces : 4 * c->bodies;
    c->pairs = c->pairs > 0 ? c->pairs : 24 * c->bodies;
    c->contacts = c->contacts > 0 ? c->contacts : 12 * c->bodies;
    c->springs = c->springs > 0 ? c->springs : 16;
    c->joints = c->joints > 0 ? c->joints : c->bodies;
    c->couplings = c->couplings > 0 ? c->couplings : 4;
    c->events = c->events > 0 ? c->events : c->contacts;
    c->clusters = c->clusters > 0 || c->samples == 0 ? c->clusters : CLUSTERS;
    return VL_OK;
}

typedef struct NamedChoice {
    const char* name;
    int value;
    int count;
} NamedChoice;

static vlResult checkChoices(const vlWorldDef* def, char* message, size_t size)
{
    const vlReferenceOptions* o = &def->contact.reference;
    const NamedChoice choices[] = {{"integrator", (int)def->integrator, 3},
                                   {"contact.law", (int)def->contact.law, 2},
                                   {"contact.reference.model", (int)o->model, 2},
                                   {"contact.reference.normal", (int)o->normal, 2},
                                   {"contact.reference.friction", (int)o->friction, 2},
                                   {"contact.reference.pressure", (int)o->pressure, 2},
                                   {"contact.reference.route", (int)o->route, 2}};
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
        const NamedChoice* c = &choices[i];
        if (c->value < 0 || c->value >= c->count) {
            return vlSentence_Refuse((vlSentence){message, size}, VL_ERROR_ARGUMENT,
                                     "%s is %d; expected one of its enum values, 0 to %d", c->name,
                                     c->value, c->count - 1);
        }
    }
    return VL_OK;
}

// A choice that would have no effect together with another one is refused, so that nobody relies on
// it.
static vlResult checkCombination(const vlWorldDef* def, char* message, size_t size)
{
    const vlReferenceOptions* o = &def->contact.reference;
    bool isImplicit = def->integrator == VL_INTEGRATOR_IMPLICIT;
    bool isBed = def->contact.law == VL_LAW_FOUNDATION;
    bool isFaces = o->pressure == VL_PRESSURE_FACES;
    bool isPaper = o->friction == VL_FRICTION_PAPER;
    bool isPoint = o->model == VL_CONTACT_POINT;
    const struct {
        bool isSo;
        const char* sentence;
    } clashes[] = {
        {def->sleep && !isImplicit,
         "sleep is true; expected the integrator IMPLICIT with it, or false"},
        {isPaper && isImplicit, "contact.reference.friction is PAPER; expected GAUSS with the "
                                "implicit integrator, or EULER or RK4"},
        {isFaces && isImplicit, "contact.reference.pressure is FACES; expected NORMAL with the "
                                "implicit integrator, or EULER or RK4"},
        {isFaces && !isBed,
         "contact.reference.pressure is FACES; expected the law FOUNDATION with it, or NORMAL"},
        {isPoint && isBed, "contact.law is FOUNDATION; a point has no area: expected LUMPED with "
                           "contact.reference.model POINT"},
        {isPoint && o->normal == VL_NORMAL_SEARCH,
         "contact.reference.normal is SEARCH, which a point always uses; expected GRADIENT with "
         "contact.reference.model POINT"},
        {isPoint && isPaper, "contact.reference.friction is PAPER; a point has no area: expected "
                             "GAUSS with contact.reference.model POINT"},
        {isPoint && o->route == VL_POLYHEDRON_DUAL,
         "contact.reference.route is DUAL; a point needs no polyhedron: expected CLIP with "
         "contact.reference.model POINT"}};
    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; ++i) {
        if (clashes[i].isSo) {
            return vlSentence_Refuse((vlSentence){message, size}, VL_ERROR_ARGUMENT, "%s",
                                     clashes[i].sentence);
        }
    }
    return VL_OK;
}

static vlResult checkDef(vlWorldDef* def, char* message, size_t size)
{
    vlResult bad = VL_ERROR_ARGUMENT;
    if (!(def->step >= VL_SHORTEST_STEP && def->step <= VL_LONGEST_STEP)) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "step is %g s; expected %g to %g", def->step, VL_SHORTEST_STEP,
                                 VL_LONGEST_STEP);
    }
    if (!vlIsWithin(def->gravity, VL_MAX_SPEED)) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "gravity is (%g, %g, %g) m/s2; expected finite numbers, at most %g", def->gravity.x,
            def->gravity.y, def->gravity.z, VL_MAX_SPEED);
    }
    vlResult result = checkChoices(def, message, size);
    if (result != VL_OK) {
        return result;
    }
    result = checkCombination(def, message, size);
    if (result != VL_OK) {
        return result;
    }
    if ((def->allocator.allocate == NULL) != (def->allocator.release == NULL)) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "allocator has only one of its two functions");
    }
    if (def->allocator.allocate == NULL) {
        def->allocator = vlDefaultAllocator();
    }
    return checkCapacity(&def->capacity, message, size);
}

vlResult vlWorld_Measure(const vlWorldDef* def, size_t* memory, char* message, size_t messageSize)
{
    if (def == NULL || memory == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_ARGUMENT,
                                 "def or memory is NULL");
    }
    vlWorld plan;
    memset(&plan, 0, sizeof plan);
    plan.model.def = *def;
    vlResult result = checkDef(&plan.model.def, message, messageSize);
    if (result == VL_OK) {
        *memory = layOut(&plan, NULL);
    }
    return result;
}

vlResult vlWorld_Create(const vlWorldDef* def, vlWorld** world, char* message, size_t messageSize)
{
    if (def == NULL || world == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_ARGUMENT,
                                 "def or world is NULL");
    }
    vlWorld plan;
    memset(&plan, 0, sizeof plan);
    plan.model.def = *def;
    vlResult result = checkDef(&plan.model.def, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    plan.memory = layOut(&plan, NULL);
    unsigned char* block =
        plan.model.def.allocator.allocate(plan.memory, plan.model.def.allocator.user);
    if (block == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_MEMORY,
                                 "no memory for a world of %zu bytes", plan.memory);
    }
    memset(block, 0, plan.memory);
    vlWorld* w = (vlWorld*)(void*)block;
    *w = plan;
    layOut(w, block);
    vlClipper_Init(&w->work.scratch->clipper);
    for (int i = 0; i < w->model.def.capacity.bodies; ++i) {
        w->state.proxyOrder[i] = (uint16_t)i;
    }
    w->model.materialCount = 1;
    w->model.hash = VL_HASH_SEED;
    w->model.createdStep = w->model.def.step;
    w->state.head->pairsAreStale = true;
    w->state.head->gravity = w->model.def.gravity;
    w->work.current = &w->work.evaluation[0];
    vlMaterialId standard = {0};
    result = vlWorld_SetSurface(w, standard, standard, &def->surface);
    if (result != VL_OK) {
        result = vlSentence_Refuse((vlSentence){message, messageSize}, result, "surface: %s",
                                   w->message);
        vlWorld_Destroy(w);
        return result;
    }
    *world = w;
    return VL_OK;
}

void vlWorld_Destroy(vlWorld* world)
{
    if (world == NULL) {
        return;
    }
    for (int i = 0; i < world->model.bodies.used; ++i) {
        vlShape_Release(world->model.slot[i].shape);
    }
    vlAllocator allocator = world->model.def.allocator;
    allocator.release(world, allocator.user);
}

size_t vlWorld_GetMemory(const vlWorld* world)
{
    return world->memory;
}

const char* vlWorld_GetMessage(const vlWorld* world)
{
    return world->message;
}

vlStepInfo vlWorld_GetStepInfo(const vlWorld* world)
{
    return world->work.info;
}

vlLedger vlWorld_GetLedger(const vlWorld* world)
{
    return world->work.ledger;
}

double vlWorld_GetStep(const vlWorld* world)
{
    return world->model.def.step;
}

void vlWorld_SetGravity(vlWorld* world, vlVec3 gravity)
{
    if (vlIsWithin(gravity, VL_MAX_SPEED)) {
        vlVec3 change = vlSub(gravity, world->state.head->gravity);
        if (vlDot(change, change) > 0.0) {
            vlSleep_WakeAll(&world->model, &world->state);
        }
        world->state.head->gravity = gravity;
    }
}

vlVec3 vlWorld_GetGravity(const vlWorld* world)
{
    return world->state.head->gravity;
}

void vlWorld_SetProfile(vlWorld* world, bool on)
{
    world->model.def.profile = on;
}
