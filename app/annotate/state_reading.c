// SPDX-License-Identifier: MIT
// Finds the contact states of a recording: names from its poses, forces by simulating it again.

#include <stdio.h>
#include <stdlib.h>
#include <volar/record.h>

#include "app/annotate/state_list.h"
#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "base/json_text.h"
#include "base/text_out.h"

// Longest JSON of one state.
#define MAX_STATE_JSON 65536
// rad. Largest rotation of a simulated body from its recorded pose: it moves a point 2 cm away by
// 20 um.
#define MOST_TURN 1e-3

typedef struct Reading {
    const char* program;
    const char* path;
    vlRecording* recording;
    vlScene* scene;
    vlSimulation* simulation; // NULL: no forces
    vlSceneAnnotation* annotation;
    vlPose* poses;
    int* place; // in the list, of each pair; -1: nothing listed yet
    char* json;
    double gap; // m
    vlStateList* list;
} Reading;

static void closeReading(Reading* r)
{
    vlSceneAnnotation_Destroy(r->annotation);
    vlSimulation_Destroy(r->simulation);
    vlScene_Destroy(r->scene);
    vlRecording_Close(r->recording);
    free(r->poses);
    free(r->place);
    free(r->json);
}

static int fail(const Reading* r, vlResult result, const char* message)
{
    if (r->recording == NULL && message[0] != '\0') { // names the file
        vlSay(stderr, "%s: %s\n", r->program, message);
    } else {
        vlSay(stderr, "%s: '%s': %s\n", r->program, r->path,
              message[0] != '\0' ? message : vlResult_Text(result));
    }
    return result == VL_ERROR_MEMORY || result == VL_ERROR_FULL ? VL_EXIT_FAILED : VL_EXIT_FILE;
}

static bool listState(Reading* r, int i, const vlContactState* state, vlStateForce force)
{
    vlAnnotatedPair pair = vlSceneAnnotation_GetPair(r->annotation, i);
    char text[VL_MAX_STATE_TEXT];
    vlFormation_GetText(pair.a, pair.b, &state->formation, text, sizeof text);
    (void)vlContactState_GetJson(pair.a, pair.b, state, r->json, MAX_STATE_JSON);
    if (r->place[i] < 0) {
        r->place[i] = vlStateList_AddPair(r->list, vlScene_GetBody(r->scene, pair.bodyA)->name,
                                          vlScene_GetBody(r->scene, pair.bodyB)->name);
        if (r->place[i] < 0) {
            return false;
        }
    }
    vlListedState s = {
        .pair = r->place[i],
        .from = state->from,
        .until = state->until,
        .gained = state->gained,
        .lost = state->lost,
        .freedoms = state->freedoms,
        .slides = state->updates > 0 ? (double)state->slipping / (double)state->updates : 0.0,
        .deepest = state->deepest,
        .force = force};
    (void)snprintf(s.motion, sizeof s.motion, "%s", vlTransition_Text(state->motion));
    return vlStateList_Add(r->list, &s, text, r->json);
}

static bool update(Reading* r, double time)
{
    int ended = vlSceneAnnotation_Update(r->annotation, time, r->poses);
    for (int k = 0; k < ended; ++k) {
        const vlContactState* state;
        vlStateForce force;
        int pair = vlSceneAnnotation_GetEnded(r->annotation, k, &state, &force);
        if (!listState(r, pair, state, force)) {
            return false;
        }
    }
    return true;
}

// Is each simulated body at its recorded pose, within the gap that counts as touching? If the
// recording is of another version, the simulation may depart from it and have other contacts.
static bool isFollowing(const Reading* r, const vlRecordedStep* step)
{
    const vlWorld* world = vlSimulation_GetWorld(r->simulation);
    int count = vlRecording_GetInfo(r->recording).bodyCount;
    for (int b = 0; b < count; ++b) {
        int place = vlRecording_GetBodyPlace(r->recording, b);
        vlPose recorded = step->bodies[b].pose;
        vlPose pose;
        if (vlBody_GetPose(world, vlSimulation_GetBody(r->simulation, place), &pose) != VL_OK) {
            return false;
        }
        vlVec3 turn = vlRotationBetween(pose.q, recorded.q);
        if (!(vlLength(vlSub(pose.p, recorded.p)) <= r->gap && vlLength(turn) <= MOST_TURN)) {
            return false;
        }
    }
    return true;
}

// Simulates one step with the recorded inputs, for the forces. The simulation is given up once it
// departs from the recording.
static void simulateAlong(Reading* r, uint64_t i, const vlRecordedStep* step)
{
    bool isGood = step->index == i;
    for (int k = 0; isGood && k < step->inputCount; ++k) {
        vlInput input;
        isGood = vlRecording_GetInput(r->recording, i, k, &input) == VL_OK &&
                 vlSimulation_Input(r->simulation, &input) == VL_OK;
    }
    if (isGood) {
        (void)vlSimulation_Step(r->simulation);
        vlSceneAnnotation_NoteForces(r->annotation, r->simulation);
        isGood = isFollowing(r, step);
    }
    if (!isGood) {
        vlSay(stderr,
              "%s: '%s': the simulation departs from the recording at %.3f s, so the forces are "
              "not known; was it recorded by this version of the program?\n",
              r->program, r->path, step->recorded);
        vlSimulation_Destroy(r->simulation);
        r->simulation = NULL;
        r->list->hasForces = false;
    }
}

// Lists the states that last until the end, and takes the fit of each pair over the whole
// recording.
static bool finish(Reading* r)
{
    bool isGood = true;
    for (int i = 0; isGood && i < vlSceneAnnotation_GetPairCount(r->annotation); ++i) {
        const vlContactState* state =
            vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(r->annotation, i));
        if (state != NULL && (r->place[i] >= 0 || state->formation.count > 0)) {
            isGood = listState(r, i, state, vlSceneAnnotation_GetForce(r->annotation, i));
        }
        if (isGood && r->place[i] >= 0) {
            vlListedPair* pair = &r->list->pairs[r->place[i]];
            pair->fit = vlSceneAnnotation_GetFit(r->annotation, i);
            pair->isFitGood = vlSceneAnnotation_IsFitGood(r->annotation, i, &pair->isExplained);
        }
    }
    return isGood;
}

static bool walk(Reading* r)
{
    for (int i = 0; i < vlScene_GetBodyCount(r->scene); ++i) {
        r->poses[i] = vlScene_GetBody(r->scene, i)->def.pose;
    }
    vlRecordingInfo info = vlRecording_GetInfo(r->recording);
    double time = 0.0;
    vlRecordedStep step;
    bool isGood = true;
    for (uint64_t i = 0; isGood && i < info.steps; ++i) {
        isGood = update(r, time);
        if (vlRecording_GetStep(r->recording, i, &step) != VL_OK) {
            break;
        }
        if (r->simulation != NULL) {
            simulateAlong(r, i, &step);
        }
        for (int b = 0; b < info.bodyCount; ++b) {
            r->poses[vlRecording_GetBodyPlace(r->recording, b)] = step.bodies[b].pose;
        }
        time = step.recorded;
    }
    return isGood && update(r, time) && finish(r);
}

static vlResult prepare(Reading* r, const vlAnnotateOptions* options, char* message, size_t size)
{
    size_t length;
    const char* text = vlRecording_GetSceneText(r->recording, &length);
    vlSceneOptions sceneOptions = {.refuseFiles = true};
    vlFileErrors errors = {0};
    vlResult result =
        vlScene_ReadText(text, length, "recording", &sceneOptions, &r->scene, &errors);
    if (result != VL_OK) {
        (void)snprintf(message, size, "%s", errors.count > 0 ? errors.item[0].message : "");
        return result;
    }
    vlSceneAnnotationDef def = vlDefaultSceneAnnotationDef();
    def.settings.gap = options->gap;
    def.dwell = options->dwell;
    r->list->settings = def.settings;
    result = vlSceneAnnotation_Create(r->scene, &def, &r->annotation, message, size);
    vlRecordingInfo info = vlRecording_GetInfo(r->recording);
    // Names are given to contacts of solid bodies, which the contacts of a planar world are not.
    bool isRepeatable = !info.isTwoRate && info.lostSteps == 0 && !options->withoutForces &&
                        !vlScene_IsPlanar(r->scene);
    if (result == VL_OK && isRepeatable) {
        result = vlSimulation_Create(r->scene, &r->simulation, message, size);
    }
    r->list->hasForces = isRepeatable;
    int bodies = vlScene_GetBodyCount(r->scene);
    int pairs = result == VL_OK ? vlSceneAnnotation_GetPairCount(r->annotation) : 0;
    r->poses = calloc((size_t)bodies + 1, sizeof(vlPose));
    r->place = calloc((size_t)pairs + 1, sizeof(int));
    r->json = malloc(MAX_STATE_JSON);
    r->list->faults = calloc((size_t)bodies + 1, sizeof(r->list->faults[0]));
    if (r->poses == NULL || r->place == NULL || r->json == NULL || r->list->faults == NULL) {
        return result == VL_OK ? VL_ERROR_MEMORY : result;
    }
    for (int i = 0; i < pairs; ++i) {
        r->place[i] = -1;
    }
    for (int i = 0; i < bodies && result == VL_OK; ++i) {
        const char* why = vlSceneAnnotation_GetFault(r->annotation, i);
        if (why[0] != '\0') {
            (void)snprintf(r->list->faults[r->list->faultCount++], sizeof r->list->faults[0],
                           "%.50s: %s", vlScene_GetBody(r->scene, i)->name, why);
        }
    }
    r->list->sceneHash = info.sceneHash;
    r->list->steps = info.steps;
    if (!info.isComplete) {
        vlSay(stderr, "%s: '%s' is cut off or damaged; states are known until %.3f s\n", r->program,
              r->path, info.lastTime);
    }
    r->list->step = info.step;
    return result;
}

// Bodies with the names of their faces, as JSON; false without memory.
static bool describeSolids(Reading* r)
{
    vlTextOut text;
    FILE* to = vlTextOut_Open(&text);
    if (to == NULL) {
        return false;
    }
    bool isFirst = true;
    for (int i = 0; i < vlScene_GetBodyCount(r->scene); ++i) {
        const vlPolyhedron* p = vlSceneAnnotation_GetPolyhedron(r->annotation, i);
        if (p == NULL) {
            continue;
        }
        vlSay(to, "%s{\"body\":", isFirst ? "" : ",");
        vlJsonText_Write(to, vlScene_GetBody(r->scene, i)->name);
        vlSay(to, ",\"faces\":[");
        for (int f = 0; f < p->faceCount; ++f) {
            vlSay(to, "%s{\"id\":%d,\"name\":", f > 0 ? "," : "", f);
            vlJsonText_Write(to, p->faces[f].name);
            vlSay(to, ",\"kind\":\"%s\"}", p->faces[f].isCurved ? "curved" : "plane");
        }
        vlSay(to, "]}");
        isFirst = false;
    }
    r->list->solids = vlTextOut_Close(&text, NULL);
    return r->list->solids != NULL;
}

int vlStateList_ReadRecording(const char* program, const char* path,
                              const vlAnnotateOptions* options, vlStateList* list)
{
    Reading r = {.program = program, .path = path, .gap = options->gap, .list = list};
    char message[512] = "";
    vlResult result = vlRecording_Open(path, &r.recording, message, sizeof message);
    if (result == VL_OK) {
        message[0] = '\0';
        result = prepare(&r, options, message, sizeof message);
    }
    if (result == VL_OK && !(describeSolids(&r) && walk(&r))) {
        result = VL_ERROR_MEMORY;
    }
    int status = result == VL_OK ? VL_EXIT_OK : fail(&r, result, message);
    closeReading(&r);
    return status;
}
