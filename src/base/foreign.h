// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_FOREIGN_H
#define VOLAR_BASE_FOREIGN_H

// Files of other programs that people give to Volar, recognised so that the error can say what to
// do with them.

#include <stdbool.h>
#include <stddef.h>

typedef enum vlForeign {
    VL_FOREIGN_NOT, // nothing that is known
    VL_FOREIGN_URDF,
    VL_FOREIGN_XACRO,
    VL_FOREIGN_MJCF,
    VL_FOREIGN_SDF,
    VL_FOREIGN_COLLADA,
    VL_FOREIGN_USD,
    VL_FOREIGN_FBX,
    VL_FOREIGN_3MF,
    VL_FOREIGN_STEP,
    VL_FOREIGN_IGES,
    VL_FOREIGN_MESH // of a kind that Volar reads
} vlForeign;

// By the content, otherwise by the extension of `name`.
vlForeign vlForeign_Find(const char* name, const void* bytes, size_t size);
// Writes what the file `name` is and how to go on, a sentence without its end. False for
// VL_FOREIGN_NOT.
bool vlForeign_Describe(vlForeign kind, const char* name, char* text, size_t size);

#endif
