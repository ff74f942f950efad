// SPDX-License-Identifier: MIT
// Creating and destroying a world, and what is set and read of the whole of it.

#include "world/world_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/sentence.h"
#include "world/sleep.h"
#include "world/world_def.h"
#include "world/world_layout.h"

vlResult vlWorld_Fail(const vlWorld* world, vlResult result, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->message, VL_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return result;
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
    vlResult result = vlWorldDef_Complete(&plan.model.def, message, messageSize);
    if (result == VL_OK) {
        *memory = vlWorld_LayOut(&plan, NULL);
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
    vlResult result = vlWorldDef_Complete(&plan.model.def, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    plan.memory = vlWorld_LayOut(&plan, NULL);
    unsigned char* block =
        plan.model.def.allocator.allocate(plan.memory, plan.model.def.allocator.user);
    if (block == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_MEMORY,
                                 "no memory for a world of %zu bytes", plan.memory);
    }
    memset(block, 0, plan.memory);
    vlWorld* w = (vlWorld*)(void*)block;
    *w = plan;
    vlWorld_LayOut(w, block);
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
