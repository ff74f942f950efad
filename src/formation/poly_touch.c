// SPDX-License-Identifier: MIT
// A surface must not touch or cut itself: no vertex on a face that is not its own, no edge through
// a face, no edge on another. Load time only, so that all pairs may be tried.

#include "base/box.h"
#include "base/sentence.h"
#include "formation/poly_draft.h"

static vlBox boxOfEdge(const vlPolyDraft* d, const vlDraftEdge* e)
{
    vlVec3 p = d->point[e->a];
    vlVec3 q = d->point[e->b];
    return (vlBox){vlVec_Lower(p, q), vlVec_Upper(p, q)};
}

static vlBox boxOfCell(const vlPolyDraft* d, const vlDraftCell* cell)
{
    vlBox box = vlBox_Empty();
    for (int k = 0; k < cell->count; ++k) {
        vlBox_Include(&box, d->point[d->corner[cell->first + k]]);
    }
    return box;
}

// Is a point of the cell's plane within the cell, or closer to it than the snap?
static bool isInCell(const vlPolyDraft* d, const vlDraftCell* cell, vlVec3 x)
{
    vlVec3 normal = d->face[cell->face].normal;
    for (int k = 0; k < cell->count; ++k) {
        vlVec3 p = d->point[d->corner[cell->first + k]];
        vlVec3 q = d->point[d->corner[cell->first + (k + 1 < cell->count ? k + 1 : 0)]];
        if (vlDot(vlUnit(vlCross(normal, vlSub(q, p))), vlSub(x, p)) < -d->snap) {
            return false;
        }
    }
    return true;
}

static bool isEndOfFace(const vlPolyDraft* d, int point, int face)
{
    for (int e = 0; e < d->edgeCount; ++e) {
        const vlDraftEdge* edge = &d->edge[e];
        if ((edge->a == point || edge->b == point) && (edge->left == face || edge->right == face)) {
            return true;
        }
    }
    return false;
}

static vlResult checkVertices(const vlPolyDraft* d, const bool* isVertex, const vlBox* boxes)
{
    for (int v = 0; v < d->pointCount; ++v) {
        vlVec3 p = d->point[v];
        vlBox at = {p, p};
        for (int c = 0; c < d->cellCount && isVertex[v]; ++c) {
            const vlDraftCell* cell = &d->cell[c];
            const vlDraftFace* face = &d->face[cell->face];
            if (!vlBox_AreApart(at, boxes[c], d->snap) &&
                fabs(vlDot(face->normal, p) - face->offset) <= d->snap && isInCell(d, cell, p) &&
                !isEndOfFace(d, v, cell->face)) {
                char text[VL_CELL_TEXT];
                return vlSentence_Fail(
                    d->error, VL_ERROR_GEOMETRY,
                    "the vertex at (%g, %g, %g) lies on %s, to which it does not "
                    "belong; expected a surface that does not touch itself",
                    p.x, p.y, p.z, vlPolyDraft_CellText(d, c, text));
            }
        }
    }
    return VL_OK;
}

static vlResult checkEdgesInCells(const vlPolyDraft* d, const vlBox* boxes)
{
    for (int e = 0; e < d->edgeCount; ++e) {
        vlVec3 p = d->point[d->edge[e].a];
        vlVec3 q = d->point[d->edge[e].b];
        vlBox box = boxOfEdge(d, &d->edge[e]);
        for (int c = 0; c < d->cellCount; ++c) {
            const vlDraftCell* cell = &d->cell[c];
            if (vlBox_AreApart(box, boxes[c], 0.0)) {
                continue;
            }
            const vlDraftFace* face = &d->face[cell->face];
            double hp = vlDot(face->normal, p) - face->offset;
            double hq = vlDot(face->normal, q) - face->offset;
            if (fmin(hp, hq) >= -d->snap || fmax(hp, hq) <= d->snap) {
                continue;
            }
            vlVec3 x = vlMulAdd(p, hp / (hp - hq), vlSub(q, p));
            if (isInCell(d, cell, x)) {
                char text[VL_CELL_TEXT];
                return vlSentence_Fail(
                    d->error, VL_ERROR_GEOMETRY,
                    "the edge from (%g, %g, %g) to (%g, %g, %g) goes through %s at "
                    "(%g, %g, %g); expected a surface that does not cut itself",
                    p.x, p.y, p.z, q.x, q.y, q.z, vlPolyDraft_CellText(d, c, text), x.x, x.y, x.z);
            }
        }
    }
    return VL_OK;
}

// Do two edges without a common end meet within both? `*at` says where.
static bool doCross(const vlPolyDraft* d, const vlDraftEdge* e, const vlDraftEdge* f, vlVec3* at)
{
    vlVec3 p = d->point[e->a];
    vlVec3 u = vlSub(d->point[e->b], p);
    vlVec3 q = d->point[f->a];
    vlVec3 w = vlSub(d->point[f->b], q);
    vlVec3 x = vlCross(u, w);
    double squared = vlDot(x, x);
    if (squared <= 1e-12 * vlDot(u, u) * vlDot(w, w)) {
        return false; // parallel ones that meet have a vertex of one on the other
    }
    vlVec3 r = vlSub(q, p);
    double s = vlDot(vlCross(r, w), x) / squared;
    double t = vlDot(vlCross(r, u), x) / squared;
    *at = vlMulAdd(p, s, u);
    return s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0 && fabs(vlDot(r, x)) <= d->snap * sqrt(squared);
}

static vlResult checkEdges(const vlPolyDraft* d)
{
    for (int i = 0; i < d->edgeCount; ++i) {
        const vlDraftEdge* e = &d->edge[i];
        vlBox box = boxOfEdge(d, e);
        for (int k = 0; k < i; ++k) {
            const vlDraftEdge* f = &d->edge[k];
            vlBox other = boxOfEdge(d, f);
            vlVec3 at;
            if (vlBox_AreApart(box, other, d->snap) || e->a == f->a || e->a == f->b ||
                e->b == f->a || e->b == f->b || !doCross(d, e, f, &at)) {
                continue;
            }
            vlVec3 p = d->point[e->a];
            vlVec3 q = d->point[e->b];
            return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY,
                                   "the edge from (%g, %g, %g) to (%g, %g, %g) meets another edge "
                                   "at (%g, %g, %g); expected a surface that does not touch itself",
                                   p.x, p.y, p.z, q.x, q.y, q.z, at.x, at.y, at.z);
        }
    }
    return VL_OK;
}

vlResult vlPolyDraft_CheckTouch(vlPolyDraft* d, bool isList)
{
    bool* isVertex = vlPolyDraft_Take(d, d->pointCount, sizeof(bool));
    vlBox* boxes = vlPolyDraft_Take(d, d->cellCount, sizeof(vlBox));
    vlResult result = vlPolyDraft_Memory(d);
    if (result == VL_OK) {
        for (int e = 0; e < d->edgeCount; ++e) {
            isVertex[d->edge[e].a] = isVertex[d->edge[e].b] = true;
        }
        for (int c = 0; c < d->cellCount; ++c) {
            boxes[c] = boxOfCell(d, &d->cell[c]);
        }
        result = checkVertices(d, isVertex, boxes);
        // The pieces of a shape share no volume: only a list of faces can cut itself.
        result = result == VL_OK && isList ? checkEdgesInCells(d, boxes) : result;
        result = result == VL_OK && isList ? checkEdges(d) : result;
    }
    vlPolyDraft_Drop(d, isVertex);
    vlPolyDraft_Drop(d, boxes);
    return result;
}
