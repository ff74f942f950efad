// SPDX-License-Identifier: MIT
#include "app/live/connect.h"

#include <stdio.h>
#include <string.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"
#include "app/cli/fixed_text.h"
#include "app/cli/say.h"
#include "app/devices/added_backends.h"
#include "app/devices/device_name.h"
#include "app/devices/device_reach.h"
#include "app/devices/program_brake.h"

#define MAX_TEXT 256

// The parts of one --device option.
typedef struct Wanted {
    int place;
    char backend[VL_MAX_DEVICE_TEXT];
    char address[MAX_TEXT];
    bool isOfScene;   // the scene asks for it, not --device
    const char* spec; // of --device; NULL: none
} Wanted;

static void listDevices(const vlScene* scene, char* text, size_t size)
{
    vlFixedText list = vlFixedText_Begin(text, size);
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        vlFixedText_Add(&list, "%s%s", i > 0 ? ", " : "", vlScene_GetDevice(scene, i)->name);
    }
}

// Finds the device of the scene that is meant: the named one, or the first if none is named.
static bool findPlace(const char* program, const vlScene* scene, const char* spec, const char* end,
                      int* place)
{
    char name[MAX_TEXT];
    char known[MAX_TEXT];
    listDevices(scene, known, sizeof known);
    if (known[0] == '\0') {
        vlSay(stderr, "%s: --device is '%s', but scene %s has no devices\n", program, spec,
              vlScene_GetName(scene));
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(end - spec), spec);
    *place = end > spec ? vlScene_FindDevice(scene, name) : 0;
    if (*place < 0) {
        vlSay(stderr, "%s: --device names '%s'; expected one of scene %s: %s\n", program, name,
              vlScene_GetName(scene), known);
    }
    return *place >= 0;
}

// Each device has one source: which of two options counts would be a guess.
static bool claim(const char* program, const vlScene* scene, Wanted* wanted, const Wanted* one)
{
    Wanted* place = &wanted[one->place];
    if (place->spec != NULL) {
        vlSay(stderr, "%s: --device is '%s' and '%s', both for the device '%s'\n", program,
              place->spec, one->spec, vlScene_GetDevice(scene, one->place)->name);
        return false;
    }
    *place = *one;
    return true;
}

static bool parse(const char* program, const vlScene* scene, const char* spec, Wanted* wanted)
{
    size_t nameLength = strcspn(spec, "=:");
    const char* equals = spec[nameLength] == '=' ? spec + nameLength : NULL;
    const char* backend = equals != NULL ? equals + 1 : spec;
    const char* colon = strchr(backend, ':');
    int length = (int)(colon != NULL ? (size_t)(colon - backend) : strlen(backend));
    if (!findPlace(program, scene, spec, equals != NULL ? equals : spec, &wanted->place)) {
        return false;
    }
    snprintf(wanted->backend, sizeof wanted->backend, "%.*s", length, backend);
    snprintf(wanted->address, sizeof wanted->address, "%s", colon != NULL ? colon + 1 : "");
    wanted->isOfScene = false;
    wanted->spec = spec;
    char message[MAX_TEXT];
    bool isKnown =
        vlDevice_FindBackend(vlAddedBackends, wanted->backend, message, sizeof message) != NULL;
    char meant[VL_MAX_DEVICE_TEXT];
    bool isGuessed = !isKnown && strstr(message, "did you mean") != NULL;
    if (!isKnown && vlDeviceName_Suggest(wanted->backend, isGuessed, meant, sizeof meant)) {
        vlSay(stderr, "%s: --device is '%s': no backend '%s'; did you mean 'simulated:%s'?\n",
              program, spec, wanted->backend, meant);
    } else if (!isKnown) {
        vlSay(stderr, "%s: --device is '%s': %s\n", program, spec, message);
    }
    return isKnown;
}

static int openOne(const char* program, vlSimulation* simulation, const Wanted* wanted,
                   vlDevice** device)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    const char* name = vlScene_GetDevice(scene, wanted->place)->name;
    char message[MAX_TEXT] = "";
    const vlDeviceOps* ops =
        vlDevice_FindBackend(vlAddedBackends, wanted->backend, message, sizeof message);
    vlReach_Warn(ops, wanted->address);
    vlResult r = ops != NULL
                     ? vlProgramBrake_Open(ops, wanted->address, device, message, sizeof message)
                     : VL_ERROR_ARGUMENT;
    if (r == VL_OK) {
        r = vlSimulation_SetDeviceInfo(simulation, wanted->place, vlDevice_GetInfo(*device));
    }
    if (r != VL_OK) {
        vlSay(stderr, "%s: device '%s': %s\n", program, name,
              message[0] != '\0' ? message : vlResult_Text(r));
        if (vlEnding_IsAsked()) {
            return vlEnding_GetStatus();
        }
        vlSay(stderr, "%s: 'volar devices' lists what can be used here; ", program);
        if (wanted->isOfScene) {
            vlSay(stderr, "'--set devices.%s.device=simulated' uses a simulated one\n", name);
        } else {
            vlSay(stderr, "without --device the scene's own device is used\n");
        }
        return VL_EXIT_FILE;
    }
    char remark[2 * MAX_TEXT];
    vlDevice_GetRemark(*device, remark, sizeof remark);
    if (remark[0] != '\0') {
        vlSay(stderr, "device %s: %s\n", name, remark);
    }
    return VL_EXIT_OK;
}

bool vlConnect_IsNeeded(const vlScene* scene, const vlConnectSpecs* specs)
{
    bool isNeeded = specs->count > 0;
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        isNeeded = isNeeded || strcmp(vlScene_GetDevice(scene, i)->backend, "simulated") != 0;
    }
    return isNeeded;
}

int vlConnect_Open(const char* program, vlSimulation* simulation, const vlConnectSpecs* specs,
                   bool isFast, vlDevice* devices[VL_MAX_DEVICES])
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    Wanted wanted[VL_MAX_DEVICES] = {{0}};
    if (!vlReach_CheckScene(program, scene)) {
        return VL_EXIT_FILE;
    }
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        const vlSceneDevice* device = vlScene_GetDevice(scene, i);
        wanted[i].place = i;
        if (strcmp(device->backend, "simulated") != 0) {
            snprintf(wanted[i].backend, sizeof wanted[i].backend, "%s", device->backend);
            snprintf(wanted[i].address, sizeof wanted[i].address, "%s", device->address);
            wanted[i].isOfScene = true;
        }
    }
    for (int i = 0; i < specs->count; ++i) {
        Wanted one;
        if (!parse(program, scene, specs->text[i], &one) || !claim(program, scene, wanted, &one)) {
            return VL_EXIT_USAGE;
        }
    }
    for (int i = 0; i < specs->simulatedCount; ++i) {
        Wanted one = {.spec = specs->simulated[i]}; // the scene has it already; nothing to open
        size_t length = strcspn(one.spec, "=:");
        const char* end = one.spec[length] == '=' ? one.spec + length : one.spec;
        if (!findPlace(program, scene, one.spec, end, &one.place) ||
            !claim(program, scene, wanted, &one)) {
            return VL_EXIT_USAGE;
        }
    }
    int status = VL_EXIT_OK;
    for (int i = 0; i < vlScene_GetDeviceCount(scene) && status == VL_EXIT_OK; ++i) {
        if (wanted[i].backend[0] != '\0' && isFast && strcmp(wanted[i].backend, "replay") != 0) {
            vlSay(stderr, "%s: --fast, but device '%s' is %s, which runs in real time\n", program,
                  vlScene_GetDevice(scene, i)->name, wanted[i].backend);
            status = VL_EXIT_USAGE;
        } else if (wanted[i].backend[0] != '\0') {
            status = openOne(program, simulation, &wanted[i], &devices[i]);
        }
    }
    return status;
}
