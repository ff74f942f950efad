// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_SKIN_H
#define VOLAR_SHAPE_SKIN_H

// The surface of a closed mesh as contacts see it: triangles under a tree of boxes, for distances,
// and samples under a tree of spheres, for finding those that are near another body. It never
// changes. Triangles and samples are in the order of their trees.

#include "shape/polyhedron.h"
#include "volar/surface.h"

// Four boxes, one beside the other so that compilers test them together; in single precision,
// rounded outwards. Middles and halves need no comparisons, which keep compilers from doing so.
#define VL_SKIN_WIDTH 4
typedef struct vlSkinNode {
    float middle[3][VL_SKIN_WIDTH];
    float half[3][VL_SKIN_WIDTH];
    int32_t first[VL_SKIN_WIDTH]; // the node of the box; a leaf: its first triangle
    int32_t count[VL_SKIN_WIDTH]; // triangles of a leaf; 0: the box has a node; -1: there is none
} vlSkinNode;

// A closed component with its cavities: the tree with this root.
typedef struct vlSkinSolid {
    int root;
    int firstTriangle, endTriangle;
} vlSkinSolid;

// A ball of samples. The nodes stand in the order of a walk that visits a node before its children:
// the next node is the first child, or `after` if the children are left out.
typedef struct vlSkinCluster {
    vlVec3 centre;
    double radius;
    int32_t first, count; // samples
    int32_t after;        // the next node without its descendants; a leaf: the next node
} vlSkinCluster;

typedef struct vlSkin {
    int pointCount;
    int triangleCount;
    int nodeCount;
    int solidCount;
    int sampleCount;
    int clusterCount;
    double spacing; // m, of the samples
    double size;    // m, largest distance of a point from the origin: the scale of rounding
    double area;    // m2, of the samples
    uint64_t hash;  // of points, triangles and samples
    size_t memory;  // bytes of the shape
    const vlVec3* point;
    const vlVec3* pointNormal;    // sum of the normals around a point, weighted by their angles
    const int32_t (*triangle)[3]; // points
    const int32_t (*beside)[3];   // the triangle at the other side of the edge from corner k
    const vlSkinNode* node;
    const vlSkinSolid* solid;
    const vlSurfaceSample* sample;
    const vlSkinCluster* cluster;
} vlSkin;

// The number of places that a search remembers: balls and samples.
static inline int vlSkin_PlaceCount(const vlSkin* skin)
{
    return skin->clusterCount + skin->sampleCount;
}

// Most nodes that wait in a walk: three per level of the largest tree, and some to spare.
#define VL_SKIN_DEPTH 96
// Most triangles of a leaf, and most samples of a leaf cluster.
#define VL_SKIN_LEAF 2
#define VL_SKIN_CLUSTER 6

// Outward unit normal of a triangle.
vlVec3 vlSkin_Normal(const vlSkin* skin, int triangle);

// Distance of `p` from the surface within `reach`; triangle -1 if it is farther. The result depends
// on `p` alone if it is within reach, whatever `hint` is. (skin_distance.c)
vlSignedDistance vlSkin_Distance(const vlSkin* skin, vlVec3 p, double reach, int hint);

// Distance of `p` from one triangle, whichever side it is on. (skin_distance.c)
double vlSkin_TriangleDistance(const vlSkin* skin, int triangle, vlVec3 p);

// Where a ray of unit direction first meets the solid: at distance 0, against the ray, if it begins
// inside. (skin_ray.c)
typedef struct vlSkinHit {
    bool isHit;
    double distance;
    vlVec3 normal;
} vlSkinHit;

vlSkinHit vlSkin_CastRay(const vlSkin* skin, vlVec3 origin, vlVec3 direction, double length);

#endif
