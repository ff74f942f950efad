// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_HALT_PAIR_H
#define VOLAR_WORLD_HALT_PAIR_H

// Whether two pieces pass through each other within a step, and when they touch.

#include "world/halt_way.h"

// A pair is looked at if its way is longer than this part of the thickness of the thinner piece.
#define VL_HALT_SWIFT 0.25

// How many looks a pair needs at least to be judged at all: those before its search, a cut in it,
// and some of the search.
#define VL_HALT_LEAST_LOOKS 16

// Looks that the pairs of a step share beyond what each has for itself: enough for one bar that
// turns by a radian over a plate of a hundredth of its length.
#define VL_HALT_SHARED_LOOKS 256

// Two pieces whose way is looked at.
typedef struct vlHaltPair {
    int a, b;
    uint32_t pieceA, pieceB;
    double thickness; // m, of the thinner
    double end;       // s, until when their ways can be followed
    int advances;     // in one search, at most
    int looks;        // that may still be taken, at least VL_HALT_LEAST_LOOKS at the beginning
    bool isSpent;     // a search ended because there were none left
    vlVec3 aside;     // unit, along which B is moved aside
    double depth;     // m, at the start of the step, along it
    vlPairCache cache;
    vlFollowed followed[2]; // A and B where they were last looked at
} vlHaltPair;

// The pair of a near pair, without looks.
vlHaltPair vlHaltPair_Of(const vlHalting* h, const vlNearPair* pair);

// Does the pair move far for its thickness, and near enough to each other to touch?
bool vlHaltPair_IsSwift(const vlHalting* h, const vlHaltPair* pair);

// When the pieces touch, if they pass in this step; otherwise the length of the step. If the looks
// do not suffice, a later time than 0 until which they surely did not pass.
double vlHaltPair_TouchOfPassing(const vlHalting* h, vlHaltPair* pair);

#endif
