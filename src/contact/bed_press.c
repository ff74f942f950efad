// SPDX-License-Identifier: MIT
// Pressures at the points of a bed, and the normal answer as a sum over those that press (T7.3).
// With all of the area pressing the closed form (T7.4) is used instead.

#include "contact/bed.h"

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
        vlBedPoint point = {.p = sampled[i].p,
                            .weight = sampled[i].weight,
                            .depth = scale * bed->grown * sampled[i].depth,
                            .isPressing = true};
        pool->points[bed->firstPoint + i] = point;
    }
}

bool vlBed_Press(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial)
{
    bool isWhole = true;
    vlRelative felt = vlContactLaw_Felt(&bed->law, trial);
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double pressure = vlContactLaw_Pressure(&bed->law, point->depth, &felt, point->p);
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

void vlBed_PressAtMost(const vlBed* bed, const vlBedPool* pool, double most)
{
    double total = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        total += point->weight * point->pressure;
    }
    double share = total > most ? most / total : 1.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        pool->points[bed->firstPoint + i].pressure *= share;
    }
}

// A footprint that rolls on answers tilting with S p in place of p, on both sides of the response
// (T7.9), which therefore stays symmetric and passive.
static void takeShare(vlAnswer* a, const vlRollingShare* S)
{
    double* s = a->slope;
    double x = s[1], y = s[2];
    double xx = S->xx * s[3] + S->xy * s[4], xy = S->xx * s[4] + S->xy * s[5];
    double yx = S->yx * s[3] + S->yy * s[4], yy = S->yx * s[4] + S->yy * s[5];
    s[1] = S->xx * x + S->xy * y, s[2] = S->yx * x + S->yy * y;
    s[3] = xx * S->xx + xy * S->xy;
    s[4] = xx * S->yx + xy * S->yy;
    s[5] = yx * S->yx + yy * S->yy;
}

// The force of a point, and how much it falls per opening speed. Over a gap that is wider than
// `gap` the point has no spring, but a damper that gives the pressure of the trial and takes energy
// whatever motion comes. (T7.15)
typedef struct PointAnswer {
    double start, slope;
} PointAnswer;

static PointAnswer answerOf(const vlContactLaw* law, const vlBedPoint* point,
                            const vlRelative* felt, double gap)
{
    double part = point->weight * law->perArea;
    PointAnswer a = {part * law->kN * point->depth, part * law->cN};
    if (point->depth < -gap) {
        double opening = felt->normal + felt->tilt.x * point->p.x + felt->tilt.y * point->p.y;
        a.start = 0.0;
        a.slope = opening < 0.0 ? point->weight * point->pressure / -opening : 0.0;
    }
    return a;
}

vlAnswer vlBed_SumNormal(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial,
                         double gap)
{
    vlAnswer a = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    vlRelative felt = vlContactLaw_Felt(&bed->law, trial);
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        if (point->isPressing) {
            PointAnswer at = answerOf(&bed->law, point, &felt, gap);
            double x = point->p.x;
            double y = point->p.y;
            double s = at.slope;
            a.start[0] += at.start, a.start[1] += at.start * x, a.start[2] += at.start * y;
            a.slope[0] += s, a.slope[1] += s * x, a.slope[2] += s * y;
            a.slope[3] += s * x * x, a.slope[4] += s * x * y, a.slope[5] += s * y * y;
        }
    }
    takeShare(&a, &bed->law.share);
    return a;
}
