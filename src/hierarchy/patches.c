// SPDX-License-Identifier: MIT
// Convex patches: connected triangles that lie on their common hull, to within a tolerance. A patch
// grows by neighbours that leave all corners below all planes, first by the one whose middle is
// nearest to that of its first triangle. Its hull is then measured. If it stands off the solid by
// more than the bound, as it does where a wall bends by more than its thickness, only the first
// half of the triangles is kept, and so on. A single triangle does not stand off. (T14.1)

#include <stdlib.h>

#include "hierarchy/levels.h"

#define MOST_TRIANGLES 96
#define MOST_CORNERS (MOST_TRIANGLES + 2)
#define LEAST_COSINE 0.5 // between the normals of a patch and that of its first triangle
// How far corners may be above planes, as a fraction of the bound: the two slopes of a valley add
// up.
#define ABOVE 0.5

typedef struct Growth {
    const vlSkin* skin;
    double above;        // m
    const char* isTaken; // [triangles]
    int triangle[MOST_TRIANGLES];
    vlVec3 normal[MOST_TRIANGLES];
    double offset[MOST_TRIANGLES];
    int cornersAfter[MOST_TRIANGLES]; // corners of the patch once the triangle had joined
    int count;
    int corner[MOST_CORNERS]; // points
    vlVec3 at[MOST_CORNERS];
    int cornerCount;
    int waiting[3 * MOST_TRIANGLES]; // neighbours that may join
    double away[3 * MOST_TRIANGLES]; // m, from the first triangle
    int waitingCount;
    vlVec3 middle;
} Growth;

static vlVec3 middleOf(const vlSkin* skin, int triangle)
{
    const int32_t* t = skin->triangle[triangle];
    vlVec3 sum = vlAdd(vlAdd(skin->point[t[0]], skin->point[t[1]]), skin->point[t[2]]);
    return vlScale(sum, 1.0 / 3.0);
}

static bool isKnown(const int* list, int count, int number)
{
    bool found = false;
    for (int i = 0; i < count && !found; ++i) {
        found = list[i] == number;
    }
    return found;
}

static void join(Growth* g, int triangle)
{
    const vlSkin* skin = g->skin;
    const int32_t* t = skin->triangle[triangle];
    vlVec3 normal = vlSkin_Normal(skin, triangle);
    g->triangle[g->count] = triangle;
    g->normal[g->count] = normal;
    g->offset[g->count] = vlDot(normal, skin->point[t[0]]);
    for (int k = 0; k < 3; ++k) {
        if (!isKnown(g->corner, g->cornerCount, t[k])) {
            g->corner[g->cornerCount] = t[k];
            g->at[g->cornerCount++] = skin->point[t[k]];
        }
    }
    g->cornersAfter[g->count++] = g->cornerCount;
    for (int k = 0; k < 3; ++k) {
        int other = skin->beside[triangle][k];
        bool isFree = !g->isTaken[other] && !isKnown(g->triangle, g->count, other) &&
                      !isKnown(g->waiting, g->waitingCount, other);
        if (isFree && g->waitingCount < 3 * MOST_TRIANGLES) {
            g->away[g->waitingCount] = vlLength(vlSub(middleOf(skin, other), g->middle));
            g->waiting[g->waitingCount++] = other;
        }
    }
}

static bool mayJoin(const Growth* g, int triangle)
{
    const int32_t* t = g->skin->triangle[triangle];
    vlVec3 normal = vlSkin_Normal(g->skin, triangle);
    double offset = vlDot(normal, g->skin->point[t[0]]);
    if (!(vlDot(normal, g->normal[0]) >= LEAST_COSINE)) {
        return false;
    }
    int news = 0;
    for (int k = 0; k < 3; ++k) {
        if (isKnown(g->corner, g->cornerCount, t[k])) {
            continue;
        }
        ++news;
        for (int i = 0; i < g->count; ++i) {
            if (vlDot(g->normal[i], g->skin->point[t[k]]) > g->offset[i] + g->above) {
                return false;
            }
        }
    }
    for (int i = 0; i < g->cornerCount; ++i) {
        if (vlDot(normal, g->at[i]) > offset + g->above) {
            return false;
        }
    }
    return g->cornerCount + news <= MOST_CORNERS;
}

static void grow(Growth* g, int first)
{
    g->count = g->cornerCount = g->waitingCount = 0;
    g->middle = middleOf(g->skin, first);
    join(g, first);
    while (g->waitingCount > 0 && g->count < MOST_TRIANGLES) {
        int nearest = 0;
        for (int i = 1; i < g->waitingCount; ++i) {
            nearest = g->away[i] < g->away[nearest] ? i : nearest;
        }
        int triangle = g->waiting[nearest];
        --g->waitingCount;
        g->waiting[nearest] = g->waiting[g->waitingCount];
        g->away[nearest] = g->away[g->waitingCount];
        if (mayJoin(g, triangle)) {
            join(g, triangle);
        }
    }
}

// Halves the number of triangles until the first ones of the growth stand off little enough.
static vlPatch cutPatch(const Growth* g, double leafError, vlStandOff* measure)
{
    vlFarPoint scratch[MOST_CORNERS];
    vlPatch patch = {.count = g->count};
    for (;;) {
        patch.hull = vlLevelHull_Choose(g->at, g->cornersAfter[patch.count - 1], scratch);
        double bare =
            patch.count == 1 ? 0.0 : vlStandOff_Measure(measure, &patch.hull, leafError, leafError);
        patch.error = bare + patch.hull.round;
        if (patch.error <= 1.01 * leafError || patch.count == 1) {
            return patch;
        }
        patch.count /= 2;
    }
}

bool vlPatchList_Grow(const vlSkin* skin, double leafError, vlStandOff* measure,
                      vlPatchProgress* progress, void* user, vlPatchList* list)
{
    size_t count = (size_t)skin->triangleCount;
    *list = (vlPatchList){.count = 0};
    size_t room = 1024;
    list->patch = malloc(room * sizeof *list->patch);
    list->triangle = malloc(count * sizeof *list->triangle);
    char* isTaken = calloc(count, 1);
    Growth* g = malloc(sizeof *g);
    bool ok = list->patch != NULL && list->triangle != NULL && isTaken != NULL && g != NULL;
    int used = 0;
    if (ok) {
        g->skin = skin;
        g->above = ABOVE * leafError;
        g->isTaken = isTaken;
    }
    for (int t = 0; ok && t < skin->triangleCount; ++t) {
        if (isTaken[t]) {
            continue;
        }
        if ((size_t)list->count == room) {
            vlPatch* larger = realloc(list->patch, 2 * room * sizeof *larger);
            ok = larger != NULL;
            list->patch = ok ? larger : list->patch;
            room *= ok ? 2 : 1;
        }
        if (ok) {
            grow(g, t);
            vlPatch patch = cutPatch(g, leafError, measure);
            patch.first = used;
            for (int i = 0; i < patch.count; ++i) {
                isTaken[g->triangle[i]] = 1;
                list->triangle[used++] = g->triangle[i];
            }
            list->patch[list->count++] = patch;
        }
        if (progress != NULL && list->count % 256 == 0) {
            progress(user, (double)used / skin->triangleCount);
        }
    }
    free(isTaken);
    free(g);
    return ok;
}

void vlPatchList_Free(vlPatchList* list)
{
    free(list->patch);
    free(list->triangle);
    *list = (vlPatchList){.count = 0};
}
