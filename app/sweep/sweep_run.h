// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SWEEP_RUN_H
#define VOLAR_APP_SWEEP_RUN_H

// Computes a sweep: chunks that no part has yet are drawn from a counter, computed, and appended to
// a part file. Several processes may do so together (a crew).

#include "app/sweep/sweep_plan.h"

// The processes that work on a sweep together. Every member calls `share` and `sum` in the same
// order.
typedef struct vlSweepCrew {
    int rank, size;
    // The number of a chunk that nobody else draws.
    uint64_t (*draw)(void* user);
    // Gives the bytes of rank 0 to all.
    void (*share)(void* user, void* bytes, size_t count);
    // The sum over all members.
    uint64_t (*sum)(void* user, uint64_t value);
    void* user;
} vlSweepCrew;

// A lone process that takes every `stride`-th chunk, from `first` on.
typedef struct vlSweepLone {
    uint64_t next, stride;
} vlSweepLone;
vlSweepCrew vlSweepCrew_Lone(vlSweepLone* lone, uint64_t first, uint64_t stride);

typedef struct vlSweepJob {
    const char* program;
    const vlSweepPlan* plan;
    const vlSweepCrew* crew;
    const char* folder; // of the parts
    const char* part;   // name of the own part
} vlSweepJob;

// The result, over all members.
typedef struct vlSweepTally {
    uint64_t before, computed, refused; // runs: found in parts, computed now; those without numbers
    bool isEnded;                       // by a signal
    int status;                         // exit status of the worst member
    double cpuTime;                     // s, of this process
} vlSweepTally;

// Computes what is missing. Problems were reported on standard error.
vlSweepTally vlSweep_Run(const vlSweepJob* job);

// Writes DIR/sweep.csv and DIR/summary.json if every run is there. Returns an exit status; problems
// and missing runs were reported on standard error.
int vlSweep_Merge(const vlSweepJob* job, const vlSweepTally* tally);

#endif
