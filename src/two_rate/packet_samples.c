// SPDX-License-Identifier: MIT
#include "two_rate/packet_samples.h"

#include "world/world_parts.h"

// The margin covers what two bodies may do until the packet after the next is there, at this
// multiple of their present speed; it is at least and at most these parts of the contact distance.
// Without a margin, samples that come near between packets would press with all of their depth at
// once, which creates energy. The larger it is, the longer the search takes.
#define SPEED_SHARE 1.5
#define LEAST_MARGIN 0.25
#define MOST_MARGIN (VL_MOST_REACH - 1.0)

// m/s, at which points of two bodies may come nearer to each other.
static double approachOf(const vlWorld* world, const vlSamplePair* pair)
{
    const vlMotion* a = &world->state.motion[pair->head.bodyA];
    const vlMotion* b = &world->state.motion[pair->head.bodyB];
    double turning = vlLength(a->omega) * world->model.slot[pair->head.bodyA].radius +
                     vlLength(b->omega) * world->model.slot[pair->head.bodyB].radius;
    return vlLength(vlSub(a->velocity, b->velocity)) + turning;
}

// (T8.7)
static double marginOf(const vlSlowSide* slow, const vlSamplePair* pair)
{
    double way = SPEED_SHARE * approachOf(slow->world, pair) * 2.0 * slow->interval;
    double least = LEAST_MARGIN * pair->distance, most = MOST_MARGIN * pair->distance;
    return way > most ? most : (way > least ? way : least);
}

int vlSlow_FindSamples(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped)
{
    (void)near, (void)capacity;
    vlSlowSide* slow = user;
    vlFoundSamples* found = &slow->samples;
    vlSampleSearch wider = *search;
    // During a long search the bodies move farther, which widens the margin of the next search and
    // makes it longer still. So after searchWork distances only the least margin is searched.
    // (T8.7)
    bool isSpent = slow->searchWork > 0 && slow->distancesFound >= slow->searchWork;
    wider.narrow = search->reach + LEAST_MARGIN * pair->distance;
    wider.reach = isSpent ? wider.narrow : search->reach + marginOf(slow, pair);
    wider.most = isSpent || slow->searchWork == 0 ? 0 : slow->searchWork - slow->distancesFound;
    int count = vlSamples_FindNear(&wider, &found->near[found->nearCount],
                                   slow->sampleRoom - found->nearCount, dropped);
    slow->distancesFound += wider.distancesFound;
    if (count > 0) { // there are two lists of a pair at most, and room for all
        found->list[found->listCount++] =
            (vlPacketSamples){pair->key, found->nearCount, count, isOnB};
        found->nearCount += count;
    }
    return 0;
}

// The list of one side of a pair; both the packet's and those asked for ascend.
static const vlPacketSamples* findList(vlFastSide* fast, vlPairKey key, bool isOnB)
{
    const vlPacketView* packet = &fast->packet;
    int count = packet->header->sampleListCount;
    while (fast->nextSamples < count) {
        const vlPacketSamples* list = &packet->sampleList[fast->nextSamples];
        if (list->key == key && list->isOnB == isOnB) {
            return list;
        }
        if (list->key > key || (list->key == key && list->isOnB)) {
            return NULL;
        }
        ++fast->nextSamples;
    }
    return NULL;
}

void vlFast_HoldSamples(vlFastSide* fast, const vlWork* work)
{
    const vlSampleWork* s = &work->samples;
    fast->heldCount = 0;
    for (int i = 0; i < s->pairCount; ++i) {
        const vlSamplePair* pair = &s->pair[i];
        vlWrench w = pair->wrench;
        w.torque = vlAdd(w.torque, vlCross(pair->origin, w.force));
        fast->held[fast->heldCount++] = (vlHeldSamples){pair->key, w};
    }
}

// For comparison: the wrench of the packet's first step, if the model holds it.
static void hold(const vlFastSide* fast, vlSamplePair* pair)
{
    for (int i = 0; i < fast->heldCount && !fast->isFresh; ++i) {
        if (fast->held[i].key == pair->key) {
            pair->isHeld = true;
            pair->held = fast->held[i].wrench;
        }
    }
}

int vlFast_FindSamples(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped)
{
    vlTwoRate* two = user;
    vlFastSide* fast = &two->fast;
    if (!fast->hasPacket) {
        return vlSamples_FindNear(search, near, capacity, dropped);
    }
    hold(fast, pair);
    const vlPacketSamples* list = findList(fast, pair->key, isOnB);
    int count = 0;
    for (int i = 0; list != NULL && i < list->count; ++i) {
        vlNearSample made = fast->packet.near[list->first + i];
        vlVec3 was = made.point;
        made.point = vlSamples_PlaceIn(search, made.sample);
        made.gap += vlDot(made.normal, vlSub(made.point, was)); // (T8.6)
        if (made.gap < search->reach) {
            vlNearSample_Keep(near, &count, capacity, dropped, &made);
        }
    }
    fast->report.carriedSamples += (uint64_t)count;
    return count;
}
