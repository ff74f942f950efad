// SPDX-License-Identifier: MIT
#ifndef VOLAR_SIMULATED_DEVICE_H
#define VOLAR_SIMULATED_DEVICE_H

// A haptic device and the person who holds it, both simulated: a handle with mass and friction,
// held by a hand that an arm moves to where the person intends to be.
//
//   rendered force -> handle <- grip (spring, damper) -> hand <- arm (spring, damper) -> intention
//
// The handle may be one rigid mass, or bend against the motors, and the motors may act late, follow
// slowly and render only certain values of force: vlSimulatedDeviceDef.
//
// The device has its own time, which begins with the first call and advances with the clock given
// to read and write, in steps of at most 0.1 ms (of a pantograph 0.25 ms; of a device that bends at
// most a sixtieth of the period of its mode). A call computes at most 0.2 s: if the clock jumps
// ahead by more, the rest is skipped, and device and person stand still meanwhile. If the clock is
// set back by up to 0.1 s, the device stands still until the clock has caught up; if by more, the
// device goes on from the new time.
//
// The same calls give the same bits. Nothing is allocated after creation. No number may be above
// 1e9 and no position beyond 1 km.

#include "volar/device.h"
#include "volar/pantograph.h"
#include "volar/script.h"

#define VL_MAX_SIMULATED_DELAY 64     // samples, of delay and jitter together
#define VL_MAX_SIMULATED_MODE 5000.0  // Hz
#define VL_MAX_SIMULATED_RATE 20000.0 // Hz
#define VL_MAX_SIMULATED_KEYS 100000  // keys of a hand, and also changes of its grip
#define VL_MAX_SIMULATED_PRESSES 1000

// A spring and damper in all directions, of a grip or an arm.
typedef struct vlSimulatedGrip {
    double stiffness;        // N/m, >= 0
    double damping;          // N s/m, >= 0
    double angularStiffness; // N m/rad, >= 0
    double angularDamping;   // N m s/rad, >= 0
} vlSimulatedGrip;

// From `time` on the person grips like this. Before the first change the grip is the hand's.
typedef struct vlSimulatedGripChange {
    double time; // s, increasing
    vlSimulatedGrip grip;
} vlSimulatedGripChange;

// Buttons that are pressed during an interval of time.
typedef struct vlSimulatedPress {
    double from, to;  // s, from < to
    uint32_t buttons; // one bit per button; presses may overlap
} vlSimulatedPress;

// The person. The lists may be NULL with count 0; they are copied.
typedef struct vlSimulatedHand {
    double mass;          // kg, >= 1e-6, of the hand
    double inertia;       // kg m^2, >= 1e-9
    vlSimulatedGrip grip; // between handle and hand; all 0: the hand does not hold the handle
    vlSimulatedGrip arm;  // between hand and intention
    // s, >= 0: time constant with which the person takes up a steady load
    // (vlSimulatedLoad). 0: it is carried at once.
    double adaptation;
    // The intention goes through the keys, with zero velocity and acceleration at each, and rests
    // before the first and after the last. Without keys it rests at the start of the device. The
    // oscillation is added to that.
    const vlMotionKey* keys; // increasing times in the device's own time, device frame
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

// A steady load, as the weight of a tool, in the device's frame. The person carries it by intending
// to be elsewhere: away from the pull by the stretch that it causes in grip and arm, and further by
// `offset` and `turn`, by which what is held hangs away from the handle in the virtual coupling.
// Forces that are not part of the load displace the hand as usual.
typedef struct vlSimulatedLoad {
    vlWrench pull; // N, N m, on the handle
    vlVec3 offset; // m, from where the held frame hangs to the handle
    vlVec3 turn;   // rad, rotation vector, likewise
} vlSimulatedLoad;

// The motors and encoders of a dual pantograph (pantograph.h). With them the handle moves in the
// plane z = 0 of the device's frame and turns about z without limit. What is written becomes motor
// torques, held until the next write, and what is read comes from the angles of the encoders. Force
// along z and torque about x and y are not rendered.
typedef struct vlSimulatedMechanism {
    bool isPantograph; // false: what is written acts on the handle directly; the rest is ignored
    vlPantograph pantograph;
    double maxMotorTorque; // N m, > 0; if one motor would exceed it, all four are lowered alike
    double counts;         // of an encoder per turn, a whole number from 100 to 1e9; 0: exact
    double stop;           // m, > 0 and within reach: radius of the rim that stops the handle
    double velocityCutoff; // Hz, of the filter of the velocity, which is the difference of samples
    double observerGain;   // 1/s, of the estimate of the hand's wrench; at most the rate
} vlSimulatedMechanism;

// A structure that bends: the device is two masses with a spring and damper between them. Motors,
// friction and encoders are at one of them, the motor's side; the hand is at the other, the handle.
typedef struct vlSimulatedMode {
    // Part of the mass at the handle, at most 0.99; 0: rigid, and the rest is ignored.
    double handleShare;
    double frequency; // Hz, 1 .. VL_MAX_SIMULATED_MODE: of the two against each other, not held
    double ratio;     // damping ratio of that motion, 0 .. 10
} vlSimulatedMode;

// What differs by direction, along x, y and z of the device's frame. Coulomb friction then acts
// against a motion v as -C C v/|C v| with C the frictions along the axes: of all forces that they
// allow, the one that takes the most energy.
typedef struct vlSimulatedDirections {
    bool areGiven;   // false: the same in all directions; the rest is ignored
    vlVec3 mass;     // kg, >= 1e-6 each, in place of `mass`
    vlVec3 damping;  // N s/m, >= 0, in place of `damping`
    vlVec3 friction; // N, >= 0, in place of `friction`
} vlSimulatedDirections;

// How the motors follow what is written: it is rounded to their resolution, delayed, and reached
// with a first-order lag, f' = 2 pi bandwidth (u - f).
typedef struct vlSimulatedMotors {
    double delay;           // s, >= 0, from a write to its effect
    double jitter;          // s, >= 0: each write is later by up to this, uniformly; none overtakes
    uint64_t seed;          // of the jitter
    double bandwidth;       // Hz, 0 .. 1e5; 0: no lag
    double forceResolution; // N, >= 0, of each component; 0: not rounded
    double torqueResolution; // N m, >= 0
} vlSimulatedMotors;

typedef struct vlSimulatedDeviceDef {
    // What the device reports about itself. It measures at `rate` (10 Hz .. VL_MAX_SIMULATED_RATE).
    // Rendered forces and torques are cut to maxForce and maxTorque, or to 1e6 if those are 0. With
    // hasTorque it needs hasOrientation. `backend` is ignored.
    vlDeviceInfo info;
    double mass;              // kg, >= 1e-6, of the handle as the hand feels it
    double inertia;           // kg m^2, >= 1e-9, about every axis
    double damping;           // N s/m, >= 0, viscous friction
    double angularDamping;    // N m s/rad, >= 0
    double friction;          // N, >= 0, Coulomb friction
    double angularFriction;   // N m, >= 0
    double resolution;        // m, >= 0, of each coordinate; 0: not quantised
    double angularResolution; // rad, >= 0, of each component of the rotation vector
    vlSimulatedMotors motors;
    // s, >= 0: how late the real device is, as far as that is known or assumed. Advice uses it if
    // it is larger than the delay of `motors` (vlSimulatedDevice_GetDelay); only `motors` is
    // simulated.
    double statedDelay;
    vlSimulatedMode mode;        // of the translation
    vlSimulatedMode angularMode; // of the rotation
    vlSimulatedDirections directions;
    bool hasTwist; // samples contain the true velocity; of a pantograph its estimate
    vlPose start;  // of handle and hand, both at rest
    vlSimulatedHand hand;
    // With a pantograph `resolution` and `angularResolution` are ignored; the device needs
    // hasOrientation, starts in the plane within the stop, is rigid and the same in all directions.
    vlSimulatedMechanism mechanism;
} vlSimulatedDeviceDef;

// What cannot be seen of a real device. Energies are since creation or restart and balance as
//   handWork + renderedWork = kinetic + bent + the losses of the handle                 handle
//   personWork + renderedWork = kinetic + bent + handKinetic + stored + all losses      both
typedef struct vlSimulatedReport {
    double time;    // s, the device's own
    double skipped; // s, by which the clock jumped ahead and the device did not follow
    vlPose handle;  // not quantised
    vlTwist handleTwist;
    vlPose motor; // the motor's side of a device that bends; otherwise the handle
    vlTwist motorTwist;
    vlPose hand;
    vlTwist handTwist;
    vlPose intention;    // the person's path, and what is added to carry the load
    vlWrench rendered;   // acts now, delayed and cut
    vlWrench grip;       // of the hand on the handle, mean over the last inner step
    double renderedWork; // J, of the rendered wrench
    double handWork;     // J, of `grip` on the handle
    double personWork;   // J, of the muscles: by moving the intention and changing the grip
    double kinetic;      // J, handle and the motor's side
    double bent;         // J, stored in the structure of a device that bends
    double handKinetic;  // J
    double stored;       // J, in grip and arm
    double viscousLoss;  // J, of the handle
    double coulombLoss;  // J, of the handle
    double handLoss;     // J, in the dampers of grip and arm
    double stopLoss;     // J, of the handle at the stop of a pantograph
    double bendLoss;     // J, of a structure that bends
    uint64_t cutWrites;  // writes beyond maxForce or maxTorque
    uint64_t innerSteps; // computed so far
} vlSimulatedReport;

// The mechanism of a simulated pantograph. Planar quantities as in pantograph.h.
typedef struct vlMechanismReport {
    vlPantographState measured; // by the encoders, at the last sample
    vlVec3 pose;                // of the handle, not quantised
    vlVec3 velocity;            // estimated from the encoders
    vlVec3 hand; // wrench of the hand on the handle, estimated from motors and motion [C00]
    double torques[VL_PANTOGRAPH_MOTORS]; // N m, that act now
    double maxTorque;                     // N m, of a motor
    vlVec3 mass;                          // kg, kg, kg m2, of the handle
    vlVec3 damping;                       // N s/m, N s/m, N m s/rad
    double worstClosure;                  // m, largest size of the closure so far
    double mostDropped;                   // N, largest force along z, which is not rendered
    uint64_t cutWrites;                   // writes beyond the motors' limit
    uint64_t stops;                       // times that the handle met its stop
} vlMechanismReport;

VL_BEGIN_C

// Name of the i-th preset ("touch", "omni", "desktop", "premium", "omega3", ...), NULL beyond the
// last.
VL_API const char* vlSimulatedDevice_GetPresetName(int i) VL_REALTIME;
// A known device held by a relaxed hand that rests at the centre. VL_ERROR_ARGUMENT for an unknown
// name.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_GetPreset(const char* name,
                                                           vlSimulatedDeviceDef* def) VL_REALTIME;

// The delay that advice about this device uses, s, from a measurement to its force: the longest of
// its motors, or the stated one if that is longer. Presets simulate no delay. Those of real devices
// state two samples, which is assumed, because no maker publishes it.
VL_API double vlSimulatedDevice_GetDelay(const vlSimulatedDeviceDef* def) VL_REALTIME;

// The grip of a hand that barely holds the stylus, and of one that grips as hard as it can.
VL_API vlSimulatedGrip vlSimulatedDevice_RelaxedGrip(void) VL_REALTIME;
VL_API vlSimulatedGrip vlSimulatedDevice_TightGrip(void) VL_REALTIME;
// The arm of all presets: 300 N/m, 8 N s/m, 3 N m/rad, 0.03 N m s/rad.
VL_API vlSimulatedGrip vlSimulatedDevice_RestingArm(void) VL_REALTIME;

// The dual pantograph of [C00] at this rate (Hz): 20 N, 1 N m, motors of 4 N m, encoders of 100 000
// counts (about 20 um at the handle), a workspace of 150 mm radius; 0.6 kg and 0.0015 kg m2 in the
// hand, 1 N s/m, 0.002 N m s/rad, friction of 0.2 N; held like the presets. The backend
// `pantograph` opens it at 1 kHz.
VL_API vlSimulatedDeviceDef vlSimulatedDevice_Pantograph(double rate) VL_REALTIME;

// Allocates. VL_ERROR_ARGUMENT for numbers outside the ranges given above.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_Create(const vlSimulatedDeviceDef* def,
                                                        vlDevice** device);
// Would vlSimulatedDevice_Create accept this? VL_ERROR_ARGUMENT if not; `message` (may be NULL)
// says why, and for a mechanism which number is wrong.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_Check(const vlSimulatedDeviceDef* def,
                                                       char* message, size_t messageSize);

// Puts device and person back to their start, at time 0. VL_ERROR_ARGUMENT if `device` is not a
// simulated one.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_Restart(vlDevice* device) VL_REALTIME;
// VL_ERROR_ARGUMENT if `device` is not a simulated one.
VL_API VL_WARN_UNUSED vlResult vlSimulatedDevice_GetReport(const vlDevice* device,
                                                           vlSimulatedReport* report) VL_REALTIME;
// VL_ERROR_ARGUMENT if `device` is not a simulated pantograph.
VL_API VL_WARN_UNUSED vlResult
vlSimulatedDevice_GetMechanism(const vlDevice* device, vlMechanismReport* report) VL_REALTIME;

VL_END_C

#endif
