// SPDX-License-Identifier: MIT
// volar devices: lists the kinds of haptic devices, and tests one.

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <volar/scene.h>
#include <volar/simulated_device.h>

#include "app/cli/arguments.h"
#include "app/cli/ending.h"
#include "app/cli/say.h"
#include "app/cli/terminal.h"
#include "app/cmd.h"
#include "app/devices/added_backends.h"
#include "app/devices/device_name.h"
#include "app/devices/device_reach.h"
#include "app/devices/device_watch.h"
#include "app/devices/program_brake.h"
#include "base/json_writer.h"
#include "base/spelling.h"

#define SENTENCE 512 // bytes of what a backend says of itself
#define NAME_WIDTH 16
#define TEXT_COLUMN 25 // where the sentences begin
#define GENTLE 50.0    // N/m
// What the simulated person does, so that there is something to see: small enough for the smallest
// workspace, slow enough to follow, a button now and then.
#define SWING 0.01             // m
#define SWING_RATE 0.4         // Hz
#define PRESS_FROM 0.5         // s
#define PRESS_TO 1.5           // s
#define PANTOGRAPH_RATE 1000.0 // Hz

typedef struct Arguments {
    const char* words[3]; // test NAME ADDRESS
    int wordCount;
    bool isJson, hasSeconds, hasStiffness;
    vlTrialDef trial;
} Arguments;

// --- Arguments ---

static double parseNumber(const char* text, const char* option, struct argp_state* state)
{
    char* end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0.0) || value > 1e6) {
        vlArguments_Fail(state, "--%s is '%s'; expected a number above 0, at most 1e6", option,
                         text);
    }
    return value;
}

static void checkTogether(const Arguments* a, struct argp_state* state)
{
    static const char* const verbs[] = {"test"};
    bool isTest = a->wordCount > 0 && strcmp(a->words[0], "test") == 0;
    if (a->wordCount > 0 && !isTest) {
        bool isNear = vlSpelling_FindNearest(a->words[0], verbs, 1) != NULL;
        vlArguments_Fail(state, "unexpected argument '%s'; %s", a->words[0],
                         isNear ? "did you mean 'test'?" : "only 'test NAME' may follow");
    }
    if (isTest && a->wordCount == 1) {
        vlArguments_Fail(state, "name a backend to test; 'volar devices' lists them");
    }
    if (isTest && a->isJson) {
        vlArguments_Fail(state, "--json is for the list, not for a test");
    }
    if (!isTest && (a->hasSeconds || a->hasStiffness)) {
        vlArguments_Fail(state, "--seconds and --stiffness need 'test NAME'");
    }
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'j': a->isJson = true; return 0;
    case 's':
        a->hasSeconds = true;
        a->trial.seconds = parseNumber(text, "seconds", state);
        return 0;
    case 'k':
        a->hasStiffness = true;
        a->trial.stiffness = parseNumber(text, "stiffness", state);
        return 0;
    case ARGP_KEY_ARG:
        if (a->wordCount == 3) {
            vlArguments_Fail(state, "one device at a time; also found '%s'", text);
        }
        a->words[a->wordCount++] = text;
        return 0;
    case ARGP_KEY_END: checkTogether(a, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "List as JSON", 0},
    {"seconds", 's', "S", 0, "Test for S seconds, then end (default: until Ctrl-C)", 0},
    {"stiffness", 'k', "K", 0, "Stiffness of the spring, N/m (default: 50)", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "\ntest NAME [ADDRESS]",
    "Lists the kinds of haptic devices: which are usable here, and how to get the others. Or tests "
    "one: shows its position, speed, force and buttons, and renders a gentle spring to where it "
    "was at the start.\vADDRESS says which device; docs/devices.md describes the addresses of each "
    "kind.\n\n"
    "The spring is never stiffer than the device allows, nor stronger than a third of its largest "
    "force, or 1 N where that is not known. It begins and ends softly. Torque is not rendered. A "
    "device that calibrates itself moves when it is opened: keep your hand away until it rests, "
    "then hold the handle; see docs/devices.md.\n\n"
    "Examples:\n"
    "  volar devices\n"
    "  volar devices test simulated omega6 --seconds 2\n"
    "  volar devices test udp\n"
    "  volar devices test haply\n\n"
    "Exit status: 0 success, 1 the device does not answer or standard output cannot be written, 2 "
    "bad usage, 3 the device cannot be opened.",
    NULL,
    NULL,
    NULL};

// --- The list ---

// Prints `text` from TEXT_COLUMN on, where the cursor is; on a terminal, lines break at spaces.
static void printWrapped(const vlTerminal* terminal, const char* text)
{
    size_t room = terminal->isLive ? (size_t)vlTerminal_GetWidth(terminal) : SIZE_MAX;
    room = room > 2 * TEXT_COLUMN ? room - TEXT_COLUMN - 1 : SIZE_MAX;
    while (strlen(text) > room) {
        size_t length = room;
        while (length > 0 && text[length] != ' ') {
            --length;
        }
        length = length > 0 ? length : room; // a word longer than the line
        vlSay(stdout, "%.*s\n%*s", (int)length, text, TEXT_COLUMN, "");
        text += length + strspn(text + length, " ");
    }
    vlSay(stdout, "%s\n", text);
}

static void printList(void)
{
    vlTerminal terminal = vlTerminal_Open(stdout);
    const char* plain = vlTerminal_Style(&terminal, VL_STYLE_PLAIN);
    const vlDeviceOps* ops;
    for (int i = 0; (ops = vlDevice_GetBackend(vlAddedBackends, i)) != NULL; ++i) {
        char says[SENTENCE] = "";
        bool isUsable = ops->probe(says, sizeof says);
        vlSay(stdout, "%s%-*s%s %s%-7s%s ", vlTerminal_Style(&terminal, VL_STYLE_BOLD), NAME_WIDTH,
              ops->name, plain,
              vlTerminal_Style(&terminal, isUsable ? VL_STYLE_BOLD : VL_STYLE_WARN),
              isUsable ? "usable" : "missing", plain);
        printWrapped(&terminal, ops->describes);
        vlSay(stdout, "%*s%s", TEXT_COLUMN, "",
              isUsable ? vlTerminal_Style(&terminal, VL_STYLE_DIM) : "");
        printWrapped(&terminal, says);
        vlSay(stdout, "%s", plain);
    }
    vlSay(stdout, "\n'volar devices test NAME' tries one; docs/devices.md says how to get what is "
                  "missing.\n");
}

static void printJson(void)
{
    vlJsonWriter json = {stdout, 0, true};
    const vlDeviceOps* ops;
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Open(&json, "backends", '[');
    for (int i = 0; (ops = vlDevice_GetBackend(vlAddedBackends, i)) != NULL; ++i) {
        char says[SENTENCE] = "";
        bool isUsable = ops->probe(says, sizeof says);
        vlJsonWriter_Open(&json, NULL, '{');
        vlJsonWriter_Text(&json, "name", ops->name);
        vlJsonWriter_Bool(&json, "usable", isUsable);
        vlJsonWriter_Text(&json, "describes", ops->describes);
        vlJsonWriter_Text(&json, "says", says);
        vlJsonWriter_Close(&json, '}');
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Close(&json, '}');
}

// --- The test ---

// The definition behind the two backends that simulate a person too.
static bool findSimulated(const char* backend, const char* address, vlSimulatedDeviceDef* def)
{
    if (strcmp(backend, "pantograph") == 0) {
        *def = vlSimulatedDevice_Pantograph(PANTOGRAPH_RATE);
        return address[0] == '\0';
    }
    const char* name = address[0] != '\0' ? address : vlSimulatedDevice_GetPresetName(0);
    return strcmp(backend, "simulated") == 0 && vlSimulatedDevice_GetPreset(name, def) == VL_OK;
}

// A simulated device whose hand moves and presses a button; the hand of a preset does not move.
static bool openMoving(const char* backend, const char* address, vlDevice** device)
{
    vlSimulatedDeviceDef def;
    if (!findSimulated(backend, address, &def)) {
        return false;
    }
    vlSimulatedPress press = {PRESS_FROM, PRESS_TO, 1u};
    def.hand.amplitude = vlVec(SWING, 0.0, 0.0);
    def.hand.frequency = SWING_RATE;
    def.hand.presses = &press;
    def.hand.pressCount = 1;
    return vlSimulatedDevice_Create(&def, device) == VL_OK;
}

static int testDevice(const char* program, const Arguments* a)
{
    const char* name = a->words[1];
    const char* address = a->wordCount == 3 ? a->words[2] : "";
    vlDevice* device = NULL;
    char message[SENTENCE] = "";
    const vlDeviceOps* ops = vlDevice_FindBackend(vlAddedBackends, name, message, sizeof message);
    if (ops == NULL) {
        char meant[VL_MAX_DEVICE_TEXT];
        bool isGuessed = strstr(message, "did you mean") != NULL;
        if (vlDeviceName_Suggest(name, isGuessed, meant, sizeof meant)) {
            vlSay(stderr, "%s: no backend '%s'; did you mean 'simulated %s'?\n", program, name,
                  meant);
        } else {
            vlSay(stderr, "%s: %s\n", program, message);
        }
        return VL_EXIT_USAGE;
    }
    int begun = vlProgramBrake_Begin(program, true);
    if (begun != VL_EXIT_OK) {
        return begun;
    }
    // If the address is not a preset, the library says what is wrong with it.
    if (!openMoving(name, address, &device)) {
        vlReach_Warn(ops, address);
        vlResult r = vlProgramBrake_Open(ops, address, &device, message, sizeof message);
        if (r != VL_OK) {
            vlSay(stderr, "%s: %s\n", program, message[0] != '\0' ? message : vlResult_Text(r));
            if (vlEnding_IsAsked()) {
                return vlEnding_GetStatus();
            }
            return r == VL_ERROR_ARGUMENT ? VL_EXIT_USAGE : VL_EXIT_FILE;
        }
    }
    int status = vlDeviceWatch_Run(program, device, &a->trial);
    vlDevice_Close(device);
    return status;
}

int vlCmd_Devices(int argc, char** argv)
{
    Arguments arguments = {.trial = {.stiffness = GENTLE}};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    if (arguments.wordCount > 0) {
        return testDevice(argv[0], &arguments);
    }
    if (arguments.isJson) {
        printJson();
    } else {
        printList();
    }
    return VL_EXIT_OK;
}
