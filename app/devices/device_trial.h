// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DEVICE_TRIAL_H
#define VOLAR_APP_DEVICE_TRIAL_H

// The test of a device: a gentle spring to where its handle was at the first measurement, and
// counts of what happens meanwhile. Time is an argument, so that a tick can run under any clock.

#include <volar/device.h>
#include <volar/governor.h>
#include <volar/velocity.h>

#define VL_TRIAL_RATE 1000.0 // Hz
// N: the largest force for a device with unknown limits; the weight of a bar of chocolate.
#define VL_TRIAL_UNKNOWN_FORCE 1.0

typedef struct vlTrialDef {
    double stiffness; // N/m, >= 0, asked for
    double seconds;   // > 0; 0: until vlTrial_End
} vlTrialDef;

// The result of a tick: a plain struct, to be copied to another thread.
typedef struct vlTrialStatus {
    double stiffness; // N/m, rendered: within the device's limit
    double maxForce;  // N, a third of the device's; 0: it renders no force
    double time;      // s since the start
    double firstTime; // s, when the first measurement came
    bool isStarted;   // the first measurement has come
    bool isAnswering; // the last read was good
    bool isEnding;    // the force fades
    bool isOver;
    vlDeviceSample sample; // the last good one
    vlTwist twist;
    vlWrench sent;
    uint32_t flags; // of the governor
    double largestForce;
    double fastest;         // m/s
    uint64_t reads;         // since the first measurement
    uint64_t failedReads;   // of these
    uint64_t failedWrites;  // since the first measurement
    uint64_t samples;       // different ones read
    uint64_t missedSamples; // measurements skipped between two reads
    vlTripCount trips[VL_TRIP_COUNT];
    bool hasHand;             // a simulated hand
    double grip, largestGrip; // N, of the hand on the handle
} vlTrialStatus;

typedef struct vlTrial {
    vlDevice* device; // the caller's
    vlTrialDef def;
    double start; // s, by the caller's clock
    double fadeStart;
    double lastGood; // s, of the last good read
    vlVec3 anchor;   // m
    vlVelocity velocity;
    vlGovernor governor;
    vlTrialStatus status;
} vlTrial;

// Starts at time `now`. VL_ERROR_ARGUMENT if the device reports impossible limits.
VL_WARN_UNUSED vlResult vlTrial_Start(vlTrial* trial, vlDevice* device, const vlTrialDef* def,
                                      double now);
// Reads, renders, counts. Does nothing once the trial is over.
void vlTrial_Tick(vlTrial* trial, double now);
// Lets the force fade; a few ticks later the trial is over.
void vlTrial_End(vlTrial* trial, double now);

#endif
