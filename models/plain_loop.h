// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODELS_PLAIN_LOOP_H
#define VOLAR_MODELS_PLAIN_LOOP_H

// The haptic loop of stability.h, run over time in one direction, with effects that the linear
// model leaves out: friction and encoder counts of the device, a wall that only pushes, a largest
// force. It shares no code with world, renderer and simulated device, nor with the matrix of the
// linear model. The wall fills x < 0. Between samples a handle that nobody holds moves by its exact
// solution, friction included; with a hand in steps of at most 0.1 ms.

#include <volar/stability.h>

#include "models/strike_model.h"

typedef struct vlPlainLoopDef {
    vlLoop loop;     // of a rigid device without a lag of its actuators
    double friction; // N, of the device
    double quantum;  // m, one count of the encoder; 0: exact
    double maxForce; // N; 0: no limit
    bool isOneSided; // the wall pushes only; otherwise it also pulls, as the linear model has it
    double gap;      // m, from the wall at the start
    double speed;    // m/s, towards the wall at the start
    double press;    // N: steady push on a handle that is let go; final press of a hand
    double approach; // s, in which the hand comes to this press
    double duration; // s
    vlStrikeWatch watch; // NULL: nobody
    void* user;
} vlPlainLoopDef;

// The period of the loop's slowest oscillation in touch, s: device and hand on the springs of wall,
// grip and arm, without dampers. HUGE_VAL if no spring pulls them back.
double vlPlainLoop_GetLongestPeriod(const vlLoop* loop);
// The shortest run that can be judged: four windows of 1.2 of the longest period, at least 1 s.
// (With shorter ones the boundary was wrong by up to 67%.)
double vlPlainLoop_GetLeastDuration(const vlLoop* loop);
// The two windows that are compared last a quarter of the run each. VL_ERROR_ARGUMENT if the loop
// is out of range or not rigid, or the run is too short; `message` (may be NULL) says which.
vlResult vlPlainLoop_Run(const vlPlainLoopDef* def, vlStrikeResult* result, char* message,
                         size_t messageSize);

// The i-th of VL_PLAIN_CASES walls on a handle that is let go, on which the simple loop is compared
// with the linear model: 4 devices, 4 delays, 4 dampings of the wall; the caller chooses its
// stiffness.
#define VL_PLAIN_CASES 64
vlLoop vlPlainLoop_MakeCase(int i);

#endif
