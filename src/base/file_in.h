// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_FILE_IN_H
#define VOLAR_BASE_FILE_IN_H

// Files to read from, opened without ever waiting: a named pipe would hold up its reader until
// somebody writes to it, and a device could do anything.

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Why a file could not be opened, beside the errno of the system (which is positive).
enum { VL_FILE_NOT_PLAIN = -1, VL_FILE_NO_WRITE_FOLDER = -2 };

// Why a finished file could not take its name, which has an errno too, and where it is: its part's
// number, 1 to 1000 (base/file_out.h).
#define VL_FILE_KEPT(errorNumber, part) (-1024 * (errorNumber) - (part))
#define VL_FILE_IS_KEPT(reason) ((reason) < -1024)
#define VL_FILE_KEPT_ERRNO(reason) (-(reason) / 1024)
#define VL_FILE_KEPT_PART(reason) (-(reason) % 1024)

// Opens a plain file; also, with `mayBeStream`, a pipe or device that this process has open already
// (/dev/stdin, /dev/fd/N). Returns NULL on failure, with the reason in `error`.
FILE* vlFileIn_Open(const char* path, bool mayBeStream, int* error);
// The same as a descriptor; -1 on failure.
int vlFileIn_OpenDescriptor(const char* path, bool mayBeStream, int* error);
// Does the path name a descriptor that the process has open already?
bool vlFileIn_IsOwnDescriptor(const char* path);
// Opens a plain file of the user whom this process acts for; a symbolic link is not followed. NULL
// if it is anything else.
FILE* vlFileIn_OpenOwn(const char* path);
// Do both paths name the same existing file, whatever they are called?
bool vlFileIn_IsSame(const char* one, const char* other);
// The reason as a text, e.g. "No such file or directory".
const char* vlFileIn_Explain(int error, char* text, size_t size);

#endif
