// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_ADDRESS_H
#define VOLAR_DEVICE_ADDRESS_H

// The address of a device as text: "PLACE,KEY=VALUE,KEY=VALUE". Each backend decides what the place
// means and which keys it knows; place and options may be absent.

#include <stdbool.h>
#include <stddef.h>

#include "volar/device.h"

#define VL_MAX_ADDRESS_TEXT 256 // a place or a text value, with the final NUL

// One option: a text of VL_MAX_ADDRESS_TEXT bytes, or a number within lower .. upper.
typedef struct vlAddressKey {
    const char* name;
    char* text;
    double* number; // if text is NULL
    double lower, upper;
} vlAddressKey;

// Writes the place and the options that the address contains; the others keep their values. On
// failure `message` says what is wrong and what is allowed.
bool vlAddress_Read(const char* address, char place[VL_MAX_ADDRESS_TEXT], const vlAddressKey* keys,
                    int keyCount, char* message, size_t size);

// For backends that load a maker's library: an address with "lib=" runs code from the file that it
// names (vlDeviceOps.reach).
vlDeviceReach vlAddress_ReachOfLibrary(const char* address, char* text, size_t size);

#endif
