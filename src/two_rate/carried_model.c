// SPDX-License-Identifier: MIT
#include "two_rate/carried_model.h"

#include "two_rate/weaken.h"

// Packets of successive steps have no gap to bridge: the change between them is the motion itself.
static bool hasGap(const vlFastSide* fast, const vlModel* model)
{
    return fast->interval > 1.5 * model->def.step;
}

// Are these nearly the same area? Otherwise the slope of one says nothing about the other.
static bool isSameArea(const vlContactVolume* a, const vlContactVolume* b)
{
    vlVec3 shift = vlSub(a->origin, b->origin);
    double reach = (b->mxx + b->myy) / b->area;
    return vlDot(shift, shift) < 0.25 * reach && a->area < 2.0 * b->area && b->area < 2.0 * a->area;
}

// The depth that `v` lacks compared with the plane `was` of `old`, as a plane over `v`. `tilt`
// becomes the depth at the rim that would give its moment.
static vlHeight missingDepth(const vlContactVolume* old, vlHeight was, const vlContactVolume* v,
                             double* tilt)
{
    vlHeight is = vlCarry_MeanPlane(v);
    vlHeight plane = {was.h0 - is.h0, 0.0, 0.0};
    *tilt = 0.0;
    if (isSameArea(old, v)) {
        vlVec3 slope = vlMulAdd(vlScale(old->e1, was.hx), was.hy, old->e2);
        plane.hx = vlDot(slope, v->e1) - is.hx;
        plane.hy = vlDot(slope, v->e2) - is.hy;
        double mx = v->mxx * plane.hx + v->mxy * plane.hy;
        double my = v->mxy * plane.hx + v->myy * plane.hy;
        *tilt = sqrt((mx * mx + my * my) / (v->area * (v->mxx + v->myy)));
    }
    return plane;
}

// Compares a fresh packet with what the last one would have led to by now. Where the force drops,
// the difference is removed over several steps; where it rises, vlTrust_Offset holds it back.
static void compare(vlTwoRate* two, const vlMeeting* m, const vlContactVolume* v,
                    vlRateMemory* memory)
{
    vlContactVolume old = m->before->volume;
    (void)vlMeeting_Carry(m, two->fast.pose, &m->memoryBefore->follow, &old);
    vlHeight was = vlCarry_MeanPlane(&old);
    double tilt;
    vlHeight plane = missingDepth(&old, was, v, &tilt);
    memory->trust.before = was.h0;
    memory->trust.isRenewed = true;
    if (vlBlend_IsJump(&two->def, m->before->gains.kN, was.h0, fabs(plane.h0) + tilt)) {
        memory->blend.plane = plane;
        memory->blend.ticksLeft = plane.h0 > 0.0 ? two->def.blendTicks : 0;
        ++two->fast.report.blended;
    }
}

// What the contact remembers: from the last step, if its contact came from a packet, otherwise the
// initial memory.
static void recall(vlTwoRate* two, const vlModel* model, const vlMeeting* m,
                   const vlContactVolume* v, vlRateMemory* memory)
{
    const vlFastSide* fast = &two->fast;
    const bool isKnown = m->before != NULL && !m->memoryBefore->isOwn;
    if (isKnown) {
        memory->trust = m->memoryBefore->trust;
        memory->trust.isRenewed = false;
        memory->blend = m->memoryBefore->blend;
    } else {
        memory->trust.most = m->found->volume.volume / m->found->volume.area;
        memory->trust.isBack = fast->interval > two->def.staleAfter;
    }
    if (fast->isFresh) {
        memory->blend.ticksLeft = 0;
        bool isForeseen = v->isForeseen || (isKnown && m->before->volume.isForeseen);
        if (isKnown && hasGap(fast, model) && !isForeseen) {
            compare(two, m, v, memory);
        }
    }
}

// Appends footprint and heights to those of the step, and removes the part that has left touch.
// Returns false, with nothing written, if nothing is left or there is no room.
static bool settle(vlEvaluation* e, const vlRise* rise, const vlVec2* points,
                   const vlHeight* heights, vlRateMemory* memory)
{
    vlContactVolume* v = &e->contact[e->contactCount].volume;
    const int pointCount = e->pool.pointCount, heightCount = e->pool.heightCount;
    if (!vlCarry_Copy(v, rise, points, heights, &e->pool)) {
        return false;
    }
    memory->isPartial = vlCarry_Clamp(v, &e->pool);
    if (!(v->volume > 0.0) && !v->isForeseen) {
        e->pool.pointCount = pointCount;
        e->pool.heightCount = heightCount;
        return false;
    }
    return true;
}

static void judge(vlTwoRate* two, const vlModel* model, const vlMeeting* m, double moved,
                  double depth, vlRateMemory* memory)
{
    vlFastSide* fast = &two->fast;
    const vlBodySlot* slot = model->slot;
    double radius = vlTrust_Radius(&two->def, slot[m->bodyA].radius, slot[m->bodyB].radius);
    bool wasHeld = memory->trust.isHeld;
    vlTrust_Update(&memory->trust, &two->def, fast->age, moved, radius, depth,
                   fast->isFresh || !memory->isFelt);
    memory->trust.isHeld = memory->trust.isHeld && memory->isFelt;
    fast->report.held += memory->trust.isHeld && !wasHeld;
}

static bool bring(vlTwoRate* two, const vlModel* model, vlWork* work, const vlMeeting* m,
                  vlRateMemory* memory)
{
    const vlPacketView* packet = &two->fast.packet;
    vlEvaluation* e = work->current;
    vlContactVolume* v = &e->contact[e->contactCount].volume;
    *v = m->found->volume;
    memory->follow = m->found->follow;
    memory->packetIndex = (int)(m->found - packet->contact);
    memory->isFelt = m->isFelt;
    vlRise rise = vlMeeting_Carry(m, packet->pose, &memory->follow, v);
    recall(two, model, m, v, memory);
    vlBlend_Tick(&memory->blend);
    if (memory->blend.ticksLeft > 0) {
        double share = vlBlend_Share(&two->def, &memory->blend);
        vlHeight b = memory->blend.plane;
        vlCarry_Deepen(v, &rise, (vlHeight){share * b.h0, share * b.hx, share * b.hy});
    }
    if (!settle(e, &rise, packet->point, packet->height, memory)) {
        return false;
    }
    judge(two, model, m, rise.moved, v->volume / v->area, memory);
    return true;
}

// The force of a pair that the fresh packet no longer has would drop at once. Instead it decreases
// over a few steps, in which the contact is carried from step to step.
static bool bringVanished(vlTwoRate* two, const vlModel* model, vlWork* work, const vlMeeting* m,
                          vlRateMemory* memory)
{
    const vlFastSide* fast = &two->fast;
    vlEvaluation* e = work->current;
    vlContactVolume* v = &e->contact[e->contactCount].volume;
    bool isVanishing = m->memoryBefore->packetIndex < 0;
    bool isGone = fast->isFresh && hasGap(fast, model);
    if (m->memoryBefore->isOwn || !(isVanishing || isGone)) {
        return false;
    }
    *memory = *m->memoryBefore;
    *v = m->before->volume;
    vlRise rise = vlMeeting_Carry(m, fast->pose, &memory->follow, v);
    double depth = v->volume / v->area;
    if (!isVanishing) {
        if (!(depth > 0.0) || !vlBlend_IsJump(&two->def, m->before->gains.kN, depth, depth)) {
            return false;
        }
        memory->packetIndex = -1;
        memory->blend.ticksLeft = two->def.blendTicks;
        ++two->fast.report.blended;
    }
    vlBlend_Tick(&memory->blend);
    return memory->blend.ticksLeft > 0 &&
           settle(e, &rise, fast->last->pool.points, fast->last->pool.heights, memory);
}

const vlPacketModel vlCarriedModel = {
    .bring = bring, .bringVanished = bringVanished, .adjust = vlWeaken_Contact, .isFading = true};
