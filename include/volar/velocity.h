// SPDX-License-Identifier: MIT
#ifndef VOLAR_VELOCITY_H
#define VOLAR_VELOCITY_H

// Velocity of a device from its poses, fit for encoders that count in steps. A difference of two
// neighbouring samples is off by up to a quantum per tick (1e-5 m at 1 kHz: 0.01 m/s), which a
// damper turns into a buzz. Two ways out: a filter, which lags always, or a window as long as the
// motion stays a straight line [JHC00], which is long at rest and short when the hand turns.
//
// An estimator is a plain struct of the caller's, used by one thread. Nothing here allocates.

#include "volar/device.h"
#include "volar/math.h"

typedef enum vlVelocityRule {
    VL_VELOCITY_DEVICE, // what the device says; like FILTER while it says nothing
    VL_VELOCITY_FILTER, // difference through a low-pass of second order
    VL_VELOCITY_WINDOW  // least-squares slope over the longest window that a line fits
} vlVelocityRule;

#define VL_MAX_VELOCITY_WINDOW 64

typedef struct vlVelocityDef {
    vlVelocityRule rule;
    double cut;            // Hz, > 0: where the filter has fallen by 3 dB
    double quantum;        // m, >= 0: one step of the measured position
    double angularQuantum; // rad, >= 0
    int window;            // samples looked back at, 1 .. VL_MAX_VELOCITY_WINDOW
    double maxSpeed;       // m/s, > 0: a faster step is no motion but a jump, and starts anew
    double maxSpin;        // rad/s, > 0
    double maxGap;         // s, > 0: after so long without a measurement the velocity is 0
} vlVelocityDef;

// All of an estimator. Components 0 to 2 are x, y, z, 3 to 5 the angles turned about them.
typedef struct vlVelocity {
    vlVelocityDef def;
    bool isStarted;
    uint64_t sequence;
    double time; // s, of the last new measurement
    vlPose pose;
    vlTwist twist;      // the estimate
    double slope[6];    // m/s, rad/s: the filter
    double bend[6];     // m/s2, rad/s2: its rate
    int newest;         // slot of the window's last sample
    int count;          // samples in the window
    int used[6];        // samples the last slope looked back over, 0: the velocity is exactly 0
    uint64_t restarts;  // jumps, gaps and clocks set back
    uint64_t dismissed; // samples that came late, or at the time of the one before
    double sampleTimes[VL_MAX_VELOCITY_WINDOW + 1];
    double samples[6][VL_MAX_VELOCITY_WINDOW + 1];
} vlVelocity;

VL_BEGIN_C

// FILTER at 100 Hz; quanta 1e-5 m and 1e-4 rad, 64 samples; 10 m/s, 100 rad/s, 50 ms.
VL_API vlVelocityDef vlDefaultVelocityDef(void) VL_REALTIME;

// Makes an estimator of raw memory, at rest. VL_ERROR_ARGUMENT outside the ranges above.
VL_API VL_WARN_UNUSED vlResult vlVelocity_Init(vlVelocity* velocity,
                                               const vlVelocityDef* def) VL_REALTIME;
// Forgets the past, as after a deliberate re-indexing; keeps the counts.
VL_API void vlVelocity_Reset(vlVelocity* velocity) VL_REALTIME;

// Takes a good sample (vlDeviceSample_IsGood) that the device gave at `now` (s) and returns its
// velocity, always finite: linear, and angular in the frame of the poses. A sequence number seen
// before is no new measurement: the velocity stays, until `maxGap`. A lower one came late and is
// dismissed.
VL_API vlTwist vlVelocity_Update(vlVelocity* velocity, double now,
                                 const vlDeviceSample* sample) VL_REALTIME;

VL_END_C

#endif
