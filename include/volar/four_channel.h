// SPDX-License-Identifier: MIT
#ifndef VOLAR_FOUR_CHANNEL_H
#define VOLAR_FOUR_CHANNEL_H

// Coordinates a planar device and the body that it holds, as a master and a slave [C00]: position
// and hand force go from the device to the world, position and environment force come back. The
// device is made to accelerate as the body does, so that the hand feels the mass and contacts of
// the body instead of the device's own mass; a spring and damper keep the two together.
//
//   on the body:   hand + (mode FP) Kp e + Kd de/dt,               e = device - body
//   on the device: M a_body - share hand + B v_device - Kp e - Kd de/dt
//
// Planar quantities as in pantograph.h, in the device's units: x and y in the plane, z about its
// normal. These are pure functions of one tick.

#include "volar/math.h"

typedef enum vlFourChannelMode {
    VL_FOUR_CHANNEL_F, // only the estimated force of the hand moves the body, as [C00] ran it
    VL_FOUR_CHANNEL_FP // spring and damper between device and body move the body too
} vlFourChannelMode;

// Each number is at most 1e9, the step at most 1 s.
typedef struct vlFourChannelDef {
    vlFourChannelMode mode;
    vlVec3 mass;          // kg, kg, kg m2, of the device's handle, > 0
    vlVec3 deviceDamping; // N s/m, N s/m, N m s/rad, >= 0: of the device, compensated
    vlVec3 stiffness;     // Kp, N/m, N/m, N m/rad, >= 0
    vlVec3 damping;       // Kd, N s/m, N s/m, N m s/rad, >= 0
    // 0 .. 1: share of the hand's force that the motors take away from the handle. With 1 the
    // handle feels as heavy as the body. 0 when nobody holds it.
    double handShare;
    double step; // s, > 0, of the loop
} vlFourChannelDef;

// Where device and body are in one tick.
typedef struct vlFourChannelInput {
    vlVec3 error;        // m, m, rad: device minus body
    vlVec3 errorRate;    // m/s, m/s, rad/s
    vlVec3 hand;         // N, N, N m on the handle, estimated
    vlVec3 velocity;     // of the device
    vlVec3 acceleration; // of the body by all forces on it; for the device only
} vlFourChannelInput;

#endif
