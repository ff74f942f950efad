// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_SAMPLE_PAIRS_H
#define VOLAR_WORLD_SAMPLE_PAIRS_H

// Contacts of bodies whose shape is the surface of a mesh: one element per pair of bodies, made of
// all samples that are near. sample_find.c finds them at the start of an implicit step,
// sample_kind.c is their row of the table of elements.

#include "collide/broadphase.h"
#include "collide/near_samples.h"
#include "contact/sample_law.h"
#include "dynamics/element.h"
#include "volar/contact.h"
#include "world/model.h"

// What is remembered of a sample that pressed in the last step.
typedef struct vlSampleMemory {
    vlPairKey key;
    vlVec3 bristle;  // m, frame of the body that the sample does not belong to
    double force;    // N
    double withheld; // m, depth that does not press
    int32_t sample;
    bool isOnB;
    bool isSlipping;
} vlSampleMemory;

// An element.
typedef struct vlSamplePair {
    vlElementHead head;
    vlPairKey key;
    int first, count; // of its points
    vlVec3 origin;    // m, about which its wrench is
    double distance;  // m, at which contact starts
    vlSampleFriction friction;
    vlSampleSums sums;
    vlWrench wrench; // on B, as the step applied it
    bool isIdle;     // no body of it moves
    bool isHeld;     // its wrench is given from outside, and does not change (two_rate)
    vlWrench held;   // that wrench, on B about the world's origin
} vlSamplePair;

// The part of the memory of places that belongs to a pair of bodies.
typedef struct vlSampleCache {
    vlPairKey key;
    int start;
    int count;
} vlSampleCache;

// Everything about samples that a step writes. Empty if vlCapacity.samples is 0.
typedef struct vlSampleWork {
    int pairCapacity;
    vlSamplePair* pair; // [pairCapacity]
    int pairCount;
    vlSamplePoint* point; // [samples]
    int pointCount;
    vlSamplePair* lastPair; // [pairCapacity] the same of the step before, for sleepers
    int lastPairCount;
    vlSamplePoint* lastPoint; // [samples]
    vlNearSample* near;       // [samples] scratch
    vlSampleMemory* memory;   // [samples] what the step leaves behind
    vlPlaceMemory* place;     // [clusters]
    vlSampleCache* cache;     // [pairCapacity]
    int cacheCount;
    uint32_t stamp; // of the places that are still remembered
} vlSampleWork;

// Automatic stiffness per area, N/m3, and how far inside a body samples are looked for, in contact
// distances. docs/decisions.md
#define VL_SAMPLE_STIFFNESS 2e9
#define VL_SAMPLE_DEPTH 2.0

// Does the pair slide? It does once more than half of its pressing samples slip.
static inline vlFrictionMode vlSamplePair_Mode(const vlSamplePair* pair)
{
    if (!(pair->friction.sliding > 0.0) || pair->sums.pressingCount == 0) {
        return VL_MODE_NONE;
    }
    bool isSliding = 2 * pair->sums.slippingCount > pair->sums.pressingCount;
    return isSliding ? VL_MODE_DYNAMIC : VL_MODE_STATIC;
}

// True if at least one piece of a near pair is the surface of a mesh.
bool vlSamples_IsPair(const vlModel* model, vlPairKey key);
// The pair as one contact, for readers (sample_query.c).
vlContactReport vlSamplePair_Report(const vlModel* model, const vlSamplePair* pair);
// Finds the samples of all near pairs at the predicted poses, with their memory.
void vlSamples_Find(const vlModel* model, vlState* state, vlWork* work);
// After a step: keeps what the next one needs to remember.
void vlSamples_Keep(const vlModel* model, vlState* state, vlWork* work);
// Forgets what was remembered of a body that is being destroyed.
void vlSamples_ForgetBody(vlState* state, int body);
// A body that is the surface of a mesh was created, or a surface was set: contact may begin at this
// distance, m.
void vlSamples_WidenReach(vlModel* model, double distance);

#endif
