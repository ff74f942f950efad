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

// Springs of contacts that were lost and give way: no more of them than this.
#define VL_MAX_LEAVING 4

// What is remembered of a contact from one call to the next.
typedef struct vlSlideAnchor {
    vlVec3 stretch; // m, from the anchor to the contact's point, tangential
    bool isSlipping;
} vlSlideAnchor;

// A contact while its force is computed, and its springs: (G6).
typedef struct vlForceWork {
    vlPrincipalContact c;
    vlVec3 at;       // m, where its force acts
    vlVec3 ease;     // m, how far that is from where it will act once a change has faded
    double aim;      // m, what `press` would be by the distance of the elements
    double press;    // m, how far its normal spring is pressed in
    double held;     // m, the `press` for which the normal force is held
    int before;      // index of the contact that it continues, or -1
    bool isSame;     // whether that one has the same elements
    bool isLeaving;  // the contact was lost, and its springs give way
    bool hasMoved;   // `way` is the displacement of a point at which a force acted
    vlVec3 way;      // m, displacement of its point in this call
    double approach; // m, along the normal
    vlVec3 slip;     // m, tangential
    bool isInCone;   // the bodies met within the static friction cone
    vlSlideAnchor anchor;
    double normalForce;
    double ahead; // N, what the normal force will be more in the middle of the coming tick
    double reach; // m, static range
    double slide; // m
    double stuck; // m, the same before this call
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
    // Contacts that were lost, whose springs give way.
    int leavingCount;
    vlForceWork leaving[VL_MAX_LEAVING];
    // J, what normal springs may take: freed by others that gave way since A last was free, and by
    // friction within about the last fadeTime.
    double freed, rubbed;
    double stretched; // J, in the springs of friction
    bool hasShaded;
    vlWrench shaded;
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

// Finds `aim` and `at` of a contact.
void vlSprings_Measure(const vlFormationForce* force, vlForceWork* w, vlPose poseBA);
// Moves the springs of the last call by the motion of A since, and books the work of their forces.
void vlSprings_Move(vlFormationForce* force, vlPose poseBA);
// Gives the contacts `now` their springs and normal forces: those that they continue, or new ones.
// The springs of contacts that nothing continues give way.
void vlSprings_Settle(vlFormationForce* force, vlContactSet* now, vlPose poseBA);
// Lets the friction of contacts that give way slip, and books what friction took in this call.
void vlSprings_Rub(vlFormationForce* force, const vlContactSet* now);
// exp(-x) for x >= 0, the same on every machine, off by less than 1e-6.
double vlSprings_Decay(double x);

// Sets the friction of all contacts, and returns which case applied.
vlPriorCase vlRules_Apply(vlFormationForce* force, vlContactSet* now, vlPriorMotion motion,
                          vlPose poseBA);

// Mean distance of the region of a contact from its middle, m.
double vlContact_MeanArm(const vlPrincipalContact* contact);

// (G11): fills in `ahead`.
void vlSprings_LookAhead(const vlFormationForce* force, vlForceWork* w);
// Computes the shaded wrench of this call: it follows `wanted` within the limits of its rate.
void vlShade_Update(vlFormationForce* force, vlWrench wanted);

#endif
