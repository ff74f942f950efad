// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_POLY_INSIDE_H
#define VOLAR_FORMATION_POLY_INSIDE_H

// Whether a point is inside of a polyhedron: a ray from it crosses the surface an odd number of
// times. All rays have one direction, so that cells of faces can be listed once by where they lie
// across it.

#include "volar/polyhedra.h"

// Most lists, and room for cells in all of them together.
#define VL_RAY_LISTS 64
#define VL_RAY_ROOM(cells) (8 * (size_t)(cells) + VL_RAY_LISTS)

// Cells by strips of equal width across the ray. A cell is listed in each strip that it reaches
// into or comes within `margin` of.
typedef struct vlRayLists {
    vlVec3 across; // of length 1, at a right angle to the ray
    double least;  // m, along `across`, where the first strip begins
    double width;  // m, of a strip
    double margin; // m
    int count;
    int start[VL_RAY_LISTS + 1]; // in `cell`
    int* cell;
} vlRayLists;

// Lists the cells of a polyhedron; `lists->cell` has room for VL_RAY_ROOM of them.
void vlRayLists_Fill(vlRayLists* lists, const vlPolyhedron* polyhedron);

// Is a point inside by more than `depth`?
bool vlPolyhedron_HasInside(const vlPolyhedron* polyhedron, vlVec3 point, double depth);

#endif
