// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_TWO_RATE_RUN_H
#define VOLAR_EXPERIMENT_TWO_RATE_RUN_H

// One run of the experiment two-rate: a hand presses a tool on a table, slides and rocks it, lifts
// it off and comes down again, with contacts found at intervals.

#include <volar/two_rate.h>

#include "experiments/experiment.h"

#define VL_RATED_STEP 1e-3 // s
#define VL_RATED_TICKS 4500
#define VL_RATED_STIFFNESS 5e3 // N/m, of the table
#define VL_RATED_PRESS 3.0     // N
#define VL_RATED_WEIGHT 0.098  // N, of the tool

// Results of one run, or the worst of several.
typedef struct vlRatedOutcome {
    double ripple; // 20 to 500 Hz, of the mean force, while pressing steadily; the worse of two
                   // periods
    double rubbed; // the same while sliding and rocking
    double depth;  // m, largest
    double pull;   // N, of the table on the tool, largest
    double drawn;  // N, largest force that pulled the hand down
    double jump;   // N, largest change of the force within a tick
    double unpaid; // J
    double made;   // J, largest energy that contacts gave beyond what they took
    double aloft;  // ticks without touch while pressing steadily
    double trips;  // ticks changed by the governor
    double age;    // s, largest of a packet
    double blended, held;
} vlRatedOutcome;

// One run, tick by tick.
typedef struct vlRatedRun {
    double force[VL_RATED_TICKS]; // N, sent to the hand, up
    double speed;                 // m/s, largest of the tool, up or down
    uint64_t hash;
    vlRatedOutcome outcome;
} vlRatedRun;

// Contacts are found after every `period`-th step, the first time after step `moment` + 1;
// `reference` decides how they are used (NULL: as packets, the default). With a period of 0 every
// step finds its contacts itself. Returns 0, or the value of vlExperiment_FailIf.
int vlRated_Play(vlExperimentContext* ctx, const vlPacketModel* reference, int period, int moment,
                 vlRatedRun* run);

#endif
