// SPDX-License-Identifier: MIT
// volar tune: the stiffest coupling that a simulated device holds with a margin.

#include <argp.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <volar/tuner.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/devices/device_name.h"
#include "models/strike_model.h"

#define MAX_DEVICES 16

typedef struct Arguments {
    const char* devices[MAX_DEVICES];
    int count;
    double margin;
    double delay; // s; NAN: not given
    bool isUnchecked;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* arguments = state->input;
    switch (key) {
    case 'm':
        arguments->margin = vlArguments_TakeNumber(state, "--margin", text, 1.01, 100.0);
        return 0;
    case 'd':
        arguments->delay = 1e-3 * vlArguments_TakeNumber(state, "--delay", text, 0.0, 100.0);
        return 0;
    case 'n': arguments->isUnchecked = true; return 0;
    case ARGP_KEY_ARG:
        if (arguments->count == MAX_DEVICES) {
            vlArguments_Fail(state, "more than %d devices", MAX_DEVICES);
        }
        arguments->devices[arguments->count++] = text;
        return 0;
    case ARGP_KEY_END:
        if (arguments->count == 0) {
            vlArguments_Fail(state,
                             "name a device file or a preset: 'volar devices' lists the presets");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"margin", 'm', "FACTOR", 0,
     "By how much the force may be larger before the loop is unstable (default: 2)", 0},
    {"delay", 'd', "MS", 0,
     "Time from a measurement to its force, in milliseconds (default: what the device states)", 0},
    {"no-strikes", 'n', NULL, 0, "Do not try the result by 36 strikes", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "DEVICE|FILE...",
    "Finds the stiffest virtual coupling that a simulated device, a preset or one of a device "
    "file, "
    "holds with a margin."
    "\vA linear model of hand, device, delay, velocity filter, coupling, tool and wall is "
    "searched; the "
    "result is tried by strikes at a wall through renderer and world.\n\n"
    "Examples:\n  volar tune omega6\n  volar tune touch falcon --delay 1\n"
    "  volar tune sigma7 --margin 3\n  volar tune mine.yaml\n\n"
    "Exit status: 0 success, 1 nothing meets the margin or a strike fails, 2 bad usage, 3 a bad "
    "device file.",
    NULL,
    NULL,
    NULL};

static const char* limitText(vlTunerLimit limit)
{
    switch (limit) {
    case VL_TUNER_MARGIN: return "a stiffer one has less margin";
    case VL_TUNER_COUNT: return "the friction would not still the tremble of an encoder's count";
    case VL_TUNER_RANGE: return "nothing stiffer was tried";
    }
    return "";
}

static void printCoupling(const char* title, const vlTunedCoupling* found, double table, double own,
                          bool isAngular)
{
    const char* stiffness = isAngular ? "N m/rad" : "N/m";
    const char* damping = isAngular ? "N m s/rad" : "N s/m";
    vlSay(stdout, "%-18s%.4g %s, %.3g %s, velocity filter %.0f Hz\n", title, found->stiffness,
          stiffness, found->damping, damping, found->cut);
    if (table > 0.0) {
        vlSay(stdout, "  of the table    %.2f of %g %s\n", found->stiffness / table, table,
              stiffness);
    }
    vlSay(stdout, "  it ends there   %s\n", limitText(found->limit));
    vlSay(stdout, "  margins        ");
    for (int hand = 0; hand < VL_TUNER_HAND_COUNT; ++hand) {
        vlSay(stdout, "%s %s %.2f", hand > 0 ? "," : "", vlTuner_GetHandName((vlTunerHand)hand),
              found->margins[hand]);
    }
    vlSay(stdout, "\n");
    if (found->neededDamping <= own) {
        vlSay(stdout, "  passive         for any hand, up to %.4g %s\n", found->passiveStiffness,
              stiffness);
    } else {
        vlSay(stdout,
              "  passive         not for any hand: that needs %.3g %s in the device, which has "
              "%.3g\n",
              found->neededDamping, damping, own);
    }
    if (!isAngular) {
        vlSay(stdout, "  felt wall      ");
        for (int i = 3; i <= 6; ++i) {
            double wall = pow(10.0, i);
            vlSay(stdout, "%s %.4g of %g", i > 3 ? "," : "",
                  wall * found->stiffness / (wall + found->stiffness), wall);
        }
        vlSay(stdout, " N/m\n");
    }
}

// Twice 18 strikes: slow, fast, very fast; three hands; a light and a heavy tool; gains 1 and 1.5.
static bool strike(const char* program, const vlSimulatedDeviceDef* device,
                   const vlTunedCoupling* found)
{
    static const double approaches[] = {0.03, 0.1, 0.3};
    static const vlSimulatedGrip weak = {40.0, 0.5, 0.06, 0.0006};
    const vlSimulatedGrip grips[] = {device->hand.grip, vlSimulatedDevice_TightGrip(), weak};
    int unstable = 0, active = 0;
    double fastest = 0.0;
    for (int i = 0; i < 36; ++i) {
        vlStrikeDef def = vlStrike_Default(device);
        vlStrikeResult result;
        char message[200];
        def.gains.stiffness = found->stiffness;
        def.gains.damping = found->damping;
        def.cut = found->cut;
        def.approach = approaches[i % 3];
        def.device.hand.grip = grips[i / 3 % 3];
        def.toolMass = i / 9 % 2 == 0 ? 1e-3 : 0.1;
        def.gain = i < 18 ? 1.0 : 1.5;
        if (vlStrike_Run(&def, &result, message, sizeof message) != VL_OK) {
            vlSay(stderr, "%s: a strike cannot be run: %s\n", program, message);
            return false;
        }
        unstable += result.kind == VL_STRIKE_UNSTABLE ? 1 : 0;
        active += i < 18 && result.leastWork < -1e-6 ? 1 : 0;
        fastest = fmax(fastest, result.speed);
    }
    vlSay(stdout,
          "strikes           36 at up to %.2f m/s, half of them with 1.5 times the force: %d "
          "unstable, %d gave the hand energy\n",
          fastest, unstable, active);
    return unstable == 0 && active == 0;
}

static void printScene(const char* name, const vlTunedCoupling* found, const vlTunedCoupling* turn)
{
    char installed[PATH_MAX];
    vlSay(stdout, "\n  - name: right\n    device: simulated\n");
    if (vlDeviceName_FindInstalled(name, installed, sizeof installed)) {
        vlSay(stdout, "    model: %s.yaml # a copy of %s beside the scene\n", name, installed);
    } else {
        vlSay(stdout, "    %s: %s\n", vlDeviceName_IsFile(name) ? "model" : "address", name);
    }
    vlSay(stdout, "    stiffness: %.4g\n    damping: %.3g\n", found->stiffness, found->damping);
    if (turn != NULL) {
        vlSay(stdout, "    angular-stiffness: %.4g\n    angular-damping: %.3g\n", turn->stiffness,
              turn->damping);
    }
    vlSay(stdout, "    velocity-cut: %.0f\n", found->cut);
}

static int tuneDevice(const char* program, const Arguments* arguments, const char* name)
{
    vlDeviceFile file;
    vlTunedCoupling found, turn;
    char message[256];
    int status = VL_EXIT_OK;
    if (!vlDeviceName_Find(program, name, &file, &status)) {
        return status;
    }
    vlSimulatedDeviceDef device = file.def;
    bool isStated = isnan(arguments->delay);
    device.motors.delay =
        isStated ? vlSimulatedDevice_GetDelay(&device) - device.motors.jitter : arguments->delay;
    vlTunerDef def = vlDefaultTunerDef(&device);
    def.margin = arguments->margin;
    vlResult result = vlTuner_Find(&def, &found, message, sizeof message);
    if (result != VL_OK) {
        vlSay(stderr, "%s: %s: %s\n", program, name, message);
        return result == VL_ERROR_UNSTABLE ? VL_EXIT_FAILED : VL_EXIT_USAGE;
    }
    vlSay(stdout, "device            %s, %g kg, %g Hz\n", device.info.model, device.mass,
          device.info.rate);
    vlSay(stdout, "delay             %g ms%s\n", 1e3 * (device.motors.delay + device.motors.jitter),
          !isStated              ? ""
          : file.numberCount > 0 ? ", as the file states"
                                 : ", assumed: give yours by --delay");
    vlDeviceName_SaySources(&file);
    printCoupling("coupling", &found, device.info.maxStiffness, device.damping, false);
    bool hasTurn = false;
    if (device.info.hasTorque) {
        def.isAngular = true;
        def.cut = found.cut;
        hasTurn = vlTuner_Find(&def, &turn, message, sizeof message) == VL_OK;
        if (hasTurn) {
            printCoupling("turning", &turn, device.info.maxAngularStiffness, device.angularDamping,
                          true);
        } else {
            vlSay(stdout, "turning           %s\n", message);
        }
    }
    bool isSound = arguments->isUnchecked || strike(program, &device, &found);
    vlSay(stdout,
          "model             %s, one direction at a time, these hands; the table is the maker's or "
          "CHAI3D's; not measured on hardware\n",
          device.mode.handleShare > 0.0 ? "one mode" : "rigid");
    printScene(name, &found, hasTurn ? &turn : NULL);
    return isSound ? VL_EXIT_OK : VL_EXIT_FAILED;
}

int vlCmd_Tune(int argc, char** argv)
{
    Arguments arguments = {.margin = 2.0, .delay = (double)NAN};
    int status = VL_EXIT_OK;
    vlArguments_Parse(&parser, argc, argv, &arguments);
    for (int i = 0; i < arguments.count; ++i) {
        if (i > 0) {
            vlSay(stdout, "\n");
        }
        int one = tuneDevice(argv[0], &arguments, arguments.devices[i]);
        status = one > status ? one : status;
    }
    return status;
}
