// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_BODY_MASS_H
#define VOLAR_WORLD_BODY_MASS_H

#include "world/world_parts.h"

// Mass, centroid and inertia of a dynamic body from its definition.
vlResult vlWorld_Weigh(const vlWorld* world, const vlBodyDef* def, vlInertia* inertia,
                       vlVec3* centroid);
// The inverse mass that contacts of a pointer use, 1/kg; 0 for a body that is not a pointer.
vlResult vlWorld_WeighPointer(const vlWorld* world, const vlBodyDef* def, double* inverseMass);

#endif
