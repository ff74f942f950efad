// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_FORMATION_HOLD_H
#define VOLAR_RUN_FORMATION_HOLD_H

// What a device feels that holds a kinematic body by contact formations (formation_port.h): the
// formation against one other body, and beside it what the world's dynamic bodies do to it.

#include "volar/formation_port.h"
#include "volar/scene.h"

typedef struct vlFormationHold {
    const vlPolyhedron* held;
    const vlPolyhedron* other;
    vlFormationForce* force; // NULL: the device feels the world alone
    vlFormationPort port;
    vlWorld* world;
    vlBodyId against;
} vlFormationHold;

// Makes what the scene asks for. On failure `message` says why; it must be closed all the same, and
// must stay where it is.
vlResult vlFormationHold_Open(vlFormationHold* hold, const vlScene* scene,
                              const vlSceneDevice* device, vlWorld* world, vlBodyId body,
                              vlBodyId against, char* message, size_t messageSize);
void vlFormationHold_Close(vlFormationHold* hold);
// After the world's step.
void vlFormationHold_Step(vlFormationHold* hold);

#endif
