// SPDX-License-Identifier: MIT
// volar haply-server: a simulated device that speaks the protocol of Haply's service.

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/arguments.h"
#include "app/cli/ending.h"
#include "app/cli/say.h"
#include "app/cli/terminal.h"
#include "app/cmd.h"
#include "app/devices/program_brake.h"
#include "app/haply/haply_server.h"

#define SENTENCE 320
#define POLL_TIME 0.2 // s between two lines on a terminal

enum { OPTION_ORIGIN = 256, OPTION_UNCALIBRATED };

typedef struct Arguments {
    const char* preset;
    vlHaplyServerDef server;
} Arguments;

static double parseNumber(const char* text, const char* option, double lower, double upper,
                          struct argp_state* state)
{
    char* end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= lower && value <= upper)) {
        vlArguments_Fail(state, "--%s is '%s'; expected a number from %g to %g", option, text,
                         lower, upper);
    }
    return value;
}

static void parsePort(Arguments* a, const char* text, struct argp_state* state)
{
    double port = parseNumber(text, "port", 0.0, 65535.0, state);
    a->server.port = (int)port;
    if (port != (double)a->server.port) {
        vlArguments_Fail(state, "--port is '%s'; expected a whole number", text);
    }
}

// "null", or scheme://host[:port] without a path: what a browser sends.
static void parseOrigin(Arguments* a, const char* text, struct argp_state* state)
{
    const char* host = strstr(text, "://");
    bool isOrigin = strcmp(text, "null") == 0 || (host != NULL && host > text && host[3] != '\0' &&
                                                  host[3 + strcspn(host + 3, "/?# ")] == '\0');
    if (!isOrigin) {
        vlArguments_Fail(state, "--allow-origin is '%s'; expected null or SCHEME://HOST[:PORT]",
                         text);
    }
    if (a->server.originCount == VL_MAX_HAPLY_ORIGINS) {
        vlArguments_Fail(state, "--allow-origin can be given %d times", VL_MAX_HAPLY_ORIGINS);
    }
    a->server.origins[a->server.originCount++] = text;
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'p': parsePort(a, text, state); return 0;
    case 'a': a->server.address = text; return 0;
    case 'r': a->server.plant.rate = parseNumber(text, "rate", 10.0, 20000.0, state); return 0;
    case OPTION_ORIGIN: parseOrigin(a, text, state); return 0;
    case OPTION_UNCALIBRATED:
        a->server.plant.uncalibrated = parseNumber(text, "uncalibrated", 0.0, 1e6, state);
        return 0;
    case ARGP_KEY_ARG:
        if (a->preset != NULL) {
            vlArguments_Fail(state, "one preset at a time; also found '%s'", text);
        }
        a->preset = text;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"port", 'p', "N", 0, "Listen on port N, 0 for any free one (default: 10001)", 0},
    {"address", 'a', "ADDR", 0, "Listen on this address, numeric or localhost (default: 127.0.0.1)",
     0},
    {"rate", 'r', "HZ", 0, "The device measures at this rate (default: 1000)", 0},
    {"uncalibrated", OPTION_UNCALIBRATED, "S", 0,
     "The arm is not calibrated for the first S seconds with a client (default: 0)", 0},
    {"allow-origin", OPTION_ORIGIN, "ORIGIN", 0,
     "Let pages of this origin connect, besides those of this machine; 'null' lets pages from "
     "files connect, and with them every web site",
     0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[PRESET]",
    "Serves a simulated device as Haply's Inverse Service would serve an Inverse3, so that its "
    "clients can be tested without the hardware.\vPRESET is 'inverse3' (default) or a simulated "
    "device: touch, omni, omega6 and others; one that measures no orientation has no grip. A "
    "simulated hand moves the device to and fro and presses a button now and then. Force is "
    "rendered within the device's limits, for one client at a time, and fades when no command "
    "comes for 50 ms. Runs until Ctrl-C.\n\n"
    "There is no password: every machine that can reach the address can use the device. Pages of "
    "web sites cannot, unless --allow-origin names their origin.\n\n"
    "Examples:\n"
    "  volar haply-server\n"
    "  volar haply-server omega6 --port 10011\n"
    "  volar devices test haply 127.0.0.1:10011\n\n"
    "Exit status: 0 success, 1 the address cannot be used, 2 bad usage.",
    NULL,
    NULL,
    NULL};

static void showLine(const vlTerminal* terminal, const vlHaplyServerStatus* s)
{
    char line[SENTENCE];
    (void)snprintf(line, sizeof line,
                   "%d client%s  %llu requests  at %6.1f %6.1f %6.1f mm  force %5.2f N%s",
                   s->clients, s->clients == 1 ? " " : "s", (unsigned long long)s->requests,
                   1e3 * s->position.x, 1e3 * s->position.y, 1e3 * s->position.z,
                   vlLength(s->force), s->isCommanded ? "" : ", idle");
    vlTerminal_ShowLine(terminal, line);
}

static void printTable(const vlHaplyServerStatus* s)
{
    vlSay(stdout, "sessions          %llu, %llu refused, %llu closed for bad messages\n",
          (unsigned long long)s->sessions, (unsigned long long)s->refused,
          (unsigned long long)s->closed);
    vlSay(stdout, "requests          %llu\n", (unsigned long long)s->requests);
    vlSay(stdout, "states sent       %llu\n", (unsigned long long)s->states);
    vlSay(stdout, "force             %.3f N at most\n", s->largest);
}

static void watch(vlHaplyServer* server)
{
    vlTerminal terminal = vlTerminal_Open(stderr);
    do {
        if (terminal.isLive) {
            vlHaplyServerStatus status = vlHaplyServer_GetStatus(server);
            showLine(&terminal, &status);
        }
    } while (!vlEnding_Wait(POLL_TIME));
    vlTerminal_ClearLine(&terminal);
}

int vlCmd_HaplyServer(int argc, char** argv)
{
    Arguments arguments = {.server = {.port = VL_HAPLY_PORT}};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    arguments.server.plant.preset = arguments.preset;
    char message[SENTENCE] = "";
    vlHaplyServer* server = NULL;
    if (vlProgramBrake_Begin(argv[0], false) != VL_EXIT_OK) {
        return VL_EXIT_FAILED;
    }
    vlResult r = vlHaplyServer_Start(&arguments.server, &server, message, sizeof message);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", argv[0], message);
        return r == VL_ERROR_ARGUMENT ? VL_EXIT_USAGE : VL_EXIT_FAILED;
    }
    vlSay(stderr, "haply: %s device %s\n", vlHaplyServer_GetUrl(server), VL_HAPLY_PLANT_ARM);
    if (!vlHaplyServer_IsLoopback(server)) {
        vlSay(stderr, "warning: other machines can reach this, and there is no password\n");
    }
    for (int i = 0; i < arguments.server.originCount; ++i) {
        if (strcmp(arguments.server.origins[i], "null") == 0) {
            vlSay(stderr, "warning: with --allow-origin null every web site that a browser on "
                          "this machine shows can use the device\n");
        }
    }
    watch(server);
    vlHaplyServerStatus status = vlHaplyServer_GetStatus(server);
    vlHaplyServer_Stop(server);
    printTable(&status);
    return VL_EXIT_OK;
}
