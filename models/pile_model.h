// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_PILE_H
#define VOLAR_MODEL_PILE_H

// Mixed hulls of 12 to 24 points dropped into a square pen: many bodies, every kind of contact.

#include <volar/volar.h>

typedef struct vlPileDef {
    int hulls;
    double pen; // m, inner width of the pen
    uint64_t seed;
} vlPileDef;

// `hulls` in a pen 1 m wide.
vlPileDef vlPile_Default(int hulls);

// Adds floor, four walls and the hulls in layers above the pen, at rest. `bodies` (may be NULL)
// receives `def->hulls` ids. Needs room for hulls + 5 bodies.
VL_WARN_UNUSED vlResult vlModel_AddPile(vlWorld* world, const vlPileDef* def, vlBodyId* bodies);

#endif
