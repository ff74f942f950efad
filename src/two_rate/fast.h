// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_FAST_H
#define VOLAR_TWO_RATE_FAST_H

// The haptic side: contacts of a step from the newest packet. These are the functions of the
// world's contact source; `user` is a vlTwoRate.

#include "two_rate/two_rate_parts.h"

// vlContactSource.findContacts: fills the contacts of the step.
void vlFast_Find(void* user, const vlModel* model, vlState* state, vlWork* work);
// vlContactSource.adjust: changes a contact whose bed has begun.
void vlFast_Adjust(void* user, const vlModel* model, vlState* state, vlWork* work, int contact);
// vlContactSource.end: hands the state after the step to the contact side.
void vlFast_End(void* user, const vlModel* model, const vlState* state, vlWork* work);

#endif
