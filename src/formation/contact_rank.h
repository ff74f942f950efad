// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_CONTACT_RANK_H
#define VOLAR_FORMATION_CONTACT_RANK_H

// What contacts are compared by when planes are made of them.

#include "volar/formation.h"

// Planes are the same within this angle: the cosine of 5 degrees.
#define VL_SAME_PLANE 0.99619469809174555

// A face holds more directions than an edge, and an edge more than a point.
static inline int vlContactType_Rank(vlContactType type)
{
    if (type == VL_CONTACT_FACE_FACE) {
        return 3;
    }
    return type == VL_CONTACT_EDGE_FACE || type == VL_CONTACT_FACE_EDGE ? 2 : 1;
}

#endif
