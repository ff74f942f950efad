// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_FOOTPRINT_H
#define VOLAR_COLLIDE_FOOTPRINT_H

// The contact area as a polygon: the outline of the contact polyhedron seen along the normal.

#include "collide/volume.h"

// Convex hull of `count` points, anticlockwise, by the monotone chain. `points` is reordered;
// `hull` needs room for 2 * count. Points closer together than 1e-8 of the extent count as one.
// Returns the hull's size; 0 if the points have no extent.
int vlFootprint_Hull(vlVec2* points, int count, vlVec2* hull);

// Outline of the front faces (scratch->faceShadow > 0) by their edges: an edge of a front face is
// on the outline unless another front face has the same edge in the other direction. Writes it to
// scratch->hull and returns the number of corners; 0 if the edges do not form one loop or there are
// more vertices than fit a set.
int vlFootprint_Trace(const vlPolytope* p, vlVolumeScratch* scratch);

// Signed area of a polygon.
double vlFootprint_Area(const vlVec2* polygon, int count);

// Three Gauss points per triangle of the fan about the origin. They are exact for quadratic
// integrands; on a uniformly pressed square the spin torque is 0.992 of its true value.
#define VL_GAUSS_PER_TRIANGLE 3

typedef struct vlGaussPoint {
    vlVec2 p;
    double weight; // m2
} vlGaussPoint;

// Writes 3 * count points for a polygon around the origin, or as many whole triangles as `capacity`
// has room for.
int vlFootprint_Gauss(const vlVec2* polygon, int count, vlGaussPoint* points, int capacity);

// Depth of the contact polyhedron at p: lowest front face minus highest back face, at least 0.
double vlFootprint_Depth(const vlHeight* heights, int frontCount, int backCount, vlVec2 p);
// The same, but negative where there is a gap.
double vlFootprint_SignedDepth(const vlHeight* heights, int frontCount, int backCount, vlVec2 p);

#endif
