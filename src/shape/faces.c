// SPDX-License-Identifier: MIT
// A convex polyhedron from a user's face list. Nothing in the list is trusted: counts and indices
// are checked first, then the surface (closed, every edge once each way), then the geometry
// (volume, planes, convexity). A list that passes and is merged is exactly the hull of its
// vertices: every remaining edge lies in two different supporting planes, so it is an edge of the
// hull, and every vertex lies in three.

#include "shape/shape_build.h"

// A vertex may be off a face's plane by this fraction of the extent, so that coordinates of ten
// digits suffice.
#define PLANE_TOLERANCE 1e-9

typedef struct faceInput {
    const vlVec3* points;
    int pointCount;
    const int* faceSizes;
    int faceCount;
    const int* indices;
} faceInput;

static vlResult checkCounts(const faceInput* in, const vlSentence* error)
{
    if (in->points == NULL || in->faceSizes == NULL || in->indices == NULL) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "`points`, `faceSizes` or `indices` is NULL; expected all three");
    }
    if (in->pointCount < 4 || in->faceCount < 4) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "%d points and %d faces; expected at least 4 of each",
                               in->pointCount, in->faceCount);
    }
    if (in->pointCount > VL_MAX_HULL_VERTICES || in->faceCount > VL_MAX_HULL_FACES) {
        return vlSentence_Fail(
            error, VL_ERROR_FULL, "%d points and %d faces; expected at most %d points and %d faces",
            in->pointCount, in->faceCount, VL_MAX_HULL_VERTICES, VL_MAX_HULL_FACES);
    }
    for (int i = 0; i < in->pointCount; ++i) {
        if (!vlIsWithin(in->points[i], VL_MAX_LENGTH)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "point %d is (%g, %g, %g); expected finite numbers, at most %g",
                                   i, in->points[i].x, in->points[i].y, in->points[i].z,
                                   VL_MAX_LENGTH);
        }
    }
    return VL_OK;
}

// Checks sizes and indices of all faces; `*cornerCount` becomes the length of all loops together.
static vlResult checkLoops(const faceInput* in, int* cornerCount, const vlSentence* error)
{
    int total = 0;
    for (int f = 0; f < in->faceCount; ++f) {
        if (in->faceSizes[f] < 3 || in->faceSizes[f] > in->pointCount) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "face %d has %d vertices; expected 3 to %d", f, in->faceSizes[f],
                                   in->pointCount);
        }
        if (in->faceSizes[f] > UINT16_MAX - total) {
            return vlSentence_Fail(error, VL_ERROR_FULL,
                                   "faces 0 to %d have %d vertices together; expected at most %d",
                                   f, total + in->faceSizes[f], UINT16_MAX);
        }
        for (int i = 0; i < in->faceSizes[f]; ++i) {
            int v = in->indices[total + i];
            if (v < 0 || v >= in->pointCount) {
                return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                       "face %d names vertex %d at place %d; expected 0 to %d", f,
                                       v, i, in->pointCount - 1);
            }
        }
        total += in->faceSizes[f];
    }
    *cornerCount = total;
    return VL_OK;
}

static vlResult checkSurface(vlFaceList* list, const vlSentence* error)
{
    vlResult result = vlFaceList_Link(list, error);
    if (result != VL_OK) {
        return result;
    }
    int euler = list->pointCount - list->cornerCount / 2 + list->faceCount;
    if (euler != 2) {
        return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                               "%d vertices - %d edges + %d faces is %d; expected 2, one surface "
                               "without holes",
                               list->pointCount, list->cornerCount / 2, list->faceCount, euler);
    }
    return VL_OK;
}

static vlResult checkGeometry(const vlFaceList* list, vlExtent extent, const vlSentence* error)
{
    double volume = vlFaceList_Volume(list);
    if (volume < 0.0) {
        return vlSentence_Fail(
            error, VL_ERROR_GEOMETRY,
            "the faces point inwards (volume %.9g m3); expected anticlockwise loops "
            "seen from outside",
            volume);
    }
    double tolerance = PLANE_TOLERANCE * extent.side + vlExtent_MergeTolerance(extent);
    return vlFaceList_Check(list, tolerance, error);
}

vlResult vlShape_CreateFromFaces(const vlAllocator* allocator, const vlVec3* points, int pointCount,
                                 const int* faceSizes, int faceCount, const int* indices,
                                 vlShape** shape, char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    faceInput in = {points, pointCount, faceSizes, faceCount, indices};
    vlAllocator chosen;
    int cornerCount = 0;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkCounts(&in, &error) : result;
    result = result == VL_OK ? checkLoops(&in, &cornerCount, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    vlFaceList list;
    if (!vlFaceList_Create(&chosen, pointCount, faceCount, cornerCount, &list)) {
        return vlSentence_FailMemory(&error);
    }
    for (int i = 0; i < pointCount; ++i) {
        list.points[i] = points[i];
    }
    list.pointCount = pointCount;
    for (int f = 0; f < faceCount; ++f) {
        vlFaceList_AddFace(&list, faceSizes[f], &indices[list.cornerCount]);
    }
    vlExtent extent = vlFaceList_Extent(points, pointCount);
    result = checkSurface(&list, &error);
    result = result == VL_OK ? checkGeometry(&list, extent, &error) : result;
    result =
        result == VL_OK ? vlFaceList_Merge(&list, vlExtent_MergeTolerance(extent), &error) : result;
    result = result == VL_OK ? vlShape_Build(&chosen, &list, shape, &error) : result;
    vlFaceList_Release(&list);
    return result;
}
