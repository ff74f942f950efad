// SPDX-License-Identifier: MIT
// Loaded into the program with LD_PRELOAD: makes allocations fail, in whichever part of the program
// they are, and the naming of files.
//   VOLAR_FAIL_AT=N      call number N (from 1) fails; 0: none
//   VOLAR_FAIL_ALL=1     all calls after it fail, too
//   VOLAR_FAIL_NAMES=1   no file can be renamed
//   VOLAR_PLAIN_NAMES=1  renaming always replaces, as on file systems that cannot do otherwise
//   VOLAR_FAIL_COUNT=F   at the end writes the number of calls into the file F

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static atomic_long calls;
static long failAt; // 0 until the program has begun, because the loader is not tested
static bool failsOn;

__attribute__((constructor)) static void begin(void)
{
    const char* at = getenv("VOLAR_FAIL_AT");
    failsOn = getenv("VOLAR_FAIL_ALL") != NULL;
    calls = 0;
    failAt = at != NULL ? strtol(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void)
{
    const char* name = getenv("VOLAR_FAIL_COUNT");
    char text[32];
    int file = name != NULL ? open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (file >= 0) {
        int length = snprintf(text, sizeof text, "%ld\n", (long)calls);
        (void)!write(file, text, (size_t)length);
        (void)close(file);
    }
}

int renameat2(int from, const char* old, int to, const char* new, unsigned flags)
{
    if (getenv("VOLAR_FAIL_NAMES") != NULL) {
        errno = EACCES;
        return -1;
    }
    if (getenv("VOLAR_PLAIN_NAMES") != NULL && flags != 0) {
        errno = EINVAL;
        return -1;
    }
    return (int)syscall(SYS_renameat2, from, old, to, new, flags);
}

int rename(const char* old, const char* new)
{
    return renameat2(AT_FDCWD, old, AT_FDCWD, new, 0);
}

static bool isRefused(void)
{
    long call = ++calls;
    bool isIt = failAt > 0 && (call == failAt || (failsOn && call > failAt));
    if (isIt) {
        errno = ENOMEM;
    }
    return isIt;
}

void* malloc(size_t size)
{
    return isRefused() ? NULL : __libc_malloc(size);
}

void* calloc(size_t number, size_t size)
{
    return isRefused() ? NULL : __libc_calloc(number, size);
}

void* realloc(void* block, size_t size)
{
    return isRefused() ? NULL : __libc_realloc(block, size);
}

void* aligned_alloc(size_t alignment, size_t size)
{
    return isRefused() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size)
{
    *block = isRefused() ? NULL : __libc_memalign(alignment, size);
    return *block != NULL ? 0 : ENOMEM;
}
