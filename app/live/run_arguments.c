// SPDX-License-Identifier: MIT
// The options of volar run.

#include "app/live/run_arguments.h"

#include <argp.h>
#include <stdlib.h>

#include "app/cli/arguments.h"
#include "app/live/machine.h"

enum {
    OPTION_FAST = 256,
    OPTION_REALTIME,
    OPTION_VIEWER,
    OPTION_NO_VIEWER,
    OPTION_FORCE,
    OPTION_TWO_RATE,
    OPTION_AUDIT
};

static void parseSeconds(vlRunArguments* a, const char* text, struct argp_state* state)
{
    char* end;
    a->seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(a->seconds > 0.0) || a->seconds > 1e6) {
        argp_error(state, "--seconds is '%s'; expected a number above 0, at most 1e6", text);
    }
}

static void parsePriority(vlRunArguments* a, const char* text, struct argp_state* state)
{
    char* end = NULL;
    long priority = text != NULL ? strtol(text, &end, 10) : VL_MACHINE_PRIORITY;
    if (text != NULL &&
        (end == text || *end != '\0' || priority < 1 || priority > VL_MACHINE_MAX_PRIORITY)) {
        argp_error(state, "--realtime is '%s'; expected a priority of 1 to %d", text,
                   VL_MACHINE_MAX_PRIORITY);
    }
    a->priority = (int)priority;
}

static void parseDevice(vlRunArguments* a, const char* text, struct argp_state* state)
{
    if (a->devices.count == VL_MAX_DEVICES) {
        argp_error(state, "more than %d devices", VL_MAX_DEVICES);
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
        argp_error(state, "--two-rate is '%s'; expected 1 to 1e5 times per second of the clock",
                   text);
    }
}

static void parseViewer(vlRunArguments* a, char* text, struct argp_state* state)
{
    a->isViewerNamed = true;
    text = text != NULL ? text : vlArguments_TakeNext(state, vlViewer_IsAddress);
    if (text != NULL && !vlViewer_Parse(text, &a->viewer)) {
        argp_error(state, "--viewer is '%s'; expected ADDR:PORT, e.g. localhost:8460", text);
    }
}

static void checkTogether(const vlRunArguments* a, struct argp_state* state)
{
    if (a->isFast && a->priority > 0) {
        argp_error(state, "--fast and --realtime exclude each other");
    }
    if (a->isFast && a->isTwoRate) {
        argp_error(state,
                   "--fast and --two-rate exclude each other: --two-rate depends on the clock");
    }
    if (a->isViewerNamed && !a->viewer.isWanted) {
        argp_error(state, "--viewer and --no-viewer exclude each other");
    }
    if (a->mayOverwrite && a->record == NULL) {
        argp_error(state, "--force needs --record: it overwrites the file of the recording");
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
    case OPTION_AUDIT: a->mustBePassive = true; return 0;
    case 'r': a->record = text; return 0;
    case OPTION_FORCE: a->mayOverwrite = true; return 0;
    case 'S':
        if (a->setCount == VL_RUN_MAX_SETS) {
            argp_error(state, "more than %d values to set", VL_RUN_MAX_SETS);
        }
        a->sets[a->setCount++] = text;
        return 0;
    case ARGP_KEY_ARG:
        if (a->scene != NULL) {
            argp_error(state, "one scene at a time; found also '%s'", text);
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
     "Keep step with the clock (default), and ask the system for what it takes: SCHED_FIFO at "
     "PRIORITY (default: 80), locked memory, a processor that stays awake",
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
    {"viewer", OPTION_VIEWER, "ADDR:PORT", OPTION_ARG_OPTIONAL,
     "Serve the viewer there (default: 127.0.0.1:8460, or the next free port)", 0},
    {"no-viewer", OPTION_NO_VIEWER, NULL, 0, "Serve no viewer", 0},
    {"record", 'r', "FILE", 0, "Record the run in FILE, which must not exist yet", 0},
    {"force", OPTION_FORCE, NULL, 0, "Let --record overwrite FILE", 0},
    {"set", 'S', "PATH=VALUE", 0,
     "Change a value of the scene, e.g. bodies.weight.mass=3; may be repeated", 0},
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
    "  volar run blocks --device right=haply --realtime --audit\n\n"
    "Exit status: 0 success, 1 the run, its recording or --audit failed, 2 bad usage, 3 a file "
    "cannot "
    "be read or written, or a device cannot be opened.",
    NULL,
    NULL,
    NULL};

vlRunArguments vlRunArguments_Parse(int argc, char** argv)
{
    vlRunArguments arguments = {.viewer = vlViewer_Default()};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    return arguments;
}
