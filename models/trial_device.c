// SPDX-License-Identifier: MIT
#include "models/trial_device.h"

#include <math.h>
#include <stdio.h>

#define USED 0.9         // of the workspace's radius
#define PART 0.5         // of the device's largest stiffness and damping
#define CRITICAL 0.7     // damping of the handle at the coupling, over the critical one
#define PRESET_STEP 1e-3 // s, the step for which the limits of the presets hold

// The damping that a handle of this mass needs at a spring, at most PART of the device's largest
// (0: unknown), and at least twice the K T/2 that a sampled spring needs (T12.13).
static double dampingFor(double stiffness, double mass, double most, double step)
{
    double wanted = 2.0 * CRITICAL * sqrt(stiffness * mass);
    double within = most > 0.0 ? fmin(wanted, PART * most) : wanted;
    return fmax(within, stiffness * step);
}

// A spring that is sampled every `step` is passive at a device if b > K T/2 (presets.c), so a
// longer step gets less stiffness. A device without torque leaves the body free to rotate.
static vlCouplingDef couplingFor(const vlSimulatedDeviceDef* def, vlBody2Id body, double step)
{
    vlCouplingDef coupling = vlDefaultCouplingDef();
    double slower = fmin(1.0, PRESET_STEP / step);
    coupling.body = vlPlanarPort_NameOf(body);
    coupling.stiffness = PART * slower * def->info.maxStiffness;
    coupling.damping =
        dampingFor(coupling.stiffness, def->mass, slower * def->info.maxDamping, step);
    coupling.angularStiffness = 0.0;
    coupling.angularDamping = 0.0;
    if (def->info.hasTorque) {
        coupling.angularStiffness = PART * slower * def->info.maxAngularStiffness;
        coupling.angularDamping = dampingFor(coupling.angularStiffness, def->inertia,
                                             slower * def->info.maxAngularDamping, step);
    }
    return coupling;
}

static vlResult openRenderer(vlTrialDevice* trial, const vlCouplingDef* coupling, vlWorld2* world,
                             bool hasTwist, double scale, char* message, size_t messageSize)
{
    vlPlanarPortDef port = vlDefaultPlanarPortDef(world, trial->device);
    port.control.mode = VL_FOUR_CHANNEL_F;
    port.control.handShare = 0.0; // nobody holds the handle
    port.scale = scale;
    vlResult result = vlPlanarPort_Init(&trial->port, &port, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    vlRendererDef renderer = vlDefaultRendererDef(NULL, vlDevice_GetInfo(trial->device));
    renderer.world = vlPlanarPort_GetWorld(&trial->port);
    if (hasTwist) {
        renderer.velocity.rule = VL_VELOCITY_DEVICE;
    }
    renderer.scale = scale;
    renderer.limits.softStart = 0.0; // device and body begin together, at rest
    result = vlRenderer_Create(&renderer, &trial->renderer, message, messageSize);
    if (result != VL_OK) {
        return result;
    }
    result = vlRenderer_Grasp(trial->renderer, coupling, false);
    if (result != VL_OK) {
        (void)snprintf(message, messageSize, "the device cannot hold the body: %s",
                       vlResult_Text(result));
    }
    return result;
}

vlResult vlTrialDevice_Open(vlTrialDevice* trial, const char* preset, vlWorld2* world,
                            vlBody2Id body, double before, double travel, char* message,
                            size_t messageSize)
{
    static const vlSimulatedGrip open = {0.0, 0.0, 0.0, 0.0};
    vlSimulatedDeviceDef def;
    *trial = (vlTrialDevice){.device = NULL};
    if (vlSimulatedDevice_GetPreset(preset, &def) != VL_OK) {
        (void)snprintf(message, messageSize, "no simulated device '%s'", preset);
        return VL_ERROR_ARGUMENT;
    }
    double scale = fmax(1.0, 0.5 * travel / (USED * def.info.radius));
    def.start.p.y = before / scale;
    def.hand.grip = open;
    vlResult result = vlSimulatedDevice_Check(&def, message, messageSize);
    result = result == VL_OK ? vlSimulatedDevice_Create(&def, &trial->device) : result;
    if (result == VL_OK) {
        vlCouplingDef coupling = couplingFor(&def, body, vlWorld2_GetStep(world));
        result = openRenderer(trial, &coupling, world, def.hasTwist, scale, message, messageSize);
    }
    if (result != VL_OK) {
        vlTrialDevice_Close(trial);
    }
    return result;
}

void vlTrialDevice_Close(vlTrialDevice* trial)
{
    vlRenderer_Destroy(trial->renderer);
    vlDevice_Close(trial->device);
    trial->renderer = NULL;
    trial->device = NULL;
}

vlResult vlTrialDevice_Read(vlTrialDevice* trial, double now)
{
    return trial->device != NULL ? vlRenderer_ReadDevice(trial->renderer, trial->device, now)
                                 : VL_OK;
}

vlResult vlTrialDevice_Write(vlTrialDevice* trial, double now)
{
    return trial->device != NULL ? vlRenderer_WriteDevice(trial->renderer, trial->device, now)
                                 : VL_OK;
}
