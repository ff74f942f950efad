// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_RECORDED_STATES_H
#define VOLAR_APP_RECORDED_STATES_H

// The contact states of a whole recording, found in a thread of their own while it is played.

#include <stddef.h>

typedef struct vlRecordedStates vlRecordedStates;

// Receives the text (see state_board.h); called by the thread.
typedef void (*vlRecordedStatesSink)(void* user, const char* json, size_t size);

// Starts the thread; NULL if that fails, and there are no states then. `path` must outlive it.
vlRecordedStates* vlRecordedStates_Start(const char* path, vlRecordedStatesSink sink, void* user);
// Waits for the thread, which stops early. NULL is allowed.
void vlRecordedStates_Stop(vlRecordedStates* states);

#endif
