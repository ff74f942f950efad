// SPDX-License-Identifier: MIT
#include "app/cli/tuned_gains.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <volar/tuner.h>

#include <volar/scene_haptics.h>
#include "app/cli/exit_status.h"
#include "app/cli/fixed_text.h"
#include "app/cli/say.h"

// If contacts are found less often, a coupling tuned for one rate throws the hand back
// (docs/stability_maps.md).
#define LEAST_CONTACT_RATE 200.0 // Hz

static void addSet(vlTunedGains* gains, int device, const char* key, double value)
{
    (void)snprintf(gains->text[gains->count++], sizeof gains->text[0], "devices.%d.%s=%.10g",
                   device, key, value);
}

static void keepDefault(const vlSceneDevice* device, const char* why, char* said, size_t size)
{
    (void)snprintf(said, size,
                   "%g N/m, %g N s/m: the plain default, since %s; 'volar tune' finds more",
                   device->coupling.stiffness, device->coupling.damping, why);
}

// Finds the couplings of force and torque of the device at `place`; `device` is its model.
static void tuneDevice(const vlScene* scene, int place, const vlSceneDevice* device,
                       bool isDelayAssumed, vlTunedGains* gains)
{
    char* said = gains->said[place];
    const size_t size = sizeof gains->said[place];
    vlTunerDef def;
    vlTunedCoupling found;
    char message[128] = "its mechanism has no single direction to tune";
    if (vlSceneDevice_MakeTuner(scene, device, false, &def) != VL_OK ||
        vlTuner_Find(&def, &found, message, sizeof message) != VL_OK) {
        keepDefault(device, message, said, size);
        return;
    }
    addSet(gains, place, "stiffness", found.stiffness);
    addSet(gains, place, "damping", found.damping);
    if (device->velocity == VL_VELOCITY_FILTER) {
        addSet(gains, place, "velocity-cut", found.cut);
    }
    vlFixedText text = vlFixedText_Begin(said, size);
    vlFixedText_Add(&text, "%.10g N/m, %.10g N s/m", found.stiffness, found.damping);
    double delay = def.device.motors.delay;
    double cut = found.cut;
    if (!device->hasAngularGains && vlSceneDevice_MakeTuner(scene, device, true, &def) == VL_OK) {
        def.cut = cut;
        if (vlTuner_Find(&def, &found, NULL, 0) == VL_OK) {
            addSet(gains, place, "angular-stiffness", found.stiffness);
            addSet(gains, place, "angular-damping", found.damping);
            vlFixedText_Add(&text, ", %.10g N m/rad, %.10g N m s/rad", found.stiffness,
                            found.damping);
        }
    }
    vlFixedText_Add(&text, ": tuned for %.40s, margin %g, %.3g ms delay %s",
                    device->address[0] != '\0' ? device->address : def.device.info.model,
                    def.margin, 1e3 * delay, isDelayAssumed ? "assumed" : "as its file says");
}

// --device without a name means the first device of the scene.
static bool isReplaced(const vlTunedFor* devices, const vlSceneDevice* device, int place)
{
    bool isIt = false;
    for (int i = 0; i < devices->specCount; ++i) {
        const char* spec = devices->specs[i];
        size_t length = strcspn(spec, "=:");
        bool isNamed = spec[length] == '=';
        isIt = isIt ||
               (isNamed ? strlen(device->name) == length && strncmp(device->name, spec, length) == 0
                        : place == 0);
    }
    return isIt;
}

void vlTunedGains_Find(const vlScene* scene, const vlTunedFor* devices, vlTunedGains* gains)
{
    *gains = (vlTunedGains){.count = 0};
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        vlSceneDevice device = *vlScene_GetDevice(scene, i);
        char* said = gains->said[i];
        const size_t size = sizeof gains->said[i];
        if (device.hasGains || !vlSceneDevice_IsCoupled(scene, &device)) {
            continue;
        }
        if (devices->known[i] != NULL) {
            device.backend = "simulated";
            device.address = devices->known[i]->info.model;
            device.model = devices->known[i];
        }
        bool isKnown = devices->known[i] != NULL ||
                       (!isReplaced(devices, &device, i) && vlSceneDevice_IsSimulated(&device));
        if (!isKnown) {
            keepDefault(&device, "nothing is known of the device", said, size);
        } else if (devices->contactRate > 0.0 && devices->contactRate < LEAST_CONTACT_RATE) {
            keepDefault(&device, "contacts are found so rarely", said, size);
        } else {
            bool isAssumed =
                devices->known[i] != NULL ? devices->isDelayAssumed[i] : !device.isDelayStated;
            tuneDevice(scene, i, &device, isAssumed, gains);
        }
    }
}

void vlTunedGains_Say(const vlSceneSource* source, const vlScene* scene, const vlTunedGains* gains)
{
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        if (gains->said[i][0] != '\0') {
            vlSay(stderr, "%s: note: device '%s': coupling %s\n", source->name,
                  vlScene_GetDevice(scene, i)->name, gains->said[i]);
        }
    }
}

int vlTunedGains_Load(const char* program, const vlSceneSource* source, vlSceneOptions* options,
                      const char** sets, const vlTunedFor* devices, vlTunedGains* gains,
                      vlScene** scene)
{
    vlScene* tuned = NULL;
    vlFileErrors errors = {.count = 0};
    int status = vlSceneSource_Load(program, source, options, scene);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlTunedGains_Find(*scene, devices, gains);
    vlSceneOptions more = *options;
    for (int i = 0; i < options->setCount; ++i) {
        sets[i] = options->sets[i];
    }
    for (int i = 0; i < gains->count; ++i) {
        sets[more.setCount++] = gains->text[i];
    }
    more.sets = sets;
    vlResult r = gains->count > 0 ? vlSceneSource_Read(source, &more, &tuned, &errors) : VL_OK;
    if (r == VL_ERROR_MEMORY) {
        vlSay(stderr, "%s: %s: %s\n", program, source->name, vlResult_Text(r));
        vlScene_Destroy(*scene);
        *scene = NULL;
        return VL_EXIT_FAILED;
    }
    if (tuned != NULL) {
        vlScene_Destroy(*scene);
        *scene = tuned;
        *options = more;
    } else if (r != VL_OK) { // an explicit step that is too long for them, for example
        for (int i = 0; i < vlScene_GetDeviceCount(*scene); ++i) {
            if (gains->said[i][0] != '\0') {
                keepDefault(vlScene_GetDevice(*scene, i), "the world does not take the tuned one",
                            gains->said[i], sizeof gains->said[i]);
            }
        }
        gains->count = 0;
    }
    return VL_EXIT_OK;
}
