// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_GRAB_H
#define VOLAR_RUN_GRAB_H

// A grab: a point of a body is pulled by a spring and damper towards a target, as by a mouse.

#include "run/simulation_parts.h"

typedef struct vlGrabber {
    bool isActive;
    int place; // of the body in the scene
    vlSpringId spring;
    vlVec3 target;   // where the anchor has to go
    vlVec3 anchor;   // the free end of the spring
    vlVec3 velocity; // of the anchor
    vlVec3 point;    // in the plane: what is held, in the frame of the shape
    vlVec3 force;    // in the plane: N, on the body, in the last step
} vlGrabber;

// Grabs `point` (shape's frame) of a body, and releases what was grabbed before.
void vlGrabber_Grab(vlGrabber* grabber, vlWorld* world, vlBodyId body, int place, vlVec3 point,
                    vlVec3 target);
void vlGrabber_Release(vlGrabber* grabber, vlWorld* world);
// Before a step: moves the anchor towards the target.
void vlGrabber_Follow(vlGrabber* grabber, vlWorld* world);
vlGrab vlGrabber_Report(const vlGrabber* grabber, const vlWorld* world);

#endif
