// SPDX-License-Identifier: MIT
// volar experiment: repeats published experiments and judges them by their criteria.

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <volar/scene.h>

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/sweep_experiment.h"
#include "base/clock.h"
#include "base/json_writer.h"
#include "base/spelling.h"
#include "experiments/experiment.h"

enum { OPTION_ONLY = 256 }; // has no short form

#define FAILED_NAMES 1024 // bytes: all names of experiments fit

typedef struct Arguments {
    const char* out;
    const char* only; // NULL: all parts
    const char* names[VL_MAX_EXPERIMENTS];
    int nameCount;
    bool list, isJson;
    const char* sets[VL_MAX_EXPERIMENT_PARAMETERS];
    int setCount;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* arguments = state->input;
    switch (key) {
    case 'o': arguments->out = text; return 0;
    case 'l': arguments->list = true; return 0;
    case 'j': arguments->list = arguments->isJson = true; return 0;
    case 'S':
        if (arguments->setCount == VL_MAX_EXPERIMENT_PARAMETERS) {
            vlArguments_Fail(state, "more than %d values to set", VL_MAX_EXPERIMENT_PARAMETERS);
        }
        arguments->sets[arguments->setCount++] = text;
        return 0;
    case OPTION_ONLY: arguments->only = text; return 0;
    case ARGP_KEY_ARG:
        if (arguments->nameCount == VL_MAX_EXPERIMENTS) {
            vlArguments_Fail(state, "more than %d experiments", VL_MAX_EXPERIMENTS);
        }
        arguments->names[arguments->nameCount++] = text;
        return 0;
    case ARGP_KEY_END:
        if (arguments->isJson && arguments->nameCount > 0) {
            vlArguments_Fail(state, "--json is for the list; an experiment writes summary.json");
        }
        if (arguments->nameCount == 0 && !arguments->list) {
            vlArguments_Fail(state, "name an experiment, or 'all'; --list names them");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "Write results to DIR/NAME (default: out)", 0},
    {"only", OPTION_ONLY, "TEXT", 0, "Run only the parts whose names contain TEXT (closed-forms)",
     0},
    {"set", 'S', "NAME=VALUE", 0,
     "Change a parameter of the experiment, e.g. points=100000; may be repeated", 0},
    {"list", 'l', NULL, 0, "List the experiments with a description each", 0},
    {"json", 'j', NULL, 0, "List them as JSON, with their parameters", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "NAME...|all",
    "Repeats published experiments and judges them by their criteria."
    "\vEach experiment writes CSV tables, an SVG figure and summary.json.\n\n"
    "Examples:\n  volar experiment --list\n  volar experiment spin\n"
    "  volar experiment all --out results\n  volar experiment closed-forms --only topple\n"
    "  volar experiment integrator-map --set points=100000\n\n"
    "Exit status: 0 all criteria hold, 1 one fails, 2 bad usage, 3 a result cannot be written.",
    NULL,
    NULL,
    NULL};

static void printList(void)
{
    int widest = 0;
    for (int i = 0; vlExperiment_At(i) != NULL; ++i) {
        int width = (int)strlen(vlExperiment_At(i)->name);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; vlExperiment_At(i) != NULL; ++i) {
        const vlExperiment* e = vlExperiment_At(i);
        vlSay(stdout, "%-*s  %s. %s\n", widest, e->name, e->title, e->describes);
    }
}

static void printJson(void)
{
    vlJsonWriter json = {stdout, 0, true};
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Open(&json, "experiments", '[');
    for (int i = 0; vlExperiment_At(i) != NULL; ++i) {
        const vlExperiment* e = vlExperiment_At(i);
        int count;
        const vlExperimentParameter* parameters = vlExperiment_GetParameters(e, &count);
        vlJsonWriter_Open(&json, NULL, '{');
        vlJsonWriter_Text(&json, "name", e->name);
        vlJsonWriter_Text(&json, "title", e->title);
        vlJsonWriter_Text(&json, "describes", e->describes);
        vlJsonWriter_Open(&json, "parameters", '[');
        for (int k = 0; k < count; ++k) {
            vlJsonWriter_Open(&json, NULL, '{');
            vlJsonWriter_Text(&json, "name", parameters[k].name);
            vlJsonWriter_Text(&json, "describes", parameters[k].describes);
            vlJsonWriter_Number(&json, "usual", parameters[k].value);
            vlJsonWriter_Number(&json, "least", parameters[k].least);
            vlJsonWriter_Number(&json, "most", parameters[k].most);
            vlJsonWriter_Close(&json, '}');
        }
        vlJsonWriter_Close(&json, ']');
        vlJsonWriter_Close(&json, '}');
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Close(&json, '}');
}

static const vlExperiment* findExperiment(const char* program, const char* name)
{
    const char* names[VL_MAX_EXPERIMENTS];
    int count = 0;
    for (; vlExperiment_At(count) != NULL; ++count) {
        names[count] = vlExperiment_At(count)->name;
        if (strcmp(name, names[count]) == 0) {
            return vlExperiment_At(count);
        }
    }
    const char* nearest = vlSpelling_FindNearest(name, names, count);
    if (nearest != NULL) {
        vlSay(stderr, "%s: no experiment '%s'; did you mean '%s'?\n", program, name, nearest);
    } else {
        vlSay(stderr, "%s: no experiment '%s'; --list names them\n", program, name);
    }
    return NULL;
}

static int exitStatus(vlExperimentOutcome outcome, const vlSummary* summary)
{
    if (outcome == VL_OUTCOME_CANNOT_WRITE) {
        return VL_EXIT_FILE;
    }
    return outcome == VL_OUTCOME_DONE && vlSummary_Passes(summary) ? VL_EXIT_OK : VL_EXIT_FAILED;
}

// The values of the parameters as they are set. False after a message.
static bool takeSets(const char* program, const vlExperiment* experiment, const Arguments* a,
                     double* values)
{
    int count;
    const vlExperimentParameter* parameters = vlExperiment_GetParameters(experiment, &count);
    for (int i = 0; i < count; ++i) {
        values[i] = parameters[i].value;
    }
    for (int i = 0; i < a->setCount; ++i) {
        char name[64], message[256];
        size_t length = strcspn(a->sets[i], "=");
        char* end = NULL;
        double value = a->sets[i][length] == '=' ? strtod(a->sets[i] + length + 1, &end) : 0.0;
        (void)snprintf(name, sizeof name, "%.*s", (int)length, a->sets[i]);
        if (end == NULL || end == a->sets[i] + length + 1 || *end != '\0') {
            vlSay(stderr, "%s: --set: '%s' is not NAME=NUMBER\n", program, a->sets[i]);
            return false;
        }
        if (!vlSweepExperiment_Set(experiment, name, value, values, message, sizeof message)) {
            vlSay(stderr, "%s: --set: %s\n", program, message);
            return false;
        }
    }
    return true;
}

// Runs one experiment, prints its table and returns the exit status. `progress`, if not NULL, is
// shown meanwhile: on a terminal the table replaces it, elsewhere it is a line of the log.
static int runOne(const char* program, const vlExperiment* experiment, const Arguments* arguments,
                  const char* progress)
{
    const char* out = arguments->out;
    bool isTerminal = isatty(STDERR_FILENO) != 0;
    double values[VL_MAX_EXPERIMENT_PARAMETERS];
    if (!takeSets(program, experiment, arguments, values)) {
        return VL_EXIT_USAGE;
    }
    if (progress != NULL) {
        vlSay(stderr, isTerminal ? "%s" : "%s\n", progress);
        fflush(stderr);
    }
    vlSummary summary;
    char message[256];
    double start = vlClock_Now();
    vlExperimentOutcome outcome =
        arguments->setCount > 0
            ? vlExperiment_RunAt(experiment, values, out, &summary, message, sizeof message)
            : vlExperiment_Run(experiment, out, arguments->only, &summary, message, sizeof message);
    if (progress != NULL && isTerminal) {
        vlSay_Ready(stderr, "\r\033[K");
    }
    if (outcome != VL_OUTCOME_DONE) {
        vlSay(stderr, "%s: %s: %s\n", program, experiment->name, message);
    }
    int status = exitStatus(outcome, &summary);
    vlSay(stdout, "%s: %s, %.1f s, %s/%s/\n", experiment->name,
          status == VL_EXIT_OK ? "pass" : "FAIL", 1e-9 * (vlClock_Now() - start), out,
          experiment->name);
    vlSummary_Print(&summary, stdout);
    vlOutput_Flush();
    return status;
}

// Runs several, with a line of progress for each and one for all at the end.
static int runMany(const char* program, const vlExperiment* const* experiments, int count,
                   const Arguments* arguments)
{
    const char* out = arguments->out;
    int passed = 0, worst = VL_EXIT_OK;
    double start = vlClock_Now();
    char failed[FAILED_NAMES] = "";
    size_t used = 0;
    for (int i = 0; i < count; ++i) {
        char progress[160];
        const vlExperiment* experiment = experiments[i];
        snprintf(progress, sizeof progress, "[%d/%d] %s: %s", i + 1, count, experiment->name,
                 experiment->title);
        int status = runOne(program, experiment, arguments, progress);
        worst = status > worst ? status : worst;
        passed += status == VL_EXIT_OK;
        if (status != VL_EXIT_OK) {
            int length = snprintf(failed + used, sizeof failed - used, "%s%s",
                                  used > 0 ? ", " : "; failed: ", experiment->name);
            used += length > 0 && (size_t)length < sizeof failed - used ? (size_t)length : 0;
        }
    }
    vlSay(stdout, "%d of %d experiments passed in %.1f s, results in %s/%s\n", passed, count,
          1e-9 * (vlClock_Now() - start), out, failed);
    return worst;
}

int vlCmd_Experiment(int argc, char** argv)
{
    Arguments arguments = {.out = "out"};
    const vlExperiment* chosen[VL_MAX_EXPERIMENTS];
    int count = 0;
    vlArguments_Parse(&parser, argc, argv, &arguments);
    if (arguments.list) {
        if (arguments.isJson) {
            printJson();
        } else {
            printList();
        }
        return VL_EXIT_OK;
    }
    if (arguments.nameCount == 1 && strcmp(arguments.names[0], "all") == 0) {
        if (arguments.only != NULL) {
            vlSay(stderr, "%s: --only: name the experiment; 'all' has no parts\n", argv[0]);
            return VL_EXIT_USAGE;
        }
        while (vlExperiment_At(count) != NULL) {
            chosen[count] = vlExperiment_At(count);
            ++count;
        }
        return runMany(argv[0], chosen, count, &arguments);
    }
    for (; count < arguments.nameCount; ++count) {
        chosen[count] = findExperiment(argv[0], arguments.names[count]);
        if (chosen[count] == NULL) {
            return VL_EXIT_USAGE;
        }
        if (arguments.only != NULL && !vlExperiment_HasParts(chosen[count])) {
            vlSay(stderr, "%s: --only: the experiment '%s' has no parts to choose from\n", argv[0],
                  chosen[count]->name);
            return VL_EXIT_USAGE;
        }
    }
    return count == 1 ? runOne(argv[0], chosen[0], &arguments, NULL)
                      : runMany(argv[0], chosen, count, &arguments);
}
