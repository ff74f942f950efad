// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_TRUST_H
#define VOLAR_TWO_RATE_TRUST_H

// How far a packet is trusted. The rules use only age, motion and depths.

#include "contact/bed.h"
#include "volar/two_rate.h"

// How far one contact is trusted.
typedef struct vlTrust {
    double most;    // m, mean depth when last trusted; until it is again, it may not press deeper
    double before;  // m, mean depth that the last packet led to, in the first step of a fresh one
    bool isRenewed; // this is such a step
    bool isHeld;
    bool isBack; // found again after packets had gone stale, until all its depth presses
} vlTrust;

// m: how far a contact between bodies of these radii (0: none) may move and still be trusted.
double vlTrust_Radius(const vlTwoRateDef* def, double radiusA, double radiusB);

// Updates the trust in this step: the contact has `moved` since the packet's state and has the mean
// depth `depth`. In its first step a packet's depth is accepted, however late it came.
void vlTrust_Update(vlTrust* trust, const vlTwoRateDef* def, double age, double moved,
                    double radius, double depth, bool isFirst);

// Part of the forces left at this age: 1 until staleAfter, then decreasing to 0.
double vlTrust_Fade(const vlTwoRateDef* def, double age);

// Changes the offset of a bed (bed_offset.h), which is the depth with which it does not press.
// Three depths are taken off: the depth beyond the limit of a contact that is not trusted; the
// depth that a fresh packet found beyond the one that the last packet led to, because no work was
// done for it; and the whole depth of a contact that is found for the first time. The last two
// apply only if the contact could get there between packets `interval` apart before its spring
// could respond. After packets had gone stale, the depth is given back more quickly, so that the
// force is back within 50 ms; where no hand feels it, it is given back more slowly.
void vlTrust_Offset(vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, const vlGains* gains,
                    double interval, double step, bool isFelt);

#endif
