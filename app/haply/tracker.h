// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_TRACKER_H
#define VOLAR_APP_HAPLY_TRACKER_H

// One device made of the states that a service sends: where the arm is, how the grip at its end is
// turned. A state may leave out what it likes: the arm's place is a measurement, the rest stays as
// it was last told, but for the velocity, which is known only when it is told.

#include <volar/device.h>

#include "app/haply/protocol.h"

// States after the first request that are not measurements yet: when the service moves the origin
// to where it was asked to is not known, and that move is none of the hand's.
#define VL_HAPLY_SETTLING 10

typedef struct vlHaplyTracker {
    char armId[VL_MAX_HAPLY_ID];  // "": not chosen yet
    char gripId[VL_MAX_HAPLY_ID]; // if hasGrip
    bool hasGrip;
    bool isPresent; // the last state had the arm, and ready
    int settling;   // states still to be passed over
    // The newest measurement, its number counting all of them; the time is not set.
    vlDeviceSample sample;
} vlHaplyTracker;

void vlHaplyTracker_Init(vlHaplyTracker* tracker);
// From the state that a connection begins with: takes the arm `wanted`, or with "" the first, or
// the one of before; and, the first time, a grip if there is one, rather without a wire. On failure
// `message` says which arms there are.
bool vlHaplyTracker_Begin(vlHaplyTracker* tracker, const vlHaplyState* state, const char* wanted,
                          char* message, size_t messageSize);
// A state that answers a request; true if it is a measurement.
bool vlHaplyTracker_Take(vlHaplyTracker* tracker, const vlHaplyState* state);

#endif
