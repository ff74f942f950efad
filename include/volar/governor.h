// SPDX-License-Identifier: MIT
#ifndef VOLAR_GOVERNOR_H
#define VOLAR_GOVERNOR_H

// The governor: the last stage before a device. Whatever wrench was asked for, it limits what is
// sent in size, rate of change, power and energy, and fades it out when the data is old.
//
//   renderer -> passivity controller -> vlGovernor_Apply -> vlDevice_Write
//
// A governor is a plain struct that belongs to the caller; one thread uses it. Nothing here
// allocates or reads a clock. Wrenches act on the hand, at the device's pose, in its frame.

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
    X(VL_TRIP_ENERGY, "too much energy went to the hand: what pushes along its motion is cut")     \
    X(VL_TRIP_PLACE, "the device is where it cannot be: zero until it is back, then soft start")

typedef enum vlTripCause {
#define VL_TRIP_ENUM(cause, text) cause,
    VL_TRIP_MAP(VL_TRIP_ENUM)
#undef VL_TRIP_ENUM
        VL_TRIP_COUNT
} vlTripCause;

// Flags of a tick: one bit per cause, and these two.
#define VL_TRIP_FLAG(cause) (1u << (unsigned)(cause))
#define VL_GOVERNOR_RAMPING (1u << 30) // soft start, fading, or the return from a fade
#define VL_GOVERNOR_HELD (1u << 31)    // held at zero after numbers that were not finite

// Each number is at most 1e9; those that must be above 0 are at least 1e-9.
typedef struct vlGovernorLimits {
    double maxForce;      // N, >= 0; 0: no force is sent, and this does not count as a trip
    double maxTorque;     // N m, >= 0; likewise
    double maxForceRate;  // N/s, > 0; a late tick counts as at most two periods
    double maxTorqueRate; // N m/s, > 0
    double maxPower;      // W, > 0, given to the hand
    double maxEnergy;     // J, > 0, given to the hand recently; beyond half of it power is limited
    double energyWindow;  // s, > 0, time constant with which energy given earlier is forgotten
    double softStart;     // s, >= 0, from zero to full force
    double staleAfter;    // s, > 0: force from data older than this fades
    double fadeTime;      // s, >= 0, duration of the fade to zero
    double maxSpeed;      // m/s, > 0: a faster motion of the device is a jump
    double maxSpin;       // rad/s, > 0; likewise
    double maxReach;      // m, > 0: the device cannot be farther from the origin of its frame
    int holdTicks;        // good ticks needed after one with numbers that are not finite, >= 1
} vlGovernorLimits;

typedef struct vlGovernorInput {
    double now;        // s, of the loop's clock
    double period;     // s, from tick to tick if none is late; not above 0: 1 ms
    double age;        // s, of the oldest data that the wrench depends on; below 0 counts as 0
    uint64_t sequence; // of the device's measurement
    vlPose pose;       // of the device
    vlTwist twist;     // of the device, estimated
    vlWrench wanted;   // by the renderer
} vlGovernorInput;

// One trip, recorded at the first tick of a spell. A spell is a time in which one cause acts; it
// ends after 0.1 s without that cause.
typedef struct vlTripRecord {
    vlTripCause cause;
    double time;  // s
    double value; // that caused it, in the unit of the limit; NOT_FINITE: count of such numbers
    double limit;
} vlTripRecord;

typedef struct vlTripCount {
    uint64_t spells;
    uint64_t ticks;
    double first, last; // s
    double worst;       // the largest value so far
} vlTripCount;

#define VL_MAX_TRIP_RECORDS 64

typedef struct vlGovernor {
    vlGovernorLimits limits;
    bool isStarted;
    int goodTicks;          // since the last number that was not finite, up to holdTicks
    double time;            // s, of the last tick
    double freshTime;       // s, when the sequence number last changed
    uint64_t freshSequence; // the sequence number since then
    vlPose freshPose;       // the pose of that measurement
    double ramp;            // 0 to 1, share of the force that is let through
    double energy;          // J, given to the hand recently
    vlWrench sent;          // in the last tick
    vlTripCount counts[VL_TRIP_COUNT];
    uint64_t recordCount; // all so far; the last VL_MAX_TRIP_RECORDS are kept, as a ring
    vlTripRecord records[VL_MAX_TRIP_RECORDS];
} vlGovernor;

VL_BEGIN_C

// One English sentence; never NULL.
VL_API const char* vlTripCause_Text(vlTripCause cause) VL_REALTIME;
// Name as written in C, e.g. "VL_TRIP_STALE".
VL_API const char* vlTripCause_Name(vlTripCause cause) VL_REALTIME;
// Limits for a device with this largest force (N) and torque (N m). Rate: full force within 4 ms.
// Power: that of full force at 0.5 m/s plus full torque at 5 rad/s. Energy: that of full force over
// 0.2 m plus full torque over 2 rad, forgotten with a time constant of 2 s. Soft start 0.5 s; data
// is stale after 50 ms and fades within 20 ms; jumps from 5 m/s and 100 rad/s; places up to 10 m;
// 100 good ticks.
VL_API vlGovernorLimits vlGovernor_DefaultLimits(double maxForce, double maxTorque) VL_REALTIME;

// Initialises a governor. VL_ERROR_ARGUMENT for limits outside their ranges.
VL_API VL_WARN_UNUSED vlResult vlGovernor_Init(vlGovernor* governor,
                                               const vlGovernorLimits* limits) VL_REALTIME;
// Starts softly from zero again. Counts, records and the energy given recently are kept.
VL_API void vlGovernor_Restart(vlGovernor* governor) VL_REALTIME;

// One tick: writes the wrench that may be sent, which is always finite and within the limits, and
// returns flags that say why it was changed (VL_TRIP_FLAG, VL_GOVERNOR_...). Accepts any numbers,
// also NaN and infinity.
VL_API uint32_t vlGovernor_Apply(vlGovernor* governor, const vlGovernorInput* input,
                                 vlWrench* send) VL_REALTIME;

// Number of records kept, at most VL_MAX_TRIP_RECORDS.
VL_API int vlGovernor_GetRecordCount(const vlGovernor* governor) VL_REALTIME;
// The i-th of them, the oldest first. VL_ERROR_ARGUMENT beyond the last.
VL_API VL_WARN_UNUSED vlResult vlGovernor_GetRecord(const vlGovernor* governor, int i,
                                                    vlTripRecord* record) VL_REALTIME;

VL_END_C

#endif
