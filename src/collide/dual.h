// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_DUAL_H
#define VOLAR_COLLIDE_DUAL_H

// Contact polyhedron by duality and QuickHull [HS04] 4.3, [MP78], [BDH96]: the reference route. It
// allocates (inside Qhull) and is not for a real-time loop.

#include "collide/clip.h"

// Base placed in the working frame by `rotation`, `translation`; cutter planes in the working
// frame; `inside` a point common to both, ideally not on a boundary (it is re-centred first). Faces
// of `out` carry owner and plane as those of vlClip_Intersect do. VL_CLIP_EMPTY when no common
// interior point can be found; VL_CLIP_OVERFLOW when the point lies too close to a face for the
// transform (nearest plane closer than 1e-4 of the farthest), Qhull fails, or the room is too
// small.
vlClipStatus vlDual_Intersect(vlPolytope* out, const vlConvex* base, vlMat3 rotation,
                              vlVec3 translation, const vlPlaneSet* cutter, vlVec3 inside);

#endif
