// SPDX-License-Identifier: MIT
// The growing arrays of a polyhedron in the making; points, faces and cells.

#include "formation/poly_draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "solid/facet.h"
#include "solid/same_points.h"

void vlPolyDraft_Open(vlPolyDraft* draft, const vlAllocator* allocator, double snap,
                      const vlSentence* error)
{
    *draft = (vlPolyDraft){.allocator = *allocator, .snap = snap, .error = error};
}

void vlPolyDraft_Drop(vlPolyDraft* draft, void* block)
{
    if (block != NULL) {
        draft->allocator.release(block, draft->allocator.user);
    }
}

void vlPolyDraft_Close(vlPolyDraft* draft)
{
    vlPolyDraft_Drop(draft, draft->point);
    vlPolyDraft_Drop(draft, draft->corner);
    vlPolyDraft_Drop(draft, draft->cell);
    vlPolyDraft_Drop(draft, draft->face);
    vlPolyDraft_Drop(draft, draft->side);
    vlPolyDraft_Drop(draft, draft->edge);
}

void* vlPolyDraft_Take(vlPolyDraft* draft, int count, size_t size)
{
    void* block = draft->allocator.allocate(((size_t)count + 1) * size, draft->allocator.user);
    if (block == NULL) {
        draft->isOutOfMemory = true;
    } else {
        memset(block, 0, ((size_t)count + 1) * size);
    }
    return block;
}

vlResult vlPolyDraft_Memory(const vlPolyDraft* draft)
{
    return draft->isOutOfMemory ? vlSentence_FailMemory(draft->error) : VL_OK;
}

bool vlPolyDraft_Grow(vlPolyDraft* draft, void* array, int* capacity, int need, size_t size)
{
    draft->isOutOfMemory =
        draft->isOutOfMemory || !vlGrow(&draft->allocator, array, capacity, need, size);
    return !draft->isOutOfMemory;
}

int vlPolyDraft_AddPoint(vlPolyDraft* draft, vlVec3 point)
{
    if (!vlPolyDraft_Grow(draft, &draft->point, &draft->pointCapacity, draft->pointCount + 1,
                          sizeof(vlVec3))) {
        return -1;
    }
    draft->point[draft->pointCount] = point;
    return draft->pointCount++;
}

int vlPolyDraft_AddFace(vlPolyDraft* draft, vlVec3 normal, double offset)
{
    if (!vlPolyDraft_Grow(draft, &draft->face, &draft->faceCapacity, draft->faceCount + 1,
                          sizeof(vlDraftFace))) {
        return -1;
    }
    draft->face[draft->faceCount] = (vlDraftFace){normal, offset};
    return draft->faceCount++;
}

static void addOneCell(vlPolyDraft* draft, vlDraftCell cell, const int* corners)
{
    if (!vlPolyDraft_Grow(draft, &draft->corner, &draft->cornerCapacity,
                          draft->cornerCount + cell.count, sizeof(int)) ||
        !vlPolyDraft_Grow(draft, &draft->cell, &draft->cellCapacity, draft->cellCount + 1,
                          sizeof(vlDraftCell))) {
        return;
    }
    cell.first = draft->cornerCount;
    memcpy(&draft->corner[cell.first], corners, (size_t)cell.count * sizeof(int));
    draft->cornerCount += cell.count;
    draft->cell[draft->cellCount++] = cell;
}

void vlPolyDraft_AddCell(vlPolyDraft* draft, const int* corners, int count, int face, int piece,
                         int pieceFace)
{
    vlDraftCell cell = {.face = face, .piece = piece, .pieceFace = pieceFace};
    int part[VL_MAX_CELL_CORNERS];
    int at = 0;
    // Each part begins at corner 0 and takes as many of the others as fit.
    while (count - at > VL_MAX_CELL_CORNERS) {
        part[0] = corners[0];
        int first = at == 0 ? 1 : at;
        for (int k = 1; k < VL_MAX_CELL_CORNERS; ++k) {
            part[k] = corners[first + k - 1];
        }
        cell.count = VL_MAX_CELL_CORNERS;
        addOneCell(draft, cell, part);
        at = first + VL_MAX_CELL_CORNERS - 2;
    }
    part[0] = corners[0];
    int used = 1;
    for (int k = at == 0 ? 1 : at; k < count; ++k) {
        part[used++] = corners[k];
    }
    cell.count = used;
    if (used >= 3) {
        addOneCell(draft, cell, part);
    }
}

const char* vlPolyDraft_CellText(const vlPolyDraft* draft, int cell, char* text)
{
    const vlDraftCell* c = &draft->cell[cell];
    if (c->piece < 0) {
        (void)snprintf(text, VL_CELL_TEXT, "face %d", c->pieceFace);
    } else {
        (void)snprintf(text, VL_CELL_TEXT, "face %d of piece %d", c->pieceFace, c->piece);
    }
    return text;
}

bool vlPolyDraft_IsInPlane(const vlPolyDraft* draft, const vlDraftCell* cell, vlVec3 normal,
                           double offset)
{
    for (int k = 0; k < cell->count; ++k) {
        vlVec3 p = draft->point[draft->corner[cell->first + k]];
        if (fabs(vlDot(normal, p) - offset) > draft->snap) {
            return false;
        }
    }
    return true;
}

double vlPolyDraft_CellArea(const vlPolyDraft* draft, const vlDraftCell* cell, vlVec3 normal)
{
    return vlFacet_Area(draft->point, &draft->corner[cell->first], cell->count, normal);
}

// ---- one point for all that are at one place ----

// Removes corners that became equal to their neighbours; false if fewer than three are left.
static bool thinOut(vlPolyDraft* draft, vlDraftCell* cell)
{
    int* c = &draft->corner[cell->first];
    int n = 0;
    for (int i = 0; i < cell->count; ++i) {
        if (n == 0 || c[n - 1] != c[i]) {
            c[n++] = c[i];
        }
    }
    while (n > 1 && c[n - 1] == c[0]) {
        --n;
    }
    cell->count = n;
    return n >= 3;
}

vlResult vlPolyDraft_FindSame(vlPolyDraft* draft, int* same)
{
    vlKeyed* sorted = vlPolyDraft_Take(draft, draft->pointCount, sizeof(vlKeyed));
    if (sorted != NULL) {
        vlPoints_FindSame(draft->point, draft->pointCount, vlVec(1.0, 0.0, 0.0), draft->snap,
                          sorted, same);
    }
    vlPolyDraft_Drop(draft, sorted);
    return vlPolyDraft_Memory(draft);
}

vlResult vlPolyDraft_Weld(vlPolyDraft* draft)
{
    int* same = vlPolyDraft_Take(draft, draft->pointCount, sizeof(int));
    if (same == NULL || vlPolyDraft_FindSame(draft, same) != VL_OK) {
        vlPolyDraft_Drop(draft, same);
        return vlPolyDraft_Memory(draft);
    }
    for (int c = 0; c < draft->cornerCount; ++c) {
        draft->corner[c] = same[draft->corner[c]];
    }
    int kept = 0;
    for (int c = 0; c < draft->cellCount; ++c) {
        if (thinOut(draft, &draft->cell[c])) {
            draft->cell[kept++] = draft->cell[c];
        }
    }
    draft->cellCount = kept;
    vlPolyDraft_Drop(draft, same);
    return VL_OK;
}
