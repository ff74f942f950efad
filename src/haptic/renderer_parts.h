// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_RENDERER_H
#define VOLAR_HAPTIC_RENDERER_H

// The internals of a renderer: made in renderer_make.c, used in renderer.c.

#include "volar/renderer.h"

struct vlRenderer {
    vlRendererDef def;
    vlHold hold;
    vlVelocity velocity;
    vlPassivity passivity;
    vlGovernor governor;
    vlPortLedger ledger;
    vlLedger booked; // of the world, at the last tick
    // J: what the world gave the device by its own account (getGiven) as of the last tick, and of
    // it what the device felt.
    double given, offered;
    double unpaid; // J, largest energy the hand got beyond what the world gave
    double stored; // J, stored in the world after the first tick
    vlVec3 offset; // m, world
    vlQuat turn;   // unit, in the device's frame
    bool hasSample;
    double goodTime; // s, of the last good sample
    double lastTime; // s, of the last vlRenderer_Take
    vlRendererReport report;
};

// J, what the world gave the device by its own account; 0 if it keeps none.
double vlRenderer_AskGiven(const vlRenderer* r);

#endif
