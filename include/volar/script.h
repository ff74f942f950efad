// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCRIPT_H
#define VOLAR_SCRIPT_H

// Motions that are known beforehand, as functions of time: paths from key to key and oscillations,
// of poses and of a motor's target. Bodies, motors and simulated hands follow the same scripts.

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

#endif
