// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_CONTACT_SAME_H
#define VOLAR_FORMATION_CONTACT_SAME_H

// Compares elements of a polyhedron, and contacts.

#include "volar/formation.h"

static inline bool vlElement_IsSame(vlElement x, vlElement y)
{
    return x.kind == y.kind && x.index == y.index;
}

// By the elements that touch.
static inline bool vlPrincipalContact_IsSame(const vlPrincipalContact* x,
                                             const vlPrincipalContact* y)
{
    return vlElement_IsSame(x->a, y->a) && vlElement_IsSame(x->b, y->b);
}

// By the elements that name the contacts.
static inline bool vlPrincipalContact_IsSameName(const vlPrincipalContact* x,
                                                 const vlPrincipalContact* y)
{
    return vlElement_IsSame(x->namedA, y->namedA) && vlElement_IsSame(x->namedB, y->namedB);
}

#endif
