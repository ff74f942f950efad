// SPDX-License-Identifier: MIT
#include "app/live/scene_picker.h"

#include <stdio.h>
#include <string.h>

void vlScenePicker_Init(vlScenePicker* picker, const vlSceneSource* first,
                        const vlSceneOptions* options, const char* firstName)
{
    int count;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    memset(picker, 0, sizeof *picker);
    picker->first = *first;
    picker->options = *options;
    snprintf(picker->firstName, sizeof picker->firstName, "%s", firstName);
    bool isListed = false;
    for (int i = 0; i < count && picker->count < VL_MAX_PICKED_SCENES - 1; ++i) {
        picker->names[picker->count++] = scenes[i].name;
        isListed |= strcmp(scenes[i].name, firstName) == 0;
    }
    if (!isListed) {
        picker->names[picker->count++] = picker->firstName;
    }
}

static vlScene* find(void* user, const char* name, char* message, size_t messageSize)
{
    const vlScenePicker* picker = user;
    int count;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    vlSceneSource source = {name, NULL};
    vlSceneOptions options = {.cacheFolder = picker->options.cacheFolder};
    for (int i = 0; i < count; ++i) {
        source.builtin = strcmp(name, scenes[i].name) == 0 ? &scenes[i] : source.builtin;
    }
    if (strcmp(name, picker->firstName) == 0) {
        source = picker->first;
        options = picker->options;
    } else if (source.builtin == NULL) {
        snprintf(message, messageSize, "there is no scene '%s'", name);
        return NULL;
    }
    vlFileErrors errors = {.count = 0};
    vlScene* scene = NULL;
    vlResult r = vlSceneSource_Read(&source, &options, &scene, &errors);
    if (r != VL_OK && errors.count > 0) {
        const vlFileError* e = &errors.item[0];
        snprintf(message, messageSize, "%.64s:%d:%d: %.80s", e->file, e->line, e->column,
                 e->message);
    } else if (r != VL_OK) {
        snprintf(message, messageSize, "%s", vlResult_Text(r));
    }
    return r == VL_OK ? scene : NULL;
}

vlLiveScenes vlScenePicker_GetScenes(vlScenePicker* picker)
{
    vlLiveScenes scenes = {picker->names, picker->count, find, picker};
    return scenes;
}
