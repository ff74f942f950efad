// SPDX-License-Identifier: MIT
#include "solid/plane_groups.h"

#include <stdlib.h>

static int grow(const vlPlaneSurface* s, int seed, int number, int* group, int* queue)
{
    vlVec3 normal;
    double offset;
    s->plane(s->user, seed, &normal, &offset);
    int count = 0;
    group[seed] = number;
    queue[count++] = seed;
    for (int i = 0; i < count; ++i) {
        for (int k = 0, next; (next = s->across(s->user, queue[i], k)) != VL_NO_SIDE; ++k) {
            if (next >= 0 && group[next] < 0 && s->isIn(s->user, queue[i], next, normal, offset)) {
                group[next] = number;
                queue[count++] = next;
            }
        }
    }
    return count;
}

int vlPlaneGroups_Find(const vlPlaneSurface* surface, int count, vlKeyed* seeds, int seedCount,
                       int* group, int* queue)
{
    int groups = 0;
    for (int i = 0; i < seedCount; ++i) {
        seeds[i].key = -seeds[i].key; // the largest first
    }
    qsort(seeds, (size_t)seedCount, sizeof *seeds, vlKeyed_Compare);
    for (int i = 0; i < count; ++i) {
        group[i] = -1;
    }
    for (int i = 0; i < seedCount; ++i) {
        if (group[seeds[i].number] < 0) {
            int members = grow(surface, seeds[i].number, groups, group, queue);
            if (surface->finish != NULL) {
                surface->finish(surface->user, groups, queue, members);
            }
            ++groups;
        }
    }
    return groups;
}
