// SPDX-License-Identifier: MIT
#include "app/backends.h"

#include <stdio.h>
#include <string.h>

#include "app/haply/haply.h"

static const vlDeviceOps* const ours[] = {&vlHaply_Ops};
#define OUR_COUNT ((int)(sizeof ours / sizeof ours[0]))

static int countOfLibrary(void)
{
    int count = 0;
    while (vlDevice_GetBackend(count) != NULL) {
        ++count;
    }
    return count;
}

const vlDeviceOps* vlBackends_Get(int i)
{
    int count = countOfLibrary();
    if (i < count) {
        return vlDevice_GetBackend(i);
    }
    return i - count < OUR_COUNT ? ours[i - count] : NULL;
}

static void say(char* message, size_t size, const char* text)
{
    if (message != NULL && size > 0) {
        (void)snprintf(message, size, "%s", text);
    }
}

// Names of all backends.
static vlResult refuse(const char* name, char* message, size_t size)
{
    char text[512];
    const vlDeviceOps* ops;
    int used = snprintf(text, sizeof text, "no backend '%.40s'; there are ", name);
    for (int i = 0; (ops = vlBackends_Get(i)) != NULL && (size_t)used < sizeof text; ++i) {
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%s%s", i > 0 ? ", " : "", ops->name);
    }
    say(message, size, text);
    return VL_ERROR_ARGUMENT;
}

static vlResult openOurs(const vlDeviceOps* ops, const char* address, vlDevice** device,
                         char* message, size_t size)
{
    void* self = NULL;
    vlDeviceInfo info;
    memset(&info, 0, sizeof info);
    (void)snprintf(info.backend, sizeof info.backend, "%s", ops->name);
    say(message, size, "");
    vlResult r = ops->open(address, &self, &info, message, size);
    if (r != VL_OK) {
        return r;
    }
    r = vlDevice_Wrap(ops, self, &info, device);
    if (r != VL_OK) {
        say(message, size, vlResult_Text(r));
        ops->close(self);
    }
    return r;
}

vlResult vlBackends_Open(const char* name, const char* address, vlDevice** device, char* message,
                         size_t messageSize)
{
    const vlDeviceOps* ops = NULL;
    for (int i = 0; name != NULL && (ops = vlBackends_Get(i)) != NULL; ++i) {
        if (strcmp(ops->name, name) == 0) {
            break;
        }
    }
    if (ops == NULL || device == NULL) {
        return refuse(name != NULL ? name : "", message, messageSize);
    }
    for (int i = 0; i < OUR_COUNT; ++i) {
        if (ops == ours[i]) {
            return openOurs(ops, address != NULL ? address : "", device, message, messageSize);
        }
    }
    return vlDevice_Open(name, address, device, message, messageSize);
}
