// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_TOUCH_LOOP_H
#define VOLAR_MODEL_TOUCH_LOOP_H

// How a touch of two meshes (touch_model.h) is driven: by a hand that holds the device, and with
// contacts found at a rate of their own. All of it runs under a virtual clock: the time that the
// contact thread would take is counted in ticks.

#include "models/touch_model.h"

typedef struct vlTouchLoopDef {
    double hand;     // N/m, from the script to the handle; 0: the device is where the script says
    double handMass; // kg, of the handle
    int period;      // ticks from search to search; 0: every step finds its contacts itself
    bool isLate;    // the packet of a search arrives when the next search begins; otherwise at once
    bool isTimed;   // a search takes as many ticks as its processor time; `period` is the least
    int searchWork; // vlTwoRateDef.searchWork; 0: no limit, because the rate is prescribed
    const vlPacketModel* reference; // a model to compare with; usually NULL
} vlTouchLoopDef;

typedef struct vlTouchLoop {
    vlTouchLoopDef def;
    vlTouch* touch; // not owned
    vlTwoRate* two; // NULL: a single rate
    int tick;
    vlVec3 handle, handleSpeed; // m, m/s
    bool isStarted;
    bool isSearching;  // a search is done and its packet has not yet arrived
    bool isStalled;    // set from outside: the contact thread does nothing
    int due, next;     // tick at which the packet arrives, and at which the next search begins
    double searchTime; // s, processor time of the last search
    double stepTime;   // s, of the last step of the world, including the reading of its results
    int searches;      // so far
} vlTouchLoop;

// A hand of 400 N/m with a handle of 0.1 kg, a single rate.
vlTouchLoopDef vlTouchLoop_DefaultDef(void);
// The touch must be open and outlive the loop. Close the loop before the touch, even if this fails.
VL_WARN_UNUSED vlResult vlTouchLoop_Open(const vlTouchLoopDef* def, vlTouch* touch,
                                         vlTouchLoop* loop);
void vlTouchLoop_Close(vlTouchLoop* loop);
// One tick; `wanted` is the pose at its end that the hand intends for the device. The rotation is
// followed exactly.
VL_WARN_UNUSED vlResult vlTouchLoop_Tick(vlTouchLoop* loop, vlPose wanted);

#endif
