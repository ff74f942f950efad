// SPDX-License-Identifier: MIT
#include "two_rate/packet.h"

#include <string.h>

#include "base/arena.h"
#include "world/passing.h"

// Offset of an array in a buffer, each on a cache line of its own. Writing, viewing and measuring
// use the same list.
static size_t place(size_t* used, int count, size_t size)
{
    size_t start = (*used + VL_CACHE_LINE - 1u) & ~(size_t)(VL_CACHE_LINE - 1u);
    *used = start + (size_t)count * size;
    return start;
}

typedef struct StateLayout {
    size_t motion, passing, expected, distance, isStill, touch, size;
} StateLayout;

static StateLayout layOutState(int bodies, int pairs, int distances, int touches)
{
    StateLayout s = {.size = sizeof(vlStateHeader)};
    s.motion = place(&s.size, bodies, sizeof(vlMotion));
    s.passing = place(&s.size, pairs, sizeof(vlBodyPair));
    s.expected = place(&s.size, bodies, sizeof(vlExpected));
    s.distance = place(&s.size, distances, sizeof(double));
    s.isStill = place(&s.size, bodies, sizeof(bool));
    s.touch = place(&s.size, touches, sizeof(vlStateTouch));
    return s;
}

// How many distances of samples there are: one for each pair of materials.
static int countDistances(const vlModel* model)
{
    const vlCapacity* c = &model->def.capacity;
    return c->samples > 0 ? c->materials * c->materials : 0;
}

size_t vlState_Capacity(const vlModel* model)
{
    const vlCapacity* c = &model->def.capacity;
    return layOutState(c->bodies, c->joints, countDistances(model), c->pairs).size;
}

// What finding samples needs: where contact begins, and which bodies do not move.
static void writeForSamples(const vlModel* model, const vlState* state, int distances,
                            double* distance, bool* isStill)
{
    for (int i = 0; i < distances; ++i) {
        distance[i] = model->surface[i].contactDistance;
    }
    for (int i = 0; i < model->bodies.used; ++i) {
        isStill[i] = state->isFrozen[i] || state->rest[i].isAsleep;
    }
}

static int writeTouches(const vlState* state, vlStateTouch* touch)
{
    int count = 0;
    for (int i = 0; i < state->head->pairCount; ++i) {
        const vlNearPair* pair = &state->pair[i];
        if (pair->touch.isTouching) {
            touch[count++] = (vlStateTouch){pair->key, pair->touch.push};
        }
    }
    return count;
}

size_t vlState_Write(void* buffer, const vlModel* model, const vlState* state, const vlWork* work,
                     uint64_t epoch)
{
    const vlStateHead* head = state->head;
    vlStateHeader header = {.stamp = {head->stepCount, epoch, model->hash},
                            .bodyCount = model->bodies.used,
                            .distanceCount = countDistances(model),
                            .sampleReach = model->sampleReach,
                            .step = model->def.step,
                            .gravity = head->gravity};
    unsigned char* bytes = buffer;
    // The arrays after the pairs begin where the pairs end, as a reader expects.
    StateLayout layout = layOutState(header.bodyCount, 0, 0, 0);
    header.passingCount = vlPassing_OfJoints(state, (vlBodyPair*)(void*)(bytes + layout.passing));
    layout = layOutState(header.bodyCount, header.passingCount, header.distanceCount, 0);
    memcpy(bytes + layout.motion, state->motion, (size_t)header.bodyCount * sizeof *state->motion);
    memcpy(bytes + layout.expected, work->expected,
           (size_t)header.bodyCount * sizeof *work->expected);
    writeForSamples(model, state, header.distanceCount, (double*)(void*)(bytes + layout.distance),
                    (bool*)(bytes + layout.isStill));
    header.touchCount = writeTouches(state, (vlStateTouch*)(void*)(bytes + layout.touch));
    memcpy(bytes, &header, sizeof header);
    return layout.touch + (size_t)header.touchCount * sizeof(vlStateTouch);
}

vlStateView vlState_View(const void* buffer)
{
    const unsigned char* bytes = buffer;
    const vlStateHeader* header = buffer;
    StateLayout layout = layOutState(header->bodyCount, header->passingCount, header->distanceCount,
                                     header->touchCount);
    vlStateView view = {.header = header,
                        .motion = (const void*)(bytes + layout.motion),
                        .passing = (const void*)(bytes + layout.passing),
                        .expected = (const void*)(bytes + layout.expected),
                        .touch = (const void*)(bytes + layout.touch),
                        .distance = (const void*)(bytes + layout.distance),
                        .isStill = (const void*)(bytes + layout.isStill)};
    return view;
}

typedef struct PacketLayout {
    size_t pose, contact, point, height, sampleList, near, size;
} PacketLayout;

static PacketLayout layOutPacket(const vlPacketHeader* counts)
{
    PacketLayout p = {.size = sizeof(vlPacketHeader)};
    p.pose = place(&p.size, counts->bodyCount, sizeof(vlBodyPose));
    p.contact = place(&p.size, counts->contactCount, sizeof(vlPacketContact));
    p.point = place(&p.size, counts->pointCount, sizeof(vlVec2));
    p.height = place(&p.size, counts->heightCount, sizeof(vlHeight));
    p.sampleList = place(&p.size, counts->sampleListCount, sizeof(vlPacketSamples));
    p.near = place(&p.size, counts->nearCount, sizeof(vlNearSample));
    return p;
}

size_t vlPacket_Capacity(const vlModel* model, const vlWork* work)
{
    const vlVolumePool* pool = &work->evaluation[0].pool;
    vlPacketHeader most = {.bodyCount = model->def.capacity.bodies,
                           .contactCount = model->def.capacity.contacts,
                           .pointCount = pool->pointCapacity,
                           .heightCount = pool->heightCapacity,
                           .sampleListCount = vlPacket_SampleLists(work),
                           .nearCount = vlPacket_SampleRoom(model)};
    return layOutPacket(&most).size;
}

size_t vlPacket_Write(void* buffer, const vlModel* model, const vlState* state, const vlWork* work,
                      const vlFoundSamples* samples, vlPacketHeader header)
{
    const vlEvaluation* e = &work->evaluation[0];
    header.bodyCount = model->bodies.used;
    header.contactCount = e->contactCount;
    header.pointCount = e->pool.pointCount;
    header.heightCount = e->pool.heightCount;
    header.sampleListCount = samples->listCount;
    header.nearCount = samples->nearCount;
    header.droppedSamples = work->info.droppedSamples;
    header.droppedContacts = work->info.droppedContacts;
    header.fallbackContacts = work->info.fallbackContacts;
    PacketLayout layout = layOutPacket(&header);
    unsigned char* bytes = buffer;
    memcpy(bytes, &header, sizeof header);
    vlBodyPose* pose = (vlBodyPose*)(void*)(bytes + layout.pose);
    for (int i = 0; i < header.bodyCount; ++i) {
        const vlMotion* m = &state->motion[i];
        pose[i] = (vlBodyPose){m->centre, m->rotation};
    }
    vlPacketContact* contact = (vlPacketContact*)(void*)(bytes + layout.contact);
    for (int i = 0; i < header.contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        vlPlaced a = vlWork_Placed(model, work, (uint32_t)c->head.bodyA, vlPairKey_PieceA(c->key));
        vlPlaced b = vlWork_Placed(model, work, (uint32_t)c->head.bodyB, vlPairKey_PieceB(c->key));
        contact[i].key = c->key;
        contact[i].size = c->size;
        contact[i].follow = vlFollow_Of(&c->volume, &e->pool, &a, &b);
        contact[i].volume = c->volume;
    }
    memcpy(bytes + layout.point, e->pool.points,
           (size_t)header.pointCount * sizeof *e->pool.points);
    memcpy(bytes + layout.height, e->pool.heights,
           (size_t)header.heightCount * sizeof *e->pool.heights);
    if (samples->listCount > 0) {
        memcpy(bytes + layout.sampleList, samples->list,
               (size_t)samples->listCount * sizeof *samples->list);
        memcpy(bytes + layout.near, samples->near,
               (size_t)samples->nearCount * sizeof *samples->near);
    }
    return layout.size;
}

vlPacketView vlPacket_View(const void* buffer)
{
    const unsigned char* bytes = buffer;
    const vlPacketHeader* header = buffer;
    PacketLayout layout = layOutPacket(header);
    vlPacketView view = {.header = header,
                         .pose = (const void*)(bytes + layout.pose),
                         .contact = (const void*)(bytes + layout.contact),
                         .point = (const void*)(bytes + layout.point),
                         .height = (const void*)(bytes + layout.height),
                         .sampleList = (const void*)(bytes + layout.sampleList),
                         .near = (const void*)(bytes + layout.near)};
    return view;
}
