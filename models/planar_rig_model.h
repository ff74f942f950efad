// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_PLANAR_RIG_H
#define VOLAR_MODEL_PLANAR_RIG_H

// A body of the planar world in the simulated pantograph, with renderer, governor and four-channel
// coordination: a block before a wall, or a peg in a tight hole [C00].

#include <volar/planar_port.h>
#include <volar/renderer.h>
#include <volar/simulated_device.h>

typedef enum vlPlanarRigKind {
    // Block of 60 x 100 mm, 1 kg, at the origin; a wall faces its edge of 100 mm at x = 30 mm +
    // gap.
    VL_PLANAR_RIG_BLOCK,
    // Peg of 40 x 60 mm, 2 kg, centre at (0, 0.1) m, between walls along y that press 0.4 mm into
    // either side.
    VL_PLANAR_RIG_PEG,
    // The same block in the middle of a room of four walls, 0.3 m wide.
    VL_PLANAR_RIG_ROOM,
    // A square block of 100 mm, 1 kg, in a room that is 0.2 mm too narrow on each side: 8 contacts.
    VL_PLANAR_RIG_CLAMP
} vlPlanarRigKind;

typedef struct vlPlanarRigDef {
    vlPlanarRigKind kind;
    double step; // s
    double gap;  // m, of the block
    // kg m2, of the body; 0: that of a plate. With a very large one it does not rotate.
    double inertia;
    vlLawChoice wall, friction;
    vlFourChannelMode mode;
    double handShare;            // 0: nobody holds the handle
    const vlSimulatedHand* hand; // NULL: the handle is released from the start
    double scale;                // m in the world per m of the device
    bool isSmooth;               // the device has no dry friction
} vlPlanarRigDef;

typedef struct vlPlanarRig {
    vlWorld2* world;
    vlDevice* device;
    vlRenderer* renderer;
    vlPlanarPort port;
    vlBody2Id body;
    double step;
    double scale;
    uint64_t ticks;
    vlVec3 lead; // device minus body at the beginning of the last tick, in the device's units
} vlPlanarRig;

// Block, 2 ms, gap 50 mm, wall "seh", no friction, mode F, released, scale 1.
vlPlanarRigDef vlDefaultPlanarRigDef(void);
// On failure `message` (may be NULL) says why, and nothing is left open.
vlResult vlPlanarRig_Open(vlPlanarRig* rig, const vlPlanarRigDef* def, char* message,
                          size_t messageSize);
void vlPlanarRig_Close(vlPlanarRig* rig);
// One tick: device, world with `push` (N) at the centroid, device.
vlResult vlPlanarRig_Tick(vlPlanarRig* rig, vlVec2 push);

// Place of the centroid (m, m, rad) and its velocity.
vlVec3 vlPlanarRig_GetPlace(const vlPlanarRig* rig);
vlVec3 vlPlanarRig_GetVelocity(const vlPlanarRig* rig);

#endif
