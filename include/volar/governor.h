// SPDX-License-Identifier: MIT
#ifndef VOLAR_GOVERNOR_H
#define VOLAR_GOVERNOR_H

// The governor: the last stage before a device. It bounds the wrench that is sent, whatever was
// asked for, in size, in rate of change, in power and in energy, and lets it fade when data is old.
//
//   renderer -> vlPassivity_Apply -> vlGovernor_Apply -> vlDevice_Write
//
// A plain struct that belongs to the caller and is used by one thread; nothing here allocates or
// reads a clock. Wrenches act on the hand, at the device's pose, in its frame.

#include "volar/math.h"

// Why a wrench was changed. One list for cause and text.
#define VL_TRIP_MAP(X)                                                                             \
    X(VL_TRIP_NOT_FINITE, "a number is not finite: zero until all are good for a while")           \
    X(VL_TRIP_CLOCK, "the clock jumped or the loop stood still: zero, then soft start")            \
    X(VL_TRIP_JUMP, "the device moved faster than it can: zero, then soft start")                  \
    X(VL_TRIP_STALE, "the data is too old: faded to zero")                                         \
    X(VL_TRIP_FORCE, "the force is beyond its limit: cut, direction kept")                         \
    X(VL_TRIP_TORQUE, "the torque is beyond its limit: cut, direction kept")                       \
    X(VL_TRIP_FORCE_RATE, "the force changes faster than allowed: slowed")                         \
    X(VL_TRIP_TORQUE_RATE, "the torque changes faster than allowed: slowed")                       \
    X(VL_TRIP_POWER, "too much power goes to the hand: what pushes along its motion is cut")       \
    X(VL_TRIP_ENERGY, "too much energy went to the hand: what pushes along its motion is cut")

typedef enum vlTripCause {
#define VL_TRIP_ENUM(cause, text) cause,
    VL_TRIP_MAP(VL_TRIP_ENUM)
#undef VL_TRIP_ENUM
        VL_TRIP_COUNT
} vlTripCause;

// Flags of a tick: one bit per cause, and these two.
#define VL_TRIP_FLAG(cause) (1u << (unsigned)(cause))
#define VL_GOVERNOR_RAMPING (1u << 30) // soft start, or the way back from a fade
#define VL_GOVERNOR_HELD (1u << 31)    // zero after numbers that are not finite

// Each finite and at most 1e9.
typedef struct vlGovernorLimits {
    double maxForce;      // N, >= 0; 0: the device renders none, which is no trip
    double maxTorque;     // N m, >= 0; likewise
    double maxForceRate;  // N/s, > 0
    double maxTorqueRate; // N m/s, > 0
    double maxPower;      // W given to the hand, > 0
    double maxEnergy;     // J given to the hand, > 0, of late: what was given leaks away
    double energyWindow;  // s, > 0, in which it leaks to 1/e; half of maxEnergy begins to limit
    double softStart;     // s, >= 0, from zero to full force
    double staleAfter;    // s, > 0: data older than this fades
    double fadeTime;      // s, >= 0, to zero
    double maxSpeed;      // m/s, > 0: faster is a jump
    double maxSpin;       // rad/s, > 0
    int holdTicks;        // good ticks after one that is not finite, >= 1
} vlGovernorLimits;

typedef struct vlGovernorInput {
    double now;        // s, of the loop's clock
    double age;        // s, of the oldest data the wrench rests on; below 0 counts as 0
    uint64_t sequence; // of the device's measurement
    vlPose pose;       // of the device
    vlTwist twist;     // of the device, estimated
    vlWrench wanted;
} vlGovernorInput;

// One trip: the first tick of a spell of one cause. A spell ends after 0.1 s without it.
typedef struct vlTripRecord {
    vlTripCause cause;
    double time;  // s
    double value; // that caused it, in the unit of its limit; NOT_FINITE: how many numbers
    double limit;
} vlTripRecord;

typedef struct vlTripCount {
    uint64_t spells;
    uint64_t ticks;
    double first, last; // s
    double worst;       // the largest value
} vlTripCount;

#define VL_MAX_TRIP_RECORDS 64

typedef struct vlGovernor {
    vlGovernorLimits limits;
    bool isStarted;
    int goodTicks;          // since the last number that was not finite, up to holdTicks
    double time;            // s, of the last tick
    double freshTime;       // s, when the sequence number last changed
    uint64_t freshSequence; // since then
    vlPose freshPose;       // since then
    double ramp;            // 0 to 1, share of the force let through
    double energy;          // J given to the hand of late
    vlWrench sent;          // in the last tick
    vlTripCount counts[VL_TRIP_COUNT];
    uint64_t recordCount; // ever; the last VL_MAX_TRIP_RECORDS are kept, as a ring
    vlTripRecord records[VL_MAX_TRIP_RECORDS];
} vlGovernor;

VL_BEGIN_C

// One English sentence; never NULL.
VL_API const char* vlTripCause_Text(vlTripCause cause) VL_REALTIME;
// Name as written in C, e.g. "VL_TRIP_STALE".
VL_API const char* vlTripCause_Name(vlTripCause cause) VL_REALTIME;
// Limits for a device of a largest force (N) and torque (N m): full force within 4 ms, full force
// at 0.5 m/s (torque at 5 rad/s), over 0.2 m (2 rad) within 2 s; soft start 0.5 s; 50 ms, then
// 20 ms to zero; jumps 5 m/s and 100 rad/s; 100 good ticks.
VL_API vlGovernorLimits vlGovernor_DefaultLimits(double maxForce, double maxTorque) VL_REALTIME;

// Makes a governor of raw memory. VL_ERROR_ARGUMENT outside the ranges of vlGovernorLimits.
VL_API VL_WARN_UNUSED vlResult vlGovernor_Init(vlGovernor* governor,
                                               const vlGovernorLimits* limits) VL_REALTIME;
// Starts softly from zero again; keeps counts and records.
VL_API void vlGovernor_Restart(vlGovernor* governor) VL_REALTIME;

// One tick: writes what may be sent, always finite and within the limits, and returns what was
// changed and why (VL_TRIP_FLAG, VL_GOVERNOR_...). Takes any numbers whatsoever.
VL_API uint32_t vlGovernor_Apply(vlGovernor* governor, const vlGovernorInput* input,
                                 vlWrench* send) VL_REALTIME;

// Records kept, at most VL_MAX_TRIP_RECORDS.
VL_API int vlGovernor_GetRecordCount(const vlGovernor* governor) VL_REALTIME;
// The i-th of them, the oldest first. VL_ERROR_ARGUMENT beyond the last.
VL_API VL_WARN_UNUSED vlResult vlGovernor_GetRecord(const vlGovernor* governor, int i,
                                                    vlTripRecord* record) VL_REALTIME;

VL_END_C

#endif
