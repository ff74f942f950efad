// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_PACKET_H
#define VOLAR_TWO_RATE_PACKET_H

// What the two threads send each other: the state of a world in one direction, its contacts and
// near samples in the other. Both are flat bytes without pointers.

#include "two_rate/follow.h"
#include "world/work.h"

// The pose of a body by its centre of mass.
typedef struct vlBodyPose {
    vlVec3 centre; // of mass, world
    vlQuat rotation;
} vlBodyPose;

static inline bool vlBodyPose_IsSame(const vlBodyPose* a, const vlBodyPose* b)
{
    return a->centre.x == b->centre.x && a->centre.y == b->centre.y && a->centre.z == b->centre.z &&
           a->rotation.w == b->rotation.w && a->rotation.x == b->rotation.x &&
           a->rotation.y == b->rotation.y && a->rotation.z == b->rotation.z;
}

// Which state of which world a packet belongs to. A packet whose stamp does not fit the world is
// not used.
typedef struct vlStateStamp {
    uint64_t stepCount;
    uint64_t epoch;     // counts jumps of the step count, which a restored world makes
    uint64_t modelHash; // of its bodies
} vlStateStamp;

typedef struct vlStateHeader {
    vlStateStamp stamp;
    int bodyCount, passingCount, touchCount;
    int distanceCount;  // 0: no surfaces of meshes
    double sampleReach; // m, vlModel.sampleReach
    double step;        // s, the length of the one to come
    vlVec3 gravity;     // m/s2
} vlStateHeader;

// A pair of pieces that touched in the last step: the part of its memory that finding needs.
typedef struct vlStateTouch {
    vlPairKey key;
    vlVec3 push; // N, vlTouchMemory.push
} vlStateTouch;

typedef struct vlStateView {
    const vlStateHeader* header;
    const vlMotion* motion;
    const vlBodyPair* passing; // bodies that pass through each other
    const vlExpected* expected;
    const vlStateTouch* touch; // ascending keys
    const double* distance;    // m, at which samples touch, by materials as vlModel.surface
    const bool* isStill;       // [bodies] asleep or frozen
} vlStateView;

typedef struct vlPacketHeader {
    vlStateStamp stamp;
    int bodyCount, contactCount, pointCount, heightCount;
    int droppedContacts, fallbackContacts;
    int sampleListCount, nearCount, droppedSamples;
    double findTime; // s
} vlPacketHeader;

// Ranges refer to the packet's own points and heights.
typedef struct vlPacketContact {
    vlPairKey key;
    double size; // m, vlContact.size
    vlFollow follow;
    vlContactVolume volume;
} vlPacketContact;

// Samples of one body that are near another, as the contact thread found them.
typedef struct vlPacketSamples {
    vlPairKey key;
    int first, count; // of the packet's near samples
    bool isOnB;       // they are B's, otherwise A's
} vlPacketSamples;

// All samples of a packet: lists in ascending order of keys and sides.
typedef struct vlFoundSamples {
    int listCount, nearCount;
    vlPacketSamples* list;
    vlNearSample* near;
} vlFoundSamples;

typedef struct vlPacketView {
    const vlPacketHeader* header;
    const vlBodyPose* pose; // [bodyCount]
    const vlPacketContact* contact;
    const vlVec2* point;
    const vlHeight* height;
    const vlPacketSamples* sampleList;
    const vlNearSample* near;
} vlPacketView;

// vlState_Capacity: the largest size of a world's state, bytes. vlState_Write writes the present
// state to a `buffer` of that size and returns the size used; work->expected must be that of the
// step to come.
size_t vlState_Capacity(const vlModel* model);
size_t vlState_Write(void* buffer, const vlModel* model, const vlState* state, const vlWork* work,
                     uint64_t epoch);
vlStateView vlState_View(const void* buffer);

// The most lists of samples that a packet has: two for each pair of bodies.
static inline int vlPacket_SampleLists(const vlWork* work)
{
    return 2 * work->samples.pairCapacity;
}

// The most samples that a packet has: those that the world has room for, and as many in the margin.
static inline int vlPacket_SampleRoom(const vlModel* model)
{
    return 2 * model->def.capacity.samples;
}

// The same for a packet of the contacts last found in the world of the contact thread. The caller
// fills in stamp and findTime of `header`, and vlPacket_Write the rest.
size_t vlPacket_Capacity(const vlModel* model, const vlWork* work);
size_t vlPacket_Write(void* buffer, const vlModel* model, const vlState* state, const vlWork* work,
                      const vlFoundSamples* samples, vlPacketHeader header);
vlPacketView vlPacket_View(const void* buffer);

#endif
