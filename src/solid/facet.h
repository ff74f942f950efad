// SPDX-License-Identifier: MIT
#ifndef VOLAR_SOLID_FACET_H
#define VOLAR_SOLID_FACET_H

// Plane polygons: their corners in order, anticlockwise seen from where the normal points. `loop`
// gives the corners by their numbers in `points`; NULL: they are the first `count` points.

#include <stdbool.h>

#include "volar/math.h"

// Twice the area times the normal. Right for any plane polygon, and the best one for one that is
// not plane (Newell).
vlVec3 vlFacet_Spread(const vlVec3* points, const int* loop, int count);

static inline double vlFacet_Area(const vlVec3* points, const int* loop, int count, vlVec3 normal)
{
    return 0.5 * vlDot(vlFacet_Spread(points, loop, count), normal);
}

// Cuts a convex polygon: keeps the part with normal . x >= offset, and returns how many corners it
// has. Points within the tolerance (m) of the plane lie in it: an edge that ends there is not cut.
// What does not fit into `capacity` is left out; a cut adds at most one corner.
int vlFacet_Cut(const vlVec3* in, int count, vlVec3 normal, double offset, double tolerance,
                vlVec3* out, int capacity);

// How far corner `here` is over the line from `before` to `after`, m: negative if it is convex.
double vlFacet_Height(const vlVec3* points, int before, int here, int after, vlVec3 normal);

// Cuts off ears, always the first one, until a triangle is left or there is no ear whose tip is
// farther out than the tolerance: the polygon crosses itself, or has no area. The triangles go to
// `*out`, which is moved on. Returns how many corners are left, which stand first in `loop`.
int vlFacet_CutEars(const vlVec3* points, int* loop, int count, vlVec3 normal, double tolerance,
                    int** out);

// A polygon as its functions take it.
typedef struct vlFacet {
    const vlVec3* points;
    const int* loop;
    int count;
} vlFacet;

// Do a side of the one and a side of the other run along each other, nowhere farther apart than
// `tolerance`, for more than `least`? (m)
bool vlFacet_DoMeet(vlFacet a, vlFacet b, double tolerance, double least);

// Cuts a polygon into `count` - 2 triangles, anticlockwise as the polygon; `out` has room for their
// corners. Ears are cut as seen along the normal of the whole polygon; of a polygon that crosses
// itself, or of more than VL_MOST_EARS corners, the rest is a fan. False without memory.
#define VL_MOST_EARS 512
bool vlFacet_Triangulate(const vlVec3* points, const int* loop, int count, int* out);

#endif
