// SPDX-License-Identifier: MIT
// Puts the parts of a sweep together, in the order of the runs.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/base.h>

#include "app/cli/exit_status.h"
#include "app/cli/processor.h"
#include "app/cli/say.h"
#include "app/sweep/sweep_effect.h"
#include "app/sweep/sweep_part.h"
#include "app/sweep/sweep_run.h"
#include "base/file_in.h"
#include "base/file_out.h"
#include "base/json_text.h"

#define SAME_RESULT 1e-9 // of the larger

typedef struct Table {
    const vlSweepPlan* plan;
    double* numbers; // of all runs
    unsigned char* isThere;
    uint64_t count;
    char conflict[400]; // about the first run of which two parts say different things; or ""
} Table;

// Runs may have been computed twice, with the same numbers then, but for roundings on another
// processor.
static bool areSame(const double* a, const double* b, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        double most = fmax(fabs(a[i]), fabs(b[i]));
        bool isSame =
            a[i] == b[i] || (isnan(a[i]) && isnan(b[i])) || fabs(a[i] - b[i]) <= SAME_RESULT * most;
        if (!isSame) {
            return false;
        }
    }
    return true;
}

static bool take(void* user, const vlSweepChunk* chunk)
{
    Table* table = user;
    size_t width = (size_t)(table->plan->axisCount + table->plan->columnCount);
    const double* from = chunk->numbers;
    for (uint64_t i = chunk->first; i < chunk->first + chunk->count; ++i, from += width) {
        double* to = table->numbers + (size_t)i * width;
        if (table->isThere[i] == 0) {
            memcpy(to, from, width * sizeof *to);
            table->isThere[i] = 1;
            ++table->count;
        } else if (!areSame(to, from, width) && table->conflict[0] == '\0') {
            (void)snprintf(table->conflict, sizeof table->conflict,
                           "%.250s has another result of run %llu than a part before it; remove "
                           "the part that is wrong",
                           chunk->path, (unsigned long long)i);
        }
    }
    return true;
}

// Quotes a name that contains a comma, a quote or a line break.
static void writeName(FILE* out, const char* name)
{
    if (strpbrk(name, ",\"\n") == NULL) {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (; *name != '\0'; ++name) {
        fputs(*name == '"' ? "\"\"" : (char[]){*name, '\0'}, out);
    }
    fputc('"', out);
}

// Enough digits to read back the same bits.
static void writeTable(FILE* out, const Table* table)
{
    const vlSweepPlan* plan = table->plan;
    const double* numbers = table->numbers;
    fputs("run", out);
    for (int i = 0; i < plan->axisCount; ++i) {
        fputc(',', out);
        writeName(out, plan->axes[i].name);
    }
    for (int i = 0; i < plan->columnCount; ++i) {
        fputc(',', out);
        writeName(out, plan->columns[i]);
    }
    fputc('\n', out);
    for (uint64_t run = 0; run < plan->points; ++run) {
        fprintf(out, "%llu", (unsigned long long)run);
        for (int i = 0; i < plan->axisCount + plan->columnCount; ++i, ++numbers) {
            const char* word =
                i >= plan->axisCount && !isnan(*numbers) && plan->target->word != NULL
                    ? plan->target->word(plan, i - plan->axisCount, *numbers)
                    : NULL;
            if (word != NULL) {
                fprintf(out, ",%s", word);
            } else if (isnan(*numbers)) {
                fputs(",nan", out); // whatever its sign
            } else {
                fprintf(out, ",%.17g", *numbers);
            }
        }
        fputc('\n', out);
    }
}

static void writeSummary(FILE* out, const vlSweepJob* job, const Table* table,
                         const vlSweepTally* tally)
{
    const vlSweepPlan* plan = job->plan;
    char processor[128];
    uint64_t refused = 0;
    size_t width = (size_t)(plan->axisCount + plan->columnCount);
    for (uint64_t run = 0; run < plan->points; ++run) {
        bool hasAny = false;
        for (int i = 0; i < plan->columnCount; ++i) {
            hasAny = hasAny ||
                     !isnan(table->numbers[(size_t)run * width + (size_t)(plan->axisCount + i)]);
        }
        refused += hasAny ? 0 : 1;
    }
    vlProcessor_Name(processor, sizeof processor);
    fprintf(out, "{\n  \"volar\": \"%s\",\n  \"file\": ", vlVersion());
    vlJsonText_Write(out, plan->path);
    fprintf(out, ",\n  \"%s\": ", plan->target->kind);
    vlJsonText_Write(out, plan->subject);
    fprintf(out, ",\n  \"runs\": %llu,\n  \"runsWithoutResult\": %llu,\n  \"seed\": %llu,\n",
            (unsigned long long)plan->points, (unsigned long long)refused,
            (unsigned long long)plan->seed);
    fprintf(out, "  \"plan\": \"%016llx\",\n  \"processes\": %d,\n  \"processor\": ",
            (unsigned long long)plan->hash, job->crew->size);
    vlJsonText_Write(out, processor);
    fputs(",\n  \"axesWithoutEffect\": [", out);
    for (int i = 0, listed = 0; i < plan->axisCount; ++i) {
        if (!vlSweepEffect_Has(plan, table->numbers, i)) {
            fputs(listed++ > 0 ? ", " : "", out);
            vlJsonText_Write(out, plan->axes[i].name);
        }
    }
    fprintf(out, "],\n  \"cpuTimeOfFirstProcess_s\": %.3f\n}\n",
            tally != NULL ? tally->cpuTime : 0.0);
}

static int complain(const vlSweepJob* job, const char* path, int error)
{
    char why[128];
    vlSay(stderr, "%s: cannot write %s: %s\n", job->program, path,
          vlFileIn_Explain(error, why, sizeof why));
    return VL_EXIT_FILE;
}

static int writeFiles(const vlSweepJob* job, const Table* table, const vlSweepTally* tally)
{
    for (int i = 0; i < 2; ++i) {
        vlFileOut out;
        char path[1100];
        (void)snprintf(path, sizeof path, "%.1000s/%s", job->folder,
                       i == 0 ? VL_SWEEP_TABLE : VL_SWEEP_SUMMARY);
        int error = vlFileOut_Open(&out, path);
        if (error == 0) {
            if (i == 0) {
                writeTable(out.stream, table);
            } else {
                writeSummary(out.stream, job, table, tally);
            }
            error = vlFileOut_Commit(&out);
        }
        if (error != 0) {
            return complain(job, path, error);
        }
    }
    return VL_EXIT_OK;
}

static void sayEffects(const vlSweepJob* job, const Table* table)
{
    for (int i = 0; i < table->plan->axisCount; ++i) {
        if (!vlSweepEffect_Has(table->plan, table->numbers, i)) {
            vlSay(stderr,
                  "%s: %s: the axis '%s' has no effect: its values give the same results; does "
                  "something else override it?\n",
                  job->program, table->plan->path, table->plan->axes[i].name);
        }
    }
}

int vlSweep_Merge(const vlSweepJob* job, const vlSweepTally* tally)
{
    const vlSweepPlan* plan = job->plan;
    size_t width = (size_t)(plan->axisCount + plan->columnCount);
    Table table = {.plan = plan,
                   .numbers = malloc((size_t)plan->points * width * sizeof(double)),
                   .isThere = calloc((size_t)plan->points + 1, 1)};
    vlSweepFound found;
    char message[500] = "no memory for the table";
    int status = VL_EXIT_FAILED;
    if (table.numbers == NULL || table.isThere == NULL ||
        !vlSweepPart_ReadAll(plan, job->folder, take, &table, &found, message, sizeof message)) {
        vlSay(stderr, "%s: %s\n", job->program, message);
        status = VL_EXIT_FILE;
    } else if (table.conflict[0] != '\0') {
        vlSay(stderr, "%s: %s\n", job->program, table.conflict);
        status = VL_EXIT_FILE;
    } else if (table.count < plan->points) {
        vlSay(stderr, "%s: %s: %llu of %llu runs are missing in %d part%s%s\n", job->program,
              job->folder, (unsigned long long)(plan->points - table.count),
              (unsigned long long)plan->points, found.parts, found.parts == 1 ? "" : "s",
              found.foreign > 0
                  ? " (some belong to another sweep, or to an earlier state of its files)"
                  : "");
    } else {
        status = writeFiles(job, &table, tally);
        sayEffects(job, &table);
    }
    free(table.numbers);
    free(table.isThere);
    return status;
}
