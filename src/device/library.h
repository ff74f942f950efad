// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_LIBRARY_H
#define VOLAR_DEVICE_LIBRARY_H

// Libraries of device makers, loaded when a device is opened: Volar neither contains nor needs
// them.

#include <stdbool.h>
#include <stddef.h>

#define VL_MAX_LIBRARY_PATH 512

// A function of the library and where its address goes in a struct of function pointers.
typedef struct vlSymbol {
    const char* name;
    size_t offset;
    bool isOptional; // NULL if the library does not have it
} vlSymbol;

#define VL_SYMBOL(type, function)                                                                  \
    {                                                                                              \
#function, offsetof(type, function), false                                                 \
    }
#define VL_SYMBOL_OPTIONAL(type, function)                                                         \
    {                                                                                              \
#function, offsetof(type, function), true                                                  \
    }

// Opens the first library in the list that can be loaded, and writes its name to `path`. A name
// with a slash is a pattern for files, of which the last in alphabetic order is tried first; the
// system looks for any other name. Returns NULL, with the loader's last message in `why`, if none
// can be loaded.
void* vlLibrary_Open(const char* const* names, int nameCount, char path[VL_MAX_LIBRARY_PATH],
                     char* why, size_t size);
// Fills `table`. Returns the name of the first function that is missing, or NULL.
const char* vlLibrary_Resolve(void* library, const vlSymbol* symbols, int symbolCount, void* table);
// NULL is allowed. The code stays in memory: a thread of the maker's library may still run in it.
void vlLibrary_Close(void* library);

#endif
