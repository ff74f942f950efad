// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SCENE_SOURCE_H
#define VOLAR_APP_SCENE_SOURCE_H

// The argument SCENE of the commands: the name of a built-in scene, or a file.

#include <volar/scene.h>

#include "app/cli/builtin.h"
#include "app/cli/terminal.h"

typedef struct vlSceneSource {
    const char* name;              // as given by the user
    const vlBuiltinScene* builtin; // NULL: a file
} vlSceneSource;

// A word with a slash or a dot is a file. Any other word is first taken as the name of a built-in
// scene, then as a file. VL_EXIT_OK, or VL_EXIT_USAGE after an error message if it is neither.
int vlSceneSource_Find(const char* program, const char* word, vlSceneSource* source);
VL_WARN_UNUSED vlResult vlSceneSource_Read(const vlSceneSource* source,
                                           const vlSceneOptions* options, vlScene** scene,
                                           vlFileErrors* errors);
// The folder for vlSceneOptions.cacheFolder; NULL if there is none.
const char* vlSceneSource_CacheFolder(void);
// Reads, or prints every fault and returns VL_EXIT_FILE (VL_EXIT_FAILED: no memory).
// On a terminal, shows how far the decomposition of a mesh is.
int vlSceneSource_Load(const char* program, const vlSceneSource* source,
                       const vlSceneOptions* options, vlScene** scene);
// If the file alone is good, its faults become those of the override that it fails with first.
void vlSceneSource_BlameSet(const vlSceneSource* source, const vlSceneOptions* options,
                            vlFileErrors* errors);
// Prints the faults, each with its line of text and a mark below the column.
void vlSceneSource_PrintErrors(const vlSceneSource* source, const vlFileErrors* errors,
                               const vlTerminal* terminal);

#endif
