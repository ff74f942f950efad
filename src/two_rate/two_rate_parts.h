// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_TWO_RATE_PARTS_H
#define VOLAR_TWO_RATE_TWO_RATE_PARTS_H

// Inside of vlTwoRate: what belongs to the haptic thread, what to the contact thread, and the two
// mailboxes between them. Nothing else is shared but shapes, which never change.

#include <pthread.h>
#include <stdatomic.h>

#include "base/latest.h"
#include "two_rate/blend.h"
#include "two_rate/packet.h"
#include "two_rate/trust.h"
#include "volar/two_rate.h"

// What a step remembers of one of its contacts, by the contact's index.
typedef struct vlRateMemory {
    vlFollow follow;
    vlTrust trust;
    vlBlend blend;
    int packetIndex; // in the packet; -1: vanished from it
    bool isFelt;     // by a hand
    bool isPartial;  // some of the area has left touch
    bool isOwn;      // found by the world itself, or kept of a sleeping pair: left as it is
} vlRateMemory;

// Haptic thread, in the order of a step.
typedef struct vlFastSide {
    uint64_t epoch;    // of the world
    uint64_t nextStep; // the step count to be met next
    bool hasPacket;
    bool isFresh;        // the packet was taken in this step
    vlPacketView packet; // the newest, in its mailbox
    double interval;     // s, of simulated time, between the states of this packet and the last
    double age;          // s, of the packet in this step
    double fade;         // part of all forces left for its age
    vlEvaluation given;  // the world's own room for contacts, to be given back
    vlEvaluation spare;  // contacts of the last step, unless the world keeps them for its sleepers
    const vlEvaluation* last;
    vlRateMemory* memory;     // [contacts] of this step
    vlRateMemory* lastMemory; // [contacts] of the last one
    int lastCount;            // contacts of it that are known
    vlStance* stance;         // [bodies] of the last step
    bool* isFelt;             // [bodies] held by a device, itself or by joints, or driven
    void* modelRoom;          // [contacts of the packet] vlPacketModel.roomPerContact
    vlTwoRateReport report;
} vlFastSide;

// Contact thread.
typedef struct vlSlowSide {
    vlWorld* world; // the same bodies, never stepped
    bool* isMoved;  // [bodies] far since the last search
} vlSlowSide;

struct vlTwoRate {
    vlTwoRateDef def;
    const vlPacketModel* model;
    vlWorld* world;
    uint64_t modelHash; // of the bodies that the contact thread knows
    vlLatest* states;
    vlLatest* packets;
    void* block; // the arrays of both sides
    vlFastSide fast;
    vlSlowSide slow;
    pthread_t thread;
    bool isRunning;
    double period; // s, 0: as often as states come
    _Atomic bool isStopping;
};

#endif
