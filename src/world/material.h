// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_MATERIAL_H
#define VOLAR_WORLD_MATERIAL_H

#include "world/world_parts.h"

// VL_ERROR_UNSTABLE, with a message that gives the limit, if a stiffness of `surface` is higher
// than an explicit step can hold for a body of `mass`.
vlResult vlSurface_CheckStable(const vlWorld* world, const vlSurface* surface, double mass);
// VL_ERROR_UNSTABLE, with a message that names the window, if the laws of one point of `surface`
// are not stable for a pointer of `mass` at `step`.
vlResult vlSurface_CheckPointer(const vlWorld* world, const vlSurface* surface, double mass,
                                double step);
// The same for all pointers and surfaces of a world.
vlResult vlSurface_CheckStep(const vlWorld* world, double step);

#endif
