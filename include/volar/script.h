// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCRIPT_H
#define VOLAR_SCRIPT_H

// Motions that are known beforehand, as functions of time: paths from key to key and oscillations,
// for poses and for the target of a motor. Bodies, motors and simulated hands use them.

#include "volar/math.h"

// How something moves.
typedef enum vlMotionKind {
    VL_MOTION_NONE,     // no script: a body keeps its given velocity, a motor its own target
    VL_MOTION_PATH,     // from key to key
    VL_MOTION_OSCILLATE // back and forth
} vlMotionKind;

typedef struct vlMotionKey {
    double time; // s
    vlPose pose;
} vlMotionKey;

// How a kinematic body moves.
typedef struct vlMotionScript {
    vlMotionKind kind;
    // Path: ascending times. The body rests at the first key before its time, and at the last key
    // after its time.
    const vlMotionKey* keys;
    int keyCount;
    bool repeat; // start again after the last key
    bool smooth; // rest at every key and move smoothly in between; false: constant velocity
    // Oscillation about the initial pose: it is shifted by amplitude sin(2 pi frequency t + phase)
    // and turned likewise.
    vlVec3 amplitude; // m, world
    vlVec3 turn;      // rad, rotation vector, world
    double frequency; // Hz
    double phase;     // rad
} vlMotionScript;

typedef struct vlTargetKey {
    double time;  // s
    double value; // of the motor's target
} vlTargetKey;

// How the target of a motor changes with time. During a step a motor has the target of its end.
typedef struct vlTargetScript {
    vlMotionKind kind;
    // Path: ascending times. The first value holds before its time, the last value after its time.
    const vlTargetKey* keys;
    int keyCount;
    bool repeat; // start again after the last key
    bool smooth; // rest at every key and move smoothly in between; false: straight lines
    // Oscillation: mean + amplitude sin(2 pi frequency t + phase).
    double mean, amplitude; // in the motor's unit
    double frequency;       // Hz
    double phase;           // rad
} vlTargetScript;

#endif
