// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_TRIANGULATE_H
#define VOLAR_FORMATION_TRIANGULATE_H

#include "formation/poly_draft.h"

// Adds a plane face, given by its loop of points, as convex cells: one if it is convex, else
// triangles. `loop` is overwritten. Refuses a face without area, with a corner twice, one that is
// not plane to the snap, and one that crosses itself.
vlResult vlTriangulate_Face(vlPolyDraft* draft, int* loop, int count, int face, vlVec3* normal);

#endif
