// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_RECORD2_H
#define VOLAR_PLANAR_RECORD2_H

// The two contacts of a pair from one step to the next: which go on, which end and which begin, and
// what they remember. A contact belongs to a vertex. Its god-object is the point of the edge
// nearest to the vertex; it moves along the edge, and round a corner to the next edge, but never to
// an edge that merely happens to be nearer, so that a vertex that was pushed in deep comes out
// where it went in.

#include "planar/touch2.h"

// Where a contact is in this step.
typedef struct vlSpot2 {
    int a, b; // whose vertex, whose edge
    vlVec2 tip, god;
    vlVec2 normal, tangent;
    vlVec2 velocity; // of the vertex's body less that of the edge's body, at the tip
} vlSpot2;

vlSpot2 vlRecord2_Spot(const vlWorld2* world, const vlPair2* pair, const vlRecord2* record);

// Brings both records of a pair to the poses of this step.
void vlPair2_Update(const vlWorld2* world, vlPair2* pair);

#endif
