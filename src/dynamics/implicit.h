// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_IMPLICIT_H
#define VOLAR_DYNAMICS_IMPLICIT_H

// The implicit step and what it asks of force elements. An element gives, about its origin, the
// wrench that it would exert on B at the end of the step if nothing moved relative to it, and how
// much less it exerts per relative velocity at the end of the step:
//
//   wrench on B = w0 - D (u1, s1),   D = h stiffness + damping, symmetric, positive semidefinite
//
// with u1 the velocity of B's point at the origin relative to A's, s1 the relative angular
// velocity. Contacts, springs, joints and couplings all take this form; the integrator solves for
// all bodies at once and does not know their kind. docs/theory/implicit.md.

#include "dynamics/block_system.h"
#include "dynamics/force.h"
#include "dynamics/island.h"

// D in blocks: force = uu u + uw s, torque = uw^T u + ww s.
typedef struct vlResistance {
    vlMat3 uu, uw, ww;
} vlResistance;

typedef struct vlImplicitElement {
    int bodyA; // -1: the world
    int bodyB;
    vlVec3 origin;
    vlWrench onB; // about origin, at the relative velocities `about`
    vlResistance resistance;
    vlTwist about;
} vlImplicitElement;

// Velocity of B relative to A at a point, for bodies with their centres of mass at `centreA` and
// `centreB`.
static inline vlTwist vlTwist_Between(const vlTwist* a, vlVec3 centreA, const vlTwist* b,
                                      vlVec3 centreB, vlVec3 point)
{
    vlVec3 va = vlAdd(a->linear, vlCross(a->angular, vlSub(point, centreA)));
    vlVec3 vb = vlAdd(b->linear, vlCross(b->angular, vlSub(point, centreB)));
    vlTwist t = {vlSub(vb, va), vlSub(b->angular, a->angular)};
    return t;
}

// The same for the bodies of a link, with `velocities` and centres of mass by body.
static inline vlTwist vlTwist_OfLink(vlLink link, const vlTwist* velocities,
                                     const vlMotion* motions, vlVec3 point)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    return vlTwist_Between(link.a < 0 ? &still : &velocities[link.a],
                           link.a < 0 ? point : motions[link.a].centre, &velocities[link.b],
                           motions[link.b].centre, point);
}

// The wrench at the relative velocities t, along the slope.
static inline vlWrench vlImplicitElement_At(const vlImplicitElement* e, vlTwist t)
{
    const vlResistance* d = &e->resistance;
    vlVec3 u = vlSub(t.linear, e->about.linear);
    vlVec3 w = vlSub(t.angular, e->about.angular);
    vlWrench at = {vlSub(e->onB.force, vlAdd(vlMulMV(d->uu, u), vlMulMV(d->uw, w))),
                   vlSub(e->onB.torque, vlAdd(vlMulTV(d->uw, u), vlMulMV(d->ww, w)))};
    return at;
}

// Most solver passes of an island: the first, and one more each time friction, limits or pressure
// changed state; at most VL_WAITING_SOLVES where all that changed may wait for the next step.
#define VL_MAX_SOLVES 4
#define VL_WAITING_SOLVES 2
// Most rounds in which forces beyond their bounds are taken back to them after the last solve.
#define VL_BOUND_ROUNDS 48
// Most responses to changes of single forces that are kept in a step: three ways of 4096 bodies. An
// island of 50 bodies with 80 such forces needs no more.
#define VL_BOUND_RESPONSES 12288
// Most such forces.
#define VL_BOUND_FORCES 1024
// The forces of an element are changed in parts of three numbers each: a contact's normal force
// with its two moments, and its friction.
#define VL_PARTS 2
#define VL_WAYS 3
// The largest island, in bodies, that is solved once more after a change that could not wait
// (T7.16). With two bodies, three boxes at 1e9 N/m and above were once thrown off at 27 m/s.
#define VL_FEW_BODIES 1

// Which pressure Coulomb's bound is computed from, in the search for the minimum of a step
// (minimise.h). It is fixed during a search, and follows the forces of the step in between.
typedef enum vlBoundUse {
    VL_BOUND_FIRST, // the trial is the motion at the start of the step: the bound is that of memory
    VL_BOUND_KEEP,  // the bound stays
    VL_BOUND_REFRESH // the bound follows the forces at the trial
} vlBoundUse;

// Whether an island is to be solved again.
typedef enum vlAgain {
    VL_AGAIN_NO,
    VL_AGAIN_SOON, // the change may wait for the next step: the line as it is only takes energy
    VL_AGAIN_NOW
} vlAgain;

// Where the implicit integrator gets its elements from.
typedef struct vlImplicitSource {
    // Finds all elements at the start of the step. Returns their number; element i couples bodies
    // links[i].
    int (*begin)(void* user, const vlMotion* motions);
    // Fills the elements of every island that `again` marks (in the first pass all of them),
    // linearised about the velocities `trial`.
    void (*linearise)(void* user, const vlTwist* trial, const bool* again, bool isFirst);
    // Marks in `again` those of the `solved` islands in which the linearisation of an element does
    // not hold at `trial`. When no solves are left, states change only for the next step.
    void (*check)(void* user, const vlTwist* trial, const bool* solved, vlAgain* again,
                  int solvesLeft);
    // Takes forces that are beyond their bounds at the last trial back to them, one after the
    // other, and changes the trial accordingly. Returns whether there were any. NULL: no force has
    // a bound.
    bool (*bound)(void* user, int round);
    // For the search for a minimum: element i at the velocities `trial`. Writes its wrench there
    // and its slope into elements[i]. Returns by which part of its forces its bound differs from
    // the one that was used.
    double (*respond)(void* user, int i, const vlTwist* trial, vlBoundUse bound);
    // The velocities are final: `before` at the start, `after` at the end of the step.
    void (*finish)(void* user, const vlTwist* before, const vlTwist* after);
    vlImplicitElement* elements;
    const vlLink* links;
    void* user;
} vlImplicitSource;

// A part of an element that was beyond a bound in this step, and the effect of changing it.
typedef struct vlBoundForce {
    int first;                 // of the responses of its island's bodies, way after way
    vlTwist relative[VL_WAYS]; // of its own two bodies, at its origin
    int kind, slot, part, island;
    int round;               // of its last change
    double amounts[VL_WAYS]; // of its last change
    double before[VL_WAYS];  // of the change in the round before
} vlBoundForce;

// The factors of the last solve also give the effect of a change of one force on all velocities.
// This response is kept for the rest of the step (bound.c).
typedef struct vlBounds {
    vlBoundForce* force; // [forceCapacity]
    vlTwist* response;   // [responseCapacity]
    int* forceOf;        // [VL_PARTS elements] in `force`; -1: its responses are not known
    int forceCount, forceCapacity;
    int responseCount, responseCapacity;
} vlBounds;

// Steps that a search remembers where a bound follows the forces.
#define VL_MIXED 5

// One body in the search for the minimum of a step.
typedef struct vlRow {
    double momentum[6]; // N s, N m s: M v*
    double mass, inverseMass;
    vlMat3 inertia, inverseInertia; // world axes
    double least;                   // N s/sqrt(kg), the impulse that no element makes
    double impulses;                // the same and those of all elements, by size
    double rounding;                // what the rounding of places makes of them
    vlTwist from;                   // where the last search began
    vlTwist best;                   // where least was left
} vlRow;

// What a search for the minimum of a step needs.
typedef struct vlMinimiseWork {
    int* order;       // [elements] by island
    int* first;       // [islands + 1] in `order`
    vlRow* row;       // [bodies] by row
    double* gradient; // [6 bodies] by row
    double* way;      // [6 bodies] by row: the last step
    double* mixed;    // [2 VL_MIXED * 6 bodies]
} vlMinimiseWork;

// What a step of the implicit integrator needs in addition to vlDynamics.
typedef struct vlImplicitWork {
    vlIslands islands;
    vlBlockSystem system;
    bool* isSolved;        // [bodies] moved by forces, and awake
    vlBlockLink* coupling; // [elements]
    vlTwist* before;       // [bodies]
    vlTwist* trial;        // [bodies]
    double* vector;        // [6 bodies] by row
    bool* solved;          // [islands] in this pass
    vlAgain* again;        // [islands] after the last pass in which it was solved
    int* waitsFrom;        // [islands] pass from which changes that may wait do wait
    vlBounds bounds;
    vlMinimiseWork search;
} vlImplicitWork;

typedef struct vlImplicitInfo {
    int islandCount;
    int largestIsland; // bodies
    int solves;        // of the island that needed most
    int substitutions; // of all islands, with factors that were known
    double residual;   // of the worst island (minimise.h), as is the next
    double lag;
    int unsettledIslands; // still changing after the last solve
    int heldPivots;
    int iterativeIslands;
} vlImplicitInfo;

// Room for the responses to changes of single forces (bound.c).
void vlBounds_LayOut(vlBounds* bounds, vlArena* arena, int bodies, int elements);
void vlImplicitWork_LayOut(vlImplicitWork* work, vlArena* arena, int bodies, int elements);

// Adds D of element `e` between bodies at `motions`, times the step, to the system, and its wrench
// to the right side (assemble.c).
void vlImplicit_Assemble(vlImplicitWork* work, const vlDynamics* dynamics,
                         const vlImplicitElement* element, int index);
// The same without the wrench.
void vlImplicit_AddSlope(vlImplicitWork* work, const vlDynamics* dynamics,
                         const vlImplicitElement* element, int index);
// x += s times the wrench about the centre of mass, for a body with the given lever to the
// element's origin.
void vlImplicit_AddWrench(double* x, double s, vlWrench wrench, vlVec3 lever);
// Adds a change of the wrench of an element to the right side.
void vlImplicit_AddChange(vlImplicitWork* work, const vlDynamics* dynamics,
                          const vlImplicitElement* element, vlWrench change);

// One step of backward Euler in velocities. Bodies marked in `isAsleep` stay where they are.
vlImplicitInfo vlIntegrate_Implicit(vlDynamics* dynamics, const vlImplicitSource* source,
                                    vlImplicitWork* work, const bool* isAsleep);

// The same as the minimum of a sum of potentials (minimise.h).
vlImplicitInfo vlIntegrate_Convex(vlDynamics* dynamics, const vlImplicitSource* source,
                                  vlImplicitWork* work, const bool* isAsleep);

// The positive semidefinite part of the stiffness against rotation that a force on a lever adds, in
// those directions in which a step of h seconds could not follow the rotation otherwise: where h^2
// times the stiffness exceeds the moment of inertia. `yield` is the inverse inertia in world axes.
// False if there is no such direction. (T7.8)
bool vlGeometric_Stiffness(vlVec3 force, vlVec3 lever, vlMat3 yield, double h, vlMat3* stiffness);

#endif
