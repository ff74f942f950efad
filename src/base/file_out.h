// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_FILE_OUT_H
#define VOLAR_BASE_FILE_OUT_H

// Files to write. The bytes go into NAME.part beside the file, which takes its name only when it is
// complete: whatever fails, an older file of that name stays as it was, and a program that reads
// it meanwhile reads on undisturbed. Nor is a file replaced that got the name meanwhile, e.g. from
// another run: the part then stays. If NAME.part exists (from a run that ended by a crash, or one
// that still runs), it is kept and NAME.part2, NAME.part3 ... is used. Devices such as /dev/null,
// and pipes that the process has open already, are written to directly; pipes by name are refused,
// because they would wait.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

// A file at one moment.
typedef struct vlFileStamp {
    dev_t device;
    ino_t node;
    struct timespec written;
} vlFileStamp;

typedef struct vlFileOut {
    FILE* stream;    // to write to; NULL: nothing is open
    char* path;      // the name at the end, symbolic links followed
    char* part;      // the name until then; NULL: written to directly
    int number;      // of the part: 1 is NAME.part, 2 NAME.part2 ...
    vlFileStamp old; // the file that is to be replaced; zero: there was none
    bool isEntry;    // of a cache
} vlFileOut;

// Returns 0, an errno, or a reason of base/file_in.h, which vlFileIn_Explain puts into words. The
// file that has the name now is replaced at the end.
int vlFileOut_Open(vlFileOut* out, const char* path);
// Likewise; EEXIST if a regular file has the name already.
int vlFileOut_OpenNew(vlFileOut* out, const char* path);
// Of a cache: at the end whatever has the name is replaced, also a symbolic link, which is not
// followed; what cannot take its name is removed.
int vlFileOut_OpenEntry(vlFileOut* out, const char* path);
// Completes the file: what is in the stream reaches the disk, and the file takes its name. Returns
// 0 or the reason of the first failure since opening; the part is then removed. If the file is
// whole and only cannot take its name, the part stays and the reason is a VL_FILE_KEPT.
int vlFileOut_Commit(vlFileOut* out);
// Gives the file its name although `out` may be incomplete, for contents of which a part is worth
// having. The part stays if the file cannot take its name.
int vlFileOut_Keep(vlFileOut* out);
// The name of a part, from the number of a VL_FILE_KEPT.
void vlFileOut_NamePart(const char* path, int number, char* text, size_t size);
// Would two outputs with these names end in one file, or one overwrite the part of the other? Names
// are compared by the place that they lead to, whether or not there is a file yet: `a`, `./a`, and
// symbolic and hard links of it are the same. Without memory for the comparison they count as such.
bool vlFileOut_Collide(const char* one, const char* other);
// Drops what was written. Nothing happens if nothing is open.
void vlFileOut_Discard(vlFileOut* out);

#endif
