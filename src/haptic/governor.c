// SPDX-License-Identifier: MIT
// The last stage before a device. Every tick applies these rules in this order, each to the result
// of the rule before:
//   not finite     -> zero, held until some ticks in a row were good
//   clock, jump, place -> zero, soft start
//   saturation     -> length cut, direction kept
//   ramp           -> soft start, and fading of stale data: one factor on the force
//   slew           -> change per tick cut
//   power, energy  -> the part along the motion cut
// Power comes last because the other rules reduce or delay a force, and a delayed force may push
// where the wanted one would not. This rule never adds to a force, so no earlier limit is broken
// again.

#include <float.h>
#include <string.h>

#include "volar/governor.h"

// s. In a longer tick the loop stood still, or the clock was set.
#define MAX_TICK 0.1
// s. A spell is a run of ticks with one cause. It ends after this time without the cause; otherwise
// a contact that flickers at a limit would flood the records.
#define SPELL_END 0.1
// s. Two measurements that are read closer together than this need not have been made so close
// together: an early tick follows a late one. A jump of a metre is still found.
#define SHORTEST_STEP 1e-3
// Once less than this fraction of maxEnergy is left, the allowed power falls towards zero with the
// energy that is left. Otherwise a force would end within one tick.
#define ENERGY_KNEE 0.5
// A late tick changes the force by no more than this many periods allow: while the loop stood still
// the hand moved on, and what it should feel by now must not come at once. It is two because an
// early tick follows one that was a little late.
#define MOST_PERIODS 2.0
#define USUAL_PERIOD 1e-3 // s
// (m/s)^2 and (rad/s)^2 below which there is no power to cut, and a division would overflow.
#define STILL 1e-30

const char* vlTripCause_Text(vlTripCause cause)
{
    switch (cause) {
#define VL_TRIP_TEXT(cause, text)                                                                  \
    case cause: return text;
        VL_TRIP_MAP(VL_TRIP_TEXT)
#undef VL_TRIP_TEXT
    case VL_TRIP_COUNT: break;
    }
    return "not a cause of this version";
}

const char* vlTripCause_Name(vlTripCause cause)
{
    switch (cause) {
#define VL_TRIP_NAME(cause, text)                                                                  \
    case cause: return #cause;
        VL_TRIP_MAP(VL_TRIP_NAME)
#undef VL_TRIP_NAME
    case VL_TRIP_COUNT: break;
    }
    return "unknown";
}

vlGovernorLimits vlGovernor_DefaultLimits(double maxForce, double maxTorque)
{
    // A rate must be positive even if there is no force to limit.
    double force = maxForce > 0.0 ? maxForce : 1.0;
    double torque = maxTorque > 0.0 ? maxTorque : 1e-3;
    vlGovernorLimits limits = {.maxForce = maxForce,
                               .maxTorque = maxTorque,
                               .maxForceRate = force / 0.004,
                               .maxTorqueRate = torque / 0.004,
                               .maxPower = 0.5 * force + 5.0 * torque,
                               .maxEnergy = 0.2 * force + 2.0 * torque,
                               .energyWindow = 2.0,
                               .softStart = 0.5,
                               .staleAfter = 0.05,
                               .fadeTime = 0.02,
                               .maxSpeed = 5.0,
                               .maxSpin = 100.0,
                               .maxReach = 10.0,
                               .holdTicks = 100};
    return limits;
}

vlResult vlGovernor_Init(vlGovernor* governor, const vlGovernorLimits* limits)
{
    const double most = 1e9; // so that the product of two limits stays finite
    const double atLeastZero[] = {limits->maxForce, limits->maxTorque, limits->softStart,
                                  limits->fadeTime};
    const double positive[] = {limits->maxForceRate, limits->maxTorqueRate, limits->maxPower,
                               limits->maxEnergy,    limits->energyWindow,  limits->staleAfter,
                               limits->maxSpeed,     limits->maxSpin,       limits->maxReach};
    for (size_t i = 0; i < sizeof atLeastZero / sizeof *atLeastZero; ++i) {
        if (!(atLeastZero[i] >= 0.0 && atLeastZero[i] <= most)) {
            return VL_ERROR_ARGUMENT;
        }
    }
    for (size_t i = 0; i < sizeof positive / sizeof *positive; ++i) {
        if (!(positive[i] >= 1.0 / most && positive[i] <= most)) {
            return VL_ERROR_ARGUMENT;
        }
    }
    if (limits->holdTicks < 1) {
        return VL_ERROR_ARGUMENT;
    }
    memset(governor, 0, sizeof *governor);
    governor->limits = *limits;
    governor->goodTicks = limits->holdTicks;
    return VL_OK;
}

static void silence(vlGovernor* governor)
{
    governor->ramp = 0.0;
    governor->sent = (vlWrench){vlZero(), vlZero()};
}

void vlGovernor_Restart(vlGovernor* governor)
{
    governor->isStarted = false;
    silence(governor);
}

// Counts a tick of a cause, records the first tick of a spell, and returns the cause's flag.
static uint32_t trip(vlGovernor* governor, vlTripCause cause, double value, double limit)
{
    vlTripCount* count = &governor->counts[cause];
    double now = governor->time;
    double finite = value < DBL_MAX ? value : DBL_MAX;
    bool isNew = count->ticks == 0 || !(fabs(now - count->last) <= SPELL_END);
    if (isNew) {
        vlTripRecord record = {cause, now, finite, limit};
        governor->records[governor->recordCount % VL_MAX_TRIP_RECORDS] = record;
        ++governor->recordCount;
        ++count->spells;
    }
    count->first = count->ticks == 0 ? now : count->first;
    count->last = now;
    count->worst = fmax(count->worst, finite);
    ++count->ticks;
    return VL_TRIP_FLAG(cause);
}

int vlGovernor_GetRecordCount(const vlGovernor* governor)
{
    return governor->recordCount < VL_MAX_TRIP_RECORDS ? (int)governor->recordCount
                                                       : VL_MAX_TRIP_RECORDS;
}

vlResult vlGovernor_GetRecord(const vlGovernor* governor, int i, vlTripRecord* record)
{
    int count = vlGovernor_GetRecordCount(governor);
    if (i < 0 || i >= count) {
        return VL_ERROR_ARGUMENT;
    }
    uint64_t first = governor->recordCount - (uint64_t)count;
    *record = governor->records[(first + (uint64_t)i) % VL_MAX_TRIP_RECORDS];
    return VL_OK;
}

// Length of a vector of any finite numbers: the squares of components like 1e300 would be infinite.
static double lengthOf(vlVec3 a)
{
    double largest = fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
    if (!(largest <= DBL_MAX)) {
        return HUGE_VAL;
    }
    return largest > 1e100 ? largest * vlLength(vlScale(a, 1.0 / largest)) : vlLength(a);
}

// Cuts the length of a finite vector; its direction stays.
static vlVec3 cutTo(vlVec3 a, double limit)
{
    double largest = fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
    vlVec3 b = largest > 1e100 ? vlScale(a, 1.0 / largest) : a;
    double length = vlLength(b);
    return lengthOf(a) > limit ? vlScale(b, limit / length) : a;
}

static int countNotFinite(const vlGovernorInput* input)
{
    const double numbers[] = {
        input->pose.p.x,        input->pose.p.y,        input->pose.p.z,
        input->pose.q.w,        input->pose.q.x,        input->pose.q.y,
        input->pose.q.z,        input->twist.linear.x,  input->twist.linear.y,
        input->twist.linear.z,  input->twist.angular.x, input->twist.angular.y,
        input->twist.angular.z, input->wanted.force.x,  input->wanted.force.y,
        input->wanted.force.z,  input->wanted.torque.x, input->wanted.torque.y,
        input->wanted.torque.z};
    int count = isnan(input->age) ? 1 : 0; // an infinite age is just old
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        count += isfinite(numbers[i]) ? 0 : 1;
    }
    return count;
}

static void setFresh(vlGovernor* governor, const vlGovernorInput* input)
{
    governor->freshTime = governor->time;
    governor->freshSequence = input->sequence;
    governor->freshPose = input->pose;
}

// Advances the time and returns the length of the tick, with flags if that length is not plausible.
static double advance(vlGovernor* governor, const vlGovernorInput* input, uint32_t* flags)
{
    double dt = input->now - governor->time;
    if (!governor->isStarted && isfinite(input->now)) {
        governor->isStarted = true;
        governor->time = input->now;
        setFresh(governor, input);
        return 0.0;
    }
    if (dt >= 0.0 && dt <= MAX_TICK) {
        governor->time = input->now;
        return dt;
    }
    governor->time = isfinite(input->now) ? input->now : governor->time;
    *flags |= trip(governor, VL_TRIP_CLOCK, isfinite(dt) ? fabs(dt) : DBL_MAX, MAX_TICK);
    setFresh(governor, input);
    silence(governor);
    return 0.0;
}

// Distance of two unit quaternions as an angle: 4 sin(angle/4), a little less than the angle.
static double angleBetween(vlQuat a, vlQuat b)
{
    double dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    double s = dot < 0.0 ? -1.0 : 1.0;
    double w = a.w - s * b.w;
    double v = lengthOf(vlVec(a.x - s * b.x, a.y - s * b.y, a.z - s * b.z));
    return 2.0 * lengthOf(vlVec(w, v, 0.0));
}

// Did the device move farther than it can since its last measurement, or is its velocity higher
// than it can be?
static uint32_t checkJump(vlGovernor* governor, const vlGovernorInput* input)
{
    const vlGovernorLimits* limits = &governor->limits;
    double speed = lengthOf(input->twist.linear);
    double spin = lengthOf(input->twist.angular);
    if (input->sequence != governor->freshSequence) {
        double dt = fmax(governor->time - governor->freshTime, SHORTEST_STEP);
        vlVec3 step = vlSub(input->pose.p, governor->freshPose.p);
        speed = fmax(speed, lengthOf(step) / dt);
        spin = fmax(spin, angleBetween(input->pose.q, governor->freshPose.q) / dt);
        setFresh(governor, input);
    }
    if (speed > limits->maxSpeed) {
        return trip(governor, VL_TRIP_JUMP, speed, limits->maxSpeed);
    }
    return spin > limits->maxSpin ? trip(governor, VL_TRIP_JUMP, spin, limits->maxSpin) : 0;
}

// Is the device where it can be? A measurement that stays wrong does not move, so its speed does
// not give it away.
static uint32_t checkPlace(vlGovernor* governor, const vlGovernorInput* input)
{
    double distance = lengthOf(input->pose.p);
    double limit = governor->limits.maxReach;
    return distance > limit ? trip(governor, VL_TRIP_PLACE, distance, limit) : 0;
}

// Soft start and fading share one factor: stale data bounds it, and it rises with time.
static uint32_t updateRamp(vlGovernor* governor, double age, double dt)
{
    const vlGovernorLimits* limits = &governor->limits;
    double own = governor->time - governor->freshTime; // s; the caller's age may be wrong
    double oldest = fmax(age, own);
    double lift = limits->softStart > 0.0 ? dt / limits->softStart : 1.0;
    governor->ramp = fmin(1.0, governor->ramp + lift);
    uint32_t flags = 0;
    if (oldest > limits->staleAfter) {
        double late = oldest - limits->staleAfter;
        double share = late < limits->fadeTime ? 1.0 - late / limits->fadeTime : 0.0;
        governor->ramp = fmin(governor->ramp, share);
        flags = trip(governor, VL_TRIP_STALE, oldest, limits->staleAfter);
    }
    return governor->ramp < 1.0 ? flags | VL_GOVERNOR_RAMPING : flags;
}

// Force and torque are limited in the same way.
typedef struct Channel {
    double most; // N or N m
    double rate; // per s
    vlTripCause cause, rateCause;
} Channel;

// Time for which a tick may change the force.
static double slewTime(double dt, double period)
{
    return fmin(dt, MOST_PERIODS * (period > 0.0 ? period : USUAL_PERIOD));
}

// Takes one vector through saturation, ramp and slew.
static vlVec3 bound(vlGovernor* governor, const Channel* channel, vlVec3 wanted, vlVec3 last,
                    double dt, uint32_t* flags)
{
    double most = channel->most;
    double length = lengthOf(wanted);
    if (length > most && most > 0.0) {
        *flags |= trip(governor, channel->cause, length, most);
    }
    vlVec3 goal = vlScale(cutTo(wanted, most), governor->ramp);
    vlVec3 step = vlSub(goal, last);
    double size = vlLength(step);
    double change = channel->rate * dt;
    if (!(size > change)) {
        return goal;
    }
    if (dt > 0.0) { // two calls at one time are not a fast change
        *flags |= trip(governor, channel->rateCause, size / dt, channel->rate);
    }
    // Both vectors are within the limit, but rounding may exceed it by a bit.
    return cutTo(vlMulAdd(last, change / size, step), most);
}

// Removes the share (1 - keep) of the part of `force` along `motion`, if that part does work.
static vlVec3 cutWork(vlVec3 force, vlVec3 motion, double keep)
{
    double square = vlDot(motion, motion);
    double power = vlDot(force, motion);
    if (!(power > 0.0 && square > STILL)) {
        return force;
    }
    return vlMulAdd(force, (keep - 1.0) * power / square, motion);
}

// Bounds the power that goes to the hand now and the energy that went to it recently.
static uint32_t limitPower(vlGovernor* governor, vlWrench* send, const vlTwist* twist, double dt)
{
    const vlGovernorLimits* limits = &governor->limits;
    governor->energy /= 1.0 + dt / limits->energyWindow;
    double room = limits->maxEnergy - governor->energy;
    double share = fmin(1.0, room / (ENERGY_KNEE * limits->maxEnergy));
    double allowed = fmax(0.0, limits->maxPower * share);
    allowed = dt > 0.0 ? fmin(allowed, fmax(0.0, room / dt)) : allowed;
    double linear = vlDot(send->force, twist->linear);
    double angular = vlDot(send->torque, twist->angular);
    double given = fmax(linear, 0.0) + fmax(angular, 0.0);
    uint32_t flags = 0;
    if (given > allowed) {
        double keep = allowed / given;
        bool isEnergy = allowed < limits->maxPower;
        send->force = cutWork(send->force, twist->linear, keep);
        send->torque = cutWork(send->torque, twist->angular, keep);
        flags = isEnergy ? trip(governor, VL_TRIP_ENERGY, governor->energy, limits->maxEnergy)
                         : trip(governor, VL_TRIP_POWER, given, limits->maxPower);
        given = allowed;
    }
    double taken = fmin(linear, 0.0) + fmin(angular, 0.0);
    governor->energy = fmax(0.0, governor->energy + (given + taken) * dt);
    return flags;
}

// True if the tick may render; otherwise the output is zero.
static bool mayRender(vlGovernor* governor, const vlGovernorInput* input, uint32_t* flags)
{
    int bad = countNotFinite(input);
    if (bad > 0) {
        governor->goodTicks = 0;
        *flags |= trip(governor, VL_TRIP_NOT_FINITE, bad, 0.0) | VL_GOVERNOR_HELD;
        return false;
    }
    uint32_t wrong = checkJump(governor, input) | checkPlace(governor, input);
    *flags |= wrong;
    if (governor->goodTicks < governor->limits.holdTicks) {
        ++governor->goodTicks;
        *flags |= VL_GOVERNOR_HELD;
        return false;
    }
    return wrong == 0;
}

uint32_t vlGovernor_Apply(vlGovernor* governor, const vlGovernorInput* input, vlWrench* send)
{
    const vlGovernorLimits* limits = &governor->limits;
    uint32_t flags = 0;
    double dt = advance(governor, input, &flags);
    if (!mayRender(governor, input, &flags) || (flags & VL_TRIP_FLAG(VL_TRIP_CLOCK)) != 0) {
        silence(governor);
        governor->energy /= 1.0 + dt / limits->energyWindow;
        *send = governor->sent;
        return flags;
    }
    flags |= updateRamp(governor, input->age, dt);
    const Channel force = {limits->maxForce, limits->maxForceRate, VL_TRIP_FORCE,
                           VL_TRIP_FORCE_RATE};
    const Channel torque = {limits->maxTorque, limits->maxTorqueRate, VL_TRIP_TORQUE,
                            VL_TRIP_TORQUE_RATE};
    double slew = slewTime(dt, input->period);
    vlWrench out = {
        bound(governor, &force, input->wanted.force, governor->sent.force, slew, &flags),
        bound(governor, &torque, input->wanted.torque, governor->sent.torque, slew, &flags)};
    flags |= limitPower(governor, &out, &input->twist, dt);
    governor->sent = out;
    *send = out;
    return flags;
}
