// SPDX-License-Identifier: MIT
#include "fake_drd.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LONG_MS 60000

static vlFakeDrd drd;

// --- Instructions from the environment, for a program that a test starts ---

static pthread_mutex_t libraryLock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool isStopAsked;

static bool isTold(const char* name, const char* value)
{
    const char* told = getenv(name);
    return told != NULL && (value == NULL || strcmp(told, value) == 0);
}

static void note(const char* word)
{
    if (!isTold("VOLAR_FAKE_DRD_LOG", NULL)) {
        return;
    }
    int fd = open(getenv("VOLAR_FAKE_DRD_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd >= 0) {
        (void)!write(fd, word, strlen(word));
        (void)!write(fd, "\n", 1);
        (void)close(fd);
    }
}

// Waits for the end of an initialisation that locks the library.
static void enter(void)
{
    (void)pthread_mutex_lock(&libraryLock);
    (void)pthread_mutex_unlock(&libraryLock);
}

static void last(const atomic_bool* end)
{
    const struct timespec pause = {0, 1000000};
    for (int i = 0; i < LONG_MS && (end == NULL || !atomic_load(end)); ++i) {
        (void)nanosleep(&pause, NULL);
    }
}

static void initialiseLong(void)
{
    bool isLocked = isTold("VOLAR_FAKE_DRD_INIT", "locked");
    if (isLocked) {
        (void)pthread_mutex_lock(&libraryLock);
    }
    note("init");
    last(isTold("VOLAR_FAKE_DRD_INIT", "obedient") ? &isStopAsked : NULL);
    if (isLocked) {
        (void)pthread_mutex_unlock(&libraryLock);
    }
}

// Describes the device for a program, in which no test does that.
static void describeForProgram(void)
{
    if (isTold("VOLAR_FAKE_DRD_LOG", NULL)) {
        drd.deviceCount = 1;
        drd.name = "omega.3";
        drd.frame[0][0] = drd.frame[1][1] = drd.frame[2][2] = 1.0;
        drd.isInitialized = !isTold("VOLAR_FAKE_DRD_INIT", NULL);
    }
}

// --- The library ---

vlFakeDrd* vlFakeDrd_Get(void)
{
    return &drd;
}

int dhdGetDeviceCount(void)
{
    return drd.deviceCount;
}

const char* dhdGetSystemName(char id)
{
    drd.id = id;
    return drd.name;
}

const char* dhdErrorGetLastStr(void)
{
    return "as the test wishes";
}

int dhdOpenID(char id)
{
    describeForProgram();
    drd.id = id;
    drd.isOpen = drd.openResult >= 0;
    return drd.openResult;
}

int dhdClose(char id)
{
    enter();
    note("close");
    drd.id = id;
    drd.isOpen = drd.isForceOn = false;
    ++drd.closeCount;
    return 0;
}

int dhdStop(char id)
{
    enter();
    note("brake");
    atomic_store(&isStopAsked, true);
    drd.id = id;
    drd.isBraked = true;
    return 0;
}

int dhdEnableForce(unsigned char isOn, char id)
{
    enter();
    note(isOn != 0 ? "on" : "off");
    drd.id = id;
    drd.isForceOn = isOn != 0 && drd.enableResult >= 0;
    drd.offCause = drd.isForceOn && !drd.staysOff ? 0 : drd.offCause;
    return drd.enableResult;
}

int dhdGetStatus(int* status, char id)
{
    drd.id = id;
    memset(status, 0, 16 * sizeof *status);
    status[5] = drd.offCause == 0;
    status[6] = drd.offCause != 0;
    status[14] = drd.offCause;
    return 0;
}

bool drdIsSupported(char id)
{
    drd.id = id;
    return !drd.cannotInitialise;
}

bool dhdHasWrist(char id)
{
    drd.id = id;
    return drd.hasWrist;
}

bool dhdHasActiveWrist(char id)
{
    drd.id = id;
    return drd.hasActiveWrist;
}

int dhdGetPositionAndOrientationFrame(double* x, double* y, double* z, double frame[3][3], char id)
{
    drd.id = id;
    if (drd.readResult >= 0 && !drd.leavesValues) {
        *x = drd.position[0];
        *y = drd.position[1];
        *z = drd.position[2];
        memcpy(frame, drd.frame, sizeof drd.frame);
    }
    return drd.readResult;
}

unsigned dhdGetButtonMask(char id)
{
    drd.id = id;
    return drd.buttons;
}

static int setWrench(double x, double y, double z, double a, double b, double c, bool hasTorque)
{
    const double force[3] = {x, y, z}, torque[3] = {a, b, c};
    static atomic_int writes;
    if (isTold("VOLAR_FAKE_DRD_WRITE", "hangs") && atomic_fetch_add(&writes, 1) == 50) {
        note("hang");
        last(NULL);
    }
    if (drd.writeResult >= 0 && drd.isForceOn) {
        memcpy(drd.force, force, sizeof force);
        memcpy(drd.torque, torque, sizeof torque);
        drd.wroteTorque = hasTorque;
        ++drd.writeCount;
    }
    return drd.writeResult;
}

int dhdSetForce(double x, double y, double z, char id)
{
    drd.id = id;
    return setWrench(x, y, z, 0.0, 0.0, 0.0, false);
}

int dhdSetForceAndTorque(double x, double y, double z, double a, double b, double c, char id)
{
    drd.id = id;
    return setWrench(x, y, z, a, b, c, true);
}

int drdOpenID(char id)
{
    return dhdOpenID(id);
}

bool drdIsInitialized(char id)
{
    drd.id = id;
    return drd.isInitialized;
}

int drdAutoInit(char id)
{
    drd.id = id;
    ++drd.initCount;
    if (isTold("VOLAR_FAKE_DRD_INIT", NULL)) {
        initialiseLong();
    }
    if (drd.duringInit != NULL) {
        drd.duringInit();
    }
    drd.isInitialized = drd.isRegulating = drd.initResult >= 0;
    return drd.initResult;
}

int drdStop(bool keepsForces, char id)
{
    enter();
    atomic_store(&isStopAsked, true);
    drd.id = id;
    drd.isRegulating = drd.stopResult < 0;
    drd.isForceOn = keepsForces;
    return drd.stopResult;
}

int drdClose(char id)
{
    return dhdClose(id);
}
