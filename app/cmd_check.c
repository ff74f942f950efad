// SPDX-License-Identifier: MIT
// volar check: reports the faults of scene files.

#include <argp.h>
#include <stdio.h>
#include <volar/volar.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cli/scene_source.h"
#include "app/cli/tuned_gains.h"
#include "app/cmd.h"
#include "app/devices/device_reach.h"
#include "base/json_writer.h"

#define MAX_SETS 64
#define MAX_FILES 1024

typedef struct Arguments {
    const char* words[MAX_FILES];
    int count;
    const char* sets[MAX_SETS];
    int setCount;
    bool noCache, isJson;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'S':
        if (a->setCount == MAX_SETS) {
            vlArguments_Fail(state, "more than %d values to set", MAX_SETS);
        }
        a->sets[a->setCount++] = text;
        return 0;
    case 'C': a->noCache = true; return 0;
    case 'j': a->isJson = true; return 0;
    case ARGP_KEY_ARG:
        if (a->count == MAX_FILES) {
            vlArguments_Fail(state, "more than %d scenes", MAX_FILES);
        }
        a->words[a->count++] = text;
        return 0;
    case ARGP_KEY_END:
        if (a->count == 0) {
            vlArguments_Fail(state, "name a scene or a scene file");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"set", 'S', "PATH=VALUE", 0,
     "Change a value before checking, e.g. world.step=0.0005; may be repeated", 0},
    {"no-cache", 'C', NULL, 0, "Decompose meshes again, without the cache", 0},
    {"json", 'j', NULL, 0, "Print the results as JSON", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "SCENE...",
    "Checks scene files (or built-in scenes) and reports every fault with its line and column."
    "\vA valid scene gives one line: its name, its number of bodies and the hash of its "
    "content.\n\n"
    "Examples:\n"
    "  volar check my.yaml\n"
    "  volar check scenes/*.yaml\n"
    "  volar check my.yaml --set bodies.0.mass=-1\n\n"
    "Exit status: 0 all scenes are valid, 1 out of memory, 2 bad usage, 3 a scene is faulty or "
    "cannot be read.",
    NULL,
    NULL,
    NULL};

// Notes settings that are valid but hardly intended.
static void advise(const char* word, const vlScene* scene)
{
    int joints = vlScene_GetJointCount(scene);
    if (joints > 0 && !vlIntegrator_IsImplicit(vlScene_GetWorldDef(scene)->integrator)) {
        vlSay(stderr,
              "%s: note: %d joint%s with an explicit integrator; such joints are soft and damp "
              "what swings; set world.integrator: implicit\n",
              word, joints, joints == 1 ? "" : "s");
    }
}

// --- As JSON ---

static void writeErrors(vlJsonWriter* json, const vlFileErrors* errors)
{
    vlJsonWriter_Integer(json, "error_count", errors->total);
    vlJsonWriter_Open(json, "errors", '[');
    for (int i = 0; i < errors->count; ++i) {
        const vlFileError* e = &errors->item[i];
        vlJsonWriter_Open(json, NULL, '{');
        vlJsonWriter_Text(json, "file", e->file);
        vlJsonWriter_Integer(json, "line", e->line);
        vlJsonWriter_Integer(json, "column", e->column);
        vlJsonWriter_Text(json, "message", e->message);
        vlJsonWriter_Close(json, '}');
    }
    vlJsonWriter_Close(json, ']');
}

static void writeScene(vlJsonWriter* json, const vlScene* scene)
{
    char hash[17];
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)vlScene_GetHash(scene));
    vlJsonWriter_Text(json, "name", vlScene_GetName(scene));
    vlJsonWriter_Integer(json, "bodies", vlScene_GetBodyCount(scene));
    vlJsonWriter_Integer(json, "joints", vlScene_GetJointCount(scene));
    vlJsonWriter_Integer(json, "devices", vlScene_GetDeviceCount(scene));
    vlJsonWriter_Text(json, "hash", hash);
    vlJsonWriter_Open(json, "notes", '[');
    for (int i = 0; i < vlScene_GetNoteCount(scene); ++i) {
        vlJsonWriter_Text(json, NULL, vlScene_GetNote(scene, i));
    }
    vlJsonWriter_Close(json, ']');
}

// Reads the scene twice: the first time for its faults, the second with the gains that are found.
static int readOne(const char* program, const char* word, const vlSceneOptions* sceneOptions,
                   vlScene** scene, vlFileErrors* errors)
{
    vlSceneSource source;
    vlSceneOptions own = *sceneOptions;
    const char* sets[MAX_SETS + VL_MAX_TUNED_SETS];
    vlTunedGains gains;
    int status = vlSceneSource_Find(program, word, &source);
    if (status != VL_EXIT_OK) {
        vlFileError* error = &errors->item[errors->count++];
        (void)snprintf(error->file, sizeof error->file, "%s", word);
        (void)snprintf(error->message, sizeof error->message, "no such scene");
        errors->total = 1;
        return status;
    }
    vlResult r = vlSceneSource_Read(&source, sceneOptions, scene, errors);
    vlScene_Destroy(*scene);
    *scene = NULL;
    if (r != VL_OK) {
        vlSceneSource_BlameSet(&source, sceneOptions, errors);
        return r == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    status = vlTunedGains_Load(program, &source, &own, sets, &(vlTunedFor){.specCount = 0}, &gains,
                               scene);
    return status == VL_EXIT_OK && !vlReach_CheckScene(program, *scene) ? VL_EXIT_FILE : status;
}

static int writeOne(vlJsonWriter* json, const char* program, const char* word,
                    const vlSceneOptions* sceneOptions)
{
    vlScene* scene = NULL;
    vlFileErrors errors = {.count = 0};
    int status = readOne(program, word, sceneOptions, &scene, &errors);
    bool isValid = status == VL_EXIT_OK;
    vlJsonWriter_Open(json, NULL, '{');
    vlJsonWriter_Text(json, "scene", word);
    vlJsonWriter_Bool(json, "valid", isValid);
    if (isValid) {
        writeScene(json, scene);
    }
    writeErrors(json, &errors);
    vlJsonWriter_Close(json, '}');
    vlScene_Destroy(scene);
    return status;
}

static int writeAll(const char* program, const Arguments* a, const vlSceneOptions* sceneOptions)
{
    vlJsonWriter json = {stdout, 0, true};
    int worst = VL_EXIT_OK;
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Open(&json, "scenes", '[');
    for (int i = 0; i < a->count; ++i) {
        int status = writeOne(&json, program, a->words[i], sceneOptions);
        worst = status > worst ? status : worst;
    }
    vlJsonWriter_Close(&json, ']');
    vlJsonWriter_Close(&json, '}');
    return worst;
}

// Reading a scene tries every part of it in a small world (src/scene/dry_run.c), so that nothing
// has to be built here: a few bytes can ask for a large world.
static int checkOne(const char* program, const char* word, const vlSceneOptions* sceneOptions)
{
    vlSceneSource source;
    vlScene* scene = NULL;
    vlSceneOptions own = *sceneOptions;
    const char* sets[MAX_SETS + VL_MAX_TUNED_SETS];
    vlTunedGains gains;
    int status = vlSceneSource_Find(program, word, &source);
    if (status == VL_EXIT_OK) {
        status = vlTunedGains_Load(program, &source, &own, sets, &(vlTunedFor){.specCount = 0},
                                   &gains, &scene);
    }
    if (status != VL_EXIT_OK) {
        return status;
    }
    if (vlReach_CheckScene(program, scene)) {
        int bodies = vlScene_GetBodyCount(scene);
        vlSay(stdout, "%s: %s, %d bod%s, hash %016llx\n", word, vlScene_GetName(scene), bodies,
              bodies == 1 ? "y" : "ies", (unsigned long long)vlScene_GetHash(scene));
        vlTunedGains_Say(&source, scene, &gains);
        advise(word, scene);
    } else {
        status = VL_EXIT_FILE;
    }
    vlScene_Destroy(scene);
    return status;
}

int vlCmd_Check(int argc, char** argv)
{
    Arguments arguments = {.count = 0};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    vlSceneOptions sceneOptions = {.sets = arguments.sets,
                                   .setCount = arguments.setCount,
                                   .cacheFolder =
                                       arguments.noCache ? NULL : vlSceneSource_CacheFolder()};
    if (arguments.isJson) {
        return writeAll(argv[0], &arguments, &sceneOptions);
    }
    int worst = VL_EXIT_OK;
    for (int i = 0; i < arguments.count; ++i) {
        int status = checkOne(argv[0], arguments.words[i], &sceneOptions);
        worst = status > worst ? status : worst;
    }
    return worst;
}
