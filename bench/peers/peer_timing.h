// SPDX-License-Identifier: MIT
#ifndef VOLAR_PEER_TIMING_H
#define VOLAR_PEER_TIMING_H

// Times one scene in all engines, which take turns in blocks of steps, so that other work of the
// machine affects all of them alike; ratios are taken turn by turn for the same reason.

#include "bench/peers/peer_report.h"

typedef struct vlPeerPlan {
    const char* name;
    vlPeerScene (*build)(int count, double step);
    int bodyCount;
    double step;         // s
    double stepExplicit; // s; may be smaller: explicit springs limit the step of a tall wall
    double settle;       // s, simulated before the first sample
    double total;        // s, simulated in all
    double budget;       // s of computing an engine may spend; then it stops early
    bool hasPen;
    const char* engines; // names of those to time, separated by commas; NULL: all
} vlPeerPlan;

// Appends one row per engine.
void vlPeer_TimeCase(const vlPeerPlan* plan, vlPeerReport* report);

#endif
