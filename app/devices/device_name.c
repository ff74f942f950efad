// SPDX-License-Identifier: MIT
#include "app/devices/device_name.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "app/cli/documents.h"
#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "app/cli/scene_source.h"
#include "base/spelling.h"

#define MAX_PRESETS 32

static bool endsWith(const char* text, const char* end)
{
    size_t length = strlen(text), most = strlen(end);
    return length > most && strcmp(text + length - most, end) == 0;
}

bool vlDeviceName_IsFile(const char* name)
{
    return strchr(name, '/') != NULL || endsWith(name, ".yaml") || endsWith(name, ".yml") ||
           endsWith(name, ".json");
}

bool vlDeviceName_FindInstalled(const char* name, char* path, size_t size)
{
    vlSimulatedDeviceDef preset;
    return !vlDeviceName_IsFile(name) && vlSimulatedDevice_GetPreset(name, &preset) != VL_OK &&
           vlDocuments_FindDevice(name, path, size);
}

static int listPresets(const char* names[MAX_PRESETS])
{
    int count = 0;
    while (count < MAX_PRESETS && vlSimulatedDevice_GetPresetName(count) != NULL) {
        names[count] = vlSimulatedDevice_GetPresetName(count);
        ++count;
    }
    return count;
}

bool vlDeviceName_Suggest(const char* word, bool isExact, char* name, size_t size)
{
    char path[PATH_MAX];
    const char* names[MAX_PRESETS];
    vlSimulatedDeviceDef preset;
    bool isKnown = vlSimulatedDevice_GetPreset(word, &preset) == VL_OK ||
                   vlDeviceName_FindInstalled(word, path, sizeof path);
    const char* nearest = isKnown   ? word
                          : isExact ? NULL
                                    : vlSpelling_FindNearest(word, names, listPresets(names));
    (void)snprintf(name, size, "%s", nearest != NULL ? nearest : "");
    return nearest != NULL;
}

static void sayUnknown(const char* program, const char* name)
{
    const char* names[MAX_PRESETS];
    int count = listPresets(names);
    const char* nearest = vlSpelling_FindNearest(name, names, count);
    if (nearest != NULL) {
        vlSay(stderr, "%s: no simulated device '%s'; did you mean '%s'?\n", program, name, nearest);
        return;
    }
    vlSay(stderr, "%s: no simulated device '%s'; expected one of", program, name);
    for (int i = 0; i < count; ++i) {
        vlSay(stderr, "%s %s", i > 0 ? "," : "", names[i]);
    }
    vlSay(stderr, ", or a device file\n");
}

bool vlDeviceName_Find(const char* program, const char* name, vlDeviceFile* device, int* status)
{
    char installed[PATH_MAX];
    memset(device, 0, sizeof *device);
    if (!vlDeviceName_IsFile(name)) {
        *status = VL_EXIT_USAGE;
        if (vlSimulatedDevice_GetPreset(name, &device->def) == VL_OK) {
            return true;
        }
        if (!vlDeviceName_FindInstalled(name, installed, sizeof installed)) {
            sayUnknown(program, name);
            return false;
        }
        name = installed;
    }
    vlFileErrors errors;
    vlResult result = vlDeviceFile_Read(name, device, &errors);
    *status = result == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    if (result != VL_OK) {
        vlSceneSource source = {.name = name};
        vlTerminal terminal = vlTerminal_Open(stderr);
        vlSceneSource_PrintErrors(&source, &errors, &terminal);
    }
    return result == VL_OK;
}

bool vlDeviceName_FindModel(const char* model, vlDeviceFile* device)
{
    char word[VL_MAX_DEVICE_TEXT];
    char path[PATH_MAX];
    size_t length = 0;
    memset(device, 0, sizeof *device);
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL; ++i) {
        if (vlSimulatedDevice_GetPreset(vlSimulatedDevice_GetPresetName(i), &device->def) ==
                VL_OK &&
            strcasecmp(device->def.info.model, model) == 0) {
            return true;
        }
    }
    while (isalnum((unsigned char)model[length]) && length < sizeof word - 1) {
        word[length] = (char)tolower((unsigned char)model[length]);
        ++length;
    }
    word[length] = '\0';
    return length > 0 && vlDocuments_FindDevice(word, path, sizeof path) &&
           vlDeviceFile_Read(path, device, NULL) == VL_OK;
}

static void sayKind(const vlDeviceFile* device, vlSourceKind kind, const char* title)
{
    bool isFirst = true;
    for (int i = 0; i < device->numberCount; ++i) {
        if (device->numbers[i].kind == kind) {
            vlSay(stdout, "%s%s", isFirst ? title : ", ", device->numbers[i].key);
            isFirst = false;
        }
    }
    if (!isFirst) {
        vlSay(stdout, "\n");
    }
}

void vlDeviceName_SaySources(const vlDeviceFile* device)
{
    sayKind(device, VL_SOURCE_ASSUMED, "assumed           ");
    sayKind(device, VL_SOURCE_UNKNOWN, "unknown, guessed  ");
    if (device->like[0] != '\0') {
        vlSay(stdout, "all else          as of the preset %s\n", device->like);
    }
}
