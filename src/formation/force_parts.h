// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_FORCE_PARTS_H
#define VOLAR_FORMATION_FORCE_PARTS_H

// What the parts of formation_force.h share. All of it is in the frame of B, and lengths of twists
// are those of [LX] as docs/theory/formation_forces.md writes them.

#include "formation/resolve.h"
#include "volar/formation_force.h"

// Sets that were made consistent before.
#define VL_MEMO_SIZE 64

typedef struct vlMemo {
    uint64_t key;      // of the set that was found; 0: empty
    unsigned chosen;   // its members that were consistent
    bool isConsistent; // it is a formation as it stands
} vlMemo;

// What is remembered of a contact from one call to the next.
typedef struct vlSlideAnchor {
    vlVec3 stretch; // m, from the anchor to the contact's point, tangential
    double held;    // m, distance for which the normal force is held
    bool isSlipping;
} vlSlideAnchor;

// A contact while its force is computed.
typedef struct vlForceWork {
    vlPrincipalContact c;
    int before;      // index of the contact that it continues, or -1
    bool isSame;     // and that has the same elements
    vlVec3 way;      // m, displacement of its point in this call
    double approach; // m, along the normal
    vlVec3 slip;     // m, tangential
    bool isInCone;   // it was met within the static friction cone
    vlSlideAnchor anchor;
    double normalForce;
    double reach; // m, static range
    double slide; // m
    vlVec3 friction;
    vlFormationRule rule;
    double spin;
} vlForceWork;

typedef struct vlContactSet {
    int count;
    vlForceWork contact[VL_MAX_PLANES];
} vlContactSet;

struct vlFormationForce {
    vlAllocator allocator;
    vlFormationForceDef def;
    vlIdentifier* finder; // with the shell
    vlResolver resolver;
    double size; // m, half of A's largest dimension: scales rotations
    vlMemo memo[VL_MEMO_SIZE];
    // The last call, in the frame of B.
    bool hasLast;
    vlPose lastA;
    vlContactSet last;
    // The motion that rules are chosen by: of A's centre relative to B in this call, if literal,
    // else its twist, smoothed.
    vlTwist motion;
    vlVec3 lastTurn; // rad, of this call
    double step;     // s
    // Shading.
    bool hasShaded;
    vlWrench shaded, faded; // faded: what was rendered when the formation changed
    double fadeLeft;        // s
    vlFormation found, formation;
    bool hasClosed; // the last call closed its contacts, at closedAt
    vlPose closedAt;
    vlPose poseA, poseB; // world, of the last call
    vlFormationForceReport report;
};

// At most three planes: contacts of one plane become one, and of more than three planes those
// remain that span the most. `stiffness` and `gap` give the forces that this is judged by.
void vlPlanes_Reduce(const vlFormation* formation, double gap, vlContactSet* set);

// The motion from one set to the next; fills in `before` and `isSame` of `now`.
vlPriorMotion vlPrior_Classify(const vlPolyhedron* a, const vlPolyhedron* b,
                               const vlContactSet* last, vlContactSet* now, bool* isLost);

// Is the motion (turn and way of A's centre, in any unit of time) one that the set allows?
bool vlMotion_IsPossible(const vlResolver* resolver, const vlContactSet* set, vlPose poseBA,
                         vlVec3 centre, double size, vlTwist motion, double leastTurn);
// Does the set allow a rotation about the point of one of its contacts?
bool vlMotion_CanTurn(const vlResolver* resolver, const vlContactSet* set, vlPose poseBA,
                      double size);
// The same for what the sets before and after have in common.
bool vlMotion_CanTurnBetween(const vlResolver* resolver, const vlContactSet* before,
                             const vlContactSet* after, vlPose poseBA, double size);

// Friction of all contacts, and which case it was.
vlPriorCase vlRules_Apply(vlFormationForce* force, vlContactSet* now, vlPriorMotion motion,
                          vlPose poseBA);

// Mean distance of the region of a contact from its middle, m.
double vlContact_MeanArm(const vlPrincipalContact* contact);

// The shaded wrench of this call.
void vlShade_Update(vlFormationForce* force, bool isChanged);

#endif
