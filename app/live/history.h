// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_HISTORY_H
#define VOLAR_APP_LIVE_HISTORY_H

// The course of a whole recording in a few numbers, for the plots of a viewer that plays it.

#include <volar/record.h>

// Most moments of a history; of a longer recording only every n-th view is taken.
#define VL_MAX_HISTORY 4000

// Writes the history as one JSON object of lists of the same length (docs/viewer.md). Release the
// text with free; NULL: no memory.
char* vlHistory_Write(const vlRecording* recording, size_t* size);

#endif
