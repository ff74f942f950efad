// SPDX-License-Identifier: MIT
// The largest distance between two meshes. A triangle of one is halved until it is known how far
// its farthest point lies from the other: no farther than its middle and its radius, and, since the
// distance from one triangle is a convex function, no farther than its corners lie from the
// triangle that is nearest to its middle.

#include "mesh/mesh_distance.h"

#include <stdlib.h>

// Most halvings of a triangle, each at its longest side: they make it about 2^-12 as long.
#define DEEPEST 32
// Most looks at one triangle; after them its bound is taken as it is.
#define MOST_LOOKS 20000
// Most looks at a triangle if only a yes or no is asked.
#define MOST_YES_LOOKS 200
// The bound is at most this much above what was found.
#define MARGIN 1.1

bool vlMeshTree_Make(const vlMesh* mesh, vlBoxTree* tree)
{
    size_t count = (size_t)mesh->faceCount;
    vlBox* box = malloc(sizeof *box * count);
    int* all = malloc(sizeof *all * count);
    *tree = (vlBoxTree){0};
    bool ok = box != NULL && all != NULL;
    for (int t = 0; ok && t < mesh->faceCount; ++t) {
        const int* corner = &mesh->indices[3 * t];
        all[t] = t;
        box[t] = vlBox_Empty();
        for (int k = 0; k < 3; ++k) {
            vlBox_Include(&box[t], mesh->points[corner[k]]);
        }
    }
    ok = ok && vlBoxTree_Make(box, all, mesh->faceCount, tree);
    free(box);
    free(all);
    return ok;
}

double vlMesh_TriangleDistance(const vlMesh* mesh, int triangle, vlVec3 p)
{
    vlTriangle t;
    for (int k = 0; k < 3; ++k) {
        t.p[k] = mesh->points[mesh->indices[3 * triangle + k]];
    }
    return vlTriangle_Distance(&t, p);
}

double vlMeshTree_Distance(const vlBoxTree* tree, const vlMesh* mesh, vlVec3 p, double enough,
                           int* triangle)
{
    double best = vlMesh_TriangleDistance(mesh, *triangle, p);
    vlBoxWalk walk;
    vlBoxWalk_Begin(&walk, tree, p);
    for (const vlBoxNode* leaf; best > enough && (leaf = vlBoxWalk_Next(&walk, best)) != NULL;) {
        for (int i = leaf->first; i < leaf->first + leaf->count; ++i) {
            double distance = vlMesh_TriangleDistance(mesh, tree->order[i], p);
            if (distance < best) {
                best = distance;
                *triangle = tree->order[i];
            }
        }
    }
    return best;
}

// How far the corners are from the triangle that was nearest last.
static double cornerDistance(const vlMeshProbe* probe, const vlTriangle* t)
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
static double look(vlMeshProbe* probe, const vlTriangle* t, double enough, double* bound)
{
    *bound = cornerDistance(probe, t);
    if (*bound <= enough) {
        return 0.0;
    }
    vlVec3 middle = vlTriangle_Middle(t);
    double radius = vlTriangle_Reach(t, middle);
    double distance =
        vlMeshTree_Distance(probe->tree, probe->mesh, middle, enough - radius, &probe->nearest);
    *bound = fmin(distance + radius, cornerDistance(probe, t));
    return *bound <= enough ? 0.0 : distance;
}

bool vlMeshProbe_IsWithin(vlMeshProbe* probe, const vlVec3* corners, double limit)
{
    vlTriangle waiting[DEEPEST];
    int depth = 1, looks = 0;
    waiting[0] = (vlTriangle){{corners[0], corners[1], corners[2]}};
    while (depth > 0) {
        vlTriangle t = waiting[--depth];
        double bound;
        double distance = look(probe, &t, limit, &bound);
        if (bound <= limit) {
            continue;
        }
        if (distance > limit || ++looks > MOST_YES_LOOKS || depth > DEEPEST - 2) {
            return false;
        }
        vlTriangle_Halve(&t, &waiting[depth]);
        depth += 2;
    }
    return true;
}

static void measureTriangle(vlMeshProbe* probe, const vlTriangle* whole, double floor,
                            vlMeshDistance* found)
{
    vlTriangle waiting[DEEPEST];
    int depth = 0, looks = 0;
    waiting[depth++] = *whole;
    while (depth > 0) {
        vlTriangle t = waiting[--depth];
        double bound;
        double enough = fmax(MARGIN * found->atLeast, floor);
        found->atLeast = fmax(found->atLeast, look(probe, &t, enough, &bound));
        if (bound <= fmax(MARGIN * found->atLeast, floor) || ++looks > MOST_LOOKS ||
            depth > DEEPEST - 2) {
            found->atMost = fmax(found->atMost, bound);
            continue;
        }
        vlTriangle_Halve(&t, &waiting[depth]);
        depth += 2;
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
        vlTriangle t = {
            {from->points[corner[0]], from->points[corner[1]], from->points[corner[2]]}};
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
