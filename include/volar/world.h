// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_H
#define VOLAR_WORLD_H

// The world: bodies, materials, one step after another, and what can be read after a step. A world
// is one block of memory whose size is fixed at creation; nothing in it moves or grows. Worlds
// share nothing: each may be used by one thread at a time.
//
// Every call that can fail returns a vlResult and, on failure, changes nothing and leaves a
// sentence for vlWorld_GetMessage: what was found, what was expected.

#include "volar/contact.h"
#include "volar/math.h"
#include "volar/shape.h"

typedef struct vlWorld vlWorld;

typedef enum vlIntegrator {
    VL_INTEGRATOR_EULER,   // symplectic Euler: velocity first, then pose; limits stiffness
    VL_INTEGRATOR_RK4,     // classical fourth order; four force evaluations a step
    VL_INTEGRATOR_IMPLICIT // the default: backward Euler in velocities, any stiffness or mass ratio
} vlIntegrator;

// How much room a world has. Exceeding one while building is VL_ERROR_FULL. A step that finds more
// near pairs or contacts than there is room for counts the rest (vlStepInfo) and goes on; of the
// contacts it keeps the deepest.
typedef struct vlCapacity {
    int bodies;    // 1 .. 65000
    int pieces;    // convex pieces of all bodies together, up to 65000; 0: 4 per body
    int materials; // 1 .. 256, the default one included
    int pairs;     // nearby pairs of convex pieces; 0: 24 per body
    int contacts;  // touching pairs of convex pieces; 0: 12 per body
    int springs;   // 0 .. 65000 (joint.h); 0: 16
    int joints;    // 0 .. 65000 (joint.h); 0: one per body
    int couplings; // 0 .. 64 (coupling.h); 0: 4
} vlCapacity;

typedef struct vlWorldDef {
    vlCapacity capacity;
    double step;    // s, 1e-9 .. 1000; the same for every step
    vlVec3 gravity; // m/s2
    vlIntegrator integrator;
    vlContactOptions contact;
    vlSurface surface; // of every pair of materials not set otherwise
    bool sleep;        // bodies at rest stop being computed until touched; an error unless IMPLICIT
    bool profile;      // time the stages of each step (reads the clock, costs about 0.2 us a step)
    vlAllocator allocator; // allocate == NULL: vlDefaultAllocator()
} vlWorldDef;

typedef enum vlBodyType {
    VL_BODY_STATIC,    // never moves
    VL_BODY_KINEMATIC, // moves as told, pushes others, feels nothing
    VL_BODY_DYNAMIC    // moved by forces
} vlBodyType;

typedef struct vlBodyDef {
    vlBodyType type;
    vlShape* shape; // held by the body until it is destroyed; required
    vlMaterialId material;
    vlPose pose;      // of the shape's frame, world; the quaternion unit to 1e-6
    vlTwist velocity; // of the centre of mass, world
    // Kinematic only: touches static and other kinematic bodies too, as the pointer of a hand. It
    // moves as told all the same; its mass sets damping and automatic stiffness of what it feels.
    bool isPointer;
    double mass;     // kg; 0: density times volume
    double density;  // kg/m3, used when mass is 0
    bool hasInertia; // true: use centroid and inertia below instead of the shape's own
    vlVec3 centroid; // m, shape's frame
    vlMat3 inertia;  // kg m2, about the centroid, shape's axes
} vlBodyDef;

// Time spent in the stages of the last step, nanoseconds; zero unless vlWorldDef.profile or
// vlWorld_SetProfile asks for it.
typedef struct vlStepProfile {
    double total;
    double broadphase; // near pairs
    double collide;    // contact polyhedra and their integrals
    double contact;    // wrenches and friction
    double solve;      // linear systems of the implicit integrator
    double integrate;  // everything else: derived quantities, motion, checks
} vlStepProfile;

// What the last step did.
typedef struct vlStepInfo {
    uint64_t stepCount;   // steps since creation
    double time;          // s, simulated
    int pairCount;        // nearby pairs of pieces
    int contactCount;     // touching pairs of pieces
    int droppedPairs;     // did not fit vlCapacity.pairs
    int droppedContacts;  // did not fit vlCapacity.contacts
    int fallbackContacts; // polyhedra too large for the fixed room, handled as one point
    int limitedContacts;  // stiffness lowered to the explicit stability limit in this step
    int frozenBodies;     // bodies frozen because their state turned non-finite, in all
    // IMPLICIT only.
    int islandCount;      // groups of bodies that touch or are joined, awake
    int largestIsland;    // bodies
    int solves;           // linear systems solved for the island that needed most, 1 to 4
    int unsettledIslands; // friction or pressure still changing after the last solve
    int iterativeIslands; // too large to be solved directly
    int asleepBodies;
    vlStepProfile profile;
} vlStepInfo;

// Work done since the world was made or restored, J, by the wrenches that were applied, at the mean
// of the velocities before and after each step. Kinetic energy now is that at the start plus all
// entries but `turnover`. IMPLICIT only; zero otherwise.
typedef struct vlLedger {
    double gravity;
    double applied; // vlBody_ApplyForce and vlBody_ApplyTorque
    double driven;  // kinematic bodies, moving anchors and devices, through whatever they touch
    double contactSprings; // normal
    double contactDampers;
    double friction;
    double springs; // of joint.h and of couplings, dampers included
    double joints;  // locked directions, limits, axis springs, dampers and friction
    double motors;
    double loss;     // kinetic energy that the integration itself changed
    double turnover; // sum of the absolute values of all single bookings
} vlLedger;

// Energy that is held now, J; work done so far is in vlLedger.
typedef struct vlEnergy {
    double kinetic;   // of all dynamic bodies
    double gravity;   // potential of all dynamic bodies, zero with all of them at the origin
    double contacts;  // roughly: k d^2/2 of the mean depth
    double springs;   // of joint.h
    double joints;    // of joint.h: locked directions, limits, axis springs, friction
    double couplings; // of coupling.h
} vlEnergy;

VL_BEGIN_C

// Step 1 ms, gravity (0, 0, -9.8), 64 bodies, IMPLICIT, recommended contact options.
VL_API vlWorldDef vlDefaultWorldDef(void) VL_REALTIME;
// Dynamic, density 1000, identity pose, at rest, no shape.
VL_API vlBodyDef vlDefaultBodyDef(void) VL_REALTIME;

// Creates a world in one block of memory. `*world` is written only on VL_OK; on failure `message`
// (may be NULL, capacity `messageSize`) says what was wrong. Allocates.
VL_API VL_WARN_UNUSED vlResult vlWorld_Create(const vlWorldDef* def, vlWorld** world, char* message,
                                              size_t messageSize);
// Releases all bodies' holds on shapes and the block. NULL is allowed.
VL_API void vlWorld_Destroy(vlWorld* world);
// Bytes taken by the world, all of them at creation.
VL_API size_t vlWorld_GetMemory(const vlWorld* world) VL_REALTIME;
// What the last failed call on this world found; "" if none failed. Valid until the next failure.
VL_API const char* vlWorld_GetMessage(const vlWorld* world) VL_REALTIME;

// Materials. Surfaces belong to unordered pairs of materials.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateMaterial(vlWorld* world, vlMaterialId* material);
// VL_ERROR_UNSTABLE if an explicit stiffness is above what this step can hold for the lightest body
// of either material; the message says the limit.
VL_API VL_WARN_UNUSED vlResult vlWorld_SetSurface(vlWorld* world, vlMaterialId a, vlMaterialId b,
                                                  const vlSurface* surface);
VL_API VL_WARN_UNUSED vlResult vlWorld_GetSurface(const vlWorld* world, vlMaterialId a,
                                                  vlMaterialId b, vlSurface* surface);

// Bodies. Two static or kinematic bodies never touch each other, unless one is a pointer.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateBody(vlWorld* world, const vlBodyDef* def,
                                                  vlBodyId* body);
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroyBody(vlWorld* world, vlBodyId body);
// The dynamic body nearest to a point (m, world), if it is within `reach` of its surface: the null
// id if none is. `*distance` (may be NULL) is written if one is: m, 0 inside of it.
VL_API vlBodyId vlWorld_FindNearest(const vlWorld* world, vlVec3 point, double reach,
                                    double* distance) VL_REALTIME;
VL_API bool vlWorld_IsValid(const vlWorld* world, vlBodyId body) VL_REALTIME;
VL_API int vlWorld_GetBodyCount(const vlWorld* world) VL_REALTIME;
// The i-th living body in order of creation slots, 0 <= i < GetBodyCount; the null id beyond.
VL_API vlBodyId vlWorld_GetBody(const vlWorld* world, int i) VL_REALTIME;

// Reading a body. With a stale id they return VL_ERROR_STALE_ID and leave the output untouched.
VL_API VL_WARN_UNUSED vlResult vlBody_GetPose(const vlWorld* world, vlBodyId body,
                                              vlPose* pose) VL_REALTIME;
// Velocity of the centre of mass and angular velocity, world.
VL_API VL_WARN_UNUSED vlResult vlBody_GetTwist(const vlWorld* world, vlBodyId body,
                                               vlTwist* twist) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody_GetCentre(const vlWorld* world, vlBodyId body,
                                                vlVec3* centreOfMass) VL_REALTIME;
// Angular momentum about the body's centre of mass, world, kg m2/s; zero unless dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody_GetAngularMomentum(const vlWorld* world, vlBodyId body,
                                                         vlVec3* momentum) VL_REALTIME;
// Mass (0 unless dynamic) and inertia about the centre of mass in the shape's axes.
VL_API VL_WARN_UNUSED vlResult vlBody_GetMass(const vlWorld* world, vlBodyId body, double* mass,
                                              vlMat3* inertia) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody_GetShape(const vlWorld* world, vlBodyId body,
                                               const vlShape** shape) VL_REALTIME;
// Sum of all contact wrenches of the last step on the body, about its centre of mass.
VL_API VL_WARN_UNUSED vlResult vlBody_GetContactWrench(const vlWorld* world, vlBodyId body,
                                                       vlWrench* wrench) VL_REALTIME;
// Kinetic energy (dynamic bodies), J.
VL_API VL_WARN_UNUSED vlResult vlBody_GetKineticEnergy(const vlWorld* world, vlBodyId body,
                                                       double* energy) VL_REALTIME;

// Is the body asleep (vlWorldDef.sleep)? False for a stale id. Anything that moves, touches or
// pushes it wakes it and all that touch it.
VL_API bool vlBody_IsAsleep(const vlWorld* world, vlBodyId body) VL_REALTIME;

// Was the body frozen because its state left the finite numbers? False for a stale id.
VL_API bool vlBody_IsFrozen(const vlWorld* world, vlBodyId body) VL_REALTIME;

// Moving a body between steps.
VL_API VL_WARN_UNUSED vlResult vlBody_SetPose(vlWorld* world, vlBodyId body,
                                              vlPose pose) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody_SetTwist(vlWorld* world, vlBodyId body,
                                               vlTwist twist) VL_REALTIME;
// Adds a force (N, world) at a point (m, world) for the next step only. Ignored by bodies that are
// not dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody_ApplyForce(vlWorld* world, vlBodyId body, vlVec3 force,
                                                 vlVec3 point) VL_REALTIME;
// Adds a torque (N m, world) for the next step only.
VL_API VL_WARN_UNUSED vlResult vlBody_ApplyTorque(vlWorld* world, vlBodyId body,
                                                  vlVec3 torque) VL_REALTIME;

// Advances by one step. Always completes; VL_ERROR_DIVERGED if a body had to be frozen in it.
VL_API vlResult vlWorld_Step(vlWorld* world) VL_REALTIME;
VL_API vlStepInfo vlWorld_GetStepInfo(const vlWorld* world) VL_REALTIME;
VL_API vlLedger vlWorld_GetLedger(const vlWorld* world) VL_REALTIME;
// Energy that the world holds. What elements hold is that of the last step, and 0 before the first.
VL_API vlEnergy vlWorld_GetEnergy(const vlWorld* world) VL_REALTIME;
// The part of it that elements hold: contacts, springs, joints and couplings together, J.
VL_API double vlEnergy_GetStored(const vlEnergy* energy) VL_REALTIME;
VL_API double vlWorld_GetStep(const vlWorld* world) VL_REALTIME;
VL_API void vlWorld_SetGravity(vlWorld* world, vlVec3 gravity) VL_REALTIME;
// From the next step on: times its stages, or no longer (vlWorldDef.profile). Changes no bit of
// what is simulated.
VL_API void vlWorld_SetProfile(vlWorld* world, bool on) VL_REALTIME;

// Contacts of the last step, in a fixed order (by body, then piece).
VL_API int vlWorld_GetContactCount(const vlWorld* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_GetContact(const vlWorld* world, int i,
                                                  vlContactReport* report) VL_REALTIME;
// The contact area as a convex polygon on the contact plane, world, anticlockwise about the normal.
// Writes up to `capacity` points; `*count` is the polygon's size, 0 for a point contact.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetContactPolygon(const vlWorld* world, int i,
                                                         vlVec3* points, int capacity,
                                                         int* count) VL_REALTIME;

// Saves all that a later step depends on. Restoring and stepping gives the same bits as going on.
// `size` must be vlWorld_GetSnapshotSize; the bodies and materials must be those of the saving.
VL_API size_t vlWorld_GetSnapshotSize(const vlWorld* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_Save(const vlWorld* world, void* buffer,
                                            size_t size) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_Restore(vlWorld* world, const void* buffer,
                                               size_t size) VL_REALTIME;
// 64-bit hash of all bodies' motion and all contacts' friction memory.
VL_API uint64_t vlWorld_GetHash(const vlWorld* world) VL_REALTIME;

VL_END_C

#endif
