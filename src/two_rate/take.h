// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_TAKE_H
#define VOLAR_TWO_RATE_TAKE_H

// The haptic side takes the newest packet from its mailbox.

#include "two_rate/two_rate_parts.h"

// Takes the newest packet, if it is of this world as it is now. A world that was restored, or whose
// bodies came or went, is not that of the packets under way. Writes hasPacket, isFresh, packet and
// interval.
void vlTake_Newest(vlTwoRate* two, const vlModel* model, const vlState* state);
// Age of the packet in this step, what it leaves of the forces, and the report of both.
void vlTake_JudgeAge(vlTwoRate* two, const vlModel* model, const vlState* state);

#endif
