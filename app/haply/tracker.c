// SPDX-License-Identifier: MIT
#include "app/haply/tracker.h"

#include <stdio.h>
#include <string.h>

void vlHaplyTracker_Init(vlHaplyTracker* tracker)
{
    memset(tracker, 0, sizeof *tracker);
    tracker->sample.pose = vlIdentityPose();
}

static const vlHaplyArm* findArm(const vlHaplyState* state, const char* id)
{
    for (int i = 0; i < state->armCount; ++i) {
        if (id[0] == '\0' || strcmp(state->arms[i].id, id) == 0) {
            return &state->arms[i];
        }
    }
    return NULL;
}

static const vlHaplyGrip* chooseGrip(const vlHaplyState* state)
{
    const vlHaplyGrip* wired = NULL;
    for (int i = 0; i < state->gripCount; ++i) {
        if (state->grips[i].isWireless) {
            return &state->grips[i];
        }
        wired = wired != NULL ? wired : &state->grips[i];
    }
    return wired;
}

static void listArms(const vlHaplyState* state, const char* wanted, char* message, size_t size)
{
    if (state->armCount == 0) {
        (void)snprintf(message, size, "the service knows no Inverse3: is it plugged in?");
        return;
    }
    int used = snprintf(message, size, "no Inverse3 '%s'; there %s", wanted,
                        state->armCount == 1 ? "is" : "are");
    for (int i = 0; i < state->armCount && used > 0 && (size_t)used < size; ++i) {
        used += snprintf(message + used, size - (size_t)used, "%s '%s'", i > 0 ? "," : "",
                         state->arms[i].id);
    }
}

bool vlHaplyTracker_Begin(vlHaplyTracker* tracker, const vlHaplyState* state, const char* wanted,
                          char* message, size_t messageSize)
{
    bool isFirst = tracker->armId[0] == '\0';
    const char* id = isFirst ? wanted : tracker->armId;
    const vlHaplyArm* arm = findArm(state, id);
    tracker->settling = VL_HAPLY_SETTLING;
    tracker->isPresent = arm != NULL;
    if (arm == NULL) {
        listArms(state, id, message, messageSize);
        return false;
    }
    const vlHaplyGrip* grip = chooseGrip(state);
    if (isFirst && grip != NULL) {
        tracker->hasGrip = true;
        memcpy(tracker->gripId, grip->id, sizeof tracker->gripId);
    }
    memcpy(tracker->armId, arm->id, sizeof tracker->armId);
    return true;
}

static void takeGrip(vlHaplyTracker* tracker, const vlHaplyState* state)
{
    vlDeviceSample* sample = &tracker->sample;
    bool isHeld = false;
    for (int i = 0; i < state->gripCount && tracker->hasGrip; ++i) {
        const vlHaplyGrip* grip = &state->grips[i];
        if (strcmp(grip->id, tracker->gripId) != 0) {
            continue;
        }
        isHeld = true;
        // A grip that sleeps sends an orientation of zeros.
        if (grip->hasOrientation && vlIsUnitQ(grip->orientation, VL_ROUGH_UNIT_TOLERANCE)) {
            sample->pose.q = vlUnitQ(grip->orientation);
        }
        if (grip->hasButtons) {
            sample->buttons = grip->buttons;
        }
    }
    // A grip that is gone has no button down; its orientation stays, since nothing turned it.
    if (!isHeld) {
        sample->buttons = 0;
    }
}

bool vlHaplyTracker_Take(vlHaplyTracker* tracker, const vlHaplyState* state)
{
    const vlHaplyArm* arm = tracker->armId[0] != '\0' ? findArm(state, tracker->armId) : NULL;
    tracker->isPresent = arm != NULL && ((arm->statusKnown & VL_HAPLY_READY) == 0 ||
                                         (arm->status & VL_HAPLY_READY) != 0);
    if (!tracker->isPresent) {
        // A device that comes back may have been moved, or connected elsewhere.
        tracker->settling = VL_HAPLY_SETTLING;
        return false;
    }
    takeGrip(tracker, state);
    if (tracker->settling > 0) {
        --tracker->settling;
        return false;
    }
    if (!arm->hasPosition) {
        return false;
    }
    vlDeviceSample* sample = &tracker->sample;
    sample->pose.p = arm->position;
    sample->hasTwist = arm->hasVelocity;
    sample->twist.linear = arm->hasVelocity ? arm->velocity : vlZero();
    ++sample->sequence;
    return true;
}
