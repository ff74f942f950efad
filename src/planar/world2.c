// SPDX-License-Identifier: MIT
// Making and ending a planar world.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/sentence.h"
#include "planar/world2_parts.h"

vlWorld2Def vlDefaultWorld2Def(void)
{
    vlWorld2Def def = {
        .capacity = {.bodies = 32, .pairs = 0, .materials = 8},
        .step = 0.002,
        .nearDistance = 0.02,
        .farDistance = 0.03,
        .nearEvery = 10,
    };
    def.surface.wall = vlLaw_Choose(vlLaw_Find("pulse"));
    def.surface.friction = vlLaw_Choose(vlLaw_Find("reset"));
    return def;
}

vlResult vlWorld2_Fail(vlWorld2* world, vlResult result, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->message, sizeof world->message, format, arguments);
    va_end(arguments);
    return result;
}

static int pairsOf(const vlCapacity2* capacity)
{
    return capacity->pairs > 0 ? capacity->pairs : 8 * capacity->bodies;
}

static vlResult checkSurface(const vlSurface2* surface, vlSentence out)
{
    vlLawLoad any = {.step = 1e-9, .mass = 1e9, .contacts = 1}; // ranges only
    if (surface->wall.law == NULL || surface->wall.law->family != VL_LAW_WALL) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "the surface has %s as its wall; expected a wall law",
                                 surface->wall.law == NULL ? "no law" : surface->wall.law->name);
    }
    if (surface->friction.law != NULL && surface->friction.law->family != VL_LAW_FRICTION) {
        return vlSentence_Refuse(
            out, VL_ERROR_ARGUMENT,
            "the surface has %s as its friction; expected a friction law or none",
            surface->friction.law->name);
    }
    vlResult result = vlLaw_Check(&surface->wall, &any, out.text, out.size);
    if (result == VL_OK) {
        any.mass = 1e9;
        result = vlLaw_Check(&surface->friction, &any, out.text, out.size);
    }
    return result;
}

static vlResult checkDef(const vlWorld2Def* def, vlSentence out)
{
    const vlCapacity2* capacity = &def->capacity;
    if (capacity->bodies < 1 || capacity->bodies > 256) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT, "capacity.bodies is %d; expected 1 to 256",
                                 capacity->bodies);
    }
    if (capacity->pairs < 0 || capacity->pairs > 100000) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "capacity.pairs is %d; expected 0 to 100000", capacity->pairs);
    }
    if (capacity->materials < 1 || capacity->materials > 64) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "capacity.materials is %d; expected 1 to 64", capacity->materials);
    }
    if (!(def->step >= 1e-5 && def->step <= 0.01)) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT, "step is %g s; expected 1e-5 to 0.01",
                                 def->step);
    }
    if (!vlVec2_IsFinite(def->gravity)) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "gravity is (%g, %g); expected finite numbers", def->gravity.x,
                                 def->gravity.y);
    }
    if (!(def->nearDistance > 0.0 && def->nearDistance <= 1e6)) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "nearDistance is %g m; expected more than 0", def->nearDistance);
    }
    if (!(def->farDistance > def->nearDistance && def->farDistance <= 1e6)) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "farDistance is %g m; expected more than nearDistance, %g m",
                                 def->farDistance, def->nearDistance);
    }
    if (def->nearEvery < 1 || def->nearEvery > 1000) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT,
                                 "nearEvery is %d steps; expected 1 to 1000", def->nearEvery);
    }
    if (!(def->load >= 0.0 && def->load <= 1e9)) {
        return vlSentence_Refuse(out, VL_ERROR_ARGUMENT, "load is %g N; expected 0 to 1e9",
                                 def->load);
    }
    return checkSurface(&def->surface, out);
}

// All arrays of a world; while measuring, the pointers are not used.
static void layOut(vlWorld2* world, vlArena* arena, const vlCapacity2* capacity)
{
    size_t bodies = (size_t)capacity->bodies;
    size_t pairs = (size_t)pairsOf(capacity);
    size_t materials = (size_t)capacity->materials;
    vlWorld2 parts;
    (void)vlArena_Take(arena, 1, sizeof *world);
    parts.surface = vlArena_Take(arena, materials * materials, sizeof(vlSurface2));
    parts.model = vlArena_Take(arena, bodies, sizeof(vlBody2Model));
    parts.state = vlArena_Take(arena, 1, sizeof(vlState2));
    parts.body = vlArena_Take(arena, bodies, sizeof(vlBody2State));
    parts.pair = vlArena_Take(arena, pairs, sizeof(vlPair2));
    parts.nextPair = vlArena_Take(arena, pairs, sizeof(vlPair2));
    parts.place = vlArena_Take(arena, bodies, sizeof(vlPlace2));
    parts.impact = vlArena_Take(arena, 2 * pairs, sizeof(vlImpact2));
    parts.group = vlArena_Take(arena, bodies, sizeof(int));
    parts.head = vlArena_Take(arena, bodies, sizeof(int));
    parts.report = vlArena_Take(arena, 2 * pairs, sizeof(vlContact2Report));
    if (world != NULL) {
        world->surface = parts.surface;
        world->model = parts.model;
        world->state = parts.state;
        world->body = parts.body;
        world->pair = parts.pair;
        world->nextPair = parts.nextPair;
        world->place = parts.place;
        world->impact = parts.impact;
        world->group = parts.group;
        world->head = parts.head;
        world->report = parts.report;
    }
}

vlResult vlWorld2_Measure(const vlWorld2Def* def, size_t* memory, char* message, size_t messageSize)
{
    vlResult result = checkDef(def, (vlSentence){message, messageSize});
    if (result == VL_OK) {
        vlArena arena = {NULL, 0};
        layOut(NULL, &arena, &def->capacity);
        *memory = arena.used;
    }
    return result;
}

vlResult vlWorld2_Create(const vlWorld2Def* def, vlWorld2** world, char* message,
                         size_t messageSize)
{
    size_t memory = 0;
    vlResult result = vlWorld2_Measure(def, &memory, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    vlAllocator allocator = def->allocator;
    if (allocator.allocate == NULL) {
        allocator = vlDefaultAllocator();
    }
    unsigned char* block = allocator.allocate(memory, allocator.user);
    if (block == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_MEMORY,
                                 "the allocator returned no memory for a planar world of %zu bytes",
                                 memory);
    }
    memset(block, 0, memory);
    vlWorld2* made = (vlWorld2*)block;
    vlArena arena = {block, 0};
    layOut(made, &arena, &def->capacity);
    made->allocator = allocator;
    made->memory = memory;
    made->capacity = def->capacity;
    made->capacity.pairs = pairsOf(&def->capacity);
    made->step = def->step;
    made->nearDistance = def->nearDistance;
    made->farDistance = def->farDistance;
    made->nearEvery = def->nearEvery;
    made->load = def->load;
    made->materialCount = 1;
    for (int i = 0; i < def->capacity.materials * def->capacity.materials; ++i) {
        made->surface[i] = def->surface;
    }
    made->state->gravity = def->gravity;
    made->state->mustLook = true;
    vlWorld2_UpdateLimit(made);
    *world = made;
    return VL_OK;
}

void vlWorld2_Destroy(vlWorld2* world)
{
    if (world != NULL) {
        vlAllocator allocator = world->allocator;
        allocator.release(world, allocator.user);
    }
}

size_t vlWorld2_GetMemory(const vlWorld2* world)
{
    return world->memory;
}

const char* vlWorld2_GetMessage(const vlWorld2* world)
{
    return world->message;
}

vlResult vlWorld2_CreateMaterial(vlWorld2* world, vlMaterialId* material)
{
    if (world->materialCount == world->capacity.materials) {
        return vlWorld2_Fail(world, VL_ERROR_FULL, "the world has all its %d materials",
                             world->capacity.materials);
    }
    material->index = (uint32_t)world->materialCount++;
    return VL_OK;
}

static bool areMaterials(const vlWorld2* world, vlMaterialId a, vlMaterialId b)
{
    uint32_t count = (uint32_t)world->materialCount;
    return a.index < count && b.index < count;
}

// Every pair of bodies of these materials that could touch.
static vlResult checkBodies(vlWorld2* world, vlMaterialId a, vlMaterialId b,
                            const vlSurface2* surface)
{
    for (int i = 0; i < world->bodyCount.used; ++i) {
        for (int j = 0; j < world->bodyCount.used; ++j) {
            const vlBody2Model* first = &world->model[i];
            const vlBody2Model* second = &world->model[j];
            if (i == j || !first->slot.isTaken || !second->slot.isTaken ||
                first->material.index != a.index || second->material.index != b.index) {
                continue;
            }
            vlResult result = vlWorld2_CheckPair(world, i, j, surface);
            if (result != VL_OK) {
                return result;
            }
        }
    }
    return VL_OK;
}

vlResult vlWorld2_SetSurface(vlWorld2* world, vlMaterialId a, vlMaterialId b,
                             const vlSurface2* surface)
{
    if (!areMaterials(world, a, b)) {
        return vlWorld2_Fail(world, VL_ERROR_STALE_ID, "materials %u and %u; the world has %d",
                             a.index, b.index, world->materialCount);
    }
    vlResult result = checkSurface(surface, (vlSentence){world->message, sizeof world->message});
    if (result == VL_OK) {
        result = checkBodies(world, a, b, surface);
    }
    if (result != VL_OK) {
        return result;
    }
    uint32_t width = (uint32_t)world->capacity.materials;
    world->surface[a.index * width + b.index] = *surface;
    world->surface[b.index * width + a.index] = *surface;
    vlWorld2_Forget(world, -1);
    vlWorld2_UpdateLimit(world);
    return VL_OK;
}

vlResult vlWorld2_GetSurface(const vlWorld2* world, vlMaterialId a, vlMaterialId b,
                             vlSurface2* surface)
{
    if (!areMaterials(world, a, b)) {
        return VL_ERROR_STALE_ID;
    }
    *surface = world->surface[a.index * (uint32_t)world->capacity.materials + b.index];
    return VL_OK;
}
