// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_FREE_MOTIONS_H
#define VOLAR_APP_FREE_MOTIONS_H

// The motions that a contact state leaves free, as a person would say them: translations along
// edges and intersections of planes, rotations about edges, normals and corners. The twists of a
// vlFreedoms span the same motions, but in any mixture.

#include <stdio.h>
#include <volar/scene_annotation.h>

typedef struct vlFreeMotion {
    bool isRotation;
    vlVec3 direction; // unit, world
    vlVec3 at;        // m, world, on the axis of a rotation
} vlFreeMotion;

// Writes at most six to `motions`, `state->freedoms` of them unless some have no simple name, and
// returns how many. `centre` is where the middle of A is, as for vlFormation_GetFreedoms, and
// `radius` that of A.
int vlFreeMotions_Find(const vlContactState* state, vlVec3 centre, double radius,
                       vlFreeMotion motions[6]);
// Writes them as members of a JSON object: "frame", the body in whose frame they stay the same
// while the state lasts, and "free". `poses` are those of all bodies of the scene.
void vlFreeMotions_Write(FILE* out, const vlAnnotatedPair* pair, const vlContactState* state,
                         const vlPose* poses);

#endif
