// SPDX-License-Identifier: MIT
#ifndef VOLAR_POLYHEDRA_H
#define VOLAR_POLYHEDRA_H

// Closed polyhedra that need not be convex, with all their elements: vertices, edges and faces. A
// shape (shape.h) is what the simulation computes with, a number of convex pieces. A polyhedron is
// the outer surface of the whole, as a person would name it: a face that several pieces share is
// one face, and faces by which pieces are glued to each other are not part of it. Contact
// formations (formation.h) are named by its elements. docs/theory/formations.md describes how it is
// made.
//
// A polyhedron never changes. All its arrays are in one block and may be read by any thread.

#include "volar/shape.h"

#define VL_MAX_ELEMENT_NAME 32 // bytes, with the final NUL
// Largest number of faces, of edges and of vertices of a polyhedron.
#define VL_MAX_ELEMENTS 20000
// Faces that meet at less than this angle (rad, 20 degrees) are taken as parts of one round
// surface.
#define VL_SMOOTH_ANGLE (20.0 * VL_PI / 180.0)

// In ascending order of dimension: a vertex can be part of an edge, and an edge of a face.
typedef enum vlElementForm { VL_ELEMENT_VERTEX, VL_ELEMENT_EDGE, VL_ELEMENT_FACE } vlElementForm;

typedef struct vlElement {
    vlElementForm kind;
    int index;
} vlElement;

// A convex part of a face. Its corners run anticlockwise seen from outside.
typedef struct vlPolyhedronCell {
    int face;
    int firstCorner, cornerCount; // in vlPolyhedron.corners
    int piece, pieceFace; // where it lies in the shape; for a list of faces -1 and the face given
} vlPolyhedronCell;

typedef struct vlPolyhedronFace {
    vlVec3 normal; // outward, unit
    double offset; // normal . x = offset on the face, m
    double area;   // m2
    vlVec3 lower, upper;
    int firstCell, cellCount;
    int firstLoop, loopCount; // the first loop is the outer border, the others are holes
    // Faces of one round surface have the same group: the lowest index of a face among them.
    int group;
    bool isCurved; // its group has several faces
    char name[VL_MAX_ELEMENT_NAME];
} vlPolyhedronFace;

typedef struct vlPolyhedronEdge {
    int vertex[2];
    // The edge runs from vertex 0 to vertex 1 with face 0 at its left, seen from outside.
    int face[2];
    vlVec3 direction; // unit
    double length;    // m
    vlVec3 inward[2]; // unit, in face 0 and face 1, at right angles to the edge, into the face
    bool isConvex;
    bool isSmooth; // within a round surface
    // Edges of one round rim, and all smooth edges, have the group of their surface or rim: for a
    // smooth edge the group of its faces, else the lowest index of an edge in the rim.
    int group;
    bool isCurved; // its rim has several edges
    int number;    // from 1, by position, if there are several between the same two faces; else 0
} vlPolyhedronEdge;

typedef struct vlPolyhedronVertex {
    vlVec3 position;
    int firstEdge, edgeCount; // in vlPolyhedron.vertexEdges
    bool isUsable;            // all its edges are convex: it can touch a face
    // What names it: the vertex itself, the round rim that it lies on, or the round surface. The
    // index is that of the vertex, or the group of the rim or surface.
    vlElement named;
} vlPolyhedronVertex;

typedef struct vlPolyhedron {
    int vertexCount, edgeCount, faceCount, cellCount, cornerCount, pointCount, loopCount;
    int shellCount;   // closed surfaces that it consists of
    int genus;        // sum over the shells; 1 for a ring
    bool isHalfspace; // one face without end, no edges and vertices
    double volume;    // m3; infinite for a half-space
    double area;      // m2
    double radius;    // m, of the farthest vertex about `centre`
    vlVec3 centre;    // of its bounds
    vlVec3 lower, upper;
    const vlPolyhedronVertex* vertices;
    const vlPolyhedronEdge* edges;
    const vlPolyhedronFace* faces;
    const vlPolyhedronCell* cells;
    const int* vertexEdges;
    // Points: the vertices, then corners of cells that are not vertices of the polyhedron.
    const vlVec3* points;
    const int* corners; // points of all cells
    // For each corner the side that begins there: sideNormals[c] . x >= sideOffsets[c] inside.
    const vlVec3* sideNormals;
    const double* sideOffsets;
    // Loop l: vertices loopVertices[loopStarts[l] .. loopStarts[l + 1]), anticlockwise round the
    // face, clockwise round a hole.
    const int* loopStarts;
    const int* loopVertices;
    // Cells of face f of piece i of the shape: pieceCells[slotStarts[s] .. slotStarts[s + 1]) with
    // s = pieceStarts[i] + f; a face that is glued altogether has none. For a list of faces the
    // number of pieces is 0.
    const int* pieceStarts;
    const int* slotStarts;
    const int* pieceCells;
    int pieceCount;
    void* block; // what vlPolyhedron_Release frees
} vlPolyhedron;

// A name for a direction goes to faces that look to within 10 degrees of it.
#define VL_NAMED_FACE_COSINE 0.98480775301220802

// A name for the faces that look in a direction (in the shape's frame, any length but zero), or for
// only that one of them which is nearest to a point.
typedef struct vlFaceName {
    char name[VL_MAX_ELEMENT_NAME];
    vlVec3 direction;
    bool hasPoint;
    vlVec3 point; // m, in the shape's frame
} vlFaceName;

VL_BEGIN_C

// For all functions that create a polyhedron: `names` (may be NULL) are names of faces; other faces
// are named by the axis along which they look (+x, -y, ...) or "face", round surfaces "mantle", or
// "bore" if they are hollow; several of one name get numbers. `allocator` NULL means
// vlDefaultAllocator(). On failure `message` (may be NULL) names the element that is wrong and says
// where it is. Allocates.

// The outer surface of a shape. VL_ERROR_ARGUMENT for the surface of a mesh (surface.h).
VL_API VL_WARN_UNUSED vlResult vlPolyhedron_CreateFromShape(const vlAllocator* allocator,
                                                            const vlShape* shape,
                                                            const vlFaceName* names, int nameCount,
                                                            const vlPolyhedron** polyhedron,
                                                            char* message, size_t messageSize);

// From faces as for vlShape_CreateFromFaces, but neither the solid nor its faces need to be convex.
// Coplanar neighbours are joined. VL_ERROR_GEOMETRY for a surface that is not closed, or touches or
// cuts itself, for faces without area, and for faces that are not plane to 1e-6 of the size.
VL_API VL_WARN_UNUSED vlResult vlPolyhedron_CreateFromFaces(
    const vlAllocator* allocator, const vlVec3* points, int pointCount, const int* faceSizes,
    int faceCount, const int* indices, const vlFaceName* names, int nameCount,
    const vlPolyhedron** polyhedron, char* message, size_t messageSize);

// NULL is allowed.
VL_API void vlPolyhedron_Release(const vlPolyhedron* polyhedron);

// The element that a name stands for: an element of a round surface is that surface (the face whose
// index is its group), one of a round rim is that rim, any other is itself.
VL_API vlElement vlPolyhedron_GetNamed(const vlPolyhedron* polyhedron,
                                       vlElement element) VL_REALTIME;

// Writes the name of an element, e.g. "-z", "edge -z/+x", "rim +z/mantle", "corner -x/-y/-z"; cut
// to fit. The faces of an edge or a vertex stand in the order of their names.
VL_API void vlPolyhedron_GetName(const vlPolyhedron* polyhedron, vlElement element, char* name,
                                 size_t size) VL_REALTIME;

VL_END_C

#endif
