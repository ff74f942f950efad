// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_SIMULATION_PARTS_H
#define VOLAR_RUN_SIMULATION_PARTS_H

// What views and recordings read of a simulation and its users need not.

#include "volar/simulation.h"

// What a grab does. Point and force are those of the last step (vlSpringReport).
typedef struct vlGrab {
    bool isActive;
    int body;
    vlVec3 point;  // m, world: where it holds
    vlVec3 target; // m, world: where it pulls to
    vlVec3 force;  // N, on the body, of the last step
} vlGrab;

// Inputs that the last step took.
int vlSimulation_GetInputs(const vlSimulation* simulation, const vlInput** inputs) VL_REALTIME;
// The mechanism of the scene's own simulated pantograph, and the person who holds it.
// VL_ERROR_ARGUMENT if the i-th device is not one.
VL_WARN_UNUSED vlResult vlSimulation_GetMechanism(const vlSimulation* simulation, int i,
                                                  vlMechanismReport* mechanism,
                                                  vlSimulatedReport* person) VL_REALTIME;
// The grab at place `i`; out of range one that is not active.
vlGrab vlSimulation_GetGrab(const vlSimulation* simulation, int i) VL_REALTIME;
// What the device can do: the external one if one has been attached, otherwise the scene's
// simulated one; NULL if there is neither.
const vlDeviceInfo* vlSimulation_GetDeviceInfo(const vlSimulation* simulation, int i) VL_REALTIME;
// True once an external device has been attached.
bool vlSimulation_IsConnected(const vlSimulation* simulation, int i) VL_REALTIME;
// Of a planar scene: the body at place `i`; the null id out of range and in other scenes.
vlBody2Id vlSimulation_GetBody2(const vlSimulation* simulation, int i) VL_REALTIME;
// What the i-th device feels by contact formations (vlSceneFormations), for its report; NULL if the
// scene does not ask for them, and out of range.
const vlFormationForce* vlSimulation_GetFormations(const vlSimulation* simulation,
                                                   int i) VL_REALTIME;

#endif
