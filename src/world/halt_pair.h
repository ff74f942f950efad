// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_HALT_PAIR_H
#define VOLAR_WORLD_HALT_PAIR_H

// Whether two pieces pass through each other within a step, and when they touch.

#include "world/halt_way.h"

// A pair is looked at if its two bodies together move further than this part of the thickness of
// the thinner piece.
#define VL_HALT_SWIFT 0.25

// The work on a pair is counted in looks. One look is one query for the gap between the two pieces.
// With fewer looks than this a pair cannot be judged: it needs some before its search, a cut in it,
// and some for the search itself.
#define VL_HALT_LEAST_LOOKS 16

// Looks that the pairs of a step share beyond what each has for itself: enough for one bar that
// turns by a radian over a plate as thick as a hundredth of its length.
#define VL_HALT_SHARED_LOOKS 256

// Two pieces that are followed through the step.
typedef struct vlHaltPair {
    int a, b;
    uint32_t pieceA, pieceB;
    double thickness; // m, of the thinner
    double end;       // s, until when their ways can be followed
    int advances;     // at most, in one search
    int looks;        // that may still be taken, at least VL_HALT_LEAST_LOOKS at the beginning
    bool isSpent;     // a search ended because no looks were left
    vlVec3 aside;     // unit, along which B is moved aside
    double depth;     // m, at the start of the step, along it
    vlPairCache cache;
    vlFollowed followed[2]; // A and B where they were last looked at
} vlHaltPair;

// Begins with a near pair; it has no looks yet.
vlHaltPair vlHaltPair_Of(const vlHalting* h, const vlNearPair* pair);

// Do the pieces move far compared with their thickness, and are they near enough to touch?
bool vlHaltPair_IsSwift(const vlHalting* h, const vlHaltPair* pair);

// The time at which the pieces touch, s, if they pass through each other in this step; otherwise
// the length of the step. If the looks do not suffice: a time above 0 until which they surely have
// not passed.
double vlHaltPair_TouchOfPassing(const vlHalting* h, vlHaltPair* pair);

#endif
