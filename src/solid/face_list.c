// SPDX-License-Identifier: MIT
// Face lists: memory, links between faces, planes, and the check that a list bounds a convex solid.

#include "solid/face_list.h"

#include <string.h>

#include "base/arena.h"
#include "base/box.h"

static void layOut(vlArena* arena, vlFaceList* list, size_t points, size_t faces, size_t corners)
{
    list->points = vlArena_Take(arena, points, sizeof(vlVec3));
    list->start = vlArena_Take(arena, faces + 1, sizeof(int));
    list->corner = vlArena_Take(arena, corners, sizeof(int));
    list->face = vlArena_Take(arena, corners, sizeof(int));
    list->twin = vlArena_Take(arena, corners, sizeof(int));
    list->outStart = vlArena_Take(arena, points + 1, sizeof(int));
    list->out = vlArena_Take(arena, corners, sizeof(int));
    list->seed = vlArena_Take(arena, faces, sizeof(vlKeyed));
    list->group = vlArena_Take(arena, faces, sizeof(int));
    list->queue = vlArena_Take(arena, faces, sizeof(int));
    list->tag = vlArena_Take(arena, points, sizeof(int));
    list->borderFirst = vlArena_Take(arena, faces, sizeof(int));
    list->borderLength = vlArena_Take(arena, faces, sizeof(int));
    list->mergedStart = vlArena_Take(arena, faces + 1, sizeof(int));
    list->mergedCorner = vlArena_Take(arena, corners, sizeof(int));
}

bool vlFaceList_Create(const vlAllocator* allocator, int pointCount, int faceCount, int cornerCount,
                       vlFaceList* list)
{
    memset(list, 0, sizeof *list);
    vlArena arena = {0};
    layOut(&arena, list, (size_t)pointCount, (size_t)faceCount, (size_t)cornerCount);
    void* block = allocator->allocate(arena.used, allocator->user);
    if (block == NULL) {
        return false;
    }
    arena = (vlArena){.base = block};
    layOut(&arena, list, (size_t)pointCount, (size_t)faceCount, (size_t)cornerCount);
    list->block = block;
    list->allocator = *allocator;
    list->start[0] = 0;
    return true;
}

void vlFaceList_Release(vlFaceList* list)
{
    list->allocator.release(list->block, list->allocator.user);
}

void vlFaceList_AddFace(vlFaceList* list, int count, const int* vertices)
{
    for (int i = 0; i < count; ++i) {
        list->corner[list->cornerCount++] = vertices[i];
    }
    list->start[++list->faceCount] = list->cornerCount;
}

// Sorts face numbers by a corner of their loops, the first or second; equal ones keep their order.
static void sortFaces(vlFaceList* list, int place, const int* from, int* to)
{
    int* begin = list->outStart; // where the faces of a vertex begin
    memset(begin, 0, sizeof(int) * (size_t)(list->pointCount + 1));
    for (int f = 0; f < list->faceCount; ++f) {
        ++begin[list->mergedCorner[list->start[f] + place] + 1];
    }
    for (int v = 0; v < list->pointCount; ++v) {
        begin[v + 1] += begin[v];
    }
    for (int i = 0; i < list->faceCount; ++i) {
        to[begin[list->mergedCorner[list->start[from[i]] + place]]++] = from[i];
    }
}

void vlFaceList_Sort(vlFaceList* list)
{
    int* turned = list->mergedCorner; // the loops, each begun at its lowest vertex
    int *order = list->queue, *bySecond = list->group;
    for (int f = 0; f < list->faceCount; ++f) {
        int start = list->start[f], count = list->start[f + 1] - start, lowest = 0;
        for (int i = 1; i < count; ++i) {
            lowest = list->corner[start + i] < list->corner[start + lowest] ? i : lowest;
        }
        for (int i = 0; i < count; ++i) {
            turned[start + i] = list->corner[start + (lowest + i) % count];
        }
        order[f] = f;
    }
    // No other face of a closed surface has the same first two: they are an edge in one direction.
    sortFaces(list, 1, order, bySecond);
    sortFaces(list, 0, bySecond, order);
    list->mergedStart[0] = 0;
    for (int i = 0, next = 0; i < list->faceCount; ++i) {
        for (int c = list->start[order[i]]; c < list->start[order[i] + 1]; ++c) {
            list->corner[next++] = turned[c];
        }
        list->mergedStart[i + 1] = next;
    }
    memcpy(list->start, list->mergedStart, sizeof(int) * (size_t)(list->faceCount + 1));
}

static int nextCorner(const vlFaceList* list, int corner)
{
    int f = list->face[corner];
    return corner + 1 < list->start[f + 1] ? corner + 1 : list->start[f];
}

// Sorts the corners by vertex, in the order of the faces.
static vlResult collectCorners(vlFaceList* list, const vlSentence* error)
{
    memset(list->outStart, 0, sizeof(int) * (size_t)(list->pointCount + 1));
    for (int c = 0; c < list->cornerCount; ++c) {
        ++list->outStart[list->corner[c] + 1];
    }
    for (int v = 0; v < list->pointCount; ++v) {
        if (list->outStart[v + 1] == 0) {
            return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                   "vertex %d belongs to no face; every vertex must be used", v);
        }
        list->outStart[v + 1] += list->outStart[v];
        list->tag[v] = list->outStart[v];
    }
    for (int f = 0; f < list->faceCount; ++f) {
        for (int c = list->start[f]; c < list->start[f + 1]; ++c) {
            int v = list->corner[c];
            int slot = list->tag[v]++;
            if (slot > list->outStart[v] && list->face[list->out[slot - 1]] == f) {
                return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                       "face %d names vertex %d twice; expected once", f, v);
            }
            list->face[c] = f;
            list->out[slot] = c;
        }
    }
    return VL_OK;
}

// Counts the corners at `from` whose edge runs to `to`; `*last` becomes the last of them.
static int findEdge(const vlFaceList* list, int from, int to, int* last)
{
    int found = 0;
    for (int i = list->outStart[from]; i < list->outStart[from + 1]; ++i) {
        int c = list->out[i];
        if (list->corner[nextCorner(list, c)] == to) {
            *last = c;
            ++found;
        }
    }
    return found;
}

vlResult vlFaceList_Link(vlFaceList* list, const vlSentence* error)
{
    vlResult result = collectCorners(list, error);
    if (result != VL_OK) {
        return result;
    }
    for (int c = 0; c < list->cornerCount; ++c) {
        int from = list->corner[c];
        int to = list->corner[nextCorner(list, c)];
        int same = c;
        if (findEdge(list, from, to, &same) != 1) {
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "edge %d-%d runs in the same direction in faces %d and %d; expected once in "
                "each direction",
                from, to, list->face[c], list->face[same]);
        }
        if (findEdge(list, to, from, &list->twin[c]) != 1) {
            return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                   "edge %d-%d of face %d has no single partner running %d-%d; the "
                                   "surface is not closed",
                                   from, to, list->face[c], to, from);
        }
    }
    return VL_OK;
}

// Where Newell's sum begins: after the longest edge. It then uses only the shorter edges; in a
// sliver the two long edges nearly cancel in the cross product and would cost digits.
static int sumStart(const vlFaceList* list, int begin, int end)
{
    int best = begin;
    double longest = -1.0;
    for (int c = begin; c < end; ++c) {
        int next = c + 1 < end ? c + 1 : begin;
        vlVec3 edge = vlSub(list->points[list->corner[next]], list->points[list->corner[c]]);
        double length = vlDot(edge, edge);
        if (length > longest) {
            longest = length;
            best = next;
        }
    }
    return best;
}

double vlFaceList_Plane(const vlFaceList* list, int face, vlVec3* normal, double* offset)
{
    int begin = list->start[face];
    int end = list->start[face + 1];
    int first = sumStart(list, begin, end);
    vlVec3 origin = list->points[list->corner[first]];
    vlVec3 last = origin;
    vlVec3 sum = vlZero();
    for (int i = 1; i < end - begin; ++i) {
        int c = first + i < end ? first + i : first + i - (end - begin);
        vlVec3 point = list->points[list->corner[c]];
        sum = vlAdd(sum, vlCross(vlSub(last, origin), vlSub(point, last)));
        last = point;
    }
    // In a sliver the sum's rounding error may point along it and would lift its far end off the
    // plane. The longest edge is known better, so the normal is made perpendicular to it.
    vlVec3 longest = vlUnit(vlSub(last, origin));
    sum = vlMulAdd(sum, -vlDot(sum, longest), longest);
    double length = vlLength(sum);
    // Division, not multiplication by the inverse: a box's normals come out as exact unit vectors.
    *normal = length > 0.0 ? vlVec(sum.x / length, sum.y / length, sum.z / length) : vlZero();
    double mean = 0.0;
    for (int c = begin; c < end; ++c) {
        mean += vlDot(*normal, vlSub(list->points[list->corner[c]], origin));
    }
    *offset = vlDot(*normal, origin) + mean / (end - begin);
    return 0.5 * length;
}

vlExtent vlFaceList_Extent(const vlVec3* points, int count)
{
    vlBox box = vlBox_OfPoints(points, count);
    vlExtent extent;
    extent.side = vlVec_Along(vlSub(box.high, box.low), vlBox_LongestAxis(box));
    extent.largest = fmax(fmax(fmax(-box.low.x, box.high.x), fmax(-box.low.y, box.high.y)),
                          fmax(-box.low.z, box.high.z));
    return extent;
}

double vlFaceList_Volume(const vlFaceList* list)
{
    vlVec3 origin = list->points[0];
    double sum = 0.0;
    for (int f = 0; f < list->faceCount; ++f) {
        vlVec3 a = vlSub(list->points[list->corner[list->start[f]]], origin);
        for (int c = list->start[f] + 2; c < list->start[f + 1]; ++c) {
            vlVec3 b = vlSub(list->points[list->corner[c - 1]], origin);
            sum += vlDot(a, vlCross(b, vlSub(list->points[list->corner[c]], origin)));
        }
    }
    return sum / 6.0;
}

static vlResult checkPlanar(const vlFaceList* list, int f, vlVec3 normal, double offset,
                            double tolerance, const vlSentence* error)
{
    for (int c = list->start[f]; c < list->start[f + 1]; ++c) {
        int v = list->corner[c];
        double height = vlDot(normal, list->points[v]) - offset;
        if (!(fabs(height) <= tolerance)) {
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "face %d is not plane: vertex %d is %.9g m off its plane; expected "
                "at most %.3g m",
                f, v, height, tolerance);
        }
    }
    return VL_OK;
}

// Checks that all vertices lie behind the face, and one of them far enough behind.
static vlResult checkBehind(const vlFaceList* list, int f, vlVec3 normal, double offset,
                            double tolerance, double thickness, const vlSentence* error)
{
    double deepest = 0.0;
    for (int v = 0; v < list->pointCount; ++v) {
        double height = vlDot(normal, list->points[v]) - offset;
        if (!(height <= tolerance)) {
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "not convex: vertex %d is %.9g m outside face %d; expected at most "
                "%.3g m",
                v, height, f, tolerance);
        }
        deepest = fmax(deepest, -height);
    }
    if (deepest < thickness) {
        return vlSentence_Fail(
            error, VL_ERROR_GEOMETRY,
            "too thin: %.9g m across face %d; expected at least %.3g m, %g of the "
            "extent",
            deepest, f, thickness, VL_MIN_THICKNESS);
    }
    return VL_OK;
}

vlResult vlFaceList_Check(const vlFaceList* list, double tolerance, const vlSentence* error)
{
    vlExtent extent = vlFaceList_Extent(list->points, list->pointCount);
    for (int f = 0; f < list->faceCount; ++f) {
        vlVec3 normal;
        double offset;
        double area = vlFaceList_Plane(list, f, &normal, &offset);
        if (!(area > 0.0) || !isfinite(area)) {
            return vlSentence_Fail(error, VL_ERROR_GEOMETRY,
                                   "face %d has area %.9g m2; expected a positive area", f, area);
        }
        vlResult result = checkPlanar(list, f, normal, offset, tolerance, error);
        if (result == VL_OK) {
            result = checkBehind(list, f, normal, offset, tolerance, VL_MIN_THICKNESS * extent.side,
                                 error);
        }
        if (result != VL_OK) {
            return result;
        }
    }
    return VL_OK;
}
