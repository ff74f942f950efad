// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_HAPLY_H
#define VOLAR_APP_HAPLY_HAPLY_H

// The backend "haply": an Inverse3 through Haply's service, or through anything that speaks its
// protocol. See docs/devices.md.

#include <volar/device.h>

extern const vlDeviceOps vlHaply_Ops;

#endif
