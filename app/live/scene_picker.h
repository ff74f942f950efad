// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SCENE_PICKER_H
#define VOLAR_APP_SCENE_PICKER_H

// The scenes that a viewer may choose from: all built-in ones, and the one the program was started
// with, which is read again each time, so that an edited file can be tried at once.

#include "app/cli/scene_source.h"
#include "app/live/live.h"

#define VL_MAX_PICKED_SCENES 64

typedef struct vlScenePicker {
    vlSceneSource first; // what the user named, with its --set values
    vlSceneOptions options;
    char firstName[VL_MAX_SCENE_NAME];
    const char* names[VL_MAX_PICKED_SCENES];
    int count;
} vlScenePicker;

// `firstName` is the name in the first scene; it hides a built-in scene of that name.
void vlScenePicker_Init(vlScenePicker* picker, const vlSceneSource* first,
                        const vlSceneOptions* options, const char* firstName);
// The picker as a live run wants it; it must outlive the run.
vlLiveScenes vlScenePicker_GetScenes(vlScenePicker* picker);

#endif
