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

// Without control characters, which no id that was read has.
static void putId(Text* text, const char* id)
{
    put(text, "\"device_id\":\"");
    for (; *id != '\0'; ++id) {
        put(text, *id == '"' || *id == '\\' ? "\\%c" : "%c", *id);
    }
    put(text, "\"");
}

static void putVector(Text* text, const char* name, vlVec3 v)
{
    put(text, "\"%s\":{\"x\":%.17g,\"y\":%.17g,\"z\":%.17g}", name, v.x, v.y, v.z);
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

static void putArm(Text* text, const vlHaplyArm* arm, bool isFull)
{
    put(text, "{");
    putId(text, arm->id);
    if (isFull) {
        put(text, ",\"config\":{\"type\":\"inverse3\",\"handedness\":\"right\","
                  "\"gravity_compensation\":{\"enabled\":true,\"scaling_factor\":1},"
                  "\"torque_scaling\":{\"enabled\":true},\"preset\":\"arm_front_centered\"}");
    }
    const char* mode = (arm->status & VL_HAPLY_IN_USE) != 0 ? "force" : "idle";
    put(text,
        ",\"state\":{\"control_domain\":\"cartesian\",\"control_mode\":\"%s\",\"mode\":\"%s\"",
        mode, mode);
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
    if (!grip->isWireless && grip->buttons <= 1) {
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

static void putGrip(Text* text, const vlHaplyGrip* grip, bool isFull)
{
    put(text, "{");
    putId(text, grip->id);
    if (isFull) {
        put(text, ",\"config\":{\"type\":\"%s\"}",
            grip->isWireless ? "wireless_verse_grip" : "verse_grip");
    }
    put(text, ",\"state\":{\"hall\":0");
    if (grip->hasOrientation) {
        vlQuat q = grip->orientation;
        put(text, ",\"orientation\":{\"w\":%.17g,\"x\":%.17g,\"y\":%.17g,\"z\":%.17g}", q.w, q.x,
            q.y, q.z);
    }
    if (grip->hasButtons) {
        putButtons(text, grip);
    }
    put(text, "}}");
}

static void putGrips(Text* text, const vlHaplyState* state, bool isWireless, bool isFull)
{
    const char* comma = "";
    put(text, ",\"%s\":[", isWireless ? "wireless_verse_grip" : "verse_grip");
    for (int i = 0; i < state->gripCount; ++i) {
        if (state->grips[i].isWireless == isWireless) {
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
    putGrips(&out, state, true, isFull);
    putGrips(&out, state, false, isFull);
    put(&out, "}");
    return finish(&out);
}

static void putOrder(Text* text, const vlHaplyOrder* order, bool isFirst)
{
    put(text, "{");
    putId(text, order->id);
    if (isFirst) {
        put(text, ",\"configure\":{\"preset\":\"arm_front_centered\"}");
    }
    if (order->hasForce) {
        put(text, ",\"commands\":{\"set_cursor_force\":{");
        putVector(text, "vector", order->force);
        put(text, ",");
        putVector(text, "values", order->force);
        put(text, "}}}");
    } else {
        put(text, ",\"commands\":{\"probe_position\":{}}}");
    }
}

size_t vlHaplyRequest_Write(const vlHaplyRequest* request, char* text, size_t size)
{
    Text out = {text, 0, size};
    put(&out, "{");
    if (request->isFirst || request->wantsAll) {
        put(&out, "\"session\":{%s%s%s},",
            request->isFirst ? "\"configure\":{\"profile\":{\"name\":\"volar\"}}" : "",
            request->isFirst && request->wantsAll ? "," : "",
            request->wantsAll ? "\"force_render_full_state\":{}" : "");
    }
    put(&out, "\"inverse3\":[");
    for (int i = 0; i < request->orderCount; ++i) {
        put(&out, "%s", i > 0 ? "," : "");
        putOrder(&out, &request->orders[i], request->isFirst);
    }
    put(&out, "]}");
    return finish(&out);
}
