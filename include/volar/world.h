// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_H
#define VOLAR_WORLD_H

// The world: its bodies and materials, its steps, and what can be read after a step. A world is one
// block of memory whose size is fixed at creation; nothing in it moves or grows. Worlds share
// nothing: one thread at a time may use a world, and different threads may use different worlds.
//
// Every call that can fail returns a vlResult. On failure it changes nothing (vlWorld_Step is the
// exception: it always completes) and leaves a sentence for vlWorld_GetMessage: what was found and
// what was expected. The world itself is not checked for NULL (base.h has the rule).

#include "volar/contact.h"
#include "volar/math.h"
#include "volar/shape.h"

typedef struct vlWorld vlWorld;

typedef enum vlIntegrator {
    VL_INTEGRATOR_EULER,    // explicit: symplectic Euler; limits stiffness
    VL_INTEGRATOR_RK4,      // explicit: Runge-Kutta of fourth order; four force evaluations a step
    VL_INTEGRATOR_IMPLICIT, // the default: backward Euler in velocities, any stiffness or mass
                            // ratio
    VL_INTEGRATOR_CONVEX    // on trial: the same step as the minimum of a sum of potentials
} vlIntegrator;

static inline bool vlIntegrator_IsImplicit(vlIntegrator integrator)
{
    return integrator == VL_INTEGRATOR_IMPLICIT || integrator == VL_INTEGRATOR_CONVEX;
}

// How much room a world has. A call that would exceed it returns VL_ERROR_FULL. A step that finds
// more near pairs or contacts than there is room for drops the rest, counts them (vlStepInfo) and
// goes on; of the contacts it keeps the deepest.
typedef struct vlCapacity {
    int bodies;    // 1 .. 65000
    int pieces;    // convex pieces of all bodies together, up to 1000000; 0: 4 per body
    int materials; // 1 .. 256, the default one included
    int pairs;     // nearby pairs of convex pieces, up to 4000000; 0: 24 per body
    int contacts;  // touching pairs of convex pieces, up to 1000000; 0: 12 per body
    int springs;   // 0 .. 65000 (joint.h); 0: 16
    int joints;    // 0 .. 65000 (joint.h); 0: one per body
    int couplings; // 0 .. 64 (coupling.h); 0: 4
    int events;    // contact events of one step (event.h), up to 1000000; 0: as many as contacts
    // For bodies that are surfaces of meshes (surface.h), which need at least 1 sample.
    int samples; // samples of surfaces that are in contact, of all bodies, up to 1000000
    // How many samples, and balls of samples, a step remembers the distances of, for all near pairs
    // of bodies together (vlSurfaceInfo.clusterCount). A pair without room is slower. Up to
    // 16000000; 0: 65536 if there are samples.
    int clusters;
} vlCapacity;

typedef struct vlWorldDef {
    vlCapacity capacity;
    double step;    // s, 1e-9 .. 1000; the same for every step
    vlVec3 gravity; // m/s2
    vlIntegrator integrator;
    vlContactOptions contact;
    vlSurface surface; // of every pair of materials not set otherwise
    bool sleep;        // bodies at rest are not computed until touched; an error unless IMPLICIT
    bool profile;      // time the stages of each step (reads the clock, costs about 0.2 us a step)
    vlAllocator allocator; // allocate == NULL: vlDefaultAllocator()
} vlWorldDef;

typedef enum vlBodyType {
    VL_BODY_STATIC,    // does not move in steps
    VL_BODY_KINEMATIC, // moves with the velocity it is given, pushes others; no force moves it
    VL_BODY_DYNAMIC    // moved by forces
} vlBodyType;

typedef struct vlBodyDef {
    vlBodyType type;
    vlShape* shape; // required; the body holds a reference until it is destroyed
    vlMaterialId material;
    vlPose pose;      // of the shape's frame, world; its quaternion unit to 1e-6
    vlTwist velocity; // of the centre of mass, world
    // Kinematic only: the body is the pointer of a hand and touches static and other kinematic
    // bodies too. Their forces do not move it. Its mass is used for the damping and the automatic
    // stiffness of its contacts.
    bool isPointer;
    double mass;     // kg; 0: density times volume
    double density;  // kg/m3, used when mass is 0
    bool hasInertia; // true: use centroid and inertia below instead of the shape's own
    vlVec3 centroid; // m, shape's frame
    vlMat3 inertia;  // kg m2, about the centroid, shape's axes
} vlBodyDef;

// Time spent in the stages of the last step, ns; zero unless vlWorldDef.profile or
// vlWorld_SetProfile turns it on.
typedef struct vlStepProfile {
    double total;
    double broadphase; // near pairs
    double collide;    // contact polyhedra and their integrals
    double contact;    // forces of contacts, springs, joints and couplings
    double solve;      // linear systems of the implicit integrator
    double integrate;  // everything else: derived quantities, motion, checks
} vlStepProfile;

// What the last step did.
typedef struct vlStepInfo {
    uint64_t stepCount;   // steps since creation; vlWorld_Restore sets it back
    double time;          // s, simulated
    int pairCount;        // nearby pairs of pieces
    int contactCount;     // touching pairs of pieces, and pairs of bodies in contact by samples
    int droppedPairs;     // pairs that did not fit vlCapacity.pairs
    int droppedContacts;  // contacts that did not fit vlCapacity.contacts
    int fallbackContacts; // contacts whose polyhedron was too large, handled as one point
    int limitedContacts;  // contacts whose given stiffness was lowered to the explicit limit
    // Explicit integrators only: contacts pressed in by more than a twentieth of the smaller piece,
    // because the automatic stiffness that the step can hold does not carry their load.
    int overloadedContacts;
    int eventCount;     // contact events of this step (event.h)
    int droppedEvents;  // events that did not fit vlCapacity.events
    int frozenBodies;   // bodies frozen so far because they left the range of numbers (math.h)
    int sampleCount;    // samples of surfaces in contact (surface.h)
    int droppedSamples; // samples that did not fit vlCapacity.samples
    // IMPLICIT only.
    int islandCount;      // groups of awake bodies that touch or are connected
    int largestIsland;    // bodies in the largest one
    int solves;           // solver passes of the island that needed most, at most 4
    int unsettledIslands; // islands in which something still changed after the last pass
    int iterativeIslands; // islands too large to be solved directly
    int asleepBodies;
    // CONVEX only. `solves` is then the number of factorisations, at most 40, and 0 if all that is
    // awake is at rest. What is left at the worst body or contact, as parts of the impulses of the
    // step there: of the gradient, and of the pressure that friction's bound is computed from.
    int substitutions; // of all islands, with factors that were known
    double residual;
    double boundResidual;
    vlStepProfile profile;
} vlStepInfo;

// Work in J done since the world was created or restored, by the wrenches that were applied, at the
// mean of the velocities before and after each step. The kinetic energy now is that at the start
// plus all entries but `turnover`. IMPLICIT only; zero otherwise.
typedef struct vlLedger {
    double gravity;
    double applied; // vlBody_ApplyForce and vlBody_ApplyTorque
    double driven;  // by kinematic bodies, moving anchors and devices, through whatever they touch
    double contactSprings; // normal springs
    double contactDampers; // normal dampers
    double friction;
    double springs; // of joint.h and of couplings, dampers included
    double joints;  // locked directions, limits, springs, dampers and friction of axes
    double motors;
    double loss;     // kinetic energy that the integration changed, or that freezing took away
    double turnover; // sum of the absolute values of all bookings
} vlLedger;

// Energy of the world, J. The work done so far is in vlLedger.
typedef struct vlEnergy {
    double kinetic;   // of all dynamic bodies
    double gravity;   // potential energy of all dynamic bodies, zero at the world's origin
    double contacts;  // roughly: k d^2/2 with the mean depth d
    double springs;   // of joint.h
    double joints;    // of joint.h: locked directions, limits, axis springs, friction
    double couplings; // of coupling.h
} vlEnergy;

VL_BEGIN_C

// Step 1 ms, gravity (0, 0, -9.8), 64 bodies, 16 materials, IMPLICIT, recommended contact options.
VL_API vlWorldDef vlDefaultWorldDef(void) VL_REALTIME;
// Dynamic, density 1000, identity pose, at rest, no shape.
VL_API vlBodyDef vlDefaultBodyDef(void) VL_REALTIME;

// The bytes of the block that vlWorld_Create would take for this definition. VL_ERROR_ARGUMENT,
// with a message, for a definition that it would refuse. Takes no memory.
VL_API VL_WARN_UNUSED vlResult vlWorld_Measure(const vlWorldDef* def, size_t* memory, char* message,
                                               size_t messageSize);
// Creates a world in one block of memory. `*world` is written only on VL_OK; on failure `message`
// (may be NULL, capacity `messageSize`) says what was wrong. Allocates.
VL_API VL_WARN_UNUSED vlResult vlWorld_Create(const vlWorldDef* def, vlWorld** world, char* message,
                                              size_t messageSize);
// Releases the bodies' references to shapes and frees the block. NULL is allowed.
VL_API void vlWorld_Destroy(vlWorld* world);
// Bytes of the world's block.
VL_API size_t vlWorld_GetMemory(const vlWorld* world) VL_REALTIME;
// What was wrong in the last call on this world that failed; "" if none has. The text is valid
// until the next failure.
VL_API const char* vlWorld_GetMessage(const vlWorld* world) VL_REALTIME;

// Materials. Surfaces belong to unordered pairs of materials. Until its surfaces are set, a new
// material has that of the default material against itself with every material.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateMaterial(vlWorld* world, vlMaterialId* material);
// VL_ERROR_UNSTABLE if, with an explicit integrator, a given stiffness is above what the step can
// hold for a body of either material, or if a law of `point` is outside its window for a pointer of
// either material; the message names the limit. It wakes all bodies. It may be called between steps
// of a running world; contacts keep what they remember of their friction, unless a law of `point`
// is replaced by another.
VL_API VL_WARN_UNUSED vlResult vlWorld_SetSurface(vlWorld* world, vlMaterialId a, vlMaterialId b,
                                                  const vlSurface* surface) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_GetSurface(const vlWorld* world, vlMaterialId a,
                                                  vlMaterialId b, vlSurface* surface) VL_REALTIME;

// Bodies. Two bodies that are static or kinematic never touch each other, unless one is a pointer.
// VL_ERROR_UNSTABLE if, with an explicit integrator, a given stiffness is too high for the body, or
// if the body is a pointer and a law of `point` is outside its window for it.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateBody(vlWorld* world, const vlBodyDef* def,
                                                  vlBodyId* body);
// Also destroys the springs, joints and couplings of the body.
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroyBody(vlWorld* world, vlBodyId body);
// The dynamic body whose surface is nearest to a point (m, world), if it is within `reach` (m); the
// null id if there is none. If there is one, its distance (m, 0 if the point is inside) is written
// to `*distance` (may be NULL).
VL_API vlBodyId vlWorld_FindNearest(const vlWorld* world, vlVec3 point, double reach,
                                    double* distance) VL_REALTIME;
VL_API bool vlWorld_IsValid(const vlWorld* world, vlBodyId body) VL_REALTIME;
VL_API int vlWorld_GetBodyCount(const vlWorld* world) VL_REALTIME;
// The i-th body in order of ids, 0 <= i < vlWorld_GetBodyCount; the null id beyond.
VL_API vlBodyId vlWorld_GetBody(const vlWorld* world, int i) VL_REALTIME;

// Reading a body, as it is after the last step. With a stale id these functions return
// VL_ERROR_STALE_ID and leave the output untouched.
VL_API VL_WARN_UNUSED vlResult vlBody_GetPose(const vlWorld* world, vlBodyId body,
                                              vlPose* pose) VL_REALTIME;
// Velocity of the centre of mass (m/s) and angular velocity (rad/s), world.
VL_API VL_WARN_UNUSED vlResult vlBody_GetTwist(const vlWorld* world, vlBodyId body,
                                               vlTwist* twist) VL_REALTIME;
// Centre of mass, m, world.
VL_API VL_WARN_UNUSED vlResult vlBody_GetCentre(const vlWorld* world, vlBodyId body,
                                                vlVec3* centreOfMass) VL_REALTIME;
// Angular momentum about the body's centre of mass, world, kg m2/s; zero unless dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody_GetAngularMomentum(const vlWorld* world, vlBodyId body,
                                                         vlVec3* momentum) VL_REALTIME;
// Mass (kg; 0 unless dynamic) and inertia (kg m2) about the centre of mass in the shape's axes.
VL_API VL_WARN_UNUSED vlResult vlBody_GetMass(const vlWorld* world, vlBodyId body, double* mass,
                                              vlMat3* inertia) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody_GetShape(const vlWorld* world, vlBodyId body,
                                               const vlShape** shape) VL_REALTIME;
// Sum of all contact wrenches of the last step on the body (N, N m, world), about its centre of
// mass at the start of that step. As in vlContactReport, they are the wrenches at the start
// (explicit integrators) or those that the step applied (implicit).
VL_API VL_WARN_UNUSED vlResult vlBody_GetContactWrench(const vlWorld* world, vlBodyId body,
                                                       vlWrench* wrench) VL_REALTIME;
// Kinetic energy, J; 0 unless dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody_GetKineticEnergy(const vlWorld* world, vlBodyId body,
                                                       double* energy) VL_REALTIME;

// True if the body is asleep (vlWorldDef.sleep); false for a stale id. Anything that moves, touches
// or pushes a body wakes it and the bodies that touch it.
VL_API bool vlBody_IsAsleep(const vlWorld* world, vlBodyId body) VL_REALTIME;

// True if the body was frozen because its state left the range of numbers (math.h); false for a
// stale id.
VL_API bool vlBody_IsFrozen(const vlWorld* world, vlBodyId body) VL_REALTIME;

// Moving a body between steps, also a static one; vlBody_SetTwist has no effect on a static body.
VL_API VL_WARN_UNUSED vlResult vlBody_SetPose(vlWorld* world, vlBodyId body,
                                              vlPose pose) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody_SetTwist(vlWorld* world, vlBodyId body,
                                               vlTwist twist) VL_REALTIME;
// Adds a force (N, world) at a point (m, world) for the next step only. It has no effect on bodies
// that are not dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody_ApplyForce(vlWorld* world, vlBodyId body, vlVec3 force,
                                                 vlVec3 point) VL_REALTIME;
// Adds a torque (N m, world) for the next step only; likewise.
VL_API VL_WARN_UNUSED vlResult vlBody_ApplyTorque(vlWorld* world, vlBodyId body,
                                                  vlVec3 torque) VL_REALTIME;

// Advances by one step. It always completes; VL_ERROR_DIVERGED if it had to freeze a body.
VL_API vlResult vlWorld_Step(vlWorld* world) VL_REALTIME;
VL_API vlStepInfo vlWorld_GetStepInfo(const vlWorld* world) VL_REALTIME;
VL_API vlLedger vlWorld_GetLedger(const vlWorld* world) VL_REALTIME;
// Energy of the bodies now, and of contacts, springs, joints and couplings as of the last step: at
// its start, but of couplings at its end.
VL_API vlEnergy vlWorld_GetEnergy(const vlWorld* world) VL_REALTIME;
// The energy of contacts, springs, joints and couplings together, J.
VL_API double vlEnergy_GetStored(const vlEnergy* energy) VL_REALTIME;
VL_API double vlWorld_GetStep(const vlWorld* world) VL_REALTIME;
// Length of a step from the next one on, s, within the same range as at creation; time goes on from
// where it is. Automatic gains of contacts follow the step, those of joints stay as they were
// chosen at creation. With an explicit integrator, VL_ERROR_UNSTABLE for a step longer than the one
// that the world was created with, because all stiffness and damping was checked for that one; with
// the implicit one, VL_ERROR_UNSTABLE if a law of `point` would be outside its window for a
// pointer.
VL_API VL_WARN_UNUSED vlResult vlWorld_SetStep(vlWorld* world, double step) VL_REALTIME;
// m/s2, from the next step on. A gravity that is not finite or beyond VL_MAX_SPEED is ignored.
VL_API void vlWorld_SetGravity(vlWorld* world, vlVec3 gravity) VL_REALTIME;
VL_API vlVec3 vlWorld_GetGravity(const vlWorld* world) VL_REALTIME;
// Turns the timing of stages (vlWorldDef.profile) on or off from the next step on. It changes no
// bit of the simulation.
VL_API void vlWorld_SetProfile(vlWorld* world, bool on) VL_REALTIME;

// Contacts of the last step, in a fixed order (by bodies, then pieces). Creating or destroying a
// body and vlWorld_Restore clear them.
VL_API int vlWorld_GetContactCount(const vlWorld* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_GetContact(const vlWorld* world, int i,
                                                  vlContactReport* report) VL_REALTIME;
// The contact area as a convex polygon on the contact plane, world, anticlockwise about the normal.
// Writes up to `capacity` points; `*count` is the polygon's size, 0 for a point contact and for a
// contact by samples.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetContactPolygon(const vlWorld* world, int i,
                                                         vlVec3* points, int capacity,
                                                         int* count) VL_REALTIME;

// A snapshot holds everything that a later step depends on: restoring it and stepping gives the
// same bits as going on. `size` must be vlWorld_GetSnapshotSize. A snapshot can be restored only
// while capacity, bodies, materials, surfaces and the length of a step are as when it was saved;
// VL_ERROR_MISMATCH otherwise.
VL_API size_t vlWorld_GetSnapshotSize(const vlWorld* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_Save(const vlWorld* world, void* buffer,
                                            size_t size) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_Restore(vlWorld* world, const void* buffer,
                                               size_t size) VL_REALTIME;
// 64-bit hash of the step count, the motion of all bodies, the state of springs, joints and
// couplings, and the friction memory of contacts.
VL_API uint64_t vlWorld_GetHash(const vlWorld* world) VL_REALTIME;

VL_END_C

#endif
