// SPDX-License-Identifier: MIT
#include "base/side.h"

#include <stdlib.h>

bool vlSideList_OfTriangles(const int* triangles, size_t triangleCount, vlSideList* sides)
{
    sides->count = (int)(3 * triangleCount);
    sides->side = malloc(sizeof *sides->side * (3 * triangleCount + 1));
    if (sides->side == NULL) {
        return false;
    }
    for (int i = 0; i < sides->count; ++i) {
        sides->side[i] = vlSide_Of(triangles[i], triangles[vlSide_Next(i)], i);
    }
    qsort(sides->side, (size_t)sides->count, sizeof *sides->side, vlSide_Compare);
    return true;
}
