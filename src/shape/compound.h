// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_COMPOUND_H
#define VOLAR_SHAPE_COMPOUND_H

// Compounds with a choice of their pieces.

#include "base/sentence.h"
#include "shape/polyhedron.h"

typedef enum vlCutting {
    VL_CUT_ANEW,    // into pieces that depend on the solid alone, where that is possible (recut.h)
    VL_CUT_AS_GIVEN // into exactly the pieces that were given
} vlCutting;

// vlShape_CreateCompound is this with VL_CUT_ANEW.
vlResult vlCompound_Create(const vlAllocator* allocator, const vlShape* const* pieces,
                           const vlPose* poses, int count, vlCutting cutting, vlShape** shape,
                           const vlSentence* error);

#endif
