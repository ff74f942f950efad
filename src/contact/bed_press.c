// SPDX-License-Identifier: MIT
// The points of a bed and how they press: at a trial, before the first one, and at the motion that
// the next solve will find.

#include "contact/bed.h"

// Rounds of finding which points press under a given force: each leaves out more of them, and few
// beds have more than nine.
#define ROUNDS 8

void vlBed_Sample(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                  vlBedPool* pool)
{
    if (bed->pointCount > 0) {
        return;
    }
    vlDepthPoint sampled[VL_MAX_GAUSS];
    double scale;
    int room = pool->capacity - pool->count;
    int count = vlPressure_Place(&contact->volume, context->pool, sampled, room, &scale);
    bed->firstPoint = pool->count;
    bed->pointCount = count;
    pool->count += count;
    for (int i = 0; i < count; ++i) {
        vlBedPoint point = {
            sampled[i].p, sampled[i].weight, scale * bed->grown * sampled[i].depth, 0.0, 0.0, true};
        pool->points[bed->firstPoint + i] = point;
    }
}

static double pressureAt(const vlBed* bed, const vlBedPoint* point, const vlRelative* felt)
{
    return vlContactLaw_Pressure(&bed->law, point->depth, felt, point->p);
}

// What the points give that press with `shift` added to their pressures, Pa.
typedef struct Pressing {
    double force, area;
} Pressing;

static Pressing pressingWith(const vlBed* bed, const vlBedPool* pool, const vlRelative* felt,
                             double shift)
{
    Pressing sum = {0.0, 0.0};
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double pressure = pressureAt(bed, point, felt) + shift;
        if (pressure > 0.0) {
            sum.force += point->weight * pressure;
            sum.area += point->weight;
        }
    }
    return sum;
}

// The shift with which the pressures add up to `force` > 0. The sum is a convex function of the
// shift, so that Newton's steps overshoot once at most.
static double shiftTo(const vlBed* bed, const vlBedPool* pool, const vlRelative* felt, double force)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < bed->pointCount; ++i) {
        most = fmax(most, pressureAt(bed, &pool->points[bed->firstPoint + i], felt));
    }
    double shift = most > 0.0 ? 0.0 : -most + force * bed->law.perArea;
    for (int i = 0; i < ROUNDS; ++i) {
        Pressing sum = pressingWith(bed, pool, felt, shift);
        if (!(sum.area > 0.0)) {
            break;
        }
        shift += (force - sum.force) / sum.area;
    }
    return shift;
}

bool vlBed_Press(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial, bool isFirst)
{
    bool isWhole = true;
    vlRelative felt = vlContactLaw_Felt(&bed->law, trial);
    bool isApart = isFirst && bed->force > 0.0 && !(pressingWith(bed, pool, &felt, 0.0).area > 0.0);
    double shift = isApart ? shiftTo(bed, pool, &felt, bed->force) : 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double pressure = pressureAt(bed, point, &felt) + shift;
        point->isPressing = pressure > 0.0;
        point->pressure = point->isPressing ? pressure : 0.0;
        isWhole = isWhole && point->isPressing;
    }
    return isWhole;
}

void vlBed_PressAsBefore(const vlBed* bed, const vlBedPool* pool)
{
    double volume = 0.0;
    double area = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        volume += point->weight * (point->depth > 0.0 ? point->depth : 0.0);
        area += point->weight;
    }
    double scale = volume > 0.0 ? bed->force / volume : 0.0;
    double even = area > 0.0 && !(volume > 0.0) ? bed->force / area : 0.0; // over a gap
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        point->pressure = even + scale * (point->depth > 0.0 ? point->depth : 0.0);
    }
}

double vlBed_Foretell(const vlBed* bed, const vlBedPool* pool, const vlRelative* felt, double total,
                      double applied, double yield)
{
    double ahead = 0.0; // m/s, the opening speed that the next solve will add
    double resistance = bed->law.cN * bed->law.perArea; // of a unit of area
    Pressing sum = {total, 0.0};
    for (int i = 0; i < ROUNDS; ++i) {
        sum = pressingWith(bed, pool, felt, -resistance * ahead);
        double step = yield * (sum.force - applied) - ahead;
        ahead += step / (1.0 + yield * resistance * sum.area);
    }
    return pressingWith(bed, pool, felt, -resistance * ahead).force;
}

void vlBed_ScalePressure(const vlBed* bed, const vlBedPool* pool, double force)
{
    double total = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        total += point->weight * point->pressure;
    }
    double share = total > force ? force / total : 1.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        pool->points[bed->firstPoint + i].pressure *= share;
    }
}
