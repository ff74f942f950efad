// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_HD_H
#define VOLAR_DEVICE_HD_H

// The functions and constants of OpenHaptics' libHD that Volar uses, declared here so that building
// needs no file of OpenHaptics.

#include <stdbool.h>
#include <stddef.h>

#include "volar/device.h"

#define HD_CURRENT_BUTTONS 0x2000u
#define HD_CURRENT_TRANSFORM 0x2052u
#define HD_DEVICE_MODEL_TYPE 0x2501u
#define HD_USABLE_WORKSPACE_DIMENSIONS 0x2551u
#define HD_OUTPUT_DOF 0x2554u
#define HD_CALIBRATION_STYLE 0x2555u
#define HD_UPDATE_RATE 0x2600u
#define HD_NOMINAL_MAX_STIFFNESS 0x2602u
#define HD_NOMINAL_MAX_FORCE 0x2603u
#define HD_NOMINAL_MAX_CONTINUOUS_FORCE 0x2604u
#define HD_NOMINAL_MAX_DAMPING 0x2609u
#define HD_NOMINAL_MAX_TORQUE_STIFFNESS 0x2620u
#define HD_NOMINAL_MAX_TORQUE_DAMPING 0x2621u
#define HD_NOMINAL_MAX_TORQUE_FORCE 0x2622u
#define HD_CURRENT_FORCE 0x2700u
#define HD_CURRENT_TORQUE 0x2701u
#define HD_FORCE_OUTPUT 0x4000u
#define HD_CALIBRATION_ENCODER_RESET 1u
#define HD_CALIBRATION_AUTO 2u
#define HD_CALIBRATION_INKWELL 4u
#define HD_CALIBRATION_OK 0x5000u
#define HD_CALIBRATION_NEEDS_UPDATE 0x5001u
#define HD_CALIBRATION_NEEDS_MANUAL_INPUT 0x5002u
#define HD_CALLBACK_CONTINUE 1u
#define HD_DEFAULT_PRIORITY 32767u
#define HD_INVALID_HANDLE 0xffffffffu

typedef struct vlHdError {
    unsigned code;
    int internal;
    unsigned device;
} vlHdError;

typedef struct vlHd {
    unsigned (*hdInitDevice)(const char* name);
    void (*hdDisableDevice)(unsigned device);
    void (*hdMakeCurrentDevice)(unsigned device);
    void (*hdBeginFrame)(unsigned device);
    void (*hdEndFrame)(unsigned device);
    vlHdError (*hdGetError)(void);
    const char* (*hdGetErrorString)(unsigned code);
    void (*hdEnable)(unsigned what);
    void (*hdGetDoublev)(unsigned what, double* values);
    void (*hdGetIntegerv)(unsigned what, int* values);
    const char* (*hdGetString)(unsigned what);
    void (*hdSetDoublev)(unsigned what, const double* values);
    void (*hdStartScheduler)(void);
    void (*hdStopScheduler)(void);
    unsigned long (*hdScheduleAsynchronous)(unsigned (*callback)(void*), void* user,
                                            unsigned short priority);
    void (*hdUnschedule)(unsigned long handle);
    unsigned (*hdCheckCalibration)(void);
    void (*hdUpdateCalibration)(unsigned style);
} vlHd;

// Loads the library and its functions: `named`, or the one in VOLAR_HD, or from the usual places.
// Returns NULL, with the reason in `message`, on failure.
void* vlHd_Load(const char* named, vlHd* hd, char* path, char* message, size_t size);

// What the motors give for a while, and for ever (N); 0: not known.
typedef struct vlHdForces {
    double peak, lasting;
} vlHdForces;

// hd_info.c. Describe fills in everything but the backend; `isPeakWanted`: the largest force is the
// one for a while. ChooseStyle returns how the device can be calibrated, 0: by the person only.
void vlHd_Describe(const vlHd* hd, bool isPeakWanted, vlHdForces* forces, vlDeviceInfo* info);
unsigned vlHd_ChooseStyle(const vlHd* hd, bool mayReset);

// Takes all errors since the last call. Returns the worst, or 0 if there is none.
unsigned vlHd_TakeErrors(const vlHd* hd);
// Does the error mean that the device no longer works? Force errors (warm motors, too much force)
// do not: the library handles them itself.
bool vlHd_IsFault(unsigned error);
// Is it one of those force errors?
bool vlHd_IsOfForce(unsigned error);

#endif
