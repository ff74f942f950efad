// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_FILE_H
#define VOLAR_DEVICE_FILE_H

// Device files: a haptic device as numbers, each with its source, for simulation and tuning
// (docs/devices.md). The `model` of a device in a scene is the same mapping. Reading one runs no
// code and opens nothing else.

#include "volar/simulated_device.h"

#define VL_DEVICE_FILE_VERSION 1
#define VL_MAX_DEVICE_NUMBERS 40
#define VL_MAX_DEVICE_SOURCE 128 // bytes, with the NUL; a longer source is cut

// How well a number is known, by the first word of its source.
typedef enum vlSourceKind {
    VL_SOURCE_GIVEN,   // somebody states it: a data sheet, a paper, a measurement
    VL_SOURCE_ASSUMED, // "assumed"
    VL_SOURCE_UNKNOWN  // "unknown": the number stands for one that nobody has published
} vlSourceKind;

typedef struct vlDeviceNumber {
    char key[40]; // as in the file, "limits.force" for one within a mapping
    double value; // if given by direction, the one along x
    char source[VL_MAX_DEVICE_SOURCE];
    vlSourceKind kind;
} vlDeviceNumber;

typedef struct vlDeviceFile {
    // Held by the relaxed hand of the presets, at rest at the centre. The delay of the file is both
    // that of its motors and the stated one.
    vlSimulatedDeviceDef def;
    char like[32]; // preset for all numbers that the file does not give; empty: none
    vlDeviceNumber numbers[VL_MAX_DEVICE_NUMBERS];
    int numberCount;
} vlDeviceFile;

VL_BEGIN_C

// Reads a file. `*file` is written only on VL_OK. VL_ERROR_IO (it cannot be read), VL_ERROR_PARSE
// (syntax, an unknown key, a missing or impossible number, one without a source) or
// VL_ERROR_MEMORY; `errors` (may be NULL) lists what was found and expected, and where.
VL_API VL_WARN_UNUSED vlResult vlDeviceFile_Read(const char* path, vlDeviceFile* file,
                                                 vlFileErrors* errors);
// The same from `size` bytes of text; errors use `name` as the name of the file.
VL_API VL_WARN_UNUSED vlResult vlDeviceFile_ReadText(const char* text, size_t size,
                                                     const char* name, vlDeviceFile* file,
                                                     vlFileErrors* errors);
// Whether the file itself states the delay; otherwise the delay is that of the preset named by
// `like`.
VL_API bool vlDeviceFile_StatesDelay(const vlDeviceFile* file);

VL_END_C

#endif
