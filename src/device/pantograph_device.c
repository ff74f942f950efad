// SPDX-License-Identifier: MIT
// The backend `pantograph`: the simulated dual pantograph in the hand of a simulated person.

#include "device/backend.h"
#include "device/backends.h"
#include "device/simulated_parts.h"

#define RATE 1000.0 // Hz, of the backend

vlSimulatedDeviceDef vlSimulatedDevice_Pantograph(double rate)
{
    vlSimulatedDeviceDef def = {.start = vlIdentityPose(), .hand = vlSimulatedDevice_RestingHand()};
    // The stiffness follows from the damping and the friction, as for the presets: 1.2 K T/2 of
    // damping and K/2 counts of friction at 1 kHz.
    def.info = (vlDeviceInfo){.hasOrientation = true,
                              .hasForce = true,
                              .hasTorque = true,
                              .radius = 0.15,
                              .maxForce = 20.0,
                              .maxTorque = 1.0,
                              .maxStiffness = 1600.0,
                              .maxAngularStiffness = 3.0,
                              .maxDamping = 20.0,
                              .maxAngularDamping = 0.05,
                              .rate = rate};
    vlDevice_SetText(def.info.backend, vlPantographDevice_Ops.name);
    vlDevice_SetText(def.info.model, "Dual pantograph");
    def.mass = 0.6;
    def.inertia = 1.5e-3;
    def.damping = 1.0;
    def.angularDamping = 2e-3;
    def.friction = 0.2;
    def.angularFriction = 5e-4;
    def.resolution = def.angularResolution = 0.0;
    def.hasTwist = true;
    def.mechanism = (vlSimulatedMechanism){.isPantograph = true,
                                           .pantograph = vlDefaultPantograph(),
                                           .maxMotorTorque = 4.0,
                                           .counts = 1e5,
                                           .stop = 0.18,
                                           .velocityCutoff = 60.0,
                                           .observerGain = 60.0};
    return def;
}

vlResult vlSimulatedDevice_GetMechanism(const vlDevice* device, vlMechanismReport* report)
{
    const vlSimulatedDevice* s = vlSimulatedDevice_Of(device);
    if (s == NULL || report == NULL || !s->def.mechanism.isPantograph) {
        return VL_ERROR_ARGUMENT;
    }
    const vlMechanism* m = &s->mechanism;
    vlMechanismReport r = {.measured = m->measured,
                           .pose = vlVec(s->handle.p.x, s->handle.p.y, s->handleAngle),
                           .velocity = m->velocity,
                           .hand = m->observer.estimate,
                           .mass = m->observer.def.mass,
                           .damping = m->observer.def.damping,
                           .maxTorque = m->def.maxMotorTorque,
                           .worstClosure = m->worstClosure,
                           .mostDropped = m->mostDropped,
                           .cutWrites = m->cutWrites,
                           .stops = m->stops};
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        r.torques[j] = m->torques[j];
    }
    *report = r;
    return VL_OK;
}

static bool probePantograph(char* text, size_t size)
{
    vlDevice_Say(text, size, "built in: planar, three degrees of freedom, four motors");
    return true;
}

static vlResult openPantograph(const char* address, vlDeviceBrake* brake, void** self,
                               vlDeviceInfo* info, char* message, size_t size)
{
    (void)brake; // there is no hardware
    if (address[0] != '\0') {
        vlDevice_Say(message, size,
                     "pantograph: there is only one, without an address; found '%.40s'", address);
        return VL_ERROR_ARGUMENT;
    }
    vlSimulatedDeviceDef def = vlSimulatedDevice_Pantograph(RATE);
    vlSimulatedDevice* device = NULL;
    vlResult r = vlSimulatedDevice_Make(&def, vlPantographDevice_Ops.name, &device);
    if (r != VL_OK) {
        vlDevice_Say(message, size, "pantograph: %s", vlResult_Text(r));
        return r;
    }
    *self = device;
    *info = device->def.info;
    return VL_OK;
}

const vlDeviceOps vlPantographDevice_Ops = {
    .name = "pantograph",
    .describes = "A simulated dual pantograph in a simulated hand.",
    .probe = probePantograph,
    .open = openPantograph,
    .read = vlSimulatedDevice_Read,
    .write = vlSimulatedDevice_Write,
    .close = vlSimulatedDevice_Free,
};
