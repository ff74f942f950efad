// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_SLOT_H
#define VOLAR_RUN_SLOT_H

// A device of a scene at work: the renderer, the scene's own simulated device, the last sample of
// one from outside, and the handover between the two.

#include "run/handover.h"
#include "volar/renderer.h"
#include "volar/simulation.h"

typedef struct vlSlot {
    const vlSceneDevice* device;
    vlDevice* own; // simulated; NULL: none
    vlRenderer* renderer;
    vlHandover handover;
    vlDeviceInfo info;     // of the device from outside, if isConnected
    vlBodyId body;         // what the scene has it hold
    vlDeviceSample sample; // of this step, from outside
    double ownTime;        // s, of the scene's own
    uint32_t buttons;      // at the last step
    bool isConnected;      // a device from outside has been attached
    bool isPointer;        // what the scene has it hold is one
    bool hasSample;        // one came from outside in this step
    bool hasTime;          // at least its time
} vlSlot;

// Makes renderer and own device; what the scene says is held from the start is held. On failure
// `message` says why; the slot can be closed.
vlResult vlSlot_Open(vlSlot* slot, const vlSceneDevice* device, vlWorld* world, vlBodyId body,
                     char* message, size_t messageSize);
void vlSlot_Close(vlSlot* slot);
// All as at the start; the world was put back before.
void vlSlot_Restart(vlSlot* slot, vlBodyId body);

// Inputs of the next step.
void vlSlot_Take(vlSlot* slot, const vlInput* input);
// Before and after the world's step. A device from outside is read and written by the caller of the
// simulation, the scene's own one here.
void vlSlot_Read(vlSlot* slot, vlWorld* world);
void vlSlot_Write(vlSlot* slot);

#endif
