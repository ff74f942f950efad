// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FAILING_MALLOC_H
#define VOLAR_TESTS_FAILING_MALLOC_H

// Replaces the C library's allocation by one in which a chosen call fails, and which counts the
// blocks in use. Included by one source of a program, which must run without sanitizers.

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// The C library's own; glibc keeps these names for programs that wrap malloc.
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void* block);

// Atomic, because recorders and two rates have threads.
static struct {
    atomic_bool isWatching;
    atomic_int calls;  // since the caller set it to 0
    atomic_int failAt; // number of the call that fails, -1 for none
    atomic_int live;   // blocks allocated and not yet freed while watching
} failing;

static bool failing_IsRefused(void)
{
    return failing.isWatching && failing.calls++ == failing.failAt;
}

static void* failing_Count(void* block)
{
    failing.live += failing.isWatching && block != NULL;
    return block;
}

void* malloc(size_t size)
{
    return failing_IsRefused() ? NULL : failing_Count(__libc_malloc(size));
}

void* calloc(size_t number, size_t size)
{
    return failing_IsRefused() ? NULL : failing_Count(__libc_calloc(number, size));
}

void* realloc(void* block, size_t size)
{
    if (failing_IsRefused()) {
        return NULL;
    }
    return block == NULL ? failing_Count(__libc_realloc(block, size)) : __libc_realloc(block, size);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    return failing_IsRefused() ? NULL : failing_Count(__libc_memalign(alignment, size));
}

int posix_memalign(void** block, size_t alignment, size_t size)
{
    *block = failing_IsRefused() ? NULL : failing_Count(__libc_memalign(alignment, size));
    return *block != NULL ? 0 : ENOMEM;
}

void free(void* block)
{
    failing.live -= failing.isWatching && block != NULL;
    __libc_free(block);
}

// From now on, call number `failAt` (counted from 0) fails; -1: no call fails.
static void failing_Begin(int failAt)
{
    failing.calls = failing.live = 0;
    failing.failAt = failAt;
    failing.isWatching = true;
}

static void failing_End(void)
{
    failing.isWatching = false;
}

#endif
