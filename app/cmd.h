// SPDX-License-Identifier: MIT
#ifndef VOLAR_CMD_H
#define VOLAR_CMD_H

// The sub-commands of the program `volar`, one source file each, listed in main.c. Each gets the
// arguments from its own name on (argv[0] is "volar NAME", ready for messages) and returns the exit
// status of the program.

enum {
    VL_EXIT_OK = 0,
    VL_EXIT_FAILED = 1, // the run failed, or a criterion did
    VL_EXIT_USAGE = 2,
    VL_EXIT_FILE = 3 // a file could not be read or written
};

int vlCmd_Experiment(int argc, char** argv);
int vlCmd_Bench(int argc, char** argv);
int vlCmd_Run(int argc, char** argv);

// The name nearest to a mistyped `word` by edits (letters swapped, changed, added or left out), or
// NULL if none is near.
const char* vlCmd_Nearest(const char* word, const char* const* names, int count);

#endif
