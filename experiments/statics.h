// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_STATICS_H
#define VOLAR_EXPERIMENT_STATICS_H

// How deep blocks at rest must sink into each other, by statics alone.

#include <volar/volar.h>

#define VL_STATICS_MAX_BLOCKS 16
#define VL_STATICS_MAX_CONTACTS 48

typedef struct vlStaticDepth {
    double predicted, found; // m, mean over the contact's area
} vlStaticDepth;

// Computes every contact of `blocks` (at most VL_STATICS_MAX_BLOCKS, all of one `weight`, N) piled
// up on the floor in the plane y = 0. Each contact is one spring of `stiffness` (N/m) spread over
// its area; friction, which statics does not determine, is taken as measured. Returns the number of
// contacts, 0 if there is no room for them or no equilibrium.
int vlStatics_Depths(const vlWorld* world, const vlBodyId* blocks, int count, double weight,
                     double stiffness, vlStaticDepth depths[VL_STATICS_MAX_CONTACTS]);

#endif
