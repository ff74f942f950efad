// SPDX-License-Identifier: MIT
// Force Dimension's devices (delta, omega, sigma, lambda) and the Novint Falcon, through the
// maker's library, which is loaded at run time. libdrd contains the basic functions (dhd...) and
// those that initialise a device automatically (drd...); where only libdhd is installed, the user
// has to initialise the device by hand first.
//
// The maker's x points to the person, y to the right, z up; units are SI.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/address.h"
#include "device/axes.h"
#include "device/backend.h"
#include "device/backends.h"
#include "device/drd.h"
#include "device/library.h"

// Functions return a negative number on failure. A positive number is a remark: 1, the call came
// too soon after the last and repeats its result; 2, a motor is at its limit.
#define REPEATED 1
#define SATURATED 2
#define BUTTON_COUNT 8
// The state of the device, and places in it. Versions report 15 to 17 numbers.
#define MAX_STATUS 64
#define STATUS_FORCE 5
#define STATUS_BRAKE 6
#define STATUS_CAUSE 14
#define LOOK_PERIOD 0.01 // s, between two looks at it
// Why a device turned its force off, by its number there.
#define OFF_BY_BUTTON 1
#define OFF_BY_GRIP 6
static const char* const causes[] = {"for a reason that the library does not give",
                                     "because its button was pressed; press it again to go on",
                                     "because the handle moved faster than the device allows",
                                     "because no force came for longer than its watchdog allows",
                                     "because a program asked for it",
                                     "because it was unplugged",
                                     "because the handle was let go of"};
#define CAUSE_COUNT ((int)(sizeof causes / sizeof causes[0]))

typedef struct ForceDimension {
    void* library;
    vlDrd drd;
    char id;
    vlDeviceBrake* brake; // NULL: none
    bool hasTorque;
    bool isByHand;            // the library cannot initialise it
    double lookTime;          // s, of the last look at its state
    bool isOff;               // it had turned the force off
    int cause;                // the last one
    uint64_t offs, saturated; // how often, and writes beyond what a motor gives
    uint64_t sequence;
    double x, y, z,
        frame[3][3]; // last read, rows first; a repeated call may leave them as they are
} ForceDimension;

// Limits by the beginning of the name: N, N m, N/m, N m/rad, N s/m, N m s/rad, m. The library's
// type numbers differ between versions, its names do not. The second, fourth and sixth limit are
// not used for devices without an active wrist.
typedef struct Limits {
    const char* name;
    double force, torque, stiffness, angularStiffness, damping, angularDamping, radius;
} Limits;

static const Limits limits[] = {
    {"delta", 20.0, 0.0, 5000.0, 0.0, 30.0, 0.0, 0.15},
    {"omega", 12.0, 0.0, 5000.0, 0.0, 30.0, 0.0, 0.075},
    {"sigma", 12.0, 0.2, 4000.0, 1.0, 30.0, 0.07, 0.075},
    {"lambda", 12.0, 0.2, 8000.0, 1.0, 30.0, 0.07, 0.1125},
    {"falcon", 8.0, 0.0, 3000.0, 0.0, 20.0, 0.0, 0.04},
};

static vlAxes axes(void)
{
    vlAxes a = {{{0.0, -1.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}};
    return a;
}

static bool probe(char* text, size_t size)
{
    vlDrd drd;
    char path[VL_MAX_LIBRARY_PATH];
    void* library = vlDrd_Load("", &drd, path, text, size);
    if (library == NULL) {
        return false;
    }
    int count = drd.dhdGetDeviceCount != NULL ? drd.dhdGetDeviceCount() : 1;
    if (count > 0) {
        vlDevice_Say(text, size, "found %s", path);
    } else {
        vlDevice_Say(text, size,
                     "found %s, but no device: is it plugged in, and is the udev rule of "
                     "docs/devices.md installed?",
                     path);
    }
    vlLibrary_Close(library);
    return count > 0;
}

// Runs in the thread that pulls the brake, perhaps while another function of the library runs, such
// as an initialisation that drives the handle. Turns off the force first, then what would set it
// again.
static void cutForce(void* self)
{
    const ForceDimension* device = self;
    const vlDrd* drd = &device->drd;
    (void)drd->dhdEnableForce(0, device->id);
    if (drd->dhdStop != NULL) {
        (void)drd->dhdStop(device->id); // brakes
    }
    if (drd->drdStop != NULL) {
        (void)drd->drdStop(false, device->id);
    }
}

// Drives the handle to its ends. Returns the step that failed, or NULL.
static const char* initialise(const vlDrd* drd, char id, const vlDeviceBrake* brake)
{
    if (drd->drdAutoInit(id) < 0) {
        return "initialising";
    }
    // The regulation ends, and the force stays on unless the brake was pulled.
    if (drd->drdStop(!vlDeviceBrake_IsPulled(brake), id) < 0) {
        return "stopping the regulation";
    }
    return NULL;
}

// Returns the step that failed, or NULL. `opened` says whether there is something to close.
static const char* start(ForceDimension* device, bool mayMove, bool* opened)
{
    const vlDrd* drd = &device->drd;
    char id = device->id;
    int r = drd->drdOpenID != NULL ? drd->drdOpenID(id) : drd->dhdOpenID(id);
    *opened = r >= 0;
    if (r < 0) {
        return "opening";
    }
    if (vlDeviceBrake_Fit(device->brake, cutForce, device) != VL_OK) {
        return "fitting the brake, which holds no more devices";
    }
    device->isByHand = drd->drdIsSupported != NULL && !drd->drdIsSupported(id);
    if (!device->isByHand && drd->drdIsInitialized != NULL && drd->drdAutoInit != NULL &&
        drd->drdStop != NULL && !drd->drdIsInitialized(id)) {
        if (!mayMove) {
            return "being initialised, which init=0 forbids";
        }
        const char* failed =
            vlDeviceBrake_IsPulled(device->brake) ? "starting" : initialise(drd, id, device->brake);
        if (failed != NULL) {
            return failed;
        }
    }
    if (vlDeviceBrake_IsPulled(device->brake)) {
        return "starting";
    }
    // If the brake is pulled just now, stop() turns the force off again.
    r = drd->dhdEnableForce(1, id);
    return r < 0 || vlDeviceBrake_IsPulled(device->brake) ? "enabling the force" : NULL;
}

static void stop(ForceDimension* device)
{
    const vlDrd* drd = &device->drd;
    char id = device->id;
    vlDeviceBrake_Unfit(device->brake, device);
    (void)(device->hasTorque ? drd->dhdSetForceAndTorque(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, id)
                             : drd->dhdSetForce(0.0, 0.0, 0.0, id));
    if (drd->dhdStop != NULL) {
        (void)drd->dhdStop(id); // brakes
    }
    (void)(drd->drdOpenID != NULL && drd->drdClose != NULL ? drd->drdClose(id) : drd->dhdClose(id));
}

static void describe(const ForceDimension* device, vlDeviceInfo* info)
{
    const vlDrd* drd = &device->drd;
    const char* name = drd->dhdGetSystemName != NULL ? drd->dhdGetSystemName(device->id) : NULL;
    vlDevice_SetText(info->model, name != NULL ? name : "Force Dimension");
    info->hasOrientation = drd->dhdHasWrist(device->id);
    info->hasForce = true;
    info->hasTorque = device->hasTorque;
    info->buttonCount = BUTTON_COUNT;
    info->rate = 1000.0;
    for (size_t i = 0; name != NULL && i < sizeof limits / sizeof limits[0]; ++i) {
        const Limits* l = &limits[i];
        if (strcasestr(name, l->name) != NULL) {
            info->radius = l->radius;
            info->maxForce = l->force;
            info->maxStiffness = l->stiffness;
            info->maxDamping = l->damping;
            info->maxTorque = device->hasTorque ? l->torque : 0.0;
            info->maxAngularStiffness = device->hasTorque ? l->angularStiffness : 0.0;
            info->maxAngularDamping = device->hasTorque ? l->angularDamping : 0.0;
        }
    }
}

static vlResult openForceDimension(const char* address, vlDeviceBrake* brake, void** self,
                                   vlDeviceInfo* info, char* message, size_t size)
{
    char place[VL_MAX_ADDRESS_TEXT], named[VL_MAX_ADDRESS_TEXT] = "";
    double mayMove = 1.0;
    const vlAddressKey keys[] = {{"lib", named, NULL, 0.0, 0.0},
                                 {"init", NULL, &mayMove, 0.0, 1.0}};
    if (!vlAddress_Read(address, place, keys, 2, message, size)) {
        return VL_ERROR_ARGUMENT;
    }
    if (place[0] != '\0' && (place[0] < '0' || place[0] > '9' || place[1] != '\0')) {
        vlDevice_Say(message, size, "'%s' is not a device number, 0 to 9", place);
        return VL_ERROR_ARGUMENT;
    }
    ForceDimension* device = calloc(1, sizeof *device);
    if (device == NULL) {
        vlDevice_Say(message, size, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    char path[VL_MAX_LIBRARY_PATH];
    device->library = vlDrd_Load(named, &device->drd, path, message, size);
    if (device->library == NULL) {
        free(device);
        return VL_ERROR_IO;
    }
    device->frame[0][0] = device->frame[1][1] = device->frame[2][2] = 1.0;
    device->brake = brake;
    device->id = place[0] != '\0' ? (char)(place[0] - '0') : 0;
    device->lookTime = -HUGE_VAL;
    bool opened;
    const char* failed = start(device, mayMove >= 0.5, &opened);
    if (failed != NULL) {
        const char* why =
            device->drd.dhdErrorGetLastStr != NULL ? device->drd.dhdErrorGetLastStr() : NULL;
        if (vlDeviceBrake_IsPulled(brake)) {
            vlDevice_Say(message, size, VL_DEVICE_INTERRUPTED);
        } else {
            vlDevice_Say(message, size, "device %d failed at %s: %s", (int)device->id, failed,
                         why != NULL ? why : "the library does not say why");
        }
        if (opened) {
            stop(device);
        }
        vlLibrary_Close(device->library);
        free(device);
        return VL_ERROR_IO;
    }
    device->hasTorque = device->drd.dhdHasActiveWrist(device->id);
    describe(device, info);
    *self = device;
    return VL_OK;
}

static vlResult readForceDimension(void* self, double now, vlDeviceSample* sample)
{
    ForceDimension* device = self;
    double(*f)[3] = device->frame;
    int r = device->drd.dhdGetPositionAndOrientationFrame(&device->x, &device->y, &device->z, f,
                                                          device->id);
    if (r < 0) {
        return VL_ERROR_IO;
    }
    vlMat3 rotation = vlMat(vlVec(f[0][0], f[1][0], f[2][0]), vlVec(f[0][1], f[1][1], f[2][1]),
                            vlVec(f[0][2], f[1][2], f[2][2]));
    vlPose pose;
    pose.p = vlAxes_ToOurs(axes(), vlVec(device->x, device->y, device->z));
    if (!vlAxes_OrientationToOurs(axes(), rotation, &pose.q)) {
        return VL_ERROR_ARGUMENT;
    }
    device->sequence += r != REPEATED || device->sequence == 0;
    // The library's velocity lags by its window of 20 ms, so Volar estimates its own.
    *sample = (vlDeviceSample){.time = now,
                               .sequence = device->sequence,
                               .pose = pose,
                               .buttons = device->drd.dhdGetButtonMask(device->id) &
                                          ((1u << BUTTON_COUNT) - 1u)};
    return VL_OK;
}

// Now and then: does the device still render? It turns its force off by itself, for example above a
// speed, while writing goes on as if nothing had happened. It is turned on again, unless a person
// turned it off; the failed write makes the caller begin softly.
static bool isRendering(ForceDimension* device, double now)
{
    const vlDrd* drd = &device->drd;
    int status[MAX_STATUS] = {0};
    if (drd->dhdGetStatus == NULL || fabs(now - device->lookTime) < LOOK_PERIOD) {
        return !device->isOff;
    }
    device->lookTime = now;
    if (drd->dhdGetStatus(status, device->id) < 0) {
        return !device->isOff; // reading and writing show whether it still answers
    }
    bool wasOff = device->isOff;
    device->isOff = status[STATUS_FORCE] == 0 || status[STATUS_BRAKE] != 0;
    if (device->isOff) {
        int cause = status[STATUS_CAUSE];
        device->offs += !wasOff;
        device->cause = cause > 0 && cause < CAUSE_COUNT ? cause : 0;
        bool isPersons = cause == OFF_BY_BUTTON || cause == OFF_BY_GRIP;
        if (!isPersons && !vlDeviceBrake_IsPulled(device->brake)) {
            (void)drd->dhdEnableForce(1, device->id);
        }
    }
    return !device->isOff;
}

static vlResult writeForceDimension(void* self, double now, const vlWrench* wrench)
{
    ForceDimension* device = self;
    if (!isRendering(device, now)) {
        return VL_ERROR_IO;
    }
    vlVec3 f = vlAxes_ToTheirs(axes(), wrench->force);
    vlVec3 t = vlAxes_ToTheirs(axes(), wrench->torque);
    int r = device->hasTorque
                ? device->drd.dhdSetForceAndTorque(f.x, f.y, f.z, t.x, t.y, t.z, device->id)
                : device->drd.dhdSetForce(f.x, f.y, f.z, device->id);
    device->saturated += r == SATURATED;
    return r >= 0 ? VL_OK : VL_ERROR_IO;
}

static void remark(void* self, char* text, size_t size)
{
    const ForceDimension* device = self;
    char off[192] = "", saturated[96] = "";
    if (device->offs > 0) {
        vlDevice_Say(off, sizeof off, "the device turned its force off %llu time%s, last %s",
                     (unsigned long long)device->offs, device->offs == 1 ? "" : "s",
                     causes[device->cause]);
    }
    if (device->saturated > 0) {
        vlDevice_Say(saturated, sizeof saturated, "%llu force%s beyond what a motor gives",
                     (unsigned long long)device->saturated,
                     device->saturated == 1 ? " was" : "s were");
    }
    vlDevice_Say(text, size, "%s%s%s%s%s",
                 device->isByHand ? "the library cannot initialise this device: move the handle to "
                                    "all its ends by hand first"
                                  : "",
                 device->isByHand && off[0] != '\0' ? "; " : "", off,
                 saturated[0] != '\0' && (device->isByHand || off[0] != '\0') ? "; " : "",
                 saturated);
}

static void closeForceDimension(void* self)
{
    ForceDimension* device = self;
    stop(device);
    vlLibrary_Close(device->library);
    free(device);
}

const vlDeviceOps vlForceDimension_Ops = {
    .name = "force-dimension",
    .describes = "A delta, omega, sigma, lambda or Falcon through Force Dimension's libdrd.",
    .probe = probe,
    .open = openForceDimension,
    .read = readForceDimension,
    .write = writeForceDimension,
    .close = closeForceDimension,
    .reach = vlAddress_ReachOfLibrary,
    .remark = remark,
};
