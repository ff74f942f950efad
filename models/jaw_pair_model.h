// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_JAW_PAIR_H
#define VOLAR_MODEL_JAW_PAIR_H

// Two jaws with their hierarchies, and how the lower one grinds on the upper one at a prescribed
// clearance. Benchmarks, experiments and tests of gap queries share them.

#include <volar/volar.h>

typedef struct vlJawPair {
    vlMesh mesh[2];         // upper, which does not move, and lower
    vlShape* shape[2];      //
    vlHierarchy* levels[2]; //
    vlGapQuery* probe;      // for exact distances
    double radius;          // m, of the smaller one
    double height;          // m, of the lower jaw at the last pose
} vlJawPair;

// The usual definition, with hierarchies kept in the user's cache folder: fine ones take a minute
// to make.
vlHierarchyDef vlJawPair_KeptDef(void);

// Jaws with `fineness` times as many rings and points of a ring as the models: 0.5, 1, 2 and 4 are
// about 20,000, 88,000, 350,000 and 1,400,000 triangles. Close it even if this fails.
VL_WARN_UNUSED vlResult vlJawPair_Open(double fineness, const vlHierarchyDef* def, vlJawPair* pair);
void vlJawPair_Close(vlJawPair* pair);

// The pose of the lower jaw in the frame of the upper one while it grinds 3 mm to and fro at 2 Hz,
// with exactly `clearance` (m) between the two; if it is below 0, pushed up by -`clearance` beyond
// first touch.
vlPose vlJawPair_Grind(vlJawPair* pair, double time, double clearance);
// The same with the lower jaw opened by `angle` (rad) about a hinge 60 mm behind.
vlPose vlJawPair_Chew(vlJawPair* pair, double time, double clearance, double angle);

#endif
