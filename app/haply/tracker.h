// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_TRACKER_H
#define VOLAR_APP_HAPLY_TRACKER_H

// One device from the states that a service sends: the position of the arm and the orientation of
// the grip at its end. A state may be incomplete: each one with the arm's position is a
// measurement; what is missing keeps its last value, except the velocity, which is then unknown.
//
// The tracker also says what to ask for: the preset of the arm, again when the arm was away, and
// the configuration, to see whether the service took it. Time is an argument.

#include <volar/device.h>

#include "app/haply/protocol.h"

// States after the request for a preset that are not measurements yet: the service moves the origin
// at an unknown time, and that is not a motion of the hand.
#define VL_HAPLY_SETTLING 10

typedef struct vlHaplyTracker {
    bool mayBeUncalibrated;       // positions of an arm that is not calibrated count
    char armId[VL_MAX_HAPLY_ID];  // "": not chosen yet
    char gripId[VL_MAX_HAPLY_ID]; // if hasGrip
    vlHaplyGripKind gripKind;
    bool hasGrip;
    bool isPresent;         // the last state had the arm, and it can be used
    const char* obstacle;   // why it cannot, a sentence
    bool wasInUse;          // by another session, when this one began
    bool asksPreset;        // the next request has to
    vlHaplyPresetForm form; // of the preset
    bool isPresetRefused;   // the service took it in neither form
    int settling;           // states that are still to be skipped
    vlHaplyConfig config;   // the newest one
    // The turn from one orientation of the grip to the next, spread over the time between them: a
    // grip measures some twenty times less often than the arm.
    vlQuat turnFrom;
    double turnTime, turnSpan; // s; 0: no turn yet, or it is over
    vlVec3 turnSpeed;          // rad/s
    vlQuat newest;
    // The newest measurement; its number counts all of them; the time is not set.
    vlDeviceSample sample;
} vlHaplyTracker;

void vlHaplyTracker_Init(vlHaplyTracker* tracker);
// Chooses the devices from the first state of a connection: the arm chosen before, otherwise the
// arm `wanted`, or with "" the first; and, the first time, a grip if there is one, by the order of
// its kinds. On failure `message` lists the arms.
bool vlHaplyTracker_Begin(vlHaplyTracker* tracker, const vlHaplyState* state, const char* wanted,
                          char* message, size_t messageSize);
// Writes into a request what the tracker needs to know: the arm, its preset, the configuration.
void vlHaplyTracker_Ask(vlHaplyTracker* tracker, vlHaplyRequest* request);
// A state that answers a request, at `now` (s); true if it is a measurement.
bool vlHaplyTracker_Take(vlHaplyTracker* tracker, const vlHaplyState* state, double now);

#endif
