// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_DUAL_H
#define VOLAR_COLLIDE_DUAL_H

// Contact polyhedron by duality and QuickHull [HS04] 4.3, [MP78], [BDH96]: a reference to compare
// with. It allocates (inside Qhull) and is not for a real-time loop.

#include "collide/clip.h"

// `rotation` and `translation` place the base in the working frame; the cutter's planes are given
// in the working frame; `inside` is a point common to both, ideally not on a boundary (it is
// re-centred first). Faces of `out` have owner and plane as those of vlClip_Intersect do.
// VL_CLIP_EMPTY means that no common interior point was found. VL_CLIP_OVERFLOW means that the
// point lies too close to a face for the transform (nearest plane closer than 1e-4 of the
// farthest), that Qhull failed, or that there is not enough room.
vlClipStatus vlDual_Intersect(vlPolytope* out, const vlConvex* base, vlMat3 rotation,
                              vlVec3 translation, const vlPlaneSet* cutter, vlVec3 inside);

#endif
