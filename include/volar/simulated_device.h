// SPDX-License-Identifier: MIT
#ifndef VOLAR_SIMULATED_H
#define VOLAR_SIMULATED_H

// A haptic device and the person who holds it, both simulated: a handle with mass and friction,
// held by a hand, which an arm takes to where the person intends to be.
//
//   rendered force -> handle <- grip (spring, damper) -> hand <- arm (spring, damper) -> intention
//
// The device runs on its own time, which begins with the first call and advances by the clock given
// to read and write, in steps of at most 0.1 ms. Whatever the clock does, a call computes 0.2 s at
// most: what a clock leaps ahead beyond that is passed over, device and person standing still
// meanwhile. A clock set back by up to 0.1 s is waited for; by more, and time goes on from there.
//
// Same calls, same bits. Nothing is allocated after creation. No amount may be above 1e9, no place
// beyond 1 km.

#include "volar/device.h"
#include "volar/script.h"

#define VL_MAX_SIMULATED_DELAY 64     // samples
#define VL_MAX_SIMULATED_RATE 20000.0 // Hz
#define VL_MAX_SIMULATED_KEYS 100000  // of keys and of changes of grip
#define VL_MAX_SIMULATED_PRESSES 1000

// Of a spring and damper in all directions.
typedef struct vlSimulatedGrip {
    double stiffness;        // N/m, >= 0
    double damping;          // N s/m, >= 0
    double angularStiffness; // N m/rad, >= 0
    double angularDamping;   // N m s/rad, >= 0
} vlSimulatedGrip;

// The person grips so from a time on; the first grip is the hand's.
typedef struct vlSimulatedGripChange {
    double time; // s, increasing
    vlSimulatedGrip grip;
} vlSimulatedGripChange;

// Buttons held from a time up to another.
typedef struct vlSimulatedPress {
    double from, to;  // s, from < to
    uint32_t buttons; // bits; presses may overlap
} vlSimulatedPress;

// The person. The lists may be NULL with count 0; they are copied.
typedef struct vlSimulatedHand {
    double mass;          // kg, >= 1e-6, of the hand
    double inertia;       // kg m^2, >= 1e-9
    vlSimulatedGrip grip; // all 0: the handle is let go
    vlSimulatedGrip arm;
    // The intention: through the keys (velocity and acceleration zero at each; before the first and
    // after the last it rests; none: rests at the start), and an oscillation about that.
    const vlMotionKey* keys; // s of the device's own time, increasing
    int keyCount;
    bool repeat;      // starts again with the first key after the last
    vlVec3 amplitude; // m
    vlVec3 turn;      // rad, rotation vector
    double frequency; // Hz, >= 0
    double phase;     // rad
    const vlSimulatedGripChange* grips;
    int gripCount;
    const vlSimulatedPress* presses;
    int pressCount;
} vlSimulatedHand;

typedef struct vlSimulatedDeviceDef {
    // What it says of itself. `rate` (10 Hz .. VL_MAX_SIMULATED_RATE) is that at which it measures;
    // the rendered force is cut to maxForce and maxTorque in length, or to 1e6 if they are 0.
    // `backend` is not read.
    vlDeviceInfo info;
    double mass;              // kg, >= 1e-6, of the handle as felt
    double inertia;           // kg m^2, >= 1e-9, about every axis
    double damping;           // N s/m, >= 0, viscous friction
    double angularDamping;    // N m s/rad, >= 0
    double friction;          // N, >= 0, Coulomb friction
    double angularFriction;   // N m, >= 0
    double resolution;        // m, >= 0, of each coordinate; 0: not quantised
    double angularResolution; // rad, >= 0, of each component of the rotation vector
    int delay;                // samples from a write to its effect, 0 .. VL_MAX_SIMULATED_DELAY
    bool hasTwist;            // gives its true velocity too
    vlPose start;             // of handle and hand, both at rest
    vlSimulatedHand hand;
} vlSimulatedDeviceDef;

// What nobody sees of a real device. Energies since creation; with the ledgers
//   handWork + renderedWork = kinetic + viscousLoss + coulombLoss                       handle
//   personWork + renderedWork = kinetic + handKinetic + stored + all three losses       both
typedef struct vlSimulatedReport {
    double time;    // s, the device's own
    double skipped; // s that the clock leapt and the device did not follow
    vlPose handle;  // not quantised
    vlTwist handleTwist;
    vlPose hand;
    vlTwist handTwist;
    vlPose intention;
    vlWrench rendered;   // acts on the handle now, delayed and cut
    vlWrench grip;       // of the hand on the handle, mean of the last inner step
    double renderedWork; // J, of the rendered wrench on the handle
    double handWork;     // J, of the hand on the handle: of `grip`
    double personWork;   // J, of the muscles: the intention moving, the grip changing
    double kinetic;      // J, handle
    double handKinetic;  // J
    double stored;       // J, in grip and arm
    double viscousLoss;  // J, of the handle
    double coulombLoss;  // J, of the handle
    double handLoss;     // J, in the dampers of grip and arm
    uint64_t cutWrites;  // writes beyond maxForce or maxTorque
    uint64_t innerSteps; // computed
} vlSimulatedReport;

VL_BEGIN_C

// Name of the i-th preset ("touch", "omni", "desktop", "premium", "omega3", ...), NULL beyond the
// last.
VL_API const char* vlSimulatedDevice_GetPresetName(int i) VL_REALTIME;
// A known device held by a relaxed hand that rests at the centre. VL_ERROR_ARGUMENT for an unknown
// name.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_GetPreset(const char* name,
                                                           vlSimulatedDeviceDef* def) VL_REALTIME;

// A hand that barely holds the stylus, and one that grips as hard as it can.
VL_API vlSimulatedGrip vlSimulatedDevice_RelaxedGrip(void) VL_REALTIME;
VL_API vlSimulatedGrip vlSimulatedDevice_TightGrip(void) VL_REALTIME;

// Allocates. VL_ERROR_ARGUMENT for what the comments above forbid.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_Create(const vlSimulatedDeviceDef* def,
                                                        vlDevice** device);

// Device and person as they were made, at time 0. VL_ERROR_ARGUMENT if `device` is not a simulated
// one.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_Restart(vlDevice* device) VL_REALTIME;
// VL_ERROR_ARGUMENT if `device` is not a simulated one.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_GetReport(const vlDevice* device,
                                                           vlSimulatedReport* report) VL_REALTIME;

VL_END_C

#endif
