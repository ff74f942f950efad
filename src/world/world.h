// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_WORLD_H
#define VOLAR_WORLD_WORLD_H

// Inside of a world, in three parts so that signatures tell what may change: the model (constant in
// a step), the state (what a snapshot saves) and the work of the current step. All arrays live in
// one block, laid out by vlWorld_LayOut in world.c.

#include "collide/broadphase.h"
#include "collide/pair.h"
#include "contact/bed.h"
#include "dynamics/force.h"
#include "dynamics/implicit.h"
#include "joint/coupling_law.h"
#include "joint/joint_law.h"
#include "joint/spring_law.h"
#include "volar/world.h"

#define VL_MESSAGE_SIZE 256

// What a body is, beyond its inertia. Slots are reused; the generation tells old ids from new ones.
typedef struct vlBodySlot {
    vlShape* shape; // NULL: free slot
    vlVec3 centroidB;
    double radius; // m, of the bounding sphere about the centre of mass; 0 for a half-space
    vlBodyType type;
    uint32_t material;
    uint32_t generation;
    double pointerInverseMass; // 1/kg, that a pointer is felt with; 0: no pointer
} vlBodySlot;

typedef struct vlModel {
    int slotCount;  // slots ever used
    int bodyCount;  // living
    int pieceCount; // of all living bodies
    int materialCount;
    vlBodySlot* slot;   // [capacity.bodies]
    vlInertia* inertia; // [capacity.bodies]
    vlSurface* surface; // [materials * materials], symmetric
    uint64_t hash;      // of everything that was ever created, destroyed or set, in order
} vlModel;

// A near pair of pieces and all that is remembered of it.
typedef struct vlNearPair {
    vlPairKey key;
    vlPairCache cache;
    vlFrictionMemory friction;
    vlTouchMemory touch;
} vlNearPair;

// Where a body was when the list of near pairs was made, and how far it may go from there.
typedef struct vlAnchor {
    vlVec3 centre;
    vlQuat rotation;
    double margin; // m
} vlAnchor;

// Saved by a snapshot as one run of bytes, from `begin` on.
typedef struct vlStateHead {
    uint64_t stepCount;
    int pairCount;
    int droppedPairs;
    int frozenBodies;
    int springSlots;   // ever used
    int springCount;   // living
    int jointSlots;    // ever used
    int jointCount;    // living
    int couplingSlots; // ever used
    int couplingCount; // living
    vlVec3 gravity;
    bool pairsAreStale; // a body came, went or was moved by hand
} vlStateHead;

// How long a body has hardly moved.
typedef struct vlRest {
    int calmSteps;
    bool isAsleep;
    bool isPlaced; // moved by hand since the last step
} vlRest;

typedef struct vlState {
    unsigned char* begin;
    size_t size;
    vlStateHead* head;
    vlMotion* motion;            // [bodies]
    bool* isFrozen;              // [bodies]
    vlRest* rest;                // [bodies]
    vlWrench* applied;           // [bodies], for the next step
    vlAnchor* anchor;            // [bodies]
    vlNearPair* pair;            // [pairs], ascending keys
    vlSpring* spring;            // [springs]
    vlJoint* joint;              // [joints]
    vlVirtualCoupling* coupling; // [couplings]
    uint16_t* proxyOrder;        // [pieces]
} vlState;

// Place of a body derived from its motion.
typedef struct vlPlace {
    vlMat3 rotation;
    vlVec3 origin; // of the shape's frame
    vlMat3 inverseInertiaW;
} vlPlace;

// The contacts found by one evaluation of all forces.
typedef struct vlEvaluation {
    vlVolumePool pool; // written with the contact volumes
    int contactCount;
    vlContact* contact; // [contacts + 1] volumes first, then forces
} vlEvaluation;

// Of the implicit integrator; empty for the others. Elements are contacts, springs, joints,
// couplings, and then what forces on levers add.
typedef struct vlImplicitStep {
    vlImplicitWork solver;
    bool* isStill;              // [bodies] asleep or frozen
    vlImplicitElement* element; // [elements]
    vlLink* link;               // [elements]
    vlBed* bed;                 // [contacts]
    vlBedPool pool;
    int springStart, jointStart, couplingStart, geometricStart, count;
    int keptCursor; // next contact of the last step to be looked at (sleep.c)
    vlTwist* mean;  // [bodies] velocities over the step
    double mark;    // ns, when the last stage ended (vlWorldDef.profile)
    double booked;  // J, work of all elements in the step
} vlImplicitStep;

// Where an implicit world's contacts come from, if not from its own search (vlVolumes_Find).
typedef struct vlContactSource {
    // Fills the contacts of work.current for the near pairs; NULL: the world finds them itself.
    void (*find)(void* user, vlWorld* world);
    // The bed of a contact has begun, or its force is known if a pointer feels it: may be changed.
    void (*shape)(void* user, vlWorld* world, int contact);
    // The step is over.
    void (*end)(void* user, const vlWorld* world);
    void* user;
} vlContactSource;

// In the order of a step; each written by the stage named.
typedef struct vlWork {
    vlMotion* start;              // [bodies]  vlStep_Begin: motion at the start of the step
    vlPlace* place;               // [bodies]  vlForward: places
    vlProxy* proxy;               // [pieces]  near pairs
    vlPairKey* key;               // [pairs]   near pairs
    vlNearPair* oldPair;          // [pairs]   near pairs: the list before
    vlEvaluation evaluation[2];   // at the start of the step, which is reported; RK4's looks ahead
    vlEvaluation* current;        //         vlForward: which of the two
    double* load;                 // [bodies]  contacts on each body
    vlForceElement* element;      // [contacts + springs + joints + couplings] in this order
    vlSpringReport* springReport; // [springs] springs
    vlJointReport* jointReport;   // [joints]  joints
    vlCouplingReport* couplingReport; // [couplings] end of the step
    int* firstJoint;                  // [bodies]  near pairs: of the joints whose lower body it is
    int* nextJoint;                   // [joints]
    vlJointRows* jointRows;           // [joints]  joints: directions and coordinates, implicit
    vlWrench* reaction;               // [2 bodies] integrator: sum of elements, stage sums
    vlMotion* stage;                  // [bodies]  RK4
    vlMotion* slope;                  // [2 bodies] RK4
    vlCollideScratch* scratch;
    vlImplicitStep implicit;
    vlContactSource source;
    vlLedger ledger;
    vlStepInfo info;
} vlWork;

struct vlWorld {
    vlWorldDef def;
    size_t memory;
    vlModel model;
    vlState state;
    vlWork work;
    char* message; // [VL_MESSAGE_SIZE]; not part of the world's value, hence behind a pointer
};

// Records why a call failed and returns `result`.
vlResult vlWorld_Fail(const vlWorld* world, vlResult result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Index of a living body, or -1 (and a message) for a stale id.
int vlWorld_FindBody(const vlWorld* world, vlBodyId id);

// Refuse what no body or device can be: a pose or a velocity that is not finite, a quaternion that
// is not unit to 1e-6.
vlResult vlWorld_CheckPose(const vlWorld* world, vlPose pose);
vlResult vlWorld_CheckTwist(const vlWorld* world, vlTwist twist);

// What a pointer is felt with, 1/kg; 0 for a body that is none (body_mass.c).
vlResult vlWorld_WeighPointer(const vlWorld* world, const vlBodyDef* def, double* inverseMass);
// Mass, centroid and inertia of a dynamic body from its definition.
vlResult vlWorld_Weigh(const vlWorld* world, const vlBodyDef* def, vlInertia* inertia,
                       vlVec3* centroid);

// Indices of the two bodies that a spring or joint (`what`) ties, -1 for the world; refuses what
// cannot be tied.
vlResult vlWorld_FindEnds(const vlWorld* world, vlBodyId bodyA, vlBodyId bodyB, const char* what,
                          int* a, int* b);

static inline bool vlWorld_IsImplicit(const vlWorld* world)
{
    return world->def.integrator == VL_INTEGRATOR_IMPLICIT;
}

static inline vlBodyId vlWorld_MakeId(const vlWorld* world, int index)
{
    vlBodyId id = {(uint32_t)index + 1u, world->model.slot[index].generation};
    return id;
}

static inline const vlSurface* vlWorld_SurfaceOf(const vlWorld* world, uint32_t a, uint32_t b)
{
    return &world->model.surface[a * (uint32_t)world->def.capacity.materials + b];
}

static inline vlPlaced vlWorld_Placed(const vlWorld* world, uint32_t body, uint32_t piece)
{
    const vlPlace* p = &world->work.place[body];
    vlPlaced placed = {&world->model.slot[body].shape->pieces[piece], p->rotation, p->origin};
    return placed;
}

// VL_ERROR_UNSTABLE with a message that says the limit, if an explicit stiffness of `surface` is
// above what the step can hold for a body of `mass`.
vlResult vlSurface_CheckStable(const vlWorld* world, const vlSurface* surface, double mass);

// Rotation, frame origin and world inertia of every body at `motions`.
void vlForward_Place(vlWorld* world, const vlMotion* motions);
// vlForceSource.evaluate of a world: all force elements at `motions` (forward.c).
int vlForward_Evaluate(void* user, const vlMotion* motions, double elapsed, bool remember);
// Makes the list of near pairs anew if a body has moved too far since it was made (near.c).
void vlNear_Update(vlWorld* world, const vlMotion* motions);
// Contact volumes of all near pairs (volumes.c). Friction of pairs found apart is forgotten if
// `remember`.
void vlVolumes_Find(vlWorld* world, bool remember);
// Empties the contacts of work.current. Takes the contact whose volume was just written to the next
// slot, if need be in place of a shallower one. A pair was found apart: friction forgets.
void vlVolumes_Clear(vlWorld* world);
void vlVolumes_Keep(vlWorld* world, int pairIndex, double size);
void vlVolumes_Forget(vlNearPair* pair);
// Areas of the contacts of one union, which share one stiffness (contacts.c).
void vlContacts_ShareAreas(vlWorld* world);
// Friction before this evaluation, of the contact or of its neighbour in the union.
const vlFrictionMemory* vlContacts_MemoryBefore(const vlWorld* world, int index);
// The two bodies of a contact as it sees them; one that cannot move has no inverse mass, but a
// pointer against another one that cannot has its own.
void vlContacts_BodiesOf(const vlWorld* world, const vlMotion* motions, const vlContact* contact,
                         vlContactBody* a, vlContactBody* b);
const vlSurface* vlContacts_SurfaceOf(const vlWorld* world, const vlContact* contact);
// Contacts on each body, a union counting as one, and on the busier of the two bodies of a contact;
// 0 if neither can move (forces.c).
void vlForces_CountLoads(vlWorld* world);
double vlForces_LoadOf(const vlWorld* world, const vlContact* contact, const vlContactBody* a,
                       const vlContactBody* b);
// Group areas, loads, gains and wrenches of all contacts (forces.c).
int vlForces_Evaluate(vlWorld* world, const vlMotion* motions, double elapsed);
// Appends the force elements of all springs to `count` of contacts, at `motions`, `later` seconds
// after the start of the step (spring.c). Returns the number of elements.
int vlSprings_Evaluate(vlWorld* world, const vlMotion* motions, double later, bool remember,
                       int count);
// One step of the implicit integrator (implicit.c).
void vlImplicit_Step(vlWorld* world, vlDynamics* dynamics);
// Books what bodies gained on their own in the step just made: gravity, forces from outside, loss
// (ledger.c). Work of the elements is booked before, by vlLedger_Book.
void vlLedger_Close(vlWorld* world, const vlTwist* before, const vlTwist* after, double booked);
// Adds work to an entry and to the turnover, and returns it; work beyond the finite numbers, of a
// body that will be frozen, is none.
static inline double vlLedger_Book(vlLedger* ledger, double* entry, double work)
{
    if (!isfinite(work)) {
        return 0.0;
    }
    *entry += work;
    ledger->turnover += fabs(work);
    return work;
}
// Sleeping (sleep.c); nothing unless vlWorldDef.sleep. In the order of a step: puts the last step's
// contacts aside, of which those of sleeping bodies are kept; the contact kept of a pair, or NULL
// if it is to be found anew; wakes what a link ties to a body that is awake; lets rest what is
// calm.
void vlSleep_Keep(vlWorld* world);
bool vlSleep_IsResting(const vlWorld* world, vlPairKey key);
bool vlSleep_TakeKept(vlWorld* world, int pairIndex);
void vlSleep_Wake(vlWorld* world);
void vlSleep_Update(vlWorld* world);
// From outside: a body was touched (-1: none), or moved away from its neighbours, or something
// changed that may concern all.
void vlSleep_WakeBody(vlWorld* world, int body);
void vlSleep_WakeAround(vlWorld* world, int body);
void vlSleep_WakeAll(vlWorld* world);
// Moves the anchors on by one step.
void vlSprings_Advance(vlWorld* world);
// Destroys all springs on a body that goes.
void vlSprings_LetGo(vlWorld* world, int body);
// The same for joints, after the springs (joint.c).
int vlJoints_Evaluate(vlWorld* world, const vlMotion* motions, bool remember, int count);
// Destroys all joints on a body that goes.
void vlJoints_LetGo(vlWorld* world, int body);
// Lists joints by body; then: do the bodies a < b, by index, pass through each other because a
// joint says so?
void vlJoints_List(vlWorld* world);
bool vlJoints_Excuse(const vlWorld* world, uint32_t a, uint32_t b);
// The same for couplings, after the joints (coupling.c).
int vlCouplings_Evaluate(vlWorld* world, const vlMotion* motions, int count);
// Reports with the bodies where they are now; and, when a step has ended, that and what the
// couplings remember of it.
void vlCouplings_Report(vlWorld* world);
void vlCouplings_Finish(vlWorld* world);
// Lets go of a body that goes.
void vlCouplings_LetGo(vlWorld* world, int body);
// After an evaluation to be remembered: friction memory of the contacts into the pairs.
void vlForces_Remember(vlWorld* world);

#endif
