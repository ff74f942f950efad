// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_SCENE_PARTS_H
#define VOLAR_SCENE_SCENE_PARTS_H

// What simulations and views read of a scene to build and to show it.

#include "volar/scene.h"

const char* vlScene_GetDescription(const vlScene* scene); // "" if it has none
// The world of a planar scene, and its i-th body; NULL if the scene is not planar or out of range.
const vlWorld2Def* vlScene_GetWorld2Def(const vlScene* scene);
const vlBody2Def* vlScene_GetBody2(const vlScene* scene, int i);
int vlScene_GetForceCount(const vlScene* scene);
const vlSceneForce* vlScene_GetForce(const vlScene* scene, int i);
int vlScene_GetSpringCount(const vlScene* scene);
const vlSceneSpring* vlScene_GetSpring(const vlScene* scene, int i);
// Materials; 0 is the default one, named "default".
int vlScene_GetMaterialCount(const vlScene* scene);
const vlSceneMaterial* vlScene_GetMaterial(const vlScene* scene, int i);
// Surface between two materials: as listed in the file, or mixed from both (docs/formats.md).
VL_WARN_UNUSED vlResult vlScene_GetSurface(const vlScene* scene, int a, int b, vlSurface* surface);
vlSceneCamera vlScene_GetCamera(const vlScene* scene);

#endif
