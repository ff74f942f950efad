// SPDX-License-Identifier: MIT
// volar tune: the stiffest coupling that a simulated device holds with a margin.

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <volar/scene.h>

#include <volar/scene_haptics.h>
#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cli/scene_source.h"
#include "app/cmd.h"
#include "app/devices/device_name.h"
#include "app/tune/tune_json.h"
#include "app/tune/tune_report.h"
#include "app/tune/tune_scene.h"

#define MAX_DEVICES 16
#define USUAL_MARGIN 2.0

enum { OPTION_TWO_RATE = 0x100, OPTION_NAME };

typedef struct Arguments {
    const char* devices[MAX_DEVICES];
    int count;
    double margin;      // NAN: not given
    double delay;       // s; NAN: not given
    double contactRate; // Hz; 0: contacts are found in each sample
    const char* scene;  // to write to; NULL: none
    const char* name;   // of the device there; NULL: the only one
    bool isPassive;
    bool isUnchecked, isJson;
} Arguments;

static void checkArguments(const Arguments* a, struct argp_state* state)
{
    if (a->count == 0) {
        vlArguments_Fail(state,
                         "name a device file or a preset: 'volar devices' lists the presets");
    }
    if (a->margin == 1.0 && !a->isPassive) {
        vlArguments_Fail(state, "--margin is 1; expected more, or --passive with it");
    }
    if (a->scene != NULL && a->count > 1) {
        vlArguments_Fail(state, "--write with %d devices; expected one", a->count);
    }
    if (a->name != NULL && a->scene == NULL) {
        vlArguments_Fail(state, "--name without --write; expected both");
    }
}

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* arguments = state->input;
    switch (key) {
    case 'm':
        arguments->margin = vlArguments_TakeNumber(state, "--margin", text, 1.0, 100.0);
        return 0;
    case 'd':
        arguments->delay = 1e-3 * vlArguments_TakeNumber(state, "--delay", text, 0.0, 100.0);
        return 0;
    case 'p': arguments->isPassive = true; return 0;
    case 'n': arguments->isUnchecked = true; return 0;
    case 'j': arguments->isJson = true; return 0;
    case OPTION_TWO_RATE:
        arguments->contactRate = vlArguments_TakeNumber(state, "--two-rate", text, 1.0, 1e4);
        return 0;
    case 'w': arguments->scene = text; return 0;
    case OPTION_NAME: arguments->name = text; return 0;
    case ARGP_KEY_ARG:
        if (arguments->count == MAX_DEVICES) {
            vlArguments_Fail(state, "more than %d devices", MAX_DEVICES);
        }
        arguments->devices[arguments->count++] = text;
        return 0;
    case ARGP_KEY_END: checkArguments(arguments, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"margin", 'm', "FACTOR", 0,
     "Factor by which the force may grow before the loop is unstable (default: 2), or with "
     "--passive before it is not passive (default: 1)",
     0},
    {"delay", 'd', "MS", 0,
     "Time from a measurement to its force, in milliseconds (default: what the device states)", 0},
    {"passive", 'p', NULL, 0,
     "Find the stiffest coupling that is passive for any hand, in place of one that is stable with "
     "a margin",
     0},
    {"two-rate", OPTION_TWO_RATE, "HZ", 0,
     "Contacts are found at this rate only; the coupling is softened until all strikes are stable "
     "and passive",
     0},
    {"write", 'w', "SCENE.yaml", 0,
     "Tune for a device of this scene, its tool and scale, and write the gains into the file", 0},
    {"name", OPTION_NAME, "NAME", 0, "The device of the scene, if it has several", 0},
    {"no-strikes", 'n', NULL, 0, "Do not test the result with 36 strikes", 0},
    {"json", 'j', NULL, 0, "Print the result as JSON", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "DEVICE|FILE...",
    "Finds the stiffest virtual coupling that a simulated device, a preset or one from a device "
    "file, holds with a margin."
    "\vA linear model of hand, device, delay, velocity filter, coupling, tool and wall is "
    "searched; the result is tested with strikes at a wall, simulated with renderer and world.\n\n"
    "Examples:\n  volar tune omega6\n  volar tune touch falcon --delay 1\n"
    "  volar tune sigma7 --margin 3\n  volar tune mine.yaml\n"
    "  volar tune omega6 --passive\n  volar tune sigma7 --two-rate 100\n"
    "  volar tune sigma7 --write my-scene.yaml\n\n"
    "Exit status: 0 success, 1 nothing meets the margin or a strike fails, 2 bad usage, 3 a bad "
    "device file, or a scene that cannot be written.",
    NULL,
    NULL,
    NULL};

// What is tuned: a device, alone or in a scene.
typedef struct Task {
    const char* program;
    const Arguments* arguments;
    const char* name;
    vlDeviceFile file;
    vlSimulatedDeviceDef device; // with the delay that counts
    vlScene* scene;              // NULL: none
    vlSceneDevice held;          // of the scene, as this device
    int place;
    vlJsonWriter* json; // NULL: a table is printed
} Task;

static int openScene(Task* task)
{
    const Arguments* a = task->arguments;
    vlSceneSource source = {.name = a->scene};
    vlSceneOptions sceneOptions = {.cacheFolder = vlSceneSource_CacheFolder()};
    int status = vlSceneSource_Load(task->program, &source, &sceneOptions, &task->scene);
    if (status != VL_EXIT_OK) {
        return status;
    }
    task->place = vlTuneScene_FindDevice(task->program, a->scene, task->scene, task->name,
                                         task->device.info.model, a->name);
    if (task->place < 0) {
        return VL_EXIT_FILE;
    }
    // A real device of the scene is tuned as this one, which stands for it.
    task->held = *vlScene_GetDevice(task->scene, task->place);
    task->held.backend = "simulated";
    task->held.model = &task->device;
    task->held.hasVelocityCut = false; // it is found and written too
    return VL_EXIT_OK;
}

// Finds the coupling of force or torque; `cut` 0: the filter too.
static vlResult tune(const Task* task, bool isAngular, double cut, vlTuneResult* result,
                     char* message, size_t size)
{
    const Arguments* a = task->arguments;
    vlTunerDef* def = &result->def;
    *result = (vlTuneResult){.def = vlDefaultTunerDef(&task->device)};
    if (task->scene != NULL &&
        vlSceneDevice_MakeTuner(task->scene, &task->held, isAngular, def) != VL_OK) {
        (void)snprintf(message, size, "device '%s' of %s has no coupling to tune", task->held.name,
                       a->scene);
        return VL_ERROR_ARGUMENT;
    }
    def->isAngular = isAngular;
    def->isPassive = a->isPassive;
    def->margin = !isnan(a->margin) ? a->margin : a->isPassive ? 1.0 : USUAL_MARGIN;
    def->cut = cut > 0.0 ? cut : def->cut;
    if (a->contactRate > def->device.info.rate) {
        (void)snprintf(message, size, "--two-rate is %g Hz; expected at most the device's %g",
                       a->contactRate, def->device.info.rate);
        return VL_ERROR_ARGUMENT;
    }
    vlResult r = vlTuner_Find(def, &result->found, message, size);
    if (r == VL_OK && !isAngular && a->contactRate > 0.0) {
        double stiffest = result->found.stiffness;
        result->contactRate = a->contactRate;
        r = vlTunedStrikes_Soften(def, vlTuneReport_GetTicks(result), &result->found, message,
                                  size);
        result->isSoftened = r == VL_OK && result->found.stiffness < stiffest;
    }
    return r;
}

static void sayTask(const Task* task, const vlTunerDef* def)
{
    const vlSimulatedDeviceDef* device = &def->device;
    double mass = device->mass;
    vlSay(stdout, "device            %s, %g kg, %g Hz\n", device->info.model, mass,
          device->info.rate);
    if (task->scene != NULL) {
        vlSay(stdout, "scene             %s, device '%s'", task->arguments->scene, task->held.name);
        if (def->toolMass > 0.0) {
            vlSay(stdout, ", which holds %.3g kg", def->toolMass);
        }
        vlSay(stdout, def->gain != 1.0 ? ", %g times the force at the device\n" : "\n", def->gain);
    }
    vlSay(stdout, "delay             %g ms%s\n",
          1e3 * (device->motors.delay + device->motors.jitter),
          !isnan(task->arguments->delay)          ? ""
          : vlDeviceFile_StatesDelay(&task->file) ? ", as the file states"
                                                  : ", assumed; set yours with --delay");
    if (task->arguments->contactRate > 0.0) {
        vlSay(stdout, "contacts          found %g times a second\n", task->arguments->contactRate);
    }
    vlDeviceName_SaySources(&task->file);
}

static int writeToScene(const Task* task, const vlTunedCoupling* found, const vlTunedCoupling* turn)
{
    return vlTuneScene_Write(task->program, task->arguments->scene, task->place, found, turn,
                             task->held.velocity == VL_VELOCITY_FILTER);
}

// As tuneTask, as JSON. What is not found is not written, and said on stderr.
static int writeTask(const Task* task)
{
    vlTuneOutcome outcome = {.name = task->name, .file = &task->file};
    const vlTuneResult* found = &outcome.found;
    char message[256] = "";
    vlResult result = tune(task, false, 0.0, &outcome.found, message, sizeof message);
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", task->program, task->name, message);
        return result == VL_ERROR_UNSTABLE ? VL_EXIT_FAILED : VL_EXIT_USAGE;
    }
    outcome.hasTurn =
        task->device.info.hasTorque &&
        tune(task, true, found->found.cut, &outcome.turn, message, sizeof message) == VL_OK;
    outcome.isStruck = !task->arguments->isUnchecked;
    bool isSound = !outcome.isStruck ||
                   vlTunedStrikes_Try(&found->def, &found->found, vlTuneReport_GetTicks(found),
                                      &outcome.tally, message, sizeof message);
    isSound = isSound && outcome.tally.unstable == 0 && outcome.tally.active == 0;
    int status = isSound ? VL_EXIT_OK : VL_EXIT_FAILED;
    if (isSound && task->scene != NULL) {
        status = writeToScene(task, &found->found, outcome.hasTurn ? &outcome.turn.found : NULL);
        outcome.writtenTo = status == VL_EXIT_OK ? task->arguments->scene : NULL;
    }
    vlTuneJson_Write(task->json, &outcome);
    return status;
}

static int tuneTask(Task* task)
{
    vlTuneResult found, turn;
    char message[256] = "";
    vlResult result = tune(task, false, 0.0, &found, message, sizeof message);
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", task->program, task->name, message);
        return result == VL_ERROR_UNSTABLE ? VL_EXIT_FAILED : VL_EXIT_USAGE;
    }
    sayTask(task, &found.def);
    vlTuneReport_SayCoupling(&found);
    bool hasTurn = false;
    if (task->device.info.hasTorque) {
        hasTurn = tune(task, true, found.found.cut, &turn, message, sizeof message) == VL_OK;
        if (hasTurn) {
            vlTuneReport_SayCoupling(&turn);
        } else {
            vlSay(stdout, "turning           %s\n", message);
        }
    }
    bool isSound = task->arguments->isUnchecked || vlTuneReport_Strike(task->program, &found);
    vlSay(stdout,
          "model             %s, one direction at a time, only these hands; table values from the "
          "maker or CHAI3D; not measured on hardware\n",
          task->device.mode.handleShare > 0.0 ? "one mode" : "rigid");
    vlTunedCoupling* turning = hasTurn ? &turn.found : NULL;
    if (!isSound) {
        return VL_EXIT_FAILED;
    }
    if (task->scene == NULL) {
        vlTuneReport_SayBlock(task->name, &found.found, turning);
        return VL_EXIT_OK;
    }
    int status = writeToScene(task, &found.found, turning);
    if (status == VL_EXIT_OK) {
        vlSay(stdout, "written           to device '%s' of %s\n", task->held.name,
              task->arguments->scene);
    }
    return status;
}

static int tuneDevice(const char* program, const Arguments* arguments, const char* name,
                      vlJsonWriter* json)
{
    Task task = {.program = program, .arguments = arguments, .name = name, .json = json};
    int status = VL_EXIT_OK;
    if (!vlDeviceName_Find(program, name, &task.file, &status)) {
        return status;
    }
    task.device = task.file.def;
    if (isnan(arguments->delay)) {
        task.device.motors.delay =
            vlSimulatedDevice_GetDelay(&task.device) - task.device.motors.jitter;
    } else {
        task.device.motors.delay = arguments->delay;
        task.device.statedDelay = 0.0;
    }
    status = arguments->scene != NULL ? openScene(&task) : VL_EXIT_OK;
    if (status == VL_EXIT_OK) {
        status = json != NULL ? writeTask(&task) : tuneTask(&task);
    }
    vlScene_Destroy(task.scene);
    return status;
}

int vlCmd_Tune(int argc, char** argv)
{
    Arguments arguments = {.margin = (double)NAN, .delay = (double)NAN};
    int status = VL_EXIT_OK;
    vlArguments_Parse(&parser, argc, argv, &arguments);
    vlJsonWriter json = {stdout, 0, true};
    if (arguments.isJson) {
        vlJsonWriter_Open(&json, NULL, '{');
        vlJsonWriter_Open(&json, "devices", '[');
    }
    for (int i = 0; i < arguments.count; ++i) {
        if (i > 0 && !arguments.isJson) {
            vlSay(stdout, "\n");
        }
        int one =
            tuneDevice(argv[0], &arguments, arguments.devices[i], arguments.isJson ? &json : NULL);
        status = one > status ? one : status;
    }
    if (arguments.isJson) {
        vlJsonWriter_Close(&json, ']');
        vlJsonWriter_Close(&json, '}');
    }
    return status;
}
