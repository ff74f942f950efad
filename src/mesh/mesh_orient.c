// SPDX-License-Identifier: MIT
// The components of a mesh, and which side of a triangle is outside.

#include <stdlib.h>

#include "base/sets.h"
#include "mesh/mesh_parts.h"

int vlMesh_NumberComponents(const vlSideList* sides, int triangleCount, int* component)
{
    int count = 0;
    vlSets_Begin(component, triangleCount);
    for (int i = 0; i < sides->count;) {
        int end = vlSideList_End(sides, i);
        for (int k = i + 1; k < end; ++k) {
            vlSets_Join(component, sides->side[i].number / 3, sides->side[k].number / 3);
        }
        i = end;
    }
    // The smallest triangle of a set comes first: its number is known when the others ask for it.
    for (int t = 0; t < triangleCount; ++t) {
        component[t] = component[t] == t ? -1 - count++ : component[component[t]];
    }
    for (int t = 0; t < triangleCount; ++t) {
        component[t] = -1 - component[t];
    }
    return count;
}

// Up to this many components are tested for lying in each other; a file with more is a cloud of
// pieces.
#define MOST_NESTED 256

double vlMesh_SixVolumes(const vlMesh* mesh, vlVec3 origin, const int* component, int chosen)
{
    double sum = 0.0;
    for (int t = 0; t < mesh->faceCount; ++t) {
        if (chosen < 0 || component[t] == chosen) {
            const int* corner = &mesh->indices[3 * t];
            sum += vlDot(vlSub(mesh->points[corner[0]], origin),
                         vlCross(vlSub(mesh->points[corner[1]], origin),
                                 vlSub(mesh->points[corner[2]], origin)));
        }
    }
    return sum;
}

// 1: the ray goes through the triangle, 0: it misses, -1: it comes too near to an edge to tell.
static int rayMeets(vlVec3 from, vlVec3 along, vlVec3 a, vlVec3 b, vlVec3 c)
{
    a = vlSub(a, from);
    b = vlSub(b, from);
    c = vlSub(c, from);
    double u = vlDot(along, vlCross(a, b));
    double v = vlDot(along, vlCross(b, c));
    double w = vlDot(along, vlCross(c, a));
    double small = 1e-12 * (vlLength(a) * vlLength(b) + vlLength(b) * vlLength(c));
    bool isUp = u > -small && v > -small && w > -small;
    bool isDown = u < small && v < small && w < small;
    if (!isUp && !isDown) {
        return 0;
    }
    if (fabs(u) <= small || fabs(v) <= small || fabs(w) <= small) {
        return -1;
    }
    double height = vlDot(a, vlCross(vlSub(b, a), vlSub(c, a)));
    return (height > 0.0) == isUp;
}

bool vlMesh_IsInside(const vlMesh* mesh, const int* component, int chosen, vlVec3 point)
{
    // Directions without a pattern, so that a ray that grazes an edge is followed by one that does
    // not.
    static const vlVec3 tries[] = {{0.6215, 0.3741, 0.6884},  {-0.4127, 0.8031, 0.4299},
                                   {0.2718, -0.5772, 0.7701}, {-0.7071, -0.1543, -0.6901},
                                   {0.9127, 0.0313, -0.4074}, {0.0871, 0.9871, -0.1343}};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; ++i) {
        int met = 0;
        bool isClear = true;
        for (int t = 0; isClear && t < mesh->faceCount; ++t) {
            if (chosen >= 0 && component[t] != chosen) {
                continue;
            }
            const int* corner = &mesh->indices[3 * t];
            int answer = rayMeets(point, tries[i], mesh->points[corner[0]], mesh->points[corner[1]],
                                  mesh->points[corner[2]]);
            isClear = answer >= 0;
            met += answer > 0;
        }
        if (isClear) {
            return met % 2 == 1;
        }
    }
    return false;
}

static vlBox boxOf(const vlMesh* mesh, const int* component, int chosen)
{
    vlBox box = vlBox_Empty();
    for (int side = 0; side < 3 * mesh->faceCount; ++side) {
        if (component[side / 3] == chosen) {
            vlBox_Include(&box, mesh->points[mesh->indices[side]]);
        }
    }
    return box;
}

// The vertex of i that is nearest to the middle of k is the last one to touch k from inside.
bool vlMesh_IsWithinOther(const vlMesh* mesh, const int* component, int i, int k)
{
    vlBox inner = boxOf(mesh, component, i), outer = boxOf(mesh, component, k);
    vlVec3 middle = vlBox_Middle(outer), point = vlZero();
    double nearest = 4.0 * VL_MAX_LENGTH;
    if (inner.low.x < outer.low.x || inner.low.y < outer.low.y || inner.low.z < outer.low.z ||
        inner.high.x > outer.high.x || inner.high.y > outer.high.y || inner.high.z > outer.high.z) {
        return false;
    }
    for (int side = 0; side < 3 * mesh->faceCount; ++side) {
        vlVec3 p = mesh->points[mesh->indices[side]];
        double distance = vlLength(vlSub(p, middle));
        if (component[side / 3] == i && distance < nearest) {
            nearest = distance;
            point = p;
        }
    }
    return vlMesh_IsInside(mesh, component, k, point);
}

static void turnOver(vlMesh* mesh, int t)
{
    int kept = mesh->indices[3 * t + 1];
    mesh->indices[3 * t + 1] = mesh->indices[3 * t + 2];
    mesh->indices[3 * t + 2] = kept;
}

// Finds for each side that of the one other triangle there, -1 if there is none or more than one.
static void findPartners(const vlSideList* edges, int* partner)
{
    for (int i = 0; i < edges->count;) {
        int end = vlSideList_End(edges, i);
        for (int k = i; k < end; ++k) {
            partner[edges->side[k].number] = end - i == 2 ? edges->side[i + (k == i)].number : -1;
        }
        i = end;
    }
}

// Spreads the direction of each first triangle over its component. Marks in `turned` the triangles
// that must be turned over; sides keep their numbers until then.
static void spread(const vlMesh* mesh, const int* partner, bool* isSeen, bool* turned, int* queue)
{
    for (int first = 0; first < mesh->faceCount; ++first) {
        int head = 0, tail = 0;
        if (isSeen[first]) {
            continue;
        }
        isSeen[first] = true;
        queue[tail++] = first;
        while (head < tail) {
            int t = queue[head++];
            for (int k = 0; k < 3; ++k) {
                int other = partner[3 * t + k];
                if (other >= 0 && !isSeen[other / 3]) {
                    bool isSame = mesh->indices[3 * t + k] == mesh->indices[other];
                    isSeen[other / 3] = true;
                    turned[other / 3] = turned[t] != isSame;
                    queue[tail++] = other / 3;
                }
            }
        }
    }
}

// Is every edge of the component shared by two triangles?
static void findClosed(const int* partner, const int* component, int faceCount, bool* isClosed,
                       int count)
{
    for (int i = 0; i < count; ++i) {
        isClosed[i] = true;
    }
    for (int side = 0; side < 3 * faceCount; ++side) {
        isClosed[component[side / 3]] = isClosed[component[side / 3]] && partner[side] >= 0;
    }
}

// Turns a closed component that faces inwards, unless it lies in another one, where it bounds a
// hollow.
static void faceOutwards(const vlMesh* mesh, const int* component, int count, const bool* isClosed,
                         bool* turned)
{
    for (int i = 0; i < count; ++i) {
        int first = 0;
        while (component[first] != i) {
            ++first;
        }
        vlVec3 start = mesh->points[mesh->indices[3 * first]];
        if (!isClosed[i] || vlMesh_SixVolumes(mesh, start, component, i) >= 0.0) {
            continue;
        }
        bool isHollow = false;
        for (int k = 0; count <= MOST_NESTED && k < count && !isHollow; ++k) {
            isHollow = k != i && isClosed[k] && vlMesh_IsWithinOther(mesh, component, i, k);
        }
        for (int t = first; !isHollow && t < mesh->faceCount; ++t) {
            turned[t] = turned[t] != (component[t] == i);
        }
    }
}

static void orient(vlMesh* mesh, const vlSideList* edges, int* block, bool* flags,
                   vlMeshRepairs* repairs)
{
    size_t faces = (size_t)mesh->faceCount;
    int* component = block;
    int* partner = block + faces;
    int* queue = block + 4 * faces;
    bool *isSeen = flags, *turned = flags + faces, *isClosed = flags + 2 * faces;
    int count = vlMesh_NumberComponents(edges, mesh->faceCount, component);
    findPartners(edges, partner);
    spread(mesh, partner, isSeen, turned, queue);
    for (int t = 0; t < mesh->faceCount; ++t) {
        if (turned[t]) {
            turnOver(mesh, t);
        }
    }
    findClosed(partner, component, mesh->faceCount, isClosed, count);
    bool* isInwards = isSeen; // no longer needed, and all true: cleared below
    for (int t = 0; t < mesh->faceCount; ++t) {
        isInwards[t] = false;
    }
    faceOutwards(mesh, component, count, isClosed, isInwards);
    for (int t = 0; t < mesh->faceCount; ++t) {
        if (isInwards[t]) {
            turnOver(mesh, t);
        }
        repairs->flippedFaces += isInwards[t] != turned[t];
    }
}

vlResult vlMesh_Orient(vlMesh* mesh, vlMeshRepairs* repairs)
{
    vlSideList edges = {0};
    size_t faces = (size_t)mesh->faceCount;
    int* block = malloc(sizeof(int) * 5 * faces);
    bool* flags = calloc(3 * faces, sizeof *flags);
    bool ok = block != NULL && flags != NULL &&
              vlSideList_OfTriangles(mesh->indices, (size_t)mesh->faceCount, &edges);
    if (ok) {
        orient(mesh, &edges, block, flags, repairs);
    }
    free(edges.side);
    free(block);
    free(flags);
    return ok ? VL_OK : VL_ERROR_MEMORY;
}
