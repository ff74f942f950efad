// SPDX-License-Identifier: MIT
// Velocity from quantised poses.
//
// FILTER: the step u = dx/dt drives the low-pass filter of base/low_pass.h over the actual dt.
// WINDOW [JHC00]: looking back from the newest sample, the longest window such that the line
// through its first and last sample passes all samples between within a tolerance. The velocity is
// the slope of the least-squares line over that window. Each sample bounds the slopes of lines
// through the newest one, so one pass over the window is enough.
//
// Angles are sums of the rotation vectors between neighbouring samples, so their slope is the
// angular velocity, and it does not matter how often the device has turned round.

#include "volar/velocity.h"

#include <string.h>

#include "base/low_pass.h"
#include "haptic/rotation.h"

// s. Two measurements closer in time count as one: with a smaller dt any quantum becomes noise.
#define SHORTEST_STEP 1e-6
// rad. Sums of angles are reset to zero here, long before they lose digits.
#define MAX_ANGLE 100.0

vlVelocityDef vlDefaultVelocityDef(void)
{
    vlVelocityDef def = {.rule = VL_VELOCITY_FILTER,
                         .cut = 100.0,
                         .quantum = 1e-5,
                         .angularQuantum = 1e-4,
                         .window = VL_MAX_VELOCITY_WINDOW,
                         .maxSpeed = 10.0,
                         .maxSpin = 100.0,
                         .maxGap = 0.05};
    return def;
}

static bool isWithin(double value, double lower, double upper)
{
    return value >= lower && value <= upper; // false for a NaN
}

vlResult vlVelocity_Init(vlVelocity* velocity, const vlVelocityDef* def)
{
    const double least = 1e-6;
    const double most = 1e6;
    bool isKnown = def->rule == VL_VELOCITY_DEVICE || def->rule == VL_VELOCITY_FILTER ||
                   def->rule == VL_VELOCITY_WINDOW;
    if (!isKnown || !isWithin(def->cut, least, most) || !isWithin(def->quantum, 0.0, 1.0) ||
        !isWithin(def->angularQuantum, 0.0, 1.0) || def->window < 1 ||
        def->window > VL_MAX_VELOCITY_WINDOW || !isWithin(def->maxSpeed, least, most) ||
        !isWithin(def->maxSpin, least, most) || !isWithin(def->maxGap, least, most)) {
        return VL_ERROR_ARGUMENT;
    }
    memset(velocity, 0, sizeof *velocity);
    velocity->def = *def;
    velocity->pose = vlIdentityPose();
    return VL_OK;
}

static void stop(vlVelocity* velocity)
{
    velocity->twist = (vlTwist){vlZero(), vlZero()};
    for (int c = 0; c < 6; ++c) {
        velocity->slope[c] = 0.0;
        velocity->bend[c] = 0.0;
        velocity->used[c] = 0;
    }
}

void vlVelocity_Reset(vlVelocity* velocity)
{
    velocity->isStarted = false;
    velocity->count = 0;
    stop(velocity);
}

// The first measurement, or the first after a jump.
static void start(vlVelocity* velocity, const vlDeviceSample* sample)
{
    vlVelocity_Reset(velocity);
    velocity->isStarted = true;
    velocity->sequence = sample->sequence;
    velocity->time = sample->time;
    velocity->pose = sample->pose;
    velocity->newest = 0;
    velocity->count = 1;
    velocity->sampleTimes[0] = sample->time;
    const double values[6] = {sample->pose.p.x, sample->pose.p.y, sample->pose.p.z, 0.0, 0.0, 0.0};
    for (int c = 0; c < 6; ++c) {
        velocity->samples[c][0] = values[c];
    }
}

// All components through the filter, over `dt`.
static void filter(vlVelocity* velocity, const double* steps, double dt)
{
    vlLowPass lowPass = vlLowPass_Over(velocity->def.cut, dt);
    for (int k = 0; k < 6; ++k) {
        double u = steps[k] / dt;
        double v = lowPass.isLong ? u : velocity->slope[k];
        double a = lowPass.isLong ? 0.0 : velocity->bend[k];
        for (int i = 0; i < lowPass.count; ++i) {
            vlLowPass_Advance(&lowPass, u, &v, &a);
        }
        velocity->slope[k] = v;
        velocity->bend[k] = a;
    }
}

static void rebase(vlVelocity* velocity, int channel)
{
    double base = velocity->samples[channel][velocity->newest];
    if (fabs(base) > MAX_ANGLE) {
        for (int i = 0; i <= VL_MAX_VELOCITY_WINDOW; ++i) {
            velocity->samples[channel][i] -= base;
        }
    }
}

static void push(vlVelocity* velocity, const vlDeviceSample* sample, vlVec3 turn)
{
    int last = velocity->newest;
    int slot = last == VL_MAX_VELOCITY_WINDOW ? 0 : last + 1;
    velocity->newest = slot;
    velocity->count += velocity->count <= VL_MAX_VELOCITY_WINDOW ? 1 : 0;
    velocity->sampleTimes[slot] = sample->time;
    velocity->samples[0][slot] = sample->pose.p.x;
    velocity->samples[1][slot] = sample->pose.p.y;
    velocity->samples[2][slot] = sample->pose.p.z;
    velocity->samples[3][slot] = velocity->samples[3][last] + turn.x;
    velocity->samples[4][slot] = velocity->samples[4][last] + turn.y;
    velocity->samples[5][slot] = velocity->samples[5][last] + turn.z;
    for (int c = 3; c < 6; ++c) {
        rebase(velocity, c);
    }
}

// How long ago the samples before the newest were taken, the same for all components.
typedef struct Past {
    int count;
    int slot[VL_MAX_VELOCITY_WINDOW];
    double age[VL_MAX_VELOCITY_WINDOW];  // s
    double rate[VL_MAX_VELOCITY_WINDOW]; // 1/age
} Past;

static void lookBack(const vlVelocity* velocity, Past* past)
{
    int newest = velocity->newest;
    int count = velocity->count - 1;
    past->count = count < velocity->def.window ? count : velocity->def.window;
    for (int i = 0; i < past->count; ++i) {
        int slot = newest > i ? newest - i - 1 : newest - i + VL_MAX_VELOCITY_WINDOW;
        past->slot[i] = slot;
        past->age[i] = velocity->sampleTimes[newest] - velocity->sampleTimes[slot];
        past->rate[i] = 1.0 / past->age[i];
    }
}

// [JHC00]. A motion along a line, rounded to half a quantum, is within half a quantum of that line;
// the line through two of its samples may itself be off by half a quantum at both ends. So a
// straight motion never deviates by more than a quantum, and a smaller tolerance would shorten
// windows for nothing.
static double slopeOf(vlVelocity* velocity, const Past* past, int channel, double quantum)
{
    const double* y = velocity->samples[channel];
    double last = y[velocity->newest];
    double tolerance = quantum * (1.0 + 1e-6); // multiples of a quantum are rounded numbers
    double low = -HUGE_VAL;
    double high = HUGE_VAL;
    double fall = 0.0; // range of the samples against the newest
    double rise = 0.0;
    double st = 0.0, sy = 0.0, stt = 0.0, sty = 0.0;
    double slope = 0.0;
    int used = 0;
    for (int i = 0; i < past->count; ++i) {
        double t = past->age[i];
        double dy = last - y[past->slot[i]];
        double line = dy * past->rate[i];
        double spread = tolerance * past->rate[i];
        if (line < low || line > high) {
            break;
        }
        // Comparisons, because fmin and fmax are calls.
        low = line - spread > low ? line - spread : low;
        high = line + spread < high ? line + spread : high;
        fall = dy < fall ? dy : fall;
        rise = dy > rise ? dy : rise;
        st += t;
        sy += dy;
        stt += t * t;
        sty += t * dy;
        slope = line;
        used = i + 1;
    }
    // All samples fit a flat line: the device is at rest, and the last flicker between two counts
    // is ignored.
    if (used == past->count && rise - fall <= tolerance) {
        velocity->used[channel] = 0;
        return 0.0;
    }
    velocity->used[channel] = used;
    if (used > 1) {            // the line of least squares has less noise and the same lag
        double n = used + 1.0; // with the newest, at (0, 0)
        slope = (n * sty - st * sy) / (n * stt - st * st);
    }
    return slope;
}

static vlTwist twistOf(const double* v)
{
    vlTwist twist = {vlVec(v[0], v[1], v[2]), vlVec(v[3], v[4], v[5])};
    return twist;
}

// Takes a measurement that follows another.
static void take(vlVelocity* velocity, const vlDeviceSample* sample)
{
    const vlVelocityDef* def = &velocity->def;
    double dt = sample->time - velocity->time;
    if (fabs(dt) < SHORTEST_STEP) {
        ++velocity->dismissed;
        return;
    }
    vlVec3 step = vlSub(sample->pose.p, velocity->pose.p);
    vlVec3 turn = vlRotation_BetweenAny(velocity->pose.q, sample->pose.q);
    // Rounding alone may add a quantum to a step.
    bool isJump = vlLength(step) > def->maxSpeed * dt + 2.0 * def->quantum ||
                  vlLength(turn) > def->maxSpin * dt + 2.0 * def->angularQuantum;
    if (dt < 0.0 || dt > def->maxGap || isJump) {
        ++velocity->restarts;
        start(velocity, sample);
        return;
    }
    velocity->sequence = sample->sequence;
    velocity->time = sample->time;
    velocity->pose = sample->pose;
    if (def->rule == VL_VELOCITY_WINDOW) {
        double slopes[6];
        Past past;
        push(velocity, sample, turn);
        lookBack(velocity, &past);
        for (int c = 0; c < 6; ++c) {
            slopes[c] = slopeOf(velocity, &past, c, c < 3 ? def->quantum : def->angularQuantum);
        }
        velocity->twist = twistOf(slopes);
        return;
    }
    const double steps[6] = {step.x, step.y, step.z, turn.x, turn.y, turn.z};
    filter(velocity, steps, dt);
    velocity->twist = twistOf(velocity->slope);
}

// The device's own velocity, unless it is absurd.
static bool hasOwnTwist(const vlVelocity* velocity, const vlDeviceSample* sample)
{
    return velocity->def.rule == VL_VELOCITY_DEVICE && sample->hasTwist &&
           vlLength(sample->twist.linear) <= velocity->def.maxSpeed &&
           vlLength(sample->twist.angular) <= velocity->def.maxSpin;
}

vlTwist vlVelocity_Update(vlVelocity* velocity, double now, const vlDeviceSample* sample)
{
    bool isSilent = !(now - velocity->time <= velocity->def.maxGap);
    if (!velocity->isStarted) {
        start(velocity, sample);
    } else if (sample->sequence > velocity->sequence) {
        take(velocity, sample);
    } else if (sample->sequence < velocity->sequence && isSilent) {
        ++velocity->restarts; // the device started counting again
        start(velocity, sample);
    } else if (sample->sequence < velocity->sequence) {
        ++velocity->dismissed; // it came late
    }
    bool isNow = velocity->isStarted && sample->sequence == velocity->sequence;
    if (isNow && hasOwnTwist(velocity, sample)) {
        velocity->twist = sample->twist;
    }
    if (!(now - velocity->time <= velocity->def.maxGap)) {
        stop(velocity);
    }
    return velocity->twist;
}
