// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_STRUCTURE_H
#define VOLAR_DEVICE_STRUCTURE_H

// One inner step of a device that bends, or that is not the same in all directions, and of the hand
// at it (handle.h has the law of one that is rigid and the same in all).

#include "device/handle.h"
#include "volar/simulated_device.h"

// Along the axes of the device's frame.
typedef struct vlStructureLaw {
    bool isUsed;                        // otherwise vlHandle_Step does it
    bool isBent;                        // otherwise there is no handle apart from the motor's side
    vlVec3 mass, damping, friction;     // of the motor's side
    vlVec3 handleMass;                  // beyond the structure
    vlVec3 stiffness, structureDamping; // of the structure
} vlStructureLaw;

typedef struct vlStructureState {
    vlHandleState hand; // the handle, the hand and what is between
    vlVec3 motor;       // velocity of the motor's side; unused if nothing bends
    vlVec3 bend;        // from the motor's side to the handle
} vlStructureState;

typedef struct vlStructureMove {
    vlHandleMove hand;
    vlVec3 motor, motorMean; // velocities; the handle's if nothing bends
    double bendLoss;
} vlStructureMove;

// The law of a device's translation, or of its rotation.
vlStructureLaw vlStructure_LawOf(const vlSimulatedDeviceDef* def, bool isAngular);
bool vlStructure_IsValid(const vlSimulatedDeviceDef* def);

// `law` has the hand, grip and arm, `built` the device.
vlStructureMove vlStructure_Step(const vlHandleLaw* law, const vlStructureLaw* built,
                                 const vlStructureState* state, vlVec3 intention, vlVec3 rendered,
                                 double time);
// Energies of the motion and of the bend.
double vlStructure_GetKinetic(const vlStructureLaw* built, vlVec3 motor, vlVec3 handle);
double vlStructure_GetBent(const vlStructureLaw* built, vlVec3 bend);

#endif
