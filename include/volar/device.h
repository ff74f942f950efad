// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_H
#define VOLAR_DEVICE_H

// Haptic devices: one small table of functions each, all used alike. Time is always an argument, so
// that a simulated device runs under any clock, and a test gives the same bits every time.
//
// A device is used by one thread at a time. Poses are in the device's own frame (right-handed, SI
// units, z up, x to the right, y away from the person); scaling and placing is the renderer's.

#include "volar/math.h"

typedef struct vlDevice vlDevice;

#define VL_MAX_DEVICE_TEXT 64
#define VL_MAX_DEVICES 16

// What a device can do. 0 for a limit that is not known or does not apply.
typedef struct vlDeviceInfo {
    char backend[VL_MAX_DEVICE_TEXT]; // "simulated", "udp", ...
    char model[VL_MAX_DEVICE_TEXT];
    bool hasOrientation; // reads an orientation
    bool hasForce;       // renders force
    bool hasTorque;      // renders torque
    int buttonCount;
    double radius;              // m, of the workspace
    double maxForce;            // N
    double maxTorque;           // N m
    double maxStiffness;        // N/m that it renders stably
    double maxAngularStiffness; // N m/rad
    double maxDamping;          // N s/m
    double maxAngularDamping;   // N m s/rad
    double rate;                // Hz, at which it likes to be served
} vlDeviceInfo;

typedef struct vlDeviceSample {
    double time;       // s, of the clock it was read by
    uint64_t sequence; // counts what the device measured: the same number is the same measurement
    vlPose pose;
    vlTwist twist;    // if hasTwist
    bool hasTwist;    // the device measures or estimates it itself
    uint32_t buttons; // one bit each
} vlDeviceSample;

// One kind of device. `self` is what open made.
typedef struct vlDeviceOps {
    const char* name;      // of the backend
    const char* describes; // one sentence
    // Is it usable here? Writes one sentence to `text`: what was found, or what is missing and how
    // to get it. Opens nothing.
    bool (*probe)(char* text, size_t size);
    // `address` says which one, in the backend's own words; "" for the first there is.
    vlResult (*open)(const char* address, void** self, vlDeviceInfo* info, char* message,
                     size_t size);
    // The newest measurement at `now`. VL_ERROR_IO when the device does not answer any more.
    vlResult (*read)(void* self, double now, vlDeviceSample* sample);
    // Force and torque to render from `now` on, until the next.
    vlResult (*write)(void* self, double now, const vlWrench* wrench);
    void (*close)(void* self);
} vlDeviceOps;

VL_BEGIN_C

// The one test of a sample: time, pose and twist, if it has one, are finite, and its quaternion is
// unit to 1e-3. Whatever takes a sample of unknown origin applies it: vlDevice_Read,
// vlRenderer_Give and vlSimulation_Input.
VL_API bool vlDeviceSample_IsGood(const vlDeviceSample* sample) VL_REALTIME;

// The library's backends, and behind them those that a program adds: `added` is an array of tables
// that ends with NULL, or NULL for none.
//
// The i-th backend, NULL beyond the last.
VL_API const vlDeviceOps* vlDevice_GetBackend(const vlDeviceOps* const* added, int i) VL_REALTIME;
// The backend of a name. NULL if there is none; `message` (may be NULL) then lists those there are
// and names the one most likely meant.
VL_API const vlDeviceOps* vlDevice_FindBackend(const vlDeviceOps* const* added, const char* name,
                                               char* message, size_t messageSize);

// Opens a device of one of the library's backends by name. Allocates. On failure `message` (may be
// NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlDevice_Open(const char* backend, const char* address,
                                             vlDevice** device, char* message, size_t messageSize);
// The same by the backend's own table, which needs all its functions but probe.
VL_API VL_WARN_UNUSED vlResult vlDevice_OpenWith(const vlDeviceOps* ops, const char* address,
                                                 vlDevice** device, char* message,
                                                 size_t messageSize);
// A device of any table of functions, for one's own hardware: its name, read, write and close are
// needed. `self` is then closed with the device.
VL_API VL_WARN_UNUSED vlResult vlDevice_Wrap(const vlDeviceOps* ops, void* self,
                                             const vlDeviceInfo* info, vlDevice** device);
// Renders nothing more, then closes. NULL is allowed.
VL_API void vlDevice_Close(vlDevice* device);

VL_API const vlDeviceInfo* vlDevice_GetInfo(const vlDevice* device) VL_REALTIME;
// Reads; a sample that is not good is VL_ERROR_ARGUMENT and leaves `sample` untouched. The
// quaternion is scaled to unit length.
VL_API VL_WARN_UNUSED vlResult vlDevice_Read(vlDevice* device, double now, vlDeviceSample* sample);
// Renders; a wrench or time that is not finite is VL_ERROR_ARGUMENT, and zero is rendered.
VL_API VL_WARN_UNUSED vlResult vlDevice_Write(vlDevice* device, double now, const vlWrench* wrench);

VL_END_C

#endif
