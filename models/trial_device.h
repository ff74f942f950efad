// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_TRIAL_DEVICE_H
#define VOLAR_MODELS_TRIAL_DEVICE_H

// A simulated device that holds the body of a trial (law_trial.h), with renderer and governor as
// for a person, but with nobody at the handle. The body moves only together with the device, with
// its mass, friction, encoders, delay and limits. A pantograph is coordinated with the body by four
// channels in mode F (four_channel.h), any other device by a virtual coupling.

#include <volar/planar_port.h>
#include <volar/renderer.h>
#include <volar/simulated_device.h>

typedef struct vlTrialDevice {
    vlDevice* device; // NULL: the trial has no device
    vlRenderer* renderer;
    vlPlanarPort port;
} vlTrialDevice;

// Has the device of this preset (vlSimulatedDevice_GetPreset) hold the body. Along y it begins at
// `before` and can move by `travel` in all (m in the world); the world is scaled so that this fits
// into the device's workspace. `trial` must not be moved in memory while it is open. On failure
// `message` says why, and nothing is left open.
vlResult vlTrialDevice_Open(vlTrialDevice* trial, const char* preset, vlWorld2* world,
                            vlBody2Id body, double before, double travel, char* message,
                            size_t messageSize);
void vlTrialDevice_Close(vlTrialDevice* trial);

// Call them before and after the step of the world that begins at `now`; without a device they do
// nothing.
vlResult vlTrialDevice_Read(vlTrialDevice* trial, double now);
vlResult vlTrialDevice_Write(vlTrialDevice* trial, double now);

#endif
