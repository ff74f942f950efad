// SPDX-License-Identifier: MIT
// Polyhedra from shapes and lists of faces.

#include "base/sentence.h"
#include "formation/poly_draft.h"
#include "formation/poly_pack.h"
#include "formation/triangulate.h"
#include "shape/solid.h"

// Points of a list of faces that are closer than this fraction of its size are one.
#define LIST_SNAP 1e-6
// Pieces are glued, and cells are cut, to within VL_GLUE_GAP of the smaller radius. Corners of
// cells that were cut differently are at most a few times as far apart.
#define SHAPE_SNAP (4.0 * VL_GLUE_GAP)
// Half the width of the cell that stands for a half-space's plane, m.
#define PLANE_SIZE 1e4

// ---- shapes ----

static void addConvex(vlPolyDraft* d, const vlConvex* convex)
{
    int first = d->pointCount;
    for (int v = 0; v < convex->vertexCount; ++v) {
        (void)vlPolyDraft_AddPoint(d, vlConvex_Vertex(convex, v));
    }
    int* corners = vlPolyDraft_Take(d, convex->vertexCount, sizeof(int));
    for (int f = 0; f < convex->faceCount && corners != NULL; ++f) {
        int begin = convex->faceStart[f];
        int count = convex->faceStart[f + 1] - begin;
        for (int k = 0; k < count; ++k) {
            corners[k] = first + convex->faceVertex[begin + k];
        }
        int face = vlPolyDraft_AddFace(d, vlConvex_Normal(convex, f), convex->nd[f]);
        vlPolyDraft_AddCell(d, corners, count, face, 0, f);
    }
    vlPolyDraft_Drop(d, corners);
}

static void addSolid(vlPolyDraft* d, const vlSolid* solid)
{
    for (int f = 0; f < solid->faceCount; ++f) {
        (void)vlPolyDraft_AddFace(d, solid->face[f].normal, solid->face[f].offset);
    }
    int* corners = vlPolyDraft_Take(d, solid->pointCount, sizeof(int));
    for (int c = 0; c < solid->cellCount && corners != NULL; ++c) {
        const vlCell* cell = &solid->cell[c];
        for (uint32_t k = 0; k < cell->count; ++k) {
            corners[k] = vlPolyDraft_AddPoint(d, solid->point[cell->start + k]);
        }
        vlPolyDraft_AddCell(d, corners, (int)cell->count, (int)cell->solidFace, cell->piece,
                            cell->pieceFace);
    }
    vlPolyDraft_Drop(d, corners);
}

// Packs a half-space: one face with one large cell.
static vlResult packHalfspace(vlPolyDraft* d, const vlConvex* plane, const vlFaceName* names,
                              int nameCount, const vlPolyhedron** polyhedron)
{
    vlPolyBlock* b = vlPolyDraft_Take(d, 1, sizeof(vlPolyBlock) + 2048);
    if (b == NULL) {
        return vlPolyDraft_Memory(d);
    }
    unsigned char* room = (unsigned char*)(b + 1);
    b->face = (vlPolyhedronFace*)(void*)room;
    b->cell = (vlPolyhedronCell*)(void*)(room + 512);
    b->point = (vlVec3*)(void*)(room + 640);
    b->sideNormal = (vlVec3*)(void*)(room + 768);
    b->sideOffset = (double*)(void*)(room + 896);
    b->corner = (int*)(void*)(room + 960);
    b->allocator = d->allocator;
    vlVec3 n = vlConvex_Normal(plane, 0);
    vlVec3 middle = vlScale(n, plane->nd[0]);
    vlVec3 helper = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    vlVec3 x = vlUnit(vlCross(helper, n));
    vlVec3 y = vlCross(n, x);
    static const double sx[4] = {-1.0, 1.0, 1.0, -1.0};
    static const double sy[4] = {-1.0, -1.0, 1.0, 1.0};
    static const double inX[4] = {0.0, -1.0, 0.0, 1.0};
    static const double inY[4] = {1.0, 0.0, -1.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        b->corner[i] = i;
        b->point[i] = vlMulAdd(vlMulAdd(middle, PLANE_SIZE * sx[i], x), PLANE_SIZE * sy[i], y);
        b->sideNormal[i] = vlAdd(vlScale(x, inX[i]), vlScale(y, inY[i]));
        b->sideOffset[i] = vlDot(b->sideNormal[i], b->point[i]);
    }
    b->cell[0] = (vlPolyhedronCell){.cornerCount = 4};
    b->face[0] = (vlPolyhedronFace){.normal = n,
                                    .offset = plane->nd[0],
                                    .area = HUGE_VAL,
                                    .lower = vlVec(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL),
                                    .upper = vlVec(HUGE_VAL, HUGE_VAL, HUGE_VAL),
                                    .cellCount = 1};
    b->shown = (vlPolyhedron){.block = b,
                              .faceCount = 1,
                              .cellCount = 1,
                              .cornerCount = 4,
                              .pointCount = 4,
                              .shellCount = 1,
                              .isHalfspace = true,
                              .volume = HUGE_VAL,
                              .area = HUGE_VAL,
                              .radius = HUGE_VAL,
                              .centre = middle,
                              .lower = b->face[0].lower,
                              .upper = b->face[0].upper,
                              .faces = b->face,
                              .cells = b->cell,
                              .points = b->point,
                              .corners = b->corner,
                              .sideNormals = b->sideNormal,
                              .sideOffsets = b->sideOffset};
    vlResult result = vlPolyBlock_GiveNames(b, d, names, nameCount);
    if (result == VL_OK) {
        *polyhedron = &b->shown;
    } else {
        vlPolyDraft_Drop(d, b);
    }
    return result;
}

vlResult vlPolyhedron_CreateFromShape(const vlAllocator* allocator, const vlShape* shape,
                                      const vlFaceName* names, int nameCount,
                                      const vlPolyhedron** polyhedron, char* message,
                                      size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    vlPolyDraft draft;
    double snap = 0.0;
    for (int i = 0; i < shape->pieceCount && shape->kind != VL_SHAPE_HALFSPACE; ++i) {
        snap = fmax(snap, SHAPE_SNAP * shape->pieces[i].radius);
    }
    vlPolyDraft_Open(&draft, &chosen, snap, &error);
    if (shape->kind == VL_SHAPE_SURFACE) {
        return vlSentence_Fail(
            &error, VL_ERROR_ARGUMENT,
            "the shape is the surface of a mesh; expected a polyhedron of convex "
            "pieces, or a half-space");
    }
    if (shape->kind == VL_SHAPE_HALFSPACE) {
        return packHalfspace(&draft, &shape->pieces[0], names, nameCount, polyhedron);
    }
    draft.pieceCount = shape->pieceCount;
    for (int i = 0; i < shape->pieceCount; ++i) {
        draft.pieceFaces[i] = shape->pieces[i].faceCount;
    }
    if (shape->solid != NULL) {
        addSolid(&draft, shape->solid);
    } else {
        addConvex(&draft, &shape->pieces[0]);
    }
    vlResult result = vlPolyDraft_Memory(&draft);
    result = result == VL_OK ? vlPolyDraft_Weld(&draft) : result;
    result = result == VL_OK ? vlPolyDraft_JoinPlanes(&draft) : result;
    result = result == VL_OK ? vlPolyDraft_FindEdges(&draft, shape->solid != NULL) : result;
    result = result == VL_OK ? vlPolyDraft_CheckTouch(&draft, false) : result;
    result = result == VL_OK ? vlPolyDraft_JoinCells(&draft, false) : result;
    result = result == VL_OK ? vlPolyDraft_Pack(&draft, names, nameCount, polyhedron) : result;
    vlPolyDraft_Close(&draft);
    return result;
}

// ---- lists of faces ----

static vlResult checkList(const vlVec3* points, int pointCount, const int* sizes, int faceCount,
                          const int* indices, const vlSentence* error)
{
    for (int i = 0; i < pointCount; ++i) {
        if (!vlIsWithin(points[i], VL_MAX_LENGTH)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "point %d is (%g, %g, %g); expected finite numbers up to %g m",
                                   i, points[i].x, points[i].y, points[i].z, VL_MAX_LENGTH);
        }
    }
    if (faceCount < 4) {
        return vlSentence_Fail(error, VL_ERROR_GEOMETRY, "%d faces; expected at least 4",
                               faceCount);
    }
    if (faceCount > VL_MAX_ELEMENTS) {
        return vlSentence_Fail(error, VL_ERROR_FULL, "%d faces; expected at most %d", faceCount,
                               VL_MAX_ELEMENTS);
    }
    for (int f = 0, at = 0; f < faceCount; at += sizes[f++]) {
        if (sizes[f] < 3 || sizes[f] > VL_MAX_ELEMENTS) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "face %d has %d corners; expected 3 to %d", f, sizes[f],
                                   VL_MAX_ELEMENTS);
        }
        for (int k = 0; k < sizes[f]; ++k) {
            if (indices[at + k] < 0 || indices[at + k] >= pointCount) {
                return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                       "corner %d of face %d is point %d; expected 0 to %d", k, f,
                                       indices[at + k], pointCount - 1);
            }
        }
    }
    return VL_OK;
}

// Adds the faces as convex cells, and gives the normals of the cells, which are needed to join
// them.
static vlResult addFaces(vlPolyDraft* d, const int* sizes, int faceCount, const int* indices,
                         const int* same, vlVec3** normals)
{
    int at = 0;
    int total = 0;
    int largest = 0;
    for (int f = 0; f < faceCount; ++f) {
        total += sizes[f];
        largest = sizes[f] > largest ? sizes[f] : largest;
    }
    *normals = vlPolyDraft_Take(d, total, sizeof(vlVec3));
    int* loop = vlPolyDraft_Take(d, largest, sizeof(int));
    vlResult result = vlPolyDraft_Memory(d);
    for (int f = 0; f < faceCount && result == VL_OK; at += sizes[f++]) {
        vlVec3 normal;
        int before = d->cellCount;
        for (int k = 0; k < sizes[f]; ++k) {
            loop[k] = same[indices[at + k]];
        }
        result = vlTriangulate_Face(d, loop, sizes[f], f, &normal);
        for (int c = before; c < d->cellCount; ++c) {
            (*normals)[c] = normal;
        }
    }
    vlPolyDraft_Drop(d, loop);
    result = result == VL_OK ? vlPolyDraft_Memory(d) : result;
    return result;
}

vlResult vlPolyhedron_CreateFromFaces(const vlAllocator* allocator, const vlVec3* points,
                                      int pointCount, const int* faceSizes, int faceCount,
                                      const int* indices, const vlFaceName* names, int nameCount,
                                      const vlPolyhedron** polyhedron, char* message,
                                      size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    vlResult result = checkList(points, pointCount, faceSizes, faceCount, indices, &error);
    if (result != VL_OK) {
        return result;
    }
    vlPolyDraft draft;
    vlBox box = vlBox_OfPoints(points, pointCount);
    double size = vlLength(vlSub(box.high, box.low));
    vlPolyDraft_Open(&draft, &chosen, LIST_SNAP * size, &error);
    for (int i = 0; i < pointCount; ++i) {
        (void)vlPolyDraft_AddPoint(&draft, points[i]);
    }
    vlVec3* normals = NULL;
    int* same = vlPolyDraft_Take(&draft, pointCount, sizeof(int));
    result = vlPolyDraft_Memory(&draft);
    result = result == VL_OK ? vlPolyDraft_FindSame(&draft, same) : result;
    result =
        result == VL_OK ? addFaces(&draft, faceSizes, faceCount, indices, same, &normals) : result;
    result = result == VL_OK ? vlPolyDraft_JoinFaces(&draft, normals) : result;
    result = result == VL_OK ? vlPolyDraft_FindEdges(&draft, false) : result;
    result = result == VL_OK ? vlPolyDraft_CheckTouch(&draft, true) : result;
    result = result == VL_OK ? vlPolyDraft_CheckShells(&draft) : result;
    result = result == VL_OK ? vlPolyDraft_JoinCells(&draft, true) : result;
    result = result == VL_OK ? vlPolyDraft_Pack(&draft, names, nameCount, polyhedron) : result;
    vlPolyDraft_Drop(&draft, normals);
    vlPolyDraft_Drop(&draft, same);
    vlPolyDraft_Close(&draft);
    return result;
}
