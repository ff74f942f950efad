// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_HELD_H
#define VOLAR_EXPERIMENT_HELD_H

// A tool in a hand: a simulated device, held by a simulated person, holds a body of a world by a
// virtual coupling, and the renderer serves the device once per step. What the hand feels is
// compared with what moved the tool.

#include <volar/renderer.h>
#include <volar/simulated_device.h>
#include <volar/volar.h>

typedef struct vlHeld {
    vlWorld* world; // not owned
    vlBodyId tool;
    vlVec3 weight; // N, of the tool
    double mass;   // kg
    vlCouplingDef coupling;
    vlDevice* device;
    vlRenderer* renderer;
    double stepTime; // s, processor time of the last step
    // State before the last step.
    vlVec3 momentum, spin; // of the tool: linear, and angular about its centre of mass
    vlVec3 lever;          // m, from there to the grasp
} vlHeld;

// A sigma.7 held firmly by a hand. An arm keeps the hand close to the intended pose, which the keys
// give. The keys must exist until the device is made.
VL_WARN_UNUSED vlResult vlHeld_Firmly(const vlMotionKey* keys, int count,
                                      vlSimulatedDeviceDef* def);

// Stiffness, N/m and N m/rad, of that hand from the intention to the handle.
double vlHeld_Stiffness(const vlSimulatedDeviceDef* def);
double vlHeld_AngularStiffness(const vlSimulatedDeviceDef* def);

// The device takes hold of `coupling->body`; its velocity is estimated over windows that suit the
// resolution of its encoders. `gravity` is the world's. Close it even if this fails.
VL_WARN_UNUSED vlResult vlHeld_Take(vlWorld* world, vlVec3 gravity,
                                    const vlSimulatedDeviceDef* device,
                                    const vlCouplingDef* coupling, vlHeld* held);
// NULL members are allowed.
void vlHeld_Close(vlHeld* held);

// One tick: device, step, device.
VL_WARN_UNUSED vlResult vlHeld_Tick(vlHeld* held, double now);

// The difference between what the hand felt in the last tick and what it must have felt: the
// contacts of the tool, its weight and the change of its motion. About the tool's centre of mass;
// NaN if anything failed.
vlWrench vlHeld_Imbalance(const vlHeld* held);

// N: what the hand felt minus what the coupling's law gives for the poses and velocities of device
// and grasp after the step. For linear couplings only.
double vlHeld_LawError(const vlHeld* held);

// How often the governor changed the wrench so far, not counting its soft start.
double vlHeld_CountTrips(const vlHeld* held);

#endif
