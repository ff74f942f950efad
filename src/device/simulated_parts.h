// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_SIMULATED_H
#define VOLAR_DEVICE_SIMULATED_H

// The internals of the simulated device, shared by its files.

#include "device/handle.h"
#include "device/mechanism.h"
#include "device/motors.h"
#include "device/structure.h"
#include "volar/simulated_device.h"

typedef struct vlSimulatedDevice {
    vlSimulatedDeviceDef def; // its lists are copies
    vlVec3* turns;            // from key to key
    vlHandleLaw linear, angular;
    vlStructureLaw built, angularBuilt; // of a device that bends or differs by direction
    double step;                        // s
    double stepsPerTime;                // 1/s
    uint64_t divisor;                   // inner steps per sample

    bool isStarted;
    double start;   // of the caller's clock, at step 0
    uint64_t count; // inner steps done
    int gripNext;   // the next change of grip

    vlPose handle, hand, intention;
    vlTwist handleTwist, handTwist;
    vlPose motor; // of the motor's side; the handle's unless it bends
    vlTwist motorTwist;
    vlWrench rendered;
    vlSimulatedLoad load;
    bool isLoaded;         // there is a load or was one
    vlVec3 lift, liftTurn; // by which the intention is shifted to carry it
    vlVec3 leadTo, shift;  // where it is led, and by how much it was led away from the script
    bool isLed;
    vlMotors motors;
    vlPendingCommand* queue; // of the motors
    vlDeviceSample sample;
    vlSimulatedReport ledger; // works, losses, counts

    // Of a pantograph, whose `handle`, `hand` and `intention` have their angles here. Those count
    // full turns; the quaternions are updated only for reports.
    vlMechanism mechanism;
    double handleAngle, handAngle, intentionAngle; // rad
    vlQuat intended; // of the intention, with the angle intentionAngle; all zeros: not known
} vlSimulatedDevice;

// The simulated device behind a vlDevice of either backend; NULL if it is not a simulated one.
vlSimulatedDevice* vlSimulatedDevice_Of(const vlDevice* device);
// Makes a device of a definition that was checked.
vlResult vlSimulatedDevice_Make(const vlSimulatedDeviceDef* def, const char* backend,
                                vlSimulatedDevice** device);
void vlSimulatedDevice_Free(void* self);

// The person at all presets (presets.c).
vlSimulatedHand vlSimulatedDevice_RestingHand(void);

// The motion of a pantograph (planar_handle.c): the angle about z of a pose that lies in the plane,
// the pose of a place and an angle, one inner step.
double vlSimulatedDevice_YawOf(vlQuat q, double near);
vlPose vlSimulatedDevice_PoseOf(vlVec3 place, double angle);
void vlSimulatedDevice_StepInPlane(vlSimulatedDevice* s, const vlPose* intention);

// One inner step of a device that bends or differs by direction (structure_motion.c); `intention`
// is the mean velocity of the intention.
void vlSimulatedDevice_TranslateBuilt(vlSimulatedDevice* s, vlVec3 intention);
void vlSimulatedDevice_RotateBuilt(vlSimulatedDevice* s, vlVec3 intention);
// Energies of handle and motor's side, and of the structure between them.
double vlSimulatedDevice_GetKinetic(const vlSimulatedDevice* s);
double vlSimulatedDevice_GetBent(const vlSimulatedDevice* s);
// The stretch of a turned spring as the spring law takes it (simulated_device.c).
vlVec3 vlSimulatedDevice_MeanStretch(vlVec3 stretch, vlVec3 velocityA, vlVec3 velocityB,
                                     double step);

// Moves the intention by what it was led away (load.c).
void vlSimulatedDevice_Follow(vlSimulatedDevice* s, vlPose* intention);

// At work (simulated_device.c); read and write are those of vlDeviceOps.
vlResult vlSimulatedDevice_Read(void* self, double now, vlDeviceSample* sample) VL_REALTIME;
vlResult vlSimulatedDevice_Write(void* self, double now, const vlWrench* wrench) VL_REALTIME;
// Adds one move of the handle to the ledger.
void vlSimulatedDevice_Book(vlSimulatedReport* ledger, const vlHandleMove* move);
void vlSimulatedDevice_SetGrip(vlSimulatedDevice* s, const vlSimulatedGrip* grip);
double vlSimulatedDevice_GetStored(const vlSimulatedDevice* s);

// What a person does at a time of the device (hand.c). `base` is the intended pose without keys;
// `turns` are the rotations from each key to the next.
bool vlSimulatedDevice_IsHandValid(const vlSimulatedHand* hand);
vlPose vlSimulatedDevice_IntentionAt(const vlSimulatedHand* hand, const vlVec3* turns, vlPose base,
                                     double time);
// One inner step of getting used to the load: adds what carries it to the intended pose (load.c).
void vlSimulatedDevice_Carry(vlSimulatedDevice* s, vlPose* intention);
uint32_t vlSimulatedDevice_ButtonsAt(const vlSimulatedHand* hand, double time);

// Finite, not negative, and not absurdly large, so that sums and products stay finite.
bool vlSimulatedDevice_IsAmount(double value);
// Neither absurdly light nor absurdly heavy.
bool vlSimulatedDevice_IsBody(double mass, double inertia);
// A finite position that is not absurdly far, and a unit quaternion to 1e-6.
bool vlSimulatedDevice_IsPose(vlPose pose);

#endif
