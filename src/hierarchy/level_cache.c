// SPDX-License-Identifier: MIT
// Hierarchies that were made before, kept in files.

#include <stdlib.h>

#include "base/hash.h"
#include "collide/gjk.h"
#include "hierarchy/levels.h"

// Must change when another hierarchy would be made, or the layout of the file changes.
#define CACHE_VERSION 2
// Corners may lie outside of their patch's hull by this part of the radius: rounding.
#define OUTSIDE 1e-9

static const vlCacheKind kind = {"VLLEVELS", "levels", CACHE_VERSION, (size_t)2048 * 1024 * 1024};

typedef struct Counts {
    uint32_t nodes, coordinates, triangles, unused;
} Counts;

vlCacheKey vlLevelCache_Key(const vlSkin* skin, double leafError)
{
    vlCacheKey key;
    for (int k = 0; k < 2; ++k) {
        uint64_t h = vlHash_Word(VL_HASH_SEED, (uint64_t)k + 1);
        h = vlHash_Word(h, CACHE_VERSION);
        h = vlHash_Double(h, leafError);
        h = vlHash_Word(h, (uint64_t)skin->triangleCount);
        h = vlHash_Word(h, (uint64_t)skin->solidCount);
        for (int t = 0; t < skin->triangleCount; ++t) {
            for (int c = 0; c < 3; ++c) {
                h = vlHash_Vec(h, skin->point[skin->triangle[t][c]]);
            }
        }
        key.hash[k] = h;
    }
    return key;
}

// ---- is what was read a hierarchy? ----

static bool isNodeSound(const vlHierarchy* h, int i)
{
    const vlLevelNode* n = &h->node[i];
    bool isLeaf = n->child[0] < 0;
    bool ok = isLeaf ? n->child[0] == -1 && n->child[1] == -1
                     : n->child[0] > i && n->child[1] > i && n->child[0] < h->nodeCount &&
                           n->child[1] < h->nodeCount && n->child[0] != n->child[1];
    ok = ok && n->vertices >= 1 && n->vertices <= VL_LEVEL_VERTICES && n->count >= n->vertices &&
         n->count < n->vertices + VL_LANES && n->count % VL_LANES == 0;
    ok = ok && n->first >= 0 && n->first <= h->coordinateCount - 3 * n->count;
    ok = ok && n->patch >= 0 && n->patchCount >= 1 &&
         n->patchCount <= h->skin->triangleCount - n->patch;
    ok = ok && n->depth >= 0 && n->depth < VL_SKIN_DEPTH && vlIsFinite(n->centre);
    return ok && n->radius >= 0.0 && n->round >= 0.0 && n->error >= 0.0 && n->round <= h->radius &&
           n->radius <= 4.0 * h->radius && n->error <= 8.0 * h->radius;
}

// Are patches and their depths those of a tree? Walks rely on the order of its nodes.
static bool isTree(const vlHierarchy* h)
{
    char* isChild = calloc((size_t)h->nodeCount, 1);
    bool ok = isChild != NULL && h->node[0].depth == 0 && h->node[0].patch == 0 &&
              h->node[0].patchCount == h->skin->triangleCount;
    for (int i = 0; ok && i < h->nodeCount; ++i) {
        const vlLevelNode* n = &h->node[i];
        if (n->child[0] < 0) {
            continue;
        }
        const vlLevelNode *p = &h->node[n->child[0]], *q = &h->node[n->child[1]];
        ok = !isChild[n->child[0]] && !isChild[n->child[1]] && p->depth == n->depth + 1 &&
             q->depth == n->depth + 1 && p->patch == n->patch &&
             q->patch == p->patch + p->patchCount &&
             p->patchCount + q->patchCount == n->patchCount && p->error <= n->error &&
             q->error <= n->error;
        isChild[n->child[0]] = isChild[n->child[1]] = 1;
    }
    for (int i = 1; ok && i < h->nodeCount; ++i) {
        ok = isChild[i];
    }
    free(isChild);
    return ok;
}

static bool isInNode(const vlHierarchy* h, const vlLevelNode* n, vlVec3 p)
{
    double x[VL_LANES] = {p.x, p.x, p.x, p.x}, y[VL_LANES] = {p.y, p.y, p.y, p.y},
           z[VL_LANES] = {p.z, p.z, p.z, p.z};
    vlConvex hull = vlLevel_Hull(h, n);
    vlConvex point = {.vertexCount = 1, .centre = p, .vx = x, .vy = y, .vz = z};
    vlGjkCache cache = {.count = 0};
    double most = n->round + OUTSIDE * h->radius;
    vlGjkResult r =
        vlGjk_DistanceWithin(&hull, &point, vlDiag(1.0, 1.0, 1.0), vlZero(), most, most, &cache);
    return r.distance <= most;
}

// Holds every patch its triangles, and is every triangle in one? The hash of a name is no proof.
static bool holdsMesh(const vlHierarchy* h)
{
    int triangles = h->skin->triangleCount;
    char* isThere = calloc((size_t)triangles, 1);
    bool ok = isThere != NULL;
    for (int i = 0; ok && i < h->nodeCount; ++i) {
        const vlLevelNode* n = &h->node[i];
        for (int k = n->patch; ok && n->child[0] < 0 && k < n->patch + n->patchCount; ++k) {
            int t = h->triangle[k];
            ok = t >= 0 && t < triangles && !isThere[t];
            for (int c = 0; ok && c < 3; ++c) {
                ok = isInNode(h, n, h->skin->point[h->skin->triangle[t][c]]);
            }
            if (ok) {
                isThere[t] = 1;
            }
        }
    }
    free(isThere);
    return ok;
}

static bool isSound(vlHierarchy* h)
{
    bool ok = true;
    for (int i = 0; ok && i < h->coordinateCount; ++i) {
        ok = fabs(h->coordinate[i]) <= VL_MAX_LENGTH;
    }
    for (int i = 0; ok && i < h->nodeCount; ++i) {
        ok = isNodeSound(h, i);
        h->leafCount += ok && h->node[i].child[0] < 0;
        h->deepest = ok && h->node[i].depth > h->deepest ? h->node[i].depth : h->deepest;
    }
    return ok && h->nodeCount == 2 * h->leafCount - 1 && isTree(h) && holdsMesh(h);
}

// ---- files ----

bool vlLevelCache_Load(const char* folder, vlCacheKey key, const vlHierarchy* from,
                       vlHierarchy** hierarchy)
{
    Counts count;
    vlCacheCursor cursor;
    vlHierarchy draft = *from;
    vlHierarchy* made = NULL;
    unsigned char* bytes = vlCacheFile_Read(&kind, folder, key, &cursor);
    if (bytes == NULL) {
        return false;
    }
    bool ok = vlCacheCursor_Take(&cursor, &count, 1, sizeof count) &&
              count.triangles == (uint32_t)draft.skin->triangleCount && count.nodes >= 1 &&
              count.nodes < 2 * count.triangles &&
              count.coordinates <= cursor.left / sizeof(double);
    if (ok) {
        draft.nodeCount = (int)count.nodes;
        draft.coordinateCount = (int)count.coordinates;
        ok = vlHierarchy_LayOut(&made, &draft);
    }
    ok = ok && vlCacheCursor_Take(&cursor, made->node, count.nodes, sizeof *made->node) &&
         vlCacheCursor_Take(&cursor, made->coordinate, count.coordinates, sizeof(double)) &&
         vlCacheCursor_Take(&cursor, made->triangle, count.triangles, sizeof(int32_t)) &&
         cursor.left == 0 && isSound(made);
    free(bytes);
    if (made != NULL && !ok) {
        draft.allocator.release(made, draft.allocator.user);
    }
    if (ok) {
        made->isFromCache = true;
        *hierarchy = made;
    }
    return ok;
}

void vlLevelCache_Store(const char* folder, vlCacheKey key, const vlHierarchy* h)
{
    vlCacheBytes bytes = {0};
    Counts count = {(uint32_t)h->nodeCount, (uint32_t)h->coordinateCount,
                    (uint32_t)h->skin->triangleCount, 0};
    vlCacheBytes_Put(&bytes, &count, sizeof count);
    vlCacheBytes_Put(&bytes, h->node, (size_t)h->nodeCount * sizeof *h->node);
    vlCacheBytes_Put(&bytes, h->coordinate, (size_t)h->coordinateCount * sizeof *h->coordinate);
    vlCacheBytes_Put(&bytes, h->triangle, (size_t)h->skin->triangleCount * sizeof *h->triangle);
    vlCacheFile_Write(&kind, folder, key, &bytes);
}
