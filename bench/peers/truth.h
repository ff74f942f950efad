// SPDX-License-Identifier: MIT
#ifndef VOLAR_PEER_TRUTH_H
#define VOLAR_PEER_TRUTH_H

// Friction against closed form: how long a spinning plate takes to stop, and the cycle of a block
// pulled over the floor by a spring.

#include "bench/peers/peer_report.h"

void vlPeer_MeasureSpin(vlPeerReport* report);
void vlPeer_MeasureStickSlip(vlPeerReport* report);

#endif
