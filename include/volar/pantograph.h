// SPDX-License-Identifier: MIT
#ifndef VOLAR_PANTOGRAPH_H
#define VOLAR_PANTOGRAPH_H

// The dual pantograph of [C00]: a planar mechanism with three degrees of freedom and four motors.
// Two five-bar linkages face each other; the end points of both are joined by a crank that carries
// the handle at its middle. The linkages lie in planes one above the other, so the crank turns
// without limit. These are pure functions of geometry, pose and angles (docs/theory/pantograph.md);
// the simulated device that is built from them is in simulated_device.h.
//
//   motors:  0 = A1 (-base, -offset)   1 = C1 (base, -offset)    first linkage, end point P1
//            2 = A2 (base, offset)     3 = C2 (-base, offset)    second linkage, end point P2
//
// Planar quantities are vlVec3: x and y in the plane, z about the axis that points out of it. A
// pose is (m, m, rad), where the angle counts full turns; a velocity (m/s, m/s, rad/s); a wrench
// (N, N, N m). Nothing here allocates, and the same numbers give the same bits.

#include "volar/math.h"

#define VL_PANTOGRAPH_MOTORS 4

// Lengths, m, each above 0 and at most 1e3.
typedef struct vlPantograph {
    double base;     // half the distance of the two motors of a linkage
    double offset;   // distance of the motors from the middle line
    double proximal; // link at the motor
    double distal;   // link at the end point
    double crank;    // between the end points
} vlPantograph;

// Why a pose or a set of angles cannot be. One list for fault and text.
#define VL_PANTOGRAPH_FAULT_MAP(X)                                                                 \
    X(VL_PANTOGRAPH_OK, "within reach")                                                            \
    X(VL_PANTOGRAPH_BAD_NUMBER, "a number is not finite or beyond 1e6")                            \
    X(VL_PANTOGRAPH_TOO_FAR, "the end point is farther from the motor than both links reach")      \
    X(VL_PANTOGRAPH_TOO_NEAR, "the end point is nearer to the motor than the links can fold")      \
    X(VL_PANTOGRAPH_OPEN, "the elbows are farther apart than the two distal links reach")          \
    X(VL_PANTOGRAPH_STRETCHED, "the two links of a motor are in line: it cannot move the handle")  \
    X(VL_PANTOGRAPH_LOST, "the two distal links are in line: they do not hold the end point")      \
    X(VL_PANTOGRAPH_FOLDED, "the two end points coincide: the crank has no direction")

typedef enum vlPantographFault {
#define VL_PANTOGRAPH_FAULT_ENUM(fault, text) fault,
    VL_PANTOGRAPH_FAULT_MAP(VL_PANTOGRAPH_FAULT_ENUM)
#undef VL_PANTOGRAPH_FAULT_ENUM
        VL_PANTOGRAPH_FAULT_COUNT
} vlPantographFault;

// The mechanism in one position.
typedef struct vlPantographState {
    vlVec3 pose;                         // of the handle
    double angles[VL_PANTOGRAPH_MOTORS]; // rad, of the motors
    vlVec2 motors[VL_PANTOGRAPH_MOTORS]; // m, where they stand
    vlVec2 elbows[VL_PANTOGRAPH_MOTORS]; // m
    vlVec2 ends[2];                      // m, P1 and P2
    vlVec3 rates[VL_PANTOGRAPH_MOTORS];  // rows of G: rate of a motor = row . velocity
    // m, |P2 - P1| minus the crank: 0 from a pose. From measured angles it is how much the four
    // encoders contradict each other, which shows whether they work: three of them would be enough.
    double closure;
    int worst; // with a fault: the motor (or the first motor of the linkage) where it was found
} vlPantographState;

VL_BEGIN_C

// base 50 mm, offset 400 mm, proximal 300 mm, distal 350 mm, crank 100 mm.
VL_API vlPantograph vlDefaultPantograph(void) VL_REALTIME;

// One English sentence; never NULL.
VL_API const char* vlPantographFault_Text(vlPantographFault fault) VL_REALTIME;

// The radius, m, of the largest disc about the origin in which every pose is within reach at every
// angle of the crank; 0 or less if there is none, NaN for lengths outside their range.
VL_API double vlPantograph_GetReach(const vlPantograph* pantograph) VL_REALTIME;

// From the pose of the handle to the angles (inverse kinematics). On a fault `state` holds what was
// computed until then; only its `worst` is meaningful.
VL_API VL_WARN_UNUSED vlPantographFault vlPantograph_AtPose(const vlPantograph* pantograph,
                                                            vlVec3 pose,
                                                            vlPantographState* state) VL_REALTIME;
// From the angles of the motors to the pose (forward kinematics). The handle's angle is the one
// nearest to `lastAngle`, so that full turns are counted from sample to sample.
VL_API VL_WARN_UNUSED vlPantographFault
vlPantograph_AtAngles(const vlPantograph* pantograph, const double angles[VL_PANTOGRAPH_MOTORS],
                      double lastAngle, vlPantographState* state) VL_REALTIME;

// The wrench on the handle that these motor torques (N m) make: G' torques.
VL_API vlVec3 vlPantograph_GetWrench(const vlPantographState* state,
                                     const double torques[VL_PANTOGRAPH_MOTORS]) VL_REALTIME;
// The smallest torques, by the sum of their squares, that make this wrench. They put no internal
// force into the crank.
VL_API void vlPantograph_GetTorques(const vlPantographState* state, vlVec3 wrench,
                                    double torques[VL_PANTOGRAPH_MOTORS]) VL_REALTIME;
// Ratio of the largest and the smallest singular value of G, with angles multiplied by `length`, m:
// 1 is the same in all directions. Infinite at a singular position.
VL_API double vlPantograph_GetCondition(const vlPantographState* state, double length) VL_REALTIME;
// The largest motor torque, N m, that a force of 1 N needs in its worst direction in the plane.
VL_API double vlPantograph_GetTorquePerForce(const vlPantographState* state) VL_REALTIME;

VL_END_C

#endif
