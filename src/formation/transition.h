// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_TRANSITION_H
#define VOLAR_FORMATION_TRANSITION_H

// How one formation becomes the next.

#include "volar/annotation.h"

// How one formation of A and B became the next, and how many contacts were gained and lost (both
// may be NULL). Two contacts are the same if their named elements are the same. One contact became
// the other if their named elements are equal or border on each other and their normals are within
// 30 degrees.
vlTransition vlFormation_GetTransition(const vlPolyhedron* a, const vlPolyhedron* b,
                                       const vlFormation* before, const vlFormation* after,
                                       int* gained, int* lost) VL_REALTIME;

#endif
