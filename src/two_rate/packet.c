// SPDX-License-Identifier: MIT
#include "two_rate/packet.h"

#include <string.h>

#include "base/arena.h"

// Offsets of the arrays in a buffer, each on a cache line of its own: writing, viewing and
// measuring go by the same list.
static size_t place(size_t* used, int count, size_t size)
{
    size_t start = (*used + VL_CACHE_LINE - 1u) & ~(size_t)(VL_CACHE_LINE - 1u);
    *used = start + (size_t)count * size;
    return start;
}

typedef struct StateLayout {
    size_t motion, excuse, size;
} StateLayout;

static StateLayout layOutState(int bodies, int excuses)
{
    StateLayout s = {.size = sizeof(vlStateHeader)};
    s.motion = place(&s.size, bodies, sizeof(vlMotion));
    s.excuse = place(&s.size, excuses, sizeof(vlExcuse));
    return s;
}

size_t vlState_Capacity(const vlWorld* world)
{
    return layOutState(world->def.capacity.bodies, world->def.capacity.joints).size;
}

size_t vlState_Write(void* buffer, const vlWorld* world, uint64_t epoch)
{
    const vlStateHead* head = world->state.head;
    vlStateHeader header = {{head->stepCount, epoch, world->model.hash}, world->model.slotCount, 0};
    StateLayout layout = layOutState(header.bodyCount, head->jointCount);
    unsigned char* bytes = buffer;
    memcpy(bytes + layout.motion, world->state.motion,
           (size_t)header.bodyCount * sizeof *world->state.motion);
    vlExcuse* excuse = (vlExcuse*)(void*)(bytes + layout.excuse);
    for (int i = 0; i < head->jointSlots && head->jointCount > 0; ++i) {
        const vlJoint* joint = &world->state.joint[i];
        if (joint->bodyB >= 0 && joint->bodyA >= 0 && !joint->collide) {
            excuse[header.excuseCount++] = (vlExcuse){joint->bodyA, joint->bodyB};
        }
    }
    memcpy(bytes, &header, sizeof header);
    return layout.size;
}

vlStateView vlState_View(const void* buffer)
{
    const unsigned char* bytes = buffer;
    const vlStateHeader* header = buffer;
    StateLayout layout = layOutState(header->bodyCount, header->excuseCount);
    vlStateView view = {header, (const void*)(bytes + layout.motion),
                        (const void*)(bytes + layout.excuse)};
    return view;
}

typedef struct PacketLayout {
    size_t stance, contact, point, height, size;
} PacketLayout;

static PacketLayout layOutPacket(const vlPacketHeader* counts)
{
    PacketLayout p = {.size = sizeof(vlPacketHeader)};
    p.stance = place(&p.size, counts->bodyCount, sizeof(vlStance));
    p.contact = place(&p.size, counts->contactCount, sizeof(vlPacketContact));
    p.point = place(&p.size, counts->pointCount, sizeof(vlVec2));
    p.height = place(&p.size, counts->heightCount, sizeof(vlHeight));
    return p;
}

size_t vlPacket_Capacity(const vlWorld* world)
{
    const vlVolumePool* pool = &world->work.evaluation[0].pool;
    vlPacketHeader most = {.bodyCount = world->def.capacity.bodies,
                           .contactCount = world->def.capacity.contacts,
                           .pointCount = pool->pointCapacity,
                           .heightCount = pool->heightCapacity};
    return layOutPacket(&most).size;
}

size_t vlPacket_Write(void* buffer, const vlWorld* world, vlPacketHeader header)
{
    const vlEvaluation* e = &world->work.evaluation[0];
    header.bodyCount = world->model.slotCount;
    header.contactCount = e->contactCount;
    header.pointCount = e->pool.pointCount;
    header.heightCount = e->pool.heightCount;
    header.droppedContacts = world->work.info.droppedContacts;
    header.fallbackContacts = world->work.info.fallbackContacts;
    PacketLayout layout = layOutPacket(&header);
    unsigned char* bytes = buffer;
    memcpy(bytes, &header, sizeof header);
    vlStance* stance = (vlStance*)(void*)(bytes + layout.stance);
    for (int i = 0; i < header.bodyCount; ++i) {
        const vlMotion* m = &world->state.motion[i];
        stance[i] = (vlStance){m->centre, m->rotation};
    }
    vlPacketContact* contact = (vlPacketContact*)(void*)(bytes + layout.contact);
    for (int i = 0; i < header.contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        vlPlaced a = vlWorld_Placed(world, c->bodyA, vlPairKey_PieceA(c->key));
        vlPlaced b = vlWorld_Placed(world, c->bodyB, vlPairKey_PieceB(c->key));
        contact[i].key = c->key;
        contact[i].size = c->size;
        contact[i].follow = vlFollow_Of(&c->volume, &e->pool, &a, &b);
        contact[i].volume = c->volume;
    }
    memcpy(bytes + layout.point, e->pool.points,
           (size_t)header.pointCount * sizeof *e->pool.points);
    memcpy(bytes + layout.height, e->pool.heights,
           (size_t)header.heightCount * sizeof *e->pool.heights);
    return layout.size;
}

vlPacketView vlPacket_View(const void* buffer)
{
    const unsigned char* bytes = buffer;
    const vlPacketHeader* header = buffer;
    PacketLayout layout = layOutPacket(header);
    vlPacketView view = {header, (const void*)(bytes + layout.stance),
                         (const void*)(bytes + layout.contact), (const void*)(bytes + layout.point),
                         (const void*)(bytes + layout.height)};
    return view;
}
