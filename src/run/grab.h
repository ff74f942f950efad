// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_HAND_H
#define VOLAR_SCENE_HAND_H

// A hand that holds a body by a spring and damper and follows a target.

#include "volar/simulation.h"

typedef struct vlGrabber {
    bool isActive;
    int place; // of the body in the scene
    vlSpringId spring;
    vlVec3 target;   // where it was told to go
    vlVec3 anchor;   // where it is
    vlVec3 velocity; // of the anchor
} vlGrabber;

// Takes hold of `point` (shape's frame) of a body; lets go of what it held.
void vlGrabber_Grab(vlGrabber* hand, vlWorld* world, vlBodyId body, int place, vlVec3 point,
                    vlVec3 target);
void vlGrabber_Release(vlGrabber* hand, vlWorld* world);
// Before a step: goes on towards the target.
void vlGrabber_Follow(vlGrabber* hand, vlWorld* world);
vlGrab vlGrabber_Report(const vlGrabber* hand, const vlWorld* world);

#endif
