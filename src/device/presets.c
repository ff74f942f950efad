// SPDX-License-Identifier: MIT
// Known devices. The limits are those that haptic libraries ship for them (CHAI3D's tables). Mass,
// friction and resolution of the Phantoms, and the resolutions of the others, are from memory, near
// their makers' data sheets; the other values are typical of this kind of device.
//
// The largest stiffness in such a table is what the device renders stably at 1 kHz. A spring
// rendered from samples feels passive if the device has enough damping, b > K T/2 (Colgate and
// Schenkel), and enough friction to absorb the quantisation of its encoders, c > K d/2, where d is
// one count (Diolaiti and others). So the damping of a preset follows from its stiffness: EXTRA
// times K T/2.

#include "device/backend.h"
#include "device/simulated_parts.h"

#define RATE 1000.0 // Hz
#define EXTRA 1.2
// For all wrists: the friction of their bearings, N m (typical), and for those without motors the
// stiffness that their damping would allow, N m/rad.
#define WRIST_FRICTION 5e-4
#define PASSIVE_WRIST 0.2
// s, in which a person takes up most of a load: reflexes answer after 0.1 s, the will after 0.2.
#define ADAPTATION 0.3

// s, between a measurement and its force: one sample to transfer each. Assumed, since no maker
// publishes it.
#define STATED_DELAY (2.0 / RATE)

typedef struct Preset {
    const char *name, *model;
    double maxForce, maxTorque, maxStiffness, maxAngularStiffness, maxDamping, maxAngularDamping;
    double radius;
    int buttonCount;
    bool hasOrientation;
    double mass, inertia, friction;
    double resolution, angularResolution;
} Preset;

// clang-format off
static const Preset presets[] = {
    {"touch", "Touch", 3.3, 0, 400, 0, 4, 0, 0.075, 2, true, 0.045, 2e-5, 0.26, 5.5e-5, 1.5e-3},
    {"omni", "Phantom Omni", 3.3, 0, 700, 0, 5, 0, 0.10, 2, true, 0.045, 2e-5, 0.26, 5.5e-5, 1.5e-3},
    {"desktop", "Phantom Desktop", 7.9, 0, 1000, 0, 5, 0, 0.10, 1, true, 0.045, 2e-5, 0.06, 2.3e-5, 5e-4},
    {"premium", "Phantom Premium 1.5 6DOF", 8.5, 0.188, 800, 0.3, 5, 0.004, 0.12, 1, true, 0.136, 1e-4, 0.04, 3e-5, 1.4e-4},
    {"omega3", "omega.3", 12, 0, 5000, 0, 30, 0, 0.075, 1, false, 0.20, 1e-4, 0.20, 1e-5, 0},
    {"omega6", "omega.6", 12, 0, 5000, 0, 30, 0, 0.075, 1, true, 0.22, 1e-4, 0.20, 1e-5, 1.6e-3},
    {"omega7", "omega.7", 12, 0, 5000, 0, 30, 0, 0.075, 1, true, 0.24, 1e-4, 0.20, 1e-5, 1.6e-3},
    {"delta3", "delta.3", 20, 0, 5000, 0, 30, 0, 0.15, 1, false, 0.35, 1e-4, 0.25, 2e-5, 0},
    {"sigma7", "sigma.7", 12, 0.2, 4000, 1.0, 30, 0.070, 0.075, 1, true, 0.35, 3e-4, 0.25, 1.5e-6, 2.3e-4},
    {"lambda7", "lambda.7", 12, 0.2, 8000, 1.0, 30, 0.070, 0.1125, 1, true, 0.40, 3e-4, 0.25, 1.5e-6, 2.3e-4},
    {"falcon", "Novint Falcon", 8, 0, 3000, 0, 20, 0, 0.04, 4, false, 0.25, 1e-4, 0.50, 6e-5, 0},
};
// clang-format on

// The last preset is not a row of the table: it has a mechanism (pantograph_device.c).
#define PANTOGRAPH "pantograph"
#define PRESET_COUNT ((int)(sizeof presets / sizeof presets[0]))

const char* vlSimulatedDevice_GetPresetName(int i)
{
    return i >= 0 && i < PRESET_COUNT ? presets[i].name : i == PRESET_COUNT ? PANTOGRAPH : NULL;
}

// Typical of fingers on a stylus.
vlSimulatedGrip vlSimulatedDevice_RelaxedGrip(void)
{
    vlSimulatedGrip grip = {200.0, 2.0, 0.3, 0.003};
    return grip;
}

vlSimulatedGrip vlSimulatedDevice_TightGrip(void)
{
    vlSimulatedGrip grip = {2000.0, 15.0, 3.0, 0.02};
    return grip;
}

// "omega.3" is "omega3".
static bool isName(const char* given, const char* name)
{
    while (*given != '\0' || *name != '\0') {
        if (*given == '.') {
            ++given;
            continue;
        }
        if (*given != *name) {
            return false;
        }
        ++given;
        ++name;
    }
    return true;
}

static vlDeviceInfo infoOf(const Preset* preset)
{
    vlDeviceInfo info = {.hasOrientation = preset->hasOrientation,
                         .hasForce = true,
                         .hasTorque = preset->maxTorque > 0.0,
                         .buttonCount = preset->buttonCount,
                         .radius = preset->radius,
                         .maxForce = preset->maxForce,
                         .maxTorque = preset->maxTorque,
                         .maxStiffness = preset->maxStiffness,
                         .maxAngularStiffness = preset->maxAngularStiffness,
                         .maxDamping = preset->maxDamping,
                         .maxAngularDamping = preset->maxAngularDamping,
                         .rate = RATE};
    vlDevice_SetText(info.backend, "simulated");
    vlDevice_SetText(info.model, preset->model);
    return info;
}

// Of a person who rests the forearm on the table and moves the wrist.
vlSimulatedGrip vlSimulatedDevice_RestingArm(void)
{
    vlSimulatedGrip arm = {300.0, 8.0, 3.0, 0.03};
    return arm;
}

// A hand and forearm resting on the table.
vlSimulatedHand vlSimulatedDevice_RestingHand(void)
{
    vlSimulatedHand hand = {.mass = 0.15,
                            .inertia = 2e-4,
                            .grip = vlSimulatedDevice_RelaxedGrip(),
                            .arm = vlSimulatedDevice_RestingArm(),
                            .adaptation = ADAPTATION};
    return hand;
}

double vlSimulatedDevice_GetDelay(const vlSimulatedDeviceDef* def)
{
    return fmax(def->motors.delay + def->motors.jitter, def->statedDelay);
}

static vlSimulatedDeviceDef defOf(const Preset* preset)
{
    double half = 0.5 * EXTRA / RATE;
    vlSimulatedDeviceDef def = {.info = infoOf(preset),
                                .mass = preset->mass,
                                .inertia = preset->inertia,
                                .damping = half * preset->maxStiffness,
                                .friction = preset->friction,
                                .resolution = preset->resolution,
                                .angularResolution = preset->angularResolution,
                                .statedDelay = STATED_DELAY,
                                .start = vlIdentityPose(),
                                .hand = vlSimulatedDevice_RestingHand()};
    // A wrist without motors still turns in bearings.
    def.angularDamping = half * fmax(preset->maxAngularStiffness, PASSIVE_WRIST);
    def.angularFriction = WRIST_FRICTION;
    return def;
}

vlResult vlSimulatedDevice_GetPreset(const char* name, vlSimulatedDeviceDef* def)
{
    if (name == NULL || def == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    for (int i = 0; i < PRESET_COUNT; ++i) {
        if (isName(name, presets[i].name)) {
            *def = defOf(&presets[i]);
            return VL_OK;
        }
    }
    if (isName(name, PANTOGRAPH)) {
        *def = vlSimulatedDevice_Pantograph(RATE);
        return VL_OK;
    }
    return VL_ERROR_ARGUMENT;
}
