// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_DEVICE_H
#define VOLAR_SCENE_DEVICE_H

// Values that follow from the definition of a device in a scene.

#include "volar/scene.h"

#define VL_USUAL_REACH 0.02 // m
#define VL_MOST_BUTTON 31   // the last bit of 32

// Address of a device for which the file gives none, by its backend.
const char* vlSceneDevice_UsualAddress(const vlSceneDevice* device);
// Pose of the grasp at the start, in the world; without a body (NULL) that of the device's frame.
vlPose vlSceneDevice_GetStart(const vlSceneDevice* device, const vlSceneBody* body);
// Adds a note for each coupling that is not stable with the delay of its device
// (device_stability.c).
void vlScene_NoteStability(vlScene* scene);

#endif
