// SPDX-License-Identifier: MIT
// The motors of a simulated device. With u the command and f what they do, f' = w (u - f), over a
// time t under one command
//
//   f(t) = u + (f0 - u) e^-wt,   mean of f = u + (f0 - u) (1 - e^-wt)/(wt)
//
// An inner step of the device takes the mean, so that the impulse of every step is exact whenever
// commands become due.

#include "device/motors.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "device/simulated_parts.h"

#define MOST_BANDWIDTH 1e5 // Hz
// Delays this close to a whole number of steps count as whole: the difference is rounding.
#define ROUNDING 1e-6
#define SERIES 14 // terms; the next is 0.5^15/16!, 1e-18

bool vlMotors_AreValid(const vlSimulatedMotors* def, double rate)
{
    return def->delay >= 0.0 && def->jitter >= 0.0 &&
           (def->delay + def->jitter) * rate <= VL_MAX_SIMULATED_DELAY * (1.0 + ROUNDING) &&
           def->bandwidth >= 0.0 && def->bandwidth <= MOST_BANDWIDTH &&
           vlSimulatedDevice_IsAmount(def->forceResolution) &&
           vlSimulatedDevice_IsAmount(def->torqueResolution);
}

int vlMotors_GetQueueSize(const vlSimulatedMotors* def, double stepsPerTime)
{
    // At most one command is sent per step, and it waits until the last step of its delay.
    return (int)ceil((def->delay + def->jitter) * stepsPerTime + ROUNDING) + 2;
}

// e^-x and the mean of it from 0 to x, for x >= 0, with the same bits everywhere.
static void decayOver(double x, double* rest, double* mean)
{
    if (x > 700.0) { // e^-700 is nearly the smallest number
        *rest = 0.0;
        *mean = 1.0 / x;
        return;
    }
    int halvings = 0;
    while (x > 0.5) {
        x *= 0.5;
        ++halvings;
    }
    double sum = 1.0;
    double term = 1.0;
    for (int k = 2; k <= SERIES + 1; ++k) { // (1 - e^-x)/x = 1 - x/2! + x^2/3! ...
        term *= -x / k;
        sum += term;
    }
    double left = 1.0 - x * sum;
    for (; halvings > 0; --halvings) {
        sum *= 0.5 * (1.0 + left);
        left *= left;
    }
    *rest = left;
    *mean = sum;
}

void vlMotors_Begin(vlMotors* m, const vlSimulatedMotors* def, double stepsPerTime,
                    vlPendingCommand* queue)
{
    memset(m, 0, sizeof *m);
    m->def = *def;
    m->delay = def->delay * stepsPerTime;
    m->jitter = def->jitter * stepsPerTime;
    m->lag = 2.0 * VL_PI * def->bandwidth / stepsPerTime;
    decayOver(m->lag, &m->rest, &m->mean);
    m->queue = queue;
    m->size = vlMotors_GetQueueSize(def, stepsPerTime);
}

static double roundBy(double x, double count, bool isInwards)
{
    double counts = isInwards ? floor(fabs(x) / count) : floor(fabs(x) / count + 0.5);
    return x < 0.0 ? -count * counts : count * counts;
}

static vlVec3 roundAll(vlVec3 a, double count, bool isInwards)
{
    return vlVec(roundBy(a.x, count, isInwards), roundBy(a.y, count, isInwards),
                 roundBy(a.z, count, isInwards));
}

vlVec3 vlMotors_Round(vlVec3 force, double resolution, double most)
{
    if (!(resolution > 0.0)) {
        return force;
    }
    vlVec3 nearest = roundAll(force, resolution, false);
    return vlLength(nearest) <= most ? nearest : roundAll(force, resolution, true);
}

// Evenly spread from 0 to 1, by the number of the write.
static double drawJitter(vlMotors* m)
{
    uint64_t word = vlHash_Word(vlHash_Word(VL_HASH_SEED, m->def.seed), m->draws++);
    return (double)(vlHash_Word(word, 0) >> 11) * 0x1p-53;
}

static vlPendingCommand* at(vlMotors* m, int place)
{
    return &m->queue[(m->first + place) % m->size];
}

static vlMotorCommand takeFirst(vlMotors* m)
{
    vlMotorCommand command = at(m, 0)->command;
    m->first = (m->first + 1) % m->size;
    --m->count;
    return command;
}

void vlMotors_Send(vlMotors* m, uint64_t count, const vlMotorCommand* command)
{
    vlPendingCommand* last = m->count > 0 ? at(m, m->count - 1) : NULL;
    if (last != NULL && last->sent == count) {
        last->command = *command; // no step came between them: the earlier one never acts
    } else {
        double wait = m->delay;
        if (m->jitter > 0.0) {
            wait += m->jitter * drawJitter(m);
        }
        double whole = floor(wait + ROUNDING);
        double late = wait - whole > ROUNDING ? wait - whole : 0.0;
        vlPendingCommand pending = {count, count + (uint64_t)whole, late, *command};
        bool isEarlier = last != NULL && (pending.step < last->step ||
                                          (pending.step == last->step && late < last->late));
        if (isEarlier) {
            pending.step = last->step;
            pending.late = last->late;
        }
        VL_ASSERT(m->count < m->size);
        ++m->count;
        *at(m, m->count - 1) = pending;
    }
    while (m->count > 0 &&
           (at(m, 0)->step < count || (at(m, 0)->step == count && at(m, 0)->late == 0.0))) {
        m->target = takeFirst(m);
        m->now = m->lag > 0.0 ? m->now : m->target;
    }
}

// a += s b
static void add(vlMotorCommand* a, double s, const vlMotorCommand* b)
{
    a->wrench.force = vlMulAdd(a->wrench.force, s, b->wrench.force);
    a->wrench.torque = vlMulAdd(a->wrench.torque, s, b->wrench.torque);
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        a->torques[j] += s * b->torques[j];
    }
}

// Follows the target for a part of a step, and adds what the motors did to `sum`.
static void follow(vlMotors* m, double part, vlMotorCommand* sum)
{
    add(sum, part, &m->target);
    if (m->lag == 0.0) {
        m->now = m->target;
        return;
    }
    double rest = m->rest;
    double mean = m->mean;
    if (part < 1.0) {
        decayOver(m->lag * part, &rest, &mean);
    }
    vlMotorCommand off = m->now;
    add(&off, -1.0, &m->target);
    add(sum, part * mean, &off);
    m->now = m->target;
    add(&m->now, rest, &off);
}

vlMotorCommand vlMotors_Step(vlMotors* m, uint64_t count)
{
    static const vlMotorCommand nothing;
    vlMotorCommand sum = nothing;
    double from = 0.0;
    while (m->count > 0 && at(m, 0)->step <= count) {
        double due = at(m, 0)->step == count ? at(m, 0)->late : 0.0;
        if (due > from) {
            follow(m, due - from, &sum);
            from = due;
        }
        m->target = takeFirst(m);
    }
    if (from == 0.0 && m->lag == 0.0) { // as a rule
        m->now = m->target;
        return m->target;
    }
    follow(m, 1.0 - from, &sum);
    return sum;
}
