// SPDX-License-Identifier: MIT
#include "app/live/announce.h"

#include <stdlib.h>
#include <string.h>

#include "app/live/history.h"

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

// {"history": {...}, and the rest of the object.
static char* addHistory(const char* json, size_t size, const vlRecording* recording,
                        size_t* newSize)
{
    static const char opening[] = "{\"history\":";
    size_t historySize = 0;
    char* history = vlHistory_Write(recording, &historySize);
    char* text = history != NULL ? malloc(size + historySize + sizeof opening + 1) : NULL;
    if (text != NULL) {
        char* end = append(text, opening, sizeof opening - 1);
        end = append(end, history, historySize);
        end = append(end, ",", 1);
        end = append(end, json + 1, size - 1);
        *newSize = (size_t)(end - text);
    }
    free(history);
    return text;
}

static vlResult announceFile(vlServer* server, const vlScene* scene)
{
    char* text = NULL;
    size_t size = 0;
    vlResult r = vlScene_Write(scene, &text, &size);
    r = r == VL_OK ? vlServer_SetFile(server, text, size) : r;
    vlScene_FreeText(text);
    return r;
}

vlResult vlAnnounce_Scene(vlServer* server, const vlSimulation* simulation,
                          const vlLiveScenes* scenes, const vlRecording* recording)
{
    char* json = NULL;
    size_t size = 0, namedSize = 0;
    vlResult r = vlView_WriteScene(simulation, &json, &size);
    if (r != VL_OK) {
        return r;
    }
    char* full = vlAnnounce_AddNames(json, size, scenes, &namedSize);
    vlScene_FreeText(json);
    if (full != NULL && recording != NULL) {
        char* named = full;
        full = addHistory(named, namedSize, recording, &namedSize);
        free(named);
    }
    r = full != NULL ? VL_OK : VL_ERROR_MEMORY;
    if (r == VL_OK && recording == NULL) {
        r = announceFile(server, vlSimulation_GetScene(simulation));
    }
    r = r == VL_OK ? vlServer_SetScene(server, full, namedSize) : r;
    free(full);
    return r;
}
