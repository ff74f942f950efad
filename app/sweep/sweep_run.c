// SPDX-License-Identifier: MIT
#include "app/sweep/sweep_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"
#include "app/cli/processor.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/sweep/sweep_part.h"

#define MESSAGE 500

static uint64_t drawLone(void* user)
{
    vlSweepLone* lone = user;
    uint64_t chunk = lone->next;
    lone->next += lone->stride;
    return chunk;
}

static void shareLone(void* user, void* bytes, size_t count)
{
    (void)user;
    (void)bytes;
    (void)count;
}

static uint64_t sumLone(void* user, uint64_t value)
{
    (void)user;
    return value;
}

vlSweepCrew vlSweepCrew_Lone(vlSweepLone* lone, uint64_t first, uint64_t stride)
{
    *lone = (vlSweepLone){first, stride};
    return (vlSweepCrew){
        .rank = 0, .size = 1, .draw = drawLone, .share = shareLone, .sum = sumLone, .user = lone};
}

// One bit for each run that is there.
typedef struct Done {
    unsigned char* bits;
    uint64_t count;
} Done;

static bool has(const Done* done, uint64_t i)
{
    return (done->bits[i / 8] >> (i % 8) & 1) != 0;
}

static bool note(void* user, const vlSweepChunk* chunk)
{
    Done* done = user;
    for (uint64_t i = chunk->first; i < chunk->first + chunk->count; ++i) {
        done->count += has(done, i) ? 0 : 1;
        done->bits[i / 8] |= (unsigned char)(1u << (i % 8));
    }
    return true;
}

static void sayFound(const vlSweepJob* job, const vlSweepFound* found)
{
    if (found->damaged > 0) {
        vlSay(
            stderr,
            "%s: %s: %llu bytes are damaged or not a whole chunk; their runs are computed again\n",
            job->program, found->worst, (unsigned long long)found->damaged);
    }
    if (found->foreign > 0) {
        vlSay(
            stderr,
            "%s: %s: %llu chunks belong to another sweep, or to an earlier state of its files, and "
            "are ignored\n",
            job->program, job->folder, (unsigned long long)found->foreign);
    }
}

// Rank 0 reads the parts and shares what it found. False if the sweep cannot go on.
static bool findDone(const vlSweepJob* job, Done* done)
{
    size_t bytes = (size_t)(job->plan->points / 8 + 1);
    unsigned char isGood = 1;
    done->bits = calloc(bytes, 1);
    done->count = 0;
    if (job->crew->rank == 0 && done->bits != NULL) {
        vlSweepFound found;
        char message[MESSAGE];
        if (vlSweepPart_ReadAll(job->plan, job->folder, note, done, &found, message,
                                sizeof message)) {
            sayFound(job, &found);
        } else {
            vlSay(stderr, "%s: %s\n", job->program, message);
            isGood = 0;
        }
    }
    bool haveAll = job->crew->sum(job->crew->user, done->bits == NULL ? 1 : 0) == 0;
    if (!haveAll) {
        vlSay(stderr, "%s: no memory for %llu runs\n", job->program,
              (unsigned long long)job->plan->points);
        return false;
    }
    job->crew->share(job->crew->user, &isGood, sizeof isGood);
    job->crew->share(job->crew->user, done->bits, bytes);
    job->crew->share(job->crew->user, &done->count, sizeof done->count);
    return isGood != 0;
}

typedef struct Work {
    const vlSweepJob* job;
    void* subject;
    vlSweepPart part;
    Done done;
    vlProgress progress;
    vlSweepTally tally; // of this member
} Work;

// The runs of one chunk. False if a signal came, or if one of them cannot be computed now.
static bool compute(Work* work, uint64_t first, uint64_t count)
{
    const vlSweepPlan* plan = work->job->plan;
    double* numbers = vlSweepPart_GetNumbers(&work->part);
    int width = plan->axisCount + plan->columnCount;
    for (uint64_t i = 0; i < count; ++i, numbers += width) {
        char message[MESSAGE] = "";
        if (vlEnding_IsAsked()) {
            return false;
        }
        vlSweepPlan_GetValues(plan, first + i, numbers);
        vlSweepOutcome outcome = plan->target->run(
            work->subject, plan, numbers, numbers + plan->axisCount, message, sizeof message);
        if (outcome == VL_SWEEP_CANNOT) {
            vlTerminal_ClearLine(&work->progress.terminal);
            vlSay(stderr, "%s: run %llu: %s\n", work->job->program, (unsigned long long)(first + i),
                  message);
            work->tally.status = VL_EXIT_FILE;
            return false;
        }
        if (outcome == VL_SWEEP_NO_RESULT) {
            for (int k = 0; k < plan->columnCount; ++k) {
                numbers[plan->axisCount + k] = (double)NAN;
            }
            if (work->tally.refused++ == 0) {
                vlTerminal_ClearLine(&work->progress.terminal);
                vlSay(stderr, "%s: run %llu has no result: %s\n", work->job->program,
                      (unsigned long long)(first + i), message);
            }
        }
    }
    return true;
}

static bool isAllDone(const Work* work, uint64_t first, uint64_t count)
{
    for (uint64_t i = first; i < first + count; ++i) {
        if (!has(&work->done, i)) {
            return false;
        }
    }
    return true;
}

static void work(Work* w)
{
    const vlSweepPlan* plan = w->job->plan;
    uint64_t chunks = (plan->points + plan->chunk - 1) / plan->chunk;
    char message[MESSAGE];
    for (;;) {
        uint64_t chunk = w->job->crew->draw(w->job->crew->user);
        if (chunk >= chunks || vlEnding_IsAsked()) {
            break;
        }
        uint64_t first = chunk * plan->chunk;
        uint64_t rest = plan->points - first;
        uint64_t count = rest < plan->chunk ? rest : plan->chunk;
        if (isAllDone(w, first, count)) {
            continue;
        }
        if (!compute(w, first, count)) {
            break;
        }
        if (!vlSweepPart_Append(&w->part, plan, first, count, message, sizeof message)) {
            vlTerminal_ClearLine(&w->progress.terminal);
            vlSay(stderr, "%s: %s\n", w->job->program, message);
            w->tally.status = VL_EXIT_FILE;
            break;
        }
        w->tally.computed += count;
        if (w->job->crew->rank == 0) { // all members draw from one counter
            vlProgress_Show(&w->progress, first + count);
        }
    }
    w->tally.isEnded = vlEnding_IsAsked();
}

// Opens subject and part. False after a message.
static bool begin(Work* w)
{
    const vlSweepJob* job = w->job;
    char message[MESSAGE] = "";
    int line = 0;
    w->subject = job->plan->target->open(job->plan, job->folder, message, sizeof message, &line);
    if (w->subject == NULL) {
        w->tally.status = VL_EXIT_FILE;
        if (job->crew->rank == 0 && line > 0) {
            vlSay(stderr, "%s: %s:%d: %s\n", job->program, job->plan->path, line, message);
        } else if (job->crew->rank == 0) {
            vlSay(stderr, "%s: %s: %s\n", job->program, job->plan->path, message);
        }
        return false;
    }
    if (!vlSweepPart_Open(&w->part, job->plan, job->folder, job->part, message, sizeof message)) {
        vlSay(stderr, "%s: %s\n", job->program, message);
        w->tally.status = VL_EXIT_FILE;
        return false;
    }
    return true;
}

vlSweepTally vlSweep_Run(const vlSweepJob* job)
{
    Work w = {.job = job, .part = {.file = -1}};
    const vlSweepCrew* crew = job->crew;
    double start = vlProcessor_Time();
    char message[MESSAGE];
    // A member that cannot begin must not leave the others waiting.
    bool canBegin = begin(&w);
    uint64_t unable = crew->sum(crew->user, canBegin ? 0 : 1);
    if (canBegin && unable > 0 && crew->rank == 0) {
        vlSay(stderr, "%s: %llu of %d processes cannot begin\n", job->program,
              (unsigned long long)unable, crew->size);
    }
    bool canAll = unable == 0 && findDone(job, &w.done);
    if (canAll) {
        w.progress = vlProgress_Begin("runs", job->plan->points, w.done.count);
        work(&w);
        vlProgress_End(&w.progress);
    } else if (w.tally.status == VL_EXIT_OK) {
        w.tally.status = VL_EXIT_FILE;
    }
    if (!vlSweepPart_Close(&w.part, message, sizeof message)) {
        vlSay(stderr, "%s: %s\n", job->program, message);
        w.tally.status = VL_EXIT_FILE;
    }
    if (w.subject != NULL) {
        job->plan->target->close(w.subject);
    }
    w.tally.before = w.done.count;
    free(w.done.bits);
    w.tally.computed = crew->sum(crew->user, w.tally.computed);
    w.tally.refused = crew->sum(crew->user, w.tally.refused);
    w.tally.isEnded = crew->sum(crew->user, w.tally.isEnded ? 1 : 0) > 0;
    if (crew->sum(crew->user, w.tally.status != VL_EXIT_OK ? 1 : 0) > 0) {
        w.tally.status = VL_EXIT_FILE;
    }
    w.tally.cpuTime = vlProcessor_Time() - start;
    return w.tally;
}
