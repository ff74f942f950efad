// SPDX-License-Identifier: MIT
// volar bench: how long steps and queries take on this machine.

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <volar/scene.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "base/file_in.h"
#include "base/file_out.h"
#include "base/json_writer.h"
#include "base/spelling.h"
#include "bench/bench.h"

typedef struct Bench {
    const char* name;
    const char* describes;
    int (*run)(vlBenchReport* report);
} Bench;

static const Bench benches[] = {
    {"pair", "Contact volume of two pieces, compared with the dual transform by Qhull",
     vlBench_Pair},
    {"stack", "A step of a wall of 3 to 300 bricks, and the spread of its time", vlBench_Stack},
    {"implicit", "The implicit integrator: a step of walls, a stack, an insect, a chain, a heap",
     vlBench_Implicit},
    {"haptic", "The haptic tick: a held tool with 20 pairs of pieces in contact", vlBench_Haptic},
    {"planar", "A step of planar worlds: a block in four walls, and rows of blocks",
     vlBench_Planar},
    {"formations", "Names of contact states: a cube against an L and against a comb",
     vlBench_Formations},
    {"mesh", "Surfaces of meshes: two jaws that grind on each other", vlBench_Mesh},
    {"pieces", "Bodies of many convex pieces: a box over a bed of pegs", vlBench_Pieces},
    {"pile", "200 mixed hulls settling in a pen", vlBench_Pile},
    {"record", "What recording costs the simulation", vlBench_Record},
    {"viewer", "What serving 0, 1 and 2 viewers costs the simulation", vlBench_Viewer},
};
#define BENCH_COUNT ((int)(sizeof benches / sizeof benches[0]))

typedef struct Arguments {
    const char* name;
    const char* file; // of the JSON report, "-" for standard output; NULL: a table
    bool list;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* arguments = state->input;
    switch (key) {
    case 'j': arguments->file = text != NULL ? text : "-"; return 0;
    case 'l': arguments->list = true; return 0;
    case ARGP_KEY_ARG:
        if (arguments->name != NULL) {
            vlArguments_Fail(state, "one benchmark at a time; also found '%s'", text);
        }
        arguments->name = text;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"json", 'j', "FILE", OPTION_ARG_OPTIONAL, "Report as JSON, to FILE or standard output", 0},
    {"list", 'l', NULL, 0, "List the benchmarks with a description each", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[NAME]",
    "Measures how long steps and queries take on this machine; without a name, all of them."
    "\vTimes are in microseconds. Where the same case is also measured another way, 'ratio' is the "
    "median of Volar divided by that of the row.\n\n"
    "Examples:\n  volar bench stack\n  volar bench pair --json=pair.json\n\n"
    "Exit status: 0 success, 1 a benchmark could not run, 2 bad usage, 3 the report cannot be "
    "written.",
    NULL,
    NULL,
    NULL};

// Medians of the stages, for the benchmarks that report them.
static void printStages(const vlBenchReport* report)
{
    bool isFirst = true;
    for (int i = 0; i < report->caseCount; ++i) {
        const vlBenchCase* c = &report->cases[i];
        const vlBenchStages* s = &c->stages;
        if (s->mostSolves > 0 && isFirst) {
            vlSay(stdout, "%-18s %5s  %11s %10s %10s %10s %10s %8s %5s\n", "stages, median us", "n",
                  "broadphase", "collide", "contact", "solve", "other", "passes", "max");
            isFirst = false;
        }
        if (s->mostSolves > 0) {
            vlSay(stdout, "%-18s %5d  %11.3f %10.3f %10.3f %10.3f %10.3f %8.3f %5d\n", c->name,
                  c->n, s->broadphase, s->collide, s->contact, s->solve, s->other, s->meanSolves,
                  s->mostSolves);
        }
    }
}

static void printTable(const vlBenchReport* report)
{
    bool hasRatio = false;
    for (int i = 0; i < report->caseCount; ++i) {
        hasRatio = hasRatio || !isnan(report->cases[i].ratio);
    }
    vlSay(stdout, "%-18s %5s  %-11s %10s %10s %10s %10s%s\n", report->bench, "n", "engine",
          "median us", "p99", "p99.9", "worst", hasRatio ? "    ratio" : "");
    for (int i = 0; i < report->caseCount; ++i) {
        const vlBenchCase* c = &report->cases[i];
        vlSay(stdout, "%-18s %5d  %-11s %10.3f %10.3f %10.3f %10.3f", c->name, c->n, c->engine,
              c->stats.median, c->stats.p99, c->stats.p999, c->stats.worst);
        if (!isnan(c->ratio)) {
            vlSay(stdout, " %8.4f", c->ratio);
        }
        vlSay(stdout, "\n");
    }
    printStages(report);
    for (int i = 0; i < report->noteCount; ++i) {
        vlSay(stdout, "  %s\n", report->notes[i]);
    }
}

static void writeStages(const vlBenchStages* stages, vlJsonWriter* json)
{
    vlJsonWriter_Number(json, "broadphase_us", stages->broadphase);
    vlJsonWriter_Number(json, "collide_us", stages->collide);
    vlJsonWriter_Number(json, "contact_us", stages->contact);
    vlJsonWriter_Number(json, "solve_us", stages->solve);
    vlJsonWriter_Number(json, "other_us", stages->other);
    vlJsonWriter_Number(json, "mean_solves", stages->meanSolves);
    vlJsonWriter_Integer(json, "most_solves", stages->mostSolves);
}

static void writeReport(const vlBenchReport* report, vlJsonWriter* json)
{
    vlJsonWriter_Text(json, "bench", report->bench);
    vlJsonWriter_Open(json, "cases", '[');
    for (int i = 0; i < report->caseCount; ++i) {
        const vlBenchCase* c = &report->cases[i];
        vlJsonWriter_Open(json, NULL, '{');
        vlJsonWriter_Text(json, "name", c->name);
        vlJsonWriter_Integer(json, "n", c->n);
        vlJsonWriter_Text(json, "engine", c->engine);
        vlJsonWriter_Number(json, "median_us", c->stats.median);
        vlJsonWriter_Number(json, "p99_us", c->stats.p99);
        vlJsonWriter_Number(json, "p999_us", c->stats.p999);
        vlJsonWriter_Number(json, "worst_us", c->stats.worst);
        if (!isnan(c->ratio)) {
            vlJsonWriter_Number(json, "ratio", c->ratio);
        }
        if (c->stages.mostSolves > 0) {
            writeStages(&c->stages, json);
        }
        vlJsonWriter_Close(json, '}');
    }
    vlJsonWriter_Close(json, ']');
    vlJsonWriter_Open(json, "notes", '[');
    for (int i = 0; i < report->noteCount; ++i) {
        vlJsonWriter_Text(json, NULL, report->notes[i]);
    }
    vlJsonWriter_Close(json, ']');
}

static int complainOfFile(const char* program, const char* path, int error)
{
    char why[128];
    vlSay(stderr, "%s: cannot write '%s': %s\n", program, path,
          vlFileIn_Explain(error, why, sizeof why));
    return VL_EXIT_FILE;
}

static int writeJson(const char* program, const char* path, const vlBenchReport* report)
{
    vlFileOut out = {0};
    bool isStandard = strcmp(path, "-") == 0;
    int error = isStandard ? 0 : vlFileOut_Open(&out, path);
    if (error != 0) {
        return complainOfFile(program, path, error);
    }
    vlJsonWriter json = {isStandard ? stdout : out.stream, 0, true};
    vlJsonWriter_Open(&json, NULL, '{');
    writeReport(report, &json);
    vlJsonWriter_Close(&json, '}');
    if (!isStandard) { // vlOutput_Guard checks standard output at the end
        error = vlFileOut_Commit(&out);
    }
    return error == 0 ? VL_EXIT_OK : complainOfFile(program, path, error);
}

static int runBench(const char* program, const Bench* bench, const char* file)
{
    static vlBenchReport report;
    memset(&report, 0, sizeof report);
    report.bench = bench->name;
    if (bench->run(&report) != 0) {
        return VL_EXIT_FAILED;
    }
    if (file != NULL) {
        return writeJson(program, file, &report);
    }
    printTable(&report);
    return VL_EXIT_OK;
}

int vlCmd_Bench(int argc, char** argv)
{
    Arguments arguments = {NULL, NULL, false};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    const char* names[BENCH_COUNT];
    int chosen = -1;
    for (int i = 0; i < BENCH_COUNT; ++i) {
        names[i] = benches[i].name;
        if (arguments.list) {
            vlSay(stdout, "%-8s %s\n", names[i], benches[i].describes);
        } else if (arguments.name != NULL && strcmp(arguments.name, names[i]) == 0) {
            chosen = i;
        }
    }
    if (arguments.list) {
        return VL_EXIT_OK;
    }
    if (arguments.name != NULL && chosen < 0) {
        const char* nearest = vlSpelling_FindNearest(arguments.name, names, BENCH_COUNT);
        vlSay(stderr, "%s: no benchmark '%s'; %s%s%s\n", argv[0], arguments.name,
              nearest != NULL ? "did you mean '" : "--list names them",
              nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
        return VL_EXIT_USAGE;
    }
    if (arguments.file != NULL && chosen < 0) {
        vlSay(stderr, "%s: --json needs the name of one benchmark\n", argv[0]);
        return VL_EXIT_USAGE;
    }
    int status = VL_EXIT_OK;
    for (int i = 0; i < BENCH_COUNT && status == VL_EXIT_OK; ++i) {
        if (chosen < 0 || chosen == i) {
            status = runBench(argv[0], &benches[i], arguments.file);
        }
    }
    return status;
}
