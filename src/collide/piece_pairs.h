// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_PIECE_PAIRS_H
#define VOLAR_COLLIDE_PIECE_PAIRS_H

// Which pieces of two near bodies are near each other, by the trees of their shapes. Far parts are
// left out node by node, so the cost of a body of many pieces is that of its near ones.

#include "collide/broadphase.h"

// A list of keys that may become full.
typedef struct vlKeyList {
    vlPairKey* keys;
    int count, capacity, dropped;
} vlKeyList;

// Appends a key, or counts it as dropped.
static inline void vlKeyList_Append(vlKeyList* list, vlPairKey key)
{
    if (list->count < list->capacity) {
        list->keys[list->count++] = key;
    } else {
        ++list->dropped;
    }
}

// Appends the pairs of pieces of two bodies, at least one of which has a tree, and neither of which
// is a half-space.
void vlPiecePairs_OfBodies(const vlProxy* p, const vlProxy* q, vlKeyList* list);
// The same for a body with a tree and a half-space.
void vlPiecePairs_WithHalfspace(const vlProxy* p, const vlProxy* half, vlKeyList* list);

#endif
