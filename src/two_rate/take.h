// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_TAKE_H
#define VOLAR_TWO_RATE_TAKE_H

// The haptic side takes the newest packet from its mailbox.

#include "two_rate/two_rate_parts.h"

// Takes the newest packet, if it fits this world as it is now. After a world was restored, or
// bodies came or went, packets that are still on their way do not fit. Writes epoch, hasPacket,
// isFresh, packet, interval and the report of packets.
void vlTake_Newest(vlTwoRate* two, const vlModel* model, const vlState* state);
// Finds the age of the packet in this step and the part of the forces that it leaves, and reports
// both.
void vlTake_JudgeAge(vlTwoRate* two, const vlModel* model, const vlState* state);

#endif
