// SPDX-License-Identifier: MIT
#include "contact/bounce.h"

#include "contact/restitution.h"

void vlBounce_Press(vlBed* bed, const vlContact* contact, double step, const double opening[3])
{
    vlVec2 place = vlRestitution_Place(&contact->volume);
    double unused[3];
    bed->normal = vlRestitution_Answer(&bed->law, place, bed->bounce,
                                       vlRestitution_OpeningAt(&bed->start, place),
                                       contact->gains.inverseMassN, step);
    vlAnswer_At(&bed->normal, opening, bed->push, unused);
    if (!(bed->push[0] > 0.0)) {
        bed->normal = (vlAnswer){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
        bed->push[0] = bed->push[1] = bed->push[2] = 0.0;
    }
}

// How far the area that strikes reaches about the place, as a part of the footprint: all of it
// about the middle, and nothing at the rim. A strip of half the width w has M/A = w^2/3.
static double reachAt(const vlContactVolume* v, vlVec2 place)
{
    double det = v->mxx * v->myy - v->mxy * v->mxy;
    double square =
        v->myy * place.x * place.x - 2.0 * v->mxy * place.x * place.y + v->mxx * place.y * place.y;
    return det > 0.0 ? fmax(0.0, 1.0 - sqrt(v->area * square / (3.0 * det))) : 0.0;
}

void vlBounce_Bound(vlBed* bed, const vlContact* contact, vlBedPool* pool, double force)
{
    vlVec2 place = vlRestitution_Place(&contact->volume);
    double area = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        area += pool->points[bed->firstPoint + i].weight;
    }
    for (int i = 0; i < bed->pointCount; ++i) {
        vlBedPoint* point = &pool->points[bed->firstPoint + i];
        point->bound = area > 0.0 ? force * point->weight / area : 0.0;
    }
    bed->bound = (vlBoundPressure){
        .force = force, .middle = place, .reach = reachAt(&contact->volume, place)};
}

double vlBounce_Limit(const vlBed* bed, const vlContact* contact, const vlRelative* trial)
{
    const vlRelative* s = &bed->start;
    vlVec2 place = vlRestitution_Place(&contact->volume);
    double others = bed->shear[0] * (s->tangent.x + trial->tangent.x) +
                    bed->shear[1] * (s->tangent.y + trial->tangent.y) +
                    bed->shear[2] * (s->spin + trial->spin) +
                    (bed->push[1] - bed->push[0] * place.x) * (s->tilt.x + trial->tilt.x) +
                    (bed->push[2] - bed->push[0] * place.y) * (s->tilt.y + trial->tilt.y);
    double taken = -bed->bound.force * vlRestitution_OpeningAt(s, place);
    return vlClamp(taken > 0.0 ? 1.0 - others / taken : 1.0, 0.0, bed->bounce);
}
