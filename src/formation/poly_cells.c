// SPDX-License-Identifier: MIT
// Finds which cells of a list of faces lie in one plane, and joins cells to larger convex ones.

#include <stdlib.h>
#include <string.h>

#include "base/side.h"
#include "formation/poly_draft.h"
#include "solid/plane_groups.h"

// The normals of neighbours in one plane have at least this cosine between them.
#define SAME_WAY 0.9

typedef struct Border {
    vlSide side; // by the corner where it begins, as an index of the draft's corners
    int cell;
} Border;

// Finds for each corner the cell across the side that begins there, -1 for none. Only sides that
// exactly two cells share count.
static bool findNeighbours(vlPolyDraft* d, int* across)
{
    Border* border = vlPolyDraft_Take(d, d->cornerCount, sizeof(Border));
    if (border == NULL) {
        return false;
    }
    int n = 0;
    for (int c = 0; c < d->cellCount; ++c) {
        const vlDraftCell* cell = &d->cell[c];
        for (int k = 0; k < cell->count; ++k) {
            int p = d->corner[cell->first + k];
            int q = d->corner[cell->first + (k + 1 < cell->count ? k + 1 : 0)];
            border[n++] = (Border){vlSide_Of(p, q, cell->first + k), c};
        }
    }
    for (int i = 0; i < d->cornerCount; ++i) {
        across[i] = -1;
    }
    qsort(border, (size_t)n, sizeof(Border), vlSide_Compare);
    for (int i = 0, end; i < n; i = end) {
        end = i + 1;
        while (end < n && vlSide_IsBeside(&border[end].side, &border[i].side)) {
            ++end;
        }
        if (end == i + 2) {
            across[border[i].side.number] = border[i + 1].cell;
            across[border[i + 1].side.number] = border[i].cell;
        }
    }
    vlPolyDraft_Drop(d, border);
    return true;
}

typedef struct Joining {
    vlPolyDraft* draft;
    const vlVec3* normals; // of the cells
    const int* across;     // of each corner: the cell across the side that begins there; -1: none
} Joining;

static void planeOf(const void* user, int c, vlVec3* normal, double* offset)
{
    const Joining* j = user;
    *normal = j->normals[c];
    *offset = vlDot(*normal, j->draft->point[j->draft->corner[j->draft->cell[c].first]]);
}

static int cellAcross(const void* user, int c, int k)
{
    const Joining* j = user;
    const vlDraftCell* cell = &j->draft->cell[c];
    return k < cell->count ? j->across[cell->first + k] : VL_NO_SIDE;
}

static bool isInPlane(const void* user, int beside, int c, vlVec3 normal, double offset)
{
    (void)beside;
    const Joining* j = user;
    return vlDot(j->normals[c], normal) > SAME_WAY &&
           vlPolyDraft_IsInPlane(j->draft, &j->draft->cell[c], normal, offset);
}

// The plane of all cells of a face, weighted by their areas.
static void finishFace(void* user, int face, const int* cells, int count)
{
    const Joining* j = user;
    vlPolyDraft* d = j->draft;
    vlVec3 sum = vlZero();
    double area = 0.0;
    vlVec3 middle = vlZero();
    for (int i = 0; i < count; ++i) {
        const vlDraftCell* cell = &d->cell[cells[i]];
        vlVec3 normal = j->normals[cells[i]];
        double a = vlPolyDraft_CellArea(d, cell, normal);
        sum = vlMulAdd(sum, a, normal);
        for (int k = 0; k < cell->count; ++k) {
            middle = vlMulAdd(middle, a / cell->count, d->point[d->corner[cell->first + k]]);
        }
        area += a;
        d->cell[cells[i]].face = face;
    }
    vlVec3 normal = vlUnit(sum);
    (void)vlPolyDraft_AddFace(d, normal, vlDot(normal, vlScale(middle, 1.0 / area)));
}

vlResult vlPolyDraft_JoinFaces(vlPolyDraft* d, const vlVec3* normals)
{
    int* across = vlPolyDraft_Take(d, d->cornerCount, sizeof(int));
    int* group = vlPolyDraft_Take(d, 2 * d->cellCount, sizeof(int));
    vlKeyed* seed = vlPolyDraft_Take(d, d->cellCount, sizeof(vlKeyed));
    if (across != NULL && group != NULL && seed != NULL && findNeighbours(d, across)) {
        Joining joining = {d, normals, across};
        vlPlaneSurface surface = {&joining, planeOf, cellAcross, isInPlane, finishFace};
        for (int c = 0; c < d->cellCount; ++c) {
            seed[c] = (vlKeyed){vlPolyDraft_CellArea(d, &d->cell[c], normals[c]), c};
        }
        (void)vlPlaneGroups_Find(&surface, d->cellCount, seed, d->cellCount, group,
                                 &group[d->cellCount]);
    }
    vlPolyDraft_Drop(d, across);
    vlPolyDraft_Drop(d, group);
    vlPolyDraft_Drop(d, seed);
    return vlPolyDraft_Memory(d);
}

// ---- larger cells ----

// Lists the corners of cells `a` and `b` together, which share side `k` of `a`. Corners on a
// straight line are left out. Returns their number, 0 if the result is not convex or too large.
static int unite(const vlPolyDraft* d, const vlDraftCell* a, int k, const vlDraftCell* b,
                 vlVec3 normal, int* out)
{
    const int* p = &d->corner[a->first];
    const int* q = &d->corner[b->first];
    int end = p[(k + 1) % a->count];
    int at = 0;
    while (at < b->count && q[at] != end) {
        ++at;
    }
    if (at == b->count || q[(at + 1) % b->count] != p[k]) {
        return 0;
    }
    int all[2 * VL_MAX_CELL_CORNERS];
    int n = 0;
    for (int i = 0; i < a->count; ++i) { // from the end of the side round to its beginning
        all[n++] = p[(k + 1 + i) % a->count];
    }
    for (int i = 2; i < b->count; ++i) { // then b's corners except the two of the side
        all[n++] = q[(at + i) % b->count];
    }
    int used = 0;
    for (int i = 0; i < n; ++i) {
        vlVec3 before = d->point[all[(i + n - 1) % n]];
        vlVec3 here = d->point[all[i]];
        vlVec3 after = d->point[all[(i + 1) % n]];
        vlVec3 along = vlUnit(vlSub(after, before));
        double height = vlDot(vlCross(along, vlSub(here, before)), normal);
        if (height > d->snap) { // the corner is left of the line: concave
            return 0;
        }
        if (height < -d->snap) {
            if (used == VL_MAX_CELL_CORNERS) {
                return 0;
            }
            out[used++] = all[i];
        }
    }
    return used;
}

// Joins two cells in the place of the first one, if that gives a convex cell.
static bool joinTwo(vlPolyDraft* d, int c, int other)
{
    int out[VL_MAX_CELL_CORNERS];
    for (int k = 0; k < d->cell[c].count; ++k) {
        vlVec3 normal = d->face[d->cell[c].face].normal;
        int n = unite(d, &d->cell[c], k, &d->cell[other], normal, out);
        if (n < 3) {
            continue;
        }
        if (!vlPolyDraft_Grow(d, &d->corner, &d->cornerCapacity, d->cornerCount + n, sizeof(int))) {
            return false;
        }
        memcpy(&d->corner[d->cornerCount], out, (size_t)n * sizeof(int));
        d->cell[c].first = d->cornerCount;
        d->cell[c].count = n;
        d->cornerCount += n;
        if (d->cell[other].pieceFace < d->cell[c].pieceFace) {
            d->cell[c].pieceFace = d->cell[other].pieceFace;
        }
        return true;
    }
    return false;
}

static int byFace(const void* x, const void* y)
{
    const vlDraftCell* a = x;
    const vlDraftCell* b = y;
    if (a->face != b->face) {
        return a->face - b->face;
    }
    if (a->piece != b->piece) {
        return a->piece - b->piece;
    }
    return a->pieceFace != b->pieceFace ? a->pieceFace - b->pieceFace : a->first - b->first;
}

vlResult vlPolyDraft_JoinCells(vlPolyDraft* d, bool acrossPieces)
{
    qsort(d->cell, (size_t)d->cellCount, sizeof(vlDraftCell), byFace);
    int kept = 0;
    for (int begin = 0, end; begin < d->cellCount; begin = end) {
        end = begin + 1;
        while (end < d->cellCount && d->cell[end].face == d->cell[begin].face) {
            ++end;
        }
        for (int c = begin; c < end; ++c) {
            for (int other = c + 1; other < end && d->cell[c].count > 0; ++other) {
                const vlDraftCell* b = &d->cell[other];
                if (b->count > 0 &&
                    (acrossPieces ||
                     (b->piece == d->cell[c].piece && b->pieceFace == d->cell[c].pieceFace)) &&
                    joinTwo(d, c, other)) {
                    d->cell[other].count = 0;
                    other = c; // the larger cell has other neighbours
                }
            }
        }
        for (int c = begin; c < end; ++c) {
            if (d->cell[c].count > 0) {
                d->cell[kept++] = d->cell[c];
            }
        }
    }
    d->cellCount = kept;
    return vlPolyDraft_Memory(d);
}
