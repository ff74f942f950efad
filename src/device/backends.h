// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_BACKENDS_H
#define VOLAR_DEVICE_BACKENDS_H

// All backends, in the order in which they are listed: one line each.

#include "volar/device.h"

#define VL_DEVICE_BACKENDS(X)                                                                      \
    X(vlSimulatedDevice_Ops)                                                                       \
    X(vlPantographDevice_Ops)                                                                      \
    X(vlReplay_Ops)                                                                                \
    X(vlUdp_Ops)                                                                                   \
    X(vlSpacenav_Ops)                                                                              \
    X(vlForceDimension_Ops)                                                                        \
    X(vlOpenHaptics_Ops)

#define VL_DECLARE_BACKEND(ops) extern const vlDeviceOps ops;
VL_DEVICE_BACKENDS(VL_DECLARE_BACKEND)
#undef VL_DECLARE_BACKEND

#endif
