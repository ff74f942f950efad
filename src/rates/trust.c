// SPDX-License-Identifier: MIT
#include "rates/trust.h"

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

// The bed gives a depth back with 20 ms. On top of that, after a stall.
#define BACK_TIME 0.02 // s
#define GROW_TIME 0.02
#ifndef GIVE_PERIODS
#define GIVE_PERIODS 10.0
#endif

static void setOffset(vlBed* bed, double depth, double offset)
{
    bed->touch.offset = offset;
    bed->grown = offset < depth ? 1.0 - offset / depth : 0.0;
}

void vlTrust_Offset(vlTrust* trust, vlBed* bed, const vlContact* contact, double interval,
                    double step, bool isFelt)
{
    double depth = contact->volume.volume / contact->volume.area;
    const vlGains* g = &contact->gains;
    if (bed->isNew && interval * interval * g->kN * g->inverseMassN > 0.5) {
        setOffset(bed, depth, depth);
    } else if (!isFelt && GIVE_PERIODS * interval > GROW_TIME && bed->touch.offset > 0.0) {
        double slow = 1.0 - step / (step + GIVE_PERIODS * interval);
        double fast = 1.0 - step / (step + GROW_TIME);
        double offset = bed->touch.offset * slow / fast;
        setOffset(bed, depth, offset < depth ? offset : depth);
    } else if (trust->isBack) {
        setOffset(bed, depth, bed->touch.offset * (1.0 - step / (step + BACK_TIME)));
        trust->isBack = bed->touch.offset > 1e-3 * depth;
    }
    if (trust->unpaid > 0.0 && interval * interval * g->kN * g->inverseMassN > 0.5) {
        double offset = bed->touch.offset + trust->unpaid;
        setOffset(bed, depth, offset < depth ? offset : depth);
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
