// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_FOLDERS_H
#define VOLAR_BASE_FOLDERS_H

// Folders for results.

#include <stdbool.h>

#define VL_MAX_FOLDER_PATH 1024 // bytes

// Makes the folder `path` and all above it, as far as they are missing. False if `path` is not a
// folder afterwards; errno says why.
bool vlFolders_Make(const char* path);

#endif
