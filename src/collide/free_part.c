// SPDX-License-Identifier: MIT
// The free part of a face is the sum of its cells, which are convex and do not overlap (T6.6).

#include "collide/free_part.h"

static double areaOf(const vlVec3* points, int count, vlVec3 normal)
{
    vlVec3 twice = vlZero();
    for (int i = 2; i < count; ++i) {
        twice = vlAdd(twice, vlCross(vlSub(points[i - 1], points[0]), vlSub(points[i], points[0])));
    }
    double area = 0.5 * vlDot(twice, normal);
    return area > 0.0 ? area : 0.0; // a sliver may come out negative by rounding
}

// Keeps the part with m . (x - a) >= 0. A convex polygon gets at most one more corner.
static int cutBySide(const vlVec3* in, int count, vlVec3 m, vlVec3 a, vlVec3* out)
{
    int kept = 0;
    vlVec3 last = in[count - 1];
    double lastSide = vlDot(m, vlSub(last, a));
    for (int i = 0; i < count; ++i) {
        double side = vlDot(m, vlSub(in[i], a));
        bool crosses = (lastSide < 0.0 && side > 0.0) || (lastSide > 0.0 && side < 0.0);
        if (crosses && kept < VL_POLYTOPE_MAX_VERTICES) {
            out[kept++] = vlMulAdd(last, lastSide / (lastSide - side), vlSub(in[i], last));
        }
        if (side >= 0.0 && kept < VL_POLYTOPE_MAX_VERTICES) {
            out[kept++] = in[i];
        }
        last = in[i];
        lastSide = side;
    }
    return kept;
}

static double areaInCell(const vlConvex* convex, const vlCell* cell, vlVec3 normal,
                         const vlVec3* points, int count, vlFreeScratch* scratch)
{
    const vlVec3* corner = &convex->cellPoint[cell->start];
    const vlVec3* in = points;
    int next = 1;
    for (uint32_t i = 0; i < cell->count && count >= 3; ++i) {
        vlVec3 a = corner[i];
        vlVec3 m = vlCross(normal, vlSub(corner[i + 1 < cell->count ? i + 1 : 0], a));
        count = cutBySide(in, count, m, a, scratch->polygon[next]);
        in = scratch->polygon[next];
        next = 3 - next;
    }
    return count >= 3 ? areaOf(in, count, normal) : 0.0;
}

double vlFreePart_Area(const vlConvex* convex, int face, const vlVec3* points, int count,
                       vlFreeScratch* scratch)
{
    vlVec3 normal = vlConvex_Normal(convex, face);
    vlFaceGlue glue = convex->glue != NULL ? (vlFaceGlue)convex->glue[face] : VL_FACE_FREE;
    if (glue == VL_FACE_FREE) {
        return areaOf(points, count, normal);
    }
    double area = 0.0;
    if (glue == VL_FACE_PARTLY) {
        for (uint32_t c = convex->firstCell[face]; c < convex->firstCell[face + 1]; ++c) {
            area += areaInCell(convex, &convex->cell[c], normal, points, count, scratch);
        }
    }
    return area;
}

double vlFreePart_OfPolytope(const vlConvex* convex, const vlPolytope* polytope,
                             const vlPolytopeFace* face, vlMat3 rotation, vlVec3 origin,
                             vlFreeScratch* scratch)
{
    const uint16_t* loop = &polytope->loop[face->start];
    int count = face->count < VL_POLYTOPE_MAX_VERTICES ? face->count : VL_POLYTOPE_MAX_VERTICES;
    for (int i = 0; i < count; ++i) {
        scratch->polygon[0][i] =
            vlMulTV(rotation, vlSub(vlPolytope_Vertex(polytope, loop[i]), origin));
    }
    return vlFreePart_Area(convex, face->plane, scratch->polygon[0], count, scratch);
}
