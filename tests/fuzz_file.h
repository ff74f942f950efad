// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FUZZ_FILE_H
#define VOLAR_TESTS_FUZZ_FILE_H

// What targets need whose subject reads a file by its name, or prints its complaints.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_input.h"

// Writes a file in memory, the same one each time. Returns its name.
static inline const char* vlFuzz_WriteFile(const void* bytes, size_t size)
{
    static int file = -1;
    static char path[64];
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        VL_FUZZ_REQUIRE(file >= 0);
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    VL_FUZZ_REQUIRE(ftruncate(file, 0) == 0);
    VL_FUZZ_REQUIRE(pwrite(file, bytes, size, 0) == (ssize_t)size);
    return path;
}

static FILE* vlFuzzSpoken = NULL; // the standard error of the program while it is hushed

// Between the two, what is printed to the standard error of the program is lost.
static inline void vlFuzz_Hush(void)
{
    static FILE* nowhere = NULL;
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "we");
        VL_FUZZ_REQUIRE(nowhere != NULL);
    }
    vlFuzzSpoken = stderr;
    stderr = nowhere;
}

static inline void vlFuzz_Speak(void)
{
    stderr = vlFuzzSpoken;
}

#endif
