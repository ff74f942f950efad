// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_STATE_H
#define VOLAR_WORLD_STATE_H

// What decides about a world's future, which is what a snapshot saves: one run of bytes without
// pointers. All of a spring, joint or coupling is state, so that a snapshot taken before one was
// made can be restored afterwards.

#include "collide/broadphase.h"
#include "collide/pair.h"
#include "contact/contact_force.h"
#include "contact/point_law.h"
#include "joint/coupling_law.h"
#include "joint/joint_law.h"
#include "joint/spring_law.h"
#include "world/kinds.h"
#include "world/model.h"
#include "world/sample_pairs.h"

// A near pair of pieces and all that is remembered of it.
typedef struct vlNearPair {
    vlPairKey key;
    vlPairCache cache;         // written by contact_find.c
    vlFrictionMemory friction; // written by contact_kind.c, contact_step.c, as is the next
    vlTouchMemory touch;
} vlNearPair;

// Where a body was when the list of near pairs was made, and how far it may move from there.
typedef struct vlAnchor {
    vlVec3 centre;
    vlQuat rotation;
    double margin; // m
} vlAnchor;

// How long a body has hardly moved, and what was done to it from outside.
typedef struct vlRest {
    int calmSteps;
    bool isAsleep;
    bool isPlaced; // its pose was set since the last step
    bool isGiven;  // its velocity was set since the last step, its pose was not
} vlRest;

// Two bodies that pressed on each other in the last step.
typedef struct vlPressing {
    vlVec3 point; // m, world, centre of the pressure
    vlVec3 normal;
    double force; // N
    vlBodyId bodyA, bodyB;
    vlFrictionMode mode;
} vlPressing;

typedef struct vlStateHead {
    uint64_t stepCount;                // step.c
    uint64_t originCount;              // steps made when the length of a step was last changed,
    double originTime;                 // and the time then, s; world.c
    int pairCount;                     // near_pairs.c
    int droppedPairs;                  // near_pairs.c
    int frozenBodies;                  // freeze.c
    int pressingCount;                 // events.c
    int pointCount;                    // point_memory.c
    int sampleCount;                   // sample_find.c
    vlIdCount elements[VL_KIND_COUNT]; // element_pool.c; contacts are not counted
    vlVec3 gravity;
    bool pairsAreStale; // a body came or went, or its pose was set
} vlStateHead;

typedef struct vlState {
    unsigned char* begin; // of the bytes that a snapshot saves
    size_t size;
    vlStateHead* head;
    vlMotion* motion;            // [bodies]     integrators; body_move.c; freeze.c
    bool* isFrozen;              // [bodies]     freeze.c
    vlRest* rest;                // [bodies]     sleep.c
    vlWrench* applied;           // [bodies]     body_move.c, for the next step
    vlTwist* given;              // [bodies]     body_move.c: by how much, if isGiven
    vlAnchor* anchor;            // [bodies]     near_pairs.c
    vlNearPair* pair;            // [pairs]      near_pairs.c, ascending keys
    vlSpring* spring;            // [springs]    spring.c, spring_kind.c
    vlJoint* joint;              // [joints]     joint.c, joint_kind.c
    vlVirtualCoupling* coupling; // [couplings]  coupling.c, coupling_kind.c
    vlPressing* pressing;        // [contacts]   events.c, ascending bodies
    vlPointMemory* point;        // [VL_MAX_POINT_CONTACTS]  point_memory.c, ascending keys
    vlSampleMemory* sample;      // [samples]    sample_find.c, ascending pairs, sides, samples
    uint16_t* proxyOrder;        // [bodies]     near_pairs.c
} vlState;

// The simulated time, s. As long as the step is never changed this is the product of two numbers,
// without the rounding of a sum.
static inline double vlState_TimeOf(const vlModel* model, const vlState* state)
{
    const vlStateHead* head = state->head;
    return head->originTime + (double)(head->stepCount - head->originCount) * model->def.step;
}

#endif
