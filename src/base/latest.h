// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_LATEST_H
#define VOLAR_BASE_LATEST_H

// Mailbox for the newest value, from one writing thread to one reading thread. The writer never
// waits; the reader always gets the newest whole value; older values are overwritten. Nothing here
// locks or, after creation, allocates.

#include "volar/base.h"

typedef struct vlLatest vlLatest;

// A value is at most `capacity` bytes.
VL_WARN_UNUSED vlResult vlLatest_Create(size_t capacity, vlLatest** latest);
void vlLatest_Destroy(vlLatest* latest);
// Writer: a buffer of `capacity` bytes to fill, aligned to 64 bytes; the reader does not see it
// before vlLatest_Publish.
void* vlLatest_Begin(vlLatest* latest) VL_REALTIME;
void vlLatest_Publish(vlLatest* latest, size_t size) VL_REALTIME;
// Reader: the newest value and its size, or NULL if nothing new came since the last call. The value
// stays valid until the reader's next call.
const void* vlLatest_Take(vlLatest* latest, size_t* size) VL_REALTIME;

#endif
