// SPDX-License-Identifier: MIT
#include "pieces.h"

#include <string.h>

// Points of a random hull: in a ball, on a sphere, or on an ellipsoid flattened or stretched up to
// 10 times. On a sphere all become vertices.
static vlResult createHull(vlRandom* random, vlShape** shape)
{
    vlVec3 points[200];
    int count = (int)vlRandom_Log(random, 4.0, 201.0);
    int style = vlRandom_Index(random, 3);
    vlVec3 stretch = vlVec(1.0, 1.0, 1.0);
    if (style == 2) {
        stretch = vlVec(1.0, vlRandom_Log(random, 0.3, 1.0), vlRandom_Log(random, 0.1, 1.0));
    }
    for (int i = 0; i < count; ++i) {
        vlVec3 p = style == 0 ? vlRandom_InBall(random) : vlRandom_Direction(random);
        points[i] = vlVec(p.x * stretch.x, p.y * stretch.y, p.z * stretch.z);
    }
    return vlShape_CreateHull(NULL, points, count, shape, NULL, 0);
}

static vlResult createShape(int index, vlRandom* random, vlShape** shape)
{
    if (index < VL_POOL_BOXES) {
        // Sixteenths, so that flush boxes can be placed without rounding.
        vlVec3 half =
            vlVec((1 + vlRandom_Index(random, 16)) / 16.0, (1 + vlRandom_Index(random, 16)) / 16.0,
                  (1 + vlRandom_Index(random, 16)) / 16.0);
        return vlShape_CreateBox(NULL, half, shape, NULL, 0);
    }
    int sides = 3 + vlRandom_Index(random, 30);
    if (index % 8 == 0) {
        return vlShape_CreatePrism(NULL, sides, 1.0, vlRandom_Range(random, 0.2, 2.0), shape, NULL,
                                   0);
    }
    if (index % 8 == 1) {
        return vlShape_CreateCone(NULL, sides, 1.0, 0.0, vlRandom_Range(random, 0.3, 2.0), shape,
                                  NULL, 0);
    }
    return createHull(random, shape);
}

bool vlShapePool_Create(vlShapePool* pool, vlRandom* random)
{
    memset(pool, 0, sizeof *pool);
    for (int i = 0; i < VL_POOL_SHAPES; ++i) {
        // Few random points may lie nearly in one plane, which is refused: draw again.
        int tries = 0;
        while (createShape(i, random, &pool->shape[i]) != VL_OK) {
            if (++tries == 10) {
                vlShapePool_Release(pool);
                return false;
            }
        }
    }
    return true;
}

void vlShapePool_Release(vlShapePool* pool)
{
    for (int i = 0; i < VL_POOL_SHAPES; ++i) {
        vlShape_Release(pool->shape[i]);
    }
}

void vlScaledPiece_Set(vlScaledPiece* piece, const vlConvex* source, double scale)
{
    const double* from[7] = {source->vx, source->vy, source->vz, source->nx,
                             source->ny, source->nz, source->nd};
    double* to[7] = {piece->v[0], piece->v[1], piece->v[2], piece->n[0],
                     piece->n[1], piece->n[2], piece->n[3]};
    for (int k = 0; k < 7; ++k) {
        bool isNormal = k >= 3 && k < 6;
        int count = k < 3 ? source->vertexCount : source->faceCount;
        for (int i = 0; i < count; ++i) {
            to[k][i] = isNormal ? from[k][i] : scale * from[k][i];
        }
        for (int i = count; i < (k < 3 ? VL_PIECE_VERTICES : VL_PIECE_FACES); ++i) {
            to[k][i] = to[k][0];
        }
    }
    vlConvex* c = &piece->convex;
    *c = *source;
    c->vx = piece->v[0], c->vy = piece->v[1], c->vz = piece->v[2];
    c->nx = piece->n[0], c->ny = piece->n[1], c->nz = piece->n[2], c->nd = piece->n[3];
    c->centre = vlScale(source->centre, scale);
    c->radius = scale * source->radius;
    c->lower = vlScale(source->lower, scale);
    c->upper = vlScale(source->upper, scale);
}

vlVec3 vlPiece_PointWithin(const vlConvex* c, const uint16_t* vertex, int count, vlRandom* random)
{
    vlVec3 sum = vlZero();
    double total = 0.0;
    for (int i = 0; i < count; ++i) {
        double w = 1e-3 + vlRandom_Uniform(random);
        sum = vlMulAdd(sum, w, vlConvex_Vertex(c, vertex != NULL ? vertex[i] : i));
        total += w;
    }
    return vlScale(sum, 1.0 / total);
}

vlFeature vlFeature_Face(const vlConvex* c, vlRandom* random)
{
    int f = vlRandom_Index(random, c->faceCount);
    int start = c->faceStart[f];
    vlFeature feature = {
        vlPiece_PointWithin(c, &c->faceVertex[start], c->faceStart[f + 1] - start, random),
        vlConvex_Normal(c, f)};
    return feature;
}

// Sum of the normals of v's faces, or of those it shares with w.
static vlVec3 coneAxis(const vlConvex* c, int v, int w, vlRandom* random)
{
    vlVec3 sum = vlZero();
    for (int k = c->vertexFaceStart[v]; k < c->vertexFaceStart[v + 1]; ++k) {
        int f = c->vertexFace[k];
        bool shared = w < 0;
        for (int i = c->faceStart[f]; i < c->faceStart[f + 1]; ++i) {
            shared |= c->faceVertex[i] == w;
        }
        if (shared) {
            sum = vlMulAdd(sum, vlRandom_Range(random, 0.5, 1.0), vlConvex_Normal(c, f));
        }
    }
    return vlUnit(sum);
}

vlFeature vlFeature_Edge(const vlConvex* c, vlRandom* random)
{
    int v = vlRandom_Index(random, c->vertexCount);
    int start = c->neighbourStart[v];
    int w = c->neighbour[start + vlRandom_Index(random, c->neighbourStart[v + 1] - start)];
    double s = vlRandom_Range(random, 0.05, 0.95);
    vlVec3 a = vlConvex_Vertex(c, v);
    vlFeature feature = {vlMulAdd(a, s, vlSub(vlConvex_Vertex(c, w), a)),
                         coneAxis(c, v, w, random)};
    return feature;
}

vlFeature vlFeature_Vertex(const vlConvex* c, vlRandom* random)
{
    int v = vlRandom_Index(random, c->vertexCount);
    vlFeature feature = {vlConvex_Vertex(c, v), coneAxis(c, v, -1, random)};
    return feature;
}

vlFeature vlFeature_Any(const vlConvex* c, vlRandom* random)
{
    switch (vlRandom_Index(random, 3)) {
    case 0: return vlFeature_Face(c, random);
    case 1: return vlFeature_Edge(c, random);
    default: return vlFeature_Vertex(c, random);
    }
}
