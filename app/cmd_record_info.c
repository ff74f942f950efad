// SPDX-License-Identifier: MIT
// volar record-info: shows what a recording contains.

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <volar/record.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "base/json_writer.h"

typedef struct Arguments {
    const char* file;
    bool isJson;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'j': a->isJson = true; return 0;
    case ARGP_KEY_ARG: vlArguments_TakeRecording(state, text, &a->file); return 0;
    case ARGP_KEY_END: vlArguments_NeedRecording(state, a->file); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {{"json", 'j', NULL, 0, "Print as JSON", 0}, {0}};

static const struct argp parser = {
    options,
    parseOption,
    "FILE",
    "Shows what a recording contains. The whole file is read and its checksums are checked."
    "\vA recording that was cut off or is damaged can be read up to that place.\n\n"
    "Examples:\n"
    "  volar record-info run.vlr\n"
    "  volar record-info run.vlr --json\n\n"
    "Exit status: 0 success, 2 bad usage, 3 the file cannot be read.",
    NULL,
    NULL,
    NULL};

// Numbers that the recording does not store: they are counted here.
typedef struct Found {
    vlRecordingInfo info;
    uint64_t restarts;
    char scene[128]; // its name; "" if it cannot be read by this version
    int sceneBodies;
} Found;

// False without memory: it is then unknown whether the scene is sound.
static bool lookAt(const vlRecording* recording, Found* found)
{
    *found = (Found){.info = vlRecording_GetInfo(recording)};
    vlRecordedStep step;
    for (uint64_t i = 0; vlRecording_GetStep(recording, i, &step) == VL_OK; ++i) {
        for (int k = 0; k < step.inputCount; ++k) {
            vlInput input;
            found->restarts += vlRecording_GetInput(recording, i, k, &input) == VL_OK &&
                               input.kind == VL_INPUT_RESTART;
        }
    }
    size_t size;
    const char* text = vlRecording_GetSceneText(recording, &size);
    vlSceneOptions sceneOptions = {.refuseFiles = true};
    vlScene* scene = NULL;
    vlResult r = vlScene_ReadText(text, size, "recording", &sceneOptions, &scene, NULL);
    if (r == VL_OK) {
        snprintf(found->scene, sizeof found->scene, "%s", vlScene_GetName(scene));
        found->sceneBodies = vlScene_GetBodyCount(scene);
        vlScene_Destroy(scene);
    }
    return r != VL_ERROR_MEMORY;
}

static void printTable(const char* file, const Found* found)
{
    const vlRecordingInfo* info = &found->info;
    vlSay(stdout, "file              %s, %.3f MB\n", file, 1e-6 * (double)info->bytes);
    vlSay(stdout, "written by        volar %s, format %u\n", info->program, info->version);
    vlSay(stdout, "scene             %s, hash %016llx\n",
          found->scene[0] != '\0' ? found->scene : "(cannot be read by this version)",
          (unsigned long long)info->sceneHash);
    vlSay(stdout, "bodies            %d recorded", info->bodyCount);
    if (found->scene[0] != '\0') {
        vlSay(stdout, " of %d", found->sceneBodies);
    }
    vlSay(stdout, "\nsteps             %llu of %g ms, until %.3f s\n",
          (unsigned long long)info->steps, 1e3 * info->step, info->lastTime);
    vlSay(stdout, "views             %llu\n", (unsigned long long)info->views);
    vlSay(stdout, "inputs            %llu, %llu of them restarts\n",
          (unsigned long long)info->inputs, (unsigned long long)found->restarts);
    if (info->lostSteps > 0) {
        vlSay(stdout, "lost              %llu steps, because the disk was too slow\n",
              (unsigned long long)info->lostSteps);
    }
    if (!info->isComplete) {
        vlSay(stdout, "ended             no: cut off or damaged; %llu bytes cannot be read\n",
              (unsigned long long)info->unreadableBytes);
    } else if (info->unreadableBytes > 0) {
        vlSay(stdout, "ended             yes, with %llu bytes after the end\n",
              (unsigned long long)info->unreadableBytes);
    } else {
        vlSay(stdout, "ended             yes\n");
    }
}

static void printJson(const char* file, const Found* found)
{
    const vlRecordingInfo* info = &found->info;
    char hash[32];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)info->sceneHash);
    vlJsonWriter json = {stdout, 0, true};
    vlJsonWriter_Open(&json, NULL, '{');
    vlJsonWriter_Text(&json, "file", file);
    vlJsonWriter_Integer(&json, "bytes", (long)info->bytes);
    vlJsonWriter_Integer(&json, "unreadable_bytes", (long)info->unreadableBytes);
    vlJsonWriter_Bool(&json, "complete", info->isComplete);
    vlJsonWriter_Text(&json, "program", info->program);
    vlJsonWriter_Integer(&json, "version", (long)info->version);
    vlJsonWriter_Text(&json, "scene", found->scene);
    vlJsonWriter_Text(&json, "scene_hash", hash);
    vlJsonWriter_Integer(&json, "bodies", info->bodyCount);
    vlJsonWriter_Number(&json, "step_s", info->step);
    vlJsonWriter_Number(&json, "first_s", info->firstTime);
    vlJsonWriter_Number(&json, "last_s", info->lastTime);
    vlJsonWriter_Integer(&json, "steps", (long)info->steps);
    vlJsonWriter_Integer(&json, "lost_steps", (long)info->lostSteps);
    vlJsonWriter_Integer(&json, "views", (long)info->views);
    vlJsonWriter_Integer(&json, "inputs", (long)info->inputs);
    vlJsonWriter_Integer(&json, "restarts", (long)found->restarts);
    vlJsonWriter_Close(&json, '}');
}

int vlCmd_RecordInfo(int argc, char** argv)
{
    Arguments arguments = {NULL, false};
    vlArguments_Parse(&parser, argc, argv, &arguments);
    vlRecording* recording = NULL;
    char message[512] = "";
    vlResult r = vlRecording_Open(arguments.file, &recording, message, sizeof message);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", argv[0], message[0] != '\0' ? message : vlResult_Text(r));
        return VL_EXIT_FILE;
    }
    Found found;
    bool isKnown = lookAt(recording, &found);
    vlRecording_Close(recording);
    if (!isKnown) {
        vlSay(stderr, "%s: %s\n", argv[0], vlResult_Text(VL_ERROR_MEMORY));
        return VL_EXIT_FAILED;
    }
    if (arguments.isJson) {
        printJson(arguments.file, &found);
    } else {
        printTable(arguments.file, &found);
    }
    return VL_EXIT_OK;
}
