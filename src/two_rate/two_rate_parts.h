// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_TWO_RATE_PARTS_H
#define VOLAR_TWO_RATE_TWO_RATE_PARTS_H

// The inside of vlTwoRate: what belongs to the haptic thread, what belongs to the contact thread,
// and the two mailboxes between them. Apart from these they share only shapes, which never change.

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
    bool isOwn; // found by the world itself, or kept for a sleeping pair; such a contact is not
                // changed
} vlRateMemory;

// A wrench that the samples of a pair keep, on B about the world's origin.
typedef struct vlHeldSamples {
    vlPairKey key;
    vlWrench wrench;
} vlHeldSamples;

// Belongs to the haptic thread; in the order of a step.
typedef struct vlFastSide {
    uint64_t epoch;    // of the world
    uint64_t nextStep; // the step count expected next
    bool hasPacket;
    bool isFresh;        // the packet was taken in this step
    vlPacketView packet; // the newest, in its mailbox
    double interval;     // s, simulated time between the states of this packet and the last
    double age;          // s, of the packet in this step
    double fade;         // part of all forces that its age leaves
    vlEvaluation given;  // the world's own room for contacts, returned to it later
    vlEvaluation spare;  // contacts of the last step, unless the world keeps them for its sleepers
    const vlEvaluation* last;
    vlRateMemory* memory;     // [contacts] of this step
    vlRateMemory* lastMemory; // [contacts] of the last one
    int lastCount;            // how many contacts of the last step are known
    vlBodyPose* pose;         // [bodies] of the last step
    bool* isFelt;             // [bodies] a hand feels its contacts (felt.h)
    int nextSamples;          // of the packet's lists of samples, in this step
    vlHeldSamples* held;      // [pairs of surfaces] if the model holds them
    int heldCount;
    void* modelRoom; // [contacts of the packet] vlPacketModel.roomPerContact
    vlTwoRateReport report;
} vlFastSide;

// The farthest at which the contact thread looks for samples, in contact distances.
#define VL_MOST_REACH 3.0

// Belongs to the contact thread.
typedef struct vlSlowSide {
    vlWorld* world;         // the same bodies, never stepped
    bool* isMoved;          // [bodies] moved far since the last search
    bool* isStill;          // [bodies] asleep or frozen
    uint64_t lastStep;      // step count of the last state
    double interval;        // s, of simulated time, expected between this state and the next
    vlFoundSamples samples; // of the last search
    int sampleRoom;         // in samples.near
    int searchWork;         // vlTwoRateDef.searchWork
    int distancesFound;     // by this search
    size_t packetSize;      // bytes, of a packet that is not yet published; 0: none
} vlSlowSide;

struct vlTwoRate {
    vlTwoRateDef def;
    const vlPacketModel* model;
    vlWorld* world;
    uint64_t modelHash; // of the bodies that the contact thread has
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
