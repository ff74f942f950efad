// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_DRD_H
#define VOLAR_DEVICE_DRD_H

// The functions of Force Dimension's libdrd and libdhd that Volar uses, declared here so that
// building needs no file of theirs.

#include <stdbool.h>
#include <stddef.h>

typedef struct vlDrd {
    int (*dhdOpenID)(char id);
    int (*dhdClose)(char id);
    int (*dhdEnableForce)(unsigned char isOn, char id);
    int (*dhdGetPositionAndOrientationFrame)(double* x, double* y, double* z, double frame[3][3],
                                             char id);
    int (*dhdSetForce)(double x, double y, double z, char id);
    int (*dhdSetForceAndTorque)(double x, double y, double z, double a, double b, double c,
                                char id);
    unsigned (*dhdGetButtonMask)(char id);
    bool (*dhdHasWrist)(char id);
    bool (*dhdHasActiveWrist)(char id);
    // Some versions do not have these.
    int (*dhdGetDeviceCount)(void);
    const char* (*dhdGetSystemName)(char id);
    const char* (*dhdErrorGetLastStr)(void);
    int (*dhdStop)(char id);
    int (*dhdGetStatus)(int* status, char id);
    bool (*drdIsSupported)(char id);
    int (*drdOpenID)(char id);
    bool (*drdIsInitialized)(char id);
    int (*drdAutoInit)(char id);
    int (*drdStop)(bool keepsForces, char id);
    int (*drdClose)(char id);
} vlDrd;

// Loads the library and its functions: `named`, or the one in VOLAR_DRD, or from the usual places;
// `path` has VL_MAX_LIBRARY_PATH bytes. Returns NULL, with the reason in `message`, on failure.
void* vlDrd_Load(const char* named, vlDrd* drd, char* path, char* message, size_t size);

#endif
