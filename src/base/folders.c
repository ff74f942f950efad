// SPDX-License-Identifier: MIT
#include "base/folders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool vlFolders_Make(const char* path)
{
    char part[VL_MAX_FOLDER_PATH];
    int length = snprintf(part, sizeof part, "%s", path);
    if (length <= 0 || length >= VL_MAX_FOLDER_PATH) {
        errno = length == 0 ? ENOENT : ENAMETOOLONG;
        return false;
    }
    for (char* slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            return false;
        }
        *slash = '/';
    }
    struct stat status;
    if (mkdir(part, 0777) != 0 && errno != EEXIST) {
        return false;
    }
    if (stat(part, &status) != 0) {
        return false;
    }
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}
