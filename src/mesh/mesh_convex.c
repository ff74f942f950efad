// SPDX-License-Identifier: MIT
// A mesh that is convex as far as its file can tell. Rounding leaves an ordinary file a little off:
// triangles of one plane bend both ways by some nanometres. The mesh counts as convex if nothing of
// it lies deeper under its hull than the tolerance. Its shape is then made of planes: triangles
// that lie in one plane to the tolerance become one face, and the solid below all these planes has
// plane faces to the last digits. It is found by the polar dual: the hull of the points n / d of
// the planes n . x = d about an inner point has one face per corner of the solid. If that solid is
// not within the tolerance of the mesh (slivers give no plane), the hull of the vertices is taken.

#include <stdlib.h>

#include "mesh/mesh_parts.h"
#include "solid/plane_groups.h"

// The normal of a triangle narrower than this many tolerances is unreliable.
#define NARROW 8.0
// How far a solid of planes may be from the mesh, in tolerances: when planes that meet at an acute
// angle move by one tolerance, their corner moves by more.
#define LARGEST_CHANGE 8.0
// The least distance of a plane from the inner point, as a fraction of the radius. The dual point
// of a nearer plane is so far out that a hull cannot tell the others apart.
#define SMALLEST_DEPTH 1e-3

typedef struct Draft {
    const vlAllocator* allocator;
    const vlMesh* mesh;
    int first, count; // triangles
    double tolerance;
    vlVec3* points; // those that the triangles use
    int pointCount;
    vlSideList edges;
    int* partner; // side at the other side of each, counted from the first triangle
    int* group;   // plane of each triangle; -1: none yet
    int* queue;
    vlVec3* plane; // n / d about `inner`, of each group
    int planeCount;
    vlVec3 inner;
} Draft;

static const int* cornersOf(const Draft* d, int t)
{
    return &d->mesh->indices[3 * (d->first + t)];
}

static vlVec3 cornerOf(const Draft* d, int t, int k)
{
    return d->mesh->points[cornersOf(d, t)[k]];
}

static bool open(Draft* d)
{
    size_t faces = (size_t)d->count;
    int* number = calloc((size_t)d->mesh->pointCount, sizeof *number);
    d->points = malloc(sizeof *d->points * 3 * faces);
    d->partner = malloc(sizeof(int) * 3 * faces);
    d->group = malloc(sizeof(int) * faces);
    d->queue = malloc(sizeof(int) * faces);
    d->plane = malloc(sizeof *d->plane * faces);
    bool ok = number != NULL && d->points != NULL && d->partner != NULL && d->group != NULL &&
              d->queue != NULL && d->plane != NULL &&
              vlSideList_OfTriangles(cornersOf(d, 0), (size_t)d->count, &d->edges);
    for (int i = 0; ok && i < 3 * d->count; ++i) {
        int v = cornersOf(d, 0)[i];
        if (number[v] == 0) {
            number[v] = 1;
            d->points[d->pointCount++] = d->mesh->points[v];
        }
    }
    free(number);
    return ok;
}

static void release(Draft* d)
{
    free(d->points);
    free(d->partner);
    free(d->group);
    free(d->queue);
    free(d->plane);
    free(d->edges.side);
}

static vlResult checkClosed(Draft* d, const vlSentence* error)
{
    for (int i = 0; i < d->edges.count; i += 2) {
        const vlSide* e = &d->edges.side[i];
        bool isPair = vlSideList_End(&d->edges, i) == i + 2 && e->isForward != (e + 1)->isForward;
        if (!isPair) {
            vlVec3 p = d->mesh->points[e->low];
            vlVec3 q = d->mesh->points[e->high];
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "the surface is not closed at the edge from (%.6g, %.6g, %.6g) to "
                "(%.6g, %.6g, %.6g); expected two triangles there, one on each "
                "side",
                p.x, p.y, p.z, q.x, q.y, q.z);
        }
        d->partner[e->number] = (e + 1)->number;
        d->partner[(e + 1)->number] = e->number;
    }
    return VL_OK;
}

// How far the point is from the nearest face of the convex shape; below 0 inside, above 0 outside.
static double heightOver(const vlShape* shape, vlVec3 point)
{
    double height = -VL_MAX_LENGTH;
    for (int f = 0; f < vlShape_GetFaceCount(shape, 0); ++f) {
        vlVec3 normal;
        double offset;
        vlShape_GetFacePlane(shape, 0, f, &normal, &offset);
        height = fmax(height, vlDot(normal, point) - offset);
    }
    return height;
}

// The largest distance of corners, middles of sides and middles of triangles from the shape's
// surface, and where it is. Between them the surface is plane.
static double largestDistance(const Draft* d, const vlShape* shape, vlVec3* where)
{
    double largest = 0.0;
    for (int t = 0; t < d->count; ++t) {
        vlVec3 p[7];
        for (int k = 0; k < 3; ++k) {
            p[k] = cornerOf(d, t, k);
        }
        for (int k = 0; k < 3; ++k) {
            p[3 + k] = vlScale(vlAdd(p[k], p[(k + 1) % 3]), 0.5);
        }
        p[6] = vlScale(vlAdd(vlAdd(p[0], p[1]), p[2]), 1.0 / 3.0);
        for (int k = 0; k < 7; ++k) {
            double distance = fabs(heightOver(shape, p[k]));
            if (distance > largest) {
                largest = distance;
                *where = p[k];
            }
        }
    }
    return largest;
}

static void planeOf(const void* user, int t, vlVec3* normal, double* offset)
{
    const Draft* d = user;
    vlVec3 a = cornerOf(d, t, 0);
    *normal = vlUnit(vlCross(vlSub(cornerOf(d, t, 1), a), vlSub(cornerOf(d, t, 2), a)));
    *offset = vlDot(*normal, a);
}

static int triangleAcross(const void* user, int t, int k)
{
    return k < 3 ? ((const Draft*)user)->partner[3 * t + k] / 3 : VL_NO_SIDE;
}

static bool isInPlane(const void* user, int beside, int t, vlVec3 normal, double offset)
{
    (void)beside;
    const Draft* d = user;
    double height = 0.0;
    for (int c = 0; c < 3; ++c) {
        height = fmax(height, fabs(vlDot(normal, cornerOf(d, t, c)) - offset));
    }
    return height <= 2.0 * d->tolerance;
}

// Vertices scatter about the plane of a group: it goes through their middle.
static void finishPlane(void* user, int group, const int* triangles, int count)
{
    Draft* d = user;
    vlVec3 sum = vlZero(), middle = vlZero();
    for (int i = 0; i < count; ++i) {
        vlVec3 p[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = cornerOf(d, triangles[i], k);
        }
        sum = vlAdd(sum, vlCross(vlSub(p[1], p[0]), vlSub(p[2], p[0])));
        middle = vlMulAdd(middle, 1.0 / 3.0, vlAdd(vlAdd(p[0], p[1]), p[2]));
    }
    vlVec3 n = vlUnit(sum);
    double depth = vlDot(n, vlSub(vlScale(middle, 1.0 / count), d->inner));
    d->plane[group] = vlScale(n, 1.0 / depth);
}

// False without memory. Slivers that belong to no plane of a larger triangle are left out.
static bool findPlanes(Draft* d)
{
    vlKeyed* seeds = malloc(sizeof *seeds * (size_t)d->count);
    vlPlaneSurface surface = {d, planeOf, triangleAcross, isInPlane, finishPlane};
    int count = 0;
    for (int t = 0; seeds != NULL && t < d->count; ++t) {
        vlVec3 a = cornerOf(d, t, 0);
        vlVec3 u = vlSub(cornerOf(d, t, 1), a), v = vlSub(cornerOf(d, t, 2), a);
        double twice = vlLength(vlCross(u, v)), longest = 0.0;
        for (int k = 0; k < 3; ++k) {
            vlVec3 side = vlSub(cornerOf(d, t, (k + 1) % 3), cornerOf(d, t, k));
            longest = fmax(longest, vlLength(side));
        }
        if (twice > NARROW * d->tolerance * longest) {
            seeds[count++] = (vlKeyed){twice, t};
        }
    }
    if (seeds != NULL) {
        d->planeCount = vlPlaneGroups_Find(&surface, d->count, seeds, count, d->group, d->queue);
    }
    free(seeds);
    return seeds != NULL;
}

// The solid below all planes; NULL if they bound none.
static vlShape* solidOfPlanes(Draft* d, double radius)
{
    vlShape* dual = NULL;
    vlShape* solid = NULL;
    for (int i = 0; i < d->planeCount; ++i) {
        double reach = vlLength(d->plane[i]) * radius;
        if (!(reach >= 0.0 && reach < 1.0 / SMALLEST_DEPTH)) {
            return NULL; // the plane passes close to the inner point: a solid as thin as paper
        }
    }
    if (d->planeCount < 4 ||
        vlShape_CreateHull(d->allocator, d->plane, d->planeCount, &dual, NULL, 0) != VL_OK) {
        return NULL;
    }
    int corners = vlShape_GetFaceCount(dual, 0);
    vlVec3* corner = malloc(sizeof *corner * (size_t)corners);
    bool isBounded = corner != NULL;
    for (int f = 0; isBounded && f < corners; ++f) {
        vlVec3 normal;
        double offset;
        vlShape_GetFacePlane(dual, 0, f, &normal, &offset);
        isBounded = offset > 0.0;
        corner[f] = vlMulAdd(d->inner, 1.0 / offset, normal);
    }
    if (isBounded && vlShape_CreateHull(d->allocator, corner, corners, &solid, NULL, 0) != VL_OK) {
        solid = NULL;
    }
    free(corner);
    vlShape_Release(dual);
    return solid;
}

// Is the solid as near to the mesh as planes through rounded vertices can be?
static bool isFaithful(const Draft* d, const vlShape* solid, const vlShape* hull, double* change)
{
    vlVec3 unused;
    *change = largestDistance(d, solid, &unused);
    for (int v = 0; v < vlShape_GetVertexCount(solid, 0); ++v) {
        *change = fmax(*change, fabs(heightOver(hull, vlShape_GetVertex(solid, 0, v))));
    }
    return *change <= LARGEST_CHANGE * d->tolerance;
}

static vlResult create(Draft* d, vlShape** shape, double* change, const vlSentence* error)
{
    vlShape* hull = NULL;
    vlVec3 where = vlZero();
    vlResult result = checkClosed(d, error);
    result = result == VL_OK ? vlShape_CreateHull(d->allocator, d->points, d->pointCount, &hull,
                                                  error->text, error->size)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    double depth = largestDistance(d, hull, &where);
    if (depth > d->tolerance) {
        vlShape_Release(hull);
        return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                               "the surface is %.3g m under its convex hull at (%.6g, %.6g, %.6g); "
                               "expected at most %.3g",
                               depth, where.x, where.y, where.z, d->tolerance);
    }
    vlMassProperties mass = vlShape_GetMassProperties(hull);
    d->inner = mass.centroid;
    double radius = 0.0;
    for (int i = 0; i < d->pointCount; ++i) {
        radius = fmax(radius, vlLength(vlSub(d->points[i], d->inner)));
    }
    if (!findPlanes(d)) {
        vlShape_Release(hull);
        return vlSentence_FailMemory(error);
    }
    *change = depth;
    // A hull with no more faces than there are planes is kept: it has the file's own vertices, to
    // the last digit.
    bool isHullClean = vlShape_GetFaceCount(hull, 0) <= d->planeCount;
    vlShape* solid = isHullClean ? NULL : solidOfPlanes(d, radius);
    double changed = 0.0;
    if (solid != NULL && isFaithful(d, solid, hull, &changed)) {
        vlShape_Release(hull);
        *change = changed;
        *shape = solid;
    } else {
        vlShape_Release(solid);
        *shape = hull;
    }
    return VL_OK;
}

vlResult vlMesh_CreateConvex(const vlAllocator* allocator, const vlMesh* mesh, int first, int count,
                             double tolerance, vlShape** shape, double* error, char* message,
                             size_t messageSize)
{
    const vlSentence sentence = {message, messageSize};
    Draft draft = {.allocator = allocator,
                   .mesh = mesh,
                   .first = first,
                   .count = count,
                   .tolerance = tolerance};
    double change = 0.0;
    bool isRange = first >= 0 && count >= 4 && count <= mesh->faceCount - first;
    if (!isRange || !(tolerance >= 0.0) || shape == NULL) {
        return vlSentence_Fail(
            &sentence, VL_ERROR_ARGUMENT,
            "%d triangles from %d of a mesh of %d, tolerance %g; expected at least "
            "4 of them, and a number of at least 0",
            count, first, mesh->faceCount, tolerance);
    }
    for (int f = first; f < first + count; ++f) {
        if (mesh->faceSizes[f] != 3) {
            return vlSentence_Fail(&sentence, VL_ERROR_ARGUMENT,
                                   "face %d has %d corners; expected triangles, as vlMesh_Prepare "
                                   "makes them",
                                   f, mesh->faceSizes[f]);
        }
    }
    if (count > 2 * VL_MAX_HULL_FACES) {
        return vlSentence_Fail(&sentence, VL_ERROR_FULL, "%d triangles; expected at most %d", count,
                               2 * VL_MAX_HULL_FACES);
    }
    vlResult result =
        open(&draft) ? create(&draft, shape, &change, &sentence) : vlSentence_FailMemory(&sentence);
    release(&draft);
    if (result == VL_OK && error != NULL) {
        *error = change;
    }
    return result;
}
