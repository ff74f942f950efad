// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_TRUST_H
#define VOLAR_TWO_RATE_TRUST_H

// How far a packet is believed. The rules know only age, motion and depths.

#include "contact/bed.h"
#include "volar/two_rate.h"

// How far one contact is believed.
typedef struct vlTrust {
    double most;    // m, mean depth when it was last believed; it may not press deeper until it is
    double before;  // m, mean depth that the last packet led to, in the first step of a fresh one
    bool isRenewed; // such a step
    bool isHeld;
    bool isBack; // found again after packets had gone stale, until all its depth presses
} vlTrust;

// m: how far a contact between bodies of these radii (0: none) is believed to move.
double vlTrust_Radius(const vlTwoRateDef* def, double radiusA, double radiusB);

// The contact in this step: `moved` since the packet's state, of mean depth `depth`. A packet says
// in its first step how deep it is, however late it came.
void vlTrust_Update(vlTrust* trust, const vlTwoRateDef* def, double age, double moved,
                    double radius, double depth, bool isFirst);

// Part of the forces left at this age: 1, and from staleAfter on down to 0.
double vlTrust_Fade(const vlTwoRateDef* def, double age);

// Changes the offset of a bed (bed_offset.h), the depth that it does not press with. Taken off is
// what the contact went deeper than it may; what a fresh packet found more than the last one led
// to, for nobody did work for that; and all of it if it is found for the first time. The last two
// are so only if the contact could get there between packets `interval` apart without its spring
// having had a say. After packets had gone stale the depth is given back more quickly, so that the
// force is there within 50 ms; where no hand feels it, it is given back more slowly.
void vlTrust_Offset(vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, const vlGains* gains,
                    double interval, double step, bool isFelt);

#endif
