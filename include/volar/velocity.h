// SPDX-License-Identifier: MIT
#ifndef VOLAR_VELOCITY_H
#define VOLAR_VELOCITY_H

// Estimates the velocity of a device from its poses, even if encoders measure these in steps. The
// difference of two neighbouring samples is wrong by up to one quantum per tick (1e-5 m at 1 kHz:
// 0.01 m/s), which a damper turns into a buzz. There are two remedies: a filter, which always lags,
// or a window as long as the motion stays on a straight line [JHC00], which is long at slow speeds
// and short when the velocity changes.
//
// An estimator is a plain struct that belongs to the caller; one thread uses it. Nothing here
// allocates.

#include "volar/device.h"
#include "volar/math.h"

typedef enum vlVelocityRule {
    VL_VELOCITY_DEVICE, // the device's own velocity; like FILTER without one within maxSpeed,
                        // maxSpin
    VL_VELOCITY_FILTER, // differences through a low-pass filter of second order
    VL_VELOCITY_WINDOW  // least-squares slope over the longest window that fits a line
} vlVelocityRule;

#define VL_MAX_VELOCITY_WINDOW 64

// Numbers above 0 are within 1e-6 .. 1e6, quanta at most 1.
typedef struct vlVelocityDef {
    vlVelocityRule rule;
    double cut;            // Hz, > 0: cut-off frequency (-3 dB) of the filter
    double quantum;        // m, >= 0: one step of the measured position
    double angularQuantum; // rad, >= 0
    int window;            // longest window, samples, 1 .. VL_MAX_VELOCITY_WINDOW
    double maxSpeed;       // m/s, > 0: a faster change is a jump; the estimate then starts again
    double maxSpin;        // rad/s, > 0; likewise
    double maxGap;         // s, > 0: after this time without a measurement the velocity is 0
} vlVelocityDef;

// An estimator. Components 0 to 2 are x, y and z; 3 to 5 are the angles about them.
typedef struct vlVelocity {
    vlVelocityDef def;
    bool isStarted;
    uint64_t sequence;
    double time; // s, of the last new measurement
    vlPose pose;
    vlTwist twist;      // the estimate
    double slope[6];    // m/s, rad/s: output of the filter
    double bend[6];     // m/s2, rad/s2: its rate of change
    int newest;         // slot of the window's last sample
    int count;          // samples in the window
    int used[6];        // samples that the last slope looked back over; 0: the velocity is 0
    uint64_t restarts;  // because of jumps, gaps and clocks that were set back
    uint64_t dismissed; // samples that came late, or with the time of the one before
    double sampleTimes[VL_MAX_VELOCITY_WINDOW + 1];
    double samples[6][VL_MAX_VELOCITY_WINDOW + 1];
} vlVelocity;

VL_BEGIN_C

// FILTER at 100 Hz; quanta 1e-5 m and 1e-4 rad, 64 samples; 10 m/s, 100 rad/s, 50 ms.
VL_API vlVelocityDef vlDefaultVelocityDef(void) VL_REALTIME;

// Initialises an estimator, at rest. VL_ERROR_ARGUMENT for numbers outside their ranges.
VL_API VL_WARN_UNUSED vlResult vlVelocity_Init(vlVelocity* velocity,
                                               const vlVelocityDef* def) VL_REALTIME;
// Forgets all samples, e.g. after a deliberate jump; keeps the counts.
VL_API void vlVelocity_Reset(vlVelocity* velocity) VL_REALTIME;

// Takes a good sample (vlDeviceSample_IsGood) that was read at `now` (s) and returns the velocity
// of the device in the frame of its poses, always finite. The same sequence number as before is no
// new measurement: the velocity stays until `maxGap` has passed. A lower one came late and is
// dismissed; after `maxGap` it starts the estimate again, because the device has begun to count
// again from the start.
VL_API vlTwist vlVelocity_Update(vlVelocity* velocity, double now,
                                 const vlDeviceSample* sample) VL_REALTIME;

VL_END_C

#endif
