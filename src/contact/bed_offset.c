// SPDX-License-Identifier: MIT
// If a step moves bodies into each other to a depth that nothing pressed them to, the contact would
// push back with energy that nobody supplied. Where one step compresses the spring by more than its
// response can follow, the depth found is therefore taken off, and given back slowly.

#include "contact/bed_offset.h"

// A stiffness above this multiple of the last one has risen.
#define RISEN 1.01
// If the force of a depth is above this multiple of the last force plus the weight of the pair, no
// work was done for the excess. Tilting changes the mean depth a little in every step: a factor of
// 1 without the weight lets a block topple at 0.91 of its angle in place of 0.97. (T10.7)
#define GROWN 1.5

static void setOffset(vlBed* bed, double offset)
{
    bed->touch.offset = offset;
    bed->grown = offset < bed->depth ? 1.0 - offset / bed->depth : 0.0;
}

// A contact that was in touch: its depth may have grown by more than the work against its springs
// accounts for, because its stiffness rose or because a step moved it. The offset takes the
// difference, before it fades.
static double offsetOf(const vlTouchMemory* touch, const vlGains* g, double depth, bool isStiff)
{
    double offset = touch->offset;
    double pressed = depth - offset;
    if (pressed > 0.0 && touch->stiffness > 0.0 && g->kN > RISEN * touch->stiffness) {
        offset += pressed * (1.0 - touch->stiffness / g->kN);
        pressed = depth - offset;
    }
    double borne = (GROWN * touch->springForce + VL_STANDARD_GRAVITY / g->inverseMassN) / g->kN;
    return isStiff && pressed > borne ? depth - borne : offset;
}

void vlBed_BeginOffset(vlBed* bed, const vlContact* contact, double step)
{
    const vlContactVolume* v = &contact->volume;
    const vlGains* g = &contact->gains;
    double left = vlBed_LeftAfter(step, VL_BED_TIME);
    bed->depth = v->volume / v->area;
    bed->leftOffset = left * bed->touch.offset;
    if (v->isForeseen) { // its depth is known from before it touched
        bed->touch.offset = 0.0;
        bed->grown = 1.0;
        return;
    }
    bool isStiff = step * step * g->kN * g->inverseMassN > 0.5;
    if (bed->touch.hasBounced) { // the withheld depth fades by its own rule (restitution.h)
        setOffset(bed, offsetOf(&bed->touch, g, bed->depth, isStiff));
        return;
    }
    double offset = isStiff ? bed->depth : 0.0;
    if (!bed->isNew) {
        offset = left * offsetOf(&bed->touch, g, bed->depth, isStiff);
    }
    setOffset(bed, offset);
}

void vlBed_TakeOff(vlBed* bed, double depth)
{
    setOffset(bed, depth < bed->depth ? depth : bed->depth);
}

void vlBed_GiveBack(vlBed* bed, double step, double time)
{
    double offset = bed->isNew ? bed->touch.offset : bed->leftOffset;
    vlBed_TakeOff(bed, offset * vlBed_LeftAfter(step, time));
}

// vlBed_BeginOffset has given back its own part of the same offset; the quotient makes up for that.
bool vlBed_GiveBackSlowly(vlBed* bed, double step, double time)
{
    if (!(time > VL_BED_TIME && bed->touch.offset > 0.0)) {
        return false;
    }
    vlBed_TakeOff(bed, bed->touch.offset * vlBed_LeftAfter(step, time) /
                           vlBed_LeftAfter(step, VL_BED_TIME));
    return true;
}
