// SPDX-License-Identifier: MIT
// One sample of the loop, in the order in which it happens (T15.2): the device is measured, its
// velocity is estimated, the world answers with a force, the force is delayed, device and hand
// move.

#include "stability/loop_map.h"

#include <string.h>

#include "base/low_pass.h"

// A quantity as a linear function of the states before the sample.
typedef struct Row {
    double a[VL_LOOP_STATES];
} Row;

// The places of the states in a row; -1: this loop does not have the state.
typedef struct Places {
    int plant;   // how many, from 0
    int whole;   // whole periods of delay
    double rest; // s, the rest of the delay
    int force;   // the force of the last sample; those before it follow
    int forces;  // how many
    int sample, slope, bend, tool, toolSpeed;
    int count;
} Places;

static Places placesOf(const vlLoop* loop)
{
    Places p;
    double periods = loop->delay / loop->period;
    p.plant = vlLoop_GetPlantCount(loop);
    // A delay of whole periods that was rounded is meant as whole.
    p.whole = (int)floor(periods + 1e-9);
    p.rest = loop->delay - p.whole * loop->period;
    p.rest = p.rest > 1e-9 * loop->period ? p.rest : 0.0;
    p.force = p.plant;
    p.forces = p.whole + (p.rest > 0.0 ? 1 : 0);
    int next = p.force + p.forces;
    p.sample = loop->rule != VL_LOOP_TRUE ? next++ : -1;
    p.slope = loop->rule == VL_LOOP_FILTER ? next++ : -1;
    p.bend = loop->rule == VL_LOOP_FILTER ? next++ : -1;
    p.tool = loop->toolMass > 0.0 ? next++ : -1;
    p.toolSpeed = loop->toolMass > 0.0 ? next++ : -1;
    p.count = next;
    return p;
}

static Row zeroRow(void)
{
    Row row;
    memset(&row, 0, sizeof row);
    return row;
}

static Row stateRow(int place)
{
    Row row = zeroRow();
    row.a[place] = 1.0;
    return row;
}

// row += factor other
static void add(Row* row, double factor, const Row* other, int count)
{
    for (int i = 0; i < count; ++i) {
        row->a[i] += factor * other->a[i];
    }
}

// The estimate of the velocity; sets the new states of the estimator in `map`.
static Row estimate(const vlLoop* loop, const Places* p, vlLoopMap* map)
{
    if (loop->rule == VL_LOOP_TRUE) {
        return stateRow(1);
    }
    Row slope = zeroRow();
    slope.a[0] = 1.0 / loop->period;
    slope.a[p->sample] = -1.0 / loop->period;
    map->a[p->sample][0] = 1.0;
    if (loop->rule == VL_LOOP_DIFFERENCE) {
        return slope;
    }
    vlLowPass lowPass = vlLowPass_Over(loop->cut, loop->period);
    if (lowPass.isLong) {
        memcpy(map->a[p->slope], slope.a, sizeof slope.a);
        return slope;
    }
    // The filter acts on each coefficient as on a number.
    Row v = stateRow(p->slope);
    Row a = stateRow(p->bend);
    for (int i = 0; i < p->count; ++i) {
        for (int k = 0; k < lowPass.count; ++k) {
            vlLowPass_Advance(&lowPass, slope.a[i], &v.a[i], &a.a[i]);
        }
    }
    memcpy(map->a[p->slope], v.a, sizeof v.a);
    memcpy(map->a[p->bend], a.a, sizeof a.a);
    return v;
}

// The force on the device; sets the new states of the tool in `map`.
static Row answer(const vlLoop* loop, const Places* p, const Row* velocity, vlLoopMap* map)
{
    double k = loop->stiffness;
    double b = loop->dampingOfWorld;
    Row force = zeroRow();
    force.a[0] = -k * loop->gain;
    add(&force, -b * loop->gain, velocity, p->count);
    if (p->tool < 0) {
        return force;
    }
    // Implicit Euler: mt (v1 - v0) = h (k (x - q1) + b (v - v1) - kw q1 - bw v1), q1 = q0 + h v1
    double h = loop->period;
    double whole = loop->toolMass + h * (b + loop->wallDamping) + h * h * (k + loop->wallStiffness);
    Row speed = zeroRow();
    speed.a[p->toolSpeed] = loop->toolMass / whole;
    speed.a[0] = h * k / whole;
    speed.a[p->tool] = -h * (k + loop->wallStiffness) / whole;
    add(&speed, h * b / whole, velocity, p->count);
    Row place = stateRow(p->tool);
    add(&place, h, &speed, p->count);
    add(&force, k * loop->gain, &place, p->count);
    add(&force, b * loop->gain, &speed, p->count);
    memcpy(map->a[p->tool], place.a, sizeof place.a);
    memcpy(map->a[p->toolSpeed], speed.a, sizeof speed.a);
    return force;
}

// Device and hand move: under the older force for the rest of the delay, then under the newer one.
static void move(const vlLoop* loop, const Places* p, const Row* force, vlLoopMap* map)
{
    vlLoopMotion motion;
    Row newer = p->whole == 0 ? *force : stateRow(p->force + p->whole - 1);
    Row state[VL_LOOP_PLANT];
    for (int i = 0; i < p->plant; ++i) {
        state[i] = stateRow(i);
    }
    if (p->rest > 0.0) {
        Row before[VL_LOOP_PLANT];
        Row older = stateRow(p->force + p->whole);
        memcpy(before, state, sizeof before);
        vlLoop_MovePlant(loop, p->rest, &motion);
        for (int i = 0; i < p->plant; ++i) {
            state[i] = zeroRow();
            for (int j = 0; j < p->plant; ++j) {
                add(&state[i], motion.state[i][j], &before[j], p->count);
            }
            add(&state[i], motion.force[i], &older, p->count);
        }
    }
    vlLoop_MovePlant(loop, loop->period - p->rest, &motion);
    for (int i = 0; i < p->plant; ++i) {
        Row row = zeroRow();
        for (int j = 0; j < p->plant; ++j) {
            add(&row, motion.state[i][j], &state[j], p->count);
        }
        add(&row, motion.force[i], &newer, p->count);
        memcpy(map->a[i], row.a, sizeof row.a);
    }
}

static void setUnits(const vlLoop* loop, const Places* p, double* units)
{
    double speed = 1.0 / loop->period;
    vlLoop_GetPlantUnits(loop, units);
    for (int i = p->force; i < p->count; ++i) {
        bool isForce = i < p->force + p->forces;
        bool isSpeed = i == p->slope || i == p->toolSpeed;
        units[i] = isForce ? loop->mass * speed * speed : isSpeed ? speed : 1.0;
    }
    if (p->bend >= 0) {
        units[p->bend] = speed * speed;
    }
}

void vlLoop_BuildMap(const vlLoop* loop, vlLoopMap* map)
{
    Places p = placesOf(loop);
    double units[VL_LOOP_STATES];
    map->count = p.count;
    for (int i = 0; i < (p.count + 3) / 4 * 4; ++i) {
        memset(map->a[i], 0, sizeof map->a[i]);
    }
    Row velocity = estimate(loop, &p, map);
    Row force = answer(loop, &p, &velocity, map);
    if (p.forces > 0) {
        memcpy(map->a[p.force], force.a, sizeof force.a);
    }
    for (int i = 1; i < p.forces; ++i) {
        map->a[p.force + i][p.force + i - 1] = 1.0;
    }
    move(loop, &p, &force, map);
    setUnits(loop, &p, units);
    for (int i = 0; i < p.count; ++i) {
        for (int j = 0; j < p.count; ++j) {
            map->a[i][j] *= units[j] / units[i];
        }
    }
}
