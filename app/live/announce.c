// SPDX-License-Identifier: MIT
#include "app/live/announce.h"

#include <stdlib.h>
#include <string.h>

static char* append(char* end, const char* text, size_t size)
{
    memcpy(end, text, size);
    return end + size;
}

char* vlAnnounce_AddNames(const char* json, size_t size, const vlLiveScenes* scenes,
                          size_t* newSize)
{
    static const char opening[] = "{\"scenes\":[";
    size_t capacity = size + sizeof opening + sizeof "],";
    for (int i = 0; i < scenes->count; ++i) {
        capacity += strlen(scenes->names[i]) + 3;
    }
    char* text = malloc(capacity);
    if (text == NULL) {
        return NULL;
    }
    char* end = append(text, opening, sizeof opening - 1);
    for (int i = 0; i < scenes->count; ++i) {
        end = append(end, i > 0 ? ",\"" : "\"", i > 0 ? 2 : 1);
        end = append(end, scenes->names[i], strlen(scenes->names[i]));
        end = append(end, "\"", 1);
    }
    end = append(end, "],", 2);
    end = append(end, json + 1, size - 1); // without its opening brace
    *newSize = (size_t)(end - text);
    return text;
}

vlResult vlAnnounce_Scene(vlServer* server, const vlSimulation* simulation,
                          const vlLiveScenes* scenes)
{
    char* json = NULL;
    size_t size = 0, fullSize = 0;
    vlResult r = vlView_WriteScene(simulation, &json, &size);
    if (r != VL_OK) {
        return r;
    }
    char* full = vlAnnounce_AddNames(json, size, scenes, &fullSize);
    vlScene_FreeText(json);
    r = full != NULL ? vlServer_SetScene(server, full, fullSize) : VL_ERROR_MEMORY;
    free(full);
    return r;
}
