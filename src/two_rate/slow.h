// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_SLOW_H
#define VOLAR_TWO_RATE_SLOW_H

// The contact side: a world of the same bodies that is never stepped, only placed and searched. The
// public function vlTwoRate_FindContacts searches it.

#include "two_rate/two_rate_parts.h"

// Makes the contact thread's world. On failure `message` (may be NULL) says why.
vlResult vlSlow_Create(vlTwoRate* two, char* message, size_t messageSize);

#endif
