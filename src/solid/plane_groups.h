// SPDX-License-Identifier: MIT
#ifndef VOLAR_SOLID_PLANE_GROUPS_H
#define VOLAR_SOLID_PLANE_GROUPS_H

// Which polygons of a surface lie in one plane and hang together. Each group grows from its largest
// polygon, whose plane is the most certain, over neighbours that lie in that one plane: so a gently
// curved surface is not swallowed step by step.

#include <stdbool.h>

#include "base/keyed.h"
#include "volar/math.h"

typedef struct vlPlaneSurface {
    void* user;
    // The plane of a polygon.
    void (*plane)(const void* user, int polygon, vlVec3* normal, double* offset);
    // The polygon across side k = 0, 1 ...; -1: none, VL_NO_SIDE: there is no such side.
    int (*across)(const void* user, int polygon, int k);
    // Does the polygon across from `beside` lie in the plane that grows, and belong to it?
    bool (*isIn)(const void* user, int beside, int polygon, vlVec3 normal, double offset);
    // A group is complete: its polygons, the largest first. NULL: nothing to do.
    void (*finish)(void* user, int group, const int* polygons, int count);
} vlPlaneSurface;
#define VL_NO_SIDE (-2)

// Fills in `group` for each of `count` polygons: the number of its group, in the order of their
// largest ones. `seeds` are those from which groups may grow, with their areas as keys; they are
// sorted. Polygons of no group get -1. `queue` has room for `count` numbers. Returns the number of
// groups.
int vlPlaneGroups_Find(const vlPlaneSurface* surface, int count, vlKeyed* seeds, int seedCount,
                       int* group, int* queue);

#endif
