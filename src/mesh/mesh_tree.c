// SPDX-License-Identifier: MIT
#include "mesh/mesh_tree.h"

#include <stdlib.h>

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

static double sideDistance(vlVec3 a, vlVec3 b, vlVec3 p)
{
    vlVec3 side = vlSub(b, a);
    double square = vlDot(side, side);
    double t = square > 0.0 ? vlDot(side, vlSub(p, a)) / square : 0.0;
    return vlLength(vlSub(p, vlMulAdd(a, fmin(fmax(t, 0.0), 1.0), side)));
}

double vlTriangle_Distance(const vlVec3* corners, vlVec3 p)
{
    const vlVec3* t = corners;
    vlVec3 normal = vlCross(vlSub(t[1], t[0]), vlSub(t[2], t[0]));
    double square = vlDot(normal, normal);
    bool isAbove = square > 0.0;
    for (int k = 0; k < 3 && isAbove; ++k) {
        vlVec3 inwards = vlCross(normal, vlSub(t[(k + 1) % 3], t[k]));
        isAbove = vlDot(inwards, vlSub(p, t[k])) >= 0.0;
    }
    if (isAbove) {
        return fabs(vlDot(normal, vlSub(p, t[0]))) / sqrt(square);
    }
    double best = sideDistance(t[0], t[1], p);
    best = fmin(best, sideDistance(t[1], t[2], p));
    return fmin(best, sideDistance(t[2], t[0], p));
}

double vlMesh_TriangleDistance(const vlMesh* mesh, int triangle, vlVec3 p)
{
    vlVec3 t[3];
    for (int k = 0; k < 3; ++k) {
        t[k] = mesh->points[mesh->indices[3 * triangle + k]];
    }
    return vlTriangle_Distance(t, p);
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
