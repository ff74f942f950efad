// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_STATE_H
#define VOLAR_WORLD_STATE_H

// What determines a world's future, and hence what a snapshot saves: one run of bytes without
// pointers. Springs, joints and couplings are state as a whole, so a snapshot that was taken before
// one was made can be restored afterwards. For [all contacts] see work.h.

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
    vlPairCache cache; // contact_find.c; body_move.c clears it when a body jumps
    // contact_kind.c, contact_step.c; contact_find.c clears both when the pieces are apart
    vlFrictionMemory friction;
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
    double originTime;                 // and the time then, s; step_length.c
    int pairCount;                     // near_pairs.c; body.c removes those of a destroyed body
    int droppedPairs;                  // near_pairs.c
    int frozenBodies;                  // freeze.c
    int pressingCount;                 // events.c
    int pointCount;                    // point_memory.c
    int sampleCount;                   // sample_find.c
    vlIdCount elements[VL_KIND_COUNT]; // element_pool.c; contacts of both kinds are not counted
    vlVec3 gravity;                    // world.c
    // The list of near pairs no longer fits: a body or a joint came or went, a static body was
    // moved, or a contact distance grew. body.c, body_move.c, joint_kind.c, material.c;
    // near_pairs.c resets it.
    bool pairsAreStale;
} vlStateHead;

typedef struct vlState {
    unsigned char* begin; // of the bytes that a snapshot saves
    size_t size;
    vlStateHead* head;
    vlMotion* motion;  // [bodies]     integrators, halt.c, sleep.c, freeze.c; body_move.c
    bool* isFrozen;    // [bodies]     freeze.c; body.c: false for a new body
    vlRest* rest;      // [bodies]     sleep.c; body_move.c notes what is set, step.c resets that
    vlWrench* applied; // [bodies]     body_move.c, for the next step; step.c clears it
    vlTwist* given;    // [bodies]     body_move.c: by how much, if isGiven
    vlAnchor* anchor;  // [bodies]     near_pairs.c
    vlNearPair* pair;  // [pairs]      near_pairs.c, ascending keys
    vlSpring* spring;  // [springs]    spring.c, spring_kind.c
    vlJoint* joint;    // [joints]     joint.c, joint_kind.c, step_length.c
    vlVirtualCoupling* coupling; // [couplings]  coupling.c, coupling_kind.c
    vlPressing* pressing;        // [all contacts] events.c, ascending bodies
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
