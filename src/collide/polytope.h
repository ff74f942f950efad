// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_POLYTOPE_H
#define VOLAR_COLLIDE_POLYTOPE_H

// The contact polyhedron, the intersection P of A and B, while it is being cut and integrated. Its
// room is fixed and reused for every pair. Faces are closed loops of shared vertices, so the
// surface is closed by construction: a rounding error moves a vertex but never opens a hole.

#include "shape/polyhedron.h"

#define VL_POLYTOPE_MAX_VERTICES 2048
#define VL_POLYTOPE_MAX_FACES 2048
#define VL_POLYTOPE_MAX_LOOP 12288
// Up to this many vertices, a set of them is a single word.
#define VL_POLYTOPE_SMALL 64

// Which of the two pieces a face of P comes from.
typedef enum vlOwner { VL_OWNER_BASE = 0, VL_OWNER_CUTTER = 1 } vlOwner;

typedef struct vlPolytopeFace {
    uint16_t start; // of the loop in `loop`
    uint16_t count;
    uint16_t plane; // face index in the owner's polyhedron
    uint16_t owner; // vlOwner
    uint64_t mask;  // while it is cut: bit v for each vertex v of the loop, if all are below 64
} vlPolytopeFace;

typedef struct vlPolytope {
    int vertexCount;
    int faceCount;
    int loopCount;
    double x[VL_POLYTOPE_MAX_VERTICES];
    double y[VL_POLYTOPE_MAX_VERTICES];
    double z[VL_POLYTOPE_MAX_VERTICES];
    vlPolytopeFace face[VL_POLYTOPE_MAX_FACES];
    uint16_t loop[VL_POLYTOPE_MAX_LOOP]; // anticlockwise seen from outside
} vlPolytope;

static inline vlVec3 vlPolytope_Vertex(const vlPolytope* p, int v)
{
    return vlVec(p->x[v], p->y[v], p->z[v]);
}

#endif
