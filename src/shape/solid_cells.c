// SPDX-License-Identifier: MIT
// A convex polygon less a convex polygon is a few convex polygons: each edge of the hole cuts off
// the part outside of it, and what is left after the last edge is the hole.

#include "shape/solid_cells.h"

#include <string.h>

#include "base/grow.h"
#include "solid/facet.h"

bool vlCellList_Open(vlCellList* list, const vlAllocator* allocator, int largest, int pieces)
{
    *list = (vlCellList){.allocator = allocator};
    // Every hole adds at most one corner to a cell for each of its edges that crosses the cell; a
    // convex cell is crossed by few, and a corner too many is left out.
    list->scratchSize = 4 * largest + 2 * pieces + 64;
    list->scratch =
        allocator->allocate(3 * (size_t)list->scratchSize * sizeof(vlVec3), allocator->user);
    return list->scratch != NULL;
}

void vlCellList_Close(vlCellList* list)
{
    void* blocks[] = {list->cell, list->point, list->scratch};
    for (int i = 0; i < 3; ++i) {
        if (blocks[i] != NULL) {
            list->allocator->release(blocks[i], list->allocator->user);
        }
    }
}

static void addCell(vlCellList* list, vlCell from, const vlVec3* points, int count)
{
    list->isOutOfMemory = list->isOutOfMemory ||
                          !vlGrow(list->allocator, &list->cell, &list->cellCapacity,
                                  list->cellCount + 1, sizeof(vlCell)) ||
                          !vlGrow(list->allocator, &list->point, &list->pointCapacity,
                                  list->pointCount + count, sizeof(vlVec3));
    if (!list->isOutOfMemory) {
        from.start = (uint32_t)list->pointCount;
        from.count = (uint32_t)count;
        list->cell[list->cellCount++] = from;
        memcpy(&list->point[list->pointCount], points, (size_t)count * sizeof(vlVec3));
        list->pointCount += count;
    }
}

void vlCellList_AddFace(vlCellList* list, const vlConvex* convex, int piece, int face)
{
    vlCell cell = {.piece = (uint16_t)piece, .pieceFace = (uint16_t)face};
    int count = 0;
    for (int i = convex->faceStart[face]; i < convex->faceStart[face + 1]; ++i) {
        list->scratch[count++] = vlConvex_Vertex(convex, convex->faceVertex[i]);
    }
    addCell(list, cell, list->scratch, count);
}

// A cell narrower than the tolerance is rounding.
static bool hasWidth(const vlVec3* points, int count, vlVec3 normal, double tolerance)
{
    double around = 0.0;
    for (int i = 0; i < count; ++i) {
        around += vlLength(vlSub(points[i + 1 < count ? i + 1 : 0], points[i]));
    }
    return count >= 3 && vlFacet_Area(points, NULL, count, normal) > tolerance * around;
}

// Cuts the hole out of one cell and adds what is left of it.
static void cutCell(vlCellList* list, int index, vlVec3 normal, const vlConvex* other, int hole,
                    double tolerance)
{
    const vlCell from = list->cell[index];
    vlVec3* inside = list->scratch;
    vlVec3* next = inside + list->scratchSize;
    vlVec3* outside = next + list->scratchSize;
    int count = (int)from.count < list->scratchSize ? (int)from.count : list->scratchSize;
    memcpy(inside, &list->point[from.start], (size_t)count * sizeof(vlVec3));
    int begin = other->faceStart[hole];
    int end = other->faceStart[hole + 1];
    vlVec3 up = vlConvex_Normal(other, hole);
    for (int i = begin; i < end && count >= 3; ++i) {
        vlVec3 a = vlConvex_Vertex(other, other->faceVertex[i]);
        vlVec3 b = vlConvex_Vertex(other, other->faceVertex[i + 1 < end ? i + 1 : begin]);
        vlVec3 m = vlUnit(vlCross(up, vlSub(b, a))); // into the hole
        double offset = vlDot(m, a);
        int outer =
            vlFacet_Cut(inside, count, vlNeg(m), -offset, tolerance, outside, list->scratchSize);
        if (hasWidth(outside, outer, normal, tolerance)) {
            addCell(list, from, outside, outer);
        }
        count = vlFacet_Cut(inside, count, m, offset, tolerance, next, list->scratchSize);
        vlVec3* swap = inside;
        inside = next;
        next = swap;
    }
}

void vlCellList_CutOut(vlCellList* list, int first, vlVec3 normal, const vlConvex* other, int hole,
                       double tolerance)
{
    int before = list->cellCount;
    for (int i = first; i < before && !list->isOutOfMemory; ++i) {
        cutCell(list, i, normal, other, hole, tolerance);
    }
    if (list->cellCount > before) {
        memmove(&list->cell[first], &list->cell[before],
                (size_t)(list->cellCount - before) * sizeof(vlCell));
    }
    list->cellCount -= before - first;
}
