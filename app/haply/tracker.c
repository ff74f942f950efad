// SPDX-License-Identifier: MIT
#include "app/haply/tracker.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCALE_TOLERANCE 1e-6
#define TURN_TOLERANCE 1e-6
// Between two orientations of a grip: 20 ms in public descriptions of the device.
#define FIRST_SPAN 0.02 // s, before a time between two was seen
#define LEAST_SPAN 1e-3
#define MOST_SPAN 0.06 // a longer pause is rest, and the next turn begins after it

void vlHaplyTracker_Init(vlHaplyTracker* tracker)
{
    memset(tracker, 0, sizeof *tracker);
    tracker->sample.pose = vlIdentityPose();
    tracker->newest = tracker->turnFrom = vlIdentityQuat();
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
    const vlHaplyGrip* chosen = NULL;
    for (int i = 0; i < state->gripCount; ++i) {
        const vlHaplyGrip* grip = &state->grips[i];
        chosen = chosen == NULL || grip->kind < chosen->kind ? grip : chosen;
    }
    return chosen;
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

// From the next request on the arm is asked for its preset, and its positions settle.
static void settle(vlHaplyTracker* tracker, vlHaplyPresetForm form)
{
    tracker->form = form;
    tracker->asksPreset = true;
    tracker->settling = VL_HAPLY_SETTLING;
}

bool vlHaplyTracker_Begin(vlHaplyTracker* tracker, const vlHaplyState* state, const char* wanted,
                          char* message, size_t messageSize)
{
    bool isFirst = tracker->armId[0] == '\0';
    const char* id = isFirst ? wanted : tracker->armId;
    const vlHaplyArm* arm = findArm(state, id);
    settle(tracker, VL_HAPLY_PRESET_OBJECT);
    tracker->isPresetRefused = false;
    tracker->isPresent = arm != NULL;
    if (arm == NULL) {
        listArms(state, id, message, messageSize);
        return false;
    }
    const vlHaplyGrip* grip = chooseGrip(state);
    if (isFirst && grip != NULL) {
        tracker->hasGrip = true;
        tracker->gripKind = grip->kind;
        memcpy(tracker->gripId, grip->id, sizeof tracker->gripId);
    }
    memcpy(tracker->armId, arm->id, sizeof tracker->armId);
    tracker->wasInUse = (arm->status & VL_HAPLY_IN_USE) != 0;
    tracker->config = arm->config;
    return true;
}

void vlHaplyTracker_Ask(vlHaplyTracker* tracker, vlHaplyRequest* request)
{
    vlHaplyOrder* order = &request->orders[0];
    request->orderCount = 1;
    memcpy(order->id, tracker->armId, sizeof order->id);
    if (tracker->asksPreset) {
        order->presetForm = tracker->form;
        (void)snprintf(order->preset, sizeof order->preset, "%s", VL_HAPLY_PRESET);
        tracker->asksPreset = false;
    }
    // The last state before the first measurement shows what became of the request.
    request->wantsAll = tracker->settling == 1;
    request->probe.isWanted = tracker->hasGrip && !order->hasForce;
    request->probe.kind = tracker->gripKind;
    memcpy(request->probe.id, tracker->gripId, sizeof request->probe.id);
}

// --- The grip ---

static vlQuat turnedAt(const vlHaplyTracker* tracker, double now)
{
    double since = now - tracker->turnTime;
    return since < tracker->turnSpan
               ? vlTurn(tracker->turnFrom, vlScale(tracker->turnSpeed, since > 0.0 ? since : 0.0))
               : tracker->newest;
}

static void takeOrientation(vlHaplyTracker* tracker, vlQuat q, double now)
{
    const vlQuat* last = &tracker->newest;
    if (q.w == last->w && q.x == last->x && q.y == last->y && q.z == last->z) {
        return;
    }
    double span = tracker->sample.sequence == 0 ? 0.0 : now - tracker->turnTime;
    span = span > MOST_SPAN ? FIRST_SPAN : span;
    tracker->turnFrom = turnedAt(tracker, now);
    tracker->newest = q;
    tracker->turnTime = now;
    tracker->turnSpan = tracker->sample.sequence == 0 ? 0.0 : fmax(span, LEAST_SPAN);
    vlVec3 turn = vlRotationBetween(tracker->turnFrom, q);
    tracker->turnSpeed =
        tracker->turnSpan > 0.0 ? vlScale(turn, 1.0 / tracker->turnSpan) : vlZero();
}

static void takeGrip(vlHaplyTracker* tracker, const vlHaplyState* state, double now)
{
    vlDeviceSample* sample = &tracker->sample;
    bool isHeld = false;
    for (int i = 0; i < state->gripCount && tracker->hasGrip; ++i) {
        const vlHaplyGrip* grip = &state->grips[i];
        if (strcmp(grip->id, tracker->gripId) != 0 || grip->kind != tracker->gripKind) {
            continue;
        }
        isHeld = true;
        // A grip that sleeps sends an orientation of zeros.
        if (grip->hasOrientation && vlIsUnitQ(grip->orientation, VL_ROUGH_UNIT_TOLERANCE)) {
            takeOrientation(tracker, vlUnitQ(grip->orientation), now);
        }
        if (grip->hasButtons) {
            sample->buttons = grip->buttons;
        }
    }
    // A grip that is gone has no button down; its orientation stays, since nothing turned it.
    if (!isHeld) {
        sample->buttons = 0;
    }
    sample->pose.q = turnedAt(tracker, now);
    sample->twist.angular =
        now - tracker->turnTime < tracker->turnSpan ? tracker->turnSpeed : vlZero();
}

// --- The arm ---

static bool isScaled(const vlHaplyTurn* turn)
{
    const vlVec3 one = vlVec(1.0, 1.0, 1.0);
    return turn->isKnown && vlLength(vlSub(turn->scale, one)) > SCALE_TOLERANCE;
}

static bool isTurned(const vlHaplyTurn* turn)
{
    vlQuat q = turn->rotation;
    return turn->isKnown && vlLength(vlVec(q.x, q.y, q.z)) > TURN_TOLERANCE;
}

static bool lacks(const vlHaplyArm* arm, unsigned bit)
{
    return (arm->statusKnown & bit) != 0 && (arm->status & bit) == 0;
}

// Why an arm that is there cannot be used, or NULL.
static const char* obstacleOf(const vlHaplyTracker* tracker, const vlHaplyArm* arm)
{
    if (lacks(arm, VL_HAPLY_READY)) {
        return "the arm is not ready; is its power supply connected?";
    }
    if (lacks(arm, VL_HAPLY_CALIBRATED) && !tracker->mayBeUncalibrated) {
        return "the arm is not calibrated; put its grip into the inkwell until the light says that "
               "it is, or accept its positions with uncalibrated=1";
    }
    if (isScaled(&arm->transform) || isTurned(&arm->transform)) {
        return "the service scales or turns the workspace, which changes what is felt; remove the "
               "workspace transform of the profile 'volar' in Haply Hub";
    }
    return NULL;
}

// Compares the configuration of an arm that has settled with what was asked for; returns why the
// arm cannot be used, or NULL.
static const char* checkConfig(vlHaplyTracker* tracker, const vlHaplyConfig* config)
{
    tracker->config = *config;
    if (config->basis[0] != '\0' && strcmp(config->basis, VL_HAPLY_BASIS) != 0) {
        return "the service exchanges the axes; set the basis of the profile 'volar' in Haply Hub "
               "to XYZ";
    }
    if (isScaled(&config->mount)) {
        return "the service scales the arm's mount, which changes what is felt; remove the scale "
               "of "
               "the profile 'volar' in Haply Hub";
    }
    bool isOther = config->preset[0] != '\0' && strcmp(config->preset, VL_HAPLY_PRESET) != 0;
    tracker->isPresetRefused = isOther && tracker->form == VL_HAPLY_PRESET_TEXT;
    if (isOther && !tracker->isPresetRefused) {
        settle(tracker, VL_HAPLY_PRESET_TEXT);
    }
    return NULL;
}

bool vlHaplyTracker_Take(vlHaplyTracker* tracker, const vlHaplyState* state, double now)
{
    const vlHaplyArm* arm = tracker->armId[0] != '\0' ? findArm(state, tracker->armId) : NULL;
    tracker->obstacle = arm == NULL ? "the arm is unplugged" : obstacleOf(tracker, arm);
    if (tracker->obstacle != NULL) {
        tracker->isPresent = false;
        return false;
    }
    if (!tracker->isPresent) {
        // It may have been moved, connected elsewhere, calibrated, or begun anew with its defaults.
        settle(tracker, VL_HAPLY_PRESET_OBJECT);
        tracker->isPresent = true;
    }
    takeGrip(tracker, state, now);
    if (tracker->settling > 0) {
        --tracker->settling;
        if (tracker->settling == 0 && arm->config.isKnown) {
            tracker->obstacle = checkConfig(tracker, &arm->config);
            tracker->isPresent = tracker->obstacle == NULL;
        }
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
