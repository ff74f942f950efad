// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_WEAKEN_H
#define VOLAR_TWO_RATE_WEAKEN_H

// What the age of its packet does to a contact whose bed has begun, or whose force is known already
// because a pointer feels it.

#include "two_rate/two_rate_parts.h"

void vlWeaken_Contact(const vlTwoRate* two, const vlModel* model, vlWork* work, int contact);

#endif
