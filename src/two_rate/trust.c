// SPDX-License-Identifier: MIT
#include "two_rate/trust.h"

#include "contact/bed_offset.h"

// m. A contact that moved less than this is trusted whatever the size of its bodies: it is a few
// times the depth of a light touch on a hard surface.
#define LEAST_TRUST 5e-5

double vlTrust_Radius(const vlTwoRateDef* def, double radiusA, double radiusB)
{
    double smaller = radiusA > 0.0 && (radiusA < radiusB || !(radiusB > 0.0)) ? radiusA : radiusB;
    double trusted = def->trustShare * smaller;
    return trusted > LEAST_TRUST ? trusted : LEAST_TRUST;
}

void vlTrust_Update(vlTrust* trust, const vlTwoRateDef* def, double age, double moved,
                    double radius, double depth, bool isFirst)
{
    bool isBelieved = moved <= radius && age <= def->holdAfter;
    trust->isHeld = !isBelieved;
    if (isBelieved || isFirst) {
        trust->most = depth;
    }
}

double vlTrust_Fade(const vlTwoRateDef* def, double age)
{
    double late = (age - def->staleAfter) / def->fadeTime;
    double left = late > 0.0 ? 1.0 - late : 1.0;
    return left > 1e-6 ? left : 0.0; // avoids division by gains of zero
}

// After a stall a depth is given back with this time constant, in addition to the bed's own.
#define BACK_TIME 0.02 // s
// Where no hand feels it, a depth is given back more slowly: over this many intervals T between
// packets. The speed at which a body is thrown back, v T/time, is then small against the speed v at
// which it came. With fewer intervals, a box that rocks from edge to edge between packets would
// rock for ever.
#define SLOW_INTERVALS 10.0

// Part of the depth below which the offset of a contact that came back counts as none.
#define ALMOST_NONE 1e-3

static void giveBack(vlTrust* trust, vlBed* bed, double interval, double step, bool isFelt)
{
    bool isSlow = !isFelt && vlBed_GiveBackSlowly(bed, step, SLOW_INTERVALS * interval);
    if (trust->isBack && !isSlow) {
        vlBed_GiveBack(bed, step, BACK_TIME);
        trust->isBack = bed->touch.offset > ALMOST_NONE * bed->depth;
    }
}

// Holds back a rise that a fresh packet brings. Contacts that a hand cannot feel have no least
// force.
static void holdRise(const vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, double k,
                     bool isFelt)
{
    double offset = bed->touch.offset;
    double was = trust->before > offset ? trust->before - offset : 0.0;
    double rise = bed->depth - offset - was;
    if (rise > def->blendShare * was && (!isFelt || k * rise > def->blendForce)) {
        vlBed_TakeOff(bed, bed->depth - was);
    }
}

void vlTrust_Offset(vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, const vlGains* gains,
                    double interval, double step, bool isFelt)
{
    bool isStiff = interval * interval * gains->kN * gains->inverseMassN > 0.5;
    if (bed->isNew && isStiff) {
        vlBed_TakeOff(bed, bed->depth);
    } else {
        giveBack(trust, bed, interval, step, isFelt);
    }
    if (trust->isRenewed && isStiff) {
        holdRise(trust, def, bed, gains->kN, isFelt);
    }
    if (trust->isHeld && bed->touch.offset < bed->depth - trust->most) {
        vlBed_TakeOff(bed, bed->depth - trust->most);
    }
}
