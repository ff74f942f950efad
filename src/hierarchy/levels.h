// SPDX-License-Identifier: MIT
#ifndef VOLAR_HIERARCHY_LEVELS_H
#define VOLAR_HIERARCHY_LEVELS_H

// The tree of rounded hulls over a surface, as queries read it and as it is made.
// docs/theory/mesh_levels.md

#include "base/cache_file.h"
#include "shape/skin.h"
#include "volar/hierarchy.h"

// A node: all points within `round` of the hull of its vertices.
typedef struct vlLevelNode {
    vlVec3 centre;      // mean of the vertices
    double radius;      // m, of the ball about the centre that holds the vertices
    double round;       // m
    double error;       // m
    int32_t child[2];   // -1: a leaf
    int32_t first;      // its first coordinate
    int32_t count;      // vertices, padded to a multiple of VL_LANES with copies of the first
    int32_t patch;      // its first triangle in `triangle`
    int32_t patchCount; // triangles
    int32_t depth;      // of the root 0
    int32_t vertices;   // without padding
} vlLevelNode;

struct vlHierarchy {
    vlShape* surface;
    const vlSkin* skin;
    int nodeCount, leafCount, deepest;
    int coordinateCount;
    double radius;      // m, of the solid
    vlLevelNode* node;  // parents before children
    double* coordinate; // of each node: x of all its vertices, then y, then z
    int32_t* triangle;  // of the skin, in the order of the leaves
    size_t memory;
    bool isFromCache;
    vlAllocator allocator;
};

// A node's hull for the distance search, which reads only what is set here.
static inline vlConvex vlLevel_Hull(const vlHierarchy* h, const vlLevelNode* n)
{
    const double* at = &h->coordinate[n->first];
    vlConvex hull = {.kind = VL_PIECE_CONVEX,
                     .vertexCount = n->count,
                     .centre = n->centre,
                     .radius = n->radius,
                     .vx = at,
                     .vy = at + n->count,
                     .vz = at + 2 * n->count};
    return hull;
}

// ---- making one ----

// Vertices chosen out of many points, and how far the others are outside of their hull, m.
typedef struct vlLevelHull {
    vlVec3 vertex[VL_LEVEL_VERTICES];
    int count;
    double round;
} vlLevelHull;

// A point, and a bound of how far it is outside of a hull, m.
typedef struct vlFarPoint {
    double upper;
    int point;
} vlFarPoint;

// Chooses at most VL_LEVEL_VERTICES of the points: extreme ones in 14 directions, then repeatedly
// the one farthest outside. `scratch` has room for `count`. (level_hull.c)
vlLevelHull vlLevelHull_Choose(const vlVec3* points, int count, vlFarPoint* scratch);

// Scratch memory of measuring: cells of a hull that wait, in a heap.
typedef struct vlStandOff vlStandOff;
vlStandOff* vlStandOff_Create(const vlSkin* skin); // NULL without memory
void vlStandOff_Destroy(vlStandOff* measure);
// An upper bound of the largest signed distance of any point of the hull from the solid, without
// its rounding, never below 0: within 10% of the largest or within `fine` of it if the work
// suffices. It ends as soon as a distance above `enough` is found. (stand_off.c)
double vlStandOff_Measure(vlStandOff* measure, const vlLevelHull* hull, double fine, double enough);

// A patch of triangles, as the hull of its corners.
typedef struct vlPatch {
    int first, count; // triangles in the order of patches
    vlLevelHull hull;
    double error; // m, with rounding
} vlPatch;

typedef struct vlPatchList {
    vlPatch* patch;
    int count;
    int32_t* triangle; // [triangles] in the order of patches
} vlPatchList;

typedef void vlPatchProgress(void* user, double done);

// Grows convex patches until every triangle has one (patches.c). False without memory; free the
// list in any case.
bool vlPatchList_Grow(const vlSkin* skin, double leafError, vlStandOff* measure,
                      vlPatchProgress* progress, void* user, vlPatchList* list);
void vlPatchList_Free(vlPatchList* list);

// Nodes while they are made. Parents come before their children.
typedef struct vlLevelDraft {
    vlLevelNode* node; // [2 leaves - 1]
    vlLevelHull* hull; // of each node
    int nodeCount;
    int* order; // of the leaves
    int deepest;
} vlLevelDraft;

// The tree over the patches, with hulls and errors (level_tree.c). False without memory; free it in
// any case.
bool vlLevelDraft_Make(const vlPatchList* patches, double radius, vlStandOff* measure,
                       vlPatchProgress* progress, void* user, vlLevelDraft* draft);
void vlLevelDraft_Free(vlLevelDraft* draft);

// ---- keeping it ----

vlCacheKey vlLevelCache_Key(const vlSkin* skin, double leafError);
// Loads the hierarchy of `counts`, of which skin, radius and allocator are set, if the folder has
// it and every patch contains its triangles (level_cache.c).
bool vlLevelCache_Load(const char* folder, vlCacheKey key, const vlHierarchy* counts,
                       vlHierarchy** hierarchy);
void vlLevelCache_Store(const char* folder, vlCacheKey key, const vlHierarchy* hierarchy);

// Allocates the block for the counts that are set, and lays it out. (hierarchy.c) False without
// memory.
bool vlHierarchy_LayOut(vlHierarchy** hierarchy, const vlHierarchy* counts);

#endif
