// SPDX-License-Identifier: MIT
#include "solid/same_points.h"

#include <stdlib.h>

void vlPoints_FindSame(const vlVec3* points, int count, vlVec3 direction, double reach,
                       vlKeyed* sorted, int* same)
{
    for (int i = 0; i < count; ++i) {
        sorted[i] = (vlKeyed){vlDot(direction, points[i]), i};
        same[i] = -1;
    }
    qsort(sorted, (size_t)count, sizeof *sorted, vlKeyed_Compare);
    for (int i = 0; i < count; ++i) {
        int p = sorted[i].number;
        if (same[p] >= 0) {
            continue;
        }
        same[p] = p;
        double limit = sorted[i].key + 2.0 * reach; // room for rounding
        for (int k = i + 1; k < count && sorted[k].key <= limit; ++k) {
            int q = sorted[k].number;
            if (same[q] < 0 && vlLength(vlSub(points[q], points[p])) <= reach) {
                same[q] = p;
            }
        }
    }
}
