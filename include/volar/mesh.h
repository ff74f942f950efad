// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_H
#define VOLAR_MESH_H

// Polygon meshes: reading and writing files, finding and repairing faults, and making convex
// shapes. A file is read as it is (Wavefront OBJ, STL, PLY and glTF 2.0, text and binary; the
// content decides which format it is, then the extension). vlMesh_Prepare then turns it into
// triangles in metres, welds vertices that the file keeps apart, and reports what it did.
// Everything here allocates with malloc: not for a real-time loop.

#include <stddef.h>

#include "volar/shape.h"

// Largest file, in bytes, and largest number of vertices.
#define VL_MAX_MESH_BYTES (64 * 1024 * 1024)
#define VL_MAX_MESH_POINTS 4000000

typedef struct vlMesh {
    vlVec3* points; // m, or whatever the file's unit is
    int pointCount;
    int* faceSizes; // vertices per face, >= 3
    int* indices;   // vertices of all faces, one after the other, each < pointCount
    int faceCount;
    int* facePart;   // part of each face, ascending, each < partCount
    int partCount;   // parts (OBJ objects and groups, STL solids, glTF nodes) that have faces
    bool isInMetres; // the format states metres, and z is up: glTF, turned when it was read
} vlMesh;

// What one unit of the file is. Of the formats read here only glTF states it.
typedef enum vlMeshUnit {
    VL_MESH_UNIT_GUESSED, // m if the format states it, otherwise by the size
    VL_MESH_UNIT_M,
    VL_MESH_UNIT_CM,
    VL_MESH_UNIT_MM,
    VL_MESH_UNIT_INCH
} vlMeshUnit;

// Which axis of the file points up. Up is z in Volar.
typedef enum vlMeshUp { VL_MESH_UP_Z, VL_MESH_UP_Y } vlMeshUp;

typedef struct vlMeshPrepareDef {
    vlMeshUnit unit;
    double scale; // m per unit of the file in place of `unit`; 0: the unit decides
    vlMeshUp up;
    // m: vertices nearer than this are one. 0: VL_MESH_PRECISION of the largest coordinate, or of
    // the mesh's size if that is less and coordinates have more than seven digits.
    double tolerance;
    bool keepsFaults; // only scales, turns, cuts and welds; nothing is flipped or filled
} vlMeshPrepareDef;

// Coordinates of a file are trusted to six digits: STL and most PLY files hold 24 bits, and many
// programs write text with six digits. Vertices that agree to this fraction of the largest
// coordinate are one vertex, and a surface that is convex to it is convex.
#define VL_MESH_PRECISION 1e-6
// If nothing states the unit, a mesh larger than this is taken to be in millimetres, a smaller one
// in metres: what a hand works with is neither larger than 5 m nor smaller than 5 mm.
#define VL_MESH_LARGEST_METRES 5.0

// What vlMesh_Prepare did.
typedef struct vlMeshRepairs {
    double scale;         // m per unit of the file
    bool isUnitGuessed;   // the scale comes from the size
    bool isTurned;        // y was up
    double tolerance;     // m, of welding
    int weldedPoints;     // vertices that were the same as another one
    int partedPoints;     // vertices added, so that solids that touch have their own
    int unusedPoints;     // vertices of no face, left out
    int collapsedFaces;   // triangles that had no area after welding, left out
    int duplicateFaces;   // copies of other triangles, left out
    int flippedFaces;     // triangles that were turned to agree with their neighbours, or outwards
    int filledHoles;      // small plane holes that were closed
    int fillingTriangles; // triangles that closed them
} vlMeshRepairs;

// Largest number of places that a report names for a kind of fault.
#define VL_MESH_PLACES 8

// Two triangles that go through each other, and a point of both.
typedef struct vlMeshCrossing {
    int a, b;
    vlVec3 point;
} vlMeshCrossing;

// What a prepared mesh is like. An edge is shared by two triangles that agree on which side is
// outside, or it is one of three kinds of fault.
typedef struct vlMeshReport {
    int pointCount, triangleCount, edgeCount;
    int openEdges;     // of one triangle
    int crowdedEdges;  // of more than two triangles
    int opposedEdges;  // of two triangles that disagree on the outside
    int holes;         // loops of open edges
    int pinchedPoints; // vertices at which surfaces meet that share no edge there
    int slivers;       // triangles lower than the tolerance
    int components;    // that share no edge
    // Pairs of closed components that go through each other, or of which one lies in the solid of
    // the other, so that what they share counts twice. Counted for the first VL_MESH_COMPONENTS
    // components only.
    int overlappingComponents;
    int crossings; // pairs of triangles that go through each other by more than the tolerance
    bool isCrossingCountComplete; // false: there were too many pairs, and the search was given up
    vlMeshCrossing crossing[VL_MESH_PLACES];
    vlVec3 openPlace[VL_MESH_PLACES]; // middles of the first open, crowded or opposed edges
    int openPlaceCount;
    bool isFlat;      // closed, but no thicker than the tolerance: it has no volume to speak of
    bool isSolid;     // closed and not flat, and every edge without a fault
    bool isSound;     // solid, without crossings, overlaps and pinched vertices
    vlVec3 low, high; // m
    double area;      // m2
    vlMassProperties mass; // exact, of density 1; zero unless isSolid
    double radius; // m, from the centroid (or the middle of low and high) to the farthest vertex
    // Twice the volume over the area: the thickness of a wall, if the solid is a shell. m
    double wall;
} vlMeshReport;

#define VL_MESH_COMPONENTS 64

#define VL_DECOMPOSE_EFFORT 4e6

typedef struct vlDecomposeDef {
    double error;   // how far a piece may stand off the solid, as a fraction of its radius
    int mostPieces; // 1 to VL_MAX_PIECES
    double seconds; // s, time limit, 0: none; elsewhere the same limit may give other pieces
    // Limit of the work, in faces looked at; 0: none. The same limit gives the same pieces on every
    // machine. VL_DECOMPOSE_EFFORT is about what a present processor does in a second.
    double effort;
    // Folder in which pieces are kept and looked for, in files named by a hash of the mesh and
    // these options; NULL: none. vlMesh_FindCacheFolder gives the usual folder. A result that the
    // time limit cut short is not kept.
    const char* cacheFolder;
    // Called now and then with the number of pieces so far and the largest error, m; may be NULL.
    void (*progress)(void* user, int pieces, double error);
    void* user;
} vlDecomposeDef;

// Convex pieces that do not overlap and together contain the solid.
typedef struct vlDecomposition {
    vlShape* pieces[VL_MAX_PIECES];
    int pieceCount;
    // m: no point of a piece's surface is farther than this from the solid. Closed hollows count by
    // their widest ball, and hollows behind a narrow mouth by their volume, so that neither kind is
    // filled.
    double error;
    double radius;      // m, of the solid about its centroid
    double wall;        // m: twice the volume over the area
    double volumeRatio; // of all pieces together to the solid
    bool isWithin;      // the error is within that asked for
    bool isLate;        // the limit of time or work was reached before everything was tried
    bool isFromCache;   // found by an earlier call, and read from the cache
} vlDecomposition;

// The largest distance between two surfaces: from any point of either one to the other one.
typedef struct vlMeshDistance {
    double atLeast; // m, of points that were looked at
    double atMost;  // m, of all points
} vlMeshDistance;

typedef struct vlSimplifyDef {
    double error;  // largest distance between both surfaces, as a fraction of the radius
    int triangles; // stops when no more than this are left; 0: as few as the error allows
} vlSimplifyDef;

typedef struct vlSimplification {
    int before, after;  // triangles
    double error;       // m: no point of either surface is farther from the other one
    double radius;      // m, of the solid about its centroid
    double volumeRatio; // of the new solid to the old one
} vlSimplification;

VL_BEGIN_C

// Reads a file. The buffers of a glTF file may lie in files beside it. On VL_OK the mesh has at
// least one face; free it with vlMesh_Free. Otherwise `*mesh` is empty, and `error` (may be NULL)
// says what was found and what was expected, with the line and column of a text file or the byte
// offset of a binary one in the message. VL_ERROR_IO: the file cannot be read; VL_ERROR_PARSE: it
// violates its format, or exceeds a limit; VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMesh_Read(const char* path, vlMesh* mesh, vlFileError* error);
// The same from bytes. `name` is the name of the file in errors, and its extension counts as that
// of a file; no other file is opened.
VL_API VL_WARN_UNUSED vlResult vlMesh_ReadBytes(const unsigned char* bytes, size_t size,
                                                const char* name, vlMesh* mesh, vlFileError* error);
// Frees the memory and leaves the mesh empty. NULL is allowed.
VL_API void vlMesh_Free(vlMesh* mesh);

VL_API vlMeshPrepareDef vlDefaultMeshPrepareDef(void);
// Turns a mesh as it was read into triangles in metres with z up: scales it, turns it, cuts
// polygons into triangles, welds vertices within the tolerance, and leaves out triangles that
// collapse by that, triangles that are there twice, and vertices without faces. Unless
// `keepsFaults`, it then gives solids that touch vertices of their own, turns triangles so that
// neighbours agree and closed components face outwards (those in the hollow of another one stay as
// they are), and closes holes that are plane and small (a tenth of the mesh, or three edges).
// `repairs` (may be NULL) gets what was done. VL_ERROR_ARGUMENT: the mesh has no faces, or a number
// of `def` is not finite or below 0; VL_ERROR_GEOMETRY: coordinates beyond VL_MAX_LENGTH, or
// nothing is left; VL_ERROR_MEMORY. On failure the mesh is empty, and `message` (may be NULL) says
// why.
VL_API VL_WARN_UNUSED vlResult vlMesh_Prepare(vlMesh* mesh, const vlMeshPrepareDef* def,
                                              vlMeshRepairs* repairs, char* message,
                                              size_t messageSize);
// Says in one sentence what was done, or that there was nothing to do. Returns the length, which
// may exceed `size`, as snprintf does.
VL_API int vlMeshRepairs_Describe(const vlMeshRepairs* repairs, char* text, size_t size);

// The convex shape of the faces `first` to `first + count - 1` of a prepared mesh, if they are a
// closed surface that is convex to `tolerance` (m): each vertex, edge and triangle lies no deeper
// under the hull. Triangles that share a plane to the tolerance become one face. `*error` (may be
// NULL) becomes the largest distance between mesh and shape, m. VL_ERROR_GEOMETRY: not convex or
// not closed, or without volume, and the message says where; VL_ERROR_FULL: too many faces for a
// shape; VL_ERROR_ARGUMENT; VL_ERROR_MEMORY. `allocator` and `message` as in vlShape_CreateHull.
VL_API VL_WARN_UNUSED vlResult vlMesh_CreateConvex(const vlAllocator* allocator, const vlMesh* mesh,
                                                   int first, int count, double tolerance,
                                                   vlShape** shape, double* error, char* message,
                                                   size_t messageSize);

// Looks for everything that is wrong with a mesh of triangles, and measures it. `tolerance` is that
// of vlMeshRepairs. VL_ERROR_ARGUMENT: no faces, faces that are not triangles, or a negative
// tolerance; VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMesh_Inspect(const vlMesh* mesh, double tolerance,
                                              vlMeshReport* report);

// Measures how far two meshes of triangles are from each other, counting every point of both.
// `atMost` is at most the larger of 1.1 `atLeast` and `precision` (m), unless that would take too
// much work. VL_ERROR_ARGUMENT: no triangles, or a precision that is not above 0; VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMesh_MeasureDistance(const vlMesh* a, const vlMesh* b,
                                                      double precision, vlMeshDistance* distance);

// An error of 1%, as few triangles as it allows.
VL_API vlSimplifyDef vlDefaultSimplifyDef(void);
// Replaces a prepared mesh by one of fewer triangles that is no farther from it than `def->error`
// allows, as measured at the end by vlMesh_MeasureDistance. It stays closed, keeps its components
// and tunnels and its orientation, and no triangles go through each other that did not before. The
// same mesh gives the same triangles. On failure the mesh stays as it is, and `message` (may be
// NULL) says why. VL_ERROR_GEOMETRY: the mesh is not closed, or surfaces meet in a vertex;
// VL_ERROR_ARGUMENT; VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMesh_Simplify(vlMesh* mesh, const vlSimplifyDef* def,
                                               vlSimplification* simplification, char* message,
                                               size_t messageSize);

// An error of 1%, at most 1024 pieces, 60 s; no limit of work and no cache.
VL_API vlDecomposeDef vlDefaultDecomposeDef(void);
// Cuts the solid of a prepared mesh by planes into parts, whose convex hulls are the pieces. These
// stand off the solid by at most `def->error` of its radius if the limits allow that (`isWithin`),
// and otherwise by as little as the limits allow. Without a time limit, the same mesh gives the
// same pieces, whether found or read from the cache. Free them with vlDecomposition_Free.
// VL_ERROR_GEOMETRY: the mesh is not closed or is flat, or components overlap; VL_ERROR_FULL: more
// components than pieces allowed, or a piece with too many corners; VL_ERROR_ARGUMENT;
// VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlMesh_Decompose(const vlMesh* mesh, const vlDecomposeDef* def,
                                                vlDecomposition* decomposition, char* message,
                                                size_t messageSize);
// The folder in which the user's programs keep files that can be made again: $XDG_CACHE_HOME/volar,
// or ~/.cache/volar. Returns the length, which may exceed `size`, as snprintf does; 0 if there is
// no such folder.
VL_API int vlMesh_FindCacheFolder(char* path, size_t size);
// The pieces as the parts of one mesh, for vlMesh_Write; free it with vlMesh_Free. VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlDecomposition_MakeMesh(const vlDecomposition* decomposition,
                                                        vlMesh* mesh);
// Is the solid a shell, which pieces represent badly: are its walls thinner than four times the
// error, and than a tenth of the radius?
VL_API bool vlDecomposition_IsShell(const vlDecomposition* decomposition);
// NULL is allowed.
VL_API void vlDecomposition_Free(vlDecomposition* decomposition);

// Writes a file in the format of its extension: .obj (text, all digits, parts as objects), .stl
// (binary, triangles in single precision) or .ply (binary, double precision). A file of that name
// is replaced only when the new one is complete. VL_ERROR_ARGUMENT: another extension;
// VL_ERROR_IO: it cannot be written; VL_ERROR_MEMORY. `error` (may be NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlMesh_Write(const vlMesh* mesh, const char* path,
                                            vlFileError* error);

VL_END_C

#endif
