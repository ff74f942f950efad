// SPDX-License-Identifier: MIT
// A queue of messages between two threads.
//
// `written` and `read` count bytes since the beginning and never go back. Only the writer stores
// `written`, only the reader stores `read`. Each side stores its counter with release order after
// it has filled or used the bytes, and the other side loads it with acquire order before it touches
// them. The writer fills only bytes with written - read < capacity, the reader looks only at bytes
// before `written`: no byte belongs to both. Each side keeps a copy of the other's counter and
// loads it again only when the copy says full or empty, so that in steady state the cache lines of
// the counters rarely move between cores.
//
// Messages are contiguous: one that begins before the end of the ring continues beyond it, into a
// second stretch of the same length, instead of being split or leaving the rest of the ring unused.
// By the counters it takes the bytes at the ring's start, which nothing else may use meanwhile. So
// the room is always exactly `capacity`, whatever the sizes; a marker that skips to the start would
// lose up to a whole message there, and a large message would fit only at some positions. Two live
// messages never share memory: let their starts be a < b (by the counters) and their sizes m and n,
// with b + n <= a + capacity. Then either b lies in the same round as a, behind its message; or one
// round later, at b - capacity, and its message ends at or before a.

#include "base/ring.h"

#include <stdatomic.h>
#include <string.h>

#include "base/arena.h"

#define HEAD 8u // bytes before a message: its size
// Pages of the overhang that common messages need are touched at creation; the rest of it is not.
#define PRESENT_OVERHANG ((size_t)4 << 20)

// Each side has cache lines of its own.
typedef struct WriteSide {
    _Alignas(VL_CACHE_LINE) _Atomic size_t written;
    size_t at;       // written modulo capacity
    size_t readCopy; // what the writer last saw of `read`
    size_t reserved; // bytes of the message begun, head included; 0: none
} WriteSide;

typedef struct ReadSide {
    _Alignas(VL_CACHE_LINE) _Atomic size_t read;
    size_t at;          // read modulo capacity
    size_t writtenCopy; // what the reader last saw of `written`
    size_t peeked;      // bytes of the message last looked at, head included; 0: none
} ReadSide;

struct vlRing {
    unsigned char* bytes; // [2 capacity]
    size_t capacity;      // multiple of 8
    WriteSide writer;
    ReadSide reader;
};

// Bytes that a message takes; 0 if it can never fit.
static size_t takenBy(const vlRing* ring, size_t size)
{
    if (size > ring->capacity - HEAD) {
        return 0;
    }
    return HEAD + ((size + 7u) & ~(size_t)7u);
}

vlResult vlRing_Create(size_t capacity, vlRing** ring)
{
    if (capacity == 0 || ring == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    if (capacity > SIZE_MAX / 8) {
        return VL_ERROR_MEMORY;
    }
    capacity = (capacity + 7u) & ~(size_t)7u;
    vlArena arena = {NULL, 0};
    (void)vlArena_Take(&arena, 1, sizeof(vlRing));
    (void)vlArena_Take(&arena, 2, capacity);
    vlAllocator allocator = vlDefaultAllocator();
    arena.base = allocator.allocate(arena.used, allocator.user);
    if (arena.base == NULL) {
        return VL_ERROR_MEMORY;
    }
    arena.used = 0;
    vlRing* made = vlArena_Take(&arena, 1, sizeof(vlRing));
    memset(made, 0, sizeof *made);
    made->bytes = vlArena_Take(&arena, 2, capacity);
    made->capacity = capacity;
    atomic_init(&made->writer.written, 0);
    atomic_init(&made->reader.read, 0);
    size_t overhang = capacity < PRESENT_OVERHANG ? capacity : PRESENT_OVERHANG;
    memset(made->bytes, 0, capacity + overhang);
    *ring = made;
    return VL_OK;
}

void vlRing_Destroy(vlRing* ring)
{
    vlAllocator allocator = vlDefaultAllocator();
    if (ring != NULL) {
        allocator.release(ring, allocator.user);
    }
}

void* vlRing_Reserve(vlRing* ring, size_t size)
{
    size_t taken = takenBy(ring, size);
    size_t written = atomic_load_explicit(&ring->writer.written, memory_order_relaxed);
    ring->writer.reserved = 0;
    if (taken == 0) {
        return NULL;
    }
    if (ring->capacity - (written - ring->writer.readCopy) < taken) {
        ring->writer.readCopy = atomic_load_explicit(&ring->reader.read, memory_order_acquire);
        if (ring->capacity - (written - ring->writer.readCopy) < taken) {
            return NULL;
        }
    }
    ring->writer.reserved = taken;
    return ring->bytes + ring->writer.at + HEAD;
}

void vlRing_Commit(vlRing* ring, size_t size)
{
    if (ring->writer.reserved == 0) {
        return;
    }
    uint64_t bytes = size < ring->writer.reserved - HEAD ? size : ring->writer.reserved - HEAD;
    size_t taken = takenBy(ring, (size_t)bytes);
    memcpy(ring->bytes + ring->writer.at, &bytes, HEAD);
    ring->writer.reserved = 0;
    ring->writer.at += taken;
    ring->writer.at -= ring->writer.at >= ring->capacity ? ring->capacity : 0;
    size_t written = atomic_load_explicit(&ring->writer.written, memory_order_relaxed);
    atomic_store_explicit(&ring->writer.written, written + taken, memory_order_release);
}

bool vlRing_Write(vlRing* ring, const void* message, size_t size)
{
    void* room = vlRing_Reserve(ring, size);
    if (room == NULL) {
        return false;
    }
    if (size > 0) {
        memcpy(room, message, size);
    }
    vlRing_Commit(ring, size);
    return true;
}

const void* vlRing_Peek(vlRing* ring, size_t* size)
{
    size_t read = atomic_load_explicit(&ring->reader.read, memory_order_relaxed);
    ring->reader.peeked = 0;
    if (read == ring->reader.writtenCopy) {
        ring->reader.writtenCopy =
            atomic_load_explicit(&ring->writer.written, memory_order_acquire);
        if (read == ring->reader.writtenCopy) {
            return NULL;
        }
    }
    uint64_t bytes;
    memcpy(&bytes, ring->bytes + ring->reader.at, HEAD);
    ring->reader.peeked = takenBy(ring, (size_t)bytes);
    *size = (size_t)bytes;
    return ring->bytes + ring->reader.at + HEAD;
}

void vlRing_Drop(vlRing* ring)
{
    ring->reader.at += ring->reader.peeked;
    ring->reader.at -= ring->reader.at >= ring->capacity ? ring->capacity : 0;
    size_t read = atomic_load_explicit(&ring->reader.read, memory_order_relaxed);
    atomic_store_explicit(&ring->reader.read, read + ring->reader.peeked, memory_order_release);
    ring->reader.peeked = 0;
}

size_t vlRing_GetUsed(const vlRing* ring)
{
    // In this order the difference is never negative; bytes written and read between the two loads
    // may make it too large.
    size_t read = atomic_load_explicit(&ring->reader.read, memory_order_acquire);
    size_t written = atomic_load_explicit(&ring->writer.written, memory_order_acquire);
    size_t used = written - read;
    return used < ring->capacity ? used : ring->capacity;
}
