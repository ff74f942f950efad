// SPDX-License-Identifier: MIT
#include "app/devices/device_reach.h"

#include <stdio.h>

#include "app/cli/say.h"
#include "app/cli/terminal.h"
#include "app/devices/added_backends.h"

#define MAX_TEXT 160

bool vlReach_CheckScene(const char* program, const vlScene* scene)
{
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        const vlSceneDevice* device = vlScene_GetDevice(scene, i);
        const vlDeviceOps* ops = vlDevice_FindBackend(vlAddedBackends, device->backend, NULL, 0);
        char does[MAX_TEXT];
        if (vlDevice_GetReach(ops, device->address, does, sizeof does) != VL_REACH_LOCAL) {
            vlSay(stderr,
                  "%s: scene %s: the address of device '%s' is '%s', so it %s; this may be given "
                  "on the command line only: --device %s=%s:ADDRESS\n",
                  program, vlScene_GetName(scene), device->name, device->address, does,
                  device->name, device->backend);
            return false;
        }
    }
    return true;
}

void vlReach_Warn(const vlDeviceOps* ops, const char* address)
{
    char does[MAX_TEXT];
    vlTerminal t = vlTerminal_Open(stderr);
    if (vlDevice_GetReach(ops, address, does, sizeof does) == VL_REACH_LISTEN) {
        vlSay(stderr, "%swarning:%s %s %s; the first sender is taken for the device\n",
              vlTerminal_Style(&t, VL_STYLE_WARN), vlTerminal_Style(&t, VL_STYLE_PLAIN), ops->name,
              does);
    }
}
