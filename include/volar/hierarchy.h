// SPDX-License-Identifier: MIT
#ifndef VOLAR_HIERARCHY_H
#define VOLAR_HIERARCHY_H

// Which parts of two surfaces are near each other, found no more finely than needed. Over each
// surface there is a tree of convex hulls, each with a strict bound on how far it stands off the
// solid, and a query descends only until these bounds are small enough
// (docs/theory/mesh_levels.md). The gaps that it reports are never larger than the true ones, and
// smaller by no more than the tolerance of the query or the error of two leaves; no part within the
// distance of the query is missed. Where the solids overlap, the query can measure how deep.

#include "volar/shape.h"

typedef struct vlHierarchy vlHierarchy;
typedef struct vlGapQuery vlGapQuery;

// Largest number of vertices of a hull.
#define VL_LEVEL_VERTICES 32

typedef struct vlHierarchyDef {
    // How far the hull of a patch may stand off the solid, as a fraction of the solid's radius,
    // 1e-6 .. 0.1.
    double leafError;
    // Folder in which hierarchies are kept and looked for, as in vlDecomposeDef; NULL: none.
    const char* cacheFolder;
    // Called now and then with the part of the work that is done, 0 to 1; may be NULL.
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
    int pairs;    // 2 .. 1e7: pairs of nodes that it remembers from one call to the next
    int contacts; // 1 .. 1e7: contacts that it reports
    // Limit of the work of one call, in rounds of the distance search; 0: no limit. When the limit
    // is reached, the tolerance is doubled for the rest of the call, and again after each further
    // 3% of it; at 1.1 times the limit nothing is refined any more. Counted work, unlike time, is
    // the same on every machine.
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

// A place where the solids overlap: a vertex of one of them that is deeper inside the other than
// its neighbours are.
typedef struct vlGapDepth {
    bool isOfB;    // the vertex is one of B, in A
    double depth;  // m, exact
    vlVec3 point;  // the vertex, in A's frame
    vlVec3 normal; // unit, the shortest way out of the other solid, in A's frame
} vlGapDepth;

// Largest number of depths that a query finds.
#define VL_GAP_DEPTHS 16

typedef struct vlGapInfo {
    int contactCount;
    double leastGap; // m, of any contact; the distance of the query if there is none
    // m: the largest error of any contact; more than the tolerance only if `isCoarse`
    double largestError;
    double tolerance;    // m, with which the call ended
    bool isCoarse;       // work or room ran out: some parts were not refined as far as asked for
    int droppedContacts; // contacts without room: those with the smallest gaps were kept
    int pairsHeld;       // pairs of nodes remembered
    int distancesFound;  // pairs of nodes whose distance was searched
    double work;         // rounds of those searches
    int depthCount;
} vlGapInfo;

// The overload valve: a tolerance that rises at once when a call does more than its budget, and
// falls slowly when it does clearly less. Budget and cost share one unit, whichever it is: counted
// work in runs that must be repeatable, time in a thread that must keep to the clock.
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
// Finds the parts of both surfaces that are within `distance` (m, >= 0) of each other, with B at
// `poseAB` in A's frame. The search begins where the last call ended, so that small motions cost
// little. The errors of a contact's two nodes add up to at most `tolerance` (m, >= 0), unless both
// are leaves; 0 means leaf level. For numbers out of range it returns VL_ERROR_ARGUMENT and finds
// nothing.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_Find(vlGapQuery* query, vlPose poseAB, double tolerance,
                                               double distance) VL_REALTIME;
// Forgets the last call: the next one begins at the roots.
VL_API void vlGapQuery_Forget(vlGapQuery* query) VL_REALTIME;
VL_API vlGapInfo vlGapQuery_GetInfo(const vlGapQuery* query) VL_REALTIME;
// Contact 0 <= i < contactCount. VL_ERROR_ARGUMENT.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_GetContact(const vlGapQuery* query, int i,
                                                     vlGapContact* contact) VL_REALTIME;
// Measures how deep the solids overlap, after vlGapQuery_Find: finds the deepest vertices near its
// overlapping contacts, at most VL_GAP_DEPTHS, the deepest first. Returns how many.
VL_API int vlGapQuery_FindDepths(vlGapQuery* query) VL_REALTIME;
// Depth 0 <= i < depthCount. VL_ERROR_ARGUMENT.
VL_API VL_WARN_UNUSED vlResult vlGapQuery_GetDepth(const vlGapQuery* query, int i,
                                                   vlGapDepth* depth) VL_REALTIME;
// The exact distance of the two surfaces, m, if it is at most `reach`, and INFINITY otherwise; 0 if
// triangles meet. One solid wholly inside the other is as far from it as their surfaces are. The
// search begins where the last call ended, as that of vlGapQuery_Find does. It has no limit of
// work, and it replaces the contacts of the last vlGapQuery_Find.
VL_API double vlGapQuery_FindDistance(vlGapQuery* query, vlPose poseAB, double reach) VL_REALTIME;

// Sets the tolerance for the next call, after one that cost `cost`.
VL_API void vlGapValve_Adjust(vlGapValve* valve, double cost) VL_REALTIME;

VL_END_C

#endif
