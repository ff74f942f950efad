// SPDX-License-Identifier: MIT
// volar annotate: names the contact states of a recording, or compares two sequences of them.

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <volar/record.h>
#include <volar/scene_annotation.h>

#include "app/annotate/state_list.h"
#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cmd.h"

typedef enum Form { FORM_TEXT, FORM_CSV, FORM_JSON } Form;

typedef struct Arguments {
    const char* files[2];
    int fileCount;
    Form form;
    bool isDiff;
    bool isCheck;
    vlAnnotateOptions options;
} Arguments;

enum { KEY_CHECK = 256, KEY_CSV, KEY_DIFF, KEY_GAP, KEY_MIN, KEY_NO_FORCES };

static double takeNumber(struct argp_state* state, const char* text, double scale,
                         const char* option, double least, double most)
{
    char* end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) {
        vlArguments_Fail(state, "--%s is '%s'; expected a number from %g to %g", option, text,
                         least, most);
    }
    return scale * value;
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'j': a->form = FORM_JSON; return 0;
    case KEY_CSV: a->form = FORM_CSV; return 0;
    case KEY_DIFF: a->isDiff = true; return 0;
    case KEY_CHECK: a->isCheck = true; return 0;
    case KEY_GAP: a->options.gap = takeNumber(state, text, 1e-6, "gap", 0.001, 1e5); return 0;
    case KEY_MIN: a->options.dwell = takeNumber(state, text, 1e-3, "min", 0.0, 1e6); return 0;
    case KEY_NO_FORCES: a->options.withoutForces = true; return 0;
    case ARGP_KEY_ARG:
        if (a->fileCount == 2) {
            vlArguments_Fail(state, "'%s' is one file too many", text);
        }
        a->files[a->fileCount++] = text;
        return 0;
    case ARGP_KEY_END:
        if (a->isCheck && (a->isDiff || a->options.withoutForces)) {
            vlArguments_Fail(state, "--check needs forces; it does not go with --%s",
                             a->isDiff ? "diff" : "no-forces");
        }
        if (a->fileCount != (a->isDiff ? 2 : 1)) {
            vlArguments_Fail(state, a->isDiff ? "--diff compares two files" : "name a recording");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "Print as JSON", 0},
    {"csv", KEY_CSV, NULL, 0, "Print as a table of comma-separated values", 0},
    {"diff", KEY_DIFF, NULL, 0,
     "Compare two sequences: recordings, or tables that --csv has written", 0},
    {"check", KEY_CHECK, NULL, 0, "Exit with 1 if the named contacts do not account for the forces",
     0},
    {"gap", KEY_GAP, "UM", 0,
     "Count faces as touching if they are at most UM micrometres apart (20)", 0},
    {"min", KEY_MIN, "MS", 0, "Leave out states that last less than MS milliseconds (10)", 0},
    {"no-forces", KEY_NO_FORCES, NULL, 0, "Do not simulate again to find the forces", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "FILE\n--diff FILE FILE",
    "Names the contact states of a recording: which face, edge or corner of one body lies on which "
    "of another, from when to when, how it came about and what freedom it leaves."
    "\vForces are found by simulating the recording again. The column 'fit' is the residual: the "
    "largest share of the force and moment, in any steady step, that friction cones at the named "
    "contacts cannot give. --check expects residuals below 5% in all steady steps and below 1% in "
    "99.8% of them (with a round body: below 5% in 99.9%), and 95% of the force on named contacts "
    "in 98.5% of them. Two sequences are of the same process if --diff finds a distance below "
    "1.\n\n"
    "Examples:\n"
    "  volar annotate run.vlr\n"
    "  volar annotate run.vlr --csv > golden.csv\n"
    "  volar annotate --diff golden.csv run.vlr\n"
    "  volar annotate run.vlr --check\n\n"
    "Exit status: 0 success, 1 the two sequences differ or --check failed, 2 bad usage, 3 a file "
    "cannot be read.",
    NULL,
    NULL,
    NULL};

int vlCmd_Annotate(int argc, char** argv)
{
    Arguments a = {.options = {.gap = 20e-6, .dwell = 0.010}};
    vlArguments_Parse(&parser, argc, argv, &a);
    vlStateList lists[2] = {{0}, {0}};
    int status = VL_EXIT_OK;
    for (int i = 0; i < a.fileCount && status == VL_EXIT_OK; ++i) {
        status = vlStateList_Load(argv[0], a.files[i], &a.options, &lists[i]);
    }
    for (int i = 0; i < a.fileCount && (a.isDiff || a.form != FORM_TEXT); ++i) {
        vlStateList_PrintFaults(&lists[i], stderr);
    }
    if (status == VL_EXIT_OK && a.isDiff) {
        status = vlStateList_Diff(argv[0], &lists[0], &lists[1]);
    } else if (status == VL_EXIT_OK && a.form == FORM_CSV) {
        vlStateList_PrintCsv(&lists[0]);
    } else if (status == VL_EXIT_OK && a.form == FORM_JSON) {
        vlStateList_PrintJson(&lists[0], &a.options);
    } else if (status == VL_EXIT_OK) {
        vlStateList_PrintText(&lists[0]);
    }
    if (status == VL_EXIT_OK && a.isCheck) {
        if (a.form != FORM_TEXT) {
            vlStateList_PrintFit(&lists[0], stderr);
        }
        status = vlStateList_IsFitGood(&lists[0]) ? VL_EXIT_OK : VL_EXIT_FAILED;
    }
    vlStateList_Free(&lists[0]);
    vlStateList_Free(&lists[1]);
    return status;
}
