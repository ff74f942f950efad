// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_H
#define VOLAR_DEVICE_H

// Haptic devices: each kind is a small table of functions, and all are used in the same way. Time
// is always an argument, so that a simulated device runs under any clock, and a test gives the same
// bits every time.
//
// One thread at a time may use a device. Poses are in the device's own frame (right-handed, SI
// units, z up, x to the right, y away from the person); the renderer scales and places them.

#include "volar/math.h"

typedef struct vlDevice vlDevice;
// Turns off the force of devices from another thread, at any moment from the beginning of their
// opening: for signals and emergency buttons. See vlDeviceBrake_Pull.
typedef struct vlDeviceBrake vlDeviceBrake;

#define VL_MAX_DEVICE_TEXT 64
#define VL_MAX_DEVICES 16 // of one scene

// What a device can do. A limit of 0 is not known or does not apply.
typedef struct vlDeviceInfo {
    char backend[VL_MAX_DEVICE_TEXT]; // "simulated", "udp", ...
    char model[VL_MAX_DEVICE_TEXT];
    bool hasOrientation;        // reads an orientation
    bool hasForce;              // renders force
    bool hasTorque;             // renders torque
    int buttonCount;            // 0 .. 32
    double radius;              // m, of the workspace
    double maxForce;            // N
    double maxTorque;           // N m
    double maxStiffness;        // N/m that it renders stably
    double maxAngularStiffness; // N m/rad
    double maxDamping;          // N s/m
    double maxAngularDamping;   // N m s/rad
    double rate;                // Hz, at which it should be read and written
} vlDeviceInfo;

typedef struct vlDeviceSample {
    double time;       // s, of the clock by which it was read
    uint64_t sequence; // number of the measurement: the same number is the same measurement
    vlPose pose;
    vlTwist twist;    // if hasTwist
    bool hasTwist;    // the device itself measures or estimates the twist
    uint32_t buttons; // one bit per button, 1: pressed
} vlDeviceSample;

// One kind of device. `self` is what `open` made.
typedef struct vlDeviceOps {
    const char* name;      // of the backend
    const char* describes; // one sentence
    // Returns whether the backend is usable here. Writes one sentence to `text`: what was found, or
    // what is missing and how to get it. Opens no device.
    bool (*probe)(char* text, size_t size);
    // Opens a device. `address` says which one, in the backend's own notation; "": the first one.
    // A backend whose device could move or hold a force while nobody writes fits `brake` (may be
    // NULL) before it does anything that moves, ends soon once it is pulled, and unfits it when it
    // closes or fails.
    vlResult (*open)(const char* address, vlDeviceBrake* brake, void** self, vlDeviceInfo* info,
                     char* message, size_t size);
    // Reads the newest measurement at `now`. VL_ERROR_IO if the device no longer answers.
    vlResult (*read)(void* self, double now, vlDeviceSample* sample);
    // Sets the force and torque to render from `now` until the next write.
    vlResult (*write)(void* self, double now, const vlWrench* wrench);
    void (*close)(void* self);
} vlDeviceOps;

VL_BEGIN_C

// The one test of a sample: its time, its pose and, if it has one, its twist are finite, and its
// quaternion is unit to 1e-3. vlDevice_Read, vlRenderer_Give and vlSimulation_Input apply it.
VL_API bool vlDeviceSample_IsGood(const vlDeviceSample* sample) VL_REALTIME;

// The i-th backend; NULL beyond the last. The library's backends come first, then those that the
// program adds: `added` is an array of tables that ends with NULL, or NULL for none.
VL_API const vlDeviceOps* vlDevice_GetBackend(const vlDeviceOps* const* added, int i) VL_REALTIME;
// The backend with this name. NULL if there is none; `message` (may be NULL) then lists all
// backends and suggests the most similar name.
VL_API const vlDeviceOps* vlDevice_FindBackend(const vlDeviceOps* const* added, const char* name,
                                               char* message, size_t messageSize);

// Opens a device of one of the library's backends by name. Allocates. On failure `message` (may be
// NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlDevice_Open(const char* backend, const char* address,
                                             vlDevice** device, char* message, size_t messageSize);
// The same with the backend's own table, which needs all its functions except probe, and with a
// brake (may be NULL) that outlives the device. VL_ERROR_IO if the brake is pulled.
VL_API VL_WARN_UNUSED vlResult vlDevice_OpenWith(const vlDeviceOps* ops, const char* address,
                                                 vlDeviceBrake* brake, vlDevice** device,
                                                 char* message, size_t messageSize);
// Makes a device from any table of functions, for your own hardware. The table needs name, read,
// write and close. Closing the device also closes `self`. Allocates.
VL_API VL_WARN_UNUSED vlResult vlDevice_Wrap(const vlDeviceOps* ops, void* self,
                                             const vlDeviceInfo* info, vlDevice** device);
// Writes a zero wrench, then closes the device. NULL is allowed.
VL_API void vlDevice_Close(vlDevice* device);

VL_API const vlDeviceInfo* vlDevice_GetInfo(const vlDevice* device) VL_REALTIME;
// Reads a sample and scales its quaternion to unit length. On failure `sample` is left untouched;
// VL_ERROR_ARGUMENT for a sample that is not good. Real-time if the device's own input is, as that
// of a simulated device.
VL_API VL_WARN_UNUSED vlResult vlDevice_Read(vlDevice* device, double now, vlDeviceSample* sample);
// Writes a wrench to render. If the wrench or the time is not finite, zero is rendered instead and
// VL_ERROR_ARGUMENT returned; once its brake is pulled, zero is rendered and VL_ERROR_IO returned.
// Real-time if the device's own output is.
VL_API VL_WARN_UNUSED vlResult vlDevice_Write(vlDevice* device, double now, const vlWrench* wrench);

// Creates a brake for up to VL_MAX_DEVICES devices. Allocates.
VL_API VL_WARN_UNUSED vlResult vlDeviceBrake_Create(vlDeviceBrake** brake);
// After all devices opened with it are closed and nobody pulls it any more. NULL is allowed.
VL_API void vlDeviceBrake_Destroy(vlDeviceBrake* brake);
// Any thread, for good: openings that are under way fail soon, each further write renders zero, and
// each device that could hold a force by itself is turned off now, by its maker's library. That may
// take as long as the library wants: call it from a thread that can be left behind.
VL_API void vlDeviceBrake_Pull(vlDeviceBrake* brake);
// Any thread; false for NULL.
VL_API bool vlDeviceBrake_IsPulled(const vlDeviceBrake* brake) VL_REALTIME;
// For backends: from now on vlDeviceBrake_Pull calls cut(self), in the puller's thread. Look
// whether it was pulled already. VL_ERROR_FULL if there are too many; VL_OK and nothing else
// without brake.
VL_API VL_WARN_UNUSED vlResult vlDeviceBrake_Fit(vlDeviceBrake* brake, void (*cut)(void* self),
                                                 void* self);
// For backends: no longer. Waits while `cut` runs.
VL_API void vlDeviceBrake_Unfit(vlDeviceBrake* brake, void* self);

VL_END_C

#endif
