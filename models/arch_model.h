// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_ARCH_H
#define VOLAR_MODEL_ARCH_H

// A round arch of wedge-shaped stones without mortar, half a circle standing on z = 0 in the plane
// y = 0. It stands if it is thick enough for the line of thrust to stay within the stones: 0.1075
// of its mean radius [M07].

#include <volar/volar.h>

#define VL_ARCH_MAX_STONES 64

typedef struct vlArchDef {
    int stones;       // 3 .. VL_ARCH_MAX_STONES
    double radius;    // m, mean of inner and outer
    double thickness; // m, along the radius
    double width;     // m, along y
    double density;   // kg/m3
} vlArchDef;

// 15 stones, radius 0.2 m, thickness 0.15 of it, 80 mm wide, 2400 kg/m3.
vlArchDef vlArch_Default(void);

// Adds the stones, which touch without pressing on each other. `bodies` (may be NULL) receives
// `def->stones` ids from -x over the crown to +x.
VL_WARN_UNUSED vlResult vlModel_AddArch(vlWorld* world, const vlArchDef* def, vlBodyId* bodies);

#endif
