// SPDX-License-Identifier: MIT
#include "decompose/face_tree.h"

#include <stdlib.h>

#define LEAF 4

typedef struct Middle {
    double key;
    int face;
} Middle;

static int compareMiddles(const void* one, const void* other)
{
    const Middle* p = one;
    const Middle* q = other;
    if (p->key != q->key) {
        return p->key < q->key ? -1 : 1;
    }
    return p->face < q->face ? -1 : p->face > q->face;
}

static void boundFace(const vlPart* part, int f, vlVec3* low, vlVec3* high)
{
    const vlPartFace* face = &part->faces[f];
    *low = *high = part->points[part->edges[face->first].from];
    for (int i = 1; i < face->count; ++i) {
        vlVec3 p = part->points[part->edges[face->first + i].from];
        *low = vlVec(fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z));
        *high = vlVec(fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z));
    }
}

static void boundBox(const vlFaceTree* tree, vlFaceBox* box)
{
    for (int i = box->first; i < box->first + box->count; ++i) {
        vlVec3 low, high;
        boundFace(tree->part, tree->order[i], &low, &high);
        if (i == box->first) {
            box->low = low;
            box->high = high;
        }
        box->low = vlVec(fmin(box->low.x, low.x), fmin(box->low.y, low.y), fmin(box->low.z, low.z));
        box->high =
            vlVec(fmax(box->high.x, high.x), fmax(box->high.y, high.y), fmax(box->high.z, high.z));
    }
}

// Sorts the faces of the box along its longest side.
static void sortAlong(vlFaceTree* tree, const vlFaceBox* box, Middle* middles)
{
    vlVec3 size = vlSub(box->high, box->low);
    vlVec3 axis = vlVec(size.x >= size.y && size.x >= size.z, size.y > size.x && size.y >= size.z,
                        size.z > size.x && size.z > size.y);
    for (int i = 0; i < box->count; ++i) {
        vlVec3 low, high;
        boundFace(tree->part, tree->order[box->first + i], &low, &high);
        middles[i] = (Middle){vlDot(vlAdd(low, high), axis), tree->order[box->first + i]};
    }
    qsort(middles, (size_t)box->count, sizeof *middles, compareMiddles);
    for (int i = 0; i < box->count; ++i) {
        tree->order[box->first + i] = middles[i].face;
    }
}

static void split(vlFaceTree* tree, Middle* middles)
{
    int waiting[VL_FACE_TREE_DEEPEST];
    int depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
        vlFaceBox* box = &tree->box[waiting[--depth]];
        boundBox(tree, box);
        if (box->count <= LEAF) {
            continue;
        }
        sortAlong(tree, box, middles);
        int half = box->count / 2;
        box->left = tree->boxCount;
        tree->box[tree->boxCount++] = (vlFaceBox){.first = box->first, .count = half};
        tree->box[tree->boxCount++] =
            (vlFaceBox){.first = box->first + half, .count = box->count - half};
        box->count = 0;
        waiting[depth++] = box->left + 1;
        waiting[depth++] = box->left;
    }
}

bool vlFaceTree_Make(const vlPart* part, vlFaceTree* tree)
{
    size_t count = (size_t)part->faceCount + 1;
    Middle* middles = malloc(sizeof *middles * count);
    *tree = (vlFaceTree){.part = part,
                         .box = malloc(sizeof *tree->box * 2 * count),
                         .order = malloc(sizeof(int) * count)};
    if (middles == NULL || tree->box == NULL || tree->order == NULL) {
        free(middles);
        vlFaceTree_Free(tree);
        return false;
    }
    int used = 0;
    for (int f = 0; f < part->faceCount; ++f) {
        if (part->faces[f].count > 0) {
            tree->order[used++] = f;
        }
    }
    tree->last = tree->order[0];
    tree->box[0] = (vlFaceBox){.first = 0, .count = used};
    tree->boxCount = 1;
    split(tree, middles);
    free(middles);
    return true;
}

void vlFaceTree_Free(vlFaceTree* tree)
{
    free(tree->box);
    free(tree->order);
    *tree = (vlFaceTree){0};
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
        vlVec3 side = vlSub(part->points[part->edges[face->first + i].to], a);
        double square = vlDot(side, side);
        double t = square > 0.0 ? vlDot(side, vlSub(p, a)) / square : 0.0;
        vlVec3 q = vlMulAdd(a, fmin(fmax(t, 0.0), 1.0), side);
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

static double boxDistance(const vlFaceBox* box, vlVec3 p)
{
    double x = fmax(fmax(box->low.x - p.x, p.x - box->high.x), 0.0);
    double y = fmax(fmax(box->low.y - p.y, p.y - box->high.y), 0.0);
    double z = fmax(fmax(box->low.z - p.z, p.z - box->high.z), 0.0);
    return sqrt(x * x + y * y + z * z);
}

double vlFaceTree_Distance(vlFaceTree* tree, vlVec3 p, double enough, vlVec3* nearest)
{
    const vlPart* part = tree->part;
    double best = vlFaceTree_FaceDistance(part, &part->faces[tree->last], p, nearest);
    int waiting[VL_FACE_TREE_DEEPEST];
    int depth = 0;
    waiting[depth++] = 0;
    while (depth > 0 && best > enough) {
        const vlFaceBox* box = &tree->box[waiting[--depth]];
        if (boxDistance(box, p) >= best) {
            continue;
        }
        if (box->count == 0) {
            bool isLeft =
                boxDistance(&tree->box[box->left], p) <= boxDistance(&tree->box[box->left + 1], p);
            waiting[depth++] = isLeft ? box->left + 1 : box->left;
            waiting[depth++] = isLeft ? box->left : box->left + 1;
        }
        for (int i = box->first; i < box->first + box->count; ++i) {
            vlVec3 q;
            double distance = vlFaceTree_FaceDistance(part, &part->faces[tree->order[i]], p, &q);
            ++tree->visits;
            if (distance < best) {
                best = distance;
                tree->last = tree->order[i];
                *nearest = q;
            }
        }
    }
    return best;
}
