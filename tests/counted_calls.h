// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_COUNTED_CALLS_H
#define VOLAR_TESTS_COUNTED_CALLS_H

// Counts what the calling thread allocates, releases and locks, by replacing functions of the C
// library. One source file of a program includes it. Sanitizers bring their own allocator; with
// them the counts stay 0.

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

static inline void skipIfSanitized(void)
{
    if (IS_SANITIZED) {
        print_message("a sanitizer replaces malloc and makes system calls of its own\n");
        skip();
    }
}

static _Thread_local volatile long allocations; // of any kind, and releases
static _Thread_local volatile long locks;

#if !IS_SANITIZED
// glibc's own names of its allocator, so that ours can stand before it.
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void* block);

void* malloc(size_t size)
{
    ++allocations;
    return __libc_malloc(size);
}

void* calloc(size_t count, size_t size)
{
    ++allocations;
    return __libc_calloc(count, size);
}

void* realloc(void* block, size_t size)
{
    ++allocations;
    return __libc_realloc(block, size);
}

void free(void* block)
{
    ++allocations;
    __libc_free(block);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    ++allocations;
    return __libc_memalign(alignment, size);
}

void* memalign(size_t alignment, size_t size)
{
    ++allocations;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size)
{
    ++allocations;
    *block = __libc_memalign(alignment, size);
    return *block != NULL ? 0 : ENOMEM;
}

int pthread_mutex_lock(pthread_mutex_t* mutex)
{
    static int (*next)(pthread_mutex_t*);
    ++locks;
    if (next == NULL) {
        void* symbol = dlsym(RTLD_NEXT, "pthread_mutex_lock");
        memcpy(&next, &symbol, sizeof next);
    }
    return next(mutex);
}
#endif

#endif
