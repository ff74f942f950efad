// SPDX-License-Identifier: MIT
#include "app/devices/program_brake.h"

#include <stdio.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"

// Lives as long as the program: a signal may pull it until the very end.
static vlDeviceBrake* brake;

static void cutForce(void* user)
{
    vlDeviceBrake_Pull(user);
}

int vlProgramBrake_Begin(const char* program, bool hasDevices)
{
    vlResult r = hasDevices ? vlDeviceBrake_Create(&brake) : VL_OK;
    vlEndingDef def = {
        .takesStop = hasDevices, .cutForce = hasDevices ? cutForce : NULL, .user = brake};
    if (r != VL_OK || !vlEnding_Begin(&def)) {
        fprintf(stderr, "%s: %s\n", program, vlResult_Text(VL_ERROR_MEMORY));
        return VL_EXIT_FAILED;
    }
    return VL_EXIT_OK;
}

vlResult vlProgramBrake_Open(const vlDeviceOps* ops, const char* address, vlDevice** device,
                             char* message, size_t messageSize)
{
    bool mayBegin = vlEnding_EnterLongCall();
    vlResult r = mayBegin ? vlDevice_OpenWith(ops, address, brake, device, message, messageSize)
                          : VL_ERROR_IO;
    if (!vlEnding_IsAsked()) {
        vlEnding_LeaveLongCall();
        return r;
    }
    if (r == VL_OK) {
        vlDevice_Close(*device);
        *device = NULL;
    }
    (void)snprintf(message, messageSize, "ended by a signal while it was being opened");
    return VL_ERROR_IO;
}
