// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TUNED_GAINS_H
#define VOLAR_APP_TUNED_GAINS_H

// The coupling of a device for which a scene states neither stiffness nor damping: what the tuner
// finds for the device at hand, with a margin of 2 at the delay that it states. The gains become
// overrides of the scene, so that whatever writes the scene down, a recording for example, has
// them. A device of which too little is known keeps the library's plain default.

#include <volar/scene.h>

#include "app/cli/scene_source.h"

#define VL_MAX_TUNED_SETS (5 * VL_MAX_DEVICES)

typedef struct vlTunedGains {
    char text[VL_MAX_TUNED_SETS][96];
    int count;
    char said[VL_MAX_DEVICES][256]; // the coupling of a device without gains, in words; else empty
} vlTunedGains;

// What is known about the devices of a run.
typedef struct vlTunedFor {
    // Of each device of the scene. NULL: what the scene says of it, if it is simulated.
    const vlSimulatedDeviceDef* known[VL_MAX_DEVICES];
    bool isDelayAssumed[VL_MAX_DEVICES]; // of those that are known
    // The values of --device, [NAME=]BACKEND[:ADDRESS]: devices that take the place of the scene's.
    const char* const* specs;
    int specCount;
    double contactRate; // Hz, at which contacts are found; 0: in each step
} vlTunedFor;

// Finds the gains; nothing is found in a scene whose devices all state theirs.
void vlTunedGains_Find(const vlScene* scene, const vlTunedFor* devices, vlTunedGains* gains);

// As vlSceneSource_Load, and sets the gains that are found. A scene that refuses them keeps the
// plain default. `sets` has room for VL_MAX_TUNED_SETS more than `options` has; `options` then
// refers to it and has all overrides of the scene.
int vlTunedGains_Load(const char* program, const vlSceneSource* source, vlSceneOptions* options,
                      const char** sets, const vlTunedFor* devices, vlTunedGains* gains,
                      vlScene** scene);

// Prints `said` of all devices to standard error.
void vlTunedGains_Say(const vlSceneSource* source, const vlScene* scene, const vlTunedGains* gains);

#endif
