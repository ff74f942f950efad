// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_MASS_H
#define VOLAR_SHAPE_MASS_H

// Exact volume integrals of polyhedra at density 1.

#include "shape/polyhedron.h"

// Needs vertices, face loops and normals only.
vlMassProperties vlMass_OfConvex(const vlConvex* convex);

// The solid inside a closed surface of triangles, given by three points each. Every place counts as
// often as the surface goes around it: cavities not at all, overlaps twice.
vlMassProperties vlMass_OfTriangles(const vlVec3* points, int pointCount, int (*triangles)[3],
                                    int count);

// The same solid placed by `pose`.
vlMassProperties vlMass_Transform(vlMassProperties mass, vlPose pose);

// The union of solids that share no volume, each placed by its pose, by the parallel axis theorem.
vlMassProperties vlMass_OfUnion(const vlShape* const* pieces, const vlPose* poses, int count);

#endif
