// SPDX-License-Identifier: MIT
#include "two_rate/take.h"

#include "two_rate/packet_model.h"

static bool fits(const vlTwoRate* two, const vlModel* model, const vlStateStamp* stamp)
{
    return stamp->modelHash == model->hash && stamp->epoch == two->fast.epoch;
}

// The rate of packets is averaged over about this many.
#define RATE_MEMORY 10.0

static void countPacket(vlFastSide* fast, uint64_t stepsSince, double step)
{
    vlTwoRateReport* report = &fast->report;
    fast->interval = (double)stepsSince * step;
    if (report->packets > 0) {
        double rate = 1.0 / fast->interval;
        double part = report->contactRate > 0.0 ? 1.0 / RATE_MEMORY : 1.0;
        report->contactRate += part * (rate - report->contactRate);
    }
    ++report->packets;
    report->contacts = fast->packet.header->contactCount;
    report->samples = fast->packet.header->nearCount;
    report->findTime = fast->packet.header->findTime;
}

void vlTake_Newest(vlTwoRate* two, const vlModel* model, const vlState* state)
{
    vlFastSide* fast = &two->fast;
    uint64_t step = state->head->stepCount;
    if (step != fast->nextStep) {
        ++fast->epoch;
        fast->nextStep = step;
    }
    size_t size;
    bool hadPacket = fast->hasPacket;
    uint64_t before = hadPacket ? fast->packet.header->stamp.stepCount : 0;
    const void* newest = vlLatest_Take(two->packets, &size);
    if (newest != NULL) {
        fast->packet = vlPacket_View(newest);
        fast->hasPacket = fits(two, model, &fast->packet.header->stamp);
        if (fast->hasPacket) {
            uint64_t now = fast->packet.header->stamp.stepCount;
            countPacket(fast, hadPacket && now > before ? now - before : 1, model->def.step);
        }
    } else if (fast->hasPacket) {
        fast->hasPacket = fits(two, model, &fast->packet.header->stamp);
    }
    fast->isFresh = newest != NULL && fast->hasPacket;
}

void vlTake_JudgeAge(vlTwoRate* two, const vlModel* model, const vlState* state)
{
    vlFastSide* fast = &two->fast;
    vlTwoRateReport* report = &fast->report;
    const vlPacketHeader* header = fast->packet.header;
    bool wasStale = report->isStale;
    fast->age = (double)(state->head->stepCount - header->stamp.stepCount) * model->def.step;
    fast->fade = two->model->isFading ? vlTrust_Fade(&two->def, fast->age) : 1.0;
    report->age = fast->age;
    report->maxAge = fast->age > report->maxAge ? fast->age : report->maxAge;
    report->isStale = fast->age > two->def.staleAfter;
    report->stale += report->isStale && !wasStale;
}
