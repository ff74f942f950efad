// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_PLANE_H
#define VOLAR_RUN_PLANE_H

// A planar scene in motion. The planar world decides everything; the simulation's vlWorld only
// shows it: there each polygon is a kinematic prism, which after each step is put where the polygon
// is. So viewers, recordings and exports read a planar scene like every other.

#include "run/running.h"
#include "run/simulation_parts.h"

// Makes the planar world and its start. On failure `message` says why.
vlResult vlPlane_Build(vlSimulation* simulation, char* message, size_t messageSize);
void vlPlane_Destroy(vlSimulation* simulation);
// Back to the start; parameters stay.
void vlPlane_Restart(vlSimulation* simulation);
// All of a step except taking the inputs.
vlResult vlPlane_Step(vlSimulation* simulation);
vlEnergy vlPlane_GetEnergy(const vlSimulation* simulation);
// The laws between two materials from now on.
vlResult vlPlane_SetSurface(vlSimulation* simulation, int a, int b, const vlSurface* surface);

// plane_grab.c. A grab pulls a body that a simulated device holds by that device: the mouse leads
// the person's hand. Any other body is pulled by a spring and damper.
void vlPlaneGrab_Grab(vlSimulation* simulation, const vlInput* input);
void vlPlaneGrab_Release(vlSimulation* simulation, int grab);
// Before a step: moves the anchor and pulls.
void vlPlaneGrab_Follow(vlSimulation* simulation, int grab);
vlGrab vlPlaneGrab_Report(const vlSimulation* simulation, int grab);

#endif
