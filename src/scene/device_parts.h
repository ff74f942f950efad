// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_DEVICE_PARTS_H
#define VOLAR_SCENE_DEVICE_PARTS_H

// What is made of the bodies and devices of a scene: polyhedra, forces from formations, simulated
// devices and their ports, and whether their couplings would be stable. Not for a real-time loop:
// all of it may allocate.

#include "stability/tuner_judge.h"
#include "volar/formation_force.h"
#include "volar/planar_port.h"
#include "volar/scene_haptics.h"

// The outer surface of a body with the scene's names of its faces. As vlPolyhedron_CreateFromShape.
VL_WARN_UNUSED vlResult vlSceneBody_MakePolyhedron(const vlSceneBody* body,
                                                   const vlPolyhedron** polyhedron, char* message,
                                                   size_t messageSize);
// How a device feels the body that it holds, `a`, against another, `b`, by its contact formations
// (vlSceneFormations): friction is that of the surface between the two, and there is no weight.
vlFormationForceDef vlSceneDevice_MakeFormations(const vlScene* scene, const vlSceneDevice* device,
                                                 const vlPolyhedron* a, const vlPolyhedron* b);
// The simulated device that the scene asks for: the preset or model, held by the hand of the scene,
// whose poses are converted from the world's frame to the device's. It starts at `startOfGrasp`
// (world). `keys` must have room for the hand's keys; the lists of `def` point there and into the
// scene. VL_ERROR_ARGUMENT for an unknown preset.
VL_WARN_UNUSED vlResult vlSceneDevice_MakeSimulated(const vlSceneDevice* device,
                                                    vlPose startOfGrasp, vlSimulatedDeviceDef* def,
                                                    vlMotionKey* keys);
// For planar scenes: makes a simulated pantograph measure once in every step (s), because its
// controller and the world run in one loop. Other devices stay as they are.
void vlSceneDevice_SetRate(vlSimulatedDeviceDef* def, double step);
// For planar scenes: the port by which the device meets the world. `own` is the simulated device,
// NULL if there is none.
vlPlanarPortDef vlSceneDevice_MakePort(const vlSceneDevice* device, vlWorld2* world,
                                       const vlDevice* own);
// Whether the coupling of a simulated device, its force or with `isAngular` its torque, would be
// stable with the delay that the device has or states (vlSimulatedDevice_GetDelay), by the linear
// model of tuner.h: for hands that let go or hold, light and heavy tools, soft and hard walls.
// Reading a scene adds a note for each coupling that is not. `delay` (may be NULL) becomes that
// delay, s. VL_ERROR_ARGUMENT as for vlSceneDevice_MakeTuner.
VL_WARN_UNUSED vlResult vlSceneDevice_GetStability(const vlScene* scene,
                                                   const vlSceneDevice* device, bool isAngular,
                                                   vlTunerJudgement* judgement, double* delay);

#endif
