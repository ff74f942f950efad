// SPDX-License-Identifier: MIT
#include "app/cli/documents.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Writes the folder of this program into `program`, which has PATH_MAX bytes. False if it is not
// known.
static bool findProgram(char* program)
{
    ssize_t length = readlink("/proc/self/exe", program, PATH_MAX - 1);
    if (length <= 0) {
        return false;
    }
    program[length] = '\0';
    char* slash = strrchr(program, '/');
    if (slash != NULL) {
        *slash = '\0';
    }
    return slash != NULL;
}

// The real path of `place`, relative to the program's folder. False if no readable file `probe` is
// below it; with "" for `probe` the place itself must be readable.
static bool findBeside(const char* place, const char* probe, char* found, size_t size)
{
    char program[PATH_MAX], path[2 * PATH_MAX], real[PATH_MAX];
    if (!findProgram(program)) {
        return false;
    }
    (void)snprintf(path, sizeof path, "%s/%s%s", program, place, probe);
    if (access(path, R_OK) != 0) {
        return false;
    }
    (void)snprintf(path, sizeof path, "%s/%s", program, place);
    if (realpath(path, real) == NULL || strlen(real) >= size) {
        return false;
    }
    memcpy(found, real, strlen(real) + 1);
    return true;
}

bool vlDocuments_Find(char* folder, size_t size)
{
    return findBeside("../share/doc/volar", "/docs/tutorial.md", folder, size) ||
           findBeside("..", "/docs/tutorial.md", folder, size);
}

bool vlDocuments_FindDevice(const char* name, char* path, size_t size)
{
    // Installed; in the source tree, for a program in build/ and for one in build/VARIANT/.
    static const char* const folders[] = {"../share/volar/devices", "../devices", "../../devices"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
        char place[PATH_MAX];
        (void)snprintf(place, sizeof place, "%s/%s.yaml", folders[i], name);
        if (strchr(name, '/') == NULL && findBeside(place, "", path, size)) {
            return true;
        }
    }
    return false;
}
