// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_HAPTIC_RIG_H
#define VOLAR_TESTS_HAPTIC_RIG_H

// The whole haptic loop under a virtual clock: simulated hands hold tools through devices that
// misbehave on command, and in every tick the force that each device renders is checked against its
// limits. As in stage.h, every function fails the running test on an error.

#include "stage.h"
#include "volar/renderer.h"
#include "volar/simulated_device.h"

#define VL_RIG_TICK 1e-3 // s
#define VL_RIG_HANDS 2
#define VL_RIG_PAST 16 // samples that a device may send late

typedef enum vlFault {
    VL_FAULT_NONE,
    VL_FAULT_UNPLUGGED, // neither reads nor writes arrive
    VL_FAULT_HUNG,      // it reports the same measurement for ever
    VL_FAULT_NAN,
    VL_FAULT_INF,
    VL_FAULT_JUMP, // by `jump`
    VL_FAULT_QUAT, // a quaternion not of unit length
    VL_FAULT_LOST, // four of five measurements are lost
    VL_FAULT_DOUBLED,
    VL_FAULT_REORDERED, // up to VL_RIG_PAST - 1 ticks late, in any order
    VL_FAULT_BUTTONS,   // random
    VL_FAULT_WRITE,     // what is sent does not arrive
    VL_FAULT_COUNT
} vlFault;

// A simulated device behind a bad line.
typedef struct vlFaultyDevice {
    vlDevice* inner;
    vlFault fault;
    vlVec3 jump; // m, 1 m to the side unless a test sets it
    vlRandom random;
    uint64_t reads;
    vlDeviceSample past[VL_RIG_PAST]; // the newest at reads % VL_RIG_PAST
    vlDeviceSample given;             // last
    vlWrench rendered;                // by the hardware: the last that arrived
} vlFaultyDevice;

typedef struct vlRigHand {
    vlFaultyDevice faulty;
    vlDevice* device; // the faulty one
    vlRenderer* renderer;
    vlBodyId tool;
    vlWrench last;      // rendered by the hardware in the previous tick
    bool wasLost;       // the force sent in the previous tick did not arrive
    uint32_t seen;      // all flags since they were last set to 0
    double largest;     // N, force rendered so far
    double fastestRise; // N/s, of its length, so far
} vlRigHand;

typedef struct vlHapticRig {
    vlWorld* world;
    vlRigHand hands[VL_RIG_HANDS];
    int handCount;
    double now; // s
} vlHapticRig;

// Adds a device and its renderer, with the default limits, to a rig that has a world.
vlRigHand* vlHapticRig_AddHand(vlHapticRig* rig, const vlSimulatedDeviceDef* def, bool isPassive);
// Has the hand hold a new box at `at` by a coupling of the given gains; without mass the box is the
// hand's pointer.
void vlHapticRig_Take(vlHapticRig* rig, vlRigHand* hand, vlVec3 size, double mass, vlPose at,
                      const vlCouplingDef* gains);
// Closes all renderers, devices and the world.
void vlHapticRig_Close(vlHapticRig* rig);

// Makes one tick after `dt` s and checks it. Returns the result of the world's step, which may have
// diverged.
vlResult vlHapticRig_TickAfter(vlHapticRig* rig, double dt);
// Makes `count` ticks of VL_RIG_TICK, whose steps must succeed.
void vlHapticRig_Tick(vlHapticRig* rig, int count);

vlSimulatedReport vlHapticRig_ReportOf(const vlRigHand* hand);
// Pushes a body with twice the largest number, at a lever: it diverges in the next step.
void vlHapticRig_BlowUp(vlWorld* world, vlBodyId body);
// The last record of a trip for a cause; fails if there is none.
vlTripRecord vlHapticRig_LastRecord(const vlRigHand* hand, vlTripCause cause);

#endif
