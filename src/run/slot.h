// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_SLOT_H
#define VOLAR_SCENE_SLOT_H

// A device of a scene at work: a renderer in front of a switch between two sources, the scene's own
// simulated device and one from outside. Whoever takes over goes on from where the other was, by a
// shift of all poses, and a clock and a count without leaps; the scene's own loses its shift by and
// by.

#include "volar/renderer.h"
#include "volar/simulation.h"

typedef struct vlSlot {
    const vlSceneDevice* device;
    vlDevice* own;  // simulated; NULL: none
    vlDevice* port; // the switch, as the renderer sees it
    vlRenderer* renderer;
    vlDeviceInfo info; // of one from outside, if isConnected
    vlBodyId body;     // what the scene has it hold

    vlDeviceSample sample; // of this step, from outside
    double now;            // s, by the renderer's clock

    // Between the sources: pose = source's, moved by shift and turned by turn before it, so that a
    // source turns about the axes of the device's frame; clock = source's + lead.
    vlVec3 shift;              // m, device frame
    vlVec3 turn;               // rad, rotation vector, handle's frame
    double lead;               // s, if hasLead
    double ownTime;            // s, of the scene's own
    double fadeFrom, fadeTime; // s of the clock: since when, how long the shift fades; 0: it stays
    vlPose last;               // read last, if hasLast
    double goodTime;           // s of the clock, when that was
    uint64_t sequence;         // of what was read last
    uint64_t countLead;        // what is added to the count of the source, modulo 2^64
    uint32_t buttons;          // at the last step

    bool isOutside;
    bool isConnected; // one from outside was told of
    bool isPointer;   // what the scene has it hold is one
    bool hasSample;   // one came from outside in this step
    bool hasTime;     // at least its time
    bool hasLead, hasLast;
    bool isSwitched; // the next pose read counts as being where the last one was
} vlSlot;

// Makes renderer and own device; what the scene says is held from the start is held. `slot` stays
// where it is from now on. On failure `message` says why; the slot can be closed.
vlResult vlSlot_Open(vlSlot* slot, const vlSceneDevice* device, vlWorld* world, vlBodyId body,
                     char* message, size_t messageSize);
void vlSlot_Close(vlSlot* slot);
// All as at the start; the world was put back before.
void vlSlot_Restart(vlSlot* slot, vlBodyId body);

// Inputs of the next step.
void vlSlot_Take(vlSlot* slot, const vlInput* input);
// Before and after the world's step.
void vlSlot_Read(vlSlot* slot, vlWorld* world);
void vlSlot_Write(vlSlot* slot);

#endif
