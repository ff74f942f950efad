// SPDX-License-Identifier: MIT
// Reading states and requests. Each JSON object has one function, called for each of its keys.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/haply/protocol.h"
#include "app/haply/scan.h"

// Whole numbers up to here are exact in a double.
#define MAX_WHOLE 9007199254740992.0

static bool is(const char* key, const char* name)
{
    return strcmp(key, name) == 0;
}

// --- Vectors and quaternions ---

static bool readVectorField(vlJsonIn* reader, const char* key, void* to)
{
    vlVec3* vector = to;
    double* part = is(key, "x")   ? &vector->x
                   : is(key, "y") ? &vector->y
                   : is(key, "z") ? &vector->z
                                  : NULL;
    return part != NULL ? vlJsonIn_ReadNumber(reader, part) : vlScan_Skip(reader);
}

static bool readVector(vlJsonIn* reader, vlVec3* vector, bool* has)
{
    if (vlScan_TakeNull(reader)) {
        return true;
    }
    *vector = vlZero();
    *has = true;
    return vlScan_Object(reader, readVectorField, vector);
}

static bool readQuatField(vlJsonIn* reader, const char* key, void* to)
{
    vlQuat* q = to;
    double* part = is(key, "w")   ? &q->w
                   : is(key, "x") ? &q->x
                   : is(key, "y") ? &q->y
                   : is(key, "z") ? &q->z
                                  : NULL;
    return part != NULL ? vlJsonIn_ReadNumber(reader, part) : vlScan_Skip(reader);
}

static bool readId(vlJsonIn* reader, char id[VL_MAX_HAPLY_ID])
{
    reader->what = "device_id";
    if (!vlJsonIn_ReadString(reader, id, VL_MAX_HAPLY_ID)) {
        return false;
    }
    reader->what = NULL;
    return true;
}

static bool isBool(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    return reader->at < reader->end && (*reader->at == 't' || *reader->at == 'f');
}

// --- States ---

static bool readArmState(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyArm* arm = to;
    if (is(key, "cursor_position")) {
        return readVector(reader, &arm->position, &arm->hasPosition);
    }
    if (is(key, "cursor_velocity")) {
        return readVector(reader, &arm->velocity, &arm->hasVelocity);
    }
    if (is(key, "current_cursor_force")) {
        return readVector(reader, &arm->force, &arm->hasForce);
    }
    return vlScan_Skip(reader);
}

static bool readArmStatus(vlJsonIn* reader, const char* key, void* to)
{
    static const char* const names[] = VL_HAPLY_STATUS_NAMES;
    vlHaplyArm* arm = to;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i) {
        bool isSet;
        if (is(key, names[i]) && isBool(reader)) {
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
    if (is(key, "device_id")) {
        return readId(reader, arm->id);
    }
    if (is(key, "state")) {
        return vlScan_Object(reader, readArmState, arm);
    }
    if (is(key, "status")) {
        return vlScan_Object(reader, readArmStatus, arm);
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
    bool isNumbered = strncmp(key, first, length) == 0 && key[length] >= '0' &&
                      key[length] <= '9' && key[length + 1] == '\0';
    return isNumbered ? key[length] - '0' : -1;
}

static bool readButtons(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyGrip* grip = to;
    int button = findButton(key);
    bool isHeld;
    if (button < 0 || !isBool(reader)) {
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
    if (is(key, "orientation") && !vlScan_TakeNull(reader)) {
        grip->hasOrientation = true;
        grip->orientation = vlIdentityQuat();
        return vlScan_Object(reader, readQuatField, &grip->orientation);
    }
    if (is(key, "orientation")) {
        return true;
    }
    if (is(key, "buttons")) {
        return vlScan_Object(reader, readButtons, grip);
    }
    return is(key, "button") ? readButtons(reader, "a", grip) : vlScan_Skip(reader);
}

static bool readGripField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyGrip* grip = to;
    if (is(key, "device_id")) {
        return readId(reader, grip->id);
    }
    if (is(key, "state")) {
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

static bool readGrip(vlJsonIn* reader, vlHaplyState* state, bool isWireless)
{
    vlHaplyGrip grip;
    memset(&grip, 0, sizeof grip);
    grip.isWireless = isWireless;
    bool isGood = vlScan_Object(reader, readGripField, &grip);
    if (isGood && state->gripCount < VL_MAX_HAPLY_DEVICES) {
        state->grips[state->gripCount++] = grip;
    }
    return isGood;
}

static bool readWirelessGrip(vlJsonIn* reader, void* to)
{
    return readGrip(reader, to, true);
}

static bool readWiredGrip(vlJsonIn* reader, void* to)
{
    return readGrip(reader, to, false);
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
    if (is(key, "session_id")) {
        return readSession(reader, &state->session);
    }
    if (is(key, "inverse3")) {
        return vlScan_List(reader, readArm, state);
    }
    if (is(key, "wireless_verse_grip")) {
        return vlScan_List(reader, readWirelessGrip, state);
    }
    if (is(key, "verse_grip")) {
        return vlScan_List(reader, readWiredGrip, state);
    }
    return vlScan_Skip(reader);
}

// --- Requests ---

typedef struct Force {
    vlVec3 vector;
    bool hasVector;
    bool isNamed; // given by today's key, which has precedence over that of older services
} Force;

static bool readForceField(vlJsonIn* reader, const char* key, void* to)
{
    Force* force = to;
    vlVec3 vector = vlZero();
    bool has = false;
    if (!is(key, "vector") && !is(key, "values")) {
        return vlScan_Skip(reader);
    }
    if (!readVector(reader, &vector, &has)) {
        return false;
    }
    if (has && (is(key, "vector") || !force->isNamed)) {
        *force = (Force){vector, true, is(key, "vector")};
    }
    return true;
}

static bool readCommand(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    if (!is(key, "set_cursor_force")) {
        return vlScan_Skip(reader);
    }
    Force force = {vlZero(), false, false};
    if (!vlScan_Object(reader, readForceField, &force)) {
        return false;
    }
    order->hasForce = force.hasVector;
    order->force = force.vector;
    return true;
}

static bool readOrderField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    if (is(key, "device_id")) {
        return readId(reader, order->id);
    }
    return is(key, "commands") ? vlScan_Object(reader, readCommand, order) : vlScan_Skip(reader);
}

static bool readOrder(vlJsonIn* reader, void* to)
{
    vlHaplyRequest* request = to;
    vlHaplyOrder order;
    memset(&order, 0, sizeof order);
    bool isGood = vlScan_Object(reader, readOrderField, &order);
    if (isGood && request->orderCount < VL_MAX_HAPLY_DEVICES) {
        request->orders[request->orderCount++] = order;
    }
    return isGood;
}

static bool readSessionField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyRequest* request = to;
    request->isFirst = request->isFirst || is(key, "configure");
    request->wantsAll = request->wantsAll || is(key, "force_render_full_state");
    return vlScan_Skip(reader);
}

static bool readRequestField(vlJsonIn* reader, const char* key, void* to)
{
    if (is(key, "session")) {
        return vlScan_Object(reader, readSessionField, to);
    }
    return is(key, "inverse3") ? vlScan_List(reader, readOrder, to) : vlScan_Skip(reader);
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
    if (!readText(&reader, VL_MAX_HAPLY_REQUEST, readRequestField, &read, message, messageSize)) {
        return false;
    }
    *request = read;
    return true;
}
