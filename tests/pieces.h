// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_PIECES_H
#define VOLAR_TESTS_PIECES_H

// Random convex pieces, scaled to any size without being built again, and the features (face, edge,
// vertex) with which tests bring two of them into contact.

#include "models/random.h"
#include "shape/polyhedron.h"

// Shapes of unit size to draw from: boxes, then hulls of 4 to 200 vertices, prisms and cones.
#define VL_POOL_BOXES 16
#define VL_POOL_SHAPES 128

typedef struct vlShapePool {
    vlShape* shape[VL_POOL_SHAPES];
} vlShapePool;

// False if a shape could not be made.
bool vlShapePool_Create(vlShapePool* pool, vlRandom* random);
void vlShapePool_Release(vlShapePool* pool);

#define VL_PIECE_VERTICES 256
#define VL_PIECE_FACES 512

// A piece of the pool at its own size: arrays scaled, lists shared.
typedef struct vlScaledPiece {
    vlConvex convex;
    double v[3][VL_PIECE_VERTICES];
    double n[4][VL_PIECE_FACES];
} vlScaledPiece;

// Sets the arrays of a piece to `scale` times those of `source`, which may be the piece's own.
void vlScaledPiece_Set(vlScaledPiece* piece, const vlConvex* source, double scale);

// A random point in the hull of `count` vertices: those listed, or the first ones if `vertex` is
// NULL.
vlVec3 vlPiece_PointWithin(const vlConvex* c, const uint16_t* vertex, int count, vlRandom* random);

// A point of a piece's surface and a direction in its normal cone there.
typedef struct vlFeature {
    vlVec3 point;
    vlVec3 normal;
} vlFeature;

vlFeature vlFeature_Face(const vlConvex* c, vlRandom* random);
vlFeature vlFeature_Edge(const vlConvex* c, vlRandom* random);
vlFeature vlFeature_Vertex(const vlConvex* c, vlRandom* random);
vlFeature vlFeature_Any(const vlConvex* c, vlRandom* random);

#endif
