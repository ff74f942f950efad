// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_POLYHEDRON_H
#define VOLAR_SHAPE_POLYHEDRON_H

// The convex polyhedron as the collision code reads it: flat arrays with one array per coordinate
// for data that is scanned (vertices, planes), and index lists for data that is walked (face loops,
// neighbours). It never changes.

#include "base/box_tree.h"
#include "volar/shape.h"

// Scanned arrays are padded to a multiple of this with copies of element 0, so that loops over them
// need no remainder and compilers can vectorise them.
#define VL_LANES 4

typedef enum vlPieceKind {
    VL_PIECE_CONVEX,
    VL_PIECE_HALFSPACE, // one plane, no vertices: only the arrays of planes are valid
    VL_PIECE_SURFACE,   // of a mesh: bounds only, the rest is in the shape's skin
    VL_PIECE_KIND_COUNT
} vlPieceKind;

// Curvature of the round surface that a face stands for, 1/m, as a symmetric tensor in the piece's
// frame: a step t along the surface turns its outward normal by B t. Zero for a flat face.
typedef struct vlBend {
    double xx, xy, xz, yy, yz, zz;
} vlBend;

static inline vlVec3 vlBend_Times(const vlBend* b, vlVec3 t)
{
    return vlVec(b->xx * t.x + b->xy * t.y + b->xz * t.z, b->xy * t.x + b->yy * t.y + b->yz * t.z,
                 b->xz * t.x + b->yz * t.y + b->zz * t.z);
}

// How much of a piece's face is glued to other pieces of the same compound.
typedef enum vlFaceGlue {
    VL_FACE_FREE,  // none of it: all of the face is surface of the body
    VL_FACE_GLUED, // all of it
    VL_FACE_PARTLY // the cells of the face are free
} vlFaceGlue;

// A convex part of a piece's face that lies on the outer surface of its compound.
typedef struct vlCell {
    uint32_t start;     // of its corners in the solid's points, anticlockwise seen from outside
    uint32_t count;     // of corners
    uint32_t solidFace; // the face of the outer solid that it is a part of
    uint16_t piece;     // where it comes from
    uint16_t pieceFace;
} vlCell;

typedef struct vlConvex {
    vlPieceKind kind;
    int vertexCount;
    int faceCount;
    // Hash of how vertices and faces are connected: of all index lists below, and of nothing else.
    uint64_t topology;
    vlVec3 centre; // centroid of the solid; of a half-space its plane's point nearest the origin
    double radius; // largest distance from `centre` to a vertex; infinite for a half-space
    // m, least extent along the normal of a face; infinite for a half-space
    double thickness;
    vlVec3 lower; // bounds, shape's frame
    vlVec3 upper;
    // Vertices, padded (VL_LANES).
    const double* vx;
    const double* vy;
    const double* vz;
    // Planes n . x <= d of the faces, n of unit length, padded (VL_LANES).
    const double* nx;
    const double* ny;
    const double* nz;
    const double* nd;
    // Loop of face f: faceVertex[faceStart[f] .. faceStart[f+1]), anticlockwise from outside.
    const uint16_t* faceStart;
    const uint16_t* faceVertex;
    // Vertices joined to v by an edge: neighbour[neighbourStart[v] .. neighbourStart[v+1]).
    const uint16_t* neighbourStart;
    const uint16_t* neighbour;
    // Faces around v: vertexFace[vertexFaceStart[v] .. vertexFaceStart[v+1]).
    const uint16_t* vertexFaceStart;
    const uint16_t* vertexFace;
    // vlFaceGlue of each face.
    const uint8_t* glue;
    // Free parts of face f: cell[firstCell[f] .. firstCell[f+1]), their corners in `cellPoint`.
    // NULL unless the piece belongs to a compound of several.
    const uint32_t* firstCell;
    const vlCell* cell;
    const vlVec3* cellPoint;
    // Curvature of each face; NULL if all faces are flat.
    const vlBend* bend;
} vlConvex;

struct vlSolid;
struct vlSkin;

struct vlShape {
    vlShapeKind kind;
    int holds;              // how many holders: the last one to release it frees it
    int pieceCount;         // as stored: a half-space has 1 as well
    const vlConvex* pieces; // in the shape's own frame
    double radius;          // about the frame's origin
    vlMassProperties mass;  // density 1
    vlAllocator allocator;  // one block holds the shape and all it points to except solid and tree
    struct vlSolid* solid;  // outer surface of a compound of several pieces; NULL for other shapes
    vlBoxTree* tree;        // over its pieces, of such a compound; leaves of one
    const struct vlSkin* skin; // of VL_SHAPE_SURFACE; NULL for other shapes
};

static inline vlVec3 vlConvex_Vertex(const vlConvex* c, int v)
{
    return vlVec(c->vx[v], c->vy[v], c->vz[v]);
}

static inline vlBox vlConvex_Box(const vlConvex* c)
{
    vlBox box = {c->lower, c->upper};
    return box;
}

static inline vlVec3 vlConvex_Normal(const vlConvex* c, int f)
{
    return vlVec(c->nx[f], c->ny[f], c->nz[f]);
}

#endif
