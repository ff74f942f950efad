// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_FACE_PART_H
#define VOLAR_FORMATION_FACE_PART_H

// Convex parts of faces, cut by planes and by the cells of other faces.

#include "formation/identifier.h"

#define VL_MAX_FACE_PART (2 * VL_MAX_CELL_CORNERS + 2)

typedef struct vlFacePart {
    int count;
    vlVec3 point[VL_MAX_FACE_PART];
} vlFacePart;

// Keeps the part with normal . x >= offset.
void vlFacePart_Clip(const vlFacePart* in, vlVec3 normal, double offset, vlFacePart* out);
// Keeps the part within a cell of a face of `near`. Returns `in` or one of `work`, which has fewer
// than three points if nothing is left.
const vlFacePart* vlFacePart_ClipToCell(const vlFacePart* in, const vlNear* near, int cell,
                                        vlFacePart work[2]);

#endif
