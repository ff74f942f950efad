// SPDX-License-Identifier: MIT
#include "device/library.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "device/backend.h"

static void* openFile(const char* name, char path[VL_MAX_LIBRARY_PATH], char* why, size_t size)
{
    void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library != NULL) {
        (void)snprintf(path, VL_MAX_LIBRARY_PATH, "%s", name);
    } else {
        const char* words = dlerror();
        vlDevice_Say(why, size, "%s", words != NULL ? words : name);
    }
    return library;
}

void* vlLibrary_Open(const char* const* names, int nameCount, char path[VL_MAX_LIBRARY_PATH],
                     char* why, size_t size)
{
    vlDevice_Say(why, size, "no such file");
    void* library = NULL;
    for (int i = 0; i < nameCount && library == NULL; ++i) {
        glob_t files;
        if (strchr(names[i], '/') == NULL) {
            library = openFile(names[i], path, why, size);
        } else if (glob(names[i], 0, NULL, &files) == 0) {
            for (size_t k = files.gl_pathc; k-- > 0 && library == NULL;) {
                library = openFile(files.gl_pathv[k], path, why, size);
            }
            globfree(&files);
        }
    }
    return library;
}

const char* vlLibrary_Resolve(void* library, const vlSymbol* symbols, int symbolCount, void* table)
{
    for (int i = 0; i < symbolCount; ++i) {
        void* address = dlsym(library, symbols[i].name);
        if (address == NULL && !symbols[i].isOptional) {
            return symbols[i].name;
        }
        // POSIX lets an object pointer carry a function; C has no conversion for it.
        memcpy((char*)table + symbols[i].offset, &address, sizeof address);
    }
    return NULL;
}

void vlLibrary_Close(void* library)
{
    if (library != NULL) {
        (void)dlclose(library);
    }
}
