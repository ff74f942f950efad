// SPDX-License-Identifier: MIT
// volar run: simulates a scene, shows it in a browser, records it, tells what became of it.

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <volar/volar.h>

#include "app/cmd.h"
#include "app/live/announce.h"
#include "app/live/front.h"
#include "app/live/viewer.h"
#include "app/scene_picker.h"

#define MAX_SETS 64

typedef struct Arguments {
    const char* scene;
    double seconds;
    bool isFast, isRealTime;
    bool isViewerNamed;
    vlViewer viewer;
    const char* record;
    bool mayOverwrite;
    const char* sets[MAX_SETS];
    int setCount;
} Arguments;

enum { OPTION_FAST = 256, OPTION_REALTIME, OPTION_VIEWER, OPTION_NO_VIEWER, OPTION_FORCE };

static void parseSeconds(Arguments* a, const char* text, struct argp_state* state)
{
    char* end;
    a->seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(a->seconds > 0.0) || a->seconds > 1e6) {
        argp_error(state, "--seconds is '%s'; expected a number above 0, at most 1e6", text);
    }
}

static void parseViewer(Arguments* a, char* text, struct argp_state* state)
{
    a->isViewerNamed = true;
    text = text != NULL ? text : vlCmd_TakeNext(state, vlViewer_IsAddress);
    if (text != NULL && !vlViewer_Parse(text, &a->viewer)) {
        argp_error(state, "--viewer is '%s'; expected ADDR:PORT, e.g. 127.0.0.1:8460", text);
    }
}

static void checkTogether(const Arguments* a, struct argp_state* state)
{
    if (a->isFast && a->isRealTime) {
        argp_error(state, "--fast and --realtime exclude each other");
    }
    if (a->isViewerNamed && !a->viewer.isWanted) {
        argp_error(state, "--viewer and --no-viewer exclude each other");
    }
    if (a->mayOverwrite && a->record == NULL) {
        argp_error(state, "--force is about the file of --record, which is missing");
    }
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 's': parseSeconds(a, text, state); return 0;
    case OPTION_FAST: a->isFast = true; return 0;
    case OPTION_REALTIME: a->isRealTime = true; return 0;
    case OPTION_VIEWER: parseViewer(a, text, state); return 0;
    case OPTION_NO_VIEWER: a->viewer.isWanted = false; return 0;
    case 'r': a->record = text; return 0;
    case OPTION_FORCE: a->mayOverwrite = true; return 0;
    case 'S':
        if (a->setCount == MAX_SETS) {
            argp_error(state, "more than %d values to set", MAX_SETS);
        }
        a->sets[a->setCount++] = text;
        return 0;
    case ARGP_KEY_ARG:
        if (a->scene != NULL) {
            argp_error(state, "one scene at a time; found also '%s'", text);
        }
        a->scene = text;
        return 0;
    case ARGP_KEY_END: checkTogether(a, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"seconds", 's', "N", 0, "Simulate N seconds, then end (default: until Ctrl-C)", 0},
    {"realtime", OPTION_REALTIME, NULL, 0, "Keep step with the clock (default)", 0},
    {"fast", OPTION_FAST, NULL, 0, "Simulate as fast as possible", 0},
    {"viewer", OPTION_VIEWER, "ADDR:PORT", OPTION_ARG_OPTIONAL,
     "Serve the viewer there (default: 127.0.0.1:8460, or the next free port)", 0},
    {"no-viewer", OPTION_NO_VIEWER, NULL, 0, "Serve no viewer", 0},
    {"record", 'r', "FILE", 0, "Record the run in FILE, which must not exist yet", 0},
    {"force", OPTION_FORCE, NULL, 0, "Let --record overwrite FILE", 0},
    {"set", 'S', "PATH=VALUE", 0,
     "Change a value of the scene, e.g. bodies.weight.mass=3; may be given again", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[SCENE]",
    "Simulates a scene, shows it in a browser and reports on it."
    "\vSCENE is the name of a built-in scene ('volar scene --list') or a file (default: blocks). "
    "The status goes to standard error, the table at the end to standard output. Ctrl-C ends a run "
    "and finishes its recording.\n\n"
    "Examples:\n"
    "  volar run\n"
    "  volar run my.yaml --set world.gravity=[0,0,-1.6]\n"
    "  volar run stack --seconds 10 --fast --no-viewer\n"
    "  volar run --record run.vlr --seconds 60\n\n"
    "Exit status: 0 good, 1 the run or its recording failed, 2 bad usage, 3 a file cannot be read "
    "or written.",
    NULL,
    NULL,
    NULL};

// Everything a run holds, in the order in which it is made.
typedef struct Run {
    const char* program;
    const Arguments* arguments;
    vlScenePicker picker;
    vlScene* scene;
    vlSimulation* simulation;
    vlServer* server;
    vlRecorder* recorder;
    vlLive* live;
} Run;

static int loadScene(Run* run)
{
    const Arguments* a = run->arguments;
    vlSceneSource source;
    vlSceneOptions sceneOptions = {a->sets, a->setCount, false};
    char message[256] = "";
    int status = vlSceneSource_Find(run->program, a->scene != NULL ? a->scene : "blocks", &source);
    status = status == VL_EXIT_OK
                 ? vlSceneSource_Load(run->program, &source, &sceneOptions, &run->scene)
                 : status;
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlScenePicker_Init(&run->picker, &source, &sceneOptions, vlScene_GetName(run->scene));
    vlResult r = vlSimulation_Create(run->scene, &run->simulation, message, sizeof message);
    if (r != VL_OK) {
        fprintf(stderr, "%s: %s: %s\n", run->program, source.name,
                message[0] != '\0' ? message : vlResult_Text(r));
        return r == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

static int checkRecord(const Run* run)
{
    const Arguments* a = run->arguments;
    struct stat info;
    if (a->record != NULL && !a->mayOverwrite && stat(a->record, &info) == 0 &&
        S_ISREG(info.st_mode)) {
        fprintf(stderr, "%s: '%s' exists; --force overwrites it\n", run->program, a->record);
        return VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

static int startRecorder(Run* run)
{
    const Arguments* a = run->arguments;
    char message[256] = "";
    if (a->record == NULL) {
        return VL_EXIT_OK;
    }
    // Nobody waits for a fast run, so it can wait for the disk.
    vlRecorderDef def = {.mayWait = a->isFast};
    vlResult r = vlRecorder_Create(a->record, run->simulation, &def, &run->recorder, message,
                                   sizeof message);
    if (r != VL_OK) {
        fprintf(stderr, "%s: %s\n", run->program, message[0] != '\0' ? message : vlResult_Text(r));
        return VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

// While recording there is only one scene to choose from.
static vlLiveScenes scenesOf(Run* run)
{
    static const char* only[1];
    vlLiveScenes scenes = vlScenePicker_GetScenes(&run->picker);
    if (run->recorder != NULL) {
        only[0] = run->picker.firstName;
        scenes = (vlLiveScenes){only, 1, NULL, NULL};
    }
    return scenes;
}

static int startLive(Run* run)
{
    const Arguments* a = run->arguments;
    vlLiveDef def = {.scene = run->scene,
                     .simulation = run->simulation,
                     .seconds = a->seconds,
                     .isFast = a->isFast,
                     .server = run->server,
                     .recorder = run->recorder,
                     .scenes = scenesOf(run)};
    vlResult r = VL_OK;
    if (run->server != NULL) {
        r = vlAnnounce_Scene(run->server, run->simulation, &def.scenes);
    }
    r = r == VL_OK ? vlLive_Start(&def, &run->live) : r;
    if (r != VL_OK) {
        fprintf(stderr, "%s: %s\n", run->program, vlResult_Text(r));
        return VL_EXIT_FAILED;
    }
    run->scene = NULL;
    run->simulation = NULL;
    return VL_EXIT_OK;
}

// Says last what makes the run a failure, and returns its status.
static int judge(const Run* run, const vlRunReport* report)
{
    const vlRecorderStatus* r = &report->recording;
    int status = VL_EXIT_OK;
    if (report->status.frozenBodies > 0) {
        fprintf(stderr, "%s: %s; %d in all\n", run->program, vlResult_Text(VL_ERROR_DIVERGED),
                report->status.frozenBodies);
        status = VL_EXIT_FAILED;
    }
    if (r->systemError != 0) {
        fprintf(stderr, "%s: '%s' holds only the beginning: %s\n", run->program, report->recordPath,
                strerror(r->systemError));
        status = VL_EXIT_FAILED;
    } else if (r->lostSteps > 0) {
        fprintf(stderr, "%s: '%s' lacks %llu steps: the disk could not keep up\n", run->program,
                report->recordPath, (unsigned long long)r->lostSteps);
        status = VL_EXIT_FAILED;
    }
    return status;
}

static int finish(Run* run)
{
    const Arguments* a = run->arguments;
    vlRunReport report = {.seconds = a->seconds, .viewers = -1, .recordPath = a->record};
    vlLive_Stop(run->live, &report.status);
    if (run->recorder != NULL) {
        // Its status tells what went wrong.
        (void)vlRecorder_Close(run->recorder, &report.recording);
        run->recorder = NULL;
    }
    vlReport_PrintTable(&report, stdout);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "%s: the table cannot be written\n", run->program);
        return VL_EXIT_FAILED;
    }
    return judge(run, &report);
}

int vlCmd_Run(int argc, char** argv)
{
    Arguments arguments = {.viewer = vlViewer_Default()};
    vlCmd_Parse(&parser, argc, argv, &arguments);
    Run run = {.program = argv[0], .arguments = &arguments};
    int status = loadScene(&run);
    status = status == VL_EXIT_OK ? checkRecord(&run) : status;
    if (status == VL_EXIT_OK) {
        vlFront_TakeSignals();
        status = vlViewer_Start(run.program, &arguments.viewer, &run.server);
    }
    // The recorder last of all that can fail: it empties the file it is to write.
    status = status == VL_EXIT_OK ? startRecorder(&run) : status;
    status = status == VL_EXIT_OK ? startLive(&run) : status;
    if (status == VL_EXIT_OK) {
        vlFrontDef front = {.program = run.program,
                            .live = run.live,
                            .server = run.server,
                            .recorder = run.recorder,
                            .recordPath = arguments.record,
                            .seconds = arguments.seconds};
        vlFront_Watch(&front);
        status = finish(&run);
    }
    if (run.recorder != NULL) {
        (void)vlRecorder_Close(run.recorder, NULL);
    }
    vlServer_Stop(run.server);
    vlLive_Destroy(run.live);
    vlSimulation_Destroy(run.simulation);
    vlScene_Destroy(run.scene);
    return status;
}
