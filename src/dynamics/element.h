// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_ELEMENT_H
#define VOLAR_DYNAMICS_ELEMENT_H

// Force elements by kind. Contacts, springs, joints and couplings all tie two bodies, or a body and
// the world, and exert a wrench between them. A kind is a row of functions over its elements; a
// step asks kind after kind, in the order of the table, element after element, in the order of
// their slots, so that every sum has one order. A new kind of element is one more row.
//
// What a row may read and write shows in its functions: the model is constant in a step, the state
// is what a snapshot saves, the work belongs to the step. What these hold is the world's matter
// (world/model.h, state.h, work.h).

#include "base/id_pool.h"
#include "dynamics/implicit.h"

typedef struct vlModel vlModel;
typedef struct vlState vlState;
typedef struct vlWork vlWork;

// First member of every element.
typedef struct vlElementHead {
    vlIdSlot id; // not taken: a free slot
    int bodyA;   // -1: the world
    int bodyB;
} vlElementHead;

// All elements of one kind: `count` structs that begin with a head, some of them free.
typedef struct vlElementList {
    void* first;
    size_t stride;
    int count;
} vlElementList;

static inline const vlElementHead* vlElementList_At(const vlElementList* list, int i)
{
    return (const vlElementHead*)(const void*)((const unsigned char*)list->first +
                                               (size_t)i * list->stride);
}

// One element in an implicit step: its slot, its place among all elements of the step, and the two
// bodies it links.
typedef struct vlElementAt {
    int slot;
    int index;
    vlLink link;
} vlElementAt;

// A force on a body, away from its centre of mass.
typedef struct vlLever {
    int body; // -1: the world, which is not turned
    vlVec3 force;
    vlVec3 point;
} vlLever;

// A function that is NULL has nothing to do.
typedef struct vlElementKind {
    const char* name; // one word, for messages
    // An element of this kind that ties a body to the world keeps it from falling asleep.
    bool keepsAwake;

    vlElementList (*list)(const vlState* state, const vlWork* work);

    // Before the elements of the kind are evaluated or begun: `elapsed` seconds after the memory
    // that they go by was made.
    void (*prepare)(const vlModel* model, const vlState* state, vlWork* work, double elapsed);

    // Explicit: the wrench at `motions`. With `remember` the element keeps what it needs for the
    // next step; without, an integrator looks ahead by `elapsed` seconds.
    vlForceElement (*evaluate)(const vlModel* model, vlState* state, vlWork* work, int slot,
                               const vlMotion* motions, double elapsed, bool remember);
    // After all kinds were evaluated with `remember`.
    void (*keep)(vlState* state, const vlWork* work, int slot);

    // Implicit, in the order of a step (dynamics/implicit.h). Begin: bodies are where the step
    // starts, and it is known which ones are asleep. Linearise: `line` about the velocities
    // `trial`. Check: true if the element's state did not hold at `trial` and was changed, so that
    // its island is solved again. Finish: the velocities stand; fills reports and memories and
    // returns the work booked, J, at the mean velocities.
    void (*begin)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at);
    void (*linearise)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, bool isFirst, vlImplicitElement* line);
    bool (*check)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                  const vlTwist* trial, int solvesLeft);
    double (*finish)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* mean);
    // The forces whose levers turn while their bodies do, at most two. Returns how many.
    int (*levers)(const vlState* state, const vlWork* work, const vlElementAt* at,
                  vlLever levers[2]);

    // A step has ended and the bodies have moved.
    void (*advance)(const vlModel* model, vlState* state, vlWork* work, int slot);
    // J, stored in the element as of the last step.
    double (*energy)(const vlState* state, const vlWork* work, int slot);
    // Must its bodies stay awake, however slowly they move?
    bool (*isBusy)(const vlState* state, int slot);
    // Mixes all that decides about its future into a hash.
    uint64_t (*hash)(const vlState* state, int slot, uint64_t hash);
    // The element is new, or its state was restored: its report starts again.
    void (*report)(const vlModel* model, const vlState* state, vlWork* work, int slot);
    // An element of this kind was made or destroyed.
    void (*changed)(const vlModel* model, vlState* state, vlWork* work);
} vlElementKind;

// Most kinds that a table can have.
#define VL_MAX_KINDS 8

// All elements of a world, and what their functions are given.
typedef struct vlElements {
    const vlElementKind* const* kinds;
    int kindCount;
    const vlModel* model;
    vlState* state;
    vlWork* work;
} vlElements;

// The elements of an implicit step, kind after kind, then what forces on levers add.
typedef struct vlStepElements {
    vlImplicitElement* line;     // [elements]
    vlLink* link;                // [elements]
    int start[VL_MAX_KINDS + 1]; // first of each kind; the last entry: first lever
    int count;
} vlStepElements;

// Walks over the living elements of a kind, in the order of their slots:
//
//   for (vlElementWalk w = vlElementKind_Walk(kind, state, work); vlElementWalk_Next(&w);)
typedef struct vlElementWalk {
    vlElementList list;
    const vlLink* links; // of the step; NULL: elements have no index and no link
    vlElementAt at;
} vlElementWalk;

static inline vlElementWalk vlElementKind_Walk(const vlElementKind* kind, const vlState* state,
                                               const vlWork* work)
{
    vlElementWalk walk = {.list = kind->list(state, work), .at = {.slot = -1, .index = -1}};
    return walk;
}

// Of the element that the walk is at.
static inline const vlElementHead* vlElementWalk_Head(const vlElementWalk* walk)
{
    return vlElementList_At(&walk->list, walk->at.slot);
}

// To the next element; false if there is none. In every loop of a step, hence inline.
static inline bool vlElementWalk_Next(vlElementWalk* walk)
{
    while (++walk->at.slot < walk->list.count) {
        if (vlElementWalk_Head(walk)->id.isTaken) {
            ++walk->at.index;
            if (walk->links != NULL) {
                walk->at.link = walk->links[walk->at.index];
            }
            return true;
        }
    }
    return false;
}

// Explicit: fills `out` with every element at `motions` and returns their number.
int vlElements_Evaluate(const vlElements* all, const vlMotion* motions, double elapsed,
                        bool remember, vlForceElement* out);

// Implicit, in the order of a step: which bodies are linked; what the step starts from; what forces
// on levers add, between bodies at `dynamics`; then as vlImplicitSource asks, for the islands
// marked. Finish returns the work booked, J.
void vlElements_Link(const vlElements* all, vlStepElements* step);
void vlElements_Begin(const vlElements* all, const vlStepElements* step, double elapsed);
void vlElements_AddLevers(const vlElements* all, vlStepElements* step, const vlDynamics* dynamics);
void vlElements_Linearise(const vlElements* all, vlStepElements* step, const vlIslands* islands,
                          const bool* marked, const vlTwist* trial, bool isFirst);
bool vlElements_Check(const vlElements* all, const vlStepElements* step, const vlIslands* islands,
                      const bool* solved, bool* again, const vlTwist* trial, int solvesLeft);
double vlElements_Finish(const vlElements* all, const vlStepElements* step, const vlTwist* after,
                         const vlTwist* mean);

// After a step.
void vlElements_Advance(const vlElements* all);
// J, in all elements of a kind.
double vlElementKind_Energy(const vlElementKind* kind, const vlState* state, const vlWork* work);
uint64_t vlElementKind_Hash(const vlElementKind* kind, const vlState* state, const vlWork* work,
                            uint64_t hash);
// Starts all reports again, after the state was restored.
void vlElements_Report(const vlElements* all);

#endif
