// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_CONTACT_RANK_H
#define VOLAR_FORMATION_CONTACT_RANK_H

// How contacts are ranked, and when two of them lie in one plane.

#include "volar/formation.h"

// Contacts whose normals are within this angle can lie in one plane: the cosine of 5 degrees.
#define VL_SAME_PLANE 0.99619469809174555

// A contact over an area prevents more motions than one along a line, and that one more than one at
// a point.
static inline int vlContactType_Rank(vlContactType type)
{
    if (type == VL_CONTACT_FACE_FACE) {
        return 3;
    }
    return type == VL_CONTACT_EDGE_FACE || type == VL_CONTACT_FACE_EDGE ? 2 : 1;
}

#endif
