// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_RUN_LOG_H
#define VOLAR_APP_LIVE_RUN_LOG_H

// A table of a run, written while it runs: one row a step, or fewer, in a file of comma-separated
// values. The loop copies numbers into a ring and does nothing else; a thread formats and writes
// them. docs/recordings.md describes the columns.

#include <volar/simulation.h>

typedef struct vlRunLog vlRunLog;

typedef struct vlRunLogStatus {
    uint64_t rows; // handed to the file
    uint64_t lost; // that did not fit the ring, as the disk could not keep up
    uint64_t bytes;
    int systemError; // errno of the first write that failed, 0: none
    int kept; // after vlRunLog_Close: a VL_FILE_KEPT if the file could not take its name; 0: it did
} vlRunLogStatus;

// Begins the file with its header and starts the thread. `rate` is how many rows there are at most
// in a second of simulated time; 0: one for each step. The scene must stay the same. A regular file
// that exists is refused with EEXIST unless `mayOverwrite`; it stays as it is until the log is
// closed (base/file_out.h). On failure returns errno or a reason of base/file_in.h, and the output
// is untouched.
VL_WARN_UNUSED int vlRunLog_Open(const char* path, const vlSimulation* simulation, double rate,
                                 bool mayOverwrite, vlRunLog** log);
// After each step, in the loop's thread. False if the step is due for a row and there is no room
// for it now: the caller may wait and call again, or give it up.
bool vlRunLog_AddStep(vlRunLog* log, const vlSimulation* simulation) VL_REALTIME;
// Gives up the row that there was no room for, and counts it.
void vlRunLog_GiveUp(vlRunLog* log) VL_REALTIME;
// Any thread.
vlRunLogStatus vlRunLog_GetStatus(const vlRunLog* log);
// Writes what is in the ring, ends the thread and closes the file. `status` (may be NULL) is the
// last one. NULL is allowed.
void vlRunLog_Close(vlRunLog* log, vlRunLogStatus* status);

#endif
