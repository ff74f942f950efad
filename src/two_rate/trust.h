// SPDX-License-Identifier: MIT
#ifndef VOLAR_RATES_TRUST_H
#define VOLAR_RATES_TRUST_H

// How far a packet is believed: pure rules of age, motion and jumps.

#include "contact/bed.h"
#include "volar/two_rate.h"

// Of one contact.
typedef struct vlTrust {
    double most;    // m, mean depth when it was last believed; it may not press deeper until it is
    double before;  // m, mean depth that the last packet led to, in the first step of a fresh one
    bool isRenewed; // such a step
    bool isHeld;
    bool isBack; // found again after packets had gone stale, until all its depth presses
} vlTrust;

// A jump being spread: the old depth less the new, as a plane over the contact area, of which
// ticksLeft/blendTicks is still added. Of a pair that vanished, of which that part is still there.
typedef struct vlBlend {
    vlHeight plane;
    int ticksLeft;
} vlBlend;

// m: how far a contact between bodies of these radii (0: none) is believed to move.
double vlTrust_Radius(const vlTwoRateDef* def, double radiusA, double radiusB);

// The contact in this step: `moved` since the packet's state, of mean depth `depth`. A packet says
// in its first step how deep it is, however late it came.
void vlTrust_Update(vlTrust* trust, const vlTwoRateDef* def, double age, double moved,
                    double radius, double depth, bool isFirst);

// Part of the forces left at this age: 1, and from staleAfter on down to 0.
double vlTrust_Fade(const vlTwoRateDef* def, double age);

// Depth that a contact is not to press with, taken off as the bed does with a first touch (bed.c)
// and given back slowly: what it went deeper than it may; what a fresh packet found more than the
// last one led to, for nobody did work for that; and, found for the first time, all of it; the last
// two if it could get there between packets `interval` apart without its spring having had a say.
// After packets had gone stale it is given back more quickly, so that the force is there within
// 50 ms.
void vlTrust_Offset(vlTrust* trust, const vlTwoRateDef* def, vlBed* bed, const vlContact* contact,
                    double interval, double step, bool isFelt);

// Does a force of stiffness k jump, from a depth `was` by `change`?
bool vlBlend_IsJump(const vlTwoRateDef* def, double k, double was, double change);
// The share of a blend in this step.
double vlBlend_Share(const vlTwoRateDef* def, const vlBlend* blend);

#endif
