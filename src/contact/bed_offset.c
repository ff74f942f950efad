// SPDX-License-Identifier: MIT
// A contact found at a depth that nobody pressed it to (a step moved it there) would push back with
// energy that nobody supplied. Where one step compresses the spring by more than its response can
// follow, the depth found is taken off, and given back slowly.

#include "contact/bed_offset.h"

static void setOffset(vlBed* bed, double offset)
{
    bed->touch.offset = offset;
    bed->grown = offset < bed->depth ? 1.0 - offset / bed->depth : 0.0;
}

void vlBed_BeginOffset(vlBed* bed, const vlContact* contact, double step)
{
    const vlContactVolume* v = &contact->volume;
    double offset = bed->touch.offset;
    bed->depth = v->volume / v->area;
    if (bed->isNew) {
        bool isStiff = step * step * contact->gains.kN * contact->gains.inverseMassN > 0.5;
        offset = isStiff ? bed->depth : 0.0;
    }
    setOffset(bed, offset);
}

void vlBed_TakeOff(vlBed* bed, double depth)
{
    setOffset(bed, depth < bed->depth ? depth : bed->depth);
}

void vlBed_GiveBack(vlBed* bed, double step, double time)
{
    vlBed_TakeOff(bed, bed->touch.offset * vlBed_LeftAfter(step, time));
}

// vlBed_EndOffset gives back its own part of the same offset; the quotient makes up for that.
bool vlBed_GiveBackSlowly(vlBed* bed, double step, double time)
{
    if (!(time > VL_BED_TIME && bed->touch.offset > 0.0)) {
        return false;
    }
    vlBed_TakeOff(bed, bed->touch.offset * vlBed_LeftAfter(step, time) /
                           vlBed_LeftAfter(step, VL_BED_TIME));
    return true;
}
