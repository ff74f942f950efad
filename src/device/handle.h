// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_HANDLE_H
#define VOLAR_DEVICE_HANDLE_H

// One inner step of handle and hand, for the axes of translation or of rotation.

#include "volar/math.h"

// SI units of translation or of rotation.
typedef struct vlHandleLaw {
    double mass, damping, friction;    // handle
    double handMass;                   // hand
    double gripStiffness, gripDamping; // between handle and hand
    double armStiffness, armDamping;   // between hand and intention
} vlHandleLaw;

// The state at the start of a step.
typedef struct vlHandleState {
    vlVec3 handle, hand; // velocities
    vlVec3 grip;         // from handle to hand: stretch of the grip
    vlVec3 arm;          // from hand to intention: stretch of the arm
} vlHandleState;

// The state at the end of a step, and what happened in it.
typedef struct vlHandleMove {
    vlVec3 handle, hand;                    // velocities at the end
    vlVec3 handleMean, handMean;            // mean velocities over the step
    vlVec3 grip;                            // mean force of the hand on the handle
    double renderedWork, gripWork, armWork; // armWork: of the intention on the arm
    double viscousLoss, coulombLoss, handLoss;
} vlHandleMove;

// `intention` is the mean velocity of the intention, `rendered` the force on the handle; `time` is
// the step, s.
vlHandleMove vlHandle_Step(const vlHandleLaw* law, const vlHandleState* state, vlVec3 intention,
                           vlVec3 rendered, double time);
// The same for a motion in the plane z = 0 (the z of all vectors counts as zero), and for a
// rotation about z alone (x and y count as zero).
vlHandleMove vlHandle_StepInPlane(const vlHandleLaw* law, const vlHandleState* state,
                                  vlVec3 intention, vlVec3 rendered, double time);
vlHandleMove vlHandle_StepTurn(const vlHandleLaw* law, const vlHandleState* state, double intention,
                               double rendered, double time);

// Energy stored in grip and arm.
double vlHandle_GetStored(const vlHandleLaw* law, vlVec3 grip, vlVec3 arm);

#endif
