// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_BUILTIN_H
#define VOLAR_APP_BUILTIN_H

// The scenes of the folder scenes/, built into the program (cmake/embed.cmake writes the source).

#include <stddef.h>
#include <volar/scene.h>

typedef struct vlBuiltinScene {
    const char* name; // of its file, without folder and ending
    const char* text; // ends with a NUL not counted in `size`
    size_t size;
} vlBuiltinScene;

// In the order of their names.
const vlBuiltinScene* vlBuiltin_GetScenes(int* count);
// Mesh files of that folder, which its scenes name.
const vlSceneFile* vlBuiltin_GetFiles(int* count);

#endif
