// SPDX-License-Identifier: MIT
// "Save as scene": the file of the running scene with the present parameters, which the newest view
// holds. It is made in the server's thread, so that the simulation does not wait for it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/view.h>

#include "app/serve/hub.h"
#include "base/json_text.h"
#include "base/text_out.h"

static void explain(vlClient* client, const char* why)
{
    snprintf(client->sentence, sizeof client->sentence, "The scene cannot be saved: %s.", why);
}

// The present values: those of the newest view, or of the scene as long as there is none.
static double* findValues(const vlServer* server, const vlScene* scene, int count)
{
    double* values = malloc(((size_t)count + 1) * sizeof *values);
    if (values == NULL) {
        return NULL;
    }
    for (int i = 0; i < count; ++i) {
        values[i] = vlScene_GetParameter(scene, i)->value;
    }
    if (server->viewSize > 0) {
        const vlViewHeader* view = (const void*)(server->view + LWS_PRE);
        const vlViewHaptic* haptic = vlView_GetHaptic(view);
        const vlViewDevice* device = (const vlViewDevice*)(haptic + 1);
        if (haptic->parameterCount == (uint32_t)count) {
            memcpy(values, device + haptic->deviceCount, (size_t)count * sizeof *values);
        }
    }
    return values;
}

// {"type":"file","name":"arch.yaml","text":"..."}, after LWS_PRE bytes.
static bool wrap(vlClient* client, const char* name, const char* text)
{
    vlTextOut json;
    size_t size = 0;
    char file[80];
    FILE* out = vlTextOut_Open(&json);
    if (out == NULL) {
        return false;
    }
    for (int i = 0; i < LWS_PRE; ++i) {
        fputc(0, out);
    }
    snprintf(file, sizeof file, "%s.yaml", name);
    fputs("{\"type\":\"file\",\"name\":", out);
    vlJsonText_Write(out, file);
    fputs(",\"text\":", out);
    vlJsonText_Write(out, text);
    fputc('}', out);
    char* reply = vlTextOut_Close(&json, &size);
    if (reply == NULL) {
        return false;
    }
    free(client->reply);
    client->reply = (unsigned char*)reply;
    client->replySize = size - LWS_PRE;
    return true;
}

void vlSave_Reply(vlServer* server, vlClient* client)
{
    vlSceneOptions options = {.refuseFiles = true};
    vlScene* scene = NULL;
    char* text = NULL;
    size_t size = 0;
    char message[160] = "";
    if (server->file == NULL) {
        explain(client, "its text is not available");
        return;
    }
    vlResult r = vlScene_ReadText(server->file, server->fileSize, "scene", &options, &scene, NULL);
    int count = r == VL_OK ? vlScene_GetParameterCount(scene) : 0;
    double* values = r == VL_OK ? findValues(server, scene, count) : NULL;
    r = r == VL_OK && values == NULL ? VL_ERROR_MEMORY : r;
    r = r == VL_OK ? vlScene_WriteWith(scene, values, count, &text, &size, message, sizeof message)
                   : r;
    if (r == VL_OK && !wrap(client, vlScene_GetName(scene), text)) {
        r = VL_ERROR_MEMORY;
    }
    if (r != VL_OK) {
        explain(client, message[0] != '\0' ? message : vlResult_Text(r));
    }
    free(values);
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}
