// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_EXPORT_MCAP_WRITER_H
#define VOLAR_APP_EXPORT_MCAP_WRITER_H

// A writer of MCAP, the container of time-stamped messages that robotics tools share: uncompressed
// chunks with message indexes, all checksums, and a summary, so that readers can seek.
// The format is described at mcap.dev.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VL_MCAP_MAX_CHANNELS 8

typedef struct vlMcap vlMcap;

// NULL if the file cannot be created; `error` (of base/file_in.h) says why.
vlMcap* vlMcap_Open(const char* path, const char* library, int* error);
// Adds a topic with JSON messages that follow a JSON Schema, and returns its number. All topics
// must be added before the first message, at most VL_MCAP_MAX_CHANNELS.
int vlMcap_AddTopic(vlMcap* mcap, const char* topic, const char* schemaName, const char* schema);
// Times should not go back within a topic.
void vlMcap_AddMessage(vlMcap* mcap, int topic, uint64_t nanoseconds, const void* data,
                       size_t size);
// errno of the first failure, 0: none.
int vlMcap_GetError(const vlMcap* mcap);
// Writes the summary and gives the file its name, if all messages are in it (`isComplete`) and
// nothing failed; otherwise drops it. Returns the errno of the first failure, 0: none.
int vlMcap_Close(vlMcap* mcap, bool isComplete);

#endif
