// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_POLY_PARTS_H
#define VOLAR_FORMATION_POLY_PARTS_H

// Which elements of a polyhedron are parts of others.

#include "volar/polyhedra.h"

// Is `part` the same as `whole`, or on its border? A vertex is on the border of its edges and
// faces, an edge on that of its two faces.
bool vlPolyhedron_IsPart(const vlPolyhedron* polyhedron, vlElement part,
                         vlElement whole) VL_REALTIME;
// The same as vlPolyhedron_IsPart for elements that vlPolyhedron_GetNamed returned.
bool vlPolyhedron_IsNamedPart(const vlPolyhedron* polyhedron, vlElement part,
                              vlElement whole) VL_REALTIME;

#endif
