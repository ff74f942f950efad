// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_LIBRARY_H
#define VOLAR_DEVICE_LIBRARY_H

// Libraries of makers of devices, looked for when a device is opened: Volar neither contains nor
// needs them.

#include <stdbool.h>
#include <stddef.h>

#define VL_MAX_LIBRARY_PATH 512

// A function of the library and where its address goes in a struct of function pointers.
typedef struct vlSymbol {
    const char* name;
    size_t offset;
    bool isOptional; // NULL if the library has it not
} vlSymbol;

#define VL_SYMBOL(type, function)                                                                  \
    {                                                                                              \
#function, offsetof(type, function), false                                                 \
    }
#define VL_SYMBOL_OPTIONAL(type, function)                                                         \
    {                                                                                              \
#function, offsetof(type, function), true                                                  \
    }

// Opens the first library that can be, writing its name to `path`. A name with a slash is a pattern
// for files, the last in alphabetic order first; another one is looked for by the system. NULL, and
// in `why` the loader's last words, if there is none.
void* vlLibrary_Open(const char* const* names, int nameCount, char path[VL_MAX_LIBRARY_PATH],
                     char* why, size_t size);
// Fills `table`. The name of the first function that is missing, or NULL.
const char* vlLibrary_Resolve(void* library, const vlSymbol* symbols, int symbolCount, void* table);
// NULL is allowed. The code stays in memory: a thread of the maker's may still be in it.
void vlLibrary_Close(void* library);

#endif
