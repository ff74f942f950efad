// SPDX-License-Identifier: MIT
// Writing states and requests. A force is written under both names that it has had, because
// services ignore the one they do not know; so is the mode.

#include <stdarg.h>
#include <stdio.h>

#include "app/haply/protocol.h"

typedef struct Text {
    char* bytes;
    size_t used, size; // used == size: it did not fit
} Text;

static void put(Text* text, const char* format, ...) __attribute__((format(printf, 2, 3)));

static void put(Text* text, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = text->size - text->used;
    int length = vsnprintf(text->bytes + text->used, room, format, arguments);
    va_end(arguments);
    text->used += length >= 0 && (size_t)length < room ? (size_t)length : room;
}

// Without control characters, which no word that was read has.
static void putWord(Text* text, const char* name, const char* word)
{
    put(text, "\"%s\":\"", name);
    for (; *word != '\0'; ++word) {
        put(text, *word == '"' || *word == '\\' ? "\\%c" : "%c", *word);
    }
    put(text, "\"");
}

static void putId(Text* text, const char* id)
{
    putWord(text, "device_id", id);
}

static void putVector(Text* text, const char* name, vlVec3 v)
{
    put(text, "\"%s\":{\"x\":%.17g,\"y\":%.17g,\"z\":%.17g}", name, v.x, v.y, v.z);
}

static void putQuat(Text* text, const char* name, vlQuat q)
{
    put(text, "\"%s\":{\"w\":%.17g,\"x\":%.17g,\"y\":%.17g,\"z\":%.17g}", name, q.w, q.x, q.y, q.z);
}

static const char* word(bool isTrue)
{
    return isTrue ? "true" : "false";
}

static void putStatus(Text* text, const vlHaplyArm* arm)
{
    static const char* const names[] = VL_HAPLY_STATUS_NAMES;
    const char* comma = "";
    put(text, ",\"status\":{");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if ((arm->statusKnown >> i & 1u) != 0) {
            put(text, "%s\"%s\":%s", comma, names[i], word((arm->status >> i & 1u) != 0));
            comma = ",";
        }
    }
    put(text, "}");
}

static void putTurn(Text* text, const char* name, const vlHaplyTurn* turn)
{
    if (turn->isKnown) {
        put(text, ",\"%s\":{", name);
        putVector(text, "position", vlZero());
        put(text, ",");
        putQuat(text, "rotation", turn->rotation);
        put(text, ",");
        putVector(text, "scale", turn->scale);
        put(text, "}");
    }
}

static void putConfig(Text* text, const vlHaplyArm* arm)
{
    const vlHaplyConfig* c = &arm->config;
    const struct {
        const char *name, *word;
    } words[] = {{"type", c->type}, {"preset", c->preset}, {"handedness", c->handedness}};
    put(text, ",\"config\":{\"device_info\":{\"major_version\":0,\"minor_version\":0,"
              "\"device_type\":0,\"uuid\":\"\",");
    putWord(text, "id", arm->id);
    put(text, "},\"port\":\"\",\"extended_device_id\":\"\",\"extended_firmware_version\":\"\","
              "\"streaming_mode\":\"USB\",\"home_return\":{\"enabled\":false}");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        if (words[i].word[0] != '\0') {
            put(text, ",");
            putWord(text, words[i].name, words[i].word);
        }
    }
    if (c->basis[0] != '\0') {
        put(text, ",\"basis\":{");
        putWord(text, "permutation", c->basis);
        put(text, "}");
    }
    if (c->gravityCompensation.isKnown) {
        put(text, ",\"gravity_compensation\":{\"enabled\":%s,\"scaling_factor\":%.17g}",
            word(c->gravityCompensation.isOn), c->gravityCompensation.factor);
    }
    if (c->torqueScaling.isKnown) {
        put(text, ",\"torque_scaling\":{\"enabled\":%s", word(c->torqueScaling.isOn));
        if (c->torqueScaling.factor != 1.0) {
            put(text, ",\"scaling_factor\":%.17g", c->torqueScaling.factor);
        }
        put(text, "}");
    }
    putTurn(text, "mount", &c->mount);
    put(text, ",\"filters\":{");
    if (c->hasForceGate) {
        put(text, "\"force_gate\":{\"gain\":%.17g}%s", c->forceGate, c->hasDamping ? "," : "");
    }
    if (c->hasDamping) {
        put(text, "\"damping\":{\"scalar\":%.17g}", c->damping);
    }
    put(text, "}}");
}

// What a service reports besides and a simulated device does not have: joints, a base that turns.
static void putRest(Text* text)
{
    static const char* const angles[] = {"angular_position", "angular_velocity",
                                         "current_angular_torques", "current_angular_position"};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        put(text, ",\"%s\":{\"a0\":0,\"a1\":0,\"a2\":0}", angles[i]);
    }
    put(text, ",");
    putQuat(text, "body_orientation", vlIdentityQuat());
    put(text, ",");
    putVector(text, "current_cursor_position", vlZero());
}

static void putArm(Text* text, const vlHaplyArm* arm, bool isFull)
{
    bool isUsed = (arm->status & VL_HAPLY_IN_USE) != 0;
    put(text, "{");
    putId(text, arm->id);
    if (isFull && arm->config.isKnown) {
        putConfig(text, arm);
    }
    put(text, ",\"state\":{\"control_domain\":\"%s\",\"control_mode\":\"%s\",\"mode\":\"%s\"",
        isUsed ? "cartesian" : "undefined", isUsed ? "force" : "idle", isUsed ? "force" : "idle");
    putRest(text);
    putTurn(text, "transform", &arm->transform);
    const struct {
        const char* name;
        bool has;
        vlVec3 vector;
    } vectors[] = {{"cursor_position", arm->hasPosition, arm->position},
                   {"cursor_velocity", arm->hasVelocity, arm->velocity},
                   {"current_cursor_force", arm->hasForce, arm->force}};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; ++i) {
        if (vectors[i].has) {
            put(text, ",");
            putVector(text, vectors[i].name, vectors[i].vector);
        }
    }
    put(text, "}");
    if (arm->statusKnown != 0) {
        putStatus(text, arm);
    }
    put(text, "}");
}

static void putButtons(Text* text, const vlHaplyGrip* grip)
{
    if (grip->kind == VL_HAPLY_GRIP_WIRED && grip->buttons <= 1) {
        put(text, ",\"button\":%s", word((grip->buttons & 1u) != 0));
        return;
    }
    put(text, ",\"buttons\":{\"a\":%s,\"b\":%s,\"c\":%s", word((grip->buttons & 1u) != 0),
        word((grip->buttons & 2u) != 0), word((grip->buttons & 4u) != 0));
    for (int i = 3; i < 10; ++i) {
        if ((grip->buttons >> i & 1u) != 0) {
            put(text, ",\"button_%d\":true", i);
        }
    }
    put(text, "}");
}

static const char* groupOf(vlHaplyGripKind kind)
{
    static const char* const names[] = VL_HAPLY_GRIP_NAMES;
    return names[kind];
}

static void putGrip(Text* text, const vlHaplyGrip* grip, bool isFull)
{
    put(text, "{");
    putId(text, grip->id);
    if (isFull) {
        put(text, ",\"config\":{\"port\":\"\",\"type\":\"%s\"}", groupOf(grip->kind));
    }
    put(text, ",\"state\":{\"hall\":0");
    if (grip->hasOrientation) {
        put(text, ",");
        putQuat(text, "orientation", grip->orientation);
    }
    if (grip->hasButtons) {
        putButtons(text, grip);
    }
    put(text, "},\"status\":{\"ready\":true,\"awake\":true}}");
}

static void putGrips(Text* text, const vlHaplyState* state, vlHaplyGripKind kind, bool isFull)
{
    const char* comma = "";
    put(text, ",\"%s\":[", groupOf(kind));
    for (int i = 0; i < state->gripCount; ++i) {
        if (state->grips[i].kind == kind) {
            put(text, "%s", comma);
            putGrip(text, &state->grips[i], isFull);
            comma = ",";
        }
    }
    put(text, "]");
}

static size_t finish(const Text* text)
{
    return text->used < text->size ? text->used : 0;
}

size_t vlHaplyState_Write(const vlHaplyState* state, bool isFull, char* text, size_t size)
{
    Text out = {text, 0, size};
    put(&out, "{\"session_id\":%llu,\"inverse3\":[", (unsigned long long)state->session);
    for (int i = 0; i < state->armCount; ++i) {
        put(&out, "%s", i > 0 ? "," : "");
        putArm(&out, &state->arms[i], isFull);
    }
    put(&out, "]");
    for (int kind = 0; kind < VL_HAPLY_GRIP_COUNT; ++kind) {
        putGrips(&out, state, (vlHaplyGripKind)kind, isFull);
    }
    put(&out, "}");
    return finish(&out);
}

static void putPreset(Text* text, const vlHaplyOrder* order)
{
    if (order->presetForm == VL_HAPLY_PRESET_NONE) {
        return;
    }
    bool isObject = order->presetForm == VL_HAPLY_PRESET_OBJECT;
    put(text, ",\"configure\":{%s", isObject ? "\"preset\":{" : "");
    putWord(text, "preset", order->preset);
    put(text, isObject ? "}}" : "}");
}

static void putOrder(Text* text, const vlHaplyOrder* order)
{
    put(text, "{");
    putId(text, order->id);
    putPreset(text, order);
    put(text, ",\"commands\":{");
    if (order->hasForce) {
        put(text, "\"set_cursor_force\":{");
        putVector(text, "vector", order->force);
        put(text, ",");
        putVector(text, "values", order->force);
        put(text, order->hasTarget ? "}," : "}");
    }
    if (order->hasTarget) {
        put(text, "\"set_cursor_position\":{");
        putVector(text, "position", order->target);
        put(text, "}");
    }
    put(text, order->hasForce || order->hasTarget ? "}}" : "\"probe_position\":{}}}");
}

// The axes are asked for as they are, because the service keeps what a user changed for a profile.
static void putSession(Text* text, const vlHaplyRequest* request)
{
    if (request->isFirst || request->wantsAll) {
        put(text, "\"session\":{%s%s%s},",
            request->isFirst ? "\"configure\":{\"profile\":{\"name\":\"volar\"},\"basis\":{"
                               "\"permutation\":\"" VL_HAPLY_BASIS "\"}}"
                             : "",
            request->isFirst && request->wantsAll ? "," : "",
            request->wantsAll ? "\"force_render_full_state\":{}" : "");
    }
}

size_t vlHaplyRequest_Write(const vlHaplyRequest* request, char* text, size_t size)
{
    Text out = {text, 0, size};
    put(&out, "{");
    putSession(&out, request);
    put(&out, "\"inverse3\":[");
    for (int i = 0; i < request->orderCount; ++i) {
        put(&out, "%s", i > 0 ? "," : "");
        putOrder(&out, &request->orders[i]);
    }
    put(&out, "]");
    if (request->probe.isWanted) {
        put(&out, ",\"%s\":[{", groupOf(request->probe.kind));
        putId(&out, request->probe.id);
        put(&out, ",\"commands\":{\"probe_orientation\":{}}}]");
    }
    put(&out, "}");
    return finish(&out);
}
