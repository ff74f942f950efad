// SPDX-License-Identifier: MIT
// volar workbench: puts wall or friction laws side by side on the same trial.

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/simulated_device.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "base/json_writer.h"
#include "base/spelling.h"
#include "experiments/workbench.h"

#define MAX_SETS 32
#define MAX_NAMES 64

typedef struct Arguments {
    const char* trial;
    const char* out;
    const char* device; // NULL: none
    const char* laws[VL_MAX_WORKBENCH_LAWS];
    int lawCount;
    const char* sets[MAX_SETS];
    int setCount;
    double step;    // s
    double seconds; // s
    bool list, isJson;
} Arguments;

// Ends the program with the names of all presets if there is none of this name.
static const char* takePreset(struct argp_state* state, const char* name)
{
    char list[256] = "";
    size_t used = 0;
    vlSimulatedDeviceDef def;
    if (vlSimulatedDevice_GetPreset(name, &def) == VL_OK) {
        return name;
    }
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL && used < sizeof list; ++i) {
        int n = snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                         vlSimulatedDevice_GetPresetName(i));
        used += n > 0 ? (size_t)n : 0;
    }
    vlArguments_Fail(state, "--device '%.40s': no such preset; expected one of %s", name, list);
    return NULL;
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* arguments = state->input;
    switch (key) {
    case 'a':
        if (arguments->lawCount == VL_MAX_WORKBENCH_LAWS) {
            vlArguments_Fail(state, "more than %d laws", VL_MAX_WORKBENCH_LAWS);
        }
        arguments->laws[arguments->lawCount++] = text;
        return 0;
    case 's':
        if (arguments->setCount == MAX_SETS) {
            vlArguments_Fail(state, "--set given more than %d times", MAX_SETS);
        }
        arguments->sets[arguments->setCount++] = text;
        return 0;
    case 't':
        arguments->step = 1e-3 * vlArguments_TakeNumber(state, "--step", text, 0.01, 10.0);
        return 0;
    case 'd':
        arguments->seconds = vlArguments_TakeNumber(state, "--seconds", text, 1.0, 3600.0);
        return 0;
    case 'v': arguments->device = takePreset(state, text); return 0;
    case 'o': arguments->out = text; return 0;
    case 'l': arguments->list = true; return 0;
    case 'j': arguments->list = arguments->isJson = true; return 0;
    case ARGP_KEY_ARG:
        if (arguments->trial != NULL) {
            vlArguments_Fail(state, "one trial at a time; also found '%s'", text);
        }
        arguments->trial = text;
        return 0;
    case ARGP_KEY_END:
        if (arguments->isJson && arguments->trial != NULL) {
            vlArguments_Fail(state, "--json is for the list, not for a trial");
        }
        if (arguments->trial == NULL && !arguments->list) {
            vlArguments_Fail(state, "name a trial: walls or friction; --list names the laws");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"law", 'a', "LAW[:PARAMETER=VALUE,...]", 0,
     "A law to try, with these parameters in place of the usual ones; may be repeated (default: "
     "all)",
     0},
    {"set", 's', "[LAW.]PARAMETER=VALUE", 0,
     "Set a parameter of one law, or of every law that has it; may be repeated", 0},
    {"step", 't', "MS", 0, "Length of a step in milliseconds (default: 2)", 0},
    {"seconds", 'd', "S", 0, "Length of a run (default: 20)", 0},
    {"device", 'v', "PRESET", 0,
     "Make the trial through this simulated device, with nobody at its handle", 0},
    {"out", 'o', "DIR", 0, "Write table and figure to DIR/workbench (default: out)", 0},
    {"list", 'l', NULL, 0, "List the laws with their parameters", 0},
    {"json", 'j', NULL, 0, "List them as JSON", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "walls|friction",
    "Puts wall or friction laws side by side on the same trial."
    "\vWalls: a block is pushed against them. Friction: a peg is pushed through a tight hole.\n\n"
    "Examples:\n  volar workbench walls\n"
    "  volar workbench walls --law seh --law pi:integral=2000 --step 1\n"
    "  volar workbench friction --law reset --law karnopp --set stiffness=2000\n"
    "  volar workbench walls --device pantograph\n\n"
    "Exit status: 0 success, 2 bad usage or a parameter outside its range or window, 3 a result "
    "cannot be written.",
    NULL,
    NULL,
    NULL};

static void printLaws(void)
{
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        const vlLaw* law = vlLaw_Get(i);
        vlSay(stdout, "%-9s %-11s %s\n", law->family == VL_LAW_WALL ? "walls" : "friction",
              law->name, law->about);
        for (int k = 0; k < law->parameterCount; ++k) {
            const vlLawParameter* p = &law->parameters[k];
            vlSay(stdout, "          %-11s   %s: %g %s, %g to %g\n", p->name, p->about, p->usual,
                  p->unit, p->least, p->most);
        }
    }
}

static void printJson(void)
{
    vlJsonWriter json = {stdout, 0, true};
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Open(&json, "laws", '[');
    for (int i = 0; i < vlLaw_GetCount(); ++i) {
        const vlLaw* law = vlLaw_Get(i);
        vlJsonWriter_Open(&json, NULL, '{');
        vlJsonWriter_Text(&json, "name", law->name);
        vlJsonWriter_Text(&json, "trial", law->family == VL_LAW_WALL ? "walls" : "friction");
        vlJsonWriter_Text(&json, "describes", law->about);
        vlJsonWriter_Open(&json, "parameters", '[');
        for (int k = 0; k < law->parameterCount; ++k) {
            const vlLawParameter* p = &law->parameters[k];
            vlJsonWriter_Open(&json, NULL, '{');
            vlJsonWriter_Text(&json, "name", p->name);
            vlJsonWriter_Text(&json, "describes", p->about);
            vlJsonWriter_Text(&json, "unit", p->unit);
            vlJsonWriter_Number(&json, "usual", p->usual);
            vlJsonWriter_Number(&json, "least", p->least);
            vlJsonWriter_Number(&json, "most", p->most);
            vlJsonWriter_Close(&json, '}');
        }
        vlJsonWriter_Close(&json, ']');
        vlJsonWriter_Close(&json, '}');
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Close(&json, '}');
}

static const vlLaw* findLaw(const char* program, vlLawFamily family, const char* name)
{
    const char* names[MAX_NAMES];
    int count = 0;
    for (int i = 0; i < vlLaw_GetCount() && count < MAX_NAMES; ++i) {
        if (vlLaw_Get(i)->family == family) {
            names[count++] = vlLaw_Get(i)->name;
        }
    }
    const vlLaw* law = vlLaw_Find(name);
    if (law != NULL && law->family == family) {
        return law;
    }
    const char* nearest = vlSpelling_FindNearest(name, names, count);
    const char* kind = family == VL_LAW_WALL ? "wall" : "friction";
    if (nearest != NULL) {
        vlSay(stderr, "%s: no %s law '%s'; did you mean '%s'?\n", program, kind, name, nearest);
    } else {
        vlSay(stderr, "%s: no %s law '%s'; --list names them\n", program, kind, name);
    }
    return NULL;
}

// PARAMETER=VALUE into a law.
static bool setOne(const char* program, vlLawChoice* choice, const char* text)
{
    char name[64];
    char message[256];
    const char* equals = strchr(text, '=');
    char* end = NULL;
    double value = equals != NULL ? strtod(equals + 1, &end) : 0.0;
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof name ||
        end == equals + 1 || *end != '\0') {
        vlSay(stderr, "%s: '%s': expected PARAMETER=VALUE\n", program, text);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    if (vlLaw_Set(choice, name, value, message, sizeof message) != VL_OK) {
        vlSay(stderr, "%s: %s\n", program, message);
        return false;
    }
    return true;
}

// LAW[:PARAMETER=VALUE,...]
static bool addLaw(const char* program, vlWorkbench* bench, const char* text)
{
    char copy[256];
    if (snprintf(copy, sizeof copy, "%s", text) >= (int)sizeof copy) {
        vlSay(stderr, "%s: '%s' is too long\n", program, text);
        return false;
    }
    char* rest = strchr(copy, ':');
    if (rest != NULL) {
        *rest++ = '\0';
    }
    const vlLaw* law = findLaw(program, bench->family, copy);
    if (law == NULL) {
        return false;
    }
    vlLawChoice choice = vlLaw_Choose(law);
    char* state = NULL;
    for (char* word = rest != NULL ? strtok_r(rest, ",", &state) : NULL; word != NULL;
         word = strtok_r(NULL, ",", &state)) {
        if (!setOne(program, &choice, word)) {
            return false;
        }
    }
    snprintf(bench->label[bench->count], sizeof bench->label[0], "%.47s", text);
    bench->law[bench->count++] = choice;
    return true;
}

// [LAW.]PARAMETER=VALUE into every law that it means; one at least must have the parameter.
static bool applySet(const char* program, vlWorkbench* bench, const char* text)
{
    const char* equals = strchr(text, '=');
    const char* dot = strchr(text, '.');
    bool isForOne = dot != NULL && equals != NULL && dot < equals;
    size_t lawLength = isForOne ? (size_t)(dot - text) : 0;
    const char* assignment = isForOne ? dot + 1 : text;
    size_t nameLength = equals != NULL ? (size_t)(equals - assignment) : 0;
    bool isUsed = false;
    for (int i = 0; i < bench->count; ++i) {
        vlLawChoice* choice = &bench->law[i];
        bool isMeant = !isForOne || (strlen(choice->law->name) == lawLength &&
                                     strncmp(choice->law->name, text, lawLength) == 0);
        bool hasIt = isForOne;
        for (int k = 0; k < choice->law->parameterCount; ++k) {
            const char* name = choice->law->parameters[k].name;
            hasIt =
                hasIt || (strlen(name) == nameLength && strncmp(name, assignment, nameLength) == 0);
        }
        if (isMeant && hasIt) {
            isUsed = true;
            if (!setOne(program, choice, assignment)) {
                return false;
            }
        }
    }
    if (!isUsed) {
        vlSay(stderr, "%s: --set '%s': no law of this trial has that; --list names them\n", program,
              text);
    }
    return isUsed;
}

static const char* energyWord(vlLawEnergy energy)
{
    static const char* const words[] = {"takes", "keeps", "depends", "gives"};
    return words[energy];
}

static void printTable(const vlWorkbench* bench)
{
    bool isWall = bench->family == VL_LAW_WALL;
    vlSay(stdout,
          isWall ? "%-28s %8s %9s %9s %8s %9s %9s  %s\n" : "%-28s %8s %9s %9s %8s %9s %9s  %s\n",
          "law", "peak", isWall ? "depth" : "drift", isWall ? "at rest" : "compl.",
          isWall ? "mean r" : "place", "given", "taken", "passive (says)");
    vlSay(stdout, "%-28s %8s %9s %9s %8s %9s %9s\n", "", "N", "mm", isWall ? "s" : "um/N",
          isWall ? "" : "m", "J", "J");
    for (int i = 0; i < bench->count; ++i) {
        const vlWorkbenchRow* row = &bench->row[i];
        char rest[16];
        snprintf(rest, sizeof rest, "%.2f", isWall ? row->settling : row->compliance);
        vlSay(stdout, "%-28s %8.2f %9.3f %9s %8.3f %9.4f %9.4f  %s (%s)\n", bench->label[i],
              row->peak, isWall ? row->penetration : row->drift,
              isfinite(isWall ? row->settling : row->compliance) ? rest : "never",
              isWall ? row->ratio : row->place, row->given, row->taken,
              row->isPassive ? "yes" : "no", energyWord(row->says));
    }
}

static bool fill(const char* program, const Arguments* arguments, vlWorkbench* bench)
{
    for (int i = 0; i < arguments->lawCount; ++i) {
        if (!addLaw(program, bench, arguments->laws[i])) {
            return false;
        }
    }
    for (int i = 0; arguments->lawCount == 0 && i < vlLaw_GetCount(); ++i) {
        if (vlLaw_Get(i)->family == bench->family && bench->count < VL_MAX_WORKBENCH_LAWS &&
            !addLaw(program, bench, vlLaw_Get(i)->name)) {
            return false;
        }
    }
    for (int i = 0; i < arguments->setCount; ++i) {
        if (!applySet(program, bench, arguments->sets[i])) {
            return false;
        }
    }
    return true;
}

int vlCmd_Workbench(int argc, char** argv)
{
    Arguments arguments = {.out = "out", .step = 0.002, .seconds = 20.0};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    if (arguments.list) {
        if (arguments.isJson) {
            printJson();
        } else {
            printLaws();
        }
        return VL_EXIT_OK;
    }
    vlWorkbench bench = {
        .step = arguments.step, .seconds = arguments.seconds, .device = arguments.device};
    if (strcmp(arguments.trial, "walls") == 0) {
        bench.family = VL_LAW_WALL;
    } else if (strcmp(arguments.trial, "friction") == 0) {
        bench.family = VL_LAW_FRICTION;
    } else {
        vlSay(stderr, "%s: no trial '%s'; expected walls or friction\n", argv[0], arguments.trial);
        return VL_EXIT_USAGE;
    }
    if (!fill(argv[0], &arguments, &bench)) {
        return VL_EXIT_USAGE;
    }
    vlSummary summary;
    char message[480];
    vlExperimentOutcome outcome = vlExperiment_RunWith(
        &vlExperiment_Workbench, &bench, arguments.out, &summary, message, sizeof message);
    if (outcome != VL_OUTCOME_DONE) {
        vlSay(stderr, "%s: %s\n", argv[0], message);
        return outcome == VL_OUTCOME_CANNOT_WRITE ? VL_EXIT_FILE : VL_EXIT_USAGE;
    }
    printTable(&bench);
    vlSay(stdout, "table and figure: %s/workbench/\n", arguments.out);
    return VL_EXIT_OK;
}
