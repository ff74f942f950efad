// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_PACKET_H
#define VOLAR_TWO_RATE_PACKET_H

// What the two threads hand to each other: the state of a world one way, its contacts the other.
// Both are flat bytes without pointers.

#include "two_rate/follow.h"
#include "world/work.h"

// Where a body was.
typedef struct vlStance {
    vlVec3 centre; // of mass, world
    vlQuat rotation;
} vlStance;

static inline bool vlStance_IsSame(const vlStance* a, const vlStance* b)
{
    return a->centre.x == b->centre.x && a->centre.y == b->centre.y && a->centre.z == b->centre.z &&
           a->rotation.w == b->rotation.w && a->rotation.x == b->rotation.x &&
           a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z;
}

// Which state of which world: what a packet must agree in to be of use.
typedef struct vlStateStamp {
    uint64_t stepCount;
    uint64_t epoch;     // counts jumps of the step count: a world that was restored
    uint64_t modelHash; // of its bodies
} vlStateStamp;

typedef struct vlStateHeader {
    vlStateStamp stamp;
    int bodyCount, passingCount;
} vlStateHeader;

typedef struct vlStateView {
    const vlStateHeader* header;
    const vlMotion* motion;
    const vlBodyPair* passing; // bodies that pass through each other
} vlStateView;

typedef struct vlPacketHeader {
    vlStateStamp stamp;
    int bodyCount, contactCount, pointCount, heightCount;
    int droppedContacts, fallbackContacts;
    double findTime; // s
} vlPacketHeader;

// Places in the pool count from the packet's own.
typedef struct vlPacketContact {
    vlPairKey key;
    double size; // m, vlContact.size
    vlFollow follow;
    vlContactVolume volume;
} vlPacketContact;

typedef struct vlPacketView {
    const vlPacketHeader* header;
    const vlStance* stance; // [bodyCount]
    const vlPacketContact* contact;
    const vlVec2* point;
    const vlHeight* height;
} vlPacketView;

// Largest sizes for a world, and writing what it is now. `buffer` has that size; both return the
// size used.
size_t vlState_Capacity(const vlModel* model);
size_t vlState_Write(void* buffer, const vlModel* model, const vlState* state, uint64_t epoch);
vlStateView vlState_View(const void* buffer);

// Of the contacts last found in the world of the contact thread; counts, stances and
// contacts of `header` are filled in.
size_t vlPacket_Capacity(const vlModel* model, const vlWork* work);
size_t vlPacket_Write(void* buffer, const vlModel* model, const vlState* state, const vlWork* work,
                      vlPacketHeader header);
vlPacketView vlPacket_View(const void* buffer);

#endif
