// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_TURNING_H
#define VOLAR_CONTACT_TURNING_H

// Integrals over a polygon that turns about a point c of its plane, under a pressure that is linear
// in place. With q = p - c these are what friction of a sliding and spinning area consists of; all
// have closed forms, edge by edge. docs/theory/friction.md.

#include "volar/math.h"

// pi(p) = middle + slope . p.
typedef struct vlLinearPressure {
    double middle; // Pa, at the origin
    vlVec2 slope;  // Pa/m
} vlLinearPressure;

typedef struct vlTurningSums {
    double inverse;       // int pi/|q|
    vlVec2 direction;     // int pi q/|q|
    double distance;      // int pi |q|
    double uxx, uxy, uyy; // int pi q q^T/|q|^3
} vlTurningSums;

// `polygon` runs anticlockwise; c may lie anywhere, also on an edge or a corner. Without
// `withSlopes` only `direction` and `distance` are computed. Accurate to 1e-12 of the integrals of
// |pi| for c up to 20 radii of the polygon away; beyond that digits cancel.
vlTurningSums vlTurning_Sum(const vlVec2* polygon, int count, const vlLinearPressure* pressure,
                            vlVec2 c, bool withSlopes);

#endif
