// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_TURNING_NODES_H
#define VOLAR_TESTS_TURNING_NODES_H

// Numerical integration over a polygon, for functions with a kink or a singularity at one point c
// of its plane, such as q/|q| and 1/|q| with q = p - c. Each edge spans a signed triangle with c;
// Gauss-Legendre points along the radius and along the edge, where x = d sinh(theta) takes away the
// steepness near c. Exact to about 1e-14 of the integral of the absolute value.

#include "volar/math.h"

typedef struct vlTurningNode {
    vlVec2 p;
    double weight; // m2, signed
} vlTurningNode;

// Writes the nodes of a polygon, anticlockwise; returns their number, at most `capacity`.
int vlTurningNodes_Place(const vlVec2* polygon, int count, vlVec2 c, vlTurningNode* nodes,
                         int capacity);

#endif
