// SPDX-License-Identifier: MIT
#include "base/file_in.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool vlFileIn_IsOwnDescriptor(const char* path)
{
    static const char* const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char* const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(path, names[i]) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        if (strncmp(path, folders[i], strlen(folders[i])) == 0) {
            return true;
        }
    }
    return false;
}

int vlFileIn_OpenDescriptor(const char* path, bool mayBeStream, int* error)
{
    // Without O_NONBLOCK a named pipe makes open() wait for a writer. O_NOCTTY: a terminal that is
    // opened by mistake must not become ours.
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        *error = errno;
        if (file >= 0) {
            (void)close(file);
        }
        return -1;
    }
    bool isStream = mayBeStream && vlFileIn_IsOwnDescriptor(path) && !S_ISDIR(status.st_mode);
    *error = S_ISREG(status.st_mode) || isStream ? 0
             : S_ISDIR(status.st_mode)           ? EISDIR
                                                 : VL_FILE_NOT_PLAIN;
    // Reading may wait for a plain file, or for a stream that the caller asked for.
    if (*error == 0 && fcntl(file, F_SETFL, 0) != 0) {
        *error = errno;
    }
    if (*error != 0) {
        (void)close(file);
        return -1;
    }
    return file;
}

FILE* vlFileIn_Open(const char* path, bool mayBeStream, int* error)
{
    int file = vlFileIn_OpenDescriptor(path, mayBeStream, error);
    FILE* stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL) {
        *error = errno;
        (void)close(file);
    }
    return stream;
}

bool vlFileIn_IsSame(const char* one, const char* other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

// What strerror_r returns: GNU's the text, which may be its own; POSIX's 0 once it has filled ours.
static inline const char* whyByGnu(const char* found, const char* text)
{
    (void)text;
    return found;
}

static inline const char* whyByPosix(int problem, const char* text)
{
    return problem == 0 ? text : "an unknown error";
}

const char* vlFileIn_Explain(int error, char* text, size_t size)
{
    if (error > 0) {
        return _Generic(strerror_r(error, text, size), char*: whyByGnu, int: whyByPosix)(
            strerror_r(error, text, size), text);
    }
    (void)snprintf(text, size, "%s",
                   error == VL_FILE_NOT_PLAIN ? "not a plain file (a pipe, device or socket)"
                                              : "the folder it is in cannot be written to");
    return text;
}
