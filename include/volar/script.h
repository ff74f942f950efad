// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCRIPT_H
#define VOLAR_SCRIPT_H

// Motions that are known beforehand, as functions of time: paths from key to key and oscillations,
// of poses and of a motor's target. Bodies, motors and simulated hands follow the same scripts.
// Also a follower, for targets that are not known beforehand. Same arguments, same bits.

#include "volar/math.h"

// How something moves.
typedef enum vlMotionKind {
    VL_MOTION_NONE,     // a body by its given velocity, a motor at its own target
    VL_MOTION_PATH,     // from key to key
    VL_MOTION_OSCILLATE // to and fro
} vlMotionKind;

typedef struct vlMotionKey {
    double time; // s
    vlPose pose;
} vlMotionKey;

// How a kinematic body moves.
typedef struct vlMotionScript {
    vlMotionKind kind;
    // Path: ascending times; before the first and after the last key the body rests there.
    const vlMotionKey* keys;
    int keyCount;
    bool repeat; // start again after the last key
    bool smooth; // rest at every key and move smoothly between; else straight lines
    // Oscillation about the first pose: shift amplitude sin(2 pi frequency t + phase), turn
    // likewise.
    vlVec3 amplitude; // m, world
    vlVec3 turn;      // rad, rotation vector, world
    double frequency; // Hz
    double phase;     // rad
} vlMotionScript;

typedef struct vlTargetKey {
    double time;  // s
    double value; // of the motor's target
} vlTargetKey;

// How the target of a motor goes with time; a motor has during a step the target of its end.
typedef struct vlTargetScript {
    vlMotionKind kind;
    // Path: ascending times; the first value before, the last one after.
    const vlTargetKey* keys;
    int keyCount;
    bool repeat; // start again after the last key
    bool smooth; // rest at every key and move smoothly between; else straight lines
    // Oscillation: mean + amplitude sin(2 pi frequency t + phase).
    double mean, amplitude; // in the motor's unit
    double frequency;       // Hz
    double phase;           // rad
} vlTargetScript;

VL_BEGIN_C

// Pose at a time (s); `start` is the first pose of the body, about which it oscillates.
VL_API vlPose vlMotionScript_At(const vlMotionScript* script, vlPose start,
                                double time) VL_REALTIME;
// Target at a time (s); `constant` if there is no script.
VL_API double vlTargetScript_At(const vlTargetScript* script, double constant,
                                double time) VL_REALTIME;

// Takes `place` one step (s) towards a target, as a critically damped spring of this rate (1/s)
// would: 90% of the way after 3.9 / rate. Place and velocity have no jump whatever the target does.
// Stable for any step.
VL_API void vlFollower_Step(vlVec3 target, double rate, double step, vlVec3* place,
                            vlVec3* velocity) VL_REALTIME;

VL_END_C

#endif
