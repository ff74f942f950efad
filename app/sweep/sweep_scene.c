// SPDX-License-Identifier: MIT
// A scene as the subject of a sweep: it is read with the values of a point, as by --set, and run.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/simulation.h>

#include "app/cli/exit_status.h"
#include "app/cli/fair_audit.h"
#include "app/cli/scene_source.h"
#include "app/cli/tuned_gains.h"
#include "app/sweep/sweep_targets.h"

#define MAX_TEXT (2 * VL_MAX_SWEEP_NAME + 8)
#define MAX_SETS (VL_MAX_SWEEP_AXES + VL_MAX_SWEEP_SETS)

static const char* const plainColumns[] = {"kinetic", "gravity",       "contacts",
                                           "passive", "largest-speed", "final-speed"};
enum { KINETIC, GRAVITY, CONTACTS, PASSIVE, LARGEST_SPEED, FINAL_SPEED, PLAIN_COLUMNS };

static const char* const bodyColumns[] = {"x", "y", "z", "speed", "spin"};
enum { BODY_X, BODY_Y, BODY_Z, BODY_SPEED, BODY_SPIN, BODY_COLUMNS };

static const char* const deviceColumns[] = {"given", "unpaid", "force"};
enum { DEVICE_GIVEN, DEVICE_UNPAID, DEVICE_FORCE, DEVICE_COLUMNS };

typedef enum ColumnKind { OF_SCENE, OF_BODY, OF_DEVICE } ColumnKind;

typedef struct Column {
    ColumnKind kind;
    int place; // of the body or device
    int what;
} Column;

typedef struct Subject {
    vlSceneSource source;
    // Couplings that the scene does not state, found at the first point only, so that a point costs
    // no search and an axis changes only what it names.
    vlTunedGains gains;
    Column columns[VL_MAX_SWEEP_COLUMNS];
} Subject;

static int placeOf(const char* name, const char* const* names, int count)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(name, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

// "kinetic", "body.NAME.x" or "device.NAME.given".
static bool findColumn(const vlScene* scene, const char* name, Column* column, char* message,
                       size_t size)
{
    bool isBody = strncmp(name, "body.", 5) == 0, isDevice = strncmp(name, "device.", 7) == 0;
    const char* last = strrchr(name, '.');
    *column = (Column){OF_SCENE, 0, placeOf(name, plainColumns, PLAIN_COLUMNS)};
    if (!isBody && !isDevice) {
        return column->what >= 0 || vlSweepTarget_Refuse("column of a scene", name, plainColumns,
                                                         PLAIN_COLUMNS, message, size);
    }
    char part[VL_MAX_SWEEP_NAME];
    const char* begin = name + (isBody ? 5 : 7);
    int length = last > begin ? (int)(last - begin) : 0;
    (void)snprintf(part, sizeof part, "%.*s", length, begin);
    column->kind = isBody ? OF_BODY : OF_DEVICE;
    column->place = isBody ? vlScene_FindBody(scene, part) : vlScene_FindDevice(scene, part);
    column->what = isBody ? placeOf(last + 1, bodyColumns, BODY_COLUMNS)
                          : placeOf(last + 1, deviceColumns, DEVICE_COLUMNS);
    if (column->place < 0) {
        (void)snprintf(message, size, "column '%s': the scene has no %s '%s'", name,
                       isBody ? "body" : "device", part);
        return false;
    }
    return column->what >= 0 ||
           vlSweepTarget_Refuse("column of a body or device", last + 1,
                                isBody ? bodyColumns : deviceColumns,
                                isBody ? (int)BODY_COLUMNS : (int)DEVICE_COLUMNS, message, size);
}

// Reads the scene with these values. The first fault is the sentence.
static vlResult readScene(const Subject* s, const vlSweepPlan* plan, const double* values,
                          vlScene** scene, char* message, size_t size)
{
    char texts[MAX_SETS][MAX_TEXT];
    const char* sets[VL_MAX_TUNED_SETS + MAX_SETS];
    int count = 0, tuned = s->gains.count;
    vlFileErrors errors = {0};
    *scene = NULL;
    for (int i = 0; i < tuned; ++i) {
        sets[i] = s->gains.text[i];
    }
    for (int i = 0; i < plan->settingCount; ++i, ++count) {
        (void)snprintf(texts[count], MAX_TEXT, "%s=%s", plan->settings[i].name,
                       plan->settings[i].value);
    }
    for (int i = 0; i < plan->axisCount; ++i, ++count) {
        (void)snprintf(texts[count], MAX_TEXT, "%s=%.17g", plan->axes[i].name, values[i]);
    }
    for (int i = 0; i < count; ++i) {
        sets[tuned + i] = texts[i];
    }
    vlSceneOptions options = {
        .sets = sets, .setCount = tuned + count, .cacheFolder = vlSceneSource_CacheFolder()};
    vlResult result = vlSceneSource_Read(&s->source, &options, scene, &errors);
    if (result != VL_OK) {
        (void)snprintf(message, size, "the scene '%s': %s", s->source.name,
                       errors.count > 0 ? errors.item[0].message : vlResult_Text(result));
    }
    return result;
}

static uint64_t hashScene(const char* subject, uint64_t hash)
{
    int count;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    for (int i = 0; i < count; ++i) {
        if (strcmp(subject, scenes[i].name) == 0) {
            return hash;
        }
    }
    return vlSweepTarget_HashFile(subject, hash);
}

static void* openScene(const vlSweepPlan* plan, const char* folder, char* message, size_t size,
                       int* line)
{
    (void)folder;
    double values[VL_MAX_SWEEP_AXES];
    Subject* s = calloc(1, sizeof *s);
    *line = plan->subjectLine;
    if (s == NULL) {
        (void)snprintf(message, size, "no memory");
        return NULL;
    }
    if (vlSceneSource_Find("volar sweep", plan->subject, &s->source) != VL_EXIT_OK) {
        (void)snprintf(message, size, "the scene of this sweep cannot be found");
        free(s);
        return NULL;
    }
    // The first point shows whether what the axes set exists.
    vlSweepPlan_GetValues(plan, 0, values);
    vlScene* scene;
    bool isGood = readScene(s, plan, values, &scene, message, size) == VL_OK;
    if (isGood) {
        vlTunedGains_Find(scene, &(vlTunedFor){.specCount = 0}, &s->gains);
        vlScene* tuned;
        vlResult result = readScene(s, plan, values, &tuned, message, size);
        isGood = vlSweepOutcome_Of(result) != VL_SWEEP_CANNOT;
        s->gains.count = result == VL_OK ? s->gains.count : 0; // a long explicit step, for example
        vlScene_Destroy(tuned);
    }
    for (int i = 0; i < plan->columnCount && isGood; ++i) {
        *line = plan->columnLine;
        isGood = findColumn(scene, plan->columns[i], &s->columns[i], message, size);
    }
    vlScene_Destroy(scene);
    if (!isGood) {
        free(s);
        return NULL;
    }
    return s;
}

static double fastest(const vlSimulation* simulation)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    double most = 0.0;
    for (int i = 0; i < vlScene_GetBodyCount(scene); ++i) {
        vlTwist twist;
        if (vlBody_GetTwist(vlSimulation_GetWorld(simulation), vlSimulation_GetBody(simulation, i),
                            &twist) == VL_OK) {
            most = fmax(most, vlLength(twist.linear));
        }
    }
    return most;
}

static bool isPassive(const vlSimulation* simulation)
{
    int count = vlScene_GetDeviceCount(vlSimulation_GetScene(simulation));
    for (int i = 0; i < count; ++i) {
        if (vlFairAudit_Make(vlSimulation_GetRenderer(simulation, i)).isActive) {
            return false;
        }
    }
    return true;
}

static double ofScene(const vlSimulation* simulation, int what, double mostSpeed)
{
    switch (what) {
    case KINETIC: return vlSimulation_GetEnergy(simulation).kinetic;
    case GRAVITY: return vlSimulation_GetEnergy(simulation).gravity;
    case CONTACTS: return vlSimulation_GetContactCount(simulation);
    case PASSIVE: return isPassive(simulation) ? 1.0 : 0.0;
    case LARGEST_SPEED: return mostSpeed;
    default: return fastest(simulation);
    }
}

static double ofBody(const vlSimulation* simulation, int place, int what)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    vlBodyId body = vlSimulation_GetBody(simulation, place);
    vlPose pose;
    vlTwist twist;
    if (vlBody_GetPose(world, body, &pose) != VL_OK ||
        vlBody_GetTwist(world, body, &twist) != VL_OK) {
        return (double)NAN;
    }
    switch (what) {
    case BODY_X: return pose.p.x;
    case BODY_Y: return pose.p.y;
    case BODY_Z: return pose.p.z;
    case BODY_SPEED: return vlLength(twist.linear);
    default: return vlLength(twist.angular);
    }
}

static double ofDevice(const vlSimulation* simulation, int place, int what)
{
    const vlRenderer* renderer = vlSimulation_GetRenderer(simulation, place);
    vlAudit audit = vlFairAudit_Make(renderer);
    return what == DEVICE_GIVEN    ? audit.mostGivenToHand
           : what == DEVICE_UNPAID ? audit.unpaid
                                   : vlLength(vlRenderer_GetSent(renderer).force);
}

static vlSweepOutcome runScene(void* subject, const vlSweepPlan* plan, const double* values,
                               double* columns, char* message, size_t size)
{
    const Subject* s = subject;
    vlSimulation* simulation = NULL;
    vlScene* scene;
    vlResult result = readScene(s, plan, values, &scene, message, size);
    if (result != VL_OK) {
        return vlSweepOutcome_Of(result);
    }
    result = vlSimulation_Create(scene, &simulation, message, size);
    double mostSpeed = 0.0;
    if (result == VL_OK) {
        double steps = round(plan->seconds / vlScene_GetWorldDef(scene)->step);
        for (double i = 0.0; i < steps && result == VL_OK; i += 1.0) {
            result = vlSimulation_Step(simulation);
            mostSpeed = fmax(mostSpeed, fastest(simulation));
            if (result != VL_OK) {
                (void)snprintf(message, size, "step %.0f: %s", i, vlResult_Text(result));
            }
        }
    }
    for (int i = 0; i < plan->columnCount && result == VL_OK; ++i) {
        const Column* c = &s->columns[i];
        columns[i] = c->kind == OF_SCENE  ? ofScene(simulation, c->what, mostSpeed)
                     : c->kind == OF_BODY ? ofBody(simulation, c->place, c->what)
                                          : ofDevice(simulation, c->place, c->what);
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return vlSweepOutcome_Of(result);
}

const vlSweepTarget vlSweepTarget_Scene = {"scene", hashScene, openScene, runScene, NULL, free};
