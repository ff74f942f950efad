// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FAKE_HD_H
#define VOLAR_TESTS_FAKE_HD_H

// A stand-in for OpenHaptics' libHD: the functions that Volar calls, with a servo thread, and with
// what a test sets for them and reads about their calls. In the maker's axes and units.

#include <stdbool.h>

#define VL_FAKE_HD_DEVICE 7u

typedef struct vlFakeHdError {
    unsigned code;
    int internal;
    unsigned device;
} vlFakeHdError;

typedef struct vlFakeHd {
    // Set by the test.
    double transform[16]; // columns
    int buttons, outputDof, rate, calibrationStyles;
    unsigned calibration;
    bool calibratesSoon;    // one update is enough
    double lastingForce;    // N; 0: not known
    double torqueLimits[3]; // stiffness, damping, force (N mm); 0: not known
    const char* onlyName;   // the only name that is known; NULL: all names are
    unsigned initError;     // of opening
    unsigned frameError;    // of each frame
    unsigned torqueError;   // of each setting of a torque
    int budget;             // frames to run before the servo thread hangs; negative: no end
    // Read by the test.
    char name[64]; // the last device asked for
    bool isOpen, isForceOn, isScheduled, isRunning;
    bool setOutsideFrame; // a force, which the library forbids
    bool calibratedOutsideFrame;
    int inits, torques;
    unsigned calibratedBy;
    double force[3], torque[3];
} vlFakeHd;

// The test finds them by name in the library. Data that the servo thread uses may be touched only
// between locking and unlocking.
vlFakeHd* vlFakeHd_Lock(void);
void vlFakeHd_Unlock(void);
// Runs `count` whole frames, then hangs. Not to be called while locked.
void vlFakeHd_RunFrames(int count);

unsigned hdInitDevice(const char* name);
void hdDisableDevice(unsigned device);
void hdMakeCurrentDevice(unsigned device);
void hdBeginFrame(unsigned device);
void hdEndFrame(unsigned device);
vlFakeHdError hdGetError(void);
const char* hdGetErrorString(unsigned code);
void hdEnable(unsigned what);
void hdGetDoublev(unsigned what, double* values);
void hdGetIntegerv(unsigned what, int* values);
const char* hdGetString(unsigned what);
void hdSetDoublev(unsigned what, const double* values);
void hdStartScheduler(void);
void hdStopScheduler(void);
unsigned long hdScheduleAsynchronous(unsigned (*callback)(void*), void* user,
                                     unsigned short priority);
void hdUnschedule(unsigned long handle);
unsigned hdCheckCalibration(void);
void hdUpdateCalibration(unsigned style);

#endif
