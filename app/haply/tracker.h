// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_TRACKER_H
#define VOLAR_APP_HAPLY_TRACKER_H

// One device from the states that a service sends: the position of the arm and the orientation of
// the grip at its end. A state may be incomplete: each one with the arm's position is a
// measurement; what is missing keeps its last value, except the velocity, which is then unknown.

#include <volar/device.h>

#include "app/haply/protocol.h"

// States after the first request that are not measurements yet: the service moves the origin at an
// unknown time, and that is not a motion of the hand.
#define VL_HAPLY_SETTLING 10

typedef struct vlHaplyTracker {
    char armId[VL_MAX_HAPLY_ID];  // "": not chosen yet
    char gripId[VL_MAX_HAPLY_ID]; // if hasGrip
    bool hasGrip;
    bool isPresent; // the last state had the arm, and it was ready
    int settling;   // states that are still to be skipped
    // The newest measurement; its number counts all of them; the time is not set.
    vlDeviceSample sample;
} vlHaplyTracker;

void vlHaplyTracker_Init(vlHaplyTracker* tracker);
// Chooses the devices from the first state of a connection: the arm chosen before, otherwise the
// arm `wanted`, or with "" the first; and, the first time, a grip if there is one, preferably
// wireless. On failure `message` lists the arms.
bool vlHaplyTracker_Begin(vlHaplyTracker* tracker, const vlHaplyState* state, const char* wanted,
                          char* message, size_t messageSize);
// A state that answers a request; true if it is a measurement.
bool vlHaplyTracker_Take(vlHaplyTracker* tracker, const vlHaplyState* state);

#endif
