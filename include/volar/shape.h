// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_H
#define VOLAR_SHAPE_H

// Shapes: half-spaces, convex polyhedra, rigid unions (compounds) of convex polyhedra, and surfaces
// of closed meshes (surface.h). A shape never changes, and any number of bodies and worlds may use
// it. Its references are counted: the creator holds one, each body with the shape holds one, and
// the memory is freed when the last one is released. The count is not atomic: only one thread at a
// time may retain or release a shape, or create or destroy bodies with it.

#include "volar/math.h"

// Limits of a convex piece. A piece with more vertices or faces is refused (VL_ERROR_FULL).
#define VL_MAX_HULL_VERTICES 2048
#define VL_MAX_HULL_FACES 4096
// Largest number of convex pieces in a compound.
#define VL_MAX_PIECES 4096

typedef struct vlShape vlShape;

typedef enum vlShapeKind {
    VL_SHAPE_HALFSPACE,
    VL_SHAPE_CONVEX,
    VL_SHAPE_COMPOUND,
    VL_SHAPE_SURFACE // of a closed mesh (surface.h)
} vlShapeKind;

// Exact volume integrals of a solid of density 1 kg/m3, in the shape's frame.
typedef struct vlMassProperties {
    double volume;   // m3; also the mass at density 1
    vlVec3 centroid; // m
    vlMat3 inertia;  // about the centroid, kg m2 at density 1
} vlMassProperties;

VL_BEGIN_C

// For all functions that create a shape: `allocator` NULL means vlDefaultAllocator(). On failure
// `message` (may be NULL) says what was found, what was expected and where. `*shape` is written
// only on VL_OK. Lengths are in m. These functions allocate, so they are not for a real-time loop.

// Solid below the plane normal . x = offset, i.e. all x with normal . x <= offset. `normal` must
// have length 1 to 1e-6; it is then normalised. A half-space has no mass, so only static and
// kinematic bodies can have one.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateHalfspace(const vlAllocator* allocator, vlVec3 normal,
                                                       double offset, vlShape** shape,
                                                       char* message, size_t messageSize);

// Box of the given half sizes, centred on the origin.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateBox(const vlAllocator* allocator, vlVec3 halfSize,
                                                 vlShape** shape, char* message,
                                                 size_t messageSize);

// Convex hull of `count` points (at least 4, not all in one plane).
VL_API VL_WARN_UNUSED vlResult vlShape_CreateHull(const vlAllocator* allocator,
                                                  const vlVec3* points, int count, vlShape** shape,
                                                  char* message, size_t messageSize);

// Convex polyhedron from its faces: `faceSizes[f]` vertex indices per face, all concatenated in
// `indices`, anticlockwise seen from outside. The faces are checked: they must be closed (every
// edge used once in each direction), plane, convex and directed outwards.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateFromFaces(const vlAllocator* allocator,
                                                       const vlVec3* points, int pointCount,
                                                       const int* faceSizes, int faceCount,
                                                       const int* indices, vlShape** shape,
                                                       char* message, size_t messageSize);

// Round shapes as polyhedra. The axis is z and the centre is the origin. The vertices lie ON the
// round surface, so that the volume is a little smaller than that of the round shape.
//
// Regular prism of `sides` >= 3, circumscribed radius `radius`, total height `height`.
VL_API VL_WARN_UNUSED vlResult vlShape_CreatePrism(const vlAllocator* allocator, int sides,
                                                   double radius, double height, vlShape** shape,
                                                   char* message, size_t messageSize);
// Cylinder with `sides` >= 3 facets; the same solid as the prism of that many sides.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateCylinder(const vlAllocator* allocator, int sides,
                                                      double radius, double height, vlShape** shape,
                                                      char* message, size_t messageSize);
// Cone or frustum: `radiusBottom` at z = -height/2, `radiusTop` (0 for a point) at z = +height/2.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateCone(const vlAllocator* allocator, int sides,
                                                  double radiusBottom, double radiusTop,
                                                  double height, vlShape** shape, char* message,
                                                  size_t messageSize);
// Sphere of `sectors` >= 3 about the z axis by `bands` >= 2 from pole to pole: sectors * bands
// faces.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateSphere(const vlAllocator* allocator, double radius,
                                                    int sectors, int bands, vlShape** shape,
                                                    char* message, size_t messageSize);

// Capsule: all points within `radius` of a line of `length` > 0 along z, which has the origin in
// its middle. `sectors` >= 3 about z, `bands` >= 1 from each pole to the rim of its half ball:
// sectors * (2 * bands + 1) faces.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateCapsule(const vlAllocator* allocator, double radius,
                                                     double length, int sectors, int bands,
                                                     vlShape** shape, char* message,
                                                     size_t messageSize);

// Rigid union of convex shapes placed by `poses` (piece to compound frame). Pieces must not overlap
// by more than 1e-6 of the smaller volume, or depth would be counted twice, and faces that lie on
// each other must do so to 2e-6 of the smaller radius. The data of the pieces is copied; the caller
// keeps its references to `pieces`. The compound is cut again along the planes of its concave
// edges, so that its pieces depend on the solid alone; solids with round pieces or many such planes
// keep the given ones.
VL_API VL_WARN_UNUSED vlResult vlShape_CreateCompound(const vlAllocator* allocator,
                                                      const vlShape* const* pieces,
                                                      const vlPose* poses, int count,
                                                      vlShape** shape, char* message,
                                                      size_t messageSize);

// Adds a reference, and releases one; releasing the last one frees the shape. NULL is allowed.
VL_API void vlShape_Retain(vlShape* shape);
VL_API void vlShape_Release(vlShape* shape);

VL_API vlShapeKind vlShape_GetKind(const vlShape* shape) VL_REALTIME;
// Number of convex pieces; 1 for a convex shape and for a surface, 0 for a half-space.
VL_API int vlShape_GetPieceCount(const vlShape* shape) VL_REALTIME;
// Distance from the origin of the shape's frame to its farthest point; infinite for a half-space.
VL_API double vlShape_GetRadius(const vlShape* shape) VL_REALTIME;
// Exact integrals by the divergence theorem; zero for a half-space.
VL_API vlMassProperties vlShape_GetMassProperties(const vlShape* shape) VL_REALTIME;

// Reading the polyhedron back, for drawing and export. Piece 0 <= piece < GetPieceCount. The faces
// of a surface are its triangles.
VL_API int vlShape_GetVertexCount(const vlShape* shape, int piece) VL_REALTIME;
VL_API int vlShape_GetFaceCount(const vlShape* shape, int piece) VL_REALTIME;
// Vertex in the shape's frame.
VL_API vlVec3 vlShape_GetVertex(const vlShape* shape, int piece, int vertex) VL_REALTIME;
// Outward unit normal in the shape's frame, and offset: normal . x = offset on the face. For piece
// 0, face 0 of a half-space they are those of its plane.
VL_API void vlShape_GetFacePlane(const vlShape* shape, int piece, int face, vlVec3* normal,
                                 double* offset) VL_REALTIME;
// Copies up to `capacity` vertex indices of a face, anticlockwise from outside; returns the face's
// size.
VL_API int vlShape_GetFaceVertices(const vlShape* shape, int piece, int face, int* indices,
                                   int capacity) VL_REALTIME;

VL_END_C

#endif
