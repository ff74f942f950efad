// SPDX-License-Identifier: MIT
#include "base/file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_in.h"

#define MOST_PARTS 1000    // left behind by crashes, of one file
#define PART_ROOM 16       // for ".part" and a number
#define NEW_FILE_MODE 0666 // less what the user's mask takes away
#define MOST_LINKS 40      // that are followed, as by the system

static void forget(vlFileOut* out)
{
    free(out->path);
    free(out->part);
    *out = (vlFileOut){0};
}

// Where a symbolic link that leads to no file points; NULL if the path is not a symbolic link.
static char* readLink(const char* path)
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) {
        return NULL;
    }
    target[length] = '\0';
    const char* slash = target[0] == '/' ? NULL : strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t size = folder + (size_t)length + 1;
    char* joined = malloc(size);
    if (joined != NULL) {
        (void)snprintf(joined, size, "%.*s%s", (int)folder, path, target);
    }
    return joined;
}

// Appends the part of a path that does not exist yet to the folder that does, without `.` and empty
// names.
static char* append(char* folder, const char* rest)
{
    size_t used = strlen(folder);
    char* full = realloc(folder, used + strlen(rest) + 2);
    if (full == NULL) {
        free(folder);
        return NULL;
    }
    while (used > 0 && full[used - 1] == '/') {
        --used;
    }
    while (*rest != '\0') {
        size_t length = strcspn(rest, "/");
        if (length > 0 && !(length == 1 && rest[0] == '.')) {
            full[used++] = '/';
            memcpy(full + used, rest, length);
            used += length;
        }
        rest += length + (rest[length] == '/');
    }
    full[used] = '\0';
    return full;
}

// The place of a file that may not exist: the real name of the longest part that does, and the
// rest. NULL without memory.
static char* findPlace(const char* path)
{
    char* known = strdup(path);
    for (int links = 0; known != NULL && links < MOST_LINKS; ++links) {
        char* target = access(known, F_OK) != 0 ? readLink(known) : NULL;
        if (target == NULL) {
            break;
        }
        free(known);
        known = target;
    }
    char* place = NULL;
    size_t length = known != NULL ? strlen(known) : 0;
    size_t end = length;
    while (known != NULL && place == NULL) {
        char kept = known[end];
        known[end] = '\0';
        place = realpath(end == 0 ? (kept == '/' ? "/" : ".") : known, NULL);
        known[end] = kept;
        if (place != NULL) {
            place = append(place, known + end);
            break;
        }
        if (errno == ENOMEM || end == 0) {
            break;
        }
        while (end > 0 && known[end - 1] == '/') {
            --end;
        }
        while (end > 0 && known[end - 1] != '/') {
            --end;
        }
    }
    free(known);
    return place;
}

static int openStream(vlFileOut* out, int file)
{
    out->stream = fdopen(file, "wb");
    if (out->stream == NULL) {
        int error = errno;
        (void)close(file);
        return error;
    }
    return 0;
}

// A device, or what the process has open already, such as a pipe.
static int openDirectly(vlFileOut* out, const char* path, mode_t mode)
{
    bool isOwn = !S_ISBLK(mode) && vlFileIn_IsOwnDescriptor(path);
    if (!S_ISCHR(mode) && !isOwn) {
        return VL_FILE_NOT_PLAIN;
    }
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
    return file >= 0 ? openStream(out, file) : errno;
}

static void writePart(const char* path, int number, char* text, size_t size)
{
    (void)snprintf(text, size, number == 1 ? "%s.part" : "%s.part%d", path, number);
}

// A new file beside the one that is meant, with that one's permissions if it exists.
static int openPart(vlFileOut* out, const struct stat* old)
{
    size_t size = strlen(out->path) + PART_ROOM;
    out->part = malloc(size);
    if (out->part == NULL) {
        return ENOMEM;
    }
    int file = -1;
    for (int i = 1; file < 0 && i <= MOST_PARTS; ++i) {
        out->number = i;
        writePart(out->path, i, out->part, size);
        file = open(out->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_FILE_MODE);
        if (file < 0 && errno != EEXIST) {
            return errno == EACCES ? VL_FILE_NO_WRITE_FOLDER : errno;
        }
    }
    if (file < 0) {
        return EEXIST;
    }
    if (old != NULL) {
        (void)fchmod(file, old->st_mode & 07777); // if it fails the file is less open than before
    }
    int error = openStream(out, file);
    if (error != 0) {
        (void)unlink(out->part);
    }
    return error;
}

static int openAs(vlFileOut* out, const char* path, bool mustBeNew)
{
    struct stat status;
    *out = (vlFileOut){0};
    bool exists = stat(path, &status) == 0;
    int error = 0;
    if (exists && S_ISDIR(status.st_mode)) {
        error = EISDIR;
    } else if (exists && (!S_ISREG(status.st_mode) || vlFileIn_IsOwnDescriptor(path))) {
        error = openDirectly(out, path, status.st_mode);
    } else if (exists && mustBeNew) {
        error = EEXIST;
    } else if (exists && access(path, W_OK) != 0) {
        error = errno; // the user protected this file; renaming would not care
    } else {
        out->path = findPlace(path);
        out->old =
            exists ? (vlFileStamp){status.st_dev, status.st_ino, status.st_mtim} : (vlFileStamp){0};
        error = out->path != NULL ? openPart(out, exists ? &status : NULL) : ENOMEM;
    }
    if (error != 0) {
        forget(out);
    }
    return error;
}

int vlFileOut_Open(vlFileOut* out, const char* path)
{
    return openAs(out, path, false);
}

int vlFileOut_OpenNew(vlFileOut* out, const char* path)
{
    return openAs(out, path, true);
}

int vlFileOut_OpenEntry(vlFileOut* out, const char* path)
{
    *out = (vlFileOut){.path = strdup(path), .isEntry = true};
    int error = out->path != NULL ? openPart(out, NULL) : ENOMEM;
    if (error != 0) {
        forget(out);
    }
    return error;
}

// Why a stream failed. A stream that failed while it was written has kept only a mark of that, but
// writing one more byte fails for the same reason.
static int reasonOf(FILE* stream)
{
    if (errno == 0) {
        clearerr(stream);
        if (fputc('\n', stream) != EOF) {
            (void)fflush(stream);
        }
    }
    return errno != 0 ? errno : EIO;
}

// Closes the stream. Returns the first failure since opening.
static int finish(vlFileOut* out)
{
    errno = 0;
    bool isGood = fflush(out->stream) == 0 && ferror(out->stream) == 0;
    int error = isGood ? 0 : reasonOf(out->stream);
    // Otherwise a machine that fails could have the name on disk and not the bytes. What cannot be
    // synchronised, such as a device, gives EINVAL, ENOTSUP or EROFS.
    if (error == 0 && fsync(fileno(out->stream)) != 0 && errno != EINVAL && errno != ENOTSUP &&
        errno != EROFS) {
        error = errno;
    }
    if (fclose(out->stream) != 0 && error == 0) {
        error = errno;
    }
    out->stream = NULL;
    return error;
}

// Gives the part a name that no file has. Returns 0 or an errno.
static int takeFreeName(const vlFileOut* out)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, out->part, AT_FDCWD, out->path, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
#endif
    // A file system that cannot do this at once: an empty file takes the name first.
    int file = open(out->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_FILE_MODE);
    if (file < 0) {
        return errno;
    }
    (void)close(file);
    return rename(out->part, out->path) == 0 ? 0 : errno;
}

// Gives the part its name. A file that has the name is replaced only if it is the one that had it
// when the part was opened, and nobody has written to it since. Returns 0 or an errno.
static int takeName(const vlFileOut* out)
{
    struct stat now;
    bool isOld = lstat(out->path, &now) == 0 && now.st_dev == out->old.device &&
                 now.st_ino == out->old.node && now.st_mtim.tv_sec == out->old.written.tv_sec &&
                 now.st_mtim.tv_nsec == out->old.written.tv_nsec;
    if (!isOld && !out->isEntry) {
        return takeFreeName(out);
    }
    return rename(out->part, out->path) == 0 ? 0 : errno;
}

// Ends the output. What is whole, or `mayBeCut`, takes its name.
static int end(vlFileOut* out, bool mayBeCut)
{
    if (out->stream == NULL) {
        return 0;
    }
    int error = finish(out);
    if (out->part != NULL && error != 0 && !mayBeCut) {
        (void)unlink(out->part);
    } else if (out->part != NULL) {
        int refusal = takeName(out);
        if (refusal != 0 && out->isEntry) {
            (void)unlink(out->part); // it can be made again
        }
        error = refusal != 0 ? VL_FILE_KEPT(refusal, out->number) : error;
    }
    forget(out);
    return error;
}

int vlFileOut_Commit(vlFileOut* out)
{
    return end(out, false);
}

int vlFileOut_Keep(vlFileOut* out)
{
    return end(out, true);
}

void vlFileOut_NamePart(const char* path, int number, char* text, size_t size)
{
    char* place = findPlace(path);
    writePart(place != NULL ? place : path, number, text, size);
    free(place);
}

// Is `part` a name that openPart may give to the part of `whole`?
static bool isPartOf(const char* part, const char* whole)
{
    static const char suffix[] = ".part";
    size_t length = strlen(whole);
    if (strncmp(part, whole, length) != 0 ||
        strncmp(part + length, suffix, sizeof suffix - 1) != 0) {
        return false;
    }
    const char* number = part + length + sizeof suffix - 1;
    return number[strspn(number, "0123456789")] == '\0';
}

bool vlFileOut_Collide(const char* one, const char* other)
{
    if (vlFileIn_IsSame(one, other)) { // also by hard links
        return true;
    }
    char* a = findPlace(one);
    char* b = findPlace(other);
    bool collide = a == NULL || b == NULL || strcmp(a, b) == 0 || isPartOf(a, b) || isPartOf(b, a);
    free(a);
    free(b);
    return collide;
}

void vlFileOut_Discard(vlFileOut* out)
{
    if (out->stream != NULL) {
        (void)fclose(out->stream); // an error does not matter: the bytes are dropped
        if (out->part != NULL) {
            (void)unlink(out->part);
        }
    }
    forget(out);
}
