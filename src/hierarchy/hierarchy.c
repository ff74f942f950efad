// SPDX-License-Identifier: MIT
// Hierarchies: from patches and tree to one block of memory, and reading them.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sentence.h"
#include "hierarchy/levels.h"

// The part of the time that growing patches takes.
#define GROWING 0.4

vlHierarchyDef vlDefaultHierarchyDef(void)
{
    vlHierarchyDef def = {.leafError = 1e-3};
    return def;
}

bool vlHierarchy_LayOut(vlHierarchy** hierarchy, const vlHierarchy* counts)
{
    vlArena arena = {0};
    vlHierarchy* made = NULL;
    for (int pass = 0; pass < 2; ++pass) {
        made = vlArena_Take(&arena, 1, sizeof *made);
        void* node = vlArena_Take(&arena, (size_t)counts->nodeCount, sizeof(vlLevelNode));
        void* coordinate = vlArena_Take(&arena, (size_t)counts->coordinateCount, sizeof(double));
        void* triangle = vlArena_Take(&arena, (size_t)counts->skin->triangleCount, sizeof(int32_t));
        if (pass == 0) {
            arena.base = counts->allocator.allocate(arena.used, counts->allocator.user);
            if (arena.base == NULL) {
                return false;
            }
            memset(arena.base, 0, arena.used);
            arena.used = 0;
        } else {
            *made = *counts;
            made->node = node;
            made->coordinate = coordinate;
            made->triangle = triangle;
            made->memory = arena.used;
        }
    }
    *hierarchy = made;
    return true;
}

// ---- making ----

typedef struct Making {
    const vlHierarchyDef* def;
    vlPatchList patches;
    vlLevelDraft draft;
    vlStandOff* measure;
    double begun, part; // of the progress
} Making;

static void reportPart(void* user, double done)
{
    const Making* m = user;
    m->def->progress(m->def->user, m->begun + m->part * done);
}

static int paddedOf(int count)
{
    return (count + VL_LANES - 1) / VL_LANES * VL_LANES;
}

// The ball about the mean of the vertices.
static void surround(vlLevelNode* n, const vlLevelHull* hull)
{
    n->centre = vlZero();
    n->radius = 0.0;
    for (int v = 0; v < hull->count; ++v) {
        n->centre = vlMulAdd(n->centre, 1.0 / hull->count, hull->vertex[v]);
    }
    for (int v = 0; v < hull->count; ++v) {
        n->radius = fmax(n->radius, vlLength(vlSub(hull->vertex[v], n->centre)));
    }
}

static void copyNodes(const Making* m, vlHierarchy* h)
{
    int used = 0, triangles = 0;
    for (int i = 0; i < h->nodeCount; ++i) {
        vlLevelNode* n = &h->node[i];
        const vlLevelHull* hull = &m->draft.hull[i];
        *n = m->draft.node[i];
        // Nodes are in the order of a walk, so the triangles of a parent are those of its leaves in
        // a row.
        n->patch = triangles;
        for (int k = n->first; k < n->first + n->count; ++k) {
            n->patchCount += m->patches.patch[m->draft.order[k]].count;
        }
        if (n->child[0] < 0) {
            const vlPatch* patch = &m->patches.patch[m->draft.order[n->first]];
            memcpy(&h->triangle[triangles], &m->patches.triangle[patch->first],
                   (size_t)patch->count * sizeof *h->triangle);
            triangles += patch->count;
        }
        n->round = hull->round;
        n->first = used;
        n->vertices = hull->count;
        n->count = paddedOf(hull->count);
        surround(n, hull);
        double* at = &h->coordinate[used];
        for (int v = 0; v < n->count; ++v) {
            vlVec3 p = hull->vertex[v < hull->count ? v : 0];
            at[v] = p.x;
            at[n->count + v] = p.y;
            at[2 * n->count + v] = p.z;
        }
        used += 3 * n->count;
    }
}

static bool build(Making* m, vlHierarchy* counts, vlHierarchy** hierarchy)
{
    double leafError = m->def->leafError * counts->radius;
    vlPatchProgress* progress = m->def->progress != NULL ? reportPart : NULL;
    m->measure = vlStandOff_Create(counts->skin);
    m->part = GROWING;
    bool ok = m->measure != NULL &&
              vlPatchList_Grow(counts->skin, leafError, m->measure, progress, m, &m->patches);
    m->begun = GROWING;
    m->part = 1.0 - GROWING;
    ok = ok && vlLevelDraft_Make(&m->patches, counts->radius, m->measure, progress, m, &m->draft);
    if (ok) {
        counts->nodeCount = m->draft.nodeCount;
        counts->leafCount = m->patches.count;
        counts->deepest = m->draft.deepest;
        for (int i = 0; i < m->draft.nodeCount; ++i) {
            counts->coordinateCount += 3 * paddedOf(m->draft.hull[i].count);
        }
        ok = vlHierarchy_LayOut(hierarchy, counts);
    }
    if (ok) {
        copyNodes(m, *hierarchy);
    }
    vlLevelDraft_Free(&m->draft);
    vlPatchList_Free(&m->patches);
    vlStandOff_Destroy(m->measure);
    return ok;
}

vlResult vlHierarchy_Create(const vlAllocator* allocator, vlShape* surface,
                            const vlHierarchyDef* def, vlHierarchy** hierarchy, char* message,
                            size_t messageSize)
{
    const vlSentence error = {message, messageSize};
    const vlHierarchyDef usual = vlDefaultHierarchyDef();
    def = def != NULL ? def : &usual;
    if (hierarchy == NULL || surface == NULL || surface->skin == NULL) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "`hierarchy` is NULL, or `surface` is not the surface of a mesh; "
                               "expected a shape made by vlShape_CreateSurface");
    }
    if (!(def->leafError >= 1e-6 && def->leafError <= 0.1)) {
        return vlSentence_Fail(&error, VL_ERROR_ARGUMENT,
                               "the leaf error is %g of the radius; expected 1e-6 to 0.1",
                               def->leafError);
    }
    vlHierarchy counts = {.surface = surface,
                          .skin = surface->skin,
                          .radius = surface->pieces[0].radius,
                          .allocator = allocator != NULL ? *allocator : vlDefaultAllocator()};
    vlCacheKey key = vlLevelCache_Key(surface->skin, def->leafError);
    vlHierarchy* made = NULL;
    if (def->cacheFolder == NULL || !vlLevelCache_Load(def->cacheFolder, key, &counts, &made)) {
        Making making = {.def = def};
        if (!build(&making, &counts, &made)) {
            return vlSentence_FailMemory(&error);
        }
        if (def->cacheFolder != NULL) {
            vlLevelCache_Store(def->cacheFolder, key, made);
        }
    }
    vlShape_Retain(surface);
    *hierarchy = made;
    return VL_OK;
}

void vlHierarchy_Destroy(vlHierarchy* hierarchy)
{
    if (hierarchy != NULL) {
        vlShape_Release(hierarchy->surface);
        vlAllocator allocator = hierarchy->allocator;
        allocator.release(hierarchy, allocator.user);
    }
}

// ---- reading ----

vlHierarchyInfo vlHierarchy_GetInfo(const vlHierarchy* h)
{
    vlHierarchyInfo info = {.triangleCount = h->skin->triangleCount,
                            .leafCount = h->leafCount,
                            .nodeCount = h->nodeCount,
                            .deepest = h->deepest,
                            .radius = h->radius,
                            .memory = h->memory,
                            .isFromCache = h->isFromCache};
    for (int i = 0; i < h->nodeCount; ++i) {
        const vlLevelNode* n = &h->node[i];
        if (n->child[0] < 0) {
            info.meanDepth += (double)n->depth / h->leafCount;
            info.leafError = n->error > info.leafError ? n->error : info.leafError;
        }
    }
    return info;
}

vlResult vlHierarchy_GetNode(const vlHierarchy* h, int i, vlHierarchyNode* node)
{
    if (i < 0 || i >= h->nodeCount || node == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    const vlLevelNode* n = &h->node[i];
    vlConvex hull = vlLevel_Hull(h, n);
    *node = (vlHierarchyNode){.child = {n->child[0], n->child[1]},
                              .triangleCount = n->patchCount,
                              .depth = n->depth,
                              .vertexCount = n->vertices,
                              .round = n->round,
                              .error = n->error};
    for (int v = 0; v < n->vertices; ++v) {
        node->vertex[v] = vlConvex_Vertex(&hull, v);
    }
    return VL_OK;
}
