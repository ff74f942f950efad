// SPDX-License-Identifier: MIT
#include "experiments/experiment.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file_in.h"
#include "base/folders.h"
#include "experiments/experiment_input.h"
#include "plot/svg.h"

#define MAX_TABLES 16
#define MAX_FIGURES 4
#define MAX_PATH VL_MAX_FOLDER_PATH

typedef struct OpenTable {
    vlCsv csv;
    char name[64];
} OpenTable;

typedef struct OpenFigure {
    vlFigure* figure;
    char name[64];
} OpenFigure;

struct vlExperimentContext {
    char folder[MAX_PATH];
    const char* only;     // NULL: all parts
    const double* values; // of the parameters
    vlSummary* summary;
    int tableCount, figureCount;
    OpenTable tables[MAX_TABLES];
    OpenFigure figures[MAX_FIGURES];
    void* input;
    char failure[448];   // why the experiment could not go on
    char unwritten[192]; // first file that could not be written
};

static void noteUnwritten(vlExperimentContext* ctx, const char* path)
{
    if (ctx->unwritten[0] == '\0') {
        char why[128];
        snprintf(ctx->unwritten, sizeof ctx->unwritten, "cannot write %.120s: %s", path,
                 vlFileIn_Explain(errno, why, sizeof why));
    }
}

// The folder's path is at most half of MAX_PATH long (see `run`).
static void makePath(const vlExperimentContext* ctx, const char* name, const char* suffix,
                     char path[MAX_PATH])
{
    snprintf(path, MAX_PATH, "%.*s/%s%s", MAX_PATH / 2, ctx->folder, name, suffix);
}

bool vlExperiment_Wants(const vlExperimentContext* ctx, const char* part)
{
    return ctx->only == NULL || strstr(part, ctx->only) != NULL;
}

vlCsv* vlExperiment_OpenCsv(vlExperimentContext* ctx, const char* name, const char* header)
{
    static vlCsv nowhere; // closed: it accepts rows and drops them
    if (ctx->tableCount == MAX_TABLES) {
        errno = EMFILE;
        noteUnwritten(ctx, name);
        return &nowhere;
    }
    OpenTable* table = &ctx->tables[ctx->tableCount++];
    char path[MAX_PATH];
    makePath(ctx, name, ".csv", path);
    snprintf(table->name, sizeof table->name, "%s", name);
    if (!vlCsv_Open(&table->csv, path, header)) {
        noteUnwritten(ctx, path);
    }
    return &table->csv;
}

vlFigure* vlExperiment_OpenFigure(vlExperimentContext* ctx, const char* name, const char* title)
{
    if (ctx->figureCount == MAX_FIGURES) {
        errno = EMFILE;
        noteUnwritten(ctx, name);
        return NULL;
    }
    OpenFigure* open = &ctx->figures[ctx->figureCount++];
    snprintf(open->name, sizeof open->name, "%s", name);
    open->figure = vlFigure_Create(title);
    return open->figure;
}

void vlExperiment_AtMost(vlExperimentContext* ctx, const char* name, double value, double limit)
{
    char bound[48];
    snprintf(bound, sizeof bound, "<= %.6g", limit);
    vlSummary_Add(ctx->summary, name, value, bound, value <= limit);
}

void vlExperiment_AtLeast(vlExperimentContext* ctx, const char* name, double value, double limit)
{
    char bound[48];
    snprintf(bound, sizeof bound, ">= %.6g", limit);
    vlSummary_Add(ctx->summary, name, value, bound, value >= limit);
}

void vlExperiment_Below(vlExperimentContext* ctx, const char* name, double value, double limit)
{
    char bound[48];
    snprintf(bound, sizeof bound, "< %.6g", limit);
    vlSummary_Add(ctx->summary, name, value, bound, value < limit);
}

void vlExperiment_Above(vlExperimentContext* ctx, const char* name, double value, double limit)
{
    char bound[48];
    snprintf(bound, sizeof bound, "> %.6g", limit);
    vlSummary_Add(ctx->summary, name, value, bound, value > limit);
}

void vlExperiment_Between(vlExperimentContext* ctx, const char* name, double value, double lower,
                          double upper)
{
    char bound[48];
    snprintf(bound, sizeof bound, "%.6g .. %.6g", lower, upper);
    vlSummary_Add(ctx->summary, name, value, bound, value >= lower && value <= upper);
}

void vlExperiment_Within(vlExperimentContext* ctx, const char* name, double value, double target,
                         double tolerance)
{
    char bound[48];
    snprintf(bound, sizeof bound, "%.6g +- %.6g", target, tolerance);
    vlSummary_Add(ctx->summary, name, value, bound, fabs(value - target) <= tolerance);
}

void vlExperiment_WithinPercent(vlExperimentContext* ctx, const char* name, double value,
                                double target, double percent)
{
    char bound[48];
    snprintf(bound, sizeof bound, "%.6g +- %.6g%%", target, percent);
    vlSummary_Add(ctx->summary, name, value, bound,
                  fabs(value - target) <= 0.01 * percent * fabs(target));
}

void vlExperiment_Judge(vlExperimentContext* ctx, const char* name, double value, const char* bound,
                        bool pass)
{
    vlSummary_Add(ctx->summary, name, value, bound, pass);
}

void vlExperiment_Report(vlExperimentContext* ctx, const char* name, double value)
{
    vlSummary_Add(ctx->summary, name, value, "", true);
}

int vlExperiment_Fail(vlExperimentContext* ctx, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(ctx->failure, sizeof ctx->failure, format, arguments);
    va_end(arguments);
    return 1;
}

int vlExperiment_FailIf(vlExperimentContext* ctx, vlResult result, const vlWorld* world,
                        const char* doing)
{
    if (result == VL_OK) {
        return 0;
    }
    const char* detail = world != NULL ? vlWorld_GetMessage(world) : "";
    return vlExperiment_Fail(ctx, "%s: %s%s%s", doing, vlResult_Text(result),
                             detail[0] != '\0' ? ": " : "", detail);
}

// Closes all open files. The files of a failed run are kept: they show how far it got.
static void closeAll(vlExperimentContext* ctx)
{
    char path[MAX_PATH];
    for (int i = 0; i < ctx->tableCount; ++i) {
        if (!vlCsv_Close(&ctx->tables[i].csv)) {
            noteUnwritten(ctx, ctx->tables[i].name);
        }
    }
    for (int i = 0; i < ctx->figureCount; ++i) {
        makePath(ctx, ctx->figures[i].name, ".svg", path);
        if (!vlSvg_Write(ctx->figures[i].figure, path)) {
            noteUnwritten(ctx, path);
        }
        vlFigure_Destroy(ctx->figures[i].figure);
    }
}

// The caller has set the inputs of the context (`only`, `values`, `input`); the rest is filled in
// here.
static vlExperimentOutcome run(const vlExperiment* experiment, vlExperimentContext* ctx,
                               const char* out, char* message, size_t messageSize)
{
    *ctx->summary = (vlSummary){.experiment = experiment->name};
    int length = snprintf(ctx->folder, sizeof ctx->folder, "%s/%s", out, experiment->name);
    if (length < 0 || length >= MAX_PATH / 2) {
        errno = ENAMETOOLONG;
        noteUnwritten(ctx, out);
    } else if (!vlFolders_Make(ctx->folder)) {
        noteUnwritten(ctx, ctx->folder);
    } else {
        char path[MAX_PATH];
        bool isBroken = experiment->run(ctx) != 0;
        closeAll(ctx);
        makePath(ctx, "summary", ".json", path);
        if (!isBroken && !vlSummary_Save(ctx->summary, path)) {
            noteUnwritten(ctx, path);
        }
    }
    if (ctx->failure[0] != '\0') {
        snprintf(message, messageSize, "%s", ctx->failure);
        return VL_OUTCOME_BROKEN;
    }
    if (ctx->unwritten[0] != '\0') {
        snprintf(message, messageSize, "%s", ctx->unwritten);
        return VL_OUTCOME_CANNOT_WRITE;
    }
    return VL_OUTCOME_DONE;
}

vlExperimentOutcome vlExperiment_Run(const vlExperiment* experiment, const char* out,
                                     const char* only, vlSummary* summary, char* message,
                                     size_t messageSize)
{
    double values[VL_MAX_EXPERIMENT_PARAMETERS];
    int count;
    const vlExperimentParameter* parameters = vlExperiment_GetParameters(experiment, &count);
    for (int i = 0; i < count; ++i) {
        values[i] = parameters[i].value;
    }
    vlExperimentContext ctx = {.summary = summary, .only = only, .values = values};
    return run(experiment, &ctx, out, message, messageSize);
}

vlExperimentOutcome vlExperiment_RunAt(const vlExperiment* experiment, const double* values,
                                       const char* out, vlSummary* summary, char* message,
                                       size_t messageSize)
{
    vlExperimentContext ctx = {.summary = summary, .values = values};
    return run(experiment, &ctx, out, message, messageSize);
}

double vlExperiment_GetValue(const vlExperimentContext* ctx, int i)
{
    return ctx->values[i];
}

void* vlExperiment_GetInput(const vlExperimentContext* ctx)
{
    return ctx->input;
}

vlExperimentOutcome vlExperiment_RunWith(const vlExperiment* experiment, void* input,
                                         const char* out, vlSummary* summary, char* message,
                                         size_t messageSize)
{
    vlExperimentContext ctx = {.summary = summary, .input = input};
    return run(experiment, &ctx, out, message, messageSize);
}
