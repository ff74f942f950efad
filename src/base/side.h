// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_SIDE_H
#define VOLAR_BASE_SIDE_H

// Sides of polygons, sorted so that those between the same two points stand next to each other.

#include <stdbool.h>

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

#endif
