// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_BACKENDS_H
#define VOLAR_APP_BACKENDS_H

// All kinds of devices that the program knows: the library's, and those that need more than the
// library does.

#include <volar/device.h>

// The i-th backend, NULL beyond the last.
const vlDeviceOps* vlBackends_Get(int i);
// As vlDevice_Open.
VL_WARN_UNUSED vlResult vlBackends_Open(const char* name, const char* address, vlDevice** device,
                                        char* message, size_t messageSize);

#endif
