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

static int openDescriptor(const char* path, bool mayBeStream, int flags, int* error)
{
    // Without O_NONBLOCK a named pipe makes open() wait for a writer. O_NOCTTY: a terminal that is
    // opened by mistake must not become ours.
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
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

int vlFileIn_OpenDescriptor(const char* path, bool mayBeStream, int* error)
{
    return openDescriptor(path, mayBeStream, 0, error);
}

static FILE* openStream(const char* path, bool mayBeStream, int flags, int* error)
{
    int file = openDescriptor(path, mayBeStream, flags, error);
    FILE* stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL) {
        *error = errno;
        (void)close(file);
    }
    return stream;
}

FILE* vlFileIn_Open(const char* path, bool mayBeStream, int* error)
{
    return openStream(path, mayBeStream, 0, error);
}

FILE* vlFileIn_OpenOwn(const char* path)
{
    int error = 0;
    struct stat status;
    FILE* file = openStream(path, false, O_NOFOLLOW, &error);
    if (file != NULL && (fstat(fileno(file), &status) != 0 || status.st_uid != geteuid())) {
        (void)fclose(file);
        file = NULL;
    }
    return file;
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

static const char* explainSystem(int error, char* text, size_t size)
{
    return _Generic(strerror_r(error, text, size), char*: whyByGnu, int: whyByPosix)(
        strerror_r(error, text, size), text);
}

// A finished file that could not take its name.
static void explainKept(int error, char* text, size_t size)
{
    char reason[80];
    char number[16] = "";
    int refusal = VL_FILE_KEPT_ERRNO(error);
    int part = VL_FILE_KEPT_PART(error);
    if (part > 1) {
        (void)snprintf(number, sizeof number, "%d", part);
    }
    (void)snprintf(text, size, "%s; the data are in the file beside it that ends in .part%s",
                   refusal == EEXIST ? "another file has got this name meanwhile"
                                     : explainSystem(refusal, reason, sizeof reason),
                   number);
}

const char* vlFileIn_Explain(int error, char* text, size_t size)
{
    if (error > 0) {
        return explainSystem(error, text, size);
    }
    if (VL_FILE_IS_KEPT(error)) {
        explainKept(error, text, size);
        return text;
    }
    (void)snprintf(text, size, "%s",
                   error == VL_FILE_NOT_PLAIN ? "not a plain file (a pipe, device or socket)"
                                              : "the folder it is in cannot be written to");
    return text;
}
