// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_ELEMENT_H
#define VOLAR_DYNAMICS_ELEMENT_H

// Force elements by kind. Contacts, springs, joints and couplings all connect two bodies, or a body
// and the world, and exert a wrench between them. A kind is a row of functions over its elements. A
// step calls kind after kind in the order of the table, and element after element in the order of
// their slots, so that every sum has one order. A new kind of element is one more row.
//
// The signatures show what a function may read and write: the model is constant in a step, the
// state is what a snapshot saves, the work belongs to the step. The world defines these three
// (world/model.h, state.h, work.h).

#include "base/id_pool.h"
#include "dynamics/implicit.h"

typedef struct vlModel vlModel;
typedef struct vlState vlState;
typedef struct vlWork vlWork;

// First member of every element.
typedef struct vlElementHead {
    vlIdSlot id; // not taken: the slot is free
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
    bool isSolved; // in finish: a body of it was solved for, so that its line is of this step
} vlElementAt;

// A force on a body, away from its centre of mass.
typedef struct vlLever {
    int body; // -1: the world, which does not rotate
    vlVec3 force;
    vlVec3 point;
} vlLever;

// A function may be NULL: the kind then has nothing to do at that stage.
typedef struct vlElementKind {
    const char* name; // one word, for messages
    // True if an element of this kind that connects a body to the world keeps it from falling
    // asleep.
    bool keepsAwake;

    vlElementList (*list)(const vlState* state, const vlWork* work);

    // Called before the elements of the kind are evaluated or begun. `elapsed`: seconds since the
    // memory that they continue from was made.
    void (*prepare)(const vlModel* model, const vlState* state, vlWork* work, double elapsed);

    // Explicit: the wrench at `motions`. With `remember` the element keeps what it needs for the
    // next step; without it, an integrator looks ahead by `elapsed` seconds.
    vlForceElement (*evaluate)(const vlModel* model, vlState* state, vlWork* work, int slot,
                               const vlMotion* motions, double elapsed, bool remember);
    // Called after all kinds were evaluated with `remember`.
    void (*keep)(vlState* state, const vlWork* work, int slot);

    // Implicit, in the order of a step (dynamics/implicit.h). Begin: bodies are where the step
    // starts, and it is known which ones are asleep. Linearise: writes `line` about the velocities
    // `trial`. Check: whether the element's state did not hold at `trial` and was changed, so that
    // its island is to be solved again. Finish: the velocities are final; fills reports and
    // memories and returns the work booked, J, at the mean velocities.
    void (*begin)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at);
    void (*linearise)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, bool isFirst, vlImplicitElement* line);
    vlAgain (*check)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int solvesLeft);
    // Respond, for the search for a minimum (dynamics/minimise.h): writes the wrench at the
    // velocities `trial` and its slope there into `line`; returns by which part of its forces its
    // bound differs from the one that was used. NULL: `begin` has written the line, which is
    // straight.
    double (*respond)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                      const vlTwist* trial, vlBoundUse bound, vlImplicitElement* line);
    // Exceeds: returns the part of its forces, from 0 to VL_PARTS - 1, that is larger at `trial`
    // than the element's other forces allow; -1 if there is none. In round 0 `trial` is that of the
    // last check. `ways` are the wrenches by which this part can be changed. TakeBack: writes by
    // how much of each way the part must change to reach `aim` times its bound. `response`:
    // relative velocities at the element's origin for one unit of each way. Change: makes this
    // change.
    int (*exceeds)(const vlModel* model, const vlState* state, const vlWork* work,
                   const vlElementAt* at, const vlTwist* trial, int round, vlWrench ways[VL_WAYS]);
    void (*takeBack)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* trial, int round, int part, const vlTwist response[VL_WAYS],
                     double aim, double amounts[VL_WAYS]);
    void (*change)(vlWork* work, int slot, int part, const double amounts[VL_WAYS]);
    double (*finish)(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at,
                     const vlTwist* after, const vlTwist* mean);
    // The forces whose levers rotate with their bodies, at most two. Returns how many.
    int (*levers)(const vlState* state, const vlWork* work, const vlElementAt* at,
                  vlLever levers[2]);

    // A body of the element was frozen in this step. The force that the element exerted must not
    // reach any other body, and its memory may not be finite.
    void (*silence)(const vlModel* model, vlState* state, vlWork* work, int slot);
    // A step has ended and the bodies have moved.
    void (*advance)(const vlModel* model, vlState* state, vlWork* work, int slot);
    // J, energy stored in the element as of the last step.
    double (*energy)(const vlState* state, const vlWork* work, int slot);
    // True if its bodies must stay awake, however slowly they move.
    bool (*isBusy)(const vlState* state, int slot);
    // Mixes everything that decides about the element's future into a hash.
    uint64_t (*hash)(const vlState* state, int slot, uint64_t hash);
    // The element is new, or its state was restored: its report starts again.
    void (*report)(const vlModel* model, const vlState* state, vlWork* work, int slot);
    // Called after an element of this kind was made or destroyed.
    void (*changed)(const vlModel* model, vlState* state, vlWork* work);
} vlElementKind;

// The largest number of kinds in a table.
#define VL_MAX_KINDS 8

// All elements of a world, and the arguments that their functions get.
typedef struct vlElements {
    const vlElementKind* const* kinds;
    int kindCount;
    const vlModel* model;
    vlState* state;
    vlWork* work;
} vlElements;

// The elements of an implicit step, kind after kind, followed by the terms of forces on levers.
typedef struct vlStepElements {
    vlImplicitElement* line;     // [elements]
    vlLink* link;                // [elements]
    int* slot;                   // [elements] of their kind; levers have none
    int start[VL_MAX_KINDS + 1]; // first element of each kind; the last entry: first lever
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

// Head of the element that the walk is at.
static inline const vlElementHead* vlElementWalk_Head(const vlElementWalk* walk)
{
    return vlElementList_At(&walk->list, walk->at.slot);
}

// Goes to the next element; false if there is none. Every loop of a step calls it, so it is inline.
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

// The same over the elements of a step.
static inline vlElementWalk vlStepElements_Walk(const vlElements* all, int kind,
                                                const vlStepElements* step)
{
    vlElementWalk walk = vlElementKind_Walk(all->kinds[kind], all->state, all->work);
    walk.links = step->link;
    walk.at.index = step->start[kind] - 1;
    return walk;
}

// Explicit: evaluates every element at `motions` into `out` and returns their number.
int vlElements_Evaluate(const vlElements* all, const vlMotion* motions, double elapsed,
                        bool remember, vlForceElement* out);

// Implicit, in the order of a step: which bodies are linked; the start of the step; the terms of
// forces on levers, between bodies at `dynamics`; then what vlImplicitSource asks for, for the
// marked islands. Finish returns the work booked, J.
void vlElements_Link(const vlElements* all, vlStepElements* step);
void vlElements_Begin(const vlElements* all, const vlStepElements* step, double elapsed);
void vlElements_AddLevers(const vlElements* all, vlStepElements* step, const vlDynamics* dynamics);
void vlElements_Linearise(const vlElements* all, vlStepElements* step, const vlIslands* islands,
                          const bool* marked, const vlTwist* trial, bool isFirst);
void vlElements_Check(const vlElements* all, const vlStepElements* step, const vlIslands* islands,
                      const bool* solved, vlAgain* again, const vlTwist* trial, int solvesLeft);
// What vlImplicitSource.respond asks for.
double vlElements_Respond(const vlElements* all, vlStepElements* step, int index,
                          const vlTwist* trial, vlBoundUse bound);
// Takes forces beyond their bounds back to them (bound.c). Returns whether there were any.
bool vlElements_Bound(const vlElements* all, const vlStepElements* step, vlImplicitWork* work,
                      const vlDynamics* dynamics, int round);
double vlElements_Finish(const vlElements* all, const vlStepElements* step,
                         const vlIslands* islands, const vlTwist* after, const vlTwist* mean);

// After a step: silences the elements of bodies that it froze; then all elements go on.
void vlElements_Silence(const vlElements* all, const bool* isFrozen);
void vlElements_Advance(const vlElements* all);
// J, stored in all elements of a kind.
double vlElementKind_Energy(const vlElementKind* kind, const vlState* state, const vlWork* work);
uint64_t vlElementKind_Hash(const vlElementKind* kind, const vlState* state, const vlWork* work,
                            uint64_t hash);
// Starts all reports again after the state was restored.
void vlElements_Report(const vlElements* all);

#endif
