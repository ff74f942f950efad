// SPDX-License-Identifier: MIT
// An experiment as the subject of a sweep: axes are its parameters, columns its criteria and
// reported values by their names, and "pass".

#include "app/sweep_experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/sweep/sweep_targets.h"
#include "experiments/experiment.h"

#define MAX_FOLDER 1024

typedef struct Subject {
    const vlExperiment* experiment;
    double values[VL_MAX_EXPERIMENT_PARAMETERS];
    int axes[VL_MAX_SWEEP_AXES]; // parameters
    char out[MAX_FOLDER];
    vlSummary summary;
} Subject;

static bool findParameter(const vlExperiment* experiment, const char* name, double value,
                          int* place, char* message, size_t size)
{
    const char* names[VL_MAX_EXPERIMENT_PARAMETERS];
    int count;
    const vlExperimentParameter* parameters = vlExperiment_GetParameters(experiment, &count);
    for (int i = 0; i < count; ++i) {
        names[i] = parameters[i].name;
        if (strcmp(name, names[i]) != 0) {
            continue;
        }
        if (!(value >= parameters[i].least && value <= parameters[i].most)) {
            (void)snprintf(message, size, "%s is %g; expected %g to %g", name, value,
                           parameters[i].least, parameters[i].most);
            return false;
        }
        *place = i;
        return true;
    }
    if (count == 0) {
        (void)snprintf(message, size, "the experiment '%s' has no parameters", experiment->name);
        return false;
    }
    return vlSweepTarget_Refuse("parameter of this experiment", name, names, count, message, size);
}

bool vlSweepExperiment_Set(const vlExperiment* experiment, const char* name, double value,
                           double* values, char* message, size_t size)
{
    int place = 0;
    if (!findParameter(experiment, name, value, &place, message, size)) {
        return false;
    }
    values[place] = value;
    return true;
}

static const vlExperiment* findExperiment(const char* name, char* message, size_t size)
{
    const char* names[VL_MAX_EXPERIMENTS];
    int count = 0;
    for (; vlExperiment_At(count) != NULL; ++count) {
        names[count] = vlExperiment_At(count)->name;
        if (strcmp(name, names[count]) == 0) {
            return vlExperiment_At(count);
        }
    }
    (void)vlSweepTarget_Refuse("experiment", name, names, count, message, size);
    return NULL;
}

static bool takeNames(Subject* s, const vlSweepPlan* plan, char* message, size_t size, int* line)
{
    for (int i = 0; i < plan->settingCount; ++i) {
        char* end;
        double value = strtod(plan->settings[i].value, &end);
        *line = plan->settings[i].line;
        if (!vlSweepExperiment_Set(s->experiment, plan->settings[i].name,
                                   *end == '\0' ? value : (double)NAN, s->values, message, size)) {
            return false;
        }
    }
    for (int i = 0; i < plan->axisCount; ++i) {
        double first[VL_MAX_SWEEP_AXES];
        vlSweepPlan_GetValues(plan, 0, first);
        *line = plan->axes[i].line;
        if (!findParameter(s->experiment, plan->axes[i].name, first[i], &s->axes[i], message,
                           size)) {
            return false;
        }
    }
    return true;
}

static void* openExperiment(const vlSweepPlan* plan, const char* folder, char* message, size_t size,
                            int* line)
{
    Subject* s = calloc(1, sizeof *s);
    int count;
    if (s == NULL) {
        (void)snprintf(message, size, "no memory");
        return NULL;
    }
    *line = plan->subjectLine;
    s->experiment = findExperiment(plan->subject, message, size);
    // Processes that share a folder keep their files apart.
    (void)snprintf(s->out, sizeof s->out, "%.900s/runs-%ld", folder, (long)getpid());
    if (s->experiment != NULL) {
        const vlExperimentParameter* p = vlExperiment_GetParameters(s->experiment, &count);
        for (int i = 0; i < count; ++i) {
            s->values[i] = p[i].value;
        }
    }
    if (s->experiment == NULL || !takeNames(s, plan, message, size, line)) {
        free(s);
        return NULL;
    }
    return s;
}

static vlSweepOutcome runExperiment(void* subject, const vlSweepPlan* plan, const double* values,
                                    double* columns, char* message, size_t size)
{
    Subject* s = subject;
    double all[VL_MAX_EXPERIMENT_PARAMETERS];
    memcpy(all, s->values, sizeof all);
    for (int i = 0; i < plan->axisCount; ++i) {
        if (!vlSweepExperiment_Set(s->experiment, plan->axes[i].name, values[i], all, message,
                                   size)) {
            return VL_SWEEP_NO_RESULT;
        }
    }
    vlExperimentOutcome outcome =
        vlExperiment_RunAt(s->experiment, all, s->out, &s->summary, message, size);
    if (outcome != VL_OUTCOME_DONE) {
        return outcome == VL_OUTCOME_CANNOT_WRITE ? VL_SWEEP_CANNOT : VL_SWEEP_NO_RESULT;
    }
    for (int i = 0; i < plan->columnCount; ++i) {
        bool isFound = strcmp(plan->columns[i], "pass") == 0;
        columns[i] = vlSummary_Passes(&s->summary) ? 1.0 : 0.0;
        for (int k = 0; k < s->summary.count && !isFound; ++k) {
            isFound = strcmp(s->summary.criteria[k].name, plan->columns[i]) == 0;
            columns[i] = s->summary.criteria[k].value;
        }
        if (!isFound) {
            (void)snprintf(message, size, "the experiment '%s' has no row '%s'",
                           s->experiment->name, plan->columns[i]);
            return VL_SWEEP_NO_RESULT;
        }
    }
    return VL_SWEEP_DONE;
}

const vlSweepTarget vlSweepTarget_Experiment = {"experiment",  NULL, openExperiment,
                                                runExperiment, NULL, free};
