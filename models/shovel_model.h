// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_SHOVEL_H
#define VOLAR_MODEL_SHOVEL_H

// A shovel as in [HS04] 5.8, moved by a device: a tray of five convex pieces, namely a plate, walls
// on three of its sides, and a lip that is sharp in front. The walls touch the plate and each other
// along edges, as if folded, so that no face is partly covered by another piece. The origin of its
// frame is in the middle of the plate's upper face, with x forward over the lip and z up.

#include <volar/renderer.h>
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

// Adds the shovel as a kinematic body.
VL_WARN_UNUSED vlResult vlModel_AddShovel(vlWorld* world, const vlShovelDef* def, vlBodyId* body);

#define VL_MAX_SHOVEL_KEYS 16

// The pose that a hand intends for its shovel at a time.
typedef struct vlShovelKey {
    double time; // s
    vlVec3 place;
    double pitch; // degrees, nose down
} vlShovelKey;

// A hand with a device that moves a shovel.
typedef struct vlShovelHand {
    vlDevice* device;
    vlRenderer* renderer;
    vlBodyId shovel;
} vlShovelHand;

// Adds a shovel at the first key, connected directly to a simulated device. A hand holds the device
// firmly and moves it along the script of 1 .. VL_MAX_SHOVEL_KEYS keys. The pose of `def` gives the
// direction of the shovel. Close it before the world is destroyed, also on failure.
VL_WARN_UNUSED vlResult vlModel_AddShovelHand(vlWorld* world, const vlShovelDef* def,
                                              const vlShovelKey* script, int count,
                                              vlShovelHand* hand);
void vlShovelHand_Close(vlShovelHand* hand);

#endif
