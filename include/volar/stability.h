// SPDX-License-Identifier: MIT
#ifndef VOLAR_STABILITY_H
#define VOLAR_STABILITY_H

// How stiff may a wall be on this device, and with which gains? One direction of a haptic loop as
// an exact linear model: the device and the hand that holds it move in continuous time; once in a
// period the device is measured, its velocity is estimated, the virtual world answers with a force,
// and after the delay the actuators hold that force for a period.
//
//   hand ~ grip ~ handle [~ structure ~ motor] -> sample -> velocity -> world -> delay -> motor
//
// The world is a wall (stiffness and damping act on the device itself) or a tool that is held by a
// virtual coupling and pressed against a wall, stepped as the implicit integrator does. While the
// tool stays in touch, nothing switches and nothing rubs, this is what the renderer and the world
// compute, in one direction. What it leaves out: Coulomb friction and encoder counts of the device,
// impacts and leaving the wall, other directions, two rates.
//
// All functions are pure, allocate nothing and give the same bits with every compiler. The
// equations are in docs/theory/loop.md.

#include "volar/coupling.h"
#include "volar/simulated_device.h"
#include "volar/velocity.h"

#define VL_MAX_LOOP_DELAY 32 // periods

// How the velocity of the device is found from its samples.
typedef enum vlLoopVelocity {
    VL_LOOP_DIFFERENCE, // difference of the last two samples
    VL_LOOP_FILTER,     // the differences through the filter of VL_VELOCITY_FILTER
    VL_LOOP_TRUE        // the device measures it
} vlLoopVelocity;

// One direction of the loop; for a rotation read kg m^2, rad, N m instead of kg, m, N. Every number
// is finite and at most 1e12, unless its comment says less.
typedef struct vlLoop {
    // The device.
    double period;  // s, T, 1e-6 .. 10: between samples, for which each force is held
    double delay;   // s, td, >= 0, at most VL_MAX_LOOP_DELAY periods: from a sample to its force
    double mass;    // kg, m, > 0: all of it, as the hand feels it
    double damping; // N s/m, b, >= 0: viscous friction, on the motor's side of the structure
    // The device's structure as a spring between motor and handle: the sensor and the force are on
    // the motor's side, the hand on the handle's.
    double handleShare;   // part of the mass on the handle's side, 0: rigid; at most 0.999
    double modeFrequency; // Hz, > 0 unless rigid: of the two masses against each other, not held
    double modeRatio;     // damping ratio of that mode, >= 0
    double actuatorCut;   // Hz, cut-off of the actuators' first-order lag; 0: none
    // The hand: all 0 if it has let go.
    double handMass;                   // kg, > 0 if grip or arm are not 0
    double gripStiffness, gripDamping; // N/m, N s/m, >= 0: between handle and hand
    double armStiffness, armDamping;   // N/m, N s/m, >= 0: between hand and ground
    // The velocity.
    vlLoopVelocity rule;
    double cut; // Hz, 1e-6 .. 1e6 with VL_LOOP_FILTER: as vlVelocityDef.cut
    // The virtual world.
    double toolMass;  // kg, mt: 0: no tool, stiffness and damping are those of the wall itself
    double stiffness; // N/m, of the coupling kc or of the wall K, >= 0
    // N s/m, of the coupling bc or of the wall B; that of a wall may be negative.
    double dampingOfWorld;
    double wallStiffness; // N/m, kw, >= 0: of the contact between tool and wall
    double wallDamping;   // N s/m, bw, >= 0
    double gain;          // factor on the force, > 0; usually 1
} vlLoop;

VL_BEGIN_C

// 1 kHz, no delay, a rigid device of 0.1 kg without damping, let go, velocity by filter at 100 Hz,
// a tool of 10 g held with 200 N/m and 2 N s/m against a wall of 1e6 N/m without damping.
VL_API vlLoop vlDefaultLoop(void) VL_REALTIME;

// Whether the numbers are within their ranges. VL_ERROR_ARGUMENT if not; `message` (may be NULL)
// says which one, what was found and what is expected.
VL_API VL_WARN_UNUSED vlResult vlLoop_Check(const vlLoop* loop, char* message, size_t messageSize);

// Sets the numbers of device and hand from a simulated device without a mechanism; those of
// velocity and world stay. With `isAngular` the loop is that of a rotation. A delay that varies
// counts with its longest value. For a device that differs by direction, `mass` and `damping` are
// used. VL_ERROR_ARGUMENT for a pantograph, or if `isAngular` and the device has no orientation.
VL_API VL_WARN_UNUSED vlResult vlLoop_SetDevice(vlLoop* loop, const vlSimulatedDeviceDef* def,
                                                bool isAngular) VL_REALTIME;
// The same for its translation along one axis of its frame, 0 to 2 for x to z.
VL_API VL_WARN_UNUSED vlResult vlLoop_SetDirection(vlLoop* loop, const vlSimulatedDeviceDef* def,
                                                   int axis) VL_REALTIME;

// Spectral radius of the map from one sample to the next, to about 1e-9: in the long run every
// motion is multiplied by at most this factor in a period. Above 1 the loop is unstable.
// VL_ERROR_ARGUMENT if the loop is out of range (vlLoop_Check).
VL_API VL_WARN_UNUSED vlResult vlLoop_GetRadius(const vlLoop* loop, double* radius) VL_REALTIME;

// Whether that radius is at most 1, to 1e-9. Takes a third of the time where the radius is far from
// 1.
VL_API VL_WARN_UNUSED vlResult vlLoop_IsStable(const vlLoop* loop, bool* isStable) VL_REALTIME;

// The lowest gain, searched upwards from most/1e5 to `most` (> 0), at which the loop is unstable;
// `most` if there is none, 0 if already the first one is. A loop may be stable again at a larger
// gain.
VL_API VL_WARN_UNUSED vlResult vlLoop_GetCriticalGain(const vlLoop* loop, double most,
                                                      double* gain) VL_REALTIME;
// The same for `stiffness` with all else as given.
VL_API VL_WARN_UNUSED vlResult vlLoop_GetCriticalStiffness(const vlLoop* loop, double most,
                                                           double* stiffness) VL_REALTIME;

// The damping of a rigid device, N s/m, above which the loop takes no net energy from any motion of
// any hand [CS97]: with as much damping no passive hand can make it unstable. It does not depend on
// mass, damping, structure and hand of the loop. The actuators' lag is left out, which is wrong on
// the unsafe side: for slow motions it is a further delay. VL_ERROR_ARGUMENT also for VL_LOOP_TRUE,
// because a velocity that is not found from samples is not a function of them.
VL_API VL_WARN_UNUSED vlResult vlLoop_GetPassiveDamping(const vlLoop* loop,
                                                        double* damping) VL_REALTIME;

VL_END_C

#endif
