// SPDX-License-Identifier: MIT
// 3D Systems' devices (Touch, Phantom) through OpenHaptics' libHD, which is loaded at run time.
//
// Forces may be set only in a callback of the library's own servo thread. That thread publishes its
// measurements and takes the newest wrench through two mailboxes that hold one value each; neither
// side ever waits for the other. If no wrench arrives for a tenth of a second, the callback renders
// nothing: it keeps running when our loop hangs.
//
// The maker's x points to the right, y up, z to the person; units are mm, N and N mm.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/latest.h"
#include "device/address.h"
#include "device/axes.h"
#include "device/backend.h"
#include "device/backends.h"
#include "device/hd.h"
#include "device/library.h"

#define DEFAULT_RATE 1000.0 // Hz
#define SILENCE 0.1         // s without anything from the other side
#define FIRST_FRAME_MS 1000 // longest wait for it when opening
// A 6-DoF Phantom Premium 1.5: the weakest of those that render torque.
#define MAX_TORQUE 0.188          // N m
#define MAX_ANGULAR_STIFFNESS 0.3 // N m/rad
// A device for a hand has less, whatever its library says; its servo loop runs at 500 to 1600 Hz.
#define MOST_FORCE 1e3     // N
#define MOST_STIFFNESS 1e6 // N/m
#define MOST_DAMPING 1e6   // N s/m
#define MOST_RADIUS 10.0   // m
#define LEAST_RATE 100     // Hz
#define MOST_RATE 5000
#define CUT_MS 100 // longest wait for a frame without force, at 1 kHz and on a busy machine
#define MM 1e-3

// What the servo thread publishes, in the maker's units and axes.
typedef struct Frame {
    uint64_t sequence;
    double transform[16]; // columns
    int buttons;
    bool isFaulty;
    bool hasTorque;
} Frame;

typedef struct OpenHaptics {
    void* library;
    vlHd hd;
    unsigned device;
    unsigned long callback;
    vlLatest* frames;                // from the servo thread
    vlLatest* wrenches;              // to the servo thread
    vlDeviceBrake* brake;            // NULL: none
    atomic_bool isCut;               // the brake was pulled: render nothing any more
    atomic_bool isServing, isSilent; // the servo thread runs; it has rendered nothing since
    // Owned by the servo thread once it runs.
    bool hasTorque;
    uint64_t frameCount;
    vlWrench wrench;  // in the maker's axes
    uint64_t age;     // frames since the wrench came
    uint64_t longest; // age at which it is dropped
    // Owned by the reading thread.
    Frame newest;
    bool isFresh; // nobody has read the newest yet
    double heard; // time of the read that took the newest
} OpenHaptics;

static vlAxes axes(void)
{
    vlAxes a = {{{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, -1.0, 0.0}}};
    return a;
}

// Runs in the servo thread, once per frame.
static unsigned serve(void* user)
{
    OpenHaptics* device = user;
    const vlHd* hd = &device->hd;
    Frame* frame = vlLatest_Begin(device->frames);
    size_t size;
    const vlWrench* taken = vlLatest_Take(device->wrenches, &size);
    if (taken != NULL) {
        device->wrench = *taken;
        device->age = 0;
    } else if (++device->age > device->longest) {
        device->wrench = (vlWrench){vlZero(), vlZero()};
    }
    bool isCut = atomic_load(&device->isCut);
    if (isCut) {
        device->wrench = (vlWrench){vlZero(), vlZero()};
    }
    memset(frame, 0, sizeof *frame);
    hd->hdBeginFrame(device->device);
    hd->hdGetDoublev(HD_CURRENT_TRANSFORM, frame->transform);
    hd->hdGetIntegerv(HD_CURRENT_BUTTONS, &frame->buttons);
    vlVec3 f = device->wrench.force, t = vlScale(device->wrench.torque, 1.0 / MM);
    const double force[3] = {f.x, f.y, f.z}, torque[3] = {t.x, t.y, t.z};
    hd->hdSetDoublev(HD_CURRENT_FORCE, force);
    frame->isFaulty = vlHd_IsFault(vlHd_TakeErrors(hd));
    if (device->hasTorque) {
        // The maker deprecates this parameter, so a version may come without it. Those named in its
        // place take torques about the device's joints, which are another quantity: turning ours
        // into them needs the axes of each model's gimbal, which the library does not give.
        hd->hdSetDoublev(HD_CURRENT_TORQUE, torque);
        device->hasTorque = !vlHd_IsFault(vlHd_TakeErrors(hd));
    }
    hd->hdEndFrame(device->device);
    frame->isFaulty = vlHd_IsFault(vlHd_TakeErrors(hd)) || frame->isFaulty;
    frame->hasTorque = device->hasTorque;
    frame->sequence = ++device->frameCount;
    vlLatest_Publish(device->frames, sizeof *frame);
    if (isCut) {
        atomic_store(&device->isSilent, true);
    }
    return HD_CALLBACK_CONTINUE;
}

// In the thread that pulls the brake: forces can be set in the servo thread only, so this waits
// until that thread has set them to zero.
static void cutForce(void* self)
{
    OpenHaptics* device = self;
    const struct timespec pause = {0, 1000000};
    atomic_store(&device->isCut, true);
    for (int i = 0; i < CUT_MS && atomic_load(&device->isServing); ++i) {
        if (atomic_load(&device->isSilent)) {
            return;
        }
        (void)nanosleep(&pause, NULL);
    }
}

static bool probe(char* text, size_t size)
{
    vlHd hd;
    char path[VL_MAX_LIBRARY_PATH];
    void* library = vlHd_Load("", &hd, path, text, size);
    if (library != NULL) {
        vlDevice_Say(text, size, "found %s; a device is looked for when one is opened", path);
    }
    vlLibrary_Close(library);
    return library != NULL;
}

// Opens the device by its name, or by each of the usual names of a default device.
static bool init(OpenHaptics* device, const char* place, char* message, size_t size)
{
    const char* const names[] = {"Default Device", "Default PHANToM", NULL};
    const vlHd* hd = &device->hd;
    int count = place[0] != '\0' ? 1 : 3;
    unsigned error = 0;
    for (int i = 0; i < count; ++i) {
        device->device = hd->hdInitDevice(place[0] != '\0' ? place : names[i]);
        error = vlHd_TakeErrors(hd);
        if (device->device != HD_INVALID_HANDLE && !vlHd_IsFault(error)) {
            return true;
        }
        if (device->device != HD_INVALID_HANDLE) {
            hd->hdDisableDevice(device->device);
            (void)vlHd_TakeErrors(hd);
        }
    }
    const char* why = hd->hdGetErrorString(error);
    vlDevice_Say(message, size, "device '%s' cannot be opened: %s (0x%04x): see docs/devices.md",
                 place[0] != '\0' ? place : names[0], why != NULL ? why : "no reason given", error);
    return false;
}

static bool calibrate(const vlHd* hd)
{
    if (hd->hdCheckCalibration == NULL || hd->hdUpdateCalibration == NULL) {
        return true;
    }
    unsigned needs = hd->hdCheckCalibration();
    if (needs == HD_CALIBRATION_NEEDS_UPDATE) {
        // Of the styles that the device offers, the one that needs the least from the person.
        int styles = 0;
        hd->hdGetIntegerv(HD_CALIBRATION_STYLE, &styles);
        bool isAuto = ((unsigned)styles & HD_CALIBRATION_AUTO) != 0;
        bool isInkwell = ((unsigned)styles & HD_CALIBRATION_INKWELL) != 0;
        hd->hdUpdateCalibration(isAuto      ? HD_CALIBRATION_AUTO
                                : isInkwell ? HD_CALIBRATION_INKWELL
                                            : HD_CALIBRATION_ENCODER_RESET);
    }
    (void)vlHd_TakeErrors(hd);
    return needs != HD_CALIBRATION_NEEDS_MANUAL_INPUT;
}

// A limit of the device; 0, which means that it is not known, if it is none.
static double limitOf(const vlHd* hd, unsigned what, double unit, double most)
{
    double value = 0.0;
    hd->hdGetDoublev(what, &value);
    value *= unit;
    return value > 0.0 && value <= most ? value : 0.0;
}

static void describe(OpenHaptics* device, vlDeviceInfo* info)
{
    const vlHd* hd = &device->hd;
    const char* model = hd->hdGetString(HD_DEVICE_MODEL_TYPE);
    vlDevice_SetText(info->model, model != NULL ? model : "OpenHaptics");
    int dof = 3, rate = 0;
    hd->hdGetIntegerv(HD_OUTPUT_DOF, &dof);
    hd->hdGetIntegerv(HD_UPDATE_RATE, &rate);
    device->hasTorque = dof >= 6;
    info->hasOrientation = info->hasForce = true;
    info->buttonCount = 4;
    // A force that nobody renews is dropped after a number of frames that follows from the rate.
    info->rate = rate >= LEAST_RATE && rate <= MOST_RATE ? (double)rate : DEFAULT_RATE;
    info->maxForce = limitOf(hd, HD_NOMINAL_MAX_FORCE, 1.0, MOST_FORCE);
    info->maxStiffness = limitOf(hd, HD_NOMINAL_MAX_STIFFNESS, 1.0 / MM, MOST_STIFFNESS);
    info->maxDamping = limitOf(hd, HD_NOMINAL_MAX_DAMPING, 1.0 / MM, MOST_DAMPING);
    // The smallest half width of the box.
    double box[6] = {0.0};
    hd->hdGetDoublev(HD_USABLE_WORKSPACE_DIMENSIONS, box);
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        double half = 0.5 * MM * (box[i + 3] - box[i]);
        least = half < least ? half : least;
    }
    info->radius = least > 0.0 && least <= MOST_RADIUS ? least : 0.0;
    (void)vlHd_TakeErrors(hd); // of queries that this version does not know
}

static bool takeFrame(OpenHaptics* device)
{
    size_t size;
    const Frame* frame = vlLatest_Take(device->frames, &size);
    if (frame != NULL) {
        device->newest = *frame;
        device->isFresh = true;
    }
    return frame != NULL;
}

static bool startServo(OpenHaptics* device, double rate)
{
    const vlHd* hd = &device->hd;
    device->longest = (uint64_t)(SILENCE * rate);
    hd->hdEnable(HD_FORCE_OUTPUT);
    device->callback =
        hd->hdScheduleAsynchronous(serve, device, (unsigned short)HD_DEFAULT_PRIORITY);
    atomic_store(&device->isServing, true);
    hd->hdStartScheduler();
    for (int i = 0; i < FIRST_FRAME_MS && !vlDeviceBrake_IsPulled(device->brake); ++i) {
        if (takeFrame(device)) {
            return !device->newest.isFaulty;
        }
        const struct timespec pause = {0, 1000000};
        (void)nanosleep(&pause, NULL);
    }
    return false;
}

static void stopServo(OpenHaptics* device)
{
    device->hd.hdStopScheduler();
    atomic_store(&device->isServing, false);
    device->hd.hdUnschedule(device->callback);
    (void)vlHd_TakeErrors(&device->hd);
}

static void freeDevice(OpenHaptics* device)
{
    vlDeviceBrake_Unfit(device->brake, device);
    vlLatest_Destroy(device->frames);
    vlLatest_Destroy(device->wrenches);
    vlLibrary_Close(device->library);
    free(device);
}

// Opens everything, from the library to the first frame.
static bool start(OpenHaptics* device, const char* place, vlDeviceInfo* info, char* message,
                  size_t size)
{
    if (!init(device, place, message, size)) {
        return false;
    }
    device->hd.hdMakeCurrentDevice(device->device);
    bool isCalibrated = !vlDeviceBrake_IsPulled(device->brake) && calibrate(&device->hd);
    describe(device, info);
    if (isCalibrated && !vlDeviceBrake_IsPulled(device->brake) && startServo(device, info->rate)) {
        info->hasTorque = device->newest.hasTorque;
        info->maxTorque = info->hasTorque ? MAX_TORQUE : 0.0;
        info->maxAngularStiffness = info->hasTorque ? MAX_ANGULAR_STIFFNESS : 0.0;
        return true;
    }
    if (atomic_load(&device->isServing)) {
        stopServo(device);
    }
    device->hd.hdDisableDevice(device->device);
    if (vlDeviceBrake_IsPulled(device->brake)) {
        vlDevice_Say(message, size, VL_DEVICE_INTERRUPTED);
        return false;
    }
    vlDevice_Say(message, size,
                 isCalibrated ? "'%s' gives no measurements"
                              : "'%s' needs to be calibrated: put the stylus in its holder, then "
                                "try again",
                 info->model);
    return false;
}

static vlResult openOpenHaptics(const char* address, vlDeviceBrake* brake, void** self,
                                vlDeviceInfo* info, char* message, size_t size)
{
    char place[VL_MAX_ADDRESS_TEXT], named[VL_MAX_ADDRESS_TEXT] = "";
    const vlAddressKey keys[] = {{"lib", named, NULL, 0.0, 0.0}};
    if (!vlAddress_Read(address, place, keys, 1, message, size)) {
        return VL_ERROR_ARGUMENT;
    }
    OpenHaptics* device = calloc(1, sizeof *device);
    if (device == NULL || vlLatest_Create(sizeof(Frame), &device->frames) != VL_OK ||
        vlLatest_Create(sizeof(vlWrench), &device->wrenches) != VL_OK) {
        vlDevice_Say(message, size, "%s", vlResult_Text(VL_ERROR_MEMORY));
        if (device != NULL) {
            freeDevice(device);
        }
        return VL_ERROR_MEMORY;
    }
    char path[VL_MAX_LIBRARY_PATH];
    device->library = vlHd_Load(named, &device->hd, path, message, size);
    vlResult fitted = vlDeviceBrake_Fit(brake, cutForce, device);
    device->brake = fitted == VL_OK ? brake : NULL;
    if (fitted != VL_OK) {
        vlDevice_Say(message, size, "the brake holds no more devices");
    }
    if (fitted != VL_OK || device->library == NULL || !start(device, place, info, message, size)) {
        freeDevice(device);
        return VL_ERROR_IO;
    }
    *self = device;
    return VL_OK;
}

static vlResult readOpenHaptics(void* self, double now, vlDeviceSample* sample)
{
    OpenHaptics* device = self;
    (void)takeFrame(device);
    if (device->isFresh) {
        device->isFresh = false;
        device->heard = now;
    }
    const Frame* newest = &device->newest;
    if (newest->isFaulty || now - device->heard > SILENCE) {
        return VL_ERROR_IO;
    }
    const double* m = newest->transform;
    vlMat3 rotation =
        vlMat(vlVec(m[0], m[1], m[2]), vlVec(m[4], m[5], m[6]), vlVec(m[8], m[9], m[10]));
    vlPose pose;
    pose.p = vlAxes_ToOurs(axes(), vlScale(vlVec(m[12], m[13], m[14]), MM));
    if (!vlAxes_OrientationToOurs(axes(), rotation, &pose.q)) {
        return VL_ERROR_ARGUMENT;
    }
    *sample = (vlDeviceSample){.time = device->heard,
                               .sequence = newest->sequence,
                               .pose = pose,
                               .buttons = (uint32_t)newest->buttons & 0xfu};
    return VL_OK;
}

static vlResult writeOpenHaptics(void* self, double now, const vlWrench* wrench)
{
    (void)now;
    OpenHaptics* device = self;
    vlWrench* to = vlLatest_Begin(device->wrenches);
    to->force = vlAxes_ToTheirs(axes(), wrench->force);
    to->torque = vlAxes_ToTheirs(axes(), wrench->torque);
    vlLatest_Publish(device->wrenches, sizeof *to);
    return device->newest.isFaulty ? VL_ERROR_IO : VL_OK;
}

static void closeOpenHaptics(void* self)
{
    OpenHaptics* device = self;
    stopServo(device);
    device->hd.hdDisableDevice(device->device);
    freeDevice(device);
}

const vlDeviceOps vlOpenHaptics_Ops = {
    .name = "openhaptics",
    .describes = "A Touch or Phantom through 3D Systems' OpenHaptics (libHD).",
    .probe = probe,
    .open = openOpenHaptics,
    .read = readOpenHaptics,
    .write = writeOpenHaptics,
    .close = closeOpenHaptics,
    .reach = vlAddress_ReachOfLibrary,
};
