// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_BEND_H
#define VOLAR_SHAPE_BEND_H

// Which faces of a polyhedron stand for a round surface, and how round it is. Load time only.

#include "shape/polyhedron.h"

// Fills `bend` with the curvature of each face of a piece whose vertices, planes and lists are
// written. Returns false if all faces are flat.
bool vlBend_FromEdges(const vlConvex* piece, vlBend* bend);

// The same curvature in a rotated frame.
vlBend vlBend_Rotate(const vlBend* bend, vlQuat rotation);

#endif
