// SPDX-License-Identifier: MIT
#ifndef VOLAR_TOSS_H
#define VOLAR_TOSS_H

// Real tosses of a cube on a table, and how far a simulation of them is off.
//
// The data are every tenth of the 569 tosses that the Dynamic Autonomy and Intelligent Robotics Lab
// measured for "ContactNets" [PHP20] (repository DAIRLab/contact-nets, BSD-3-Clause; the licence is
// beside this file): a cube of 104.8 mm and 0.37 kg, thrown by hand on a table of wood, friction
// about 0.18, restitution 0.125 by the lab's own fit. Their tracking is off by a few millimetres.
//
// A toss is simulated from its first measurement, and all later ones are compared: the place of the
// centre in widths of the cube, and the angle between the rotations. Single tosses are chaotic, so
// only means say something.

#include <stdint.h>
#include <volar/volar.h>

#define VL_TOSSES 56
#define VL_TOSS_ROWS 5941
#define VL_TOSS_LONGEST 374     // rows of a toss
#define VL_TOSS_RATE 148.0      // Hz, of the measurements
#define VL_TOSS_WIDTH 0.1048    // m, of the cube
#define VL_TOSS_MASS 0.37       // kg
#define VL_TOSS_INERTIA 0.00081 // kg m2, about every axis
#define VL_TOSS_FRICTION 0.18
#define VL_TOSS_STEPS 7 // in a row

typedef struct vlToss {
    int number; // in the data set
    int first, rows;
    vlPose pose;      // of the cube at the start
    vlTwist velocity; // its angular part in the frame of the cube
} vlToss;

extern const vlToss vlToss_starts[VL_TOSSES];
// x, y, z in 0.02 mm; w, x, y, z of the rotation, times 32767.
extern const int16_t vlToss_rows[VL_TOSS_ROWS][7];

// A simulation of a cube above the floor z = 0, for any engine.
typedef struct vlTossMethod {
    // NULL if it cannot begin. The angular velocity is in the world frame.
    void* (*begin)(const void* user, vlPose pose, vlTwist velocity, double step);
    void (*step)(void* handle);
    vlPose (*poseOf)(void* handle);
    void (*end)(void* handle); // NULL is allowed
    const void* user;
} vlTossMethod;

// Means over the tosses of the mean errors of each toss; not-a-number if one could not begin.
typedef struct vlTossErrors {
    double place, angle;        // in widths of the cube, degrees
    double median;              // degrees, of the tosses' mean angles
    int rows;                   // of the longest toss
    int count[VL_TOSS_LONGEST]; // tosses that have this row
    double placeAt[VL_TOSS_LONGEST], angleAt[VL_TOSS_LONGEST]; // means over these
} vlTossErrors;

void vlToss_Judge(const vlTossMethod* method, vlTossErrors* errors);

// Volar: `user` is a vlTossSetting.
typedef struct vlTossSetting {
    vlIntegrator integrator;
    double friction, stiffness, restitution;
} vlTossSetting;

void vlToss_JudgeVolar(const vlTossSetting* setting, vlTossErrors* errors);

#endif
