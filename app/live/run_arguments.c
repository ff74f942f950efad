// SPDX-License-Identifier: MIT
// The options of volar run.

#include "app/live/run_arguments.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/arguments.h"
#include "app/devices/device_name.h"
#include "app/live/machine.h"
#include "base/file_out.h"

#define MOST_SET 320 // bytes of a set that --device makes

enum {
    OPTION_FAST = 256,
    OPTION_REALTIME,
    OPTION_VIEWER,
    OPTION_NO_VIEWER,
    OPTION_FORCE,
    OPTION_NO_CACHE,
    OPTION_LOG,
    OPTION_LOG_RATE,
    OPTION_TWO_RATE,
    OPTION_AUDIT,
    OPTION_ANNOTATE
};

static void parseSeconds(vlRunArguments* a, const char* text, struct argp_state* state)
{
    char* end;
    a->seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(a->seconds > 0.0) || a->seconds > 1e6) {
        vlArguments_Fail(state, "--seconds is '%s'; expected a number above 0, at most 1e6", text);
    }
}

static void parsePriority(vlRunArguments* a, const char* text, struct argp_state* state)
{
    char* end = NULL;
    long priority = text != NULL ? strtol(text, &end, 10) : VL_MACHINE_PRIORITY;
    if (text != NULL &&
        (end == text || *end != '\0' || priority < 1 || priority > VL_MACHINE_MAX_PRIORITY)) {
        vlArguments_Fail(state, "--realtime is '%s'; expected a priority of 1 to %d", text,
                         VL_MACHINE_MAX_PRIORITY);
    }
    a->priority = (int)priority;
}

static void addSet(vlRunArguments* a, const char* text, struct argp_state* state)
{
    if (a->setCount == VL_RUN_MAX_SETS) {
        vlArguments_Fail(state, "more than %d values to set", VL_RUN_MAX_SETS);
    }
    a->sets[a->setCount++] = text;
}

// A simulated device is part of the scene: the option says what --set would, with a device file by
// its name.
static bool parseSimulated(vlRunArguments* a, const char* text, struct argp_state* state)
{
    static char made[2 * VL_MAX_DEVICES][MOST_SET]; // lives as long as the options of the program
    static int count;
    static const char simulated[] = "simulated";
    size_t length = strcspn(text, "=:");
    bool isNamed = text[length] == '=';
    const char* backend = isNamed ? text + length + 1 : text;
    size_t word = strcspn(backend, ":");
    if (word != sizeof simulated - 1 || strncmp(backend, simulated, word) != 0) {
        return false;
    }
    const char* address = backend[word] == ':' ? backend + word + 1 : "";
    if (a->devices.simulatedCount == VL_MAX_DEVICES || strlen(text) > MOST_SET - 40) {
        vlArguments_Fail(state, "more than %d devices, or a name of more than %d bytes",
                         VL_MAX_DEVICES, MOST_SET - 40);
    }
    int nameLength = isNamed ? (int)length : 1;
    const char* name = isNamed ? text : "0"; // the first
    (void)snprintf(made[count], MOST_SET, "devices.%.*s.device=simulated", nameLength, name);
    addSet(a, made[count++], state);
    a->devices.simulated[a->devices.simulatedCount++] = text; // at most as many as names
    char installed[MOST_SET];
    bool isInstalled = vlDeviceName_FindInstalled(address, installed, sizeof installed);
    if (address[0] != '\0') {
        int size = snprintf(made[count], MOST_SET, "devices.%.*s.%s=%s", nameLength, name,
                            isInstalled || vlDeviceName_IsFile(address) ? "model" : "address",
                            isInstalled ? installed : address);
        if (size >= MOST_SET) {
            vlArguments_Fail(state, "the path of the device file has more than %d bytes", MOST_SET);
        }
        addSet(a, made[count++], state);
    }
    return true;
}

static void parseDevice(vlRunArguments* a, const char* text, struct argp_state* state)
{
    if (parseSimulated(a, text, state)) {
        return;
    }
    if (a->devices.count == VL_MAX_DEVICES) {
        vlArguments_Fail(state, "more than %d devices", VL_MAX_DEVICES);
    }
    a->devices.text[a->devices.count++] = text;
}

static void parseTwoRate(vlRunArguments* a, const char* text, struct argp_state* state)
{
    char* end = NULL;
    a->isTwoRate = true;
    a->contactRate = text != NULL ? strtod(text, &end) : 0.0;
    if (text != NULL &&
        (end == text || *end != '\0' || !(a->contactRate >= 1.0 && a->contactRate <= 1e5))) {
        vlArguments_Fail(
            state, "--two-rate is '%s'; expected 1 to 1e5 times per second of the clock", text);
    }
}

static void parseViewer(vlRunArguments* a, char* text, struct argp_state* state)
{
    a->isViewerNamed = true;
    text = text != NULL ? text : vlArguments_TakeNext(state, vlViewer_IsAddress);
    if (text != NULL && !vlViewer_Parse(text, &a->viewer)) {
        vlArguments_Fail(state, "--viewer is '%s'; expected ADDR:PORT, e.g. localhost:8460", text);
    }
}

static void parseLogRate(vlRunArguments* a, const char* text, struct argp_state* state)
{
    char* end;
    a->logRate = strtod(text, &end);
    if (end == text || *end != '\0' || !(a->logRate >= 1e-3 && a->logRate <= 1e6)) {
        vlArguments_Fail(state, "--log-rate is '%s'; expected 0.001 to 1e6 Hz", text);
    }
}

static void checkTogether(const vlRunArguments* a, struct argp_state* state)
{
    if (a->isFast && a->priority > 0) {
        vlArguments_Fail(state, "--fast and --realtime exclude each other");
    }
    if (a->isFast && a->isTwoRate) {
        vlArguments_Fail(
            state, "--fast and --two-rate exclude each other: --two-rate depends on the clock");
    }
    if (a->isJson && a->isAnnotated) {
        vlArguments_Fail(state, "--json and --annotate exclude each other: both print to standard "
                                "output");
    }
    if (a->isViewerNamed && !a->viewer.isWanted) {
        vlArguments_Fail(state, "--viewer and --no-viewer exclude each other");
    }
    if (a->mayOverwrite && a->record == NULL && a->log == NULL) {
        vlArguments_Fail(state, "--force needs --record or --log: it overwrites their files");
    }
    if (a->logRate > 0.0 && a->log == NULL) {
        vlArguments_Fail(state, "--log-rate needs --log: it says how often a row is written");
    }
    if (a->record != NULL && a->log != NULL && vlFileOut_Collide(a->record, a->log)) {
        vlArguments_Fail(state,
                         "--record '%s' and --log '%s' would be written to the same file; choose "
                         "another name for one of them",
                         a->record, a->log);
    }
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    vlRunArguments* a = state->input;
    switch (key) {
    case 's': parseSeconds(a, text, state); return 0;
    case OPTION_FAST: a->isFast = true; return 0;
    case OPTION_REALTIME: parsePriority(a, text, state); return 0;
    case OPTION_VIEWER: parseViewer(a, text, state); return 0;
    case OPTION_NO_VIEWER: a->viewer.isWanted = false; return 0;
    case 'd': parseDevice(a, text, state); return 0;
    case OPTION_TWO_RATE: parseTwoRate(a, text, state); return 0;
    case OPTION_ANNOTATE: a->isAnnotated = true; return 0;
    case 'j': a->isJson = true; return 0;
    case OPTION_AUDIT: a->mustBePassive = true; return 0;
    case 'r': a->record = text; return 0;
    case OPTION_LOG: a->log = text; return 0;
    case OPTION_LOG_RATE: parseLogRate(a, text, state); return 0;
    case OPTION_FORCE: a->mayOverwrite = true; return 0;
    case OPTION_NO_CACHE: a->noCache = true; return 0;
    case 'S': addSet(a, text, state); return 0;
    case ARGP_KEY_ARG:
        if (a->scene != NULL) {
            vlArguments_Fail(state, "one scene at a time; also found '%s'", text);
        }
        a->scene = text;
        return 0;
    case ARGP_KEY_END: checkTogether(a, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"seconds", 's', "N", 0, "Simulate N seconds, then end (default: until Ctrl-C)", 0},
    {"realtime", OPTION_REALTIME, "PRIORITY", OPTION_ARG_OPTIONAL,
     "Keep pace with the clock (default), and ask the system for real-time conditions: SCHED_FIFO "
     "at PRIORITY (default: 80), locked memory, a processor that stays awake",
     0},
    {"fast", OPTION_FAST, NULL, 0, "Simulate as fast as possible", 0},
    {"device", 'd', "[NAME=]BACKEND[:ADDRESS]", 0,
     "Connect a device (see 'volar devices') to the device NAME of the scene, or to the first one; "
     "may be repeated",
     0},
    {"two-rate", OPTION_TWO_RATE, "HZ", OPTION_ARG_OPTIONAL,
     "Detect contacts in a separate thread, HZ times per second of the clock (default: as often as "
     "it can)",
     0},
    {"audit", OPTION_AUDIT, NULL, 0, "Exit with 1 if the virtual world was not passive", 0},
    {"annotate", OPTION_ANNOTATE, NULL, 0,
     "Print each contact state as it begins: which face, edge or corner lies on which", 0},
    {"viewer", OPTION_VIEWER, "ADDR:PORT", OPTION_ARG_OPTIONAL,
     "Serve the viewer at this address (default: 127.0.0.1:8460, or the next free port)", 0},
    {"no-viewer", OPTION_NO_VIEWER, NULL, 0, "Serve no viewer", 0},
    {"record", 'r', "FILE", 0, "Record the run in FILE, which must not exist yet", 0},
    {"log", OPTION_LOG, "FILE", 0,
     "Write a table of the run to FILE (CSV), which must not exist yet: time, contacts, and the "
     "motion and forces of all bodies and devices, a row for each step",
     0},
    {"log-rate", OPTION_LOG_RATE, "HZ", 0, "Write at most HZ rows per simulated second to the log",
     0},
    {"json", 'j', NULL, 0, "Print the report at the end as JSON", 0},
    {"force", OPTION_FORCE, NULL, 0, "Let --record and --log overwrite FILE", 0},
    {"set", 'S', "PATH=VALUE", 0,
     "Change a value of the scene, e.g. bodies.weight.mass=3; may be repeated", 0},
    {"no-cache", OPTION_NO_CACHE, NULL, 0, "Decompose meshes again, without the cache", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[SCENE]",
    "Simulates a scene, shows it in a browser and reports on it."
    "\vSCENE is the name of a built-in scene ('volar scene --list') or a file (default: blocks). "
    "The status goes to standard error, the table at the end to standard output. Ctrl-C ends a run "
    "and finishes its recording.\n\n"
    "Examples:\n"
    "  volar run\n"
    "  volar run my.yaml --set world.gravity=[0,0,-1.6]\n"
    "  volar run stack --seconds 10 --fast --no-viewer\n"
    "  volar run --record run.vlr --seconds 60\n"
    "  volar run stack --seconds 10 --log run.csv --log-rate 100\n"
    "  volar run peg-in-hole --seconds 9 --annotate\n"
    "  volar run blocks --device right=haply --realtime --audit\n"
    "  volar run blocks --device right=simulated:mine.yaml\n\n"
    "Exit status: 0 success, 1 the run, its recording, its log or --audit failed, 2 bad usage, 3 a "
    "file cannot be read or written, or a device cannot be opened.",
    NULL,
    NULL,
    NULL};

vlRunArguments vlRunArguments_Parse(int argc, char** argv)
{
    vlRunArguments arguments = {.viewer = vlViewer_Default()};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    return arguments;
}
