// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_HAPTICS_H
#define VOLAR_SCENE_HAPTICS_H

// What a device of a scene asks the tuner. Not for a real-time loop: it may allocate.

#include "volar/scene.h"
#include "volar/tuner.h"

VL_BEGIN_C

// What to ask the tuner (tuner.h) for the coupling of a simulated device, for its force or, with
// `isAngular`, its torque: the device with the delay that it has or states
// (vlSimulatedDevice_GetDelay), served once in a step, its scale, the tool that it holds, and the
// filter of its velocity if the scene states one; margin 2. VL_ERROR_ARGUMENT for a device without
// a coupling, or, with `isAngular`, without torque, and for one that is not simulated or is planar.
VL_API VL_WARN_UNUSED vlResult vlSceneDevice_MakeTuner(const vlScene* scene,
                                                       const vlSceneDevice* device, bool isAngular,
                                                       vlTunerDef* def);

VL_END_C

#endif
