// SPDX-License-Identifier: MIT
// The common entry to all devices. Every sample and every wrench is checked here, so that neither a
// broken device nor a broken renderer can send the other a number that is not finite.

#include "device/backend.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "device/backends.h"

struct vlDevice {
    const vlDeviceOps* ops;
    void* self;
    vlDeviceInfo info;
    double lastTime;            // s, of the last call
    const vlDeviceBrake* brake; // NULL: none
};

#define VL_POINT_TO_BACKEND(ops) &(ops),
static const vlDeviceOps* const backends[] = {VL_DEVICE_BACKENDS(VL_POINT_TO_BACKEND)};
#undef VL_POINT_TO_BACKEND

#define BACKEND_COUNT ((int)(sizeof backends / sizeof backends[0]))
#define MAX_NAMES 32 // that are compared with an unknown one

const vlDeviceOps* vlDevice_GetBackend(const vlDeviceOps* const* added, int i)
{
    if (i < BACKEND_COUNT || added == NULL) {
        return i >= 0 && i < BACKEND_COUNT ? backends[i] : NULL;
    }
    // Counted one by one: only the NULL at the end says how many there are.
    int left = i - BACKEND_COUNT;
    while (*added != NULL && left > 0) {
        ++added;
        --left;
    }
    return *added;
}

void vlDevice_Say(char* message, size_t size, const char* format, ...)
{
    if (message != NULL && size > 0) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(message, size, format, arguments);
        va_end(arguments);
    }
}

void vlDevice_SetText(char field[VL_MAX_DEVICE_TEXT], const char* text)
{
    size_t length = strnlen(text, VL_MAX_DEVICE_TEXT - 1);
    memcpy(field, text, length);
    memset(field + length, 0, VL_MAX_DEVICE_TEXT - length);
}

void* vlDevice_GetSelf(const vlDevice* device, const vlDeviceOps* ops)
{
    return device != NULL && device->ops == ops ? device->self : NULL;
}

static bool isLimit(double value)
{
    return isfinite(value) && value >= 0.0;
}

static bool isInfoValid(const vlDeviceInfo* info)
{
    return memchr(info->backend, 0, sizeof info->backend) != NULL &&
           memchr(info->model, 0, sizeof info->model) != NULL && info->buttonCount >= 0 &&
           info->buttonCount <= 32 && isLimit(info->radius) && isLimit(info->maxForce) &&
           isLimit(info->maxTorque) && isLimit(info->maxStiffness) &&
           isLimit(info->maxAngularStiffness) && isLimit(info->maxDamping) &&
           isLimit(info->maxAngularDamping) && isLimit(info->rate);
}

vlResult vlDevice_Wrap(const vlDeviceOps* ops, void* self, const vlDeviceInfo* info,
                       vlDevice** device)
{
    if (ops == NULL || ops->name == NULL || ops->read == NULL || ops->write == NULL ||
        ops->close == NULL || info == NULL || device == NULL || !isInfoValid(info)) {
        return VL_ERROR_ARGUMENT;
    }
    vlAllocator allocator = vlDefaultAllocator();
    vlDevice* made = allocator.allocate(sizeof *made, allocator.user);
    if (made == NULL) {
        return VL_ERROR_MEMORY;
    }
    *made = (vlDevice){ops, self, *info, 0.0, NULL};
    *device = made;
    return VL_OK;
}

// Adds to a text of `size` bytes what still fits; returns the bytes used so far.
static size_t addText(char* text, size_t size, size_t used, const char* more)
{
    int n = used < size ? snprintf(text + used, size - used, "%s", more) : 0;
    return used + (n > 0 ? (size_t)n : 0);
}

// For an unknown backend name: lists all backends and suggests the most similar name.
static void complainOfName(const vlDeviceOps* const* added, const char* name, char* message,
                           size_t size)
{
    const char* names[MAX_NAMES];
    const vlDeviceOps* ops;
    char list[256] = "";
    size_t used = 0;
    int count = 0;
    for (; count < MAX_NAMES && (ops = vlDevice_GetBackend(added, count)) != NULL; ++count) {
        names[count] = ops->name;
        used = addText(list, sizeof list, used, count > 0 ? ", " : "");
        used = addText(list, sizeof list, used, ops->name);
    }
    const char* meant = vlSpelling_FindNearest(name, names, count);
    vlDevice_Say(message, size, "no backend '%.40s'; the backends are %s%s%s%s", name, list,
                 meant != NULL ? "; did you mean '" : "", meant != NULL ? meant : "",
                 meant != NULL ? "'?" : "");
}

const vlDeviceOps* vlDevice_FindBackend(const vlDeviceOps* const* added, const char* name,
                                        char* message, size_t messageSize)
{
    const vlDeviceOps* ops = NULL;
    for (int i = 0; name != NULL && (ops = vlDevice_GetBackend(added, i)) != NULL; ++i) {
        if (strcmp(ops->name, name) == 0) {
            return ops;
        }
    }
    complainOfName(added, name != NULL ? name : "", message, messageSize);
    return NULL;
}

vlDeviceReach vlDevice_GetReach(const vlDeviceOps* ops, const char* address, char* text,
                                size_t size)
{
    vlDevice_Say(text, size, "%s", "");
    return ops != NULL && ops->reach != NULL
               ? ops->reach(address != NULL ? address : "", text, size)
               : VL_REACH_LOCAL;
}

vlResult vlDevice_OpenWith(const vlDeviceOps* ops, const char* address, vlDeviceBrake* brake,
                           vlDevice** device, char* message, size_t messageSize)
{
    if (ops == NULL || ops->name == NULL || ops->open == NULL || ops->close == NULL ||
        device == NULL) {
        vlDevice_Say(message, messageSize,
                     "the name of the backend or the pointer to the device is NULL");
        return VL_ERROR_ARGUMENT;
    }
    void* self = NULL;
    vlDeviceInfo info;
    memset(&info, 0, sizeof info);
    vlDevice_SetText(info.backend, ops->name);
    vlDevice_Say(message, messageSize, "%s", "");
    vlResult r =
        ops->open(address != NULL ? address : "", brake, &self, &info, message, messageSize);
    if (r != VL_OK) {
        return r;
    }
    if (vlDeviceBrake_IsPulled(brake)) {
        vlDevice_Say(message, messageSize, VL_DEVICE_INTERRUPTED);
        ops->close(self);
        return VL_ERROR_IO;
    }
    vlDevice* made = NULL;
    r = vlDevice_Wrap(ops, self, &info, &made);
    if (r != VL_OK) {
        vlDevice_Say(message, messageSize, "%s: %s", ops->name, vlResult_Text(r));
        ops->close(self);
        return r;
    }
    made->brake = brake;
    *device = made;
    return VL_OK;
}

vlResult vlDevice_Open(const char* backend, const char* address, vlDevice** device, char* message,
                       size_t messageSize)
{
    const vlDeviceOps* ops = vlDevice_FindBackend(NULL, backend, message, messageSize);
    return ops != NULL ? vlDevice_OpenWith(ops, address, NULL, device, message, messageSize)
                       : VL_ERROR_ARGUMENT;
}

static void renderNothing(vlDevice* device)
{
    vlWrench nothing = {vlZero(), vlZero()};
    vlResult r = device->ops->write(device->self, device->lastTime, &nothing);
    (void)r; // a device that does not answer renders no force
}

void vlDevice_Close(vlDevice* device)
{
    if (device == NULL) {
        return;
    }
    renderNothing(device);
    device->ops->close(device->self);
    vlAllocator allocator = vlDefaultAllocator();
    allocator.release(device, allocator.user);
}

const vlDeviceInfo* vlDevice_GetInfo(const vlDevice* device)
{
    return device != NULL ? &device->info : NULL;
}

void vlDevice_GetRemark(const vlDevice* device, char* text, size_t size)
{
    vlDevice_Say(text, size, "%s", "");
    if (device != NULL && device->ops->remark != NULL && text != NULL && size > 0) {
        device->ops->remark(device->self, text, size);
    }
}

vlResult vlDevice_Read(vlDevice* device, double now, vlDeviceSample* sample)
{
    if (device == NULL || sample == NULL || !isfinite(now)) {
        return VL_ERROR_ARGUMENT;
    }
    device->lastTime = now;
    vlDeviceSample read;
    memset(&read, 0, sizeof read);
    vlResult r = device->ops->read(device->self, now, &read);
    if (r != VL_OK) {
        return r;
    }
    if (!vlDeviceSample_IsGood(&read)) {
        return VL_ERROR_ARGUMENT;
    }
    read.pose.q = vlUnitQ(read.pose.q);
    if (!read.hasTwist) {
        read.twist = (vlTwist){vlZero(), vlZero()};
    }
    *sample = read;
    return VL_OK;
}

vlResult vlDevice_Write(vlDevice* device, double now, const vlWrench* wrench)
{
    if (device == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    if (vlDeviceBrake_IsPulled(device->brake)) {
        renderNothing(device);
        return VL_ERROR_IO;
    }
    if (isfinite(now) && wrench != NULL && vlIsFinite(wrench->force) &&
        vlIsFinite(wrench->torque)) {
        device->lastTime = now;
        return device->ops->write(device->self, now, wrench);
    }
    // A caller that sends this is broken: render nothing rather than hold the last wrench.
    renderNothing(device);
    return VL_ERROR_ARGUMENT;
}
