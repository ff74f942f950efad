// SPDX-License-Identifier: MIT
// Convex hull of points by Quickhull [BDH96]. Qhull decides which points are corners and which
// share a face; coordinates and planes come from the caller's own points, to the last bit, and so
// does the order of corners and faces: builds of Qhull for other processors list them differently.
//
// Qhull gets the points relative to the first one and scaled by a power of two, so that its
// tolerances mean the same for a grain and for a hall. Its messages go into memory that is thrown
// away. On an error it returns by longjmp into the functions here that call it. It takes its own
// memory from malloc.

#include <libqhull_r/qhull_ra.h>
#include <string.h>

#include "base/arena.h"
#include "shape/shape_build.h"
#include "solid/same_points.h"

// Points nearer than this fraction of the extent count as one. Between two such points Qhull would
// build faces narrower than its rounding errors, with normals of no meaning.
#define WELD_TOLERANCE 1e-13
// A finished hull must be convex and its faces plane to this fraction of the extent.
#define HULL_TOLERANCE 1e-12

typedef struct hullWork {
    qhT qhull;
    FILE* log;
    char* logText;
    size_t logSize;
    const vlVec3* points;
    int pointCount;
    vlExtent extent;
    double* scaled; // 3 per point that is not welded
    int* source;    // index in `points` of each of those
    int* vertex;    // index in the face list of each of those, -1 for points inside
    int scaledCount;
    vlKeyed* sorted; // scratch of welding
    int* same;       // of each point: the one that stands for it
} hullWork;

static hullWork* layOutWork(vlArena* arena, size_t count)
{
    hullWork* work = vlArena_Take(arena, 1, sizeof(hullWork));
    double* scaled = vlArena_Take(arena, 3 * count, sizeof(double));
    int* source = vlArena_Take(arena, count, sizeof(int));
    int* vertex = vlArena_Take(arena, count, sizeof(int));
    vlKeyed* sorted = vlArena_Take(arena, count, sizeof(vlKeyed));
    int* same = vlArena_Take(arena, count, sizeof(int));
    if (work != NULL) {
        memset(work, 0, sizeof *work);
        work->scaled = scaled;
        work->source = source;
        work->vertex = vertex;
        work->sorted = sorted;
        work->same = same;
    }
    return work;
}

static vlResult checkPoints(const vlVec3* points, int count, const vlSentence* error)
{
    if (points == NULL) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "`points` is NULL; expected an array");
    }
    if (count < 4) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "%d points; expected at least 4", count);
    }
    for (int i = 0; i < count; ++i) {
        if (!vlIsWithin(points[i], VL_MAX_LENGTH)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                                   "point %d is (%g, %g, %g); expected finite numbers, at most %g",
                                   i, points[i].x, points[i].y, points[i].z, VL_MAX_LENGTH);
        }
    }
    return VL_OK;
}

// Largest distance of the points from what `directionCount` unit directions through `origin` span:
// a point (0), a line (1) or a plane (2).
static double farthest(const hullWork* work, vlVec3 origin, const vlVec3* directions,
                       int directionCount, vlVec3* reached)
{
    double longest = -1.0;
    for (int i = 0; i < work->pointCount; ++i) {
        vlVec3 arm = vlSub(work->points[i], origin);
        for (int k = 0; k < directionCount; ++k) {
            arm = vlMulAdd(arm, -vlDot(arm, directions[k]), directions[k]);
        }
        double length = vlLength(arm);
        if (length > longest) {
            longest = length;
            *reached = arm;
        }
    }
    return longest;
}

// Points that all lie on one spot, line or plane have no hull.
static vlResult checkSolid(const hullWork* work, const vlSentence* error)
{
    static const char* const flat[] = {"on one spot", "on one line", "in one plane"};
    // Heights are measured from the first point, so a point in the middle sees only half the
    // thickness.
    double least = 0.5 * VL_MIN_THICKNESS * work->extent.side;
    vlVec3 directions[3];
    for (int k = 0; k < 3; ++k) {
        vlVec3 arm = vlZero();
        double length = farthest(work, work->points[0], directions, k, &arm);
        if (!(length > 0.0) || length < least) {
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "the %d points lie %s to %.3g m; expected a solid at least %.3g m "
                "thick, %g of the extent",
                work->pointCount, flat[k], length, 2.0 * least, VL_MIN_THICKNESS);
        }
        directions[k] = vlScale(arm, 1.0 / length);
    }
    return VL_OK;
}

static void weldPoints(hullWork* work)
{
    const vlVec3 direction = {0.5403023058681398, 0.6480306049203361, 0.5367028527372453};
    double reach =
        fmax(WELD_TOLERANCE * work->extent.side, 4.0 * DBL_EPSILON * work->extent.largest);
    vlPoints_FindSame(work->points, work->pointCount, direction, reach, work->sorted, work->same);
}

// Prepares the points for Qhull: those that are left, relative to the first point, scaled to an
// extent of 1 to 2.
static void scalePoints(hullWork* work)
{
    vlVec3 origin = work->points[0];
    double scale = ldexp(1.0, -ilogb(work->extent.side));
    for (int i = 0; i < work->pointCount; ++i) {
        if (work->same[i] == i) {
            vlVec3 p = vlScale(vlSub(work->points[i], origin), scale);
            double* target = &work->scaled[3 * work->scaledCount];
            target[0] = p.x;
            target[1] = p.y;
            target[2] = p.z;
            work->source[work->scaledCount++] = i;
        }
    }
}

// Ends Qhull's use of the work and releases its memory, also after an error in the middle.
static void closeQhull(hullWork* work)
{
    int count;
    int bytes;
    qh_freeqhull(&work->qhull, qh_ALL);
    qh_memfreeshort(&work->qhull, &count, &bytes);
    (void)fclose(work->log);
    free(work->logText);
}

static vlResult failUnclear(int code, const vlSentence* error)
{
    if (code == qh_ERRmem) {
        return vlSentence_FailMemory(error);
    }
    return vlSentence_Fail(
        error, VL_ERROR_GEOMETRY,
        "the hull cannot be distinguished from rounding errors (code %d); expected points "
        "that span a clear solid",
        code);
}

static vlResult runQhull(hullWork* work, const vlSentence* error)
{
    // Q12: do not stop because of a wide face, the finished hull is checked below. Pp: no advice.
    char command[] = "qhull Q12 Pp";
    qh_zero(&work->qhull, work->log);
    int code = qh_new_qhull(&work->qhull, 3, work->scaledCount, work->scaled, False, command, NULL,
                            work->log);
    return code == 0 ? VL_OK : failUnclear(code, error);
}

// Copies the loops of all faces, with indices into the scaled points.
static void copyLoops(hullWork* work, vlFaceList* list)
{
    qhT* qh = &work->qhull;
    facetT* facet;
    FORALLfacets
    {
        setT* vertices = qh_facet3vertex(qh, facet);
        vertexT* vertex;
        vertexT** vertexp;
        FOREACHvertex_(vertices)
        {
            list->corner[list->cornerCount++] = qh_pointid(qh, vertex->point);
        }
        list->start[++list->faceCount] = list->cornerCount;
        qh_settempfree(qh, &vertices);
    }
}

static vlResult readLoops(hullWork* work, vlFaceList* list, const vlSentence* error)
{
    volatile int code = 0; // set between setjmp and longjmp
    switch (setjmp(work->qhull.errexit)) {
    case 0:
        work->qhull.NOerrexit = False;
        copyLoops(work, list);
        break;
    case qh_ERRmem: code = qh_ERRmem; break;
    default: code = qh_ERRqhull; break;
    }
    work->qhull.NOerrexit = True;
    return code == 0 ? VL_OK : failUnclear(code, error);
}

// Numbers the corners in the order of the caller's points and takes the caller's coordinates.
static void takePoints(hullWork* work, vlFaceList* list)
{
    for (int i = 0; i < work->scaledCount; ++i) {
        work->vertex[i] = -1;
    }
    for (int c = 0; c < list->cornerCount; ++c) {
        work->vertex[list->corner[c]] = 0;
    }
    for (int i = 0; i < work->scaledCount; ++i) {
        if (work->vertex[i] == 0) {
            work->vertex[i] = list->pointCount;
            list->points[list->pointCount++] = work->points[work->source[i]];
        }
    }
    for (int c = 0; c < list->cornerCount; ++c) {
        list->corner[c] = work->vertex[list->corner[c]];
    }
}

// Qhull orders loops by a convention of its own; the sign of the volume shows which.
static void turnOutward(vlFaceList* list)
{
    if (vlFaceList_Volume(list) >= 0.0) {
        return;
    }
    for (int f = 0; f < list->faceCount; ++f) {
        for (int a = list->start[f], b = list->start[f + 1] - 1; a < b; ++a, --b) {
            int kept = list->corner[a];
            list->corner[a] = list->corner[b];
            list->corner[b] = kept;
        }
    }
}

static vlResult finishHull(hullWork* work, const vlAllocator* allocator, vlFaceList* list,
                           vlShape** shape, const vlSentence* error)
{
    takePoints(work, list);
    turnOutward(list);
    vlFaceList_Sort(list);
    double merging = vlExtent_MergeTolerance(work->extent);
    double tolerance = HULL_TOLERANCE * work->extent.side + merging;
    if (vlFaceList_Link(list, NULL) != VL_OK || vlFaceList_Merge(list, merging, NULL) != VL_OK) {
        return failUnclear(qh_ERRqhull, error);
    }
    vlFaceList_Sort(list);
    vlResult result = vlFaceList_Check(list, tolerance, error);
    return result == VL_OK ? vlShape_Build(allocator, list, shape, error) : result;
}

static vlResult makeHull(hullWork* work, const vlAllocator* allocator, vlShape** shape,
                         const vlSentence* error)
{
    vlResult result = runQhull(work, error);
    if (result != VL_OK) {
        return result;
    }
    qhT* qh = &work->qhull;
    // By Euler's formula this bounds the faces (2 V - 4) and the loops (6 V - 12) as well.
    if (qh->num_vertices > VL_MAX_HULL_VERTICES) {
        return vlSentence_Fail(error, VL_ERROR_FULL,
                               "the hull has %d vertices; expected at most %d", qh->num_vertices,
                               VL_MAX_HULL_VERTICES);
    }
    int cornerCount = 0;
    facetT* facet;
    FORALLfacets
    {
        cornerCount += qh_setsize(qh, facet->vertices);
    }
    vlFaceList list;
    if (!vlFaceList_Create(allocator, qh->num_vertices, qh->num_facets, cornerCount, &list)) {
        return vlSentence_FailMemory(error);
    }
    result = readLoops(work, &list, error);
    if (result == VL_OK) {
        result = finishHull(work, allocator, &list, shape, error);
    }
    vlFaceList_Release(&list);
    return result;
}

vlResult vlShape_CreateHull(const vlAllocator* allocator, const vlVec3* points, int count,
                            vlShape** shape, char* message, size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    vlAllocator chosen;
    vlResult result = vlShape_ChooseAllocator(allocator, shape, &chosen, &error);
    result = result == VL_OK ? checkPoints(points, count, &error) : result;
    if (result != VL_OK) {
        return result;
    }
    vlArena arena = {0};
    (void)layOutWork(&arena, (size_t)count);
    arena = (vlArena){.base = chosen.allocate(arena.used, chosen.user)};
    if (arena.base == NULL) {
        return vlSentence_FailMemory(&error);
    }
    hullWork* work = layOutWork(&arena, (size_t)count);
    work->points = points;
    work->pointCount = count;
    work->extent = vlFaceList_Extent(points, count);
    result = checkSolid(work, &error);
    if (result == VL_OK) {
        work->log = open_memstream(&work->logText, &work->logSize);
        result = work->log != NULL ? VL_OK : vlSentence_FailMemory(&error);
    }
    if (result == VL_OK) {
        weldPoints(work);
        scalePoints(work);
        result = makeHull(work, &chosen, shape, &error);
        closeQhull(work);
    }
    chosen.release(arena.base, chosen.user);
    return result;
}
