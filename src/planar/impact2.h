// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_IMPACT2_H
#define VOLAR_PLANAR_IMPACT2_H

// Simultaneous impacts without friction, by Poisson's hypothesis (T11.15). With u the speeds apart
// at the contacts, W = J M^-1 J' and E the coefficients of restitution:
//
//     compression:  u_c = u + W p,            0 <= p, 0 <= u_c, p' u_c = 0
//     restitution:  u+  = u_c + W (E p + q),  0 <= q, 0 <= u+,  q' u+ = 0

#include "volar/planar.h"

// Most contacts of one group of impacts that are solved exactly.
#define VL_EXACT_IMPACTS 24

// Finds p >= 0 with w = u + W p >= 0 and p' w = 0, W (row after row, n x n) positive semidefinite
// and u in its range. Exact but for rounding: an active set grows and shrinks as in [LH74], never
// through a singular system. n <= VL_EXACT_IMPACTS.
void vlImpact2_Solve(const double* matrix, const double* speed, int n, double* impulse);

// Gives the velocities after the impacts of this step to all bodies that take part.
void vlWorld2_Collide(vlWorld2* world);

#endif
