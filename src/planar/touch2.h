// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_TOUCH2_H
#define VOLAR_PLANAR_TOUCH2_H

// The fast level of contact detection, for one near pair: the edge that separates the two best, the
// vertex nearest to it, and one more contact beside it. From step to step the features are found by
// walking to neighbours.

#include "planar/world2_parts.h"

// What a pair offers as a contact.
typedef struct vlOffer2 {
    vlFeature2 feature;
    double depth;  // m, > 0 inside
    bool isInside; // the vertex is inside the other polygon
} vlOffer2;

// The bodies of a side: whose vertex and whose edge.
static inline int vlPair2_VertexBody(const vlPair2* pair, int side)
{
    return side == 0 ? pair->a : pair->b;
}

static inline int vlPair2_EdgeBody(const vlPair2* pair, int side)
{
    return side == 0 ? pair->b : pair->a;
}

// Signed distance of a vertex from the line of an edge, > 0 outside.
double vlPair2_Height(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature);
// Is the vertex below both edges beside the feature's edge?
bool vlPair2_IsBetween(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature);

// Tries all features of a pair, unless it has contacts: after a look, when nothing is known.
void vlPair2_Search(const vlWorld2* world, vlPair2* pair);
// Walks to the features of this step and writes two offers; the first is at the best edge.
void vlPair2_Offer(const vlWorld2* world, vlPair2* pair, vlOffer2 offer[2]);

#endif
