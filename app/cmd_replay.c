// SPDX-License-Identifier: MIT
// volar replay: simulates a recording again and compares bit for bit, or plays it to the viewer.

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <volar/volar.h>

#include "app/annotate/recorded_states.h"
#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/devices/program_brake.h"
#include "app/live/announce.h"
#include "app/live/front.h"
#include "app/live/viewer.h"

typedef struct Arguments {
    const char* file;
    bool mustCheck;
    vlViewer viewer;
} Arguments;

enum { OPTION_VIEWER = 256 };

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'c': a->mustCheck = true; return 0;
    case OPTION_VIEWER:
        a->viewer.isWanted = true;
        text = text != NULL ? text : vlArguments_TakeNext(state, vlViewer_IsAddress);
        if (text != NULL && !vlViewer_Parse(text, &a->viewer)) {
            vlArguments_Fail(state, "--viewer is '%s'; expected ADDR:PORT, e.g. localhost:8460",
                             text);
        }
        return 0;
    case ARGP_KEY_ARG: vlArguments_TakeRecording(state, text, &a->file); return 0;
    case ARGP_KEY_END: vlArguments_NeedRecording(state, a->file); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"check", 'c', NULL, 0, "Simulate again and compare (default, unless --viewer is given)", 0},
    {"viewer", OPTION_VIEWER, "ADDR:PORT", OPTION_ARG_OPTIONAL,
     "Play the recording in the viewer, served at this address (default: 127.0.0.1:8460, or the "
     "next free port)",
     0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "FILE",
    "Simulates a recording again and compares bit for bit, or plays it in a browser."
    "\vA recording of 'volar run --record' contains the scene and all user input; the same version "
    "of the program computes the same bits from it. Playback pauses at the end.\n\n"
    "Examples:\n"
    "  volar replay run.vlr\n"
    "  volar replay run.vlr --viewer\n\n"
    "Exit status: 0 success, 1 the simulation differs from the recording, 2 bad usage, 3 the file "
    "cannot be read.",
    NULL,
    NULL,
    NULL};

// The scene in the recording; NULL after an error message.
static vlScene* readScene(const char* program, const char* file, const vlRecording* recording)
{
    size_t size;
    const char* text = vlRecording_GetSceneText(recording, &size);
    vlSceneOptions sceneOptions = {.refuseFiles = true};
    vlFileErrors errors = {.count = 0};
    vlScene* scene = NULL;
    vlResult r = vlScene_ReadText(text, size, file, &sceneOptions, &scene, &errors);
    if (r != VL_OK) {
        vlSay(stderr, "%s: the scene in '%s' cannot be read: %s\n", program, file,
              errors.count > 0 ? errors.item[0].message : vlResult_Text(r));
        return NULL;
    }
    return scene;
}

// Reports what the recording lacks of its run.
static void printGaps(const char* file, const vlRecordingInfo* info)
{
    if (info->lostSteps > 0) {
        vlSay(stderr, "%s: %llu steps were lost during recording\n", file,
              (unsigned long long)info->lostSteps);
    }
    if (!info->isComplete) {
        vlSay(stderr, "%s: the recording was cut off; it contains the first %.3f s\n", file,
              info->lastTime);
    }
}

static int check(const char* program, const char* file, const vlRecording* recording,
                 const vlScene* scene)
{
    vlReplayReport report;
    char message[256] = "";
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    if (info.isTwoRate) {
        vlSay(stderr,
              "%s: '%s' is a recording with --two-rate, which depends on the clock and "
              "cannot be repeated; --viewer shows it\n",
              program, file);
        return VL_EXIT_FAILED;
    }
    vlResult r = vlRecording_Verify(recording, &report, message, sizeof message);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", program, file,
              message[0] != '\0' ? message : vlResult_Text(r));
        return r == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    printGaps(file, &info);
    vlSay(stdout, "%s: %s, %llu steps of %g ms, %llu inputs\n", file, vlScene_GetName(scene),
          (unsigned long long)info.steps, 1e3 * info.step, (unsigned long long)info.inputs);
    if (report.isEqual) {
        vlSay(stdout, "same bits in all %llu steps%s\n", (unsigned long long)report.stepsCompared,
              report.hasGaps ? " before the first gap" : "");
        vlOutput_Flush(); // playing may follow
        return VL_EXIT_OK;
    }
    const vlSceneBody* body = vlScene_GetBody(scene, report.body);
    vlSay(stdout, "DIFFERENT from step %llu on (%.4f s)",
          (unsigned long long)report.firstDifference + 1, report.time);
    if (body != NULL) {
        vlSay(stdout, ": body %s, %.3g m apart", body->name, report.distance);
    }
    vlSay(stdout, "\n");
    return VL_EXIT_FAILED;
}

// Sends the scene to the viewers. The simulation serves only for its shapes and names.
static vlResult announce(vlServer* server, const vlScene* scene, const vlRecording* recording)
{
    vlSimulation* simulation = NULL;
    const char* name = vlScene_GetName(scene);
    vlLiveScenes scenes = {&name, 1, NULL, NULL};
    vlResult r = vlSimulation_Create(scene, &simulation, NULL, 0);
    r = r == VL_OK ? vlAnnounce_Scene(server, simulation, &scenes, recording) : r;
    vlSimulation_Destroy(simulation);
    return r;
}

static void showStates(void* server, const char* json, size_t size)
{
    (void)!vlServer_SetStates(server, json, size); // without memory the page has no timeline
}

// Plays until a signal comes; takes over the scene and the recording.
static int play(const char* program, const Arguments* a, vlRecording* recording, vlScene* scene)
{
    vlServer* server = NULL;
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    printGaps(a->file, &info);
    int status = vlProgramBrake_Begin(program, false);
    status = status == VL_EXIT_OK ? vlViewer_Start(program, &a->viewer, &server) : status;
    if (status == VL_EXIT_OK) {
        vlLiveDef def = {.scene = scene, .recording = recording, .server = server};
        vlFrontDef front = {.program = program, .server = server, .isPlaying = true};
        vlResult r = announce(server, scene, recording);
        r = r == VL_OK ? vlLive_Start(&def, &front.live) : r;
        if (r == VL_OK) {
            scene = NULL;
            recording = NULL;
            vlRecordedStates* states = vlRecordedStates_Start(a->file, showStates, server);
            vlFront_Watch(&front);
            vlRecordedStates_Stop(states);
            vlLive_Stop(front.live, NULL);
            vlLive_Destroy(front.live);
        } else {
            vlSay(stderr, "%s: %s\n", program, vlResult_Text(r));
            status = VL_EXIT_FAILED;
        }
    }
    vlServer_Stop(server);
    vlScene_Destroy(scene);
    vlRecording_Close(recording);
    return status;
}

int vlCmd_Replay(int argc, char** argv)
{
    Arguments arguments = {.viewer = vlViewer_Default()};
    arguments.viewer.isWanted = false;
    vlArguments_Parse(&parser, argc, argv, &arguments);
    vlRecording* recording = NULL;
    char message[256] = "";
    vlResult r = vlRecording_Open(arguments.file, &recording, message, sizeof message);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", argv[0], message[0] != '\0' ? message : vlResult_Text(r));
        return r == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    vlScene* scene = readScene(argv[0], arguments.file, recording);
    if (scene == NULL) {
        vlRecording_Close(recording);
        return VL_EXIT_FILE;
    }
    int status = VL_EXIT_OK;
    if (arguments.mustCheck || !arguments.viewer.isWanted) {
        status = check(argv[0], arguments.file, recording, scene);
    }
    if (arguments.viewer.isWanted) {
        int played = play(argv[0], &arguments, recording, scene);
        return status != VL_EXIT_OK ? status : played;
    }
    vlScene_Destroy(scene);
    vlRecording_Close(recording);
    return status;
}
