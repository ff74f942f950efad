// SPDX-License-Identifier: MIT
#include "contact/bounce.h"

#include "contact/restitution.h"

// How much stiffer than the pair's inertia all points together are: the speed after an impact is
// right to a part of 1/1000.
#define STIFF 1000.0

void vlBounce_Begin(vlBed* bed, const vlContact* contact, double step)
{
    bed->law.cN = STIFF / (contact->gains.inverseMassN * step);
    bed->law.kN = bed->law.cN / step;
    bed->law.share = (vlRollingShare){1.0, 0.0, 0.0, 1.0};
    bed->bounce = bed->surface->restitution;
}

static double approachAt(const vlBed* bed, vlVec2 p)
{
    return fmax(0.0, -vlRestitution_OpeningAt(&bed->start, p));
}

void vlBounce_SetDepths(const vlBed* bed, vlBedPool* pool, double step)
{
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        point->depth = bed->bounce * step * approachAt(bed, point->p);
    }
}

double vlBounce_Limit(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial)
{
    const vlRelative* s = &bed->start;
    double friction = bed->shear[0] * (s->tangent.x + trial->tangent.x) +
                      bed->shear[1] * (s->tangent.y + trial->tangent.y) +
                      bed->shear[2] * (s->spin + trial->spin);
    double brought = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        brought += point->bound * approachAt(bed, point->p);
    }
    double most = brought > 0.0 ? 1.0 - friction / brought : 1.0;
    return vlClamp(most, 0.0, bed->bounce);
}
