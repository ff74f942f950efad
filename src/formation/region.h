// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_REGION_H
#define VOLAR_FORMATION_REGION_H

// Points and lines over a face.

#include "formation/identifier.h"

// Part of an edge, as fractions of its length; empty if `to` is not beyond `from`.
typedef struct vlSpan {
    double from, to;
} vlSpan;

// Is a point of the face's plane within the face, or up to `beyond` (m) behind a concave edge of
// it?
bool vlNear_IsInFace(const vlNear* near, int face, vlVec3 point, double beyond);
// Distance of a point of the face to the nearest of its sharp convex edges among those listed as
// near; infinite if there is none.
double vlNear_RimDistance(const vlNear* near, int face, vlVec3 point);
// The part of the line from p to q that lies over the face, or up to `beyond` (m) behind a concave
// edge of it; what lies between two cells of it counts as well.
vlSpan vlNear_SpanOverFace(const vlNear* near, int face, vlVec3 p, vlVec3 q, double beyond);

#endif
