// SPDX-License-Identifier: MIT
#include "app/zwidth/zwidth_arguments.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/arguments.h"

#define DEFAULT_PORT 8461

enum { OPTION_TWO_RATE = 256, OPTION_LOOP, OPTION_SECONDS, OPTION_PORT };

static void takeGrid(struct argp_state* state, const char* text, vlZwidthArguments* a)
{
    char* end;
    long columns = strtol(text, &end, 10);
    long rows = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    if (*end != '\0' || columns < 2 || rows < 2 || columns > VL_MAX_ZWIDTH_GRID ||
        rows > VL_MAX_ZWIDTH_GRID) {
        vlArguments_Fail(state, "--grid: '%s' is not COLUMNSxROWS, each from 2 to %d", text,
                         VL_MAX_ZWIDTH_GRID);
    }
    a->columns = (int)columns;
    a->rows = (int)rows;
}

static void takeHand(struct argp_state* state, const char* text, vlZwidthArguments* a)
{
    a->handCount = 0;
    for (int i = 0; i < VL_POINT_HANDS; ++i) {
        if (strcmp(text, "all") == 0 || strcmp(text, vlPointHand_Name((vlPointHand)i)) == 0) {
            a->hands[a->handCount++] = (vlPointHand)i;
        }
    }
    if (a->handCount == 0) {
        vlArguments_Fail(state, "--hand: '%s' is none of loose, tight, free, all", text);
    }
}

static void takeOracle(struct argp_state* state, const char* text, vlZwidthArguments* a)
{
    for (int i = 0; i < VL_ORACLES; ++i) {
        if (strcmp(text, vlPointOracle_Name((vlPointOracle)i)) == 0) {
            a->oracle = (vlPointOracle)i;
            return;
        }
    }
    vlArguments_Fail(state, "--loop: '%s' is none of linear, simple, volar", text);
}

static void takeStrikes(struct argp_state* state, char* text, vlZwidthArguments* a)
{
    char* rest = NULL;
    a->approachCount = 0;
    for (char* word = strtok_r(text, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
        if (a->approachCount == VL_MAX_ZWIDTH_STRIKES) {
            vlArguments_Fail(state, "--strike: more than %d strikes", VL_MAX_ZWIDTH_STRIKES);
        }
        a->approaches[a->approachCount++] =
            vlArguments_TakeNumber(state, "--strike", word, 1e-3, 10.0);
    }
    if (a->approachCount == 0) {
        vlArguments_Fail(state, "--strike: expected times in seconds, e.g. 0.05,0.2");
    }
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    vlZwidthArguments* a = state->input;
    switch (key) {
    case 'S':
        if (a->setCount == VL_MAX_ZWIDTH_SETS) {
            vlArguments_Fail(state, "more than %d values to set", VL_MAX_ZWIDTH_SETS);
        }
        a->sets[a->setCount++] = text;
        return 0;
    case 'a': a->axes = text; return 0;
    case 'g': takeGrid(state, text, a); return 0;
    case 'H': takeHand(state, text, a); return 0;
    case 's': takeStrikes(state, text, a); return 0;
    case 'd':
        a->delay = 1e-3 * vlArguments_TakeNumber(state, "--delay", text, 0.0, 100.0);
        return 0;
    case 'o': a->out = text; return 0;
    case 'v': a->isViewed = true; return 0;
    case OPTION_PORT:
        a->port = (int)vlArguments_TakeNumber(state, "--port", text, 0.0, 65535.0);
        return 0;
    case OPTION_TWO_RATE:
        a->contactRate = vlArguments_TakeNumber(state, "--two-rate", text, 1.0, 1e4);
        return 0;
    case OPTION_SECONDS:
        a->seconds = vlArguments_TakeNumber(state, "--seconds", text, 1e-3, 1000.0);
        return 0;
    case OPTION_LOOP: takeOracle(state, text, a); return 0;
    case ARGP_KEY_ARG:
        if (a->deviceCount == VL_MAX_ZWIDTH_DEVICES) {
            vlArguments_Fail(state, "more than %d devices", VL_MAX_ZWIDTH_DEVICES);
        }
        a->devices[a->deviceCount++] = text;
        return 0;
    case ARGP_KEY_END:
        if (a->isViewed && a->deviceCount > 1) {
            vlArguments_Fail(state, "--viewer: one device at a time");
        }
        if (a->deviceCount == 0) {
            vlArguments_Fail(state, "name a device: 'volar devices' lists the simulated presets");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"set", 'S', "NAME=VALUE", 0,
     "Change a number of the loop, e.g. device.delay=1.5ms or kw=1e5 (SI units unless one is "
     "stated); may be repeated",
     0},
    {"delay", 'd', "MS", 0,
     "Time from a measurement to its force, in milliseconds (default: what the device states)", 0},
    {"axes", 'a', "X,Y", 0,
     "Numbers along the two axes of the map, each optionally with a range: bc=0.1:50,kc=300:1e5 "
     "(default: bc,kc)",
     0},
    {"grid", 'g', "COLUMNSxROWS", 0, "Points of the map (default: 32x32, linear 64x64)", 0},
    {"hand", 'H', "HAND", 0, "loose, tight, free (let go) or all (default: loose)", 0},
    {"strike", 's', "S,...", 0,
     "Seconds in which the hand goes from 1 mm above the wall to its full press; one strike for "
     "each (default: 0.05)",
     0},
    {"two-rate", OPTION_TWO_RATE, "HZ", 0, "Find contacts at this rate (only with --loop volar)",
     0},
    {"seconds", OPTION_SECONDS, "S", 0,
     "Length of each strike (default: 1.2, or as long as the slowest oscillation needs)", 0},
    {"loop", OPTION_LOOP, "KIND", 0,
     "How a point is judged: linear (exact linear model), simple (one mass, simulated) or volar "
     "(device, renderer and world, simulated; the default)",
     0},
    {"viewer", 'v', NULL, 0,
     "Afterwards show the map in a browser, where strikes can be played and the delay changed", 0},
    {"port", OPTION_PORT, "N", 0,
     "Port of the page of --viewer; if it is taken, the next free one (default: 8461)", 0},
    {"out", 'o', "DIR", 0,
     "Write map.svg, map.csv, summary.json to DIR (default: out/zwidth-DEVICE)", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "DEVICE...",
    "Draws how stiff and how damped a coupling a device can render: its stability map."
    "\vEach point of the map is a strike at a wall, judged by whether the handle comes to rest and "
    "whether the hand got energy. The map also shows the exact linear boundary, the linear "
    "condition of Gil, the passive limit of Colgate, the table value and the coupling that 'volar "
    "tune' chooses.\n\n"
    "Examples:\n  volar zwidth omega6\n  volar zwidth falcon --loop linear --hand all\n"
    "  volar zwidth touch --delay 1 --axes cut,kc --strike 0.03,0.3\n\n"
    "Exit status: 0 success, 2 bad usage, 3 a result cannot be written.",
    NULL,
    NULL,
    NULL};

void vlZwidthArguments_Parse(int argc, char** argv, vlZwidthArguments* arguments)
{
    *arguments = (vlZwidthArguments){.axes = "bc,kc",
                                     .handCount = 1,
                                     .approaches = {0.05},
                                     .approachCount = 1,
                                     .seconds = (double)NAN,
                                     .delay = (double)NAN,
                                     .oracle = VL_ORACLE_VOLAR,
                                     .port = DEFAULT_PORT};
    vlArguments_Parse(&parser, argc, argv, arguments);
}
