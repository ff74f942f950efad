// SPDX-License-Identifier: MIT
#include "two_rate/trust.h"

// Below this a contact is believed whatever the size of its bodies: some depths of a light touch on
// a hard surface. m.
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
    return left > 1e-6 ? left : 0.0; // gains of nothing would divide by nothing
}

// The bed gives a depth back with 20 ms (bed_finish.c). After a stall this is added to it.
#define BED_TIME 0.02  // s
#define BACK_TIME 0.02 // s
// Where no hand waits for it, a depth is given back so slowly, in intervals between packets, that
// the speed a body is thrown back with is small against that at which it came: v T/time. With a few
// intervals a box that rocks from edge to edge between packets would rock for ever.
#define SLOW_INTERVALS 10.0

static void setOffset(vlBed* bed, double depth, double offset)
{
    bed->touch.offset = offset < depth ? offset : depth;
    bed->grown = offset < depth ? 1.0 - offset / depth : 0.0;
}

// What a step leaves of a depth that is given back with a time constant.
static double leftAfter(double step, double time)
{
    return 1.0 - step / (step + time);
}

// A rise that a fresh packet brings. What a hand cannot feel has no least force.
static void holdRise(const vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, double depth,
                     double k, bool isFelt)
{
    double offset = bed->touch.offset;
    double was = trust->before > offset ? trust->before - offset : 0.0;
    double rise = depth - offset - was;
    if (rise > def->blendShare * was && (!isFelt || k * rise > def->blendForce)) {
        setOffset(bed, depth, depth - was);
    }
}

void vlTrust_Offset(vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, const vlContact* contact,
                    double interval, double step, bool isFelt)
{
    double depth = contact->volume.volume / contact->volume.area;
    double offset = bed->touch.offset;
    const vlGains* g = &contact->gains;
    bool isStiff = interval * interval * g->kN * g->inverseMassN > 0.5;
    double slowly = SLOW_INTERVALS * interval;
    if (bed->isNew && isStiff) {
        setOffset(bed, depth, depth);
    } else if (!isFelt && slowly > BED_TIME && offset > 0.0) {
        setOffset(bed, depth, offset * leftAfter(step, slowly) / leftAfter(step, BED_TIME));
    } else if (trust->isBack) {
        setOffset(bed, depth, offset * leftAfter(step, BACK_TIME));
        trust->isBack = bed->touch.offset > 1e-3 * depth;
    }
    if (trust->isRenewed && isStiff) {
        holdRise(trust, def, bed, depth, g->kN, isFelt);
    }
    if (trust->isHeld && bed->touch.offset < depth - trust->most) {
        setOffset(bed, depth, depth - trust->most);
    }
}

bool vlBlend_IsJump(const vlTwoRateDef* def, double k, double was, double change)
{
    return def->blendTicks > 1 && k * fabs(change) > def->blendForce &&
           fabs(change) > def->blendShare * was;
}

double vlBlend_Share(const vlTwoRateDef* def, const vlBlend* blend)
{
    return blend->ticksLeft > 0 ? (double)blend->ticksLeft / (double)def->blendTicks : 0.0;
}
