// SPDX-License-Identifier: MIT
#include "device/drd.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include "device/backend.h"
#include "device/library.h"

#define MAX_NAMES 16

static const vlSymbol symbols[] = {
    VL_SYMBOL(vlDrd, dhdOpenID),
    VL_SYMBOL(vlDrd, dhdClose),
    VL_SYMBOL(vlDrd, dhdEnableForce),
    VL_SYMBOL(vlDrd, dhdGetPositionAndOrientationFrame),
    VL_SYMBOL(vlDrd, dhdSetForce),
    VL_SYMBOL(vlDrd, dhdSetForceAndTorque),
    VL_SYMBOL(vlDrd, dhdGetButtonMask),
    VL_SYMBOL(vlDrd, dhdHasWrist),
    VL_SYMBOL(vlDrd, dhdHasActiveWrist),
    VL_SYMBOL_OPTIONAL(vlDrd, dhdGetDeviceCount),
    VL_SYMBOL_OPTIONAL(vlDrd, dhdGetSystemName),
    VL_SYMBOL_OPTIONAL(vlDrd, dhdErrorGetLastStr),
    VL_SYMBOL_OPTIONAL(vlDrd, dhdStop),
    VL_SYMBOL_OPTIONAL(vlDrd, dhdGetStatus),
    VL_SYMBOL_OPTIONAL(vlDrd, drdIsSupported),
    VL_SYMBOL_OPTIONAL(vlDrd, drdOpenID),
    VL_SYMBOL_OPTIONAL(vlDrd, drdIsInitialized),
    VL_SYMBOL_OPTIONAL(vlDrd, drdAutoInit),
    VL_SYMBOL_OPTIONAL(vlDrd, drdStop),
    VL_SYMBOL_OPTIONAL(vlDrd, drdClose),
};

// Where to look for the library: the path that was named, or all usual places.
static int listNames(const char* named, char names[MAX_NAMES][VL_MAX_LIBRARY_PATH])
{
    const char* chosen = named[0] != '\0' ? named : getenv("VOLAR_DRD");
    if (chosen != NULL && chosen[0] != '\0') {
        (void)snprintf(names[0], VL_MAX_LIBRARY_PATH, "%s", chosen);
        return 1;
    }
    struct utsname machine;
    (void)uname(&machine);
    const char* const roots[] = {getenv("FDSDK"), getenv("FORCEDIM_SDK"), getenv("HOME")};
    int count = 0;
    static const char* const libraries[] = {"libdrd", "libdhd"};
    for (int i = 0; i < 2; ++i) {
        const char* library = libraries[i];
        for (int k = 0; k < 3; ++k) {
            if (roots[k] != NULL && k < 2) {
                (void)snprintf(names[count++], VL_MAX_LIBRARY_PATH,
                               "%s/lib/release/lin-%s-gcc/%s.so*", roots[k], machine.machine,
                               library);
            } else if (roots[k] != NULL) {
                (void)snprintf(names[count++], VL_MAX_LIBRARY_PATH, "%s/.local/lib/%s.so*",
                               roots[k], library);
            }
        }
        (void)snprintf(names[count++], VL_MAX_LIBRARY_PATH, "/usr/local/lib/%s.so*", library);
        (void)snprintf(names[count++], VL_MAX_LIBRARY_PATH, "%s.so.3", library);
        (void)snprintf(names[count++], VL_MAX_LIBRARY_PATH, "%s.so", library);
    }
    return count;
}

void* vlDrd_Load(const char* named, vlDrd* drd, char* path, char* message, size_t size)
{
    char names[MAX_NAMES][VL_MAX_LIBRARY_PATH];
    const char* list[MAX_NAMES];
    int count = listNames(named, names);
    for (int i = 0; i < count; ++i) {
        list[i] = names[i];
    }
    char why[256];
    void* library = vlLibrary_Open(list, count, path, why, sizeof why);
    if (library == NULL) {
        vlDevice_Say(message, size, "libdrd is not installed: see docs/devices.md (%s)", why);
        return NULL;
    }
    const char* missing =
        vlLibrary_Resolve(library, symbols, (int)(sizeof symbols / sizeof symbols[0]), drd);
    if (missing != NULL) {
        vlDevice_Say(message, size, "%s has no function %s: see docs/devices.md", path, missing);
        vlLibrary_Close(library);
        return NULL;
    }
    return library;
}
