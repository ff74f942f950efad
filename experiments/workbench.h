// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_WORKBENCH_H
#define VOLAR_EXPERIMENT_WORKBENCH_H

// Any laws side by side on the same trial: walls by a block that is pushed against them, friction
// laws by a peg that is pushed through a tight hole (models/law_trial.h). Run by `volar workbench`.

#include "experiments/experiment_input.h"

#define VL_MAX_WORKBENCH_LAWS 8 // as many as one panel can show with different colours

typedef struct vlWorkbenchRow {
    double peak;        // N
    double penetration; // mm; walls
    double settling;    // s; walls; infinite: not within the run
    double ratio;       // mean of the energy after a bounce over that before; walls; 0: no bounce
    double drift;       // mm in the run, below what should break loose; friction
    double compliance;  // um/N while it sticks; friction
    double place;       // m, after the push that does break loose; friction
    double given;       // J, in steps in which the laws gave
    double taken;       // J, in steps in which they took
    // Measured: no bounce gained; through a device, and for friction: the law took what it gave.
    bool isPassive;
    vlLawEnergy says; // what the law itself states for this load
} vlWorkbenchRow;

typedef struct vlWorkbench {
    vlLawFamily family;
    int count;
    vlLawChoice law[VL_MAX_WORKBENCH_LAWS];
    char label[VL_MAX_WORKBENCH_LAWS][48];
    double step;                               // s
    double seconds;                            // of a run
    const char* device;                        // NULL, or preset through which the trial is made
    vlWorkbenchRow row[VL_MAX_WORKBENCH_LAWS]; // filled by the run
} vlWorkbench;

// Its input is a vlWorkbench. It writes a table and a figure, named `walls` or `friction`.
extern const vlExperiment vlExperiment_Workbench;

#endif
