// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXCHANGE_H
#define VOLAR_EXCHANGE_H

// Two ways to hand data from one thread to another without waiting: the newest value (vlLatest) and
// a queue of messages (vlRing). Each has exactly one writing and one reading thread; functions say
// which of them may call. Nothing here locks or, after creation, allocates.

#include "volar/base.h"

// Mailbox for the newest value: the writer never waits, the reader always gets the newest whole
// value, older ones are overwritten.
typedef struct vlLatest vlLatest;
// Queue of messages of any size up to its capacity, oldest first; writing fails when it is full.
typedef struct vlRing vlRing;

VL_BEGIN_C

// A value is at most `capacity` bytes.
VL_API VL_WARN_UNUSED vlResult vlLatest_Create(size_t capacity, vlLatest** latest);
VL_API void vlLatest_Destroy(vlLatest* latest);
// Writer: a buffer of `capacity` bytes to fill, aligned to 64 bytes; not seen by the reader before
// vlLatest_Publish.
VL_API void* vlLatest_Begin(vlLatest* latest) VL_REALTIME;
VL_API void vlLatest_Publish(vlLatest* latest, size_t size) VL_REALTIME;
// Reader: the newest value and its size, or NULL if nothing came since the last call. Stays valid
// until the reader's next call.
VL_API const void* vlLatest_Take(vlLatest* latest, size_t* size) VL_REALTIME;

// Room for `capacity` bytes of messages, each taking 8 bytes more than its size rounded up to 8.
VL_API VL_WARN_UNUSED vlResult vlRing_Create(size_t capacity, vlRing** ring);
VL_API void vlRing_Destroy(vlRing* ring);
// Writer: room for a message of up to `size` bytes, contiguous and aligned to 8 bytes, or NULL if
// there is none now (or can never be). Nothing is seen by the reader before vlRing_Commit, which
// may make the message smaller.
VL_API void* vlRing_Reserve(vlRing* ring, size_t size) VL_REALTIME;
VL_API void vlRing_Commit(vlRing* ring, size_t size) VL_REALTIME;
// Writer: copies a message in; false if there is no room.
VL_API VL_WARN_UNUSED bool vlRing_Write(vlRing* ring, const void* message, size_t size) VL_REALTIME;
// Reader: the oldest message and its size without taking it, or NULL if there is none.
VL_API const void* vlRing_Peek(vlRing* ring, size_t* size) VL_REALTIME;
// Reader: drops the message last peeked at.
VL_API void vlRing_Drop(vlRing* ring) VL_REALTIME;
// Either: bytes in the ring, a moment ago.
VL_API size_t vlRing_GetUsed(const vlRing* ring) VL_REALTIME;

VL_END_C

#endif
