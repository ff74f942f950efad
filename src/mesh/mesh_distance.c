// SPDX-License-Identifier: MIT
// The largest distance between two meshes. A triangle of one is halved until it is known how far
// its farthest point lies from the other: no farther than its middle and its radius, and, since the
// distance from one triangle is a convex function, no farther than its corners lie from the
// triangle that is nearest to its middle.

#include "mesh/mesh_distance.h"

// Most halvings of a triangle, each at its longest side: they make it about 2^-12 as long.
#define DEEPEST 32
// Most looks at one triangle; after them its bound is taken as it is.
#define MOST_LOOKS 20000
// Most looks at a triangle if only a yes or no is asked.
#define MOST_YES_LOOKS 200
// The bound is at most this much above what was found.
#define MARGIN 1.1

typedef struct Triangle {
    vlVec3 p[3];
} Triangle;

static int halve(const Triangle* t, Triangle* waiting, int depth)
{
    int k = 0;
    double longest = -1.0;
    for (int i = 0; i < 3; ++i) {
        double length = vlLength(vlSub(t->p[(i + 1) % 3], t->p[i]));
        k = length > longest ? i : k;
        longest = fmax(longest, length);
    }
    vlVec3 half = vlScale(vlAdd(t->p[k], t->p[(k + 1) % 3]), 0.5);
    waiting[depth] = (Triangle){{t->p[k], half, t->p[(k + 2) % 3]}};
    waiting[depth + 1] = (Triangle){{half, t->p[(k + 1) % 3], t->p[(k + 2) % 3]}};
    return depth + 2;
}

// How far the corners are from the triangle that was nearest last.
static double cornerDistance(const vlMeshProbe* probe, const Triangle* t)
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        most = fmax(most, vlMesh_TriangleDistance(probe->mesh, probe->nearest, t->p[k]));
    }
    return most;
}

// Returns the distance of the triangle's middle, or 0 if it is not needed. `*bound` becomes how far
// the farthest point of the triangle can be. The search ends as soon as that is known to be no more
// than `enough`.
static double look(vlMeshProbe* probe, const Triangle* t, double enough, double* bound)
{
    *bound = cornerDistance(probe, t);
    if (*bound <= enough) {
        return 0.0;
    }
    vlVec3 middle = vlScale(vlAdd(vlAdd(t->p[0], t->p[1]), t->p[2]), 1.0 / 3.0);
    double radius = 0.0;
    for (int k = 0; k < 3; ++k) {
        radius = fmax(radius, vlLength(vlSub(t->p[k], middle)));
    }
    double distance =
        vlMeshTree_Distance(probe->tree, probe->mesh, middle, enough - radius, &probe->nearest);
    *bound = fmin(distance + radius, cornerDistance(probe, t));
    return *bound <= enough ? 0.0 : distance;
}

bool vlMeshProbe_IsWithin(vlMeshProbe* probe, const vlVec3* corners, double limit)
{
    Triangle waiting[DEEPEST];
    int depth = 1, looks = 0;
    waiting[0] = (Triangle){{corners[0], corners[1], corners[2]}};
    while (depth > 0) {
        Triangle t = waiting[--depth];
        double bound;
        double distance = look(probe, &t, limit, &bound);
        if (bound <= limit) {
            continue;
        }
        if (distance > limit || ++looks > MOST_YES_LOOKS || depth > DEEPEST - 2) {
            return false;
        }
        depth = halve(&t, waiting, depth);
    }
    return true;
}

static void measureTriangle(vlMeshProbe* probe, const Triangle* whole, double floor,
                            vlMeshDistance* found)
{
    Triangle waiting[DEEPEST];
    int depth = 0, looks = 0;
    waiting[depth++] = *whole;
    while (depth > 0) {
        Triangle t = waiting[--depth];
        double bound;
        double enough = fmax(MARGIN * found->atLeast, floor);
        found->atLeast = fmax(found->atLeast, look(probe, &t, enough, &bound));
        if (bound <= fmax(MARGIN * found->atLeast, floor) || ++looks > MOST_LOOKS ||
            depth > DEEPEST - 2) {
            found->atMost = fmax(found->atMost, bound);
            continue;
        }
        depth = halve(&t, waiting, depth);
    }
}

// Measures from all points of `from` to `to`. Corners come first, because they find a large
// distance soon.
static bool measureOneWay(const vlMesh* from, const vlMesh* to, double floor, vlMeshDistance* found)
{
    vlBoxTree tree;
    if (!vlMeshTree_Make(to, &tree)) {
        return false;
    }
    vlMeshProbe probe = {.mesh = to, .tree = &tree};
    for (int i = 0; i < 3 * from->faceCount; ++i) {
        vlVec3 p = from->points[from->indices[i]];
        found->atLeast =
            fmax(found->atLeast, vlMeshTree_Distance(&tree, to, p, 0.0, &probe.nearest));
    }
    for (int f = 0; f < from->faceCount; ++f) {
        const int* corner = &from->indices[3 * f];
        Triangle t = {{from->points[corner[0]], from->points[corner[1]], from->points[corner[2]]}};
        measureTriangle(&probe, &t, floor, found);
    }
    vlBoxTree_Free(&tree);
    return true;
}

static bool areTriangles(const vlMesh* mesh)
{
    bool are = mesh->faceCount > 0;
    for (int f = 0; f < mesh->faceCount; ++f) {
        are = are && mesh->faceSizes[f] == 3;
    }
    return are;
}

vlResult vlMesh_MeasureDistance(const vlMesh* a, const vlMesh* b, double precision,
                                vlMeshDistance* distance)
{
    if (a == NULL || b == NULL || distance == NULL || !areTriangles(a) || !areTriangles(b) ||
        !(precision > 0.0 && precision < HUGE_VAL)) {
        return VL_ERROR_ARGUMENT;
    }
    vlMeshDistance found = {0.0, 0.0};
    if (!measureOneWay(a, b, precision, &found) || !measureOneWay(b, a, precision, &found)) {
        return VL_ERROR_MEMORY;
    }
    found.atMost = fmax(found.atMost, found.atLeast);
    *distance = found;
    return VL_OK;
}
