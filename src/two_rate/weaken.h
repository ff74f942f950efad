// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_WEAKEN_H
#define VOLAR_TWO_RATE_WEAKEN_H

// Weakens a contact by the age of its packet, after its bed has begun, or after its force is known
// if a pointer feels it.

#include "two_rate/two_rate_parts.h"

void vlWeaken_Contact(const vlTwoRate* two, const vlModel* model, vlWork* work, int contact);

#endif
