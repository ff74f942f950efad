// SPDX-License-Identifier: MIT
#ifndef VOLAR_HIERARCHY_H
#define VOLAR_HIERARCHY_H

// Which parts of two surfaces are near each other, as coarsely as may be: a tree of convex hulls
// over each surface, every one with a strict bound of how far it stands off the solid, and a query
// that descends only until that bound is small enough (docs/theory/mesh_levels.md). The gaps that
// it reports are at most the true ones and fall short of them by no more than the tolerance that
// was asked for; no part within the distance that was asked for is missed. Where solids overlap,
// the query measures how deep.

#include "volar/shape.h"

typedef struct vlHierarchy vlHierarchy;
typedef struct vlGapQuery vlGapQuery;

// Most vertices of a hull.
#define VL_LEVEL_VERTICES 32

typedef struct vlHierarchyDef {
    // How far the hull of a patch may stand off the solid, as a fraction of the solid's radius.
    double leafError;
    // Folder in which hierarchies are kept and looked for, as vlDecomposeDef has it; NULL: none.
    const char* cacheFolder;
    // Called now and then with the part that is done, 0 to 1; may be NULL.
    void (*progress)(void* user, double done);
    void* user;
} vlHierarchyDef;

typedef struct vlHierarchyInfo {
    int triangleCount;
    int leafCount;    // convex patches of the surface
    int nodeCount;    // leaves included
    int deepest;      // levels below the root
    double meanDepth; // of the leaves
    double radius;    // m, of the solid about its centroid
    double leafError; // m, largest of any leaf
    size_t memory;    // bytes, without the surface itself
    bool isFromCache; // made before, and read from the cache
} vlHierarchyInfo;

// One node: the points within `round` of the convex hull of its vertices, in the shape's frame.
typedef struct vlHierarchyNode {
    int child[2];      // -1: a leaf
    int triangleCount; // of its patch, or of all patches below
    int depth;         // 0: the root
    int vertexCount;
    vlVec3 vertex[VL_LEVEL_VERTICES];
    double round; // m
    double error; // m: no point of the node is farther than this from the solid
} vlHierarchyNode;

// How much a query may hold and do.
typedef struct vlGapQueryDef {
    int pairs;    // pairs of nodes that it remembers from one call to the next
    int contacts; // that it reports
    // Most work of one call, in rounds of the distance search; 0: no limit. Beyond it the query
    // goes on with twice the tolerance, and so on, and refines nothing more at 1.2 times this work.
    // Counted work, unlike time, is the same on every machine.
    double work;
} vlGapQueryDef;

// Two parts within the distance, in A's frame.
typedef struct vlGapContact {
    int nodeA, nodeB;
    double gap;            // m, of the two nodes; 0 if they overlap
    double error;          // m: the solids are apart by at most gap + error
    vlVec3 pointA, pointB; // closest points of the nodes
    vlVec3 normal;         // unit, from A to B; zero if they overlap
} vlGapContact;

// A place where the solids overlap: a vertex of one of them inside the other, deeper than the
// vertices beside it.
typedef struct vlGapDepth {
    bool isOfB;    // the vertex is one of B, in A
    double depth;  // m, exact
    vlVec3 point;  // the vertex, in A's frame
    vlVec3 normal; // unit, the shortest way out of the other solid, in A's frame
} vlGapDepth;

#define VL_GAP_DEPTHS 16

typedef struct vlGapInfo {
    int contactCount;
    double leastGap; // m, of any contact; the distance that was asked for if there is none
    // m: the largest error of any contact; more than the tolerance only if `isCoarse`
    double largestError;
    double tolerance;    // m, with which the call ended
    bool isCoarse;       // work or room ran out: some parts were not refined as far as asked for
    int droppedContacts; // that found no room: those of the smallest gaps were kept
    int pairsHeld;       // pairs of nodes remembered
    int distancesFound;  // pairs of nodes whose distance was searched
    double work;         // rounds of those searches
    int depthCount;
} vlGapInfo;

// The overload valve: a tolerance that rises at once when a call does more than its budget, and
// falls slowly when it does clearly less. Budget and cost are in any one unit: counted work in runs
// that must repeat, time in a thread that goes by the clock.
typedef struct vlGapValve {
    double budget;
    double least;     // m, tolerance when there is no overload; 0: leaf level
    double most;      // m, never more
    double tolerance; // m, for the next call; begin with `least`
} vlGapValve;

VL_BEGIN_C

// 0.1% of the radius, no cache, no progress.
VL_API vlHierarchyDef vlDefaultHierarchyDef(void) VL_REALTIME;
// Makes the hierarchy of a shape of the kind VL_SHAPE_SURFACE, which it retains. Takes seconds for
// tens of thousands of triangles. `def` may be NULL. VL_ERROR_ARGUMENT: another kind of shape, or
// a number out of range; VL_ERROR_MEMORY. `allocator`, `message` as in shape.h.
VL_API VL_WARN_UNUSED vlResult vlHierarchy_Create(const vlAllocator* allocator, vlShape* surface,
                                                  const vlHierarchyDef* def,
                                                  vlHierarchy** hierarchy, char* message,
                                                  size_t messageSize);
// Destroys it; NULL does nothing. Queries of it must be destroyed before.
VL_API void vlHierarchy_Destroy(vlHierarchy* hierarchy);
VL_API vlHierarchyInfo vlHierarchy_GetInfo(const vlHierarchy* hierarchy) VL_REALTIME;
// Node 0 <= i < nodeCount; 0 is the root, and children have higher numbers. VL_ERROR_ARGUMENT.
VL_API VL_WARN_UNUSED vlResult vlHierarchy_GetNode(const vlHierarchy* hierarchy, int i,
                                                   vlHierarchyNode* node) VL_REALTIME;

// Room for 20,000 pairs and 4,000 contacts, no limit of work.
VL_API vlGapQueryDef vlDefaultGapQueryDef(void) VL_REALTIME;
// A query of two hierarchies, which must outlive it; both may be the same. `def` may be NULL.
// VL_ERROR_ARGUMENT, VL_ERROR_MEMORY.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_Create(const vlAllocator* allocator, const vlHierarchy* a,
                                                 const vlHierarchy* b, const vlGapQueryDef* def,
                                                 vlGapQuery** query, char* message,
                                                 size_t messageSize);
VL_API void vlGapQuery_Destroy(vlGapQuery* query);
// Finds what is within `distance` (m, 0 or more) of each other with B at `poseAB` in A's frame, and
// begins where the last call ended, so that small motions cost little. `tolerance` (m): the errors
// of a contact's two nodes add up to no more, unless both are leaves; 0: leaf level.
// VL_ERROR_ARGUMENT, and nothing is found, for numbers out of range.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_Find(vlGapQuery* query, vlPose poseAB, double tolerance,
                                               double distance) VL_REALTIME;
// Forgets the last call: the next one begins at the roots.
VL_API void vlGapQuery_Forget(vlGapQuery* query) VL_REALTIME;
VL_API vlGapInfo vlGapQuery_GetInfo(const vlGapQuery* query) VL_REALTIME;
// Contact 0 <= i < contactCount. VL_ERROR_ARGUMENT.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_GetContact(const vlGapQuery* query, int i,
                                                     vlGapContact* contact) VL_REALTIME;
// Measures how deep the solids overlap, after vlGapQuery_Find: the deepest vertices near its
// overlapping contacts, at most VL_GAP_DEPTHS, the deepest first. Returns how many.
VL_API int vlGapQuery_FindDepths(vlGapQuery* query) VL_REALTIME;
// Depth 0 <= i < depthCount. VL_ERROR_ARGUMENT.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_GetDepth(const vlGapQuery* query, int i,
                                                   vlGapDepth* depth) VL_REALTIME;
// The exact distance of the two surfaces, m, if it is at most `reach`, and INFINITY otherwise; 0 if
// triangles meet. One solid wholly inside the other is as far from it as their surfaces are.
// Begins where the last call ended, as vlGapQuery_Find does.
VL_API double vlGapQuery_FindDistance(vlGapQuery* query, vlPose poseAB, double reach) VL_REALTIME;

// The tolerance for the next call after one that cost so much.
VL_API void vlGapValve_Adjust(vlGapValve* valve, double cost) VL_REALTIME;

VL_END_C

#endif
