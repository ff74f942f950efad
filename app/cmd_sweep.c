// SPDX-License-Identifier: MIT
// volar sweep: one loop, scene or experiment at many points.

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/arguments.h"
#include "app/cli/ending.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/sweep/sweep_run.h"
#include "app/sweep/sweep_targets.h"
#include "app/sweep_experiment.h"
#include "base/file_in.h"
#include "base/folders.h"
#include "base/hash.h"

#define MAX_PARTS 1000000L
#define MOST_FOLDER 900 // bytes of its name, to which names of files are appended

typedef struct Arguments {
    const char* file;
    const char* out;
    bool isMerge;
    unsigned long part, parts; // 0: all
    unsigned long chunk;       // 0: as the file says
    bool isTogether;
} Arguments;

static void takePart(struct argp_state* state, const char* text, Arguments* a)
{
    char* end;
    long part = strtol(text, &end, 10);
    long parts = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end != '\0' || part < 1 || part > parts || parts > MAX_PARTS) {
        vlArguments_Fail(state, "--part: '%s' is not I/N with I from 1 to N, at most %ld", text,
                         MAX_PARTS);
    }
    a->part = (unsigned long)part;
    a->parts = (unsigned long)parts;
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'p':
        takePart(state, text, a);
        if (a->isTogether) {
            vlArguments_Fail(state, "--part: processes that work together need no parts");
        }
        return 0;
    case 'c':
        a->chunk = (unsigned long)vlArguments_TakeNumber(state, "--chunk", text, 1.0, 1e6);
        return 0;
    case 'o': a->out = text; return 0;
    case ARGP_KEY_ARG:
        if (a->file == NULL && !a->isMerge && strcmp(text, "merge") == 0) {
            a->isMerge = true;
        } else if (a->file == NULL) {
            a->file = text;
        } else {
            vlArguments_Fail(state, "unexpected argument '%s'", text);
        }
        return 0;
    case ARGP_KEY_END:
        if (a->file == NULL) {
            vlArguments_Fail(state, "name a sweep file");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"part", 'p', "I/N", 0, "Compute only every N-th chunk, from the I-th on: for job arrays", 0},
    {"chunk", 'c', "RUNS", 0, "Runs that are written together (default: as the file says, or 8)",
     0},
    {"out", 'o', "DIR", 0, "Folder of parts and results (default: out/sweep-FILE)", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[merge] FILE",
    "Runs a loop, a scene or an experiment at many points, as a sweep file says."
    "\vResults are kept chunk by chunk: an interrupted sweep continues when the same command is "
    "run again. 'merge' only puts the parts of a folder together. Results: DIR/sweep.csv, with one "
    "row per run, and DIR/summary.json.\n\n"
    "Examples:\n  volar sweep walls.yaml\n  volar sweep walls.yaml --part 3/16\n"
    "  volar sweep merge walls.yaml\n  mpirun -n 8 volar-mpi sweep walls.yaml\n\n"
    "Exit status: 0 success, 1 runs are missing, 2 bad usage, 3 a file cannot be read or written; "
    "128 plus the number of the signal, if a signal ended it.",
    NULL,
    NULL,
    NULL};

static const vlSweepTarget* const targets[] = {&vlSweepTarget_Loop, &vlSweepTarget_Scene,
                                               &vlSweepTarget_Experiment};

// out/sweep-walls for a/walls.yaml. Returns the length of the whole name, which may be cut.
static int nameFolder(const Arguments* a, char* folder, size_t size)
{
    const char* slash = strrchr(a->file, '/');
    const char* name = slash != NULL ? slash + 1 : a->file;
    const char* dot = strrchr(name, '.');
    int length = dot != NULL && dot > name ? (int)(dot - name) : (int)strlen(name);
    if (a->out != NULL) {
        return snprintf(folder, size, "%s", a->out);
    }
    return snprintf(folder, size, "out/sweep-%.*s", length, name);
}

static int finish(const vlSweepJob* job, const vlSweepTally* tally, const Arguments* a)
{
    const vlSweepPlan* plan = job->plan;
    if (job->crew->rank != 0) {
        return tally->isEnded ? vlEnding_GetStatus() : tally->status;
    }
    if (tally->refused > 0) {
        vlSay(stderr, "%s: %llu runs have no result\n", job->program,
              (unsigned long long)tally->refused);
    }
    if (tally->status != VL_EXIT_OK) {
        return tally->status;
    }
    if (tally->isEnded) {
        vlSay(stderr, "%s: ended with %llu of %llu runs; the same command continues from there\n",
              job->program, (unsigned long long)(tally->before + tally->computed),
              (unsigned long long)plan->points);
        return vlEnding_GetStatus();
    }
    if (a->parts > 0) {
        vlSay(stdout,
              "part %lu of %lu: %llu runs in %s/; 'volar sweep merge' puts parts together\n",
              a->part, a->parts, (unsigned long long)tally->computed, job->folder);
        return VL_EXIT_OK;
    }
    int status = vlSweep_Merge(job, tally);
    if (status == VL_EXIT_OK) {
        vlSay(stdout, "%llu runs, %llu of them computed now, in %s/sweep.csv\n",
              (unsigned long long)plan->points, (unsigned long long)tally->computed, job->folder);
    }
    return status;
}

static int sweep(const char* program, const Arguments* a, const vlSweepPlan* plan,
                 const vlSweepCrew* crew)
{
    char folder[VL_MAX_FOLDER_PATH], name[64];
    vlSweepJob job = {.program = program, .plan = plan, .crew = crew};
    int length = nameFolder(a, folder, sizeof folder);
    job.folder = folder;
    job.part = name;
    int error = length > MOST_FOLDER ? ENAMETOOLONG : vlFolders_Make(folder) ? 0 : errno;
    if (error != 0) {
        char why[128];
        vlSay(stderr, "%s: cannot write %s: %s\n", program, folder,
              vlFileIn_Explain(error, why, sizeof why));
    }
    // A member without a folder must not leave the others waiting.
    if (job.crew->sum(job.crew->user, error != 0 ? 1 : 0) > 0) {
        return VL_EXIT_FILE;
    }
    if (a->isMerge) {
        return job.crew->rank == 0 ? vlSweep_Merge(&job, NULL) : VL_EXIT_OK;
    }
    if (a->isTogether) {
        (void)snprintf(name, sizeof name, "rank-%d", crew->rank);
    } else if (a->parts > 0) {
        (void)snprintf(name, sizeof name, "part-%lu-of-%lu", a->part, a->parts);
    } else {
        (void)snprintf(name, sizeof name, "all");
    }
    vlSweepTally tally = vlSweep_Run(&job);
    return finish(&job, &tally, a);
}

// Whether all members have read the same plan: otherwise some would wait for others for ever, or
// draw chunks of another sweep. Rank 0 speaks for all, the others only of what it does not see.
static bool isShared(const char* program, const char* path, const vlSweepPlan* plan,
                     const char* message, const vlSweepCrew* crew)
{
    uint64_t own = plan != NULL ? vlHash_Word(plan->hash, plan->chunk) : 0, first = own;
    crew->share(crew->user, &first, sizeof first);
    if (plan == NULL && (crew->rank == 0 || first != 0)) {
        vlSay(stderr, "%s: %s\n", program, message);
    }
    uint64_t without = crew->sum(crew->user, plan == NULL ? 1 : 0);
    uint64_t others = crew->sum(crew->user, own != first ? 1 : 0);
    if (crew->rank == 0 && without == 0 && others > 0) {
        vlSay(stderr, "%s: %s: %llu of %d processes find another sweep in the file of this name\n",
              program, path, (unsigned long long)others, crew->size);
    }
    return without == 0 && others == 0;
}

int vlCmd_SweepTogether(int argc, char** argv, const struct vlSweepCrew* crew)
{
    Arguments arguments = {.isTogether = crew != NULL};
    char message[500];
    vlArguments_Parse(&parser, argc, argv, &arguments);
    vlSweepLone lone;
    vlSweepCrew alone = vlSweepCrew_Lone(&lone, arguments.parts > 0 ? arguments.part - 1 : 0,
                                         arguments.parts > 0 ? arguments.parts : 1);
    crew = crew != NULL ? crew : &alone;
    vlSweepPlan* plan = malloc(sizeof *plan);
    int status = plan != NULL ? VL_EXIT_FILE : VL_EXIT_FAILED;
    (void)snprintf(message, sizeof message, "no memory");
    bool isRead =
        plan != NULL && vlSweepPlan_Read(arguments.file, targets, 3, plan, message, sizeof message);
    if (isRead && arguments.chunk > 0) {
        plan->chunk = arguments.chunk;
    }
    if (isShared(argv[0], arguments.file, isRead ? plan : NULL, message, crew)) {
        status = sweep(argv[0], &arguments, plan, crew);
    }
    free(plan);
    return status;
}

int vlCmd_Sweep(int argc, char** argv)
{
    if (!vlEnding_Begin(&(vlEndingDef){.takesStop = false})) {
        vlSay(stderr, "%s: no thread for signals\n", argv[0]);
        return VL_EXIT_FAILED;
    }
    return vlCmd_SweepTogether(argc, argv, NULL);
}
