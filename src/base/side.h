// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SIDE_H
#define VOLAR_BASE_SIDE_H

// Sides of polygons, sorted so that those between the same two points stand next to each other.

#include <stdbool.h>
#include <stddef.h>

typedef struct vlSide {
    int low, high;  // points
    int number;     // of the side or of its polygon
    bool isForward; // from low to high
} vlSide;

static inline vlSide vlSide_Of(int from, int to, int number)
{
    vlSide side = {from < to ? from : to, from < to ? to : from, number, from < to};
    return side;
}

static inline bool vlSide_IsBeside(const vlSide* a, const vlSide* b)
{
    return a->low == b->low && a->high == b->high;
}

// For qsort: by points, then by number.
static inline int vlSide_Compare(const void* one, const void* other)
{
    const vlSide* p = one;
    const vlSide* q = other;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    if (p->high != q->high) {
        return p->high < q->high ? -1 : 1;
    }
    return p->number < q->number ? -1 : p->number > q->number;
}

// Sides that are sorted.
typedef struct vlSideList {
    vlSide* side;
    int count;
} vlSideList;

// Sorts the sides of triangles: side k of triangle t runs from corner k to corner k + 1 and has the
// number 3 t + k. False without memory. Free `side` afterwards.
bool vlSideList_OfTriangles(const int* triangles, size_t triangleCount, vlSideList* sides);

// The end of the run of sides between the same two points that begins at `first`.
static inline int vlSideList_End(const vlSideList* sides, int first)
{
    int end = first + 1;
    while (end < sides->count && vlSide_IsBeside(&sides->side[first], &sides->side[end])) {
        ++end;
    }
    return end;
}

// The next side of the same triangle.
static inline int vlSide_Next(int side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

#endif
