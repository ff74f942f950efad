// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_PACKET_SAMPLES_H
#define VOLAR_TWO_RATE_PACKET_SAMPLES_H

// Samples of mesh surfaces (world/sample_pairs.h) in packets. The contact thread finds those that
// are near, and a margin beyond; each goes on as a point against the plane that it had below it.
// docs/theory/two_rate.md (T8.6), (T8.7).

#include "two_rate/two_rate_parts.h"

// vlContactSource.findSamples of the contact side; `user` is a vlSlowSide. Puts what it finds into
// the next packet and gives the world none, which is never stepped.
int vlSlow_FindSamples(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped);

// The same of the haptic side; `user` is a vlTwoRate: the samples of the packet that are near now.
int vlFast_FindSamples(void* user, vlSamplePair* pair, bool isOnB, vlSampleSearch* search,
                       vlNearSample* near, int capacity, int* dropped);

// For comparison, after the first step of a packet: its wrenches are those of all steps until the
// next one.
void vlFast_HoldSamples(vlFastSide* fast, const vlWork* work);

#endif
