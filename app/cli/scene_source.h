// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SCENE_SOURCE_H
#define VOLAR_APP_SCENE_SOURCE_H

// What a user means by SCENE: the name of a built-in scene, or a file.

#include <volar/scene.h>

#include "app/cli/builtin.h"
#include "app/cli/terminal.h"

typedef struct vlSceneSource {
    const char* name;              // as given; it stands for the file in messages
    const vlBuiltinScene* builtin; // NULL: a file
} vlSceneSource;

// A word with a slash or a dot is a file, and so is any other file that exists; the rest are names.
// VL_EXIT_OK, or VL_EXIT_USAGE after a complaint about a name that no scene has.
int vlSceneSource_Find(const char* program, const char* word, vlSceneSource* source);
VL_WARN_UNUSED vlResult vlSceneSource_Read(const vlSceneSource* source,
                                           const vlSceneOptions* options, vlScene** scene,
                                           vlFileErrors* errors);
// Reads, or complains about every fault and returns VL_EXIT_FILE (VL_EXIT_FAILED: no memory).
int vlSceneSource_Load(const char* program, const vlSceneSource* source,
                       const vlSceneOptions* options, vlScene** scene);
// Faults with their lines of text and a mark below the place.
void vlSceneSource_PrintErrors(const vlSceneSource* source, const vlFileErrors* errors,
                               const vlTerminal* terminal);

#endif
