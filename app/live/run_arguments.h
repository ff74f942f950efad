// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_RUN_ARGUMENTS_H
#define VOLAR_APP_RUN_ARGUMENTS_H

// The options of volar run, parsed.

#include "app/cli/builtin.h"
#include "app/live/connect.h"
#include "app/live/viewer.h"

#define VL_RUN_MAX_SETS 64

typedef struct vlRunArguments {
    const char* scene;
    const vlBuiltinScene* text; // the scene itself in place of its name; may be NULL
    double seconds;
    bool isFast;
    int priority; // of SCHED_FIFO, from --realtime; 0: not given
    bool isViewerNamed;
    vlViewer viewer;
    vlConnectSpecs devices;
    bool isTwoRate;
    double contactRate; // Hz; 0: as fast as possible
    bool mustBePassive; // --audit
    bool isAnnotated;   // --annotate
    bool isJson;        // the report
    const char* record;
    const char* log;
    double logRate; // Hz; 0: a row for each step
    bool mayOverwrite;
    const char* sets[VL_RUN_MAX_SETS];
    int setCount;
    bool noCache; // pieces of meshes are neither looked for nor kept
} vlRunArguments;

// Ends the program with VL_EXIT_USAGE if the options make no sense.
vlRunArguments vlRunArguments_Parse(int argc, char** argv);

#endif
