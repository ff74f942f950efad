// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_FREE_PART_H
#define VOLAR_COLLIDE_FREE_PART_H

// Which part of a polygon on a face of a piece is surface of the body. The rest is glued to other
// pieces of the same compound, and nothing can touch it.

#include "collide/polytope.h"

typedef struct vlFreeScratch {
    vlVec3 polygon[3][VL_POLYTOPE_MAX_VERTICES];
} vlFreeScratch;

// Area (m2) of the free part of a convex polygon that lies on face `face` of `convex`, in the
// piece's frame, anticlockwise seen from outside. `points` may be scratch->polygon[0].
double vlFreePart_Area(const vlConvex* convex, int face, const vlVec3* points, int count,
                       vlFreeScratch* scratch);

// The same for a face of a contact polyhedron whose working frame is x = rotation x_piece + origin.
double vlFreePart_OfPolytope(const vlConvex* convex, const vlPolytope* polytope,
                             const vlPolytopeFace* face, vlMat3 rotation, vlVec3 origin,
                             vlFreeScratch* scratch);

#endif
