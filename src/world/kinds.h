// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_KINDS_H
#define VOLAR_WORLD_KINDS_H

// The kinds of force elements of a world, in the order in which a step calls them.

#include "dynamics/element.h"

typedef enum vlKind {
    VL_KIND_CONTACT,
    VL_KIND_SAMPLES,
    VL_KIND_SPRING,
    VL_KIND_JOINT,
    VL_KIND_COUPLING,
    VL_KIND_COUNT
} vlKind;

// A step finds contacts, of pieces and of samples, again. Elements of the kinds from this one on
// are created and destroyed by the user, and counted in the state.
#define VL_FIRST_KIND_OF_USER VL_KIND_SPRING

extern const vlElementKind vlContactKind;  // contact_kind.c
extern const vlElementKind vlSampleKind;   // sample_kind.c
extern const vlElementKind vlSpringKind;   // spring_kind.c
extern const vlElementKind vlJointKind;    // joint_kind.c
extern const vlElementKind vlCouplingKind; // coupling_kind.c

// Indexed by vlKind.
extern const vlElementKind* const vlKinds[VL_KIND_COUNT];

static inline vlElements vlKinds_Of(const vlModel* model, vlState* state, vlWork* work)
{
    vlElements all = {vlKinds, VL_KIND_COUNT, model, state, work};
    return all;
}

#endif
