// SPDX-License-Identifier: MIT
#ifndef VOLAR_SAFETY_H
#define VOLAR_SAFETY_H

// What stands between the virtual world and a hand. The governor bounds what is sent to a device,
// whatever was asked for; the passivity controller keeps the world from giving the hand more energy
// than it took; the energy ledger tells at the end who gave what.
//
//   renderer -> vlPassivity_Apply -> vlGovernor_Apply -> vlDevice_Write
//
// All three are plain structs of the caller's, used by one thread; nothing here allocates or reads
// a clock. Wrenches act on the hand, at the device's pose, in its frame.

#include "volar/math.h"

// --- Governor -----------------------------------------------------------------------------------

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

// --- Energy by port -----------------------------------------------------------------------------

#define VL_PORT_MAP(X)                                                                             \
    X(VL_PORT_DEVICE, "device")                                                                    \
    X(VL_PORT_COUPLING, "coupling")                                                                \
    X(VL_PORT_CONTACT, "contact")                                                                  \
    X(VL_PORT_FRICTION, "friction")                                                                \
    X(VL_PORT_INTEGRATION, "integration")

typedef enum vlPort {
#define VL_PORT_ENUM(port, name) port,
    VL_PORT_MAP(VL_PORT_ENUM)
#undef VL_PORT_ENUM
        VL_PORT_COUNT
} vlPort;

// J. Positive is what went INTO the virtual part at the port: from the hand at the device, from
// the bodies at a coupling, contact or friction, out of the motion at the integration. A passive
// part never gave more than it took: its net energy does not fall below what it held at the start.
typedef struct vlPortEnergy {
    double net;
    double taken, given;    // both >= 0, net = taken - given
    double lowest, highest; // of net, ever
} vlPortEnergy;

typedef struct vlEnergyLedger {
    vlPortEnergy ports[VL_PORT_COUNT];
    uint64_t refused; // bookings that were not finite
} vlEnergyLedger;

// The verdict over a run.
typedef struct vlAudit {
    double givenToHand;     // J, net
    double mostGivenToHand; // J, largest net over the run, >= 0
    double mostTakenOfHand; // J, >= 0
    double tolerance;       // J
    bool isActive;   // the hand at some time had got more than it gave, and the tolerance; of a
                     // renderer, see vlRenderer_GetAudit
    double unpaid;   // J, most that the hand got beyond what the world gave; renderers only
    double byLimits; // J, net, that the governor's limits gave the hand; renderers only
    vlPort source;   // the virtual part that gave most: who, if active
    double port[VL_PORT_COUNT];       // J, net
    double portLowest[VL_PORT_COUNT]; // J, <= 0
    bool isPortActive[VL_PORT_COUNT];
    uint64_t refused;
} vlAudit;

// --- Passivity observer and controller ----------------------------------------------------------

// [HR02] for an impedance display in six directions. The observer counts what the hand put in,
//   E(n) = E(n-1) - f(n-1) . (x(n) - x(n-1)),
// with the wrench that was sent and the way the device went under it; the controller looks one
// tick ahead, and where E(n) - f . v dt would be negative adds a damper that takes the rest:
//   f := f - s (b v, bt w),   s = -E / (dt (b v.v + bt w.w)), at most 1.
typedef struct vlPassivityDef {
    bool isOn;                // false: observes only
    double maxDamping;        // b, N s/m, >= 0
    double maxAngularDamping; // bt, N m s/rad, >= 0; 0 for a device without torque
    double maxCredit; // J, >= 0: no more of what the hand put in is remembered; INFINITY: all
    double maxSpeed;  // m/s, > 0: a faster step of the pose is a jump and counts no energy
    double maxSpin;   // rad/s, > 0
} vlPassivityDef;

typedef struct vlPassivity {
    vlPassivityDef def;
    bool isStarted;
    vlPose pose;
    double stillTime;   // s, since the pose last changed
    vlVec3 step, turn;  // m, rad: gone in the last tick, as far as it counts
    vlWrench sent;      // acting since the last tick
    double energy;      // J, E: put in by the hand, less what it got back
    double lowest;      // J, of E
    double offered;     // J, that the world gave, each wrench sent times the way that led to it
    double byLimits;    // J, of that what limits added to the wrench wanted
    double share;       // s, of the last tick, 0 to 1
    vlWrench added;     // by the controller in the last tick
    double dissipated;  // J, by the controller so far
    uint64_t acted;     // ticks in which the controller acted
    uint64_t saturated; // of these, with the largest damping
    uint64_t dismissed; // ticks whose motion was a jump or not finite
} vlPassivity;

VL_BEGIN_C

// One English sentence; never NULL.
VL_API const char* vlTripCause_Text(vlTripCause cause) VL_REALTIME;
// Name as written in C, e.g. "VL_TRIP_STALE".
VL_API const char* vlTripCause_Name(vlTripCause cause) VL_REALTIME;
// One word, e.g. "contact"; never NULL.
VL_API const char* vlPort_Name(vlPort port) VL_REALTIME;

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

// An empty ledger.
VL_API void vlEnergyLedger_Init(vlEnergyLedger* ledger) VL_REALTIME;
// Books energy (J) that went into a port, or out of it if negative. Not finite: refused, counted.
VL_API void vlEnergyLedger_Book(vlEnergyLedger* ledger, vlPort port, double energy) VL_REALTIME;
// The verdict, with a tolerance (J, >= 0) for rounding and the energy held at the start.
VL_API vlAudit vlEnergyLedger_Audit(const vlEnergyLedger* ledger, double tolerance) VL_REALTIME;

// On, 5 N s/m, 0 N m s/rad, all credit, 5 m/s, 100 rad/s.
VL_API vlPassivityDef vlDefaultPassivityDef(void) VL_REALTIME;
// Makes a controller of raw memory. VL_ERROR_ARGUMENT outside the ranges of vlPassivityDef.
VL_API VL_WARN_UNUSED vlResult vlPassivity_Init(vlPassivity* passivity,
                                                const vlPassivityDef* def) VL_REALTIME;
// One tick of `dt` s since the last: where the device is, how it moves, what the renderer wants.
// Returns the wrench with the damper; unchanged while passive or off. Books what the hand put in
// since the last tick at VL_PORT_DEVICE of `ledger`, which may be NULL. What is not finite goes
// through unchanged and counts nothing: the governor stops it.
VL_API vlWrench vlPassivity_Apply(vlPassivity* passivity, double dt, const vlPose* pose,
                                  const vlTwist* twist, const vlWrench* wanted,
                                  vlEnergyLedger* ledger) VL_REALTIME;
// What was really sent, if the governor changed it: that is what the hand feels until next tick.
VL_API void vlPassivity_SetSent(vlPassivity* passivity, const vlWrench* sent) VL_REALTIME;

VL_END_C

#endif
