// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_PATCH_H
#define VOLAR_CONTACT_PATCH_H

// The forces of a contact in the search for the minimum of an implicit step.

#include "contact/bed.h"

// The contact at the motion `trial` of B relative to A: writes its wrench and slope into `line`
// (all but `about`). Returns by which part of its normal force friction's bound differs from the
// one that was used.
double vlPatch_Respond(vlBed* bed, const vlContact* contact, const vlContactContext* context,
                       vlBedPool* pool, const vlRelative* trial, vlBoundUse use,
                       vlImplicitElement* line);

#endif
