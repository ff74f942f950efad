// SPDX-License-Identifier: MIT
// The start of a collapse, with the quadrics of the vertices.

#include <stdlib.h>
#include <string.h>

#include "mesh/collapse.h"

// The weight of staying at the middle of the edge, over that of the planes: where planes leave a
// direction free (on a flat part, along a straight edge), the middle is the best place.
#define MIDDLE 1e-6
// A place that costs more than the best one by less than this share is as good.
#define AS_GOOD 1e-9

vlQuadric vlQuadric_Add(vlQuadric a, vlQuadric b)
{
    return (vlQuadric){a.xx + b.xx, a.xy + b.xy, a.xz + b.xz,     a.yy + b.yy,
                       a.yz + b.yz, a.zz + b.zz, vlAdd(a.b, b.b), a.c + b.c};
}

static vlQuadric quadricOf(const vlVec3* t)
{
    vlVec3 cross = vlCross(vlSub(t[1], t[0]), vlSub(t[2], t[0]));
    vlVec3 n = vlUnit(cross);
    double weight = 0.5 * vlLength(cross), offset = -vlDot(n, t[0]);
    return (vlQuadric){weight * n.x * n.x,          weight * n.x * n.y,      weight * n.x * n.z,
                       weight * n.y * n.y,          weight * n.y * n.z,      weight * n.z * n.z,
                       vlScale(n, weight * offset), weight * offset * offset};
}

static double costAt(const vlQuadric* q, vlVec3 p)
{
    vlVec3 a =
        vlVec(q->xx * p.x + q->xy * p.y + q->xz * p.z, q->xy * p.x + q->yy * p.y + q->yz * p.z,
              q->xz * p.x + q->yz * p.y + q->zz * p.z);
    return fmax(0.0, vlDot(p, a) + 2.0 * vlDot(q->b, p) + q->c);
}

double vlCollapse_FindPlace(const vlCollapse* c, int u, int v, vlVec3* place)
{
    vlQuadric q = vlQuadric_Add(c->quadric[u], c->quadric[v]);
    vlVec3 ends[2] = {c->points[u], c->points[v]};
    vlVec3 middle = vlScale(vlAdd(ends[0], ends[1]), 0.5), side = vlSub(ends[1], ends[0]);
    double stay = MIDDLE * (q.xx + q.yy + q.zz);
    vlMat3 a = vlMat(vlVec(q.xx + stay, q.xy, q.xz), vlVec(q.xy, q.yy + stay, q.yz),
                     vlVec(q.xz, q.yz, q.zz + stay));
    vlVec3 right = vlMulAdd(vlScale(q.b, -1.0), stay, middle);
    // Cramer's rule; the matrix is positive definite, with a moderate condition by `stay`.
    double det = vlDot(a.cx, vlCross(a.cy, a.cz));
    *place = middle;
    if (det > 0.0) {
        *place =
            vlVec(vlDot(right, vlCross(a.cy, a.cz)) / det, vlDot(a.cx, vlCross(right, a.cz)) / det,
                  vlDot(a.cx, vlCross(a.cy, right)) / det);
    }
    double square = vlDot(side, side);
    double scale = (q.xx + q.yy + q.zz) * square;
    double best = costAt(&q, *place);
    for (int i = 0; i < 2; ++i) {
        double cost = costAt(&q, ends[i]);
        if (cost <= best + AS_GOOD * scale) {
            *place = ends[i];
            best = cost;
        }
    }
    // Among edges that cost nothing, short ones go first.
    return best + AS_GOOD * scale;
}

static bool allocate(vlCollapse* c)
{
    size_t points = (size_t)c->original->pointCount, faces = (size_t)c->original->faceCount;
    c->points = malloc(sizeof *c->points * points);
    c->corner = malloc(sizeof(int) * 3 * faces);
    c->isGone = calloc(faces, sizeof(bool));
    c->firstCorner = malloc(sizeof(int) * points);
    c->nextCorner = malloc(sizeof(int) * 3 * faces);
    c->hint = malloc(sizeof(int) * points);
    c->firstGuest = calloc(faces, sizeof(int));
    c->nextGuest = malloc(sizeof(int) * points);
    c->quadric = calloc(points, sizeof *c->quadric);
    c->stamp = calloc(points, sizeof(int));
    c->mark = calloc(points, sizeof(int));
    c->drift = calloc(points, sizeof *c->drift);
    c->star = malloc(sizeof(int) * faces);
    c->guest = malloc(sizeof(int) * points);
    c->host = malloc(sizeof(int) * points);
    return c->points != NULL && c->corner != NULL && c->isGone != NULL && c->firstCorner != NULL &&
           c->nextCorner != NULL && c->hint != NULL && c->firstGuest != NULL &&
           c->nextGuest != NULL && c->quadric != NULL && c->stamp != NULL && c->mark != NULL &&
           c->drift != NULL && c->star != NULL && c->guest != NULL && c->host != NULL;
}

bool vlCollapse_Begin(vlCollapse* c, const vlMesh* original, const vlBoxTree* tree, double limit)
{
    *c = (vlCollapse){.original = original,
                      .probe = {.mesh = original, .tree = tree},
                      .limit = limit,
                      .triangleCount = original->faceCount};
    if (!allocate(c)) {
        return false;
    }
    memcpy(c->points, original->points, sizeof *c->points * (size_t)original->pointCount);
    memcpy(c->corner, original->indices, sizeof(int) * 3 * (size_t)original->faceCount);
    for (int i = 0; i < original->pointCount; ++i) {
        c->firstCorner[i] = -1;
    }
    for (int t = original->faceCount - 1; t >= 0; --t) {
        vlVec3 p[3];
        c->firstGuest[t] = -1;
        for (int k = 0; k < 3; ++k) {
            p[k] = c->points[c->corner[3 * t + k]];
        }
        vlQuadric q = quadricOf(p);
        for (int k = 2; k >= 0; --k) {
            int v = c->corner[3 * t + k];
            c->nextCorner[3 * t + k] = c->firstCorner[v];
            c->firstCorner[v] = 3 * t + k;
            c->quadric[v] = vlQuadric_Add(c->quadric[v], q);
        }
    }
    for (int i = 0; i < original->pointCount; ++i) {
        int t = c->firstCorner[i] >= 0 ? c->firstCorner[i] / 3 : 0;
        c->hint[i] = t;
        c->nextGuest[i] = c->firstGuest[t];
        c->firstGuest[t] = i;
    }
    return true;
}

void vlCollapse_End(vlCollapse* c)
{
    free(c->points);
    free(c->corner);
    free(c->isGone);
    free(c->firstCorner);
    free(c->nextCorner);
    free(c->hint);
    free(c->firstGuest);
    free(c->nextGuest);
    free(c->quadric);
    free(c->stamp);
    free(c->mark);
    free(c->drift);
    free(c->star);
    free(c->guest);
    free(c->host);
    *c = (vlCollapse){0};
}
