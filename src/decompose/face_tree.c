// SPDX-License-Identifier: MIT
#include "decompose/face_tree.h"

#include <stdlib.h>

#include "solid/triangle.h"

static vlBox boundFace(const vlPart* part, const vlPartFace* face)
{
    vlBox box = vlBox_Empty();
    for (int i = 0; i < face->count; ++i) {
        vlBox_Include(&box, part->points[part->edges[face->first + i].from]);
    }
    return box;
}

bool vlFaceTree_Make(const vlPart* part, vlFaceTree* tree)
{
    size_t count = (size_t)part->faceCount + 1;
    vlBox* box = malloc(sizeof *box * count);
    int* used = malloc(sizeof *used * count);
    int usedCount = 0;
    *tree = (vlFaceTree){.part = part};
    bool ok = box != NULL && used != NULL;
    for (int f = 0; ok && f < part->faceCount; ++f) {
        if (part->faces[f].count > 0) {
            box[f] = boundFace(part, &part->faces[f]);
            used[usedCount++] = f;
        }
    }
    ok = ok && vlBoxTree_Make(box, used, usedCount, &tree->boxes);
    tree->last = ok && usedCount > 0 ? used[0] : 0;
    free(box);
    free(used);
    return ok;
}

void vlFaceTree_Free(vlFaceTree* tree)
{
    vlBoxTree_Free(&tree->boxes);
}

// Is the point above the inside of the face? By the parity of a ray in the face's plane, projected
// along the longest component of its normal.
static bool isAbove(const vlPart* part, const vlPartFace* face, vlVec3 p)
{
    vlVec3 n = face->normal;
    bool isX = fabs(n.x) >= fabs(n.y) && fabs(n.x) >= fabs(n.z);
    bool isY = !isX && fabs(n.y) >= fabs(n.z);
    bool isIn = false;
    for (int i = 0; i < face->count; ++i) {
        vlVec3 a = vlSub(part->points[part->edges[face->first + i].from], p);
        vlVec3 b = vlSub(part->points[part->edges[face->first + i].to], p);
        double xa = isX ? a.y : a.x, ya = isX || isY ? a.z : a.y;
        double xb = isX ? b.y : b.x, yb = isX || isY ? b.z : b.y;
        if ((ya > 0.0) != (yb > 0.0)) {
            isIn = isIn != (xa + (xb - xa) * ya / (ya - yb) > 0.0);
        }
    }
    return isIn;
}

static double borderDistance(const vlPart* part, const vlPartFace* face, vlVec3 p, vlVec3* nearest)
{
    double best = -1.0;
    for (int i = 0; i < face->count; ++i) {
        vlVec3 a = part->points[part->edges[face->first + i].from];
        vlVec3 q = vlSegment_Nearest(a, part->points[part->edges[face->first + i].to], p);
        double distance = vlLength(vlSub(p, q));
        if (best < 0.0 || distance < best) {
            best = distance;
            *nearest = q;
        }
    }
    return best;
}

double vlFaceTree_FaceDistance(const vlPart* part, const vlPartFace* face, vlVec3 p,
                               vlVec3* nearest)
{
    vlVec3 start = part->points[part->edges[face->first].from];
    double height = vlDot(face->normal, vlSub(p, start));
    vlVec3 foot = vlMulAdd(p, -height, face->normal);
    if (isAbove(part, face, foot)) {
        *nearest = foot;
        return fabs(height);
    }
    return borderDistance(part, face, p, nearest);
}

bool vlFaceTree_IsAboveDisc(const vlPart* part, const vlPartFace* face, vlVec3 p, double radius)
{
    vlVec3 start = part->points[part->edges[face->first].from];
    vlVec3 foot = vlMulAdd(p, -vlDot(face->normal, vlSub(p, start)), face->normal), nearest;
    return isAbove(part, face, foot) && borderDistance(part, face, foot, &nearest) > radius;
}

double vlFaceTree_Distance(vlFaceTree* tree, vlVec3 p, double enough, vlVec3* nearest)
{
    const vlPart* part = tree->part;
    double best = vlFaceTree_FaceDistance(part, &part->faces[tree->last], p, nearest);
    vlBoxWalk walk;
    vlBoxWalk_Begin(&walk, &tree->boxes, p);
    for (const vlBoxNode* leaf; best > enough && (leaf = vlBoxWalk_Next(&walk, best)) != NULL;) {
        for (int i = leaf->first; i < leaf->first + leaf->count; ++i) {
            int f = tree->boxes.order[i];
            vlVec3 q;
            double distance = vlFaceTree_FaceDistance(part, &part->faces[f], p, &q);
            ++tree->visits;
            if (distance < best) {
                best = distance;
                tree->last = f;
                *nearest = q;
            }
        }
    }
    return best;
}
