// SPDX-License-Identifier: MIT
// Reading states and requests. Each JSON object has one function, called for each of its keys.

#include <stdio.h>
#include <string.h>

#include "app/haply/haply_parts.h"
#include "app/haply/read_request.h"

// After a, b and c.
#define HOME_BUTTON 3
// Whole numbers up to here are exact in a double.
#define MAX_WHOLE 9007199254740992.0

// --- States ---

static bool readArmState(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyArm* arm = to;
    if (vlHaplyPart_Is(key, "cursor_position")) {
        return vlHaplyPart_ReadVector(reader, &arm->position, &arm->hasPosition);
    }
    if (vlHaplyPart_Is(key, "cursor_velocity")) {
        return vlHaplyPart_ReadVector(reader, &arm->velocity, &arm->hasVelocity);
    }
    if (vlHaplyPart_Is(key, "current_cursor_force")) {
        return vlHaplyPart_ReadVector(reader, &arm->force, &arm->hasForce);
    }
    if (vlHaplyPart_Is(key, "transform") && vlHaplyPart_IsObject(reader)) {
        return vlHaplyPart_ReadTurn(reader, &arm->transform);
    }
    return vlScan_Skip(reader);
}

static bool readArmStatus(vlJsonIn* reader, const char* key, void* to)
{
    static const char* const names[] = VL_HAPLY_STATUS_NAMES;
    vlHaplyArm* arm = to;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i) {
        bool isSet;
        if (vlHaplyPart_Is(key, names[i]) && vlHaplyPart_IsBool(reader)) {
            if (!vlJsonIn_ReadBool(reader, &isSet)) {
                return false;
            }
            arm->statusKnown |= 1u << i;
            arm->status = (arm->status & ~(1u << i)) | (unsigned)isSet << i;
            return true;
        }
    }
    return vlScan_Skip(reader);
}

static bool readArmField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyArm* arm = to;
    if (vlHaplyPart_Is(key, "device_id")) {
        return vlHaplyPart_ReadId(reader, arm->id);
    }
    if (vlHaplyPart_Is(key, "state")) {
        return vlScan_Object(reader, readArmState, arm);
    }
    if (vlHaplyPart_Is(key, "status")) {
        return vlScan_Object(reader, readArmStatus, arm);
    }
    if (vlHaplyPart_Is(key, "config") && vlHaplyPart_IsObject(reader)) {
        arm->config.isKnown = true;
        return vlScan_Object(reader, vlHaplyPart_ReadConfigField, &arm->config);
    }
    return vlScan_Skip(reader);
}

// Number of a button by its name, or -1.
static int findButton(const char* key)
{
    static const char first[] = "button_";
    size_t length = sizeof first - 1;
    if (key[0] >= 'a' && key[0] <= 'd' && key[1] == '\0') {
        return key[0] - 'a';
    }
    if (vlHaplyPart_Is(key, "home")) {
        return HOME_BUTTON;
    }
    bool isNumbered = strncmp(key, first, length) == 0 && key[length] >= '0' &&
                      key[length] <= '9' && key[length + 1] == '\0';
    return isNumbered ? key[length] - '0' : -1;
}

static bool readButtons(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyGrip* grip = to;
    int button = findButton(key);
    bool isHeld;
    if (button < 0 || !vlHaplyPart_IsBool(reader)) {
        return vlScan_Skip(reader);
    }
    if (!vlJsonIn_ReadBool(reader, &isHeld)) {
        return false;
    }
    grip->hasButtons = true;
    grip->buttons = (grip->buttons & ~(1u << button)) | (uint32_t)isHeld << button;
    return true;
}

static bool readGripState(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyGrip* grip = to;
    if (vlHaplyPart_Is(key, "orientation") && !vlScan_TakeNull(reader)) {
        grip->hasOrientation = true;
        grip->orientation = vlIdentityQuat();
        return vlScan_Object(reader, vlHaplyPart_ReadQuatField, &grip->orientation);
    }
    if (vlHaplyPart_Is(key, "orientation")) {
        return true;
    }
    if (vlHaplyPart_Is(key, "buttons")) {
        return vlScan_Object(reader, readButtons, grip);
    }
    return vlHaplyPart_Is(key, "button") ? readButtons(reader, "a", grip) : vlScan_Skip(reader);
}

static bool readGripField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyGrip* grip = to;
    if (vlHaplyPart_Is(key, "device_id")) {
        return vlHaplyPart_ReadId(reader, grip->id);
    }
    if (vlHaplyPart_Is(key, "state")) {
        return vlScan_Object(reader, readGripState, grip);
    }
    return vlScan_Skip(reader);
}

static bool readArm(vlJsonIn* reader, void* to)
{
    vlHaplyState* state = to;
    vlHaplyArm arm;
    memset(&arm, 0, sizeof arm);
    bool isGood = vlScan_Object(reader, readArmField, &arm);
    if (isGood && state->armCount < VL_MAX_HAPLY_DEVICES) {
        state->arms[state->armCount++] = arm;
    }
    return isGood;
}

static bool readGrip(vlJsonIn* reader, vlHaplyState* state, vlHaplyGripKind kind)
{
    vlHaplyGrip grip;
    memset(&grip, 0, sizeof grip);
    grip.kind = kind;
    bool isGood = vlScan_Object(reader, readGripField, &grip);
    if (isGood && state->gripCount < VL_MAX_HAPLY_DEVICES) {
        state->grips[state->gripCount++] = grip;
    }
    return isGood;
}

static bool readWirelessGrip(vlJsonIn* reader, void* to)
{
    return readGrip(reader, to, VL_HAPLY_GRIP_WIRELESS);
}

static bool readCustomGrip(vlJsonIn* reader, void* to)
{
    return readGrip(reader, to, VL_HAPLY_GRIP_CUSTOM);
}

static bool readWiredGrip(vlJsonIn* reader, void* to)
{
    return readGrip(reader, to, VL_HAPLY_GRIP_WIRED);
}

// A number in today's services; other types are ignored.
static bool readSession(vlJsonIn* reader, uint64_t* session)
{
    double number;
    vlJsonIn_SkipSpace(reader);
    if (reader->at >= reader->end || *reader->at < '0' || *reader->at > '9') {
        return vlScan_Skip(reader);
    }
    if (!vlJsonIn_ReadNumber(reader, &number)) {
        return false;
    }
    *session = number <= MAX_WHOLE ? (uint64_t)number : 0;
    return true;
}

static bool readStateField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyState* state = to;
    if (vlHaplyPart_Is(key, "session_id")) {
        return readSession(reader, &state->session);
    }
    if (vlHaplyPart_Is(key, "inverse3")) {
        return vlScan_List(reader, readArm, state);
    }
    static const vlScanElement readers[] = {readWirelessGrip, readCustomGrip, readWiredGrip};
    static const char* const groups[] = VL_HAPLY_GRIP_NAMES;
    for (int kind = 0; kind < VL_HAPLY_GRIP_COUNT; ++kind) {
        if (vlHaplyPart_Is(key, groups[kind])) {
            return vlScan_List(reader, readers[kind], state);
        }
    }
    return vlScan_Skip(reader);
}

// --- Both ---

static bool readText(vlJsonIn* reader, size_t limit, vlScanField field, void* to, char* message,
                     size_t messageSize)
{
    bool isGood = (size_t)(reader->end - reader->at) <= limit ||
                  vlJsonIn_Fail(reader, "longer than a message may be");
    // A bare null is a value but not a message.
    isGood = isGood && (!vlScan_TakeNull(reader) || vlJsonIn_Fail(reader, "null is not a message"));
    isGood = isGood && vlScan_Object(reader, field, to) && vlScan_End(reader);
    if (!isGood && message != NULL && messageSize > 0) {
        (void)snprintf(message, messageSize, "%s%s%s", reader->what != NULL ? reader->what : "",
                       reader->what != NULL ? ": " : "", reader->why);
    }
    return isGood;
}

bool vlHaplyState_Read(const char* text, size_t size, vlHaplyState* state, char* message,
                       size_t messageSize)
{
    vlJsonIn reader = {text, text + size, NULL, NULL};
    vlHaplyState read;
    memset(&read, 0, sizeof read);
    if (!readText(&reader, VL_MAX_HAPLY_STATE, readStateField, &read, message, messageSize)) {
        return false;
    }
    *state = read;
    return true;
}

bool vlHaplyRequest_Read(const char* text, size_t size, vlHaplyRequest* request, char* message,
                         size_t messageSize)
{
    vlJsonIn reader = {text, text + size, NULL, NULL};
    vlHaplyRequest read;
    memset(&read, 0, sizeof read);
    if (!readText(&reader, VL_MAX_HAPLY_REQUEST, vlHaplyRequest_ReadField, &read, message,
                  messageSize)) {
        return false;
    }
    *request = read;
    return true;
}
