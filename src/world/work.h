// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_WORK_H
#define VOLAR_WORLD_WORK_H

// The arrays of a step, each with its writer, roughly in the order in which a step writes them.
// Data that is read between steps (reports, contacts, ledger) is here too; a snapshot does not save
// it. An array of [all contacts] has room for the contacts and for the pairs of surfaces, which are
// contacts by samples.

#include "collide/first_touch.h"
#include "contact/bed.h"
#include "dynamics/element.h"
#include "volar/event.h"
#include "world/cut_memory.h"
#include "world/model.h"
#include "world/state.h"

typedef struct vlBodyPair {
    int a, b;
} vlBodyPair;

// Place of a body derived from its motion.
typedef struct vlPlace {
    vlMat3 rotation;
    vlVec3 origin; // of the shape's frame
    vlMat3 inverseInertiaW;
} vlPlace;

// How a body is expected to move in a step.
typedef struct vlExpected {
    vlSweep sweep;      // without its contacts
    vlVec3 gained;      // m/s, by which forces other than contacts change its velocity
    vlVec3 support;     // N, of all its contacts in the last step
    double inverseMass; // 1/kg
} vlExpected;

// Pairs of bodies that pass through each other.
typedef struct vlPassing {
    bool isGiven;     // from outside; otherwise they are those of the joints
    int count;        // in `pair`
    vlBodyPair* pair; // [joints]
    int* first;       // [bodies] first pair of which it is the lower body; -1: none
    int* next;        // [joints] next pair with the same lower body; -1: none
} vlPassing;

// Which bodies halt within a step. Empty unless the integrator is implicit.
typedef struct vlHaltWork {
    double* way;     // [bodies] m, the longest way of any point of the body
    int* group;      // [bodies] lowest of the bodies that joints connect with it
    double* until;   // [bodies] s, how long a group moves, at its lowest body
    int* round;      // [bodies] in which a group was last made to halt, likewise; -1: in none
    int looks;       // taken by all pairs
    int spent;       // pairs for which the looks did not suffice
    bool isTogether; // looks or rounds did not suffice for all, so some halted with others
} vlHaltWork;

// The contacts found by one evaluation of all forces.
typedef struct vlEvaluation {
    vlVolumePool pool; // written with the contact volumes
    int contactCount;
    vlContact* contact; // [contacts + 1] volumes by contact_find.c, forces by contact_kind.c
                        // and contact_step.c
} vlEvaluation;

// For the implicit integrator; empty for the others.
typedef struct vlImplicitStep {
    bool* isStill;           // [bodies]    step.c: asleep or frozen; sleep.c wakes
    vlStepElements elements; //             dynamics/element.c, and the kinds their lines
    vlBed* bed;              // [contacts]  contact_step.c
    vlBedPool pool;          //             contact_step.c
    vlJointRows* jointRows;  // [joints]    joint_kind.c: directions and coordinates
    vlImplicitWork solver;   //             integrate_implicit.c
    vlTwist* mean;           // [bodies]    step.c: velocities over the step
    double booked;           // J           step.c: work of all elements in the step
    int keptCursor;          //             sleep.c: next contact of the last step to look at
    double mark;             // ns          step.c: when the last stage ended (vlWorldDef.profile)
} vlImplicitStep;

// Where contacts come from if a world does not search for them itself.
typedef struct vlContactSource {
    // Fills the contacts of work->current for the near pairs; NULL: the world finds them itself.
    void (*findContacts)(void* user, const vlModel* model, vlState* state, vlWork* work);
    // May change what the step has just begun for a contact: its bed, or its force if a pointer
    // feels it.
    void (*adjust)(void* user, const vlModel* model, vlState* state, vlWork* work, int contact);
    // Finds the samples of one side of a pair of surfaces in place of vlSamples_FindNear, or gives
    // the pair a wrench that is held. NULL: vlSamples_FindNear is used.
    int (*findSamples)(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped);
    // Called at the end of the step.
    void (*end)(void* user, const vlModel* model, const vlState* state, vlWork* work);
    void* user;
} vlContactSource;

typedef struct vlWork {
    vlMotion* start;            // [bodies]  step.c: motion at the start of the step
    vlPlace* place;             // [bodies]  place.c
    vlExpected* expected;       // [bodies]  expect.c, or set from outside (two_rate)
    bool isForeseeing;          //           the same: contacts are found before bodies overlap
    vlProxy* proxy;             // [bodies]  near_pairs.c, as are the next two
    vlPlacedPieces* placed;     // [bodies]
    vlPieceBounds* pieceBounds; // [pieces]
    uint64_t searches;          //           near_pairs.c: how often they were searched
    vlPairKey* key;             // [pairs]   near_pairs.c
    vlNearPair* oldPair;        // [pairs]   near_pairs.c: the list before
    vlPassing passing;          //           passing.c, or set from outside (two_rate)
    vlCutMemory cuts;           //           contact_find.c, foresee.c
    vlCollideScratch* scratch;  //           contact_find.c, foresee.c, halt_pair.c
    vlEvaluation evaluation[2]; //           0: at the start of the step, which is reported;
                                //           1: RK4's other stages, or the last step's for sleepers
    vlEvaluation* current;      //           step.c: which of the two
    vlContactContext context;   //           contact_kind.c
    double* load;               // [bodies]  contact_kind.c: how many contacts are on each body,
                                //           and in an implicit step how many elements
    vlForceElement* element;    // [all contacts + springs + joints + couplings]
                                //           dynamics/element.c; step.c for the sums of contacts
    vlImplicitStep implicit;
    vlSampleWork samples;             //             sample_find.c, sample_kind.c
    vlHaltWork halt;                  //             halt.c
    vlSpringReport* springReport;     // [springs]   spring_kind.c
    vlJointReport* jointReport;       // [joints]    joint_kind.c
    vlCouplingReport* couplingReport; // [couplings] coupling_kind.c
    vlWrench* reaction;               // [2 bodies]  integrators: sums of elements; step.c: contacts
    vlMotion* stage;                  // [bodies]    integrate_rk4.c
    vlMotion* slope;                  // [2 bodies]  integrate_rk4.c
    double* springShare;              // [bodies]    spring_kind.c, when a spring comes or goes
    vlPressing* pressing;             // [all contacts]  events.c: who presses now
    vlContactEvent* event;            // [events]    events.c
    vlPointMemory* point;             // [VL_MAX_POINT_CONTACTS]  point_memory.c: after this step
    int pointCount;                   //             point_memory.c
    vlLedger ledger;        //             ledger.h, ledger.c; loss also by sleep.c, freeze.c
    vlLedger ledgerBefore;  //             step.c: the same at the start of the step
    vlStepInfo info;        //             step.c; each stage adds its own counts
    vlContactSource source; //             set from outside (two_rate)
} vlWork;

static inline vlPlaced vlWork_Placed(const vlModel* model, const vlWork* work, uint32_t body,
                                     uint32_t piece)
{
    const vlPlace* p = &work->place[body];
    vlPlaced placed = {&model->slot[body].shape->pieces[piece], p->rotation, p->origin};
    return placed;
}

#endif
