// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_PROGRESS_H
#define VOLAR_APP_PROGRESS_H

// Shows on standard error how far a long computation is: a line rewritten in place on a terminal,
// elsewhere a line now and then.

#include <stdint.h>

#include "app/cli/terminal.h"

typedef struct vlProgress {
    vlTerminal terminal;
    const char* what; // "points"
    uint64_t total;
    uint64_t first;      // done before this run, which says nothing about its speed
    double start, shown; // ns
} vlProgress;

vlProgress vlProgress_Begin(const char* what, uint64_t total, uint64_t done);
// To be called often: it shows something a few times a second at most.
void vlProgress_Show(vlProgress* progress, uint64_t done);
// Removes the line.
void vlProgress_End(vlProgress* progress);
// "3 min 20 s".
void vlProgress_WriteTime(double seconds, char* text, size_t size);

#endif
