// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_STRIKE_MODEL_H
#define VOLAR_MODELS_STRIKE_MODEL_H

// A hand at a simulated device strikes a wall with a tool, or presses the tool against it, through
// renderer, coupling and world as in a simulation. Points of a stability map are judged by such
// strikes. The governor's limits are opened, so that the loop is judged and not the governor.

#include <volar/renderer.h>
#include <volar/simulated_device.h>

typedef enum vlStrikeClass {
    VL_STRIKE_RESTS,    // it comes to rest, and gave the hand no energy
    VL_STRIKE_RIPPLES,  // it rests, but the force varies by more than 5% of its mean
    VL_STRIKE_ACTIVE,   // it comes to rest, but gave the hand energy on the way
    VL_STRIKE_UNSTABLE, // it does not come to rest
    VL_STRIKE_CLASS_COUNT
} vlStrikeClass;

// Called once in each tick: time (s), position of the handle (m) and the force on it (N).
typedef void (*vlStrikeWatch)(void* user, double time, double handle, double force);

typedef struct vlStrikeDef {
    vlSimulatedDeviceDef device; // rests at the origin; its hand's script is replaced
    vlCouplingGains gains;
    vlVelocityRule rule;  // how the velocity of the device is found
    double cut;           // Hz, of the velocity's filter
    double gain;          // factor on the coupling's force at the device; usually 1
    double toolMass;      // kg
    double wallStiffness; // N/m
    double wallDamping;   // N s/m, or VL_AUTO: 0.3 of critical
    double friction;      // of the wall
    double press;         // N, with which the hand presses in the end
    double approach;      // s, from 1 mm above the wall to the press
    double kick;          // m, by which the hand moves on within 5 ms once it presses; 0: none
    double kickTime;      // s, when
    bool isSoft;          // the coupling begins with a tenth of its gains, which rise to their full
                          // values between press and kick, so that the tool does not bounce
    double duration;      // s
    int ticksPerPacket;   // two rates: contacts are found once in this many ticks; 0: in each
    vlStrikeWatch watch;  // NULL: nobody
    void* user;
} vlStrikeDef;

typedef struct vlStrikeResult {
    vlStrikeClass kind;
    double motion;    // m, of the handle in the last 0.2 s
    double growth;    // that motion over the motion in the 0.2 s before half time
    double ripple;    // of the force in the last 0.2 s, over its mean
    double leastWork; // J, lowest net work of the hand on the handle; below 0: it got energy
    double speed;     // m/s, largest of the handle before the tool touched
    double force;     // N, mean of the last 0.2 s
} vlStrikeResult;

// Judges a motion of `count` ticks by two windows of it, one before half time and one at the end.
typedef struct vlStrikeJudge {
    int count, window, tick;
    double early[2], late[2], force[2]; // smallest and largest
    double sum;                         // N, sum over the last window
    double speed;                       // m/s, as in vlStrikeResult; set by the caller
    bool isThrown;
} vlStrikeJudge;
vlStrikeJudge vlStrikeJudge_Begin(int count, int window);
// The next tick. Beyond `farAway` (m) the handle has been thrown off, and the run is over.
void vlStrikeJudge_Add(vlStrikeJudge* judge, double handle, double force, double farAway);
vlStrikeResult vlStrikeJudge_End(const vlStrikeJudge* judge, double quantum, double leastWork);

// The table stiffness and 2 N s/m, filter at 100 Hz, a tool of 10 g, a wall of 1e6 N/m without
// friction, a press with 0.3 of the device's force within 50 ms; 1.2 s.
vlStrikeDef vlStrike_Default(const vlSimulatedDeviceDef* device);
// The shortest strike that can be judged, s: four windows of 0.2 s.
double vlStrike_GetLeastDuration(void);
// Runs it; allocates. Without a watch it ends as soon as friction holds the handle for good, with
// the result of the whole strike. On failure `message` (may be NULL) says why.
vlResult vlStrike_Run(const vlStrikeDef* def, vlStrikeResult* result, char* message,
                      size_t messageSize);
// "rests", "ripples", "active", "unstable".
const char* vlStrikeClass_Name(vlStrikeClass kind);

#endif
