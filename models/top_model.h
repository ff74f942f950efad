// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_TOP_H
#define VOLAR_MODEL_TOP_H

// A spinning top as in [HS04] 5.9: a cone on its tip, a disc on the cone, a stem on the disc, all
// round about z. The tip is the origin of the shape's frame.

#include <volar/volar.h>

typedef struct vlTopDef {
    int sides;         // facets around
    double mass;       // kg
    double radius;     // m, of disc and cone
    double coneHeight; // m, from the tip to the disc
    double discHeight; // m
    double stemRadius; // m
    double stemHeight; // m
    double tilt;       // rad, of the axis from the vertical, about y
    double spin;       // rad/s, about the axis
} vlTopDef;

// 24 facets, 50 g, disc of 25 mm radius and 5 mm height 20 mm above the tip, tilt 3 degrees, 120
// rad/s.
vlTopDef vlTop_Default(void);

// Adds the top with its tip at the origin of the world.
VL_WARN_UNUSED vlResult vlModel_AddTop(vlWorld* world, const vlTopDef* def, vlBodyId* body);

#endif
