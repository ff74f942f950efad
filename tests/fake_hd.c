// SPDX-License-Identifier: MIT
#include "fake_hd.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define PERIOD_NS 200000L // faster than the real one, so that tests are short
#define MAX_PENDING 8

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t isIdle = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static vlFakeHd hd;
static unsigned (*callback)(void*);
static void* callbackUser;
static bool isInFrame;
static unsigned long idleCount;       // rounds of the servo thread without a frame
static unsigned pending[MAX_PENDING]; // errors that have not been read yet
static int pendingCount;

vlFakeHd* vlFakeHd_Lock(void)
{
    pthread_mutex_lock(&mutex);
    return &hd;
}

void vlFakeHd_Unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

void vlFakeHd_RunFrames(int count)
{
    pthread_mutex_lock(&mutex);
    hd.budget = count;
    // A frame that had begun before does not count; the thread is idle after a round without a
    // frame.
    for (unsigned long before = idleCount; hd.budget > 0 || idleCount == before;) {
        pthread_cond_wait(&isIdle, &mutex);
    }
    pthread_mutex_unlock(&mutex);
}

static void addError(unsigned code)
{
    if (code != 0 && pendingCount < MAX_PENDING) {
        pending[pendingCount++] = code;
    }
}

unsigned hdInitDevice(const char* name)
{
    pthread_mutex_lock(&mutex);
    ++hd.inits;
    snprintf(hd.name, sizeof hd.name, "%s", name != NULL ? name : "(null)");
    bool isKnown = hd.onlyName == NULL || strcmp(hd.name, hd.onlyName) == 0;
    addError(isKnown ? hd.initError : 0x0302u);
    hd.isOpen = isKnown;
    pthread_mutex_unlock(&mutex);
    return isKnown ? VL_FAKE_HD_DEVICE : 0xffffffffu;
}

void hdDisableDevice(unsigned device)
{
    pthread_mutex_lock(&mutex);
    hd.isOpen = hd.isForceOn = hd.isOpen && device != VL_FAKE_HD_DEVICE;
    pthread_mutex_unlock(&mutex);
}

void hdMakeCurrentDevice(unsigned device)
{
    pthread_mutex_lock(&mutex);
    addError(device == VL_FAKE_HD_DEVICE ? 0 : 0x0104u);
    pthread_mutex_unlock(&mutex);
}

void hdBeginFrame(unsigned device)
{
    pthread_mutex_lock(&mutex);
    addError(device == VL_FAKE_HD_DEVICE && !isInFrame ? hd.frameError : 0x0400u);
    isInFrame = true;
    pthread_mutex_unlock(&mutex);
}

void hdEndFrame(unsigned device)
{
    pthread_mutex_lock(&mutex);
    addError(device == VL_FAKE_HD_DEVICE && isInFrame ? 0 : 0x0401u);
    isInFrame = false;
    pthread_mutex_unlock(&mutex);
}

vlFakeHdError hdGetError(void)
{
    vlFakeHdError error = {0, 0, VL_FAKE_HD_DEVICE};
    pthread_mutex_lock(&mutex);
    if (pendingCount > 0) {
        error.code = pending[--pendingCount];
    }
    pthread_mutex_unlock(&mutex);
    return error;
}

const char* hdGetErrorString(unsigned code)
{
    return code != 0 ? "as the test wishes" : "no error";
}

void hdEnable(unsigned what)
{
    pthread_mutex_lock(&mutex);
    hd.isForceOn = hd.isForceOn || what == 0x4000u;
    pthread_mutex_unlock(&mutex);
}

void hdGetDoublev(unsigned what, double* values)
{
    static const double box[6] = {-80.0, -60.0, -40.0, 80.0, 60.0, 40.0}; // mm
    pthread_mutex_lock(&mutex);
    switch (what) {
    case 0x2052u: memcpy(values, hd.transform, sizeof hd.transform); break;
    case 0x2551u: memcpy(values, box, sizeof box); break;
    case 0x2602u: values[0] = 0.5; break; // N/mm
    case 0x2603u: values[0] = 3.3; break; // N
    case 0x2604u:
        values[0] = hd.lastingForce;
        addError(hd.lastingForce > 0.0 ? 0 : 0x0100u);
        break;
    case 0x2620u:
    case 0x2621u:
    case 0x2622u: values[0] = hd.torqueLimits[what - 0x2620u]; break;
    default: addError(0x0100u); break;
    }
    pthread_mutex_unlock(&mutex);
}

void hdGetIntegerv(unsigned what, int* values)
{
    pthread_mutex_lock(&mutex);
    switch (what) {
    case 0x2000u: values[0] = hd.buttons; break;
    case 0x2554u: values[0] = hd.outputDof; break;
    case 0x2555u: values[0] = hd.calibrationStyles; break;
    case 0x2600u: values[0] = hd.rate; break;
    default: addError(0x0100u); break;
    }
    pthread_mutex_unlock(&mutex);
}

const char* hdGetString(unsigned what)
{
    return what == 0x2501u ? "Stand-in" : NULL;
}

void hdSetDoublev(unsigned what, const double* values)
{
    pthread_mutex_lock(&mutex);
    hd.setOutsideFrame = hd.setOutsideFrame || !isInFrame;
    if (what == 0x2700u) {
        memcpy(hd.force, values, sizeof hd.force);
    } else if (what == 0x2701u) {
        memcpy(hd.torque, values, sizeof hd.torque);
        ++hd.torques;
        addError(hd.torqueError);
    } else {
        addError(0x0100u);
    }
    pthread_mutex_unlock(&mutex);
}

static void* runServo(void* unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&mutex);
        bool isRunning = hd.isRunning, calls = hd.isScheduled && hd.budget != 0;
        if (calls) {
            hd.budget -= hd.budget > 0;
        } else {
            ++idleCount;
            pthread_cond_broadcast(&isIdle);
        }
        pthread_mutex_unlock(&mutex);
        if (!isRunning) {
            return NULL;
        }
        if (calls) {
            (void)callback(callbackUser);
        }
        const struct timespec pause = {0, PERIOD_NS};
        nanosleep(&pause, NULL);
    }
}

void hdStartScheduler(void)
{
    pthread_mutex_lock(&mutex);
    hd.isRunning = true;
    pthread_mutex_unlock(&mutex);
    pthread_create(&thread, NULL, runServo, NULL);
}

void hdStopScheduler(void)
{
    pthread_mutex_lock(&mutex);
    bool wasRunning = hd.isRunning;
    hd.isRunning = false;
    pthread_mutex_unlock(&mutex);
    if (wasRunning) {
        pthread_join(thread, NULL);
    }
}

unsigned long hdScheduleAsynchronous(unsigned (*function)(void*), void* user,
                                     unsigned short priority)
{
    pthread_mutex_lock(&mutex);
    callback = function;
    callbackUser = user;
    hd.isScheduled = priority > 0;
    pthread_mutex_unlock(&mutex);
    return 42;
}

void hdUnschedule(unsigned long handle)
{
    pthread_mutex_lock(&mutex);
    hd.isScheduled = hd.isScheduled && handle != 42;
    pthread_mutex_unlock(&mutex);
}

unsigned hdCheckCalibration(void)
{
    pthread_mutex_lock(&mutex);
    unsigned calibration = hd.calibration;
    hd.calibratedOutsideFrame = hd.calibratedOutsideFrame || !isInFrame;
    pthread_mutex_unlock(&mutex);
    return calibration;
}

void hdUpdateCalibration(unsigned style)
{
    pthread_mutex_lock(&mutex);
    hd.calibratedBy = style;
    hd.calibration = hd.calibratesSoon ? 0x5000u : hd.calibration;
    hd.calibratedOutsideFrame = hd.calibratedOutsideFrame || !isInFrame;
    pthread_mutex_unlock(&mutex);
}
