// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_DEVICE_H
#define VOLAR_DEVICE_DEVICE_H

// Functions that the backends share.

#include "volar/device.h"

// The object that the backend's open made, or NULL if the device belongs to another backend.
void* vlDevice_GetSelf(const vlDevice* device, const vlDeviceOps* ops);

// The message of open if the brake was pulled meanwhile.
#define VL_DEVICE_INTERRUPTED "opening the device was interrupted"

// Copies a text into a field of vlDeviceInfo, cut to fit.
void vlDevice_SetText(char field[VL_MAX_DEVICE_TEXT], const char* text);

// Writes one sentence for the caller of open; `message` may be NULL.
void vlDevice_Say(char* message, size_t size, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Scales a quaternion to unit length; false if it is not unit to 1e-3 already.
bool vlDevice_MakeUnit(vlQuat* q);

#endif
