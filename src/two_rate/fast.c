// SPDX-License-Identifier: MIT
#include "two_rate/fast.h"

#include "two_rate/felt.h"
#include "two_rate/packet_model.h"
#include "two_rate/packet_samples.h"
#include "two_rate/take.h"
#include "world/contact_find.h"
#include "world/expect.h"
#include "world/sleep.h"

static const vlRateMemory ownMemory = {.packetIndex = -1, .isOwn = true};

// Keeps the contacts of the last step to compare with; a world with sleepers puts them aside
// itself.
static void keepLast(vlFastSide* fast, const vlModel* model, vlWork* work)
{
    fast->last = &work->evaluation[1];
    if (!model->def.sleep) {
        vlEvaluation last = work->evaluation[0];
        work->evaluation[0] = fast->spare;
        fast->spare = last;
        fast->last = &fast->spare;
    }
    vlRateMemory* memory = fast->lastMemory;
    fast->lastMemory = fast->memory;
    fast->memory = memory;
    fast->lastCount = fast->last->contactCount;
}

static void rememberStances(const vlFastSide* fast, const vlModel* model, const vlWork* work)
{
    for (int i = 0; i < model->bodies.used; ++i) {
        const vlMotion* m = &work->start[i];
        fast->pose[i] = (vlBodyPose){m->centre, m->rotation};
    }
}

// Without a packet that fits, the step finds its contacts as with one rate.
static void findOwn(vlFastSide* fast, const vlModel* model, vlState* state, vlWork* work)
{
    vlContacts_FindVolumes(model, state, work, true);
    for (int i = 0; i < work->current->contactCount; ++i) {
        fast->memory[i] = ownMemory;
    }
    fast->report.isStale = false;
    fast->report.age = fast->age = 0.0;
    ++fast->report.ownFinds;
}

// Writes the contact of the pair from the packet, or otherwise from the last step. False if neither
// has one, or if there is no room.
static bool bringOne(vlTwoRate* two, const vlModel* model, const vlState* state, vlWork* work,
                     const vlMeeting* m, int pair)
{
    const vlPacketModel* packets = two->model;
    vlFastSide* fast = &two->fast;
    const int at = work->current->contactCount;
    vlRateMemory memory = {.packetIndex = -1};
    if (at >= model->def.capacity.contacts) {
        return false;
    }
    if (m->found != NULL) {
        if (!packets->bring(two, model, work, m, &memory)) {
            return false;
        }
        vlContacts_Keep(model, state, work, pair, m->found->size);
        ++fast->report.carried;
    } else {
        if (m->before == NULL || packets->bringVanished == NULL ||
            !packets->bringVanished(two, model, work, m, &memory)) {
            return false;
        }
        vlContacts_Keep(model, state, work, pair, m->before->size);
    }
    fast->memory[at] = memory;
    return true;
}

// A pair whose bodies are both at rest keeps its contact, or stays without one.
static bool isKeptAsleep(const vlFastSide* fast, const vlModel* model, const vlState* state,
                         vlWork* work, int pair)
{
    const int at = work->current->contactCount;
    bool isKept = model->def.sleep &&
                  vlSleep_IsResting(model, state, work, state->pair[pair].key) &&
                  vlSleep_TakeKept(model, state, work, pair);
    if (isKept && work->current->contactCount > at) {
        fast->memory[at] = ownMemory;
    }
    return isKept;
}

static void bringAll(vlTwoRate* two, const vlModel* model, vlState* state, vlWork* work)
{
    vlFastSide* fast = &two->fast;
    const vlPacketHeader* header = fast->packet.header;
    vlMeetingPass pass = {0};
    vlContacts_Clear(work);
    for (int i = 0; i < state->head->pairCount; ++i) {
        vlMeeting m = vlMeetingPass_Next(&pass, fast, state, work, i);
        if (!isKeptAsleep(fast, model, state, work, i) &&
            !bringOne(two, model, state, work, &m, i)) {
            vlContacts_Forget(&state->pair[i]);
        }
    }
    fast->report.skipped += (uint64_t)(pass.skipped + header->contactCount - pass.packet);
    work->info.droppedContacts = header->droppedContacts;
    work->info.fallbackContacts = header->fallbackContacts;
}

void vlFast_Find(void* user, const vlModel* model, vlState* state, vlWork* work)
{
    vlTwoRate* two = user;
    vlTake_Newest(two, model, state);
    two->fast.nextSamples = 0;
    keepLast(&two->fast, model, work);
    two->fast.report.isOutdated = model->hash != two->modelHash;
    if (two->fast.hasPacket) {
        vlTake_JudgeAge(two, model, state);
        vlFelt_Mark(model, state, two->fast.isFelt);
        bringAll(two, model, state, work);
    } else {
        findOwn(&two->fast, model, state, work);
    }
    rememberStances(&two->fast, model, work);
}

void vlFast_Adjust(void* user, const vlModel* model, vlState* state, vlWork* work, int contact)
{
    (void)state;
    const vlTwoRate* two = user;
    if (!two->fast.memory[contact].isOwn) {
        two->model->adjust(two, model, work, contact);
    }
}

void vlFast_End(void* user, const vlModel* model, const vlState* state, vlWork* work)
{
    vlTwoRate* two = user;
    two->fast.nextStep = state->head->stepCount;
    if (two->fast.hasPacket) {
        work->info.droppedSamples += two->fast.packet.header->droppedSamples;
        if (two->model->holdsSamples && two->fast.isFresh) {
            vlFast_HoldSamples(&two->fast, work);
        }
    }
    vlExpect_Update(model, state, work, state->motion);
    size_t size = vlState_Write(vlLatest_Begin(two->states), model, state, work, two->fast.epoch);
    vlLatest_Publish(two->states, size);
}
