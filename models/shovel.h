// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_SHOVEL_H
#define VOLAR_MODEL_SHOVEL_H

// A shovel as in [HS04] 5.8, moved by a device: a tray of five convex pieces, a plate with walls on
// three sides and a lip that is sharp in front. The walls touch the plate and each other along
// edges, as if folded, so that no face is partly covered by another piece. The origin of its frame
// is in the middle of the plate's upper face, x forward over the lip, z up.

#include <volar/volar.h>

typedef struct vlShovelDef {
    double length;    // m, of the plate, along x
    double width;     // m, of the plate, along y
    double lip;       // m, along x, before the plate
    double wall;      // m, height of the walls
    double thickness; // m, of plate and walls
    vlMaterialId material;
    vlPose pose;
} vlShovelDef;

// 120 x 100 mm, lip 30 mm, walls 30 mm, 4 mm thick; default material, identity pose.
vlShovelDef vlShovel_Default(void);

// Adds it as a kinematic body.
VL_WARN_UNUSED vlResult vlModel_AddShovel(vlWorld* world, const vlShovelDef* def, vlBodyId* body);

#endif
