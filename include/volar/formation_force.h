// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_FORCE_H
#define VOLAR_FORMATION_FORCE_H

// Force and moment from the contact formation [LX]: what a hand feels when it holds polyhedron A
// against polyhedron B, computed from their poses alone. The formation is identified by name
// (formation.h) and made consistent; the motion that led to it then decides which rule of friction
// applies at each contact. Normal forces begin in a thin shell, before the surfaces meet.
//
//   vlFormationForceDef def = vlDefaultFormationForceDef(a, b);
//   vlFormationForce_Create(NULL, &def, &force, message, sizeof message);
//   each tick: const vlFormationForceReport* r = vlFormationForce_Update(force, poseWA, poseWB,
//   dt);
//
// docs/theory/formation_forces.md has the rules and their numbers.

#include "volar/formation_table.h"

// What VL_AUTO stands for in `shell.inside`, in radii of the smaller body: contacts give force down
// to this depth. A hand that presses A in deeper feels no force from them any more.
#define VL_FORCE_INSIDE 0.25
// Largest number of planes whose contacts give force at one time.
#define VL_MAX_PLANES 3

// The motion that led to a formation: MT1 to MT5 of [LX].
typedef enum vlPriorMotion {
    VL_PRIOR_NONE,    // nothing touches
    VL_PRIOR_GUARDED, // MT1: from no contact
    VL_PRIOR_KEEP,    // MT2: the formation is kept
    VL_PRIOR_CHANGE,  // MT3: contacts became others of the same planes
    VL_PRIOR_GAIN,    // MT4: a contact was gained
    VL_PRIOR_BREAK,   // MT5: a contact was lost
    VL_PRIOR_COUNT
} vlPriorMotion;

// Which sub-case of a motion chose the rules.
typedef enum vlPriorCase {
    VL_CASE_NONE,
    VL_CASE_ALL_STICK,  // a1: every contact is in its static range
    VL_CASE_IMPOSSIBLE, // a2: the motion is one that the formation forbids
    VL_CASE_SLIDE,      // b: no pure rotation is possible
    VL_CASE_TURN,       // c: possibly a rotation about one contact
    VL_CASE_COUNT
} vlPriorCase;

// The equation of [LX] by which the friction of a contact was computed.
typedef enum vlFormationRule {
    VL_RULE_NONE = 0,
    VL_RULE_COLLISION = 2, // along the motion, by the angle at which the contact was met
    VL_RULE_STATIC = 4,    // a spring from the anchor
    VL_RULE_DYNAMIC = 5,   // muD N against the motion
    VL_RULE_LIMIT = 6      // mu N against the motion
} vlFormationRule;

typedef struct vlFormationForceDef {
    const vlPolyhedron* a; // held; must outlive the force
    const vlPolyhedron* b;
    vlFormationSettings shell;     // its gap is the height where normal forces begin
    double stiffness;              // N/m, of each contact along its normal
    double frictionStiffness;      // N/m, of the spring of static friction
    double frictionStatic;         // mu >= frictionDynamic
    double frictionDynamic;        // >= 0
    double maxNormal;              // N, largest normal force of one contact
    double mass;                   // kg, of A, >= 0
    vlVec3 centre;                 // m, of mass, in A's frame: moments are about it
    vlVec3 gravity;                // m/s2, world
    const vlFormationTable* table; // of valid formations (formation_table.h), or NULL
    // The rules as they are printed: displacements are those of one call, and only the last poses
    // are remembered. Otherwise friction is anchored and does not depend on the rate of the calls.
    bool isLiteral;
    bool resolves;     // makes the formation consistent; otherwise it is used as found
    bool hasTorsion;   // friction against spin on areas and lines, which the paper leaves out
    double hold;       // m: a normal force is held while its distance changes by less; 0: never
    double stickSpeed; // m/s: a contact that slides slower sticks
    // s: within about this time after a change of formation the springs of lost contacts give way,
    // and those of new ones rise by the energy that this frees; friction that begins to slide falls
    // at a rate of mu N in this time; 0: at once.
    double fadeTime;
    // Shading: how fast the rendered wrench may change.
    double maxForceRate;  // N/s
    double maxTorqueRate; // N m/s
} vlFormationForceDef;

typedef struct vlForceContact {
    vlPrincipalContact contact; // world; its `nearest` is at the true pose
    // m, world, where its forces act: a line or an area that leans presses nearer to its lower end,
    // and after a change of formation the place moves from the old one to the new one.
    vlVec3 at;
    double normalForce; // N
    vlVec3 friction;    // N, world
    double spin;        // N m about the normal, with hasTorsion
    double slide;       // m, tangential displacement from the anchor
    double reach;       // m, static range: the contact sticks while `slide` is within it
    vlFormationRule rule;
    bool isSlipping;
} vlForceContact;

// Energy of the tick that a call ended, J, without the weight and relative to B. What the hand
// received, less what was there at the start, is never more than what `stored` fell by and what
// `limits` gave, apart from what sampling adds (docs/theory/formation_forces.md, G10).
typedef struct vlFormationEnergy {
    double contact, friction; // what normal springs and friction gave the hand
    double
        limits; // what the hand received in addition, because the shaded wrench is not the raw one
    double begun; // in the springs of contacts that were there in the first call
    double lent;  // of what friction took, what normal springs got when the formation changed
    double lost;  // dissipated by friction and by springs that gave way
} vlFormationEnergy;

typedef struct vlFormationForceReport {
    int count;
    vlForceContact contact[VL_MAX_PLANES];
    vlPriorMotion motion;
    vlPriorCase priorCase;
    vlWrench raw;    // on A about its centre of mass, world, with its weight
    vlWrench shaded; // what a device should render; the same as `raw` in literal mode
    vlVec3 weight;   // N, of A, part of both
    bool isChanged;  // the formation differs from that of the last call
    // How the formation was made consistent: how far A's vertices (m) are from where all contacts
    // close, how many sets of contacts were tried, and whether none of them was consistent (A is
    // deep in B).
    double moved;
    int trials;
    bool isForced;
    bool wasKnown; // the contacts that were found are in the table as a formation
    double stored; // J, in the springs of the contacts
    vlFormationEnergy energy;
} vlFormationForceReport;

typedef struct vlFormationForce vlFormationForce;

VL_BEGIN_C

// Shell of 2 mm, 2000 N/m, friction 0.5 and 0.4 by a spring of 1000 N/m, no mass and no gravity;
// anchored, resolving, held to 0.02 mm, fading within 10 ms, shaded to 5000 N/s and 200 N m/s;
// no torsion.
VL_API vlFormationForceDef vlDefaultFormationForceDef(const vlPolyhedron* a,
                                                      const vlPolyhedron* b) VL_REALTIME;
// The printed rules alone: the same, but literal, not resolving, without hold and shading.
VL_API vlFormationForceDef vlLiteralFormationForceDef(const vlPolyhedron* a,
                                                      const vlPolyhedron* b) VL_REALTIME;

// `allocator` NULL means vlDefaultAllocator(). VL_ERROR_ARGUMENT for a missing polyhedron or a
// number outside of its range, VL_ERROR_MISMATCH for a table of other polyhedra, VL_ERROR_MEMORY;
// `message` (may be NULL) says why. Allocates.
VL_API VL_WARN_UNUSED vlResult vlFormationForce_Create(const vlAllocator* allocator,
                                                       const vlFormationForceDef* def,
                                                       vlFormationForce** force, char* message,
                                                       size_t messageSize);
// NULL is allowed.
VL_API void vlFormationForce_Destroy(vlFormationForce* force);

// The force at these poses, `step` s (> 0) after the last call. The report is valid until the next
// call. With a pose that is not finite, A feels only its weight, and all that was remembered of
// earlier calls is forgotten.
VL_API const vlFormationForceReport* vlFormationForce_Update(vlFormationForce* force, vlPose poseWA,
                                                             vlPose poseWB,
                                                             double step) VL_REALTIME;
// All contacts of the consistent formation of the last call, including those that share a plane.
VL_API const vlFormation* vlFormationForce_GetFormation(const vlFormationForce* force) VL_REALTIME;
// As after creation.
VL_API void vlFormationForce_Restart(vlFormationForce* force) VL_REALTIME;
// Where A would be if all contacts of the last call were closed: a pose to show, in which A does
// not penetrate B. Returns false, with A's true pose, if there is no such pose nearby. `residual`
// (may be NULL) is the largest distance that is left, m.
VL_API bool vlFormationForce_GetProxy(const vlFormationForce* force, vlPose* poseWA,
                                      double* residual) VL_REALTIME;
// The part of a twist of A (world, about its centre of mass) that keeps the formation of the last
// call: guided motion. All of it if nothing touches. `freedoms` (may be NULL) is the number of
// freedoms that the formation leaves.
VL_API vlTwist vlFormationForce_Guide(const vlFormationForce* force, vlTwist twist,
                                      int* freedoms) VL_REALTIME;

// "MT1" to "MT5", and "" for none; "a1", "a2", "b", "c"; never NULL.
VL_API const char* vlPriorMotion_Text(vlPriorMotion motion) VL_REALTIME;
VL_API const char* vlPriorCase_Text(vlPriorCase priorCase) VL_REALTIME;

VL_END_C

#endif
