// SPDX-License-Identifier: MIT
// The newest value, through three buffers that change owners.
//
// At any time the writer owns one buffer (`back`), the reader owns one (`front`), and one lies
// between them; `between` holds its number and whether the reader has yet to see it. Only the
// writer touches `back` and only the reader touches `front`. Both hand over by one atomic exchange
// of `between`, which returns the buffer they get for the one they give: the three numbers stay a
// permutation of 0, 1, 2, so no buffer ever has two owners, and neither side can fail or wait.
//
// The exchange releases what its thread did to the buffer it gives and acquires what the other
// thread did to the buffer it gets: the reader sees the whole value, and the writer begins to
// overwrite a buffer only after the reader's last look at it.

#include "base/latest.h"

#include <stdatomic.h>
#include <string.h>

#include "base/arena.h"

#define IS_NEW 4u // beside the number of a buffer, 0 .. 2

// Each side has a cache line of its own, so that the two sides do not slow each other down.
typedef struct Side {
    _Alignas(VL_CACHE_LINE) uint32_t buffer; // number of the buffer it owns
} Side;

typedef struct Between {
    _Alignas(VL_CACHE_LINE) _Atomic uint32_t buffer; // number, and IS_NEW
} Between;

typedef struct Size {
    _Alignas(VL_CACHE_LINE) size_t bytes;
} Size;

struct vlLatest {
    unsigned char* buffers[3];
    size_t capacity;
    Side back; // writer's
    Between between;
    Side front;   // reader's
    Size size[3]; // of the values; each belongs to the owner of the buffer
};

vlResult vlLatest_Create(size_t capacity, vlLatest** latest)
{
    if (capacity == 0 || latest == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    if (capacity > SIZE_MAX / 8) {
        return VL_ERROR_MEMORY;
    }
    vlArena arena = {NULL, 0};
    (void)vlArena_Take(&arena, 1, sizeof(vlLatest));
    for (int i = 0; i < 3; ++i) {
        (void)vlArena_Take(&arena, capacity, 1);
    }
    vlAllocator allocator = vlDefaultAllocator();
    arena.base = allocator.allocate(arena.used, allocator.user);
    if (arena.base == NULL) {
        return VL_ERROR_MEMORY;
    }
    memset(arena.base, 0, arena.used); // all pages present before the loop begins
    arena.used = 0;
    vlLatest* made = vlArena_Take(&arena, 1, sizeof(vlLatest));
    for (int i = 0; i < 3; ++i) {
        made->buffers[i] = vlArena_Take(&arena, capacity, 1);
    }
    made->capacity = capacity;
    made->back.buffer = 0;
    made->front.buffer = 1;
    atomic_init(&made->between.buffer, 2u);
    *latest = made;
    return VL_OK;
}

void vlLatest_Destroy(vlLatest* latest)
{
    vlAllocator allocator = vlDefaultAllocator();
    if (latest != NULL) {
        allocator.release(latest, allocator.user);
    }
}

void* vlLatest_Begin(vlLatest* latest)
{
    return latest->buffers[latest->back.buffer];
}

void vlLatest_Publish(vlLatest* latest, size_t size)
{
    uint32_t back = latest->back.buffer;
    latest->size[back].bytes = size < latest->capacity ? size : latest->capacity;
    uint32_t got =
        atomic_exchange_explicit(&latest->between.buffer, back | IS_NEW, memory_order_acq_rel);
    latest->back.buffer = got & ~IS_NEW;
}

const void* vlLatest_Take(vlLatest* latest, size_t* size)
{
    // Only the reader clears the mark, so once seen it stays until the exchange.
    if ((atomic_load_explicit(&latest->between.buffer, memory_order_relaxed) & IS_NEW) == 0) {
        return NULL;
    }
    uint32_t got = atomic_exchange_explicit(&latest->between.buffer, latest->front.buffer,
                                            memory_order_acq_rel);
    uint32_t front = got & ~IS_NEW;
    latest->front.buffer = front;
    *size = latest->size[front].bytes;
    return latest->buffers[front];
}
