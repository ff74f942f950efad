// SPDX-License-Identifier: MIT
// Any bytes given to the reader of a viewer's commands: it reads nothing beyond them, and a command
// that it accepts is in range and reads back the same when written again. Random bytes alone would
// hardly get past the first brace, so one input in two is made from pieces of commands.

#include <stdio.h>

#include "app/serve/command.h"
#include "fuzz_input.h"

#define MOST 600 // a little more than the longest accepted command

static bool isPlace(vlVec3 v)
{
    return fabs(v.x) <= 1e6 && fabs(v.y) <= 1e6 && fabs(v.z) <= 1e6;
}

static void checkRange(const vlViewerCommand* c)
{
    VL_FUZZ_REQUIRE(c->kind >= VL_COMMAND_PAUSE && c->kind <= VL_COMMAND_SAVE);
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_STEP || (c->count >= 1 && c->count <= 1000));
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_SPEED || (c->value >= 0.001 && c->value <= 10.0));
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_SEEK || (c->value >= 0.0 && c->value <= 1e9));
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_SET || fabs(c->value) <= 1e15);
    VL_FUZZ_REQUIRE(c->parameter >= 0 && c->parameter <= 4095);
    VL_FUZZ_REQUIRE(c->body >= 0 && c->body <= 65535);
    VL_FUZZ_REQUIRE(c->device >= 0 && c->device <= 15);
    const vlQuat q = c->turn;
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_STEER ||
                    fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) <= 4e-15);
    VL_FUZZ_REQUIRE(isPlace(c->point) && isPlace(c->target));
    size_t length = strnlen(c->name, sizeof c->name);
    VL_FUZZ_REQUIRE(length < sizeof c->name);
    VL_FUZZ_REQUIRE((c->kind == VL_COMMAND_SCENE) == (length > 0));
    for (size_t i = 0; i < length; ++i) {
        VL_FUZZ_REQUIRE((unsigned char)c->name[i] >= 0x20 && c->name[i] != '/');
    }
}

// The command as plain text; every byte of the name is safe except quotes.
static size_t write(const vlViewerCommand* c, char* text, size_t size)
{
    char name[2 * VL_MAX_SCENE_NAME];
    size_t used = 0;
    for (const char* from = c->name; *from != '\0'; ++from) {
        if (*from == '"') {
            name[used++] = '\\';
        }
        name[used++] = *from;
    }
    name[used] = '\0';
    const vlVec3 p = c->point, t = c->target;
    int n = 0;
    switch (c->kind) {
    case VL_COMMAND_PAUSE:
        n = snprintf(text, size, "{\"type\":\"pause\",\"on\":%s}", c->on ? "true" : "false");
        break;
    case VL_COMMAND_STATES:
        n = snprintf(text, size, "{\"type\":\"states\",\"on\":%s}", c->on ? "true" : "false");
        break;
    case VL_COMMAND_STEP:
        n = snprintf(text, size, "{\"type\":\"step\",\"count\":%d}", c->count);
        break;
    case VL_COMMAND_SPEED:
        n = snprintf(text, size, "{\"type\":\"speed\",\"value\":%.17g}", c->value);
        break;
    case VL_COMMAND_RESTART: n = snprintf(text, size, "{\"type\":\"restart\"}"); break;
    case VL_COMMAND_SCENE:
        n = snprintf(text, size, "{\"type\":\"scene\",\"name\":\"%s\"}", name);
        break;
    case VL_COMMAND_SEEK:
        n = snprintf(text, size, "{\"type\":\"seek\",\"time\":%.17g}", c->value);
        break;
    case VL_COMMAND_GRAB:
        n = snprintf(text, size,
                     "{\"type\":\"grab\",\"body\":%d,\"point\":[%.17g,%.17g,%.17g],"
                     "\"target\":[%.17g,%.17g,%.17g]}",
                     c->body, p.x, p.y, p.z, t.x, t.y, t.z);
        break;
    case VL_COMMAND_MOVE:
        n = snprintf(text, size, "{\"type\":\"move\",\"target\":[%.17g,%.17g,%.17g]}", t.x, t.y,
                     t.z);
        break;
    case VL_COMMAND_RELEASE: n = snprintf(text, size, "{\"type\":\"release\"}"); break;
    case VL_COMMAND_STEER:
        n = snprintf(text, size,
                     "{\"type\":\"steer\",\"device\":%d,\"move\":[%.17g,%.17g,%.17g],"
                     "\"turn\":[%.17g,%.17g,%.17g,%.17g],\"buttons\":%u}",
                     c->device, t.x, t.y, t.z, c->turn.x, c->turn.y, c->turn.z, c->turn.w,
                     (unsigned)c->buttons);
        break;
    case VL_COMMAND_LEAVE:
        n = snprintf(text, size, "{\"type\":\"leave\",\"device\":%d}", c->device);
        break;
    case VL_COMMAND_SET:
        n = snprintf(text, size, "{\"type\":\"set\",\"parameter\":%d,\"value\":%.17g}",
                     c->parameter, c->value);
        break;
    case VL_COMMAND_RESET: n = snprintf(text, size, "{\"type\":\"reset\"}"); break;
    case VL_COMMAND_SAVE: n = snprintf(text, size, "{\"type\":\"save\"}"); break;
    }
    return (size_t)n;
}

static void check(const uint8_t* bytes, size_t size)
{
    // A copy of exactly this size, so that a sanitizer sees a byte too far.
    char* text = malloc(size + (size == 0));
    VL_FUZZ_REQUIRE(text != NULL);
    memcpy(text, bytes, size);
    vlViewerCommand command, again;
    char message[128] = "";
    bool isGood = vlViewerCommand_Parse(text, size, &command, message, sizeof message);
    free(text);
    VL_FUZZ_REQUIRE(isGood == (message[0] == '\0'));
    if (isGood) {
        char plain[VL_MAX_COMMAND_TEXT];
        checkRange(&command);
        size_t length = write(&command, plain, sizeof plain);
        VL_FUZZ_REQUIRE(length > 0 && length < sizeof plain);
        VL_FUZZ_REQUIRE(vlViewerCommand_Parse(plain, length, &again, message, sizeof message));
        VL_FUZZ_REQUIRE(memcmp(&command, &again, sizeof command) == 0);
    }
}

static size_t putTogether(vlFuzzInput* in, uint8_t* text)
{
    static const char* const pieces[] = {"{\"type\":\"set\",\"parameter\":",
                                         "{\"type\":\"reset\"}",
                                         "{\"type\":\"save\"}",
                                         "{\"type\":\"pause\",\"on\":",
                                         "{\"type\":\"step\",\"count\":",
                                         "{\"type\":\"speed\",\"value\":",
                                         "{\"type\":\"restart\"",
                                         "{\"type\":\"scene\",\"name\":\"",
                                         "{\"type\":\"seek\",\"time\":",
                                         "{\"type\":\"grab\",\"body\":",
                                         ",\"point\":[",
                                         ",\"target\":[",
                                         "{\"type\":\"move\",\"target\":[",
                                         "{\"type\":\"release\"",
                                         "{\"type\":\"steer\",\"device\":",
                                         ",\"move\":[",
                                         ",\"turn\":[",
                                         "0,0,0,1],\"buttons\":",
                                         "0.6,0,-0.8,0],\"buttons\":",
                                         "{\"type\":\"leave\",\"device\":",
                                         "}",
                                         "]}",
                                         "\"}",
                                         "true",
                                         "false",
                                         "0",
                                         "1",
                                         "-1",
                                         "0.5",
                                         "1e3",
                                         "1e-7",
                                         ",",
                                         "],",
                                         "\\u00e9",
                                         "\\ud83d\\ude00",
                                         "\xc3\xa9",
                                         "stack",
                                         " ",
                                         "\n"};
    return vlFuzz_Join(in, pieces, (int)(sizeof pieces / sizeof pieces[0]), text, MOST - 40);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    uint8_t text[MOST];
    vlFuzzInput in = {data, size};
    if (vlFuzz_Byte(&in) % 2 == 0) {
        check(in.data, in.left < MOST ? in.left : MOST);
    } else {
        check(text, putTogether(&in, text));
    }
    return 0;
}
