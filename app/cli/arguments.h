// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ARGUMENTS_H
#define VOLAR_APP_ARGUMENTS_H

// Arguments of a sub-command, by argp.

#include <stdbool.h>

#include "app/cli/exit_status.h"

struct argp;
struct argp_state;

// argp_parse for a command: an argument that it does not understand ends the program with
// VL_EXIT_USAGE, and the message about a mistyped option names the nearest one.
void vlArguments_Parse(const struct argp* parser, int argc, char** argv, void* input);
// argp_error, with texts made printable (app/cli/say.h): ends the program with VL_EXIT_USAGE.
void vlArguments_Fail(struct argp_state* state, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
// Reads the argument `text` of an option as a number from `least` to `most`. Anything else ends the
// program with VL_EXIT_USAGE and a message.
double vlArguments_TakeNumber(struct argp_state* state, const char* option, const char* text,
                              double least, double most);
// For commands that work on one recording: takes `text` as its name, and refuses a second one.
void vlArguments_TakeRecording(struct argp_state* state, char* text, const char** file);
// At the end of such a command's arguments: refuses to do without a recording.
void vlArguments_NeedRecording(struct argp_state* state, const char* file);
// For options with an optional argument, which argp takes only after '=': takes the next word as
// the argument if `isMeant` says that it looks like one. NULL if not.
char* vlArguments_TakeNext(struct argp_state* state, bool (*isMeant)(const char* word));

#endif
