// SPDX-License-Identifier: MIT
#include "app/cli/documents.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool vlDocuments_Find(char* folder, size_t size)
{
    static const char* const places[] = {"../share/doc/volar", ".."};
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        return false;
    }
    program[length] = '\0';
    char* slash = strrchr(program, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        char path[2 * PATH_MAX], found[PATH_MAX];
        (void)snprintf(path, sizeof path, "%s/%s/docs/tutorial.md", program, places[i]);
        if (access(path, R_OK) != 0) {
            continue;
        }
        (void)snprintf(path, sizeof path, "%s/%s", program, places[i]);
        if (realpath(path, found) != NULL && strlen(found) < size) {
            memcpy(folder, found, strlen(found) + 1);
            return true;
        }
    }
    return false;
}
