// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_MECHANISM_H
#define VOLAR_DEVICE_MECHANISM_H

// The motors, encoders and stop of a simulated dual pantograph, between the wrench that is written
// and the handle that moves. Planar quantities as in volar/pantograph.h.

#include "device/hand_observer.h"
#include "volar/simulated_device.h"

typedef struct vlMechanism {
    vlSimulatedMechanism def;
    double smoothing; // share of a new difference in the velocity
    double perSample; // 1/s
    vlPantographState measured;
    vlPantographState now; // at the handle's true pose; its angles are not updated
    double torques[VL_PANTOGRAPH_MOTORS];
    vlVec3 velocity;
    vlHandObserver observer;
    uint64_t cutWrites, stops;
    double worstClosure, mostDropped;
} vlMechanism;

// Can a mechanism of this kind be made for this device? Otherwise `message` (may be NULL) says why.
bool vlMechanism_IsValid(const vlSimulatedDeviceDef* def, char* message, size_t size);
// At rest at the pose `start`, without torque.
void vlMechanism_Begin(vlMechanism* m, const vlSimulatedDeviceDef* def, vlVec3 start);

// The torques for a wrench in the device's frame, by the encoders, within the limit of the motors.
void vlMechanism_Drive(vlMechanism* m, const vlWrench* wrench,
                       double torques[VL_PANTOGRAPH_MOTORS]);
// The wrench of the present torques on a handle at `pose`.
vlVec3 vlMechanism_Push(vlMechanism* m, vlVec3 pose);
// A sample of the handle at `pose`: encoders, velocity and the observer of the hand.
void vlMechanism_Measure(vlMechanism* m, vlVec3 pose);

#endif
