// SPDX-License-Identifier: MIT
// volar run: simulates a scene, shows it in a browser, records it, reports on it.

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <volar/volar.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cli/tuned_gains.h"
#include "app/cmd.h"
#include "app/devices/device_name.h"
#include "app/devices/program_brake.h"
#include "app/live/announce.h"
#include "app/live/front.h"
#include "app/live/report_json.h"
#include "app/live/run_arguments.h"
#include "app/live/run_files.h"
#include "app/live/scene_picker.h"
#include "base/file_in.h"
#include "base/file_out.h"

// Between two checks whether the contact states of the last steps are known.
#define FINISH_POLL_NS 2000000L

// Everything that belongs to a run, in the order in which it is created.
typedef struct Run {
    const char* program;
    const vlRunArguments* arguments;
    vlScenePicker picker;
    vlSceneSource source;
    const char* sets[VL_RUN_MAX_SETS + VL_MAX_TUNED_SETS]; // all overrides of the scene
    vlSimulatedDeviceDef known[VL_MAX_DEVICES];            // real devices of which a model is known
    vlTunedFor tunedFor;
    vlTunedGains gains;
    vlScene* scene;
    vlSimulation* simulation;
    vlDevice* devices[VL_MAX_DEVICES];
    vlServer* server;
    vlRecorder* recorder;
    vlRunLog* log;
    vlStateWatch* watch;
    vlLive* live;
    vlMachine machine;
    vlAdviceSet given; // advice already printed at the start
} Run;

static int findScene(Run* run)
{
    const vlRunArguments* a = run->arguments;
    run->tunedFor = (vlTunedFor){.specs = a->devices.text,
                                 .specCount = a->devices.count,
                                 .contactRate = a->isTwoRate ? a->contactRate : 0.0};
    if (a->text != NULL) {
        run->source = (vlSceneSource){a->text->name, a->text};
        return VL_EXIT_OK;
    }
    return vlSceneSource_Find(run->program, a->scene != NULL ? a->scene : "blocks", &run->source);
}

static int loadScene(Run* run)
{
    const vlRunArguments* a = run->arguments;
    const vlSceneSource* source = &run->source;
    vlSceneOptions sceneOptions = {.sets = a->sets,
                                   .setCount = a->setCount,
                                   .cacheFolder = a->noCache ? NULL : vlSceneSource_CacheFolder()};
    char message[256] = "";
    int status = vlTunedGains_Load(run->program, source, &sceneOptions, run->sets, &run->tunedFor,
                                   &run->gains, &run->scene);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlScenePicker_Init(&run->picker, source, &sceneOptions, vlScene_GetName(run->scene));
    vlResult r = vlSimulation_Create(run->scene, &run->simulation, message, sizeof message);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", run->program, source->name,
              message[0] != '\0' ? message : vlResult_Text(r));
        return r == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

// Once the real devices are open, their models are known, and with those their couplings: the scene
// is read again for them, unless it states its gains.
static int tuneForModels(Run* run)
{
    bool isNew = false;
    for (int i = 0; i < vlScene_GetDeviceCount(run->scene); ++i) {
        const vlDevice* device = run->devices[i];
        vlDeviceFile file;
        if (device != NULL && !vlScene_GetDevice(run->scene, i)->hasGains &&
            vlDeviceName_FindModel(vlDevice_GetInfo(device)->model, &file)) {
            run->known[i] = file.def;
            run->tunedFor.known[i] = &run->known[i];
            run->tunedFor.isDelayAssumed[i] = !vlDeviceFile_StatesDelay(&file);
            isNew = true;
        }
    }
    int status = VL_EXIT_OK;
    if (isNew) {
        vlSimulation_Destroy(run->simulation);
        vlScene_Destroy(run->scene);
        run->simulation = NULL;
        run->scene = NULL;
        status = loadScene(run);
    }
    for (int i = 0; isNew && status == VL_EXIT_OK && i < VL_MAX_DEVICES; ++i) {
        vlResult r =
            run->devices[i] == NULL
                ? VL_OK
                : vlSimulation_SetDeviceInfo(run->simulation, i, vlDevice_GetInfo(run->devices[i]));
        if (r != VL_OK) {
            vlSay(stderr, "%s: %s\n", run->program, vlResult_Text(r));
            status = VL_EXIT_FAILED;
        }
    }
    if (status == VL_EXIT_OK) {
        vlTunedGains_Say(&run->source, run->scene, &run->gains);
    }
    return status;
}

// Is the file the scene, one of its meshes, or the measurements that a device plays?
static bool isInput(const Run* run, const char* path)
{
    static const char replay[] = "replay:";
    const vlRunArguments* a = run->arguments;
    bool isIt = a->scene != NULL && vlFileOut_Collide(a->scene, path);
    for (int i = 0; i < vlScene_GetFileCount(run->scene); ++i) {
        isIt = isIt || vlFileOut_Collide(vlScene_GetFile(run->scene, i), path);
    }
    for (int i = 0; i < a->devices.count; ++i) {
        const char* at = strstr(a->devices.text[i], replay);
        isIt = isIt || (at != NULL && vlFileOut_Collide(at + sizeof replay - 1, path));
    }
    for (int i = 0; i < vlScene_GetDeviceCount(run->scene); ++i) {
        const vlSceneDevice* device = vlScene_GetDevice(run->scene, i);
        isIt = isIt ||
               (strcmp(device->backend, "replay") == 0 && vlFileOut_Collide(device->address, path));
    }
    return isIt;
}

// May the file at `path` be written? NULL: no file is to be written.
static int checkOutput(const Run* run, const char* path, const char* kind)
{
    if (path != NULL && !vlOutput_MayWrite(run->program, path, run->arguments->mayOverwrite)) {
        return VL_EXIT_FILE;
    }
    if (path != NULL && isInput(run, path)) {
        vlSay(stderr, "%s: '%s' is read by this run; choose another name for the %s\n",
              run->program, path, kind);
        return VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

static int startRecorder(Run* run)
{
    const vlRunArguments* a = run->arguments;
    char message[256] = "";
    if (a->record == NULL) {
        return VL_EXIT_OK;
    }
    // A fast run has no deadlines, so it may wait for the disk.
    vlRecorderDef def = {
        .mayWait = a->isFast, .isTwoRate = a->isTwoRate, .mustBeNew = !a->mayOverwrite};
    vlResult r = vlRecorder_Create(a->record, run->simulation, &def, &run->recorder, message,
                                   sizeof message);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", run->program, message[0] != '\0' ? message : vlResult_Text(r));
        return VL_EXIT_FILE;
    }
    return VL_EXIT_OK;
}

static int startLog(Run* run)
{
    const vlRunArguments* a = run->arguments;
    if (a->log == NULL) {
        return VL_EXIT_OK;
    }
    int error = vlRunLog_Open(a->log, run->simulation, a->logRate, a->mayOverwrite, &run->log);
    if (error != 0) {
        char reason[128];
        vlSay(stderr, "%s: cannot write '%s': %s\n", run->program, a->log,
              vlFileIn_Explain(error, reason, sizeof reason));
    }
    return error == 0 ? VL_EXIT_OK : VL_EXIT_FILE;
}

// Contact states are named for --annotate, and for viewers that ask for them.
static int startWatch(Run* run)
{
    bool isPrinted = run->arguments->isAnnotated;
    if (!isPrinted && run->server == NULL) {
        return VL_EXIT_OK;
    }
    vlResult r = vlStateWatch_Start(run->server, isPrinted, &run->watch);
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", run->program, vlResult_Text(r));
    }
    return r == VL_OK ? VL_EXIT_OK : VL_EXIT_FAILED;
}

// Waits for the contact states of the last steps and prints them.
static void finishWatch(Run* run)
{
    vlTerminal terminal = vlTerminal_Open(stderr);
    bool isFinished = run->watch == NULL || !run->arguments->isAnnotated;
    while (!isFinished) {
        isFinished = vlStateWatch_IsFinished(run->watch);
        vlFront_PrintStates(run->watch, &terminal);
        if (!isFinished) {
            (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, FINISH_POLL_NS}, NULL);
        }
    }
    vlStateWatch_Stop(run->watch);
    run->watch = NULL;
}

// While recording or logging, or with a device connected, there is only one scene to choose from.
static vlLiveScenes scenesOf(Run* run)
{
    static const char* only[1];
    vlLiveScenes scenes = vlScenePicker_GetScenes(&run->picker);
    bool isConnected = false;
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        isConnected = isConnected || run->devices[i] != NULL;
    }
    if (run->recorder != NULL || run->log != NULL || isConnected) {
        only[0] = run->picker.firstName;
        scenes = (vlLiveScenes){only, 1, NULL, NULL};
    }
    return scenes;
}

static int startLive(Run* run)
{
    const vlRunArguments* a = run->arguments;
    vlLiveDef def = {.scene = run->scene,
                     .simulation = run->simulation,
                     .seconds = a->seconds,
                     .isFast = a->isFast,
                     .isTwoRate = a->isTwoRate,
                     .contactRate = a->contactRate,
                     .server = run->server,
                     .recorder = run->recorder,
                     .log = run->log,
                     .watch = run->watch,
                     .scenes = scenesOf(run)};
    memcpy(def.devices, run->devices, sizeof def.devices);
    vlResult r = VL_OK;
    if (run->server != NULL) {
        r = vlAnnounce_Scene(run->server, run->simulation, &def.scenes, NULL);
    }
    r = r == VL_OK ? vlLive_Start(&def, &run->live) : r;
    if (r != VL_OK) {
        vlSay(stderr, "%s: %s\n", run->program, vlResult_Text(r));
        return VL_EXIT_FAILED;
    }
    run->scene = NULL;
    run->simulation = NULL;
    memset(run->devices, 0, sizeof run->devices);
    return VL_EXIT_OK;
}

// Prints why the run failed, if it did, and returns the exit status.
static int judge(const Run* run, const vlRunReport* report)
{
    int status = VL_EXIT_OK;
    if (report->status.frozenBodies > 0) {
        vlSay(stderr, "%s: %s; %d in all\n", run->program, vlResult_Text(VL_ERROR_DIVERGED),
              report->status.frozenBodies);
        status = VL_EXIT_FAILED;
    }
    if (!vlRunFiles_Judge(run->program, report)) {
        status = VL_EXIT_FAILED;
    }
    for (int i = 0; i < report->status.deviceCount && run->arguments->mustBePassive; ++i) {
        const vlDeviceStatus* device = &report->status.devices[i];
        if (device->audit.isActive) {
            vlSay(stderr, "%s: the virtual world was not passive at device '%s'\n", run->program,
                  device->name);
            status = VL_EXIT_FAILED;
        }
    }
    return status;
}

static int finish(Run* run)
{
    const vlRunArguments* a = run->arguments;
    vlRunReport report = {.seconds = a->seconds,
                          .viewers = -1,
                          .recordPath = a->record,
                          .logPath = a->log,
                          .machine = &run->machine,
                          .given = run->given};
    vlLive_Stop(run->live, &report.status);
    vlEnding_Answer();
    bool isFirst = strcmp(report.status.scene, run->picker.firstName) == 0;
    report.gains = isFirst ? &run->gains : NULL; // a viewer may have chosen another scene
    finishWatch(run);
    if (run->recorder != NULL) {
        // The status says what went wrong.
        (void)vlRecorder_Close(run->recorder, &report.recording);
        run->recorder = NULL;
    }
    vlRunLog_Close(run->log, &report.log);
    run->log = NULL;
    if (a->isJson) {
        vlReport_PrintJson(&report);
    } else {
        vlReport_PrintTable(&report, stdout);
    }
    vlOutput_Flush();
    return judge(run, &report);
}

int vlCmd_RunWith(const char* program, const vlRunArguments* arguments)
{
    Run run = {.program = program, .arguments = arguments};
    int status = findScene(&run);
    status = status == VL_EXIT_OK ? loadScene(&run) : status;
    status = status == VL_EXIT_OK ? checkOutput(&run, arguments->record, "recording") : status;
    status = status == VL_EXIT_OK ? checkOutput(&run, arguments->log, "log") : status;
    if (status == VL_EXIT_OK) {
        // Before a maker's library starts threads of its own.
        bool isNeeded = vlConnect_IsNeeded(run.scene, &arguments->devices);
        status = vlProgramBrake_Begin(run.program, isNeeded);
    }
    if (status == VL_EXIT_OK) {
        status = vlConnect_Open(run.program, run.simulation, &arguments->devices, arguments->isFast,
                                run.devices);
    }
    status = status == VL_EXIT_OK ? tuneForModels(&run) : status;
    if (status == VL_EXIT_OK) {
        status = vlViewer_Start(run.program, &arguments->viewer, &run.server);
    }
    // Recorder and log come last of all that can fail, because they replace their files.
    status = status == VL_EXIT_OK ? startRecorder(&run) : status;
    status = status == VL_EXIT_OK ? startLog(&run) : status;
    status = status == VL_EXIT_OK ? startWatch(&run) : status;
    status = status == VL_EXIT_OK ? startLive(&run) : status;
    if (status == VL_EXIT_OK) {
        run.given = vlFront_Demand(run.program, run.live, arguments->priority, &run.machine);
        vlFrontDef front = {.program = run.program,
                            .live = run.live,
                            .server = run.server,
                            .recorder = run.recorder,
                            .recordPath = arguments->record,
                            .log = run.log,
                            .logPath = arguments->log,
                            .watch = arguments->isAnnotated ? run.watch : NULL,
                            .seconds = arguments->seconds};
        vlFront_Watch(&front);
        status = finish(&run);
    }
    if (run.recorder != NULL) {
        (void)vlRecorder_Close(run.recorder, NULL);
    }
    vlRunLog_Close(run.log, NULL);
    vlStateWatch_Stop(run.watch);
    vlServer_Stop(run.server);
    vlLive_Destroy(run.live);
    vlMachine_Release(&run.machine);
    for (int i = 0; i < VL_MAX_DEVICES; ++i) {
        vlDevice_Close(run.devices[i]);
    }
    vlSimulation_Destroy(run.simulation);
    vlScene_Destroy(run.scene);
    return status;
}

int vlCmd_Run(int argc, char** argv)
{
    vlRunArguments arguments = vlRunArguments_Parse(argc, argv);
    return vlCmd_RunWith(argv[0], &arguments);
}
