// SPDX-License-Identifier: MIT
// The haptic side: contacts of a step from the newest packet. The world's list of near pairs, the
// packet and the contacts of the last step all ascend by key: one pass over the first meets the
// other two.

#include <string.h>

#include "two_rate/two_rate_parts.h"

static bool fits(const vlTwoRate* two, const vlWorld* world, const vlStateStamp* stamp)
{
    return stamp->modelHash == world->model.hash && stamp->epoch == two->fast.epoch;
}

// Packets are taken over about this many when their rate is averaged.
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
    report->findTime = fast->packet.header->findTime;
}

// The newest packet, if it is of this world as it is now. A world that was restored, or whose
// bodies came or went, is not that of the packets under way.
static void takePacket(vlTwoRate* two, const vlWorld* world)
{
    vlFastSide* fast = &two->fast;
    uint64_t step = world->state.head->stepCount;
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
        fast->hasPacket = fits(two, world, &fast->packet.header->stamp);
        if (fast->hasPacket) {
            uint64_t now = fast->packet.header->stamp.stepCount;
            countPacket(fast, hadPacket && now > before ? now - before : 1, world->def.step);
        }
    } else if (fast->hasPacket) {
        fast->hasPacket = fits(two, world, &fast->packet.header->stamp);
    }
    fast->isFresh = newest != NULL && fast->hasPacket;
}

static void judgePacket(vlTwoRate* two, const vlWorld* world)
{
    vlFastSide* fast = &two->fast;
    vlTwoRateReport* report = &fast->report;
    const vlPacketHeader* header = fast->packet.header;
    bool wasStale = report->isStale;
    fast->age = (double)(world->state.head->stepCount - header->stamp.stepCount) * world->def.step;
    fast->fade = two->def.model == VL_PACKET_BED ? vlTrust_Fade(&two->def, fast->age) : 1.0;
    vlFelt_Mark(world, fast->isFelt);
    report->age = fast->age;
    report->maxAge = fast->age > report->maxAge ? fast->age : report->maxAge;
    report->isStale = fast->age > two->def.staleAfter;
    report->stale += report->isStale && !wasStale;
}

// Contacts of the last step stay to be compared with; a world with sleepers puts them aside itself.
static void keepLast(vlTwoRate* two, vlWorld* world)
{
    vlFastSide* fast = &two->fast;
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

static void standNow(vlTwoRate* two, const vlWorld* world)
{
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlMotion* m = &world->work.start[i];
        two->fast.stance[i] = (vlStance){m->centre, m->rotation};
    }
}

// One pair of pieces in this step, and what is known of it.
typedef struct Meeting {
    int pair; // in the list of near pairs
    uint32_t bodyA, bodyB;
    bool isFelt; // by a hand
    vlStance now[2];
    const vlPacketContact* found;     // NULL: not in the packet
    const vlContact* before;          // NULL: not in the last step
    const vlRateMemory* memoryBefore; // with it
} Meeting;

static vlRise moveFrom(const vlStance* stance, const Meeting* m, const vlFollow* follow,
                       vlContactVolume* volume)
{
    const vlStance was[2] = {stance[m->bodyA], stance[m->bodyB]};
    return vlCarry_Move(volume, follow, was, m->now);
}

// Are these nearly the same area? Else the slope of one says nothing about the other.
static bool isSameArea(const vlContactVolume* a, const vlContactVolume* b)
{
    vlVec3 shift = vlSub(a->origin, b->origin);
    double reach = (b->mxx + b->myy) / b->area;
    return vlDot(shift, shift) < 0.25 * reach && a->area < 2.0 * b->area && b->area < 2.0 * a->area;
}

// A fresh packet, against what the last one would have led to by now. Where the force drops, the
// difference is taken back a share at a time; where it rises, vlTrust_Offset holds it. Packets from
// step to step have no gap to bridge: what changes between them is the motion itself.
static void beginBlend(vlTwoRate* two, const vlWorld* world, const Meeting* m,
                       const vlContactVolume* v, vlRateMemory* memory)
{
    if (two->fast.interval < 1.5 * world->def.step) {
        return;
    }
    vlContactVolume old = m->before->volume;
    (void)moveFrom(two->fast.stance, m, &m->memoryBefore->follow, &old);
    vlHeight was = vlCarry_MeanPlane(&old);
    vlHeight is = vlCarry_MeanPlane(v);
    vlHeight plane = {was.h0 - is.h0, 0.0, 0.0};
    double tilt = 0.0;
    if (isSameArea(&old, v)) {
        vlVec3 slope = vlMulAdd(vlScale(old.e1, was.hx), was.hy, old.e2);
        plane.hx = vlDot(slope, v->e1) - is.hx;
        plane.hy = vlDot(slope, v->e2) - is.hy;
        // The moment counts as the force at the rim that would give it.
        double mx = v->mxx * plane.hx + v->mxy * plane.hy;
        double my = v->mxy * plane.hx + v->myy * plane.hy;
        tilt = sqrt((mx * mx + my * my) / (v->area * (v->mxx + v->myy)));
    }
    memory->trust.before = was.h0;
    memory->trust.isRenewed = true;
    if (vlBlend_IsJump(&two->def, m->before->gains.kN, was.h0, fabs(plane.h0) + tilt)) {
        memory->blend.plane = plane;
        memory->blend.ticksLeft = plane.h0 > 0.0 ? two->def.blendTicks : 0;
        ++two->fast.report.blended;
    }
}

static void tickBlend(vlBlend* blend)
{
    blend->ticksLeft -= blend->ticksLeft > 0;
}

static double radiusOf(const vlTwoRate* two, const vlWorld* world, const Meeting* m)
{
    return vlTrust_Radius(&two->def, world->model.slot[m->bodyA].radius,
                          world->model.slot[m->bodyB].radius);
}

// Writes the contact to the next slot. False if it has left touch, or there is no room.
static bool bringFound(vlTwoRate* two, vlWorld* world, const Meeting* m, vlRateMemory* memory)
{
    vlFastSide* fast = &two->fast;
    vlEvaluation* e = world->work.current;
    vlContactVolume* v = &e->contact[e->contactCount].volume;
    const vlPacketView* packet = &fast->packet;
    const bool isBed = two->def.model == VL_PACKET_BED;
    *v = m->found->volume;
    memory->follow = m->found->follow;
    memory->packetIndex = (int)(m->found - packet->contact);
    memory->isFelt = m->isFelt;
    memory->trust.most = v->volume / v->area;
    memory->trust.isBack = fast->interval > two->def.staleAfter;
    vlRise rise = {0};
    if (isBed) {
        rise = moveFrom(packet->stance, m, &memory->follow, v);
    } else if (two->def.model == VL_PACKET_LINEAR) {
        vlContactVolume moved = *v;
        rise = moveFrom(packet->stance, m, &memory->follow, &moved);
        vlReference_Deepen(v, &moved);
    }
    const bool isKnown = m->before != NULL && !m->memoryBefore->isOwn;
    if (isKnown) {
        memory->trust = m->memoryBefore->trust;
        memory->trust.isRenewed = false;
        memory->blend = m->memoryBefore->blend;
    }
    if (isBed && fast->isFresh) {
        memory->blend.ticksLeft = 0;
        if (isKnown) {
            beginBlend(two, world, m, v, memory);
        }
    }
    tickBlend(&memory->blend);
    if (memory->blend.ticksLeft > 0) {
        double share = vlBlend_Share(&two->def, &memory->blend);
        vlHeight b = memory->blend.plane;
        vlCarry_Deepen(v, &rise, (vlHeight){share * b.h0, share * b.hx, share * b.hy});
    }
    int points = e->pool.pointCount, heights = e->pool.heightCount;
    if (!vlCarry_Copy(v, &rise, packet->point, packet->height, &e->pool)) {
        return false;
    }
    if (!isBed) {
        return true;
    }
    memory->isPartial = vlCarry_Clamp(v, &e->pool);
    if (!(v->volume > 0.0)) {
        e->pool.pointCount = points;
        e->pool.heightCount = heights;
        return false;
    }
    bool wasHeld = memory->trust.isHeld;
    vlTrust_Update(&memory->trust, &two->def, fast->age, rise.moved, radiusOf(two, world, m),
                   v->volume / v->area, fast->isFresh || !memory->isFelt);
    memory->trust.isHeld = memory->trust.isHeld && memory->isFelt;
    fast->report.held += memory->trust.isHeld && !wasHeld;
    return true;
}

// A pair that the fresh packet no longer has would drop its force at once: it goes in a few steps
// instead, carried along from step to step.
static bool bringVanished(vlTwoRate* two, vlWorld* world, const Meeting* m, vlRateMemory* memory)
{
    const vlFastSide* fast = &two->fast;
    vlEvaluation* e = world->work.current;
    vlContactVolume* v = &e->contact[e->contactCount].volume;
    bool isVanishing = m->memoryBefore->packetIndex < 0;
    bool isGone = fast->isFresh && fast->interval > 1.5 * world->def.step;
    if (two->def.model != VL_PACKET_BED || m->memoryBefore->isOwn || !(isVanishing || isGone)) {
        return false;
    }
    *memory = *m->memoryBefore;
    *v = m->before->volume;
    vlRise rise = moveFrom(fast->stance, m, &memory->follow, v);
    double depth = v->volume / v->area;
    if (!isVanishing) {
        if (!(depth > 0.0) || !vlBlend_IsJump(&two->def, m->before->gains.kN, depth, depth)) {
            return false;
        }
        memory->packetIndex = -1;
        memory->blend.ticksLeft = two->def.blendTicks;
        ++two->fast.report.blended;
    }
    tickBlend(&memory->blend);
    int points = e->pool.pointCount, heights = e->pool.heightCount;
    if (memory->blend.ticksLeft == 0 ||
        !vlCarry_Copy(v, &rise, fast->last->pool.points, fast->last->pool.heights, &e->pool)) {
        return false;
    }
    memory->isPartial = vlCarry_Clamp(v, &e->pool);
    if (!(v->volume > 0.0)) {
        e->pool.pointCount = points;
        e->pool.heightCount = heights;
        return false;
    }
    return true;
}

static void findOwn(vlTwoRate* two, vlWorld* world)
{
    vlFastSide* fast = &two->fast;
    static const vlRateMemory own = {.packetIndex = -1, .isOwn = true};
    vlVolumes_Find(world, true);
    for (int i = 0; i < world->work.current->contactCount; ++i) {
        fast->memory[i] = own;
    }
    fast->report.isStale = false;
    fast->report.age = fast->age = 0.0;
    ++fast->report.ownFinds;
}

// Cursors of the pass.
typedef struct Pass {
    int packet, last;
} Pass;

static Meeting meet(vlTwoRate* two, const vlWorld* world, int pair, Pass* pass)
{
    vlFastSide* fast = &two->fast;
    const vlPacketView* packet = &fast->packet;
    vlPairKey key = world->state.pair[pair].key;
    Meeting m = {.pair = pair, .bodyA = vlPairKey_BodyA(key), .bodyB = vlPairKey_BodyB(key)};
    const vlMotion* a = &world->work.start[m.bodyA];
    const vlMotion* b = &world->work.start[m.bodyB];
    m.isFelt = fast->isFelt[m.bodyA] || fast->isFelt[m.bodyB];
    m.now[0] = (vlStance){a->centre, a->rotation};
    m.now[1] = (vlStance){b->centre, b->rotation};
    for (; pass->packet < packet->header->contactCount; ++pass->packet) {
        if (packet->contact[pass->packet].key >= key) {
            break;
        }
        ++fast->report.skipped;
    }
    while (pass->last < fast->lastCount && fast->last->contact[pass->last].key < key) {
        ++pass->last;
    }
    if (pass->packet < packet->header->contactCount && packet->contact[pass->packet].key == key) {
        m.found = fast->fade > 0.0 || !m.isFelt ? &packet->contact[pass->packet] : NULL;
        ++pass->packet;
    }
    if (pass->last < fast->lastCount && fast->last->contact[pass->last].key == key) {
        m.before = &fast->last->contact[pass->last];
        m.memoryBefore = &fast->lastMemory[pass->last];
    }
    return m;
}

static void bringAll(vlTwoRate* two, vlWorld* world)
{
    vlFastSide* fast = &two->fast;
    vlEvaluation* e = world->work.current;
    Pass pass = {0, 0};
    vlVolumes_Clear(world);
    for (int i = 0; i < world->state.head->pairCount; ++i) {
        vlNearPair* pair = &world->state.pair[i];
        vlRateMemory memory = {.packetIndex = -1, .isOwn = true};
        int at = e->contactCount;
        Meeting m = meet(two, world, i, &pass);
        if (world->def.sleep && vlSleep_IsResting(world, pair->key) && vlSleep_TakeKept(world, i)) {
            if (e->contactCount > at) {
                fast->memory[at] = memory;
            }
            continue;
        }
        bool hasRoom = at < world->def.capacity.contacts;
        memory.isOwn = false;
        if (hasRoom && m.found != NULL && bringFound(two, world, &m, &memory)) {
            vlVolumes_Keep(world, i, m.found->size);
            ++fast->report.carried;
        } else if (hasRoom && m.found == NULL && m.before != NULL &&
                   bringVanished(two, world, &m, &memory)) {
            vlVolumes_Keep(world, i, m.before->size);
        } else {
            vlVolumes_Forget(pair);
            continue;
        }
        fast->memory[at] = memory;
    }
    fast->report.skipped += (uint64_t)(fast->packet.header->contactCount - pass.packet);
    world->work.info.droppedContacts = fast->packet.header->droppedContacts;
    world->work.info.fallbackContacts = fast->packet.header->fallbackContacts;
}

void vlTwoRate_Find(void* user, vlWorld* world)
{
    vlTwoRate* two = user;
    takePacket(two, world);
    keepLast(two, world);
    two->fast.report.isOutdated = world->model.hash != two->modelHash;
    if (two->fast.hasPacket) {
        judgePacket(two, world);
        bringAll(two, world);
    } else {
        findOwn(two, world);
    }
    standNow(two, world);
}

void vlTwoRate_End(void* user, const vlWorld* world)
{
    vlTwoRate* two = user;
    two->fast.nextStep = world->state.head->stepCount;
    size_t size = vlState_Write(vlLatest_Begin(two->states), world, two->fast.epoch);
    vlLatest_Publish(two->states, size);
}
