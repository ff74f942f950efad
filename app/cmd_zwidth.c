// SPDX-License-Identifier: MIT
// volar zwidth: the stability map of a device, with the boundaries of theory drawn over it.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <volar/tuner.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/processor.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/devices/device_name.h"
#include "app/zwidth/loop_text.h"
#include "app/zwidth/map_server.h"
#include "app/zwidth/zwidth_arguments.h"
#include "app/zwidth_answers.h"
#include "base/file_in.h"
#include "base/folders.h"
#include "experiments/zwidth_study.h"
#include "plot/svg.h"

#define DEFAULT_SECONDS 1.2

// The softest point of the map has the slowest oscillation: a run that is too short for it is
// refused before anything is computed.
static bool chooseDuration(const char* program, const vlZwidthArguments* a, vlZwidthStudy* study)
{
    vlZwidthDef* def = &study->def;
    double least = 0.0;
    for (int i = 0; i < 4 * study->handCount; ++i) {
        char message[100];
        vlLoopPoint point = def->point;
        point.hand = study->hands[i / 4];
        double x = i % 2 == 0 ? def->x.from : def->x.to;
        double y = i / 2 % 2 == 0 ? def->y.from : def->y.to;
        if (vlLoopPoint_Set(&point, def->x.parameter, x, message, sizeof message) != VL_OK ||
            vlLoopPoint_Set(&point, def->y.parameter, y, message, sizeof message) != VL_OK) {
            vlSay(stderr, "%s: --axes: %s\n", program, message);
            return false;
        }
        least = fmax(least, vlLoopPoint_GetLeastDuration(&point, def->oracle));
    }
    if (!isnan(a->seconds) && a->seconds < least) {
        vlSay(stderr,
              "%s: --seconds: %g s is too short to judge the slowest oscillation of this map; "
              "expected at least %.3g s\n",
              program, a->seconds, least);
        return false;
    }
    if (!isfinite(least)) {
        vlSay(stderr, "%s: nothing pulls the handle back somewhere in this map\n", program);
        return false;
    }
    def->point.strike.duration = isnan(a->seconds) ? fmax(DEFAULT_SECONDS, least) : a->seconds;
    return true;
}

// What volar tune chooses, and its filter unless another is asked for, if the map shows it.
static void markChosen(vlZwidthStudy* study, bool isCutGiven)
{
    vlZwidthDef* def = &study->def;
    vlSimulatedDeviceDef device = def->point.strike.device;
    vlTunedCoupling found;
    vlTunerDef tuner = vlDefaultTunerDef(&device);
    tuner.cut = isCutGiven ? def->point.strike.cut : 0.0;
    bool isUsual =
        def->x.parameter == vlLoopPoint_Find("bc") && def->y.parameter == vlLoopPoint_Find("kc");
    if (isUsual && vlTuner_Find(&tuner, &found, NULL, 0) == VL_OK) {
        study->chosenX = found.damping;
        study->chosenY = found.stiffness;
        def->point.strike.cut = found.cut;
    }
}

static int prepare(const char* program, const vlZwidthArguments* a, const char* name,
                   vlZwidthStudy* study)
{
    vlDeviceFile file;
    int status = VL_EXIT_OK;
    if (!vlDeviceName_Find(program, name, &file, &status)) {
        return status;
    }
    vlDeviceName_SaySources(&file);
    vlSimulatedDeviceDef device = file.def;
    if (device.mechanism.isPantograph) {
        vlSay(stderr, "%s: %s: a pantograph has no linear model of one direction\n", program, name);
        return VL_EXIT_USAGE;
    }
    bool isLinear = a->oracle == VL_ORACLE_LINEAR;
    *study = (vlZwidthStudy){.device = name, .handCount = a->handCount};
    vlZwidthDef* def = &study->def;
    memcpy(study->hands, a->hands, sizeof study->hands);
    def->point = vlLoopPoint_Default(&device);
    def->oracle = a->oracle;
    memcpy(def->approaches, a->approaches, sizeof def->approaches);
    def->approachCount = a->approachCount;
    def->point.contactRate = a->contactRate;
    def->x.count = a->columns > 0 ? a->columns : isLinear ? 64 : 32;
    def->y.count = a->rows > 0 ? a->rows : isLinear ? 64 : 32;
    study->isDelayAssumed = isnan(a->delay);
    double* delay = &def->point.strike.device.motors.delay;
    *delay = study->isDelayAssumed ? vlSimulatedDevice_GetDelay(&device) - device.motors.jitter
                                   : a->delay;
    bool isCutGiven = false;
    for (int i = 0; i < a->setCount; ++i) {
        double cut = def->point.strike.cut, before = *delay;
        if (!vlLoopText_Set(program, a->sets[i], &def->point)) {
            return VL_EXIT_USAGE;
        }
        isCutGiven = isCutGiven || def->point.strike.cut != cut;
        study->isDelayAssumed = study->isDelayAssumed && *delay == before;
    }
    if (!vlLoopText_TakeAxes(program, a->axes, def)) {
        return VL_EXIT_USAGE;
    }
    markChosen(study, isCutGiven);
    return chooseDuration(program, a, study) ? VL_EXIT_OK : VL_EXIT_USAGE;
}

// All points, with progress. VL_EXIT_OK, a failure, or the status of a signal.
static int compute(const char* program, vlZwidthStudy* study)
{
    int total = vlZwidthStudy_CountPoints(study);
    char message[256];
    vlProgress progress = vlProgress_Begin("points", (uint64_t)total, 0);
    while (study->done < total && !vlEnding_IsAsked()) {
        if (vlZwidthStudy_RunNext(study, message, sizeof message) != VL_OK) {
            vlProgress_End(&progress);
            vlSay(stderr, "%s: %s: %s\n", program, study->device, message);
            return VL_EXIT_USAGE;
        }
        vlProgress_Show(&progress, (uint64_t)study->done);
    }
    vlProgress_End(&progress);
    if (study->done < total) {
        vlSay(stderr, "%s: ended after %d of %d points; nothing was written\n", program,
              study->done, total);
        return vlEnding_GetStatus();
    }
    if (vlZwidthStudy_Finish(study) != VL_OK) {
        vlSay(stderr, "%s: %s: the linear model cannot be evaluated with these numbers\n", program,
              study->device);
        return VL_EXIT_USAGE;
    }
    return VL_EXIT_OK;
}

static int complain(const char* program, const char* path)
{
    char why[128];
    vlSay(stderr, "%s: cannot write %s: %s\n", program, path,
          vlFileIn_Explain(errno, why, sizeof why));
    return VL_EXIT_FILE;
}

static int writeFiles(const char* program, const vlZwidthStudy* study, const char* folder,
                      double cpuTime)
{
    char path[VL_MAX_FOLDER_PATH + 32], processor[128], title[128];
    if (!vlFolders_Make(folder)) {
        return complain(program, folder);
    }
    (void)snprintf(title, sizeof title, "%s, delay %g ms%s, filter %.0f Hz: %s loop", study->device,
                   1e3 * study->def.point.strike.device.motors.delay,
                   study->isDelayAssumed ? " (stated)" : "", study->def.point.strike.cut,
                   vlPointOracle_Name(study->def.oracle));
    vlFigure* figure = vlFigure_Create(title);
    if (figure != NULL) {
        vlZwidthStudy_Draw(study, figure);
    }
    (void)snprintf(path, sizeof path, "%s/map.svg", folder);
    bool isDrawn = vlSvg_Write(figure, path);
    int error = errno;
    vlFigure_Destroy(figure);
    errno = error;
    if (!isDrawn) {
        return complain(program, path);
    }
    (void)snprintf(path, sizeof path, "%s/map.csv", folder);
    if (!vlZwidthStudy_WriteCsv(study, path)) {
        return complain(program, path);
    }
    vlProcessor_Name(processor, sizeof processor);
    vlZwidthOrigin origin = {.processor = processor, .cpuTime = cpuTime};
    (void)snprintf(path, sizeof path, "%s/summary.json", folder);
    return vlZwidthStudy_WriteSummary(study, &origin, path) ? VL_EXIT_OK : complain(program, path);
}

static void printHand(const vlZwidthStudy* study, int hand)
{
    const vlZwidthAxis* x = &study->def.x;
    const vlZwidthColumn* columns = &study->columns[hand * x->count];
    const char* unit = vlLoopPoint_GetUnit(study->def.y.parameter);
    int stable = vlZwidthStudy_FindPeak(study, hand, offsetof(vlZwidthColumn, stable));
    int passive = vlZwidthStudy_FindPeak(study, hand, offsetof(vlZwidthColumn, passive));
    int islands = 0;
    for (int i = 0; i < x->count; ++i) {
        islands += columns[i].islands;
    }
    vlSay(stdout, "%-6s stable to   %.4g %s at %s %.3g; first unstable value there ",
          vlPointHand_Name(study->hands[hand]), columns[stable].stable, unit,
          vlLoopPoint_GetName(x->parameter), vlZwidthAxis_At(x, stable));
    if (isfinite(columns[stable].firstUnstable)) {
        vlSay(stdout, "%.4g\n", columns[stable].firstUnstable);
    } else {
        vlSay(stdout, "beyond the map\n");
    }
    bool isLinear = study->def.oracle == VL_ORACLE_LINEAR;
    if (isLinear && isnan(study->theory[hand * x->count + passive].colgate)) {
        vlSay(stdout, "       any hand     not known for such motors or velocities\n");
    } else {
        vlSay(stdout, "       %s  %.4g %s at %.3g\n", isLinear ? "any hand to" : "passive to ",
              columns[passive].passive, unit, vlZwidthAxis_At(x, passive));
    }
    double exact = study->theory[hand * x->count + stable].exact;
    if (isfinite(exact)) {
        vlSay(stdout, "       by theory   %.4g exact there, %.4g by the linear condition\n", exact,
              study->theory[hand * x->count + stable].gil);
    }
    if (islands > 0) {
        vlSay(stdout, "       islands     %d of stable values above an unstable one\n", islands);
    }
}

static void report(const vlZwidthStudy* study, const char* folder)
{
    const vlLoopPoint* point = &study->def.point;
    double touch = 0.0;
    for (int i = 0; i < study->done; ++i) {
        touch = fmax(touch, study->outcomes[i].strike.speed);
    }
    vlSay(stdout, "device             %s, %g kg, %g Hz\n", study->device, point->strike.device.mass,
          point->strike.device.info.rate);
    vlSay(stdout, "delay              %g ms%s\n", 1e3 * point->strike.device.motors.delay,
          study->isDelayAssumed ? ", the device's default; set yours with --delay" : "");
    if (touch > 0.0) {
        vlSay(stdout, "strikes            %d a point, of %g s, at up to %.2g m/s\n",
              study->def.approachCount, point->strike.duration, touch);
    }
    for (int hand = 0; hand < study->handCount; ++hand) {
        printHand(study, hand);
    }
    vlSay(stdout,
          "model              rigid unless stated, one direction, only these hands; not measured "
          "on hardware\nresults            %s/\n",
          folder);
}

// The page of the map, until a signal comes.
static int view(const char* program, vlZwidthStudy* study, int port)
{
    vlMapServer* server = NULL;
    char message[256];
    vlMapServerDef def = {.port = port, .answer = vlZwidthAnswers_Make, .user = study};
    if (vlMapServer_Start(&def, &server, message, sizeof message) != VL_OK) {
        vlSay(stderr, "%s: %s\n", program, message);
        return VL_EXIT_FAILED;
    }
    vlSay(stderr, "viewer: %s\n", vlMapServer_GetUrl(server));
    while (!vlEnding_Wait(1.0)) {
    }
    vlMapServer_Stop(server);
    return VL_EXIT_OK;
}

static int mapDevice(const char* program, const vlZwidthArguments* a, const char* name)
{
    vlZwidthStudy study;
    char folder[VL_MAX_FOLDER_PATH];
    const char* slash = strrchr(name, '/');
    const char* base = slash != NULL ? slash + 1 : name;
    double start = vlProcessor_Time();
    if (a->out == NULL) {
        (void)snprintf(folder, sizeof folder, "out/zwidth-%s", base);
    } else if (a->deviceCount > 1) {
        (void)snprintf(folder, sizeof folder, "%s/%s", a->out, base);
    } else {
        (void)snprintf(folder, sizeof folder, "%s", a->out);
    }
    int status = prepare(program, a, name, &study);
    if (status != VL_EXIT_OK) {
        return status;
    }
    if (!vlZwidthStudy_Create(&study)) {
        vlSay(stderr, "%s: no memory for the map\n", program);
        return VL_EXIT_FAILED;
    }
    status = compute(program, &study);
    if (status == VL_EXIT_OK) {
        status = writeFiles(program, &study, folder, vlProcessor_Time() - start);
    }
    if (status == VL_EXIT_OK) {
        report(&study, folder);
        vlOutput_Flush();
        status = a->isViewed ? view(program, &study, a->port) : status;
    }
    vlZwidthStudy_Destroy(&study);
    return status;
}

int vlCmd_Zwidth(int argc, char** argv)
{
    vlZwidthArguments arguments;
    int status = VL_EXIT_OK;
    vlZwidthArguments_Parse(argc, argv, &arguments);
    if (!vlEnding_Begin(&(vlEndingDef){.takesStop = false})) {
        vlSay(stderr, "%s: no thread for signals\n", argv[0]);
        return VL_EXIT_FAILED;
    }
    for (int i = 0; i < arguments.deviceCount && !vlEnding_IsAsked(); ++i) {
        if (i > 0) {
            vlSay(stdout, "\n");
        }
        int one = mapDevice(argv[0], &arguments, arguments.devices[i]);
        status = one > status ? one : status;
    }
    return status;
}
