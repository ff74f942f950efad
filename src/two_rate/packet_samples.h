// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_PACKET_SAMPLES_H
#define VOLAR_TWO_RATE_PACKET_SAMPLES_H

// Samples of mesh surfaces (world/sample_pairs.h) in packets. The contact thread finds those that
// are near, and those within a margin beyond. Each then moves as a point over the plane that was
// below it when it was found. docs/theory/two_rate.md (T8.6), (T8.7).

#include "two_rate/two_rate_parts.h"

// vlContactSource.findSamples of the contact side; `user` is a vlSlowSide. Puts the samples into
// the next packet and none into its own world, which is never stepped.
int vlSlow_FindSamples(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped);

// The same for the haptic side; `user` is a vlTwoRate. Finds the samples of the packet that are
// near now.
int vlFast_FindSamples(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped);

// For comparison, after the first step of a packet: keeps its wrenches for all steps until the next
// packet.
void vlFast_HoldSamples(vlFastSide* fast, const vlWork* work);

#endif
