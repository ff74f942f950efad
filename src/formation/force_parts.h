// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_FORCE_PARTS_H
#define VOLAR_FORMATION_FORCE_PARTS_H

// What the sources of formation_force.h share. Everything is in the frame of B. Where a twist has a
// length, rotations count times half of A's largest dimension, as in [LX] and
// docs/theory/formation_forces.md.

#include "formation/resolve.h"
#include "volar/formation_force.h"

// Number of sets whose consistent formation is remembered.
#define VL_MEMO_SIZE 64

typedef struct vlMemo {
    uint64_t key;      // of the set that was found; 0: empty
    unsigned chosen;   // its members that were consistent
    bool isConsistent; // the set is a formation as it was found
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
    bool isSame;     // whether that one has the same elements
    vlVec3 way;      // m, displacement of its point in this call
    double approach; // m, along the normal
    vlVec3 slip;     // m, tangential
    bool isInCone;   // the bodies met within the static friction cone
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
    // The motion by which rules are chosen: in literal mode the displacement of A's centre and the
    // turn of A relative to B in this call, else the smoothed twist.
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

// Reduces a formation to contacts on at most three planes. Contacts of one plane become one. Of
// more than three planes those remain that span the most, weighted by their least force, which is
// proportional to how far a contact is within the `gap`.
void vlPlanes_Reduce(const vlFormation* formation, double gap, vlContactSet* set);

// Classifies the motion from one set to the next, and fills in `before` and `isSame` of `now`.
// `*isLost`: a contact of `last` has no successor.
vlPriorMotion vlPrior_Classify(const vlPolyhedron* a, const vlPolyhedron* b,
                               const vlContactSet* last, vlContactSet* now, bool* isLost);

// Does the set allow the motion (turn of A and translation of its centre, in any unit of time)?
bool vlMotion_IsPossible(const vlResolver* resolver, const vlContactSet* set, vlPose poseBA,
                         vlVec3 centre, double size, vlTwist motion, double leastTurn);
// Does the set allow a rotation about the point of one of its contacts?
bool vlMotion_CanTurn(const vlResolver* resolver, const vlContactSet* set, vlPose poseBA,
                      double size);
// The same for what the sets before and after have in common.
bool vlMotion_CanTurnBetween(const vlResolver* resolver, const vlContactSet* before,
                             const vlContactSet* after, vlPose poseBA, double size);

// Sets the friction of all contacts, and returns which case applied.
vlPriorCase vlRules_Apply(vlFormationForce* force, vlContactSet* now, vlPriorMotion motion,
                          vlPose poseBA);

// Mean distance of the region of a contact from its middle, m.
double vlContact_MeanArm(const vlPrincipalContact* contact);

// Computes the shaded wrench of this call.
void vlShade_Update(vlFormationForce* force, bool isChanged);

#endif
