// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_H
#define VOLAR_PLANAR_H

// The planar world: convex polygons that move in a plane, touch at vertices and edges, and feel
// each other by the laws of law.h. It makes the same promises as the world in space (world.h), by
// the same names with the digit 2: one block of memory, fixed at creation; a step that takes no
// memory, always completes and gives the same bits with every compiler; a vlResult for every
// failure that a caller can cause, after which nothing has changed and vlWorld2_GetMessage has a
// sentence. One thread at a time may use a world.
//
// One step of the length T, at time k:
//   1. every few steps, or as soon as something could have come near: which pairs are near;
//   2. where near pairs touch: at most two contacts of a vertex with an edge per pair;
//   3. for each contact: no contact, colliding or continuous;
//   4. impacts, all at once: new velocities (only if a wall law has a restitution);
//   5. force of each contact from its wall law and its friction law, at the poses of time k;
//   6. motion with these forces and those that were applied, held over the step:
//          v' = v + T f/m,  x' = x + T (v + v')/2, the same for the angle.
// Then f (x' - x) is the change of the kinetic energy to the last digit: the motion itself neither
// takes nor gives energy. What each law took or gave is in vlLedger2.
//
// A loop with a device reads the device, calls vlBody2_ApplyForce, steps, and reads
// vlBody2_GetContactWrench and vlBody2_GetAcceleration: those of that step.

#include "volar/id.h"
#include "volar/law.h"
#include "volar/math.h"
#include "volar/world.h"

// Largest number of vertices of a polygon.
#define VL_MAX_POLYGON_VERTICES 16

typedef struct vlWorld2 vlWorld2;

typedef struct vlBody2Id {
    uint32_t index1; // index + 1
    uint32_t generation;
} vlBody2Id;

// Placement in the plane: x_world = turn(angle, x_body) + p.
typedef struct vlPose2 {
    vlVec2 p;     // m
    double angle; // rad, anticlockwise, not wrapped
} vlPose2;

typedef struct vlTwist2 {
    vlVec2 linear;  // m/s
    double angular; // rad/s
} vlTwist2;

typedef struct vlWrench2 {
    vlVec2 force;  // N
    double torque; // N m
} vlWrench2;

// How the surfaces of two materials act on each other. A wall law is required. friction.law NULL:
// no friction.
typedef struct vlSurface2 {
    vlLawChoice wall;
    vlLawChoice friction;
} vlSurface2;

// How much room a world has. A call that would exceed it returns VL_ERROR_FULL. Near pairs that do
// not fit are dropped and counted (vlStepInfo2).
typedef struct vlCapacity2 {
    int bodies;    // 1 .. 256
    int pairs;     // nearby pairs, up to 100000; 0: 8 per body
    int materials; // 1 .. 64, the default one included
} vlCapacity2;

typedef struct vlWorld2Def {
    vlCapacity2 capacity;
    double step;         // s, 1e-5 .. 0.01
    vlVec2 gravity;      // m/s2
    vlSurface2 surface;  // of every pair of materials that is not set otherwise
    double nearDistance; // m, > 0, at most 1e6: closer pairs are watched in every step
    double farDistance;  // m, > nearDistance, at most 1e6: pairs further apart are dropped
    int nearEvery; // 1 .. 1000: steps after which near pairs are looked for again at the latest
    // N, 0 .. 1e9: largest normal force of a contact, for which the windows of friction laws are
    // checked; 0: unknown. The weight of the bodies in the present gravity is checked as well.
    double load;
    vlAllocator allocator; // allocate == NULL: vlDefaultAllocator()
} vlWorld2Def;

// A convex polygon in the body's frame, vertices anticlockwise, no three of them on a line.
typedef struct vlPolygon {
    int count; // 3 .. VL_MAX_POLYGON_VERTICES
    vlVec2 vertex[VL_MAX_POLYGON_VERTICES];
} vlPolygon;

typedef struct vlBody2Def {
    vlBodyType type; // world.h: static, kinematic or dynamic
    // Its frame may lie anywhere; poses of the body are those of this frame. Mass, velocity and
    // torque belong to the centroid of the area.
    vlPolygon polygon;
    vlMaterialId material;
    vlPose2 pose;
    vlTwist2 velocity; // of the centroid
    double mass;       // kg, 1e-9 .. 1e9 if dynamic
    double inertia;    // kg m2 about the centroid, 1e-15 .. 1e15; 0: of a plate of even thickness
} vlBody2Def;

typedef enum vlContact2State {
    VL_CONTACT2_NONE,      // near, not touching
    VL_CONTACT2_COLLIDING, // began in this step, with an impact; from the next step on continuous
    VL_CONTACT2_STICKING,  // continuous, held by friction or without friction
    VL_CONTACT2_SLIPPING   // continuous, sliding
} vlContact2State;

// A contact of the last step: a vertex of `a` in an edge of `b`. The contact keeps a point on the
// surface of `b`, its god-object: where the vertex would be if it had not gone in.
typedef struct vlContact2Report {
    vlBody2Id a, b;
    int vertex; // of a
    int edge;   // of b: from its vertex `edge` to the next
    vlContact2State state;
    vlVec2 point;       // m, world: the god-object
    vlVec2 tip;         // m, world: the vertex, where the forces act
    vlVec2 normal;      // unit, world, out of b; the tangent is the normal turned by -90 degrees
    double depth;       // m, > 0: inside
    double speed;       // m/s of the vertex into b, before impacts
    double sliding;     // m/s of the vertex along the tangent
    double normalForce; // N, >= 0, pushes a out of b
    double friction;    // N on a, along the tangent
    double impulse;     // N s, >= 0, of an impact in this step; not part of the force
} vlContact2Report;

// What the last step did.
typedef struct vlStepInfo2 {
    uint64_t stepCount; // since creation; vlWorld2_Restore sets it back
    double time;        // s, simulated
    int pairCount;      // near pairs
    int contactCount;   // contacts that are not VL_CONTACT2_NONE
    int impactCount;    // contacts in impacts of this step
    int droppedPairs;   // near pairs that did not fit vlCapacity2.pairs when last looked for
    bool looked;        // near pairs were looked for in this step
    int frozenBodies;   // bodies frozen so far because their state was no longer finite
    // The fastest point of any body before or after the step, m/s, and steps so far in which it was
    // above vlSpeedLimit2.speed.
    double fastest;
    uint64_t fastSteps;
    // Largest angle that a contact spring swings through in a step: wT with w^2 the sum of the wall
    // stiffness times the mobility over the contacts of one body. Above 2/sqrt(3) even a passive
    // wall gives energy.
    double swing;
} vlStepInfo2;

// The speed up to which no body passes through another, m/s: every point of every body must stay
// below `speed`, the least of the other three. Points of a body move with at most |v| + |w| r, r
// the distance of its farthest vertex from its centroid.
typedef struct vlSpeedLimit2 {
    double speed;
    double looking;  // faster bodies could meet before the pair is watched
    double tracking; // a faster vertex could enter beyond the middle of the thinnest body
    double stopping; // a wall law could let a faster body in beyond the middle of the thinnest body
} vlSpeedLimit2;

// Work in J done on dynamic bodies since the world was created or restored. The kinetic energy now
// is `start` plus all entries below it but `turnover`, to rounding (1e-9 of turnover).
typedef struct vlLedger2 {
    double start;    // kinetic energy at creation or restoring: 0, or that of the snapshot
    double set;      // by creating and destroying bodies and by vlBody2_SetTwist
    double gravity;  // weight
    double applied;  // vlBody2_ApplyForce and vlBody2_ApplyTorque
    double driven;   // by kinematic bodies, through what they touch
    double walls;    // by wall laws
    double friction; // by friction laws
    double impacts;  // by impacts; never positive
    double turnover; // sum of the absolute values of all bookings
} vlLedger2;

// Energy of the bodies, J.
typedef struct vlEnergy2 {
    double kinetic; // of all dynamic bodies
    double gravity; // potential energy, zero at the world's origin
    double walls;   // roughly: stiffness times depth squared, halved, of all contacts
} vlEnergy2;

VL_BEGIN_C

// Step 2 ms, no gravity, 32 bodies, 8 materials; surface: wall "pulse", friction "reset"; near
// 20 mm, far 30 mm, every 10 steps.
VL_API vlWorld2Def vlDefaultWorld2Def(void) VL_REALTIME;
// Dynamic, 1 kg, inertia of a plate, at the origin and at rest, no polygon.
VL_API vlBody2Def vlDefaultBody2Def(void) VL_REALTIME;
// A rectangle about the origin, m.
VL_API vlPolygon vlPolygon_Box(double width, double height) VL_REALTIME;
// Area (m2), centroid (m) and polar moment of area about the centroid divided by the area (m2; the
// inertia of a plate of mass m is m times this). VL_ERROR_GEOMETRY, with a message (may be NULL)
// that names the vertex, unless the polygon is convex and anticlockwise. Outputs may be NULL.
VL_API VL_WARN_UNUSED vlResult vlPolygon_Measure(const vlPolygon* polygon, double* area,
                                                 vlVec2* centroid, double* gyration, char* message,
                                                 size_t messageSize);

// The bytes of the block that vlWorld2_Create would take. VL_ERROR_ARGUMENT or VL_ERROR_UNSTABLE,
// with a message, for a definition that it would refuse. Takes no memory.
VL_API VL_WARN_UNUSED vlResult vlWorld2_Measure(const vlWorld2Def* def, size_t* memory,
                                                char* message, size_t messageSize);
// Creates a world in one block of memory. `*world` is written only on VL_OK; on failure `message`
// (may be NULL) says what was wrong. Allocates.
VL_API VL_WARN_UNUSED vlResult vlWorld2_Create(const vlWorld2Def* def, vlWorld2** world,
                                               char* message, size_t messageSize);
// Frees the block. NULL is allowed.
VL_API void vlWorld2_Destroy(vlWorld2* world);
VL_API size_t vlWorld2_GetMemory(const vlWorld2* world) VL_REALTIME;
// What was wrong in the last call on this world that failed; "" if none has.
VL_API const char* vlWorld2_GetMessage(const vlWorld2* world) VL_REALTIME;

// Materials, as in the world in space: surfaces belong to unordered pairs of materials.
VL_API VL_WARN_UNUSED vlResult vlWorld2_CreateMaterial(vlWorld2* world, vlMaterialId* material);
// VL_ERROR_ARGUMENT for a parameter outside its range, VL_ERROR_UNSTABLE if a law is outside its
// window for this step and a body of either material; the message names the window. It may be
// called between steps of a running world; all contacts then begin again with the new laws.
VL_API VL_WARN_UNUSED vlResult vlWorld2_SetSurface(vlWorld2* world, vlMaterialId a, vlMaterialId b,
                                                   const vlSurface2* surface) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld2_GetSurface(const vlWorld2* world, vlMaterialId a,
                                                   vlMaterialId b, vlSurface2* surface) VL_REALTIME;

// Bodies. Two bodies that are static or kinematic never touch each other. VL_ERROR_GEOMETRY for a
// polygon that is not convex and anticlockwise, VL_ERROR_UNSTABLE if a law is outside its window
// for a body this light; the message names the window and the least mass.
VL_API VL_WARN_UNUSED vlResult vlWorld2_CreateBody(vlWorld2* world, const vlBody2Def* def,
                                                   vlBody2Id* body);
VL_API VL_WARN_UNUSED vlResult vlWorld2_DestroyBody(vlWorld2* world, vlBody2Id body);
VL_API bool vlWorld2_IsValid(const vlWorld2* world, vlBody2Id body) VL_REALTIME;
VL_API int vlWorld2_GetBodyCount(const vlWorld2* world) VL_REALTIME;
// The i-th body in order of ids, 0 <= i < vlWorld2_GetBodyCount; the null id beyond.
VL_API vlBody2Id vlWorld2_GetBody(const vlWorld2* world, int i) VL_REALTIME;

// Reading a body, as it is after the last step. With a stale id these functions return
// VL_ERROR_STALE_ID and leave the output untouched.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetPose(const vlWorld2* world, vlBody2Id body,
                                               vlPose2* pose) VL_REALTIME;
// Velocity of the centroid and angular velocity.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetTwist(const vlWorld2* world, vlBody2Id body,
                                                vlTwist2* twist) VL_REALTIME;
// Centroid, m, world.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetCentre(const vlWorld2* world, vlBody2Id body,
                                                 vlVec2* centre) VL_REALTIME;
// Mass (kg) and inertia (kg m2) about the centroid; 0 unless dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetMass(const vlWorld2* world, vlBody2Id body, double* mass,
                                               double* inertia) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody2_GetPolygon(const vlWorld2* world, vlBody2Id body,
                                                  vlPolygon* polygon) VL_REALTIME;
// Sum of the wall and friction forces of the last step on the body (N, N m, world, about its
// centroid), without impulses.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetContactWrench(const vlWorld2* world, vlBody2Id body,
                                                        vlWrench2* wrench) VL_REALTIME;
// Acceleration of the centroid (m/s2) and angular acceleration (rad/s2) over the last step by all
// forces, without impulses; zero unless dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetAcceleration(const vlWorld2* world, vlBody2Id body,
                                                       vlTwist2* acceleration) VL_REALTIME;
// Kinetic energy, J; 0 unless dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody2_GetKineticEnergy(const vlWorld2* world, vlBody2Id body,
                                                        double* energy) VL_REALTIME;
// True if the body was frozen because its state was no longer finite; false for a stale id.
VL_API bool vlBody2_IsFrozen(const vlWorld2* world, vlBody2Id body) VL_REALTIME;

// Moving a body between steps. A new pose forgets the body's contacts. vlBody2_SetTwist has no
// effect on a static body. VL_ERROR_ARGUMENT unless all numbers are finite.
VL_API VL_WARN_UNUSED vlResult vlBody2_SetPose(vlWorld2* world, vlBody2Id body,
                                               vlPose2 pose) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlBody2_SetTwist(vlWorld2* world, vlBody2Id body,
                                                vlTwist2 twist) VL_REALTIME;
// Adds a force (N, world) at a point (m, world) for the next step only. It has no effect on bodies
// that are not dynamic.
VL_API VL_WARN_UNUSED vlResult vlBody2_ApplyForce(vlWorld2* world, vlBody2Id body, vlVec2 force,
                                                  vlVec2 point) VL_REALTIME;
// Adds a torque (N m, anticlockwise) for the next step only; likewise.
VL_API VL_WARN_UNUSED vlResult vlBody2_ApplyTorque(vlWorld2* world, vlBody2Id body,
                                                   double torque) VL_REALTIME;

// Advances by one step. It always completes; VL_ERROR_DIVERGED if it had to freeze a body.
VL_API vlResult vlWorld2_Step(vlWorld2* world) VL_REALTIME;
VL_API vlStepInfo2 vlWorld2_GetStepInfo(const vlWorld2* world) VL_REALTIME;
VL_API vlLedger2 vlWorld2_GetLedger(const vlWorld2* world) VL_REALTIME;
// All entries of the ledger but `turnover` together, J: what the kinetic energy should be.
VL_API double vlLedger2_GetSum(const vlLedger2* ledger) VL_REALTIME;
// Energy of the bodies now, and of contacts as of the last step.
VL_API vlEnergy2 vlWorld2_GetEnergy(const vlWorld2* world) VL_REALTIME;
// The speed limit for the bodies and surfaces that the world has now.
VL_API vlSpeedLimit2 vlWorld2_GetSpeedLimit(const vlWorld2* world) VL_REALTIME;
VL_API double vlWorld2_GetStep(const vlWorld2* world) VL_REALTIME;
// m/s2, from the next step on. A gravity that is not finite is ignored.
VL_API void vlWorld2_SetGravity(vlWorld2* world, vlVec2 gravity) VL_REALTIME;

// Contacts of the last step that do touch, in a fixed order (by bodies). Creating or destroying a
// body, vlBody2_SetPose, vlWorld2_SetSurface and vlWorld2_Restore clear them.
VL_API int vlWorld2_GetContactCount(const vlWorld2* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld2_GetContact(const vlWorld2* world, int i,
                                                   vlContact2Report* report) VL_REALTIME;

// A snapshot holds everything that a later step depends on: restoring it and stepping gives the
// same bits as going on. `size` must be vlWorld2_GetSnapshotSize. VL_ERROR_MISMATCH unless capacity
// and bodies are as when it was saved; surfaces are not part of it.
VL_API size_t vlWorld2_GetSnapshotSize(const vlWorld2* world) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld2_Save(const vlWorld2* world, void* buffer,
                                             size_t size) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld2_Restore(vlWorld2* world, const void* buffer,
                                                size_t size) VL_REALTIME;
// 64-bit hash of the step count, the motion of all bodies and the memory of all contacts.
VL_API uint64_t vlWorld2_GetHash(const vlWorld2* world) VL_REALTIME;

VL_END_C

#endif
