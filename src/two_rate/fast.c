// SPDX-License-Identifier: MIT
#include "two_rate/fast.h"

#include "two_rate/felt.h"
#include "two_rate/packet_model.h"
#include "two_rate/take.h"

static const vlRateMemory ownMemory = {.packetIndex = -1, .isOwn = true};

// Contacts of the last step stay to be compared with; a world with sleepers puts them aside itself.
static void keepLast(vlFastSide* fast, vlWorld* world)
{
    fast->last = &world->work.evaluation[1];
    if (!world->def.sleep) {
        vlEvaluation last = world->work.evaluation[0];
        world->work.evaluation[0] = fast->spare;
        fast->spare = last;
        fast->last = &fast->spare;
    }
    vlRateMemory* memory = fast->lastMemory;
    fast->lastMemory = fast->memory;
    fast->memory = memory;
    fast->lastCount = fast->last->contactCount;
}

static void rememberStances(const vlFastSide* fast, const vlWorld* world)
{
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlMotion* m = &world->work.start[i];
        fast->stance[i] = (vlStance){m->centre, m->rotation};
    }
}

// Without a packet that fits the step finds its contacts as with one rate.
static void findOwn(vlFastSide* fast, vlWorld* world)
{
    vlVolumes_Find(world, true);
    for (int i = 0; i < world->work.current->contactCount; ++i) {
        fast->memory[i] = ownMemory;
    }
    fast->report.isStale = false;
    fast->report.age = fast->age = 0.0;
    ++fast->report.ownFinds;
}

// Writes what the packet, or else the last step, has of the pair. False if there is nothing.
static bool bringOne(vlTwoRate* two, vlWorld* world, const vlMeeting* m, int pair)
{
    const vlPacketModel* model = two->model;
    vlFastSide* fast = &two->fast;
    const int at = world->work.current->contactCount;
    vlRateMemory memory = {.packetIndex = -1};
    if (at >= world->def.capacity.contacts) {
        return false;
    }
    if (m->found != NULL) {
        if (!model->bring(two, world, m, &memory)) {
            return false;
        }
        vlVolumes_Keep(world, pair, m->found->size);
        ++fast->report.carried;
    } else {
        if (m->before == NULL || model->bringVanished == NULL ||
            !model->bringVanished(two, world, m, &memory)) {
            return false;
        }
        vlVolumes_Keep(world, pair, m->before->size);
    }
    fast->memory[at] = memory;
    return true;
}

// A pair whose bodies both rest keeps the contact it had, or that it had none.
static bool isKeptAsleep(const vlFastSide* fast, vlWorld* world, int pair)
{
    const int at = world->work.current->contactCount;
    bool isKept = world->def.sleep && vlSleep_IsResting(world, world->state.pair[pair].key) &&
                  vlSleep_TakeKept(world, pair);
    if (isKept && world->work.current->contactCount > at) {
        fast->memory[at] = ownMemory;
    }
    return isKept;
}

static void bringAll(vlTwoRate* two, vlWorld* world)
{
    vlFastSide* fast = &two->fast;
    const vlPacketHeader* header = fast->packet.header;
    vlMeetingPass pass = {0};
    vlVolumes_Clear(world);
    for (int i = 0; i < world->state.head->pairCount; ++i) {
        vlMeeting m = vlMeetingPass_Next(&pass, fast, world, i);
        if (!isKeptAsleep(fast, world, i) && !bringOne(two, world, &m, i)) {
            vlVolumes_Forget(&world->state.pair[i]);
        }
    }
    fast->report.skipped += (uint64_t)(pass.skipped + header->contactCount - pass.packet);
    world->work.info.droppedContacts = header->droppedContacts;
    world->work.info.fallbackContacts = header->fallbackContacts;
}

void vlFast_Find(void* user, vlWorld* world)
{
    vlTwoRate* two = user;
    vlTake_Newest(two, world);
    keepLast(&two->fast, world);
    two->fast.report.isOutdated = world->model.hash != two->modelHash;
    if (two->fast.hasPacket) {
        vlTake_JudgeAge(two, world);
        vlFelt_Mark(world, two->fast.isFelt);
        bringAll(two, world);
    } else {
        findOwn(&two->fast, world);
    }
    rememberStances(&two->fast, world);
}

void vlFast_Adjust(void* user, vlWorld* world, int contact)
{
    const vlTwoRate* two = user;
    if (!two->fast.memory[contact].isOwn) {
        two->model->adjust(two, world, contact);
    }
}

void vlFast_End(void* user, const vlWorld* world)
{
    vlTwoRate* two = user;
    two->fast.nextStep = world->state.head->stepCount;
    size_t size = vlState_Write(vlLatest_Begin(two->states), world, two->fast.epoch);
    vlLatest_Publish(two->states, size);
}
