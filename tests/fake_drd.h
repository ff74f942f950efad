// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FAKE_DRD_H
#define VOLAR_TESTS_FAKE_DRD_H

// A stand-in for Force Dimension's libdrd: the functions that Volar calls, with what a test sets
// for them and reads about their calls. There is one device, number 0, in the maker's axes and
// units.
//
// A program that a test starts gets its instructions from the environment:
// VOLAR_FAKE_DRD_LOG   file to which calls that concern the force are appended, one word per line
// VOLAR_FAKE_DRD_INIT  an initialisation lasts a minute. "obedient": a stop ends it;
//                      "deaf": nothing ends it; "locked": other calls wait for its end
// VOLAR_FAKE_DRD_WRITE "hangs": writing the 50th force takes a minute

#include <stdbool.h>

typedef struct vlFakeDrd {
    // Set by the test.
    int deviceCount;
    const char* name;
    double position[3], frame[3][3]; // rows first
    bool leavesValues;               // reading writes nothing
    unsigned buttons;
    bool hasWrist, hasActiveWrist, isInitialized;
    bool cannotInitialise;    // drdIsSupported says no
    int offCause;             // the device turned its force off for this reason, 0: it did not
    bool staysOff;            // and enabling the force does not turn it on again
    void (*duringInit)(void); // called during an initialisation; NULL: nothing is called
    int openResult, initResult, stopResult, enableResult, readResult, writeResult;
    // Read by the test.
    bool isOpen, isForceOn, isRegulating, isBraked;
    int initCount, closeCount, writeCount;
    bool wroteTorque;
    double force[3], torque[3];
    char id; // of the last call
} vlFakeDrd;

// The test finds it by name in the library.
vlFakeDrd* vlFakeDrd_Get(void);

int dhdGetDeviceCount(void);
const char* dhdGetSystemName(char id);
const char* dhdErrorGetLastStr(void);
int dhdOpenID(char id);
int dhdClose(char id);
int dhdStop(char id);
int dhdGetStatus(int* status, char id);
bool drdIsSupported(char id);
int dhdEnableForce(unsigned char isOn, char id);
bool dhdHasWrist(char id);
bool dhdHasActiveWrist(char id);
int dhdGetPositionAndOrientationFrame(double* x, double* y, double* z, double frame[3][3], char id);
unsigned dhdGetButtonMask(char id);
int dhdSetForce(double x, double y, double z, char id);
int dhdSetForceAndTorque(double x, double y, double z, double a, double b, double c, char id);
int drdOpenID(char id);
bool drdIsInitialized(char id);
int drdAutoInit(char id);
int drdStop(bool keepsForces, char id);
int drdClose(char id);

#endif
