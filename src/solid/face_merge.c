// SPDX-License-Identifier: MIT
// Joins coplanar neighbours into one face each and drops vertices that are then not corners of the
// solid.
//
// A vertex in the middle of a face or edge would be a trap: the search for the farthest vertex
// along the edges can stop there, and cutting with two copies of one plane wastes time.

#include <string.h>

#include "solid/face_list.h"
#include "solid/plane_groups.h"

typedef struct Merge {
    const vlFaceList* list;
    double tolerance; // m
} Merge;

static int followingCorner(const vlFaceList* list, int corner)
{
    int f = list->face[corner];
    return corner + 1 < list->start[f + 1] ? corner + 1 : list->start[f];
}

static void planeOf(const void* user, int face, vlVec3* normal, double* offset)
{
    (void)vlFaceList_Plane(((const Merge*)user)->list, face, normal, offset);
}

static int faceAcross(const void* user, int face, int k)
{
    const vlFaceList* list = ((const Merge*)user)->list;
    int corner = list->start[face] + k;
    return corner < list->start[face + 1] ? list->face[list->twin[corner]] : VL_NO_SIDE;
}

static bool liesInPlane(const void* user, int beside, int face, vlVec3 normal, double offset)
{
    (void)beside;
    const Merge* merge = user;
    const vlFaceList* list = merge->list;
    for (int c = list->start[face]; c < list->start[face + 1]; ++c) {
        double height = vlDot(normal, list->points[list->corner[c]]) - offset;
        if (fabs(height) > merge->tolerance) {
            return false;
        }
    }
    return true;
}

static void groupFaces(vlFaceList* list, double tolerance)
{
    Merge merge = {list, tolerance};
    vlPlaneSurface surface = {&merge, planeOf, faceAcross, liesInPlane, NULL};
    for (int f = 0; f < list->faceCount; ++f) {
        vlVec3 normal;
        double offset;
        list->seed[f] = (vlKeyed){vlFaceList_Plane(list, f, &normal, &offset), f};
    }
    (void)vlPlaneGroups_Find(&surface, list->faceCount, list->seed, list->faceCount, list->group,
                             list->queue);
}

static bool isBorder(const vlFaceList* list, int corner)
{
    return list->group[list->face[corner]] != list->group[list->face[list->twin[corner]]];
}

// Next border edge of the same group: rotates about the end of this one, skipping inner edges.
static int nextBorder(const vlFaceList* list, int corner)
{
    int next = followingCorner(list, corner);
    while (!isBorder(list, next)) {
        next = followingCorner(list, list->twin[next]);
    }
    return next;
}

// Counts the groups that meet at each vertex, in `tag`: 0 inside a face, 2 inside an edge, 3 or
// more at a corner of the solid.
static void countMeetings(vlFaceList* list)
{
    memset(list->tag, 0, sizeof(int) * (size_t)list->pointCount);
    for (int c = 0; c < list->cornerCount; ++c) {
        if (isBorder(list, c)) {
            ++list->tag[list->corner[c]];
        }
    }
}

// Rounding can leave a group whose border has fewer than three true corners: it is a thick edge,
// not a face. The neighbour across it takes it over. True if there was such a group; the meetings
// must then be counted again.
static bool absorbSliver(vlFaceList* list)
{
    int* corners = list->queue;
    memset(corners, 0, sizeof(int) * (size_t)list->faceCount);
    for (int c = 0; c < list->cornerCount; ++c) {
        if (isBorder(list, c) && list->tag[list->corner[c]] >= 3) {
            ++corners[list->group[list->face[c]]];
        }
    }
    for (int c = 0; c < list->cornerCount; ++c) {
        int group = list->group[list->face[c]];
        if (isBorder(list, c) && corners[group] < 3) {
            int taker = list->group[list->face[list->twin[c]]];
            for (int f = 0; f < list->faceCount; ++f) {
                list->group[f] = list->group[f] == group ? taker : list->group[f];
            }
            return true;
        }
    }
    return false;
}

// Finds for every group its first border corner (-1 if it has none) and how many it has.
static void findBorders(vlFaceList* list)
{
    for (int f = 0; f < list->faceCount; ++f) {
        list->borderFirst[f] = -1;
        list->borderLength[f] = 0;
    }
    for (int c = 0; c < list->cornerCount; ++c) {
        if (isBorder(list, c)) {
            int group = list->group[list->face[c]];
            list->borderFirst[group] =
                list->borderLength[group] == 0 ? c : list->borderFirst[group];
            ++list->borderLength[group];
        }
    }
}

// Appends the border of a group, as a loop of true corners, to the merged corners. False if the
// group has no single border or fewer than three corners on it.
static bool appendLoop(vlFaceList* list, int group, int* cornerCount)
{
    int first = list->borderFirst[group];
    if (first < 0) {
        return false;
    }
    int begin = *cornerCount;
    int walked = 0;
    int corner = first;
    do {
        if (list->tag[list->corner[corner]] >= 3) {
            list->mergedCorner[(*cornerCount)++] = list->corner[corner];
        }
        ++walked;
        corner = nextBorder(list, corner);
    } while (corner != first);
    return walked == list->borderLength[group] && *cornerCount - begin >= 3;
}

// Renumbers the vertices that are left, in their old order, and puts the merged faces in place.
static void takeOver(vlFaceList* list, int faceCount)
{
    int kept = 0;
    for (int v = 0; v < list->pointCount; ++v) {
        bool isCorner = list->tag[v] >= 3;
        list->tag[v] = kept;
        list->points[kept] = list->points[v];
        kept += isCorner ? 1 : 0;
    }
    list->pointCount = kept;
    list->faceCount = faceCount;
    list->cornerCount = list->mergedStart[faceCount];
    for (int f = 0; f <= faceCount; ++f) {
        list->start[f] = list->mergedStart[f];
    }
    for (int c = 0; c < list->cornerCount; ++c) {
        list->corner[c] = list->tag[list->mergedCorner[c]];
    }
}

vlResult vlFaceList_Merge(vlFaceList* list, double tolerance, const vlSentence* error)
{
    groupFaces(list, tolerance);
    do {
        countMeetings(list);
    } while (absorbSliver(list));
    findBorders(list);
    int faceCount = 0;
    int cornerCount = 0;
    list->mergedStart[0] = 0;
    for (int f = 0; f < list->faceCount; ++f) {
        list->queue[f] = 0; // from here on: nonzero once the group named f is written
    }
    for (int f = 0; f < list->faceCount; ++f) {
        int group = list->group[f];
        if (list->queue[group] != 0) {
            continue;
        }
        list->queue[group] = 1;
        if (!appendLoop(list, group, &cornerCount)) {
            return vlSentence_Fail(
                error, VL_ERROR_GEOMETRY,
                "face %d and its coplanar neighbours have no single border of three "
                "corners",
                f);
        }
        list->mergedStart[++faceCount] = cornerCount;
    }
    takeOver(list, faceCount);
    return VL_OK;
}
