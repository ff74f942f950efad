// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ADDED_BACKENDS_H
#define VOLAR_APP_ADDED_BACKENDS_H

// Device backends of the program: they need libraries that libvolar does not use. For
// vlDevice_GetBackend and vlDevice_FindBackend.

#include <volar/device.h>

// Ends with NULL.
extern const vlDeviceOps* const vlAddedBackends[];

#endif
