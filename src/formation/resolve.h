// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_RESOLVE_H
#define VOLAR_FORMATION_RESOLVE_H

// Makes a set of contacts consistent: moves A to where all of them close at once, and looks there
// what touches (docs/theory/formation_forces.md). All in the frame of B.

#include "volar/formation.h"

// Most contacts that are made consistent together, and points of one of them.
#define VL_MAX_RESOLVED 6
#define VL_MAX_CONTACT_ROWS 8
// A contact in a point this near to the border of its elements, m, has no certain name: well above
// what closing leaves, and far below what a hand could hold.
#define VL_AT_BORDER 1e-5

// Points that a set keeps on planes: the distance of each, and how a twist of A changes it.
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

typedef struct vlResolver {
    const vlPolyhedron* a;
    const vlPolyhedron* b;
    vlIdentifier* tight; // that looks at exact poses
    double size;         // m, half of A's largest dimension
    double reach;        // m, farthest that a vertex of A may be moved
} vlResolver;

typedef struct vlResolved {
    bool isGood, isForced;
    vlPose poseBA; // where the contacts are closed
    double moved;  // m, farthest motion of a vertex
    double residual;
    unsigned chosen; // members of the set that were closed, by their order of trial
    int trials;
} vlResolved;

// Adds the points of a contact. Returns false if there is no room.
bool vlRows_Add(const vlResolver* r, vlContactPair pair, vlPose poseBA, vlPlaneRows* rows);

// The nearest pose with all pairs closed. Returns the largest distance left.
double vlResolver_Close(const vlResolver* r, const vlContactPair* pairs, int count, vlPose* poseBA);
// Farthest motion of a vertex of A.
double vlResolver_Way(const vlResolver* r, vlPose from, vlPose to);
// Is a vertex of A inside of B by more than `depth`, or one of B inside of A?
bool vlResolver_IsInside(const vlResolver* r, vlPose poseBA, double depth);
// Is a point inside of a polyhedron by more than `depth`?
bool vlPolyhedron_HasInside(const vlPolyhedron* p, vlVec3 point, double depth);
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
