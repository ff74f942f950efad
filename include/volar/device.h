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
// Turns off the force of devices from another thread, at any moment once their opening has begun:
// for signals and emergency buttons. See vlDeviceBrake_Pull.
typedef struct vlDeviceBrake vlDeviceBrake;

#define VL_MAX_DEVICE_TEXT 64
#define VL_MAX_DEVICES 16 // of one scene, and on one brake

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

// What opening an address reaches beyond the devices of this machine.
typedef enum vlDeviceReach {
    VL_REACH_LOCAL,   // nothing
    VL_REACH_CODE,    // it runs code from a file that the address names
    VL_REACH_CONNECT, // it connects to another machine, or to a service that the address names
    VL_REACH_LISTEN   // it listens where other machines can reach it
} vlDeviceReach;

// One kind of device. `self` is what `open` made.
typedef struct vlDeviceOps {
    const char* name;      // of the backend
    const char* describes; // one sentence
    // Returns whether the backend is usable here. Writes one sentence to `text`: what was found, or
    // what is missing and how to get it. Opens no device.
    bool (*probe)(char* text, size_t size);
    // Opens a device. `address` says which one, in the backend's own notation; "": the first one. A
    // backend whose device could move or hold a force while nobody writes to it calls
    // vlDeviceBrake_Fit with `brake` (may be NULL) before anything can move, fails soon once the
    // brake is pulled, and calls vlDeviceBrake_Unfit when it closes or fails.
    vlResult (*open)(const char* address, vlDeviceBrake* brake, void** self, vlDeviceInfo* info,
                     char* message, size_t size);
    // Reads the newest measurement at `now`. VL_ERROR_IO if the device no longer answers.
    vlResult (*read)(void* self, double now, vlDeviceSample* sample);
    // Sets the force and torque to render from `now` until the next write.
    vlResult (*write)(void* self, double now, const vlWrench* wrench);
    void (*close)(void* self);
    // What opening `address` would reach; if that is more than LOCAL, `text` gets a phrase that
    // continues a sentence after "it", e.g. "listens on 0.0.0.0:4244". NULL: every address is
    // local.
    vlDeviceReach (*reach)(const char* address, char* text, size_t size);
    // Writes to `text` what a person who uses the device should know now and no number says, such
    // as settings of the maker's service that change the force: sentences, or "" if there is
    // nothing. NULL: there never is.
    void (*remark)(void* self, char* text, size_t size);
} vlDeviceOps;

VL_BEGIN_C

// The one test of a sample: its time is finite, its position and, if it has one, its twist are
// within VL_MAX_LENGTH and VL_MAX_SPEED, and its quaternion is unit to 1e-3. vlDevice_Read,
// vlRenderer_Give and vlSimulation_Input apply it.
VL_API bool vlDeviceSample_IsGood(const vlDeviceSample* sample) VL_REALTIME;

// The i-th backend; NULL beyond the last. The library's backends come first, then those that the
// program adds: `added` is an array of tables that ends with NULL, or NULL for none.
VL_API const vlDeviceOps* vlDevice_GetBackend(const vlDeviceOps* const* added, int i) VL_REALTIME;
// The backend with this name. NULL if there is none; `message` (may be NULL) then lists all
// backends and suggests the most similar name.
VL_API const vlDeviceOps* vlDevice_FindBackend(const vlDeviceOps* const* added, const char* name,
                                               char* message, size_t messageSize);

// What opening an address of this backend would reach, according to its own `reach`. A scene file
// may only ask for VL_REACH_LOCAL, because the file may come from anybody.
VL_API vlDeviceReach vlDevice_GetReach(const vlDeviceOps* ops, const char* address, char* text,
                                       size_t size);

// Opens a device of one of the library's backends by name. Allocates. On failure `message` (may be
// NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlDevice_Open(const char* backend, const char* address,
                                             vlDevice** device, char* message, size_t messageSize);
// The same with the backend's own table, in which only probe and reach may be NULL, and with a
// brake (may be NULL) that must outlive the device. VL_ERROR_IO if the brake is pulled.
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
// What a person who uses the device should know now, by its backend's own `remark`; "" if there is
// nothing. For the thread that reads and writes.
VL_API void vlDevice_GetRemark(const vlDevice* device, char* text, size_t size);
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
// To be called when all devices opened with it are closed and no thread pulls it any more. NULL is
// allowed.
VL_API void vlDeviceBrake_Destroy(vlDeviceBrake* brake);
// Any thread may call this, and it cannot be undone: openings under way fail soon, each further
// write renders zero, and each device that could hold a force by itself is turned off now through
// its maker's library. The library may take as long as it likes, so call this from a thread that
// nothing waits for.
VL_API void vlDeviceBrake_Pull(vlDeviceBrake* brake);
// Any thread; false for NULL.
VL_API bool vlDeviceBrake_IsPulled(const vlDeviceBrake* brake) VL_REALTIME;
// For backends: from now on vlDeviceBrake_Pull calls cut(self), in the thread that pulls. The brake
// may have been pulled before: ask vlDeviceBrake_IsPulled. VL_ERROR_FULL beyond VL_MAX_DEVICES.
// With `brake` NULL it does nothing and returns VL_OK.
VL_API VL_WARN_UNUSED vlResult vlDeviceBrake_Fit(vlDeviceBrake* brake, void (*cut)(void* self),
                                                 void* self);
// For backends: ends what vlDeviceBrake_Fit began. Waits while `cut` runs.
VL_API void vlDeviceBrake_Unfit(vlDeviceBrake* brake, void* self);

VL_END_C

#endif
