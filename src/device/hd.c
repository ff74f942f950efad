// SPDX-License-Identifier: MIT
#include "device/hd.h"

#include <stdlib.h>

#include "device/backend.h"
#include "device/library.h"

// Errors come in classes of 256: for calls, forces, the device, frames, the scheduler and the
// licence.
#define ERROR_CLASS 0xff00u
#define FORCE_ERRORS 0x0200u
#define MAX_ERRORS 16 // that are taken from the library's list at a time

static const vlSymbol symbols[] = {
    VL_SYMBOL(vlHd, hdInitDevice),
    VL_SYMBOL(vlHd, hdDisableDevice),
    VL_SYMBOL(vlHd, hdMakeCurrentDevice),
    VL_SYMBOL(vlHd, hdBeginFrame),
    VL_SYMBOL(vlHd, hdEndFrame),
    VL_SYMBOL(vlHd, hdGetError),
    VL_SYMBOL(vlHd, hdGetErrorString),
    VL_SYMBOL(vlHd, hdEnable),
    VL_SYMBOL(vlHd, hdGetDoublev),
    VL_SYMBOL(vlHd, hdGetIntegerv),
    VL_SYMBOL(vlHd, hdGetString),
    VL_SYMBOL(vlHd, hdSetDoublev),
    VL_SYMBOL(vlHd, hdStartScheduler),
    VL_SYMBOL(vlHd, hdStopScheduler),
    VL_SYMBOL(vlHd, hdScheduleAsynchronous),
    VL_SYMBOL(vlHd, hdUnschedule),
    VL_SYMBOL_OPTIONAL(vlHd, hdCheckCalibration),
    VL_SYMBOL_OPTIONAL(vlHd, hdUpdateCalibration),
};

bool vlHd_IsOfForce(unsigned error)
{
    return (error & ERROR_CLASS) == FORCE_ERRORS;
}

bool vlHd_IsFault(unsigned error)
{
    return error != 0 && !vlHd_IsOfForce(error);
}

unsigned vlHd_TakeErrors(const vlHd* hd)
{
    unsigned worst = 0;
    for (int i = 0; i < MAX_ERRORS; ++i) {
        unsigned code = hd->hdGetError().code;
        if (code == 0) {
            break;
        }
        worst = vlHd_IsFault(worst) ? worst : code;
    }
    return worst;
}

void* vlHd_Load(const char* named, vlHd* hd, char* path, char* message, size_t size)
{
    const char* chosen = named[0] != '\0' ? named : getenv("VOLAR_HD");
    bool isChosen = chosen != NULL && chosen[0] != '\0';
    const char* const usual[] = {"libHD.so", "/usr/lib/libHD.so*", "/usr/lib64/libHD.so*",
                                 "/usr/local/lib/libHD.so*"};
    char why[256];
    void* library =
        vlLibrary_Open(isChosen ? &chosen : usual, isChosen ? 1 : 4, path, why, sizeof why);
    if (library == NULL) {
        vlDevice_Say(message, size, "OpenHaptics is not installed: see docs/devices.md (%s)", why);
        return NULL;
    }
    const char* missing =
        vlLibrary_Resolve(library, symbols, (int)(sizeof symbols / sizeof symbols[0]), hd);
    if (missing != NULL) {
        vlDevice_Say(message, size, "%s has no function %s: see docs/devices.md", path, missing);
        vlLibrary_Close(library);
        return NULL;
    }
    return library;
}
