// SPDX-License-Identifier: MIT
// Makes the edges of a polyhedron from the sides of cells: sides are cut where other points lie on
// them, sides within a face cancel, and each remaining one must meet one of another face.

#include <stdlib.h>
#include <string.h>

#include "base/keyed.h"
#include "base/sentence.h"
#include "formation/poly_draft.h"

static void addSide(vlPolyDraft* d, int a, int b, int cell)
{
    if (vlPolyDraft_Grow(d, &d->side, &d->sideCapacity, d->sideCount + 1, sizeof(vlDraftSide))) {
        d->side[d->sideCount++] = (vlDraftSide){a, b, d->cell[cell].face, cell};
    }
}

// Adds the side from a to b in pieces that end at the points on it. `on` is scratch for `count`
// points.
static void addCutSide(vlPolyDraft* d, const vlKeyed* order, int count, vlKeyed* on, int a, int b,
                       int cell)
{
    vlVec3 p = d->point[a];
    vlVec3 along = vlSub(d->point[b], p);
    double length = vlLength(along);
    along = vlScale(along, 1.0 / length);
    double low = fmin(p.x, d->point[b].x) - d->snap;
    double high = fmax(p.x, d->point[b].x) + d->snap;
    int begin = 0;
    for (int end = count; begin < end;) {
        int middle = (begin + end) / 2;
        if (order[middle].key < low) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    int n = 0;
    for (int i = begin; i < count && order[i].key <= high; ++i) {
        vlVec3 q = vlSub(d->point[order[i].number], p);
        double s = vlDot(q, along);
        if (order[i].number != a && order[i].number != b && s > 0.0 && s < length &&
            vlLength(vlMulAdd(q, -s, along)) <= d->snap) {
            on[n++] = (vlKeyed){s, order[i].number};
        }
    }
    qsort(on, (size_t)n, sizeof(vlKeyed), vlKeyed_Compare);
    int last = a;
    for (int i = 0; i < n; ++i) {
        addSide(d, last, on[i].number, cell);
        last = on[i].number;
    }
    addSide(d, last, b, cell);
}

static int lower(const vlDraftSide* s)
{
    return s->a < s->b ? s->a : s->b;
}

static int upper(const vlDraftSide* s)
{
    return s->a < s->b ? s->b : s->a;
}

static int byEnds(const void* x, const void* y)
{
    const vlDraftSide* s = x;
    const vlDraftSide* t = y;
    if (lower(s) != lower(t)) {
        return lower(s) - lower(t);
    }
    if (upper(s) != upper(t)) {
        return upper(s) - upper(t);
    }
    if (s->face != t->face) {
        return s->face - t->face;
    }
    return s->a - t->a;
}

// Removes pairs of opposite sides of one face from a group of sides with the same ends; returns how
// many are left.
static int cancelWithin(vlDraftSide* s, int count)
{
    int left = 0;
    for (int i = 0; i < count;) {
        if (i + 1 < count && s[i].face == s[i + 1].face && s[i].a != s[i + 1].a) {
            i += 2;
        } else {
            s[left++] = s[i++];
        }
    }
    return left;
}

static vlResult refuseSides(const vlPolyDraft* d, const vlDraftSide* s, int count)
{
    vlVec3 p = d->point[s[0].a];
    vlVec3 q = d->point[s[0].b];
    char first[VL_CELL_TEXT];
    char second[VL_CELL_TEXT];
    vlPolyDraft_CellText(d, s[0].cell, first);
    if (count == 1) {
        return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY,
                               "the edge of %s from (%g, %g, %g) to (%g, %g, %g) belongs to no "
                               "other face; expected a closed surface",
                               first, p.x, p.y, p.z, q.x, q.y, q.z);
    }
    vlPolyDraft_CellText(d, s[1].cell, second);
    if (count == 2) {
        return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY,
                               "%s and %s run the same way along their edge from (%g, %g, %g) "
                               "to (%g, %g, %g); expected all faces to look outwards",
                               first, second, p.x, p.y, p.z, q.x, q.y, q.z);
    }
    return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY,
                           "%d faces, among them %s and %s, meet in the edge from (%g, %g, %g) to "
                           "(%g, %g, %g); expected a surface that does not touch itself",
                           count, first, second, p.x, p.y, p.z, q.x, q.y, q.z);
}

static vlResult matchSides(vlPolyDraft* d)
{
    if (d->sideCount == 0) {
        return vlSentence_Fail(
            d->error, VL_ERROR_GEOMETRY,
            "no edge is left of its surface, because points within %g m, a fraction "
            "of its size, count as one; expected a solid that is thicker than that",
            d->snap);
    }
    qsort(d->side, (size_t)d->sideCount, sizeof(vlDraftSide), byEnds);
    for (int i = 0, end; i < d->sideCount; i = end) {
        end = i + 1;
        while (end < d->sideCount && lower(&d->side[end]) == lower(&d->side[i]) &&
               upper(&d->side[end]) == upper(&d->side[i])) {
            ++end;
        }
        int left = cancelWithin(&d->side[i], end - i);
        if (left == 0) {
            continue;
        }
        const vlDraftSide* s = &d->side[i];
        if (left != 2 || s[0].a == s[1].a) {
            return refuseSides(d, s, left);
        }
        if (!vlPolyDraft_Grow(d, &d->edge, &d->edgeCapacity, d->edgeCount + 1,
                              sizeof(vlDraftEdge))) {
            break;
        }
        d->edge[d->edgeCount++] = (vlDraftEdge){s[0].a, s[0].b, s[0].face, s[1].face};
    }
    return vlPolyDraft_Memory(d);
}

// The other edge at point p, which has two, if it continues `edge` between the same two faces; else
// -1.
static int continuation(const vlPolyDraft* d, const int* two, int edge, int p)
{
    int other = two[2 * p] == edge ? two[2 * p + 1] : two[2 * p];
    const vlDraftEdge* e = &d->edge[edge];
    const vlDraftEdge* f = &d->edge[other];
    bool isSame = (e->left == f->left && e->right == f->right) ||
                  (e->left == f->right && e->right == f->left);
    return other != edge && isSame ? other : -1;
}

// Joins collinear edges between the same two faces at points where nothing else ends.
static void joinCollinear(vlPolyDraft* d, int* degree, int* two, bool* isGone)
{
    for (int e = 0; e < d->edgeCount; ++e) {
        int ends[2] = {d->edge[e].a, d->edge[e].b};
        for (int k = 0; k < 2; ++k) {
            two[2 * ends[k] + (degree[ends[k]] > 0 ? 1 : 0)] = e;
            ++degree[ends[k]];
        }
    }
    for (int e = 0; e < d->edgeCount; ++e) {
        while (!isGone[e] && degree[d->edge[e].b] == 2) {
            vlDraftEdge* x = &d->edge[e];
            int other = continuation(d, two, e, x->b);
            if (other < 0) {
                break;
            }
            vlDraftEdge y = d->edge[other];
            int far = y.a == x->b ? y.b : y.a;
            vlVec3 p = d->point[x->a];
            vlVec3 along = vlUnit(vlSub(d->point[far], p));
            vlVec3 q = vlSub(d->point[x->b], p);
            double s = vlDot(q, along);
            // A closed ring of two edges, or a bend, ends the chain.
            if (far == x->a || s <= 0.0 || vlLength(vlMulAdd(q, -s, along)) > d->snap) {
                break;
            }
            two[2 * far + (two[2 * far] == other ? 0 : 1)] = e;
            x->b = far;
            isGone[other] = true;
        }
    }
    int kept = 0;
    for (int e = 0; e < d->edgeCount; ++e) {
        if (!isGone[e]) {
            d->edge[kept++] = d->edge[e];
        }
    }
    d->edgeCount = kept;
}

static void reverseEdge(vlDraftEdge* e)
{
    *e = (vlDraftEdge){e->b, e->a, e->right, e->left};
}

static void joinEdges(vlPolyDraft* d)
{
    int* degree = vlPolyDraft_Take(d, d->pointCount, sizeof(int));
    int* two = vlPolyDraft_Take(d, 2 * d->pointCount, sizeof(int));
    bool* isGone = vlPolyDraft_Take(d, d->edgeCount, sizeof(bool));
    if (degree != NULL && two != NULL && isGone != NULL) {
        joinCollinear(d, degree, two, isGone);
        // The same from the other end, because the walk may have begun in the middle of a chain.
        memset(degree, 0, (size_t)d->pointCount * sizeof(int));
        memset(isGone, 0, (size_t)d->edgeCount * sizeof(bool));
        for (int e = 0; e < d->edgeCount; ++e) {
            reverseEdge(&d->edge[e]);
        }
        joinCollinear(d, degree, two, isGone);
    }
    vlPolyDraft_Drop(d, degree);
    vlPolyDraft_Drop(d, two);
    vlPolyDraft_Drop(d, isGone);
}

vlResult vlPolyDraft_FindEdges(vlPolyDraft* d, bool hasSeams)
{
    vlKeyed* order = vlPolyDraft_Take(d, d->pointCount, sizeof(vlKeyed));
    vlKeyed* on = vlPolyDraft_Take(d, d->pointCount, sizeof(vlKeyed));
    bool* isUsed = vlPolyDraft_Take(d, d->pointCount, sizeof(bool));
    if (order != NULL && on != NULL && isUsed != NULL) {
        int count = 0;
        if (hasSeams) {
            for (int c = 0; c < d->cellCount; ++c) {
                for (int k = 0; k < d->cell[c].count; ++k) {
                    isUsed[d->corner[d->cell[c].first + k]] = true;
                }
            }
            for (int i = 0; i < d->pointCount; ++i) {
                if (isUsed[i]) {
                    order[count++] = (vlKeyed){d->point[i].x, i};
                }
            }
            qsort(order, (size_t)count, sizeof(vlKeyed), vlKeyed_Compare);
        }
        for (int c = 0; c < d->cellCount && !d->isOutOfMemory; ++c) {
            const vlDraftCell* cell = &d->cell[c];
            for (int k = 0; k < cell->count; ++k) {
                addCutSide(d, order, count, on, d->corner[cell->first + k],
                           d->corner[cell->first + (k + 1 < cell->count ? k + 1 : 0)], c);
            }
        }
    }
    vlPolyDraft_Drop(d, order);
    vlPolyDraft_Drop(d, on);
    vlPolyDraft_Drop(d, isUsed);
    vlResult result = vlPolyDraft_Memory(d);
    result = result == VL_OK ? matchSides(d) : result;
    if (result == VL_OK) {
        joinEdges(d);
        result = vlPolyDraft_Memory(d);
    }
    return result;
}
