// SPDX-License-Identifier: MIT
#ifndef VOLAR_DYNAMICS_PRINCIPAL_H
#define VOLAR_DYNAMICS_PRINCIPAL_H

// The principal axes of an inertia, about which a free body turns by closed forms.

#include "volar/math.h"

typedef struct vlPrincipal {
    // Columns: the axes of the largest, middle and least moment of inertia, in body axes; a
    // rotation matrix.
    vlMat3 axesB;
    // 1/(kg m2). The middle inverse moment, and how far the least one lies below and the largest
    // one above it: (T1.3).
    double middle, below, above;
} vlPrincipal;

// Of a symmetric, positive definite inertia. The axes of a diagonal one are the body's own, without
// rounding.
vlPrincipal vlPrincipal_Of(vlMat3 inertiaB);

#endif
