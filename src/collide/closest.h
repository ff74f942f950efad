// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_CLOSEST_H
#define VOLAR_COLLIDE_CLOSEST_H

// The closest point of a shape, in the shape's frame.

#include "volar/query.h"

// As vlShape_FindClosest. A point farther away than `reach` may be given any distance above it;
// `hint` is a triangle of a surface near by, or -1, and becomes that of the closest point.
vlClosestPoint vlShape_ClosestLocal(const vlShape* shape, vlVec3 point, double reach, int* hint);

#endif
