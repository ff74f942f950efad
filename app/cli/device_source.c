// SPDX-License-Identifier: MIT
#include "app/cli/device_source.h"

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "base/spelling.h"

#define MAX_PRESETS 32

int vlDeviceSource_Find(const char* program, const char* word, vlSimulatedDeviceDef* device)
{
    const char* names[MAX_PRESETS];
    int count = 0;
    if (vlSimulatedDevice_GetPreset(word, device) == VL_OK) {
        return VL_EXIT_OK;
    }
    while (count < MAX_PRESETS && vlSimulatedDevice_GetPresetName(count) != NULL) {
        names[count] = vlSimulatedDevice_GetPresetName(count);
        ++count;
    }
    const char* nearest = vlSpelling_FindNearest(word, names, count);
    if (nearest != NULL) {
        vlSay(stderr, "%s: no simulated device '%s'; did you mean '%s'?\n", program, word, nearest);
        return VL_EXIT_USAGE;
    }
    vlSay(stderr, "%s: no simulated device '%s'; expected one of", program, word);
    for (int i = 0; i < count; ++i) {
        vlSay(stderr, "%s %s", i > 0 ? "," : "", names[i]);
    }
    vlSay(stderr, "\n");
    return VL_EXIT_USAGE;
}
