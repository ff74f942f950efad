// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_ADDRESS_H
#define VOLAR_DEVICE_ADDRESS_H

// The address of a device as text: "PLACE,KEY=VALUE,KEY=VALUE". What the place is and which keys
// there are is the backend's; place and options may be absent.

#include <stdbool.h>
#include <stddef.h>

#define VL_MAX_ADDRESS_TEXT 256 // a place or a text value, with its end

// One option: a text of VL_MAX_ADDRESS_TEXT bytes, or a number within lower .. upper.
typedef struct vlAddressKey {
    const char* name;
    char* text;
    double* number; // if text is NULL
    double lower, upper;
} vlAddressKey;

// Writes the place and the options that are there; the others keep their values. On failure
// `message` says what is wrong and what would be right.
bool vlAddress_Read(const char* address, char place[VL_MAX_ADDRESS_TEXT], const vlAddressKey* keys,
                    int keyCount, char* message, size_t size);

#endif
