// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_PROGRAM_BRAKE_H
#define VOLAR_APP_PROGRAM_BRAKE_H

// Signals and devices: the brake that a signal pulls before it ends the program, and the opening of
// a device that a signal can interrupt.

#include <volar/device.h>

// Begins to take signals (app/cli/ending.h); `hasDevices`: some may hold a force. VL_EXIT_OK, or
// prints an error and returns another status.
int vlProgramBrake_Begin(const char* program, bool hasDevices);
// vlDevice_OpenWith with the program's brake, as a long call of app/cli/ending.h. After a signal it
// does not open anything and returns VL_ERROR_IO; vlEnding_GetStatus is then the status to end
// with.
VL_WARN_UNUSED vlResult vlProgramBrake_Open(const vlDeviceOps* ops, const char* address,
                                            vlDevice** device, char* message, size_t messageSize);

#endif
