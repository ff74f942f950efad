// SPDX-License-Identifier: MIT
// Creates and destroys the two sides and makes their report.

#include <string.h>

#include "base/arena.h"
#include "base/sentence.h"
#include "two_rate/carried_model.h"
#include "two_rate/fast.h"
#include "two_rate/packet_samples.h"
#include "two_rate/slow.h"
#include "world/world_parts.h"

vlTwoRateDef vlDefaultTwoRateDef(vlWorld* world)
{
    vlTwoRateDef def = {.world = world,
                        .trustShare = 0.02,
                        .holdAfter = 0.02,
                        .staleAfter = 0.06,
                        .fadeTime = 0.02,
                        .blendTicks = 3,
                        .blendForce = 0.3,
                        .blendShare = 0.3,
                        .searchWork = 500};
    return def;
}

static vlResult checkNumbers(const vlTwoRateDef* def, char* message, size_t size)
{
    vlResult bad = VL_ERROR_ARGUMENT;
    if (!(def->trustShare > 0.0)) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "trustShare is %g; expected a positive number", def->trustShare);
    }
    if (!(def->holdAfter > 0.0) || !(def->staleAfter >= def->holdAfter)) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "holdAfter is %g s and staleAfter %g s; expected 0 < holdAfter <= staleAfter",
            def->holdAfter, def->staleAfter);
    }
    if (!(def->fadeTime > 0.0)) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "fadeTime is %g s; expected a positive number", def->fadeTime);
    }
    if (def->blendTicks < 0 || def->blendTicks > 1000) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "blendTicks is %d; expected 0 to 1000", def->blendTicks);
    }
    if (!(def->blendForce >= 0.0) || !(def->blendShare >= 0.0)) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, bad,
            "blendForce is %g N and blendShare %g; expected numbers of at least 0", def->blendForce,
            def->blendShare);
    }
    if (def->searchWork < 0) {
        return vlSentence_Refuse((vlSentence){message, size}, bad,
                                 "searchWork is %d; expected 0 or more", def->searchWork);
    }
    return VL_OK;
}

static vlResult checkDef(const vlTwoRateDef* def, char* message, size_t size)
{
    if (def->world == NULL) {
        return vlSentence_Refuse((vlSentence){message, size}, VL_ERROR_ARGUMENT, "world is NULL");
    }
    if (!vlModel_IsImplicit(&def->world->model)) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, VL_ERROR_ARGUMENT,
            "the world's integrator is not VL_INTEGRATOR_IMPLICIT; only the implicit step "
            "can use packets");
    }
    if (def->world->model.def.contact.reference.model == VL_CONTACT_POINT) {
        return vlSentence_Refuse(
            (vlSentence){message, size}, VL_ERROR_ARGUMENT,
            "contact.reference.model is POINT; a point does not say how the contact will move, "
            "expected VOLUME");
    }
    if (def->world->work.source.findContacts != NULL) {
        return vlSentence_Refuse((vlSentence){message, size}, VL_ERROR_ARGUMENT,
                                 "the world uses packets already");
    }
    return checkNumbers(def, message, size);
}

// Places the arrays of both sides in a block at `base`; with NULL it only measures.
static size_t layOut(vlTwoRate* two, unsigned char* base)
{
    const vlCapacity* c = &two->world->model.def.capacity;
    vlArena arena = {base, 0};
    vlFastSide* fast = &two->fast;
    size_t contacts = (size_t)c->contacts + 1;
    fast->memory = vlArena_Take(&arena, contacts, sizeof *fast->memory);
    fast->lastMemory = vlArena_Take(&arena, contacts, sizeof *fast->lastMemory);
    fast->pose = vlArena_Take(&arena, (size_t)c->bodies, sizeof *fast->pose);
    fast->isFelt = vlArena_Take(&arena, (size_t)c->bodies, sizeof *fast->isFelt);
    size_t held = two->model->holdsSamples ? (size_t)two->world->work.samples.pairCapacity : 0;
    fast->held = vlArena_Take(&arena, held, sizeof *fast->held);
    fast->modelRoom = vlArena_Take(&arena, contacts, two->model->roomPerContact);
    two->slow.isStill = vlArena_Take(&arena, (size_t)c->bodies, sizeof *two->slow.isStill);
    vlFoundSamples* samples = &two->slow.samples;
    two->slow.sampleRoom = vlPacket_SampleRoom(&two->world->model);
    two->slow.searchWork = two->def.searchWork;
    samples->list = vlArena_Take(&arena, (size_t)vlPacket_SampleLists(&two->world->work),
                                 sizeof *samples->list);
    samples->near = vlArena_Take(&arena, (size_t)two->slow.sampleRoom, sizeof *samples->near);
    two->slow.isMoved = vlArena_Take(&arena, (size_t)c->bodies, sizeof *two->slow.isMoved);
    fast->given = two->world->work.evaluation[0];
    fast->spare = fast->given;
    if (!two->world->model.def.sleep) {
        vlVolumePool* pool = &fast->spare.pool;
        pool->points = vlArena_Take(&arena, (size_t)pool->pointCapacity, sizeof *pool->points);
        pool->heights = vlArena_Take(&arena, (size_t)pool->heightCapacity, sizeof *pool->heights);
        fast->spare.contact = vlArena_Take(&arena, contacts, sizeof *fast->spare.contact);
        fast->spare.contactCount = 0;
    }
    return arena.used;
}

static vlResult build(vlTwoRate* two, char* message, size_t messageSize)
{
    const vlAllocator* allocator = &two->world->model.def.allocator;
    vlResult result = vlSlow_Create(two, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    size_t size = layOut(two, NULL);
    two->block = allocator->allocate(size, allocator->user);
    if (two->block == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_MEMORY,
                                 "no memory for %zu bytes", size);
    }
    memset(two->block, 0, size);
    (void)layOut(two, two->block);
    result = vlLatest_Create(vlState_Capacity(&two->world->model), &two->states);
    if (result == VL_OK) {
        result = vlLatest_Create(vlPacket_Capacity(&two->world->model, &two->world->work),
                                 &two->packets);
    }
    return result == VL_OK ? VL_OK
                           : vlSentence_Refuse((vlSentence){message, messageSize}, result, "%s",
                                               vlResult_Text(result));
}

vlResult vlTwoRate_Create(const vlTwoRateDef* def, vlTwoRate** two, char* message,
                          size_t messageSize)
{
    if (def == NULL || two == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_ARGUMENT,
                                 "def or two is NULL");
    }
    vlResult result = checkDef(def, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    const vlAllocator* allocator = &def->world->model.def.allocator;
    vlTwoRate* made = allocator->allocate(sizeof *made, allocator->user);
    if (made == NULL) {
        return vlSentence_Refuse((vlSentence){message, messageSize}, VL_ERROR_MEMORY,
                                 "no memory for %zu bytes", sizeof *made);
    }
    memset(made, 0, sizeof *made);
    atomic_init(&made->isStopping, false);
    made->def = *def;
    made->model = def->reference != NULL ? def->reference : &vlCarriedModel;
    made->world = def->world;
    result = build(made, message, messageSize);
    if (result != VL_OK) {
        vlTwoRate_Destroy(made);
        return result;
    }
    // So that there is a packet before the first step.
    vlFast_End(made, &def->world->model, &def->world->state, &def->world->work);
    (void)vlTwoRate_FindContacts(made);
    def->world->work.source =
        (vlContactSource){vlFast_Find, vlFast_Adjust, vlFast_FindSamples, vlFast_End, made};
    *two = made;
    return VL_OK;
}

void vlTwoRate_Destroy(vlTwoRate* two)
{
    if (two == NULL) {
        return;
    }
    vlTwoRate_Stop(two);
    vlWorld* world = two->world;
    if (world->work.source.user == two) {
        world->work.source = (vlContactSource){0};
        if (!world->model.def.sleep) {
            world->work.evaluation[0] = two->fast.given;
            world->work.evaluation[0].contactCount = 0;
            world->work.info.contactCount = 0;
        }
    }
    vlAllocator allocator = world->model.def.allocator;
    vlLatest_Destroy(two->states);
    vlLatest_Destroy(two->packets);
    vlWorld_Destroy(two->slow.world);
    if (two->block != NULL) {
        allocator.release(two->block, allocator.user);
    }
    allocator.release(two, allocator.user);
}

vlTwoRateReport vlTwoRate_GetReport(const vlTwoRate* two)
{
    return two->fast.report;
}
