// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ADDED_BACKENDS_H
#define VOLAR_APP_ADDED_BACKENDS_H

// Kinds of devices that need more than the library does, for vlDevice_GetBackend and
// vlDevice_FindBackend.

#include <volar/device.h>

// Ends with NULL.
extern const vlDeviceOps* const vlAddedBackends[];

#endif
