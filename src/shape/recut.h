// SPDX-License-Identifier: MIT
#ifndef VOLAR_SHAPE_RECUT_H
#define VOLAR_SHAPE_RECUT_H

// Cuts a compound again, so that its pieces depend on its solid alone and not on how it was given.
// It is cut along the planes of its concave edges, and the convex cells between them are joined as
// far as they stay convex. Load time only. docs/theory/unions.md (T6.8)

#include "base/sentence.h"
#include "shape/solid.h"

// The pieces of a compound after cutting it again. Those below `madeCount` belong to this list.
typedef struct vlRecut {
    int madeCount;
    vlShape* made[VL_MAX_PIECES]; // in the compound's frame
    int keptCount;
    int kept[VL_MAX_PIECES]; // given pieces that stay as they are
} vlRecut;

// `given` are the pieces in the compound's frame and `solid` is theirs. A part of one piece, of
// round pieces or of many concave planes is kept. Fails only if there is no memory.
vlResult vlRecut_Make(vlRecut* recut, const vlAllocator* allocator, const vlConvex* given,
                      const vlSolid* solid, const vlSentence* error);
void vlRecut_Release(vlRecut* recut);

#endif
