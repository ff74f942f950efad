// SPDX-License-Identifier: MIT
#include "two_rate/slow.h"

#include <string.h>

#include "base/clock.h"
#include "two_rate/packet_samples.h"
#include "world/contact_find.h"
#include "world/world_parts.h"

// Copies the bodies slot by slot, so that indices and keys are the same. Springs, joints and
// couplings, which only move bodies, are not needed. Shapes are shared.
vlResult vlSlow_Create(vlTwoRate* two, char* message, size_t messageSize)
{
    const vlWorld* from = two->world;
    vlWorldDef def = from->model.def;
    def.integrator = VL_INTEGRATOR_EULER; // no room for a solver
    def.sleep = def.profile = false;
    def.capacity.samples = def.capacity.samples > 0; // they are put into the packet at once
    vlResult result = vlWorld_Create(&def, &two->slow.world, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    vlWorld* to = two->slow.world;
    size_t slots = (size_t)from->model.bodies.used;
    memcpy(to->model.slot, from->model.slot, slots * sizeof *to->model.slot);
    memcpy(to->model.inertia, from->model.inertia, slots * sizeof *to->model.inertia);
    memcpy(to->state.motion, from->state.motion, slots * sizeof *to->state.motion);
    for (size_t i = 0; i < slots; ++i) {
        vlShape_Retain(to->model.slot[i].shape);
    }
    to->model.bodies = from->model.bodies;
    to->model.pieceCount = from->model.pieceCount;
    to->model.hash = from->model.hash;
    two->modelHash = from->model.hash;
    return VL_OK;
}

// Takes the bodies that pass through each other from the state.
static void placePassing(vlState* to, vlPassing* passing, const vlStateView* state)
{
    int count = state->header->passingCount;
    size_t size = (size_t)count * sizeof *passing->pair;
    if (passing->count != count || memcmp(passing->pair, state->passing, size) != 0) {
        to->head->pairsAreStale = true;
    }
    memcpy(passing->pair, state->passing, size);
    passing->count = count;
    passing->isGiven = true;
}

// If a body moved by more than this part of its radius, or rotated by more than this angle (rad),
// what is remembered of its pairs may mislead the search for a normal.
#define FAR_OF_SIZE 0.1

static bool isFar(const vlMotion* a, const vlMotion* b, double radius)
{
    vlQuat p = a->rotation, q = b->rotation;
    double dw = p.w - q.w, dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    double turn = sqrt(dw * dw + dx * dx + dy * dy + dz * dz); // half the angle, if small
    return vlLength(vlSub(a->centre, b->centre)) > FAR_OF_SIZE * radius || turn > 0.5 * FAR_OF_SIZE;
}

// How the bodies are expected to move, and what finding needs to know of the pairs. A search that
// foresees contacts as the step itself would gives the same contacts.
static void placeOutlook(vlWorld* world, const vlStateView* state)
{
    world->model.def.step = state->header->step;
    world->state.head->gravity = state->header->gravity;
    memcpy(world->work.expected, state->expected,
           (size_t)world->model.bodies.used * sizeof *state->expected);
    world->work.isForeseeing = true;
}

// Called when the list of near pairs is up to date: both lists ascend.
static void findVolumes(void* user, const vlModel* model, vlState* state, vlWork* work)
{
    const vlStateView* from = user;
    int next = 0;
    for (int i = 0; i < state->head->pairCount; ++i) {
        vlNearPair* pair = &state->pair[i];
        while (next < from->header->touchCount && from->touch[next].key < pair->key) {
            ++next;
        }
        pair->touch.isTouching =
            next < from->header->touchCount && from->touch[next].key == pair->key;
        pair->touch.push = pair->touch.isTouching ? from->touch[next].push : vlZero();
    }
    vlContacts_FindVolumes(model, state, work, true);
}

static void placeBodies(vlSlowSide* slow, const vlStateView* state)
{
    vlWorld* world = slow->world;
    bool isAnyFar = false;
    for (int i = 0; i < world->model.bodies.used; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        const vlMotion* was = &world->state.motion[i];
        const vlMotion* is = &state->motion[i];
        slow->isMoved[i] = isFar(was, is, slot->radius);
        isAnyFar = isAnyFar || slow->isMoved[i];
        // The list of near pairs only watches bodies that move by themselves.
        vlBodyPose before = {was->centre, was->rotation};
        vlBodyPose now = {is->centre, is->rotation};
        if (slot->type == VL_BODY_STATIC && !vlBodyPose_IsSame(&before, &now)) {
            world->state.head->pairsAreStale = true;
        }
    }
    for (int i = 0; i < world->state.head->pairCount && isAnyFar; ++i) {
        vlNearPair* pair = &world->state.pair[i];
        if (slow->isMoved[vlPairKey_BodyA(pair->key)] ||
            slow->isMoved[vlPairKey_BodyB(pair->key)]) {
            memset(&pair->cache, 0, sizeof pair->cache);
        }
    }
    memcpy(world->state.motion, state->motion,
           (size_t)world->model.bodies.used * sizeof *world->state.motion);
}

// By how much the time between packets is at most expected to grow from one to the next.
#define MOST_GROWTH 2.0

// Where samples touch, which bodies do not move, and how long it is since the last state.
static void placeForSamples(vlSlowSide* slow, const vlStateView* state)
{
    vlWorld* world = slow->world;
    const vlStateHeader* header = state->header;
    uint64_t steps = header->stamp.stepCount - slow->lastStep;
    bool isFirst = header->stamp.stepCount <= slow->lastStep; // or restored to an earlier time
    // After a pause the next packet is expected soon, not after another pause: a search as far as a
    // pause requires would take so long that it caused the next pause. (T8.7)
    double before = slow->interval > header->step ? slow->interval : header->step;
    double since = (double)(isFirst ? 1 : steps) * header->step;
    slow->interval = since < MOST_GROWTH * before ? since : MOST_GROWTH * before;
    slow->lastStep = header->stamp.stepCount;
    slow->samples.listCount = slow->samples.nearCount = 0;
    slow->distancesFound = 0;
    for (int i = 0; i < header->distanceCount; ++i) {
        world->model.surface[i].contactDistance = state->distance[i];
    }
    double reach = VL_MOST_REACH * header->sampleReach;
    if (reach != world->model.sampleReach) {
        world->model.sampleReach = reach;
        world->state.head->pairsAreStale = true;
    }
    size_t bodies = (size_t)world->model.bodies.used;
    memcpy(slow->isStill, state->isStill, bodies * sizeof *slow->isStill);
    memcpy(world->work.start, state->motion, bodies * sizeof *world->work.start);
    world->work.implicit.isStill = slow->isStill;
}

bool vlTwoRate_Search(vlTwoRate* two)
{
    vlSlowSide* slow = &two->slow;
    vlWorld* world = slow->world;
    size_t size;
    const void* newest = vlLatest_Take(two->states, &size);
    if (newest == NULL) {
        return false;
    }
    vlStateView state = vlState_View(newest);
    if (state.header->stamp.modelHash != two->modelHash) {
        return false;
    }
    double start = vlClock_Now();
    placePassing(&world->state, &world->work.passing, &state);
    placeBodies(slow, &state);
    placeOutlook(world, &state);
    placeForSamples(slow, &state);
    world->work.source = (vlContactSource){.findContacts = findVolumes, .user = &state};
    world->work.current = &world->work.evaluation[0];
    vlContacts_Find(&world->model, &world->state, &world->work, world->state.motion, true);
    world->work.source = (vlContactSource){.findSamples = vlSlow_FindSamples, .user = slow};
    vlSamples_Find(&world->model, &world->state, &world->work);
    vlPacketHeader header = {.stamp = state.header->stamp,
                             .findTime = 1e-9 * (vlClock_Now() - start)};
    slow->packetSize = vlPacket_Write(vlLatest_Begin(two->packets), &world->model, &world->state,
                                      &world->work, &slow->samples, header);
    return true;
}

void vlTwoRate_Publish(vlTwoRate* two)
{
    if (two->slow.packetSize > 0) {
        vlLatest_Publish(two->packets, two->slow.packetSize);
        two->slow.packetSize = 0;
    }
}

bool vlTwoRate_FindContacts(vlTwoRate* two)
{
    bool isFound = vlTwoRate_Search(two);
    vlTwoRate_Publish(two);
    return isFound;
}
