// SPDX-License-Identifier: MIT
// OpenHaptics' libHD as a broken one may be: the functions that Volar calls, with a servo thread,
// which now and then answer with errors, NaN, huge numbers, other handles, no text, or late. What
// they answer follows from a seed: that of vlLyingHd_Begin, or the environment variable VOLAR_LIES
// of a program. It ends the program if it is given what no device may get: a force that is not
// finite, or one outside of a frame.

#include "lying_hd.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake_hd.h"
#include "models/random.h"

#define PERIOD_NS 200000L

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static vlRandom dice;
static double share; // of answers that are lies
static double slowness;
static unsigned (*callback)(void*);
static void* callbackUser;
static bool isScheduled, isRunning, isInFrame;
static unsigned long frames;

static bool lies(void)
{
    pthread_mutex_lock(&mutex);
    bool is = vlRandom_Uniform(&dice) < share;
    pthread_mutex_unlock(&mutex);
    return is;
}

static int choose(int count)
{
    pthread_mutex_lock(&mutex);
    int chosen = vlRandom_Index(&dice, count);
    pthread_mutex_unlock(&mutex);
    return chosen;
}

// Now and then every function takes its time.
static void dawdle(void)
{
    pthread_mutex_lock(&mutex);
    bool is = vlRandom_Uniform(&dice) < slowness;
    long duration = (long)(vlRandom_Uniform(&dice) * 3e7);
    pthread_mutex_unlock(&mutex);
    if (is) {
        (void)nanosleep(&(struct timespec){0, duration}, NULL);
    }
}

static double oddNumber(void)
{
    static const double odd[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e308, -1e308, 1e-308,
                                 0.0,         -1.0,     1e9,       -1e12, 3.0,    1e20};
    return odd[choose((int)(sizeof odd / sizeof odd[0]))];
}

static unsigned oddCode(void)
{
    static const unsigned odd[] = {0x0100u, 0x0200u, 0x0302u, 0x0400u, 0x0600u, 0xffffffffu, 1u};
    return odd[choose((int)(sizeof odd / sizeof odd[0]))];
}

void vlLyingHd_Begin(uint64_t seed)
{
    pthread_mutex_lock(&mutex);
    dice = vlRandom_Seed(seed);
    // From none, for the first seed of ten, to nothing else.
    static const double shares[10] = {0.0, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1.0};
    share = shares[seed % 10];
    slowness = share > 0.0 ? 0.02 * vlRandom_Uniform(&dice) : 0.0;
    pthread_mutex_unlock(&mutex);
}

bool vlLyingHd_IsRunning(void)
{
    pthread_mutex_lock(&mutex);
    bool is = isRunning;
    pthread_mutex_unlock(&mutex);
    return is;
}

static void complain(const char* what)
{
    (void)fprintf(stderr, "the device was given %s\n", what);
    abort();
}

unsigned hdInitDevice(const char* name)
{
    (void)name;
    const char* seed = getenv("VOLAR_LIES");
    if (seed != NULL) {
        vlLyingHd_Begin(strtoull(seed, NULL, 10));
    }
    dawdle();
    return lies() ? (choose(2) == 0 ? 0xffffffffu : oddCode()) : 7u;
}

void hdDisableDevice(unsigned device)
{
    (void)device;
    dawdle();
}

void hdMakeCurrentDevice(unsigned device)
{
    (void)device;
    dawdle();
}

void hdBeginFrame(unsigned device)
{
    (void)device;
    dawdle();
    isInFrame = true;
}

void hdEndFrame(unsigned device)
{
    (void)device;
    isInFrame = false;
}

vlFakeHdError hdGetError(void)
{
    // Rarer than the other lies: it is asked many times in a frame.
    bool is = lies() && choose(4) == 0;
    vlFakeHdError error = {is ? oddCode() : 0, is ? -1 : 0, is ? oddCode() : 7u};
    return error;
}

const char* hdGetErrorString(unsigned code)
{
    (void)code;
    return lies() ? (choose(2) == 0 ? NULL : "\x1b[2J%s%n\n\xff") : "as the seed wishes";
}

void hdEnable(unsigned what)
{
    (void)what;
    dawdle();
}

void hdGetDoublev(unsigned what, double* values)
{
    int count = what == 0x2052u ? 16 : what == 0x2551u ? 6 : 1;
    dawdle();
    if (what == 0x2052u) {
        pthread_mutex_lock(&mutex);
        double turn = 1e-3 * (double)++frames;
        pthread_mutex_unlock(&mutex);
        const double rest[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 20.0 * sin(turn), 5, 1, 1};
        memcpy(values, rest, sizeof rest);
    } else {
        for (int i = 0; i < count; ++i) {
            values[i] = what == 0x2551u ? (i < 3 ? -50.0 : 50.0) : 3.3;
        }
    }
    if (lies()) {
        values[choose(count)] = oddNumber();
    }
}

void hdGetIntegerv(unsigned what, int* values)
{
    static const int odd[] = {-1, 0, 1, 2147483647, -2147483647 - 1, 65536};
    dawdle();
    values[0] = what == 0x2600u ? 1000 : what == 0x2554u ? 6 : what == 0x2555u ? 2 : 0;
    if (lies()) {
        values[0] = odd[choose((int)(sizeof odd / sizeof odd[0]))];
    }
}

const char* hdGetString(unsigned what)
{
    static char endless[5000];
    (void)what;
    memset(endless, '\x1b', sizeof endless - 1);
    return lies() ? (choose(2) == 0 ? NULL : endless) : "Liar";
}

void hdSetDoublev(unsigned what, const double* values)
{
    if (!isInFrame) {
        complain("a force outside of a frame");
    }
    if (!isfinite(values[0]) || !isfinite(values[1]) || !isfinite(values[2])) {
        complain(what == 0x2700u ? "a force that is not finite" : "a torque that is not finite");
    }
    dawdle();
}

static void* runServo(void* unused)
{
    (void)unused;
    bool goesOn = true;
    while (goesOn) {
        pthread_mutex_lock(&mutex);
        bool calls = isRunning && isScheduled;
        goesOn = isRunning;
        pthread_mutex_unlock(&mutex);
        if (calls && !(lies() && choose(8) != 0)) { // some lies are frames that do not come
            (void)callback(callbackUser);
        }
        (void)nanosleep(&(struct timespec){0, PERIOD_NS}, NULL);
    }
    return NULL;
}

void hdStartScheduler(void)
{
    pthread_mutex_lock(&mutex);
    isRunning = true;
    pthread_mutex_unlock(&mutex);
    if (pthread_create(&thread, NULL, runServo, NULL) != 0) {
        complain("no thread");
    }
}

void hdStopScheduler(void)
{
    pthread_mutex_lock(&mutex);
    bool wasRunning = isRunning;
    isRunning = false;
    pthread_mutex_unlock(&mutex);
    if (wasRunning) {
        pthread_join(thread, NULL);
    }
}

unsigned long hdScheduleAsynchronous(unsigned (*function)(void*), void* user,
                                     unsigned short priority)
{
    (void)priority;
    pthread_mutex_lock(&mutex);
    callback = function;
    callbackUser = user;
    isScheduled = true;
    pthread_mutex_unlock(&mutex);
    return lies() ? 0xffffffffu : 42;
}

void hdUnschedule(unsigned long handle)
{
    (void)handle;
    pthread_mutex_lock(&mutex);
    isScheduled = false;
    pthread_mutex_unlock(&mutex);
}

unsigned hdCheckCalibration(void)
{
    dawdle();
    return lies() ? (choose(2) == 0 ? 0x5001u : oddCode()) : 0x5000u;
}

void hdUpdateCalibration(unsigned style)
{
    (void)style;
    dawdle();
}
