// SPDX-License-Identifier: MIT
#ifndef VOLAR_CMD_H
#define VOLAR_CMD_H

// The sub-commands of the program `volar`, one source file each, listed in main.c. Each gets the
// arguments from its own name on (argv[0] is "volar NAME", ready for messages) and returns the exit
// status of the program.

#include <stdbool.h>

struct argp;
struct argp_state;

enum {
    VL_EXIT_OK = 0,
    VL_EXIT_FAILED = 1, // the run failed, or a criterion did
    VL_EXIT_USAGE = 2,
    VL_EXIT_FILE = 3 // a file could not be read or written, or a device not be opened
};

int vlCmd_Bench(int argc, char** argv);
int vlCmd_Check(int argc, char** argv);
int vlCmd_Devices(int argc, char** argv);
int vlCmd_Experiment(int argc, char** argv);
int vlCmd_Export(int argc, char** argv);
int vlCmd_HaplyServer(int argc, char** argv);
int vlCmd_RecordInfo(int argc, char** argv);
int vlCmd_Replay(int argc, char** argv);
int vlCmd_Run(int argc, char** argv);
int vlCmd_Scene(int argc, char** argv);

// argp_parse for a command: what it does not understand ends the program with VL_EXIT_USAGE, and a
// mistyped option is told its nearest neighbour.
void vlCmd_Parse(const struct argp* parser, int argc, char** argv, void* input);
// For commands that work on one recording: takes `text` as its name, and refuses a second one.
void vlCmd_TakeRecording(struct argp_state* state, char* text, const char** file);
// For options with an optional argument, which argp takes only after '=': takes the next word as
// the argument if `isMeant` says that it looks like one. NULL if not.
char* vlCmd_TakeNext(struct argp_state* state, bool (*isMeant)(const char* word));

#endif
