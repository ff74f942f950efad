// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_SLOT_H
#define VOLAR_RUN_SLOT_H

// A device of a scene at work: the renderer, the scene's own simulated device, the last sample of
// an external device, and the handover between the two.

#include "run/formation_hold.h"
#include "run/handover.h"
#include "volar/planar_port.h"
#include "volar/renderer.h"
#include "volar/simulation.h"

typedef struct vlSlot {
    const vlSceneDevice* device;
    vlDevice* own; // simulated; NULL: none
    vlRenderer* renderer;
    vlWorld2* plane;            // of a planar scene; NULL otherwise
    vlPlanarPort port;          // with a plane
    vlFormationHold formations; // if the scene asks for them
    vlHandover handover;
    vlCouplingDef coupling; // the scene's, with the present gains
    vlDeviceInfo info;      // of the external device, if isConnected
    vlBodyId body;          // that the scene makes it hold
    vlDeviceSample sample;  // of this step, from the external device
    double ownTime;         // s, clock of the scene's own device
    uint32_t buttons;       // at the last step
    bool isConnected;       // an external device has been attached
    bool isPointer;         // the scene makes it hold a pointer
    bool hasSample;         // the external device gave a sample in this step
    bool hasTime;           // the external device gave at least its time
} vlSlot;

// Makes the renderer and the scene's own device, and takes hold of what is held from the start. On
// failure `message` says why; the slot must still be closed. `plane` is the world of a planar
// scene, which `world` only shows, or NULL; the slot must stay where it is.
vlResult vlSlot_Open(vlSlot* slot, const vlSceneDevice* device, vlWorld* world, vlWorld2* plane,
                     vlBodyId body, char* message, size_t messageSize);
// To be called before vlSlot_Open if the device feels formations: creates them.
vlResult vlSlot_OpenFormations(vlSlot* slot, const vlScene* scene, const vlSceneDevice* device,
                               vlWorld* world, vlBodyId body, vlBodyId against, char* message,
                               size_t messageSize);
void vlSlot_Close(vlSlot* slot);
// Puts everything back to the start; the world must be restored before.
void vlSlot_Restart(vlSlot* slot, vlBodyId body);

// Changes the gains of the coupling that holds, and of those that will.
vlResult vlSlot_SetGains(vlSlot* slot, const vlCouplingGains* gains);
// Takes an input of the next step.
void vlSlot_Take(vlSlot* slot, const vlInput* input);
// Before and after the world's step. The caller of the simulation reads and writes an external
// device; the scene's own device is read and written here.
void vlSlot_Read(vlSlot* slot, vlWorld* world);
void vlSlot_Write(vlSlot* slot);

#endif
