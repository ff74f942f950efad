// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_H
#define VOLAR_EXPERIMENT_H

// What an experiment is, and what it may use: tables, figures, and criteria with a verdict. Each
// experiment has a file that opens with its claim, its figure (of a paper or our own), its set-up
// and its criteria. registry.h lists them.

#include <stdbool.h>
#include <stddef.h>
#include <volar/volar.h>

#include "plot/csv.h"
#include "plot/figure.h"
#include "plot/summary.h"

#define VL_MAX_EXPERIMENTS 64

typedef struct vlExperimentContext vlExperimentContext;

typedef struct vlExperiment {
    const char* name; // on the command line, and name of its folder
    const char* title;
    const char* describes; // the claim in one sentence
    // Returns 0, or the value of vlExperiment_Fail or vlExperiment_FailIf.
    int (*run)(vlExperimentContext* ctx);
} vlExperiment;

// A number of an experiment that may be changed by `volar experiment --set` and by sweeps.
typedef struct vlExperimentParameter {
    const char* name;
    double value, least, most;
    const char* describes; // with its unit
} vlExperimentParameter;

#define VL_MAX_EXPERIMENT_PARAMETERS 16

typedef enum vlExperimentOutcome {
    VL_OUTCOME_DONE,        // ran to its end; the summary says whether it passed
    VL_OUTCOME_BROKEN,      // the engine refused something
    VL_OUTCOME_CANNOT_WRITE // a result file could not be written
} vlExperimentOutcome;

// The i-th experiment, NULL beyond the last.
const vlExperiment* vlExperiment_At(int i);
// Whether its parts can be run one by one: it asks vlExperiment_Wants for each.
bool vlExperiment_HasParts(const vlExperiment* experiment);

// Its parameters, and their number in `count`; NULL and 0 if its set-up is fixed.
const vlExperimentParameter* vlExperiment_GetParameters(const vlExperiment* experiment, int* count);

// Runs the experiment and writes `out`/NAME/. If `only` is not NULL, only the parts whose names
// contain it are run. `message` gets one sentence unless VL_OUTCOME_DONE.
vlExperimentOutcome vlExperiment_Run(const vlExperiment* experiment, const char* out,
                                     const char* only, vlSummary* summary, char* message,
                                     size_t messageSize);
// The same with these values of its parameters, in their order.
vlExperimentOutcome vlExperiment_RunAt(const vlExperiment* experiment, const double* values,
                                       const char* out, vlSummary* summary, char* message,
                                       size_t messageSize);
// The value of the i-th parameter of the running experiment.
double vlExperiment_GetValue(const vlExperimentContext* ctx, int i);

// For the experiments themselves.

// Whether a part of the experiment was asked for.
bool vlExperiment_Wants(const vlExperimentContext* ctx, const char* part);

// A table `name`.csv, which stays open until the experiment ends. Never NULL: if it cannot be
// opened, what is written to it is dropped, and the run ends with VL_OUTCOME_CANNOT_WRITE.
vlCsv* vlExperiment_OpenCsv(vlExperimentContext* ctx, const char* name, const char* header);
// A figure, written to `name`.svg when the experiment ends. May be NULL, which its functions
// accept.
vlFigure* vlExperiment_OpenFigure(vlExperimentContext* ctx, const char* name, const char* title);

// Criteria. A value that is not a number never passes.
void vlExperiment_AtMost(vlExperimentContext* ctx, const char* name, double value, double limit);
void vlExperiment_AtLeast(vlExperimentContext* ctx, const char* name, double value, double limit);
// The same, but the limit itself does not pass.
void vlExperiment_Below(vlExperimentContext* ctx, const char* name, double value, double limit);
void vlExperiment_Above(vlExperimentContext* ctx, const char* name, double value, double limit);
void vlExperiment_Between(vlExperimentContext* ctx, const char* name, double value, double lower,
                          double upper);
void vlExperiment_Within(vlExperimentContext* ctx, const char* name, double value, double target,
                         double tolerance);
void vlExperiment_WithinPercent(vlExperimentContext* ctx, const char* name, double value,
                                double target, double percent);
// Any other bound, in words.
void vlExperiment_Judge(vlExperimentContext* ctx, const char* name, double value, const char* bound,
                        bool pass);
// A value without a verdict.
void vlExperiment_Report(vlExperimentContext* ctx, const char* name, double value);

// Remembers why the experiment cannot go on; returns 1.
int vlExperiment_Fail(vlExperimentContext* ctx, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
// 0 if `result` is VL_OK; otherwise as vlExperiment_Fail. `world` may be NULL.
int vlExperiment_FailIf(vlExperimentContext* ctx, vlResult result, const vlWorld* world,
                        const char* doing);

#endif
