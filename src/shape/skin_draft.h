// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_SKIN_DRAFT_H
#define VOLAR_SHAPE_SKIN_DRAFT_H

// A surface while it is made. All arrays are scratch memory; surface.c copies them into the block
// of the shape.

#include "shape/shape_build.h"
#include "shape/skin.h"

typedef struct vlSkinDraft {
    const vlSurfaceShapeDef* def;
    double spacing, merge; // m, as chosen
    double size;           // m, largest distance of a point from the origin
    vlVec3* point;         // in the order of the triangles, once these have theirs
    int (*triangle)[3];    // in the order of the tree
    int (*beside)[3];      // across the edge from each corner, in the same order
    int* solidOf;          // [triangles]
    vlVec3* pointNormal;   // [points]
    vlSkinNode* node;      // of the tree of boxes
    int nodeCount;
    vlSkinSolid solid[VL_MAX_SURFACE_SOLIDS];
    int solidCount;
    vlSurfaceSample* sample;
    int sampleCount;
    vlSkinCluster* cluster;
    int clusterCount;
} vlSkinDraft;

// The steps of making one, in order. Each returns VL_OK, or an error whose message is written.
// Finds which triangles are beside each other, and which solids they bound (skin_topology.c).
vlResult vlSkinDraft_Connect(vlSkinDraft* draft, const vlSentence* error);
// Makes the tree of boxes, and puts the triangles into its order (skin_tree.c).
vlResult vlSkinDraft_Plant(vlSkinDraft* draft, const vlSentence* error);
// Makes the samples: leaves out those inside other solids, merges the others, and makes their tree
// (skin_samples.c).
vlResult vlSkinDraft_Sample(vlSkinDraft* draft, const vlSentence* error);
// Balls over the samples, which it puts into their order (skin_tree.c). False without memory.
bool vlSkinDraft_Cluster(vlSkinDraft* draft);

// Views of the draft for vlSkin_Distance: valid once the tree is made.
vlSkin vlSkinDraft_View(const vlSkinDraft* draft);
void vlSkinDraft_Free(vlSkinDraft* draft);

// Parts order[0 .. count) into two halves along the longest side of the box around its points. The
// first count/2 are below the others; equal ones go by number. (skin_tree.c)
void vlSkin_Halve(const vlVec3* at, int* order, int count);

#endif
