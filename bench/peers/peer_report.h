// SPDX-License-Identifier: MIT
#ifndef VOLAR_PEER_REPORT_H
#define VOLAR_PEER_REPORT_H

// The results of a comparison: one row per scene and engine for the times, one per law and engine
// for the truth table; and the two outputs, tables on the terminal and a JSON file.

#include <stdio.h>

#include "bench/peers/peer.h"
#include "bench/stats.h"

#define VL_MAX_PEER_ROWS 128

// Times of one engine in one scene, and the state it left the scene in.
typedef struct vlPeerTiming {
    const char* name; // of the scene
    int bodyCount;    // dynamic ones
    const char* engine;
    double step;   // s
    vlStats stats; // us
    // Volar's time over this engine's, explicit and implicit, by vlPeerKind: the median over all
    // rounds of the ratio of the two medians of the round. NAN if they shared no round, or are
    // the same.
    double ratio[VL_PEER_KINDS];
    double settled;      // s, simulated before the first sample
    bool isSettled;      // false: the budget ran out first, the times are of a scene in motion
    bool isComplete;     // false: the budget ran out before the planned end
    double simulated;    // s, in all
    double displacement; // m, largest over the bodies, since the start
    double tilt;         // degrees, largest rotation since the start
    double speed;        // m/s, largest at the end
    int escapedCount;    // bodies outside the pen or below the floor; -1: the scene has no pen
    char remark[96];
} vlPeerTiming;

// One measured quantity beside its closed-form value.
typedef struct vlPeerTruth {
    const char* test;
    const char* engine;
    const char* quantity;
    double measured, exact; // measured NAN: it did not occur
    char note[64];
} vlPeerTruth;

typedef struct vlPeerReport {
    vlPeerTiming timings[VL_MAX_PEER_ROWS];
    int timingCount;
    vlPeerTruth truths[VL_MAX_PEER_ROWS];
    int truthCount;
} vlPeerReport;

// Next free row; ends the program when the report is full.
vlPeerTiming* vlPeerReport_AddTiming(vlPeerReport* report);
vlPeerTruth* vlPeerReport_AddTruth(vlPeerReport* report);

// Prints the timing rows from index `first` on.
void vlPeerReport_PrintTimings(const vlPeerReport* report, int first);
void vlPeerReport_PrintTruths(const vlPeerReport* report);
void vlPeerReport_WriteJson(const vlPeerReport* report, bool isQuick, FILE* file);

#endif
