// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_STRIKE_MODEL_H
#define VOLAR_MODELS_STRIKE_MODEL_H

// A hand at a simulated device strikes a wall with a tool, or presses the tool against it, through
// renderer, coupling and world as in every run: what a point of a stability map is judged by. The
// governor's limits are opened, so that the loop is judged and not the governor.

#include <volar/renderer.h>
#include <volar/simulated_device.h>

typedef enum vlStrikeClass {
    VL_STRIKE_RESTS,    // it comes to rest, and gave the hand nothing
    VL_STRIKE_RIPPLES,  // it rests, but the force varies by more than 5% of its mean
    VL_STRIKE_ACTIVE,   // it comes to rest, but gave the hand energy on the way
    VL_STRIKE_UNSTABLE, // it does not come to rest
    VL_STRIKE_CLASS_COUNT
} vlStrikeClass;

typedef struct vlStrikeDef {
    vlSimulatedDeviceDef device; // rests at the origin; its hand's script is replaced
    vlCouplingGains gains;
    double cut;           // Hz, of the velocity's filter
    double gain;          // times the force of the coupling at the device; 1 as a rule
    double toolMass;      // kg
    double wallStiffness; // N/m
    double wallDamping;   // N s/m, or VL_AUTO: 0.3 of critical
    double friction;      // of the wall
    double press;         // N, that the hand ends up pressing with
    double approach;      // s, from 1 mm above the wall to the press
    double duration;      // s
    int ticksPerPacket;   // two rates: contacts are found once in so many ticks; 0: in each
} vlStrikeDef;

typedef struct vlStrikeResult {
    vlStrikeClass kind;
    double motion;    // m, of the handle in the last 0.2 s
    double growth;    // of that, over the 0.2 s before half time
    double ripple;    // of the force in the last 0.2 s, over its mean
    double leastWork; // J, lowest net work of the hand on the handle; below 0: it got energy
    double speed;     // m/s, largest of the handle before the tool touched
    double force;     // N, mean of the last 0.2 s
} vlStrikeResult;

// The table stiffness and 2 N s/m, filter at 100 Hz, a tool of 10 g, a wall of 1e6 N/m without
// friction, a press with 0.3 of the device's force within 50 ms; 1.2 s.
vlStrikeDef vlStrike_Default(const vlSimulatedDeviceDef* device);
// Runs it; allocates. On failure `message` (may be NULL) says why.
vlResult vlStrike_Run(const vlStrikeDef* def, vlStrikeResult* result, char* message,
                      size_t messageSize);
// "rests", "ripples", "active", "unstable".
const char* vlStrikeClass_Name(vlStrikeClass kind);

#endif
