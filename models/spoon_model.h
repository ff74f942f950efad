// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_SPOON_H
#define VOLAR_MODEL_SPOON_H

// The spoon of [OL05] Figure 2: 20 cm long, held near the end of its handle by a virtual coupling
// and moved through the air by a device. It can be put into a world; the paper's own equations of
// motion, with three integrators, are here, too, and use no world.

#include <volar/volar.h>

typedef struct vlSpoonDef {
    double mass;     // kg
    vlVec3 gyration; // m2, principal moments of inertia over the mass; z runs along the handle
    vlVec3 gravity;  // m/s2
    vlVec3 grip;     // m, c: where it is held, from the centre of mass
    double stiffness, damping;               // kc N/m, bc N s/m
    double angularStiffness, angularDamping; // kt N m/rad, bt N m s/rad
} vlSpoonDef;

// kc 200, kt 0.6 as in the paper; bc 2, bt 0.01, the moments and the grip (0, 0, 60 mm) are our
// choice, such that the explicit integrators fail where the paper's did.
vlSpoonDef vlSpoon_Default(double mass);

// The device on its path of VL_SPOON_PATH seconds, which begins at rest at the origin.
#define VL_SPOON_PATH 2.5 // s

typedef struct vlSpoonDevice {
    vlPose pose;
    vlTwist twist;
} vlSpoonDevice;

vlSpoonDevice vlSpoon_DeviceAt(double time);

// Adds the spoon at rest with its grip at the origin; the shape's frame is in the centre of mass.
VL_WARN_UNUSED vlResult vlModel_AddSpoon(vlWorld* world, const vlSpoonDef* def, vlBodyId* body);
// Holds the spoon there by a coupling.
VL_WARN_UNUSED vlResult vlModel_HoldSpoon(vlWorld* world, const vlSpoonDef* def, vlBodyId body,
                                          vlCouplingId* coupling);

// The paper's equations of motion.

#define VL_SPOON_SIZE 13

typedef struct vlSpoonState {
    double y[VL_SPOON_SIZE]; // x, q = (w, x, y, z), P, L
} vlSpoonState;

typedef enum vlSpoonRule {
    VL_SPOON_FORWARD, // forward Euler
    VL_SPOON_RK4,     // classical Runge-Kutta
    VL_SPOON_BACKWARD // backward Euler, linearised once: 13 equations
} vlSpoonRule;

// Measurements of the spoon in a state, with the device at a pose.
typedef struct vlSpoonView {
    vlVec3 stretch; // m, from the grip to the device
    vlVec3 force;   // N, of the coupling on the spoon
    vlVec3 spin;    // rad/s
} vlSpoonView;

vlSpoonState vlSpoon_Start(const vlSpoonDef* def);
// One step of `h` s with the device held where it is.
void vlSpoon_Step(const vlSpoonDef* def, vlSpoonRule rule, const vlSpoonDevice* device, double h,
                  vlSpoonState* state);
vlSpoonView vlSpoon_View(const vlSpoonDef* def, const vlSpoonDevice* device,
                         const vlSpoonState* state);

#endif
