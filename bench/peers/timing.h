// SPDX-License-Identifier: MIT
#ifndef VOLAR_PEER_TIMING_H
#define VOLAR_PEER_TIMING_H

// Times one scene in all engines, which take turns in blocks of steps, so that whatever else the
// machine does hits all of them alike.

#include "bench/peers/report.h"

typedef struct vlPeerPlan {
    const char* name;
    vlPeerScene (*build)(int count, double step);
    int bodyCount;
    double step;      // s, of the other engines
    double stepVolar; // s; may be smaller: stiff explicit springs limit the step of a tall wall
    double settle;    // s, simulated before the first sample
    double total;     // s, simulated in all
    double budget;    // s of computing an engine may spend; then it stops early
    bool hasPen;
} vlPeerPlan;

// Appends one row per engine.
void vlPeer_TimeCase(const vlPeerPlan* plan, vlPeerReport* report);

#endif
