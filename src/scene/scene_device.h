// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_DEVICE_H
#define VOLAR_SCENE_DEVICE_H

// What follows from how a scene asks for a device.

#include "volar/scene.h"

#define VL_USUAL_REACH 0.02 // m
#define VL_MOST_BUTTON 31   // its bit in 32

// Address of a device of which the file names none, by its backend.
const char* vlSceneDevice_UsualAddress(const vlSceneDevice* device);
// Where the grasp is at the start, in the world; without a body (NULL) where the device's frame is.
vlPose vlSceneDevice_GetStart(const vlSceneDevice* device, const vlSceneBody* body);

#endif
