// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_ELEMENT_POOL_H
#define VOLAR_WORLD_ELEMENT_POOL_H

// Creating and destroying springs, joints and couplings: the part that is the same for all of them.

#include "world/world_parts.h"

// Index of a living element, or -1 (and a message) for a stale id.
int vlElement_Find(const vlWorld* world, vlKind kind, uint32_t index1, uint32_t generation);

// Copies `made`, which begins with a head whose bodies are filled in, into a free slot, starts its
// report, wakes its bodies and writes its id. VL_ERROR_FULL if the capacity is used up.
vlResult vlElement_Add(vlWorld* world, vlKind kind, const void* made, uint32_t* index1,
                       uint32_t* generation);

// VL_ERROR_STALE_ID if the id names no element of this kind.
vlResult vlElement_Destroy(vlWorld* world, vlKind kind, uint32_t index1, uint32_t generation);

// Destroys all elements on a body that is about to be destroyed.
void vlElements_LetGo(vlWorld* world, int body);

// Indices of the two bodies that an element of `kind` connects, -1 for the world; refuses bodies
// that cannot be connected.
vlResult vlElement_FindEnds(const vlWorld* world, vlKind kind, vlBodyId bodyA, vlBodyId bodyB,
                            int* a, int* b);

#endif
