// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_SOURCE_H
#define VOLAR_APP_DEVICE_SOURCE_H

// The argument DEVICE of the commands that ask what a device can do: a simulated preset.

#include <volar/simulated_device.h>

// VL_EXIT_OK, or another status after an error message.
int vlDeviceSource_Find(const char* program, const char* word, vlSimulatedDeviceDef* device);

#endif
