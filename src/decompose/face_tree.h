// SPDX-License-Identifier: MIT
#ifndef VOLAR_DECOMPOSE_FACE_TREE_H
#define VOLAR_DECOMPOSE_FACE_TREE_H

// A tree of boxes over the faces of a part, by which the nearest face to a point is found.

#include "base/box_tree.h"
#include "decompose/part.h"

typedef struct vlFaceTree {
    const vlPart* part;
    vlBoxTree boxes;
    int last;    // the face that was nearest before
    long visits; // faces that distances were computed to, since the tree was made
} vlFaceTree;

// Faces without edges are left out; there must be another one. False without memory.
bool vlFaceTree_Make(const vlPart* part, vlFaceTree* tree);
void vlFaceTree_Free(vlFaceTree* tree);
double vlFaceTree_FaceDistance(const vlPart* part, const vlPartFace* face, vlVec3 p,
                               vlVec3* nearest);
// Lies the disc of that radius about the point's shadow on the face's plane wholly in the face?
bool vlFaceTree_IsAboveDisc(const vlPart* part, const vlPartFace* face, vlVec3 p, double radius);
// The distance of the point from the faces, and the nearest point; `last` becomes the nearest face.
// The search ends early at a distance of `enough`.
double vlFaceTree_Distance(vlFaceTree* tree, vlVec3 p, double enough, vlVec3* nearest);

#endif
