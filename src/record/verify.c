// SPDX-License-Identifier: MIT
// Simulates a recording again. The same scene with the same inputs at the same steps gives the same
// bits, so a difference means: another version of the library, another kind of machine, a body that
// the program moved while it was recorded, or a manipulated file.

#include <stdio.h>
#include <string.h>

#include "record/recording.h"

static vlResult refuse(vlResult result, char* message, size_t size, const char* what,
                       const char* why)
{
    if (message != NULL && size > 0) {
        snprintf(message, size, "%s: %s", what, why);
    }
    return result;
}

static vlResult readScene(const vlRecording* recording, vlScene** scene, char* message, size_t size)
{
    static const char what[] = "the scene in the recording cannot be read";
    vlSceneOptions options = {.refuseFiles = true};
    vlFileErrors errors = {0};
    vlResult r = vlScene_ReadText(recording->text, recording->scene->textSize, "recording",
                                  &options, scene, &errors);
    if (r == VL_OK) {
        return VL_OK;
    }
    char why[448];
    const vlFileError* first = &errors.item[0];
    if (errors.count > 0) {
        snprintf(why, sizeof why, "line %d: %s", first->line, first->message);
    } else {
        snprintf(why, sizeof why, "%s", vlResult_Text(r));
    }
    return refuse(r == VL_ERROR_MEMORY ? r : VL_ERROR_PARSE, message, size, what, why);
}

static bool isSame(const void* a, const void* b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

// Place of the first body that differs, -1: none.
static int findDifference(const vlRecording* recording, const vlSimulation* simulation,
                          const vlRecordedBody* bodies, double* distance)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    for (uint32_t i = 0; i < recording->scene->bodyCount; ++i) {
        vlBodyId id = vlSimulation_GetBody(simulation, recording->places[i]);
        vlPose pose = vlIdentityPose();
        vlTwist twist = {vlZero(), vlZero()};
        if (vlBody_GetPose(world, id, &pose) != VL_OK ||
            vlBody_GetTwist(world, id, &twist) != VL_OK ||
            !isSame(&pose, &bodies[i].pose, sizeof pose) ||
            !isSame(&twist, &bodies[i].twist, sizeof twist)) {
            *distance = vlLength(vlSub(pose.p, bodies[i].pose.p));
            return recording->places[i];
        }
    }
    return -1;
}

// Repeats step `i`; false if it differs.
static bool repeatStep(const vlRecording* recording, vlSimulation* simulation, uint64_t i,
                       vlReplayReport* report)
{
    vlRecordedStep step = {.recorded = 0.0};
    bool ok = vlRecording_GetStep(recording, i, &step) == VL_OK;
    for (int k = 0; ok && k < step.inputCount; ++k) {
        vlInput input;
        ok = vlRecording_GetInput(recording, i, k, &input) == VL_OK &&
             vlSimulation_Input(simulation, &input) == VL_OK;
    }
    if (ok) {
        (void)vlSimulation_Step(simulation); // it may also have diverged when it was recorded
        vlStepInfo info = vlWorld_GetStepInfo(vlSimulation_GetWorld(simulation));
        report->body = findDifference(recording, simulation, step.bodies, &report->distance);
        ok = report->body < 0 && info.stepCount == step.stepCount &&
             isSame(&info.time, &step.time, sizeof step.time);
    }
    report->isEqual = ok;
    report->firstDifference = ok ? 0 : i;
    report->time = ok ? 0.0 : step.recorded;
    report->stepsCompared += ok;
    return ok;
}

static void repeatAll(const vlRecording* recording, vlSimulation* simulation,
                      vlReplayReport* report)
{
    uint64_t count = recording->steps.count;
    // Without its beginning a run cannot be repeated.
    report->hasGaps = recording->scene->stepCount != 0;
    for (uint64_t i = 0; i < count && !report->hasGaps; ++i) {
        if (vlRecording_StepAt(recording, i)->index != i) {
            report->hasGaps = true;
        } else if (!repeatStep(recording, simulation, i, report)) {
            return;
        }
    }
    report->hasGaps = report->hasGaps || recording->lostSteps > 0;
    // The friction state after the last step has no effect on any pose yet; only the hash shows it.
    uint64_t hash = recording->end != NULL ? recording->end->hash : 0;
    if (!report->hasGaps && count > 0 && hash != 0 && hash != vlSimulation_GetHash(simulation)) {
        report->isEqual = false;
        report->firstDifference = count - 1;
        report->time = vlRecording_StepAt(recording, count - 1)->recorded;
    }
}

vlResult vlRecording_Verify(const vlRecording* recording, vlReplayReport* report, char* message,
                            size_t messageSize)
{
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    char why[256] = "";
    vlResult r = readScene(recording, &scene, message, messageSize);
    if (r != VL_OK) {
        return r;
    }
    if (vlScene_GetBodyCount(scene) != (int)recording->scene->placeCount) {
        r = refuse(VL_ERROR_PARSE, message, messageSize, "the recording is inconsistent",
                   "its scene and its steps differ in the number of bodies");
    } else if (vlScene_GetHash(scene) != recording->scene->sceneHash) {
        r = refuse(VL_ERROR_MISMATCH, message, messageSize,
                   "this version of the library reads the text in the recording as another scene",
                   "a default or the meaning of a key has changed since it was written");
    } else {
        r = vlSimulation_Create(scene, &simulation, why, sizeof why);
        if (r != VL_OK) {
            r = refuse(r == VL_ERROR_MEMORY ? r : VL_ERROR_PARSE, message, messageSize,
                       "the scene in the recording cannot be simulated", why);
        }
    }
    if (r == VL_OK) {
        *report = (vlReplayReport){.isEqual = true, .body = -1};
        repeatAll(recording, simulation, report);
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return r;
}
