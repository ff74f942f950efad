// SPDX-License-Identifier: MIT
#include "rates/packet.h"

#include <string.h>

#include "base/arena.h"

// A run of arrays in one buffer: writing, viewing and measuring go by the same list.
typedef struct StateLayout {
    vlStateHeader* header;
    vlMotion* motion;
    vlExcuse* excuse;
    size_t size;
} StateLayout;

static StateLayout layOutState(void* buffer, int bodies, int excuses)
{
    vlArena arena = {buffer, 0};
    StateLayout s;
    s.header = vlArena_Take(&arena, 1, sizeof *s.header);
    s.motion = vlArena_Take(&arena, (size_t)bodies, sizeof *s.motion);
    s.excuse = vlArena_Take(&arena, (size_t)excuses, sizeof *s.excuse);
    s.size = arena.used;
    return s;
}

size_t vlState_Capacity(const vlWorld* world)
{
    return layOutState(NULL, world->def.capacity.bodies, world->def.capacity.joints).size;
}

size_t vlState_Write(void* buffer, const vlWorld* world, uint64_t epoch)
{
    const vlStateHead* head = world->state.head;
    vlStateHeader header = {
        {head->stepCount, epoch, world->model.hash}, world->model.slotCount, head->jointCount};
    StateLayout s = layOutState(buffer, header.bodyCount, header.excuseCount);
    memcpy(s.motion, world->state.motion, (size_t)header.bodyCount * sizeof *s.motion);
    int count = 0;
    for (int i = 0; i < head->jointSlots && head->jointCount > 0; ++i) {
        const vlJoint* joint = &world->state.joint[i];
        if (joint->bodyB >= 0 && joint->bodyA >= 0 && !joint->collide) {
            s.excuse[count++] = (vlExcuse){joint->bodyA, joint->bodyB};
        }
    }
    header.excuseCount = count;
    *s.header = header;
    return s.size;
}

static void* writable(const void* buffer)
{
    return (void*)(uintptr_t)buffer; // layouts serve writers and readers; readers get it as const
}

vlStateView vlState_View(const void* buffer)
{
    const vlStateHeader* header = buffer;
    StateLayout s = layOutState(writable(buffer), header->bodyCount, header->excuseCount);
    vlStateView view = {s.header, s.motion, s.excuse};
    return view;
}

typedef struct PacketLayout {
    vlPacketHeader* header;
    vlStance* stance;
    vlPacketContact* contact;
    vlVec2* point;
    vlHeight* height;
    size_t size;
} PacketLayout;

static PacketLayout layOutPacket(void* buffer, const vlPacketHeader* counts)
{
    vlArena arena = {buffer, 0};
    PacketLayout p;
    p.header = vlArena_Take(&arena, 1, sizeof *p.header);
    p.stance = vlArena_Take(&arena, (size_t)counts->bodyCount, sizeof *p.stance);
    p.contact = vlArena_Take(&arena, (size_t)counts->contactCount, sizeof *p.contact);
    p.point = vlArena_Take(&arena, (size_t)counts->pointCount, sizeof *p.point);
    p.height = vlArena_Take(&arena, (size_t)counts->heightCount, sizeof *p.height);
    p.size = arena.used;
    return p;
}

size_t vlPacket_Capacity(const vlWorld* world)
{
    const vlVolumePool* pool = &world->work.evaluation[0].pool;
    vlPacketHeader most = {.bodyCount = world->def.capacity.bodies,
                           .contactCount = world->def.capacity.contacts,
                           .pointCount = pool->pointCapacity,
                           .heightCount = pool->heightCapacity};
    return layOutPacket(NULL, &most).size;
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
    PacketLayout p = layOutPacket(buffer, &header);
    *p.header = header;
    for (int i = 0; i < header.bodyCount; ++i) {
        const vlMotion* m = &world->state.motion[i];
        p.stance[i] = (vlStance){m->centre, m->rotation};
    }
    for (int i = 0; i < header.contactCount; ++i) {
        const vlContact* c = &e->contact[i];
        vlPlaced a = vlWorld_Placed(world, c->bodyA, vlPairKey_PieceA(c->key));
        vlPlaced b = vlWorld_Placed(world, c->bodyB, vlPairKey_PieceB(c->key));
        p.contact[i] = (vlPacketContact){c->key, c->size, vlFollow_Of(&c->volume, &e->pool, &a, &b),
                                         c->volume};
    }
    memcpy(p.point, e->pool.points, (size_t)header.pointCount * sizeof *p.point);
    memcpy(p.height, e->pool.heights, (size_t)header.heightCount * sizeof *p.height);
    return p.size;
}

vlPacketView vlPacket_View(const void* buffer)
{
    PacketLayout p = layOutPacket(writable(buffer), buffer);
    vlPacketView view = {p.header, p.stance, p.contact, p.point, p.height};
    return view;
}
