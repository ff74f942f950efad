// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_BOX_H
#define VOLAR_BASE_BOX_H

// Boxes along the axes of coordinates.

#include <float.h>
#include <stdbool.h>

#include "volar/math.h"

typedef struct vlBox {
    vlVec3 low, high;
} vlBox;

// Holds nothing; what is included first becomes the box.
static inline vlBox vlBox_Empty(void)
{
    vlBox box = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    return box;
}

// The lower and the upper of each two components. (The C library's functions are slower: they treat
// what is no number.)
static inline vlVec3 vlVec_Lower(vlVec3 a, vlVec3 b)
{
    return vlVec(b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z);
}

static inline vlVec3 vlVec_Upper(vlVec3 a, vlVec3 b)
{
    return vlVec(b.x > a.x ? b.x : a.x, b.y > a.y ? b.y : a.y, b.z > a.z ? b.z : a.z);
}

static inline void vlBox_Include(vlBox* box, vlVec3 p)
{
    box->low = vlVec_Lower(box->low, p);
    box->high = vlVec_Upper(box->high, p);
}

static inline vlBox vlBox_Join(vlBox a, vlBox b)
{
    vlBox box = {vlVec_Lower(a.low, b.low), vlVec_Upper(a.high, b.high)};
    return box;
}

static inline vlBox vlBox_OfPoints(const vlVec3* points, int count)
{
    vlBox box = {points[0], points[0]};
    for (int i = 1; i < count; ++i) {
        vlBox_Include(&box, points[i]);
    }
    return box;
}

static inline vlVec3 vlBox_Middle(vlBox box)
{
    return vlScale(vlAdd(box.low, box.high), 0.5);
}

// Are the boxes more than `gap` apart along some axis?
static inline bool vlBox_AreApart(vlBox a, vlBox b, double gap)
{
    return a.low.x > b.high.x + gap || b.low.x > a.high.x + gap || a.low.y > b.high.y + gap ||
           b.low.y > a.high.y + gap || a.low.z > b.high.z + gap || b.low.z > a.high.z + gap;
}

// The component of a vector along axis 0, 1 or 2.
static inline double vlVec_Along(vlVec3 v, int axis)
{
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

// The axis along which the box is longest; of equal ones the first.
static inline int vlBox_LongestAxis(vlBox box)
{
    vlVec3 size = vlSub(box.high, box.low);
    return size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
}

#endif
