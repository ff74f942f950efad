// SPDX-License-Identifier: MIT
#include "world/element_pool.h"

#include <string.h>

#include "world/body.h"
#include "world/sleep.h"

static vlIdPool poolOf(const vlWorld* world, vlKind kind)
{
    const vlCapacity* c = &world->model.def.capacity;
    const int capacity[VL_KIND_COUNT] = {[VL_KIND_SPRING] = c->springs,
                                         [VL_KIND_JOINT] = c->joints,
                                         [VL_KIND_COUPLING] = c->couplings};
    vlElementList list = vlKinds[kind]->list(&world->state, &world->work);
    vlIdPool pool = {&world->state.head->elements[kind], list.first, list.stride, capacity[kind]};
    return pool;
}

int vlElement_Find(const vlWorld* world, vlKind kind, uint32_t index1, uint32_t generation)
{
    vlElementList list = vlKinds[kind]->list(&world->state, &world->work);
    int i = vlIdSlots_Find(list.first, list.stride, list.count, index1, generation);
    if (i < 0) {
        const char* name = vlKinds[kind]->name;
        (void)vlWorld_Fail(world, VL_ERROR_STALE_ID, "%s id (%u, %u) names no %s", name, index1,
                           generation, name);
    }
    return i;
}

static void wakeEnds(vlWorld* world, const vlElementHead* head)
{
    vlSleep_WakeBody(&world->state, head->bodyA);
    vlSleep_WakeBody(&world->state, head->bodyB);
}

static void tellChanged(vlWorld* world, vlKind kind)
{
    if (vlKinds[kind]->changed != NULL) {
        vlKinds[kind]->changed(&world->model, &world->state, &world->work);
    }
}

vlResult vlElement_Add(vlWorld* world, vlKind kind, const void* made, uint32_t* index1,
                       uint32_t* generation)
{
    vlIdPool pool = poolOf(world, kind);
    int i = vlIdPool_Take(&pool);
    if (i < 0) {
        const char* name = vlKinds[kind]->name;
        return vlWorld_Fail(world, VL_ERROR_FULL, "%d %ss; capacity.%ss is %d", pool.capacity, name,
                            name, pool.capacity);
    }
    vlElementHead* head = vlIdPool_At(&pool, i);
    vlIdSlot id = head->id;
    memcpy(head, made, pool.stride);
    head->id = id;
    *index1 = (uint32_t)i + 1u;
    *generation = id.generation;
    vlKinds[kind]->report(&world->model, &world->state, &world->work, i);
    tellChanged(world, kind);
    wakeEnds(world, head);
    return VL_OK;
}

static void freeElement(vlWorld* world, vlKind kind, int i)
{
    vlIdPool pool = poolOf(world, kind);
    vlElementHead* head = vlIdPool_At(&pool, i);
    wakeEnds(world, head);
    vlIdPool_Free(&pool, i);
    vlIdSlot id = head->id;
    memset(head, 0, pool.stride); // equal states have equal bytes
    head->id = id;
    tellChanged(world, kind);
}

vlResult vlElement_Destroy(vlWorld* world, vlKind kind, uint32_t index1, uint32_t generation)
{
    int i = vlElement_Find(world, kind, index1, generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    freeElement(world, kind, i);
    return VL_OK;
}

void vlElements_LetGo(vlWorld* world, int body)
{
    for (int kind = VL_FIRST_KIND_OF_USER; kind < VL_KIND_COUNT; ++kind) {
        vlElementWalk w = vlElementKind_Walk(vlKinds[kind], &world->state, &world->work);
        while (vlElementWalk_Next(&w)) {
            const vlElementHead* head = vlElementWalk_Head(&w);
            if (head->bodyA == body || head->bodyB == body) {
                freeElement(world, (vlKind)kind, w.at.slot);
            }
        }
    }
}

vlResult vlElement_FindEnds(const vlWorld* world, vlKind kind, vlBodyId bodyA, vlBodyId bodyB,
                            int* a, int* b)
{
    const char* name = vlKinds[kind]->name;
    bool toWorld = bodyA.index1 == 0;
    *a = toWorld ? -1 : vlWorld_FindBody(world, bodyA);
    *b = vlWorld_FindBody(world, bodyB);
    if (*b < 0 || (*a < 0 && !toWorld)) {
        return VL_ERROR_STALE_ID;
    }
    bool movesA = *a >= 0 && world->model.inertia[*a].inverseMass > 0.0;
    bool movesB = world->model.inertia[*b].inverseMass > 0.0;
    if (*a == *b) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "a %s from a body to itself", name);
    }
    if (!movesA && !movesB) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a %s between bodies that no force moves; expected at least one "
                            "dynamic body",
                            name);
    }
    return VL_OK;
}
