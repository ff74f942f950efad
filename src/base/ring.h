// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_RING_H
#define VOLAR_BASE_RING_H

// Queue of messages from one writing thread to one reading thread, oldest first. Messages may have
// any size that fits; writing fails when the queue is full. Nothing here locks or, after creation,
// allocates.

#include "volar/base.h"

typedef struct vlRing vlRing;

// Room for `capacity` bytes of messages. A message takes its size rounded up to 8, and 8 bytes
// more.
VL_WARN_UNUSED vlResult vlRing_Create(size_t capacity, vlRing** ring);
void vlRing_Destroy(vlRing* ring);
// Writer: room for a message of up to `size` bytes, contiguous and aligned to 8 bytes, or NULL if
// there is none now (or can never be). The reader sees nothing before vlRing_Commit, which may make
// the message smaller.
void* vlRing_Reserve(vlRing* ring, size_t size) VL_REALTIME;
void vlRing_Commit(vlRing* ring, size_t size) VL_REALTIME;
// Writer: copies a message in; false if there is no room.
VL_WARN_UNUSED bool vlRing_Write(vlRing* ring, const void* message, size_t size) VL_REALTIME;
// Reader: the oldest message and its size without taking it, or NULL if there is none.
const void* vlRing_Peek(vlRing* ring, size_t* size) VL_REALTIME;
// Reader: drops the message last peeked at.
void vlRing_Drop(vlRing* ring) VL_REALTIME;
// Either side: how many bytes the ring held a moment ago.
size_t vlRing_GetUsed(const vlRing* ring) VL_REALTIME;

#endif
