// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_RESOLVE_H
#define VOLAR_FORMATION_RESOLVE_H

// Makes a set of contacts consistent: moves A to where all of them close at once, and identifies
// what touches there (docs/theory/formation_forces.md). All in the frame of B.

#include "volar/formation.h"

// Most contacts that are made consistent together, and points of one of them.
#define VL_MAX_RESOLVED 6
#define VL_MAX_CONTACT_ROWS 8
// A contact at a point this near to the border of its elements, m, has no certain name. This is
// well above what closing leaves, and far below what a hand could hold.
#define VL_AT_BORDER 1e-5

// Points that a set keeps on planes, the normal of each plane, and the height of each point over
// it, m.
typedef struct vlPlaneRows {
    int count;
    vlVec3 point[VL_MAX_RESOLVED * VL_MAX_CONTACT_ROWS];
    vlVec3 normal[VL_MAX_RESOLVED * VL_MAX_CONTACT_ROWS];
    double height[VL_MAX_RESOLVED * VL_MAX_CONTACT_ROWS];
} vlPlaneRows;

typedef struct vlContactPair {
    vlContactType type;
    vlElement a, b;
} vlContactPair;

// The equations (G1) of one contact for a twist of A about its centre, with turns times the
// resolver's size.
typedef struct vlPairRows {
    int count;
    double row[VL_MAX_CONTACT_ROWS][6]; // how a twist changes each height
    double height[VL_MAX_CONTACT_ROWS];
    double farthest;     // m, the largest height
    double square[6][6]; // lower half of the sum of row row'
    double pull[6];      // minus the sum of row times height
} vlPairRows;

// A contact that was found, or a part of it, at the pose where a search begins. Many sets share it,
// and most of them fail in the first step, which these rows are enough for.
typedef struct vlContactPart {
    vlContactPair pair;
    bool isMeasured;
    bool isThere; // false for a part that the contact does not have
    vlPairRows rows;
} vlContactPart;

// How far a vertex of A may be moved, and how deep one may be inside at the closed pose, m.
typedef struct vlClosingLimits {
    double way, depth;
} vlClosingLimits;

typedef struct vlResolver {
    const vlPolyhedron* a;
    const vlPolyhedron* b;
    vlIdentifier* tight; // identifies contacts at exact poses
    double size;         // m, half of A's largest dimension
    double gap;          // m, of the shell in which contacts were found
    double reach;        // m, farthest that a vertex of A may be moved; more from deep inside
    int wasInside;       // vertex of A, or (counted on) of B, that was last seen inside
    // Room for a search: each contact and its two parts, and what touches at a closed pose.
    vlContactPart part[VL_MAX_RESOLVED][3];
    vlFormation trial;
} vlResolver;

typedef struct vlResolved {
    bool isGood, isForced;
    vlPose poseBA; // where the contacts are closed
    double moved;  // m, farthest motion of a vertex
    double residual;
    unsigned chosen; // bits of the contacts that were closed, by their order of trial
    int trials;
} vlResolved;

// Chooses at most VL_MAX_RESOLVED contacts that are closed together, by their indices, in the order
// of trial. Returns how many.
int vlResolver_Choose(const vlResolver* r, const vlFormation* found, int* chosen);
// Do two contacts ask for the same: one element on two faces of one plane?
bool vlResolver_AreOne(const vlResolver* r, const vlPrincipalContact* x,
                       const vlPrincipalContact* y);

// Adds the points of a contact. Returns false if there is no room.
bool vlRows_Add(const vlResolver* r, vlContactPair pair, vlPose poseBA, vlPlaneRows* rows);

// The rows of a contact by themselves.
void vlRows_Measure(const vlResolver* r, vlContactPair pair, vlPose poseBA, vlPairRows* out);

// The nearest pose with all pairs closed. Returns the largest distance left.
double vlResolver_Close(const vlResolver* r, const vlContactPair* pairs, int count, vlPose* poseBA);
// The same from the pose that the parts were measured at, for at least one of them. Ends with an
// infinite distance as soon as the closed pose is sure to be beyond the limits.
double vlResolver_CloseFrom(const vlResolver* r, const vlContactPart* const* parts, int count,
                            vlClosingLimits limits, vlPose* poseBA);
// How far a vertex may be moved to close what was found. Contacts that are deeper inside than the
// shell is high need that much more, in two directions.
double vlResolver_Reach(const vlResolver* r, const vlFormation* found);
// Farthest motion of a vertex of A.
double vlResolver_Way(const vlResolver* r, vlPose from, vlPose to);
// Is a vertex of A inside of B by more than `depth`, or one of B inside of A?
bool vlResolver_IsInside(vlResolver* r, vlPose poseBA, double depth);
// Does a contact at a closed pose touch where others could be named as well: a vertex at an edge,
// or two edges at an end?
bool vlResolver_IsDegenerate(const vlResolver* r, const vlPrincipalContact* c, vlPose poseBA);
// The part of a contact that is nearest, one rank lower: the end of a line, or the edge of a face
// of A; `isOther` asks for the other end. False if there is none.
bool vlResolver_Lower(const vlResolver* r, vlPose poseBA, const vlPrincipalContact* c, bool isOther,
                      vlContactPair* part);
// Distance of a point to an edge, both in the polyhedron's frame.
double vlPolyhedron_ToEdge(const vlPolyhedron* p, const vlPolyhedronEdge* e, vlVec3 point);

// Finds the most constrained consistent formation near A's pose (in the frame of B). `found` is
// what was identified there; `first`, if not 0, is the choice to be tried first. `formation` gets
// the consistent one, its numbers at the true pose.
void vlResolver_Run(vlResolver* r, const vlFormation* found, vlPose poseBA, unsigned first,
                    vlFormation* formation, vlResolved* how);

// Settings of an identifier that looks at exact poses.
vlFormationSettings vlResolver_TightSettings(void);

#endif
