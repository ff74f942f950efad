// SPDX-License-Identifier: MIT
// Finds the contact states of a recording: names from its poses, forces by simulating it again.

#include "app/annotate/state_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/record.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "base/file_in.h"
#include "base/json_text.h"

// Longest JSON of one state.
#define MAX_STATE_JSON 65536
// Largest table that is read, bytes.
#define MAX_TABLE (16 * 1024 * 1024)

void vlStateList_Free(vlStateList* list)
{
    for (int i = 0; i < list->count; ++i) {
        free(list->states[i].text);
        free(list->states[i].json);
    }
    free(list->states);
    free(list->pairs);
    free(list->faults);
    free(list->solids);
    *list = (vlStateList){0};
}

// Doubles an array when it is full; false without memory.
static bool makeRoom(void** array, int count, int* capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    int wanted = *capacity > 0 ? 2 * *capacity : 32;
    void* bigger = realloc(*array, (size_t)wanted * size);
    if (bigger != NULL) {
        *array = bigger;
        *capacity = wanted;
    }
    return bigger != NULL;
}

int vlStateList_AddPair(vlStateList* list, const char* a, const char* b)
{
    for (int i = 0; i < list->pairCount; ++i) {
        if (strcmp(list->pairs[i].a, a) == 0 && strcmp(list->pairs[i].b, b) == 0) {
            return i;
        }
    }
    if (!makeRoom((void**)&list->pairs, list->pairCount, &list->pairCapacity,
                  sizeof(vlListedPair))) {
        return -1;
    }
    vlListedPair* pair = &list->pairs[list->pairCount];
    (void)snprintf(pair->a, sizeof pair->a, "%s", a);
    (void)snprintf(pair->b, sizeof pair->b, "%s", b);
    pair->fit = (vlFitTally){0};
    pair->isFitGood = pair->isExplained = true;
    return list->pairCount++;
}

bool vlStateList_Add(vlStateList* list, const vlListedState* state, const char* text,
                     const char* json)
{
    if (!makeRoom((void**)&list->states, list->count, &list->capacity, sizeof(vlListedState))) {
        return false;
    }
    vlListedState* s = &list->states[list->count];
    *s = *state;
    s->text = strdup(text);
    s->json = json != NULL ? strdup(json) : NULL;
    if (s->text == NULL || (json != NULL && s->json == NULL)) {
        free(s->text);
        return false;
    }
    ++list->count;
    return true;
}

static int byPairAndTime(const void* x, const void* y)
{
    const vlListedState* a = x;
    const vlListedState* b = y;
    if (a->pair != b->pair) {
        return a->pair - b->pair;
    }
    return (a->from > b->from) - (a->from < b->from);
}

void vlStateList_Sort(vlStateList* list)
{
    if (list->count > 0) {
        qsort(list->states, (size_t)list->count, sizeof(vlListedState), byPairAndTime);
    }
}

// ---- from a recording ----

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
    vlSay(stderr, "%s: '%s': %s\n", r->program, r->path,
          message[0] != '\0' ? message : vlResult_Text(result));
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

// One step of the simulation with the inputs of the recording, for the forces. It is given up where
// it cannot follow.
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
    } else {
        vlSimulation_Destroy(r->simulation);
        r->simulation = NULL;
        r->list->hasForces = false;
    }
}

// The states that last until the end, and the fits of the whole.
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
    bool isRepeatable = !info.isTwoRate && info.lostSteps == 0 && !options->withoutForces;
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
    r->list->step = info.step;
    return result;
}

// Bodies with the names of their faces, as JSON; false without memory.
static bool describeSolids(Reading* r)
{
    size_t size;
    FILE* to = open_memstream(&r->list->solids, &size);
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
    return fclose(to) == 0;
}

static int loadRecording(Reading* r, const vlAnnotateOptions* options)
{
    char message[512] = "";
    vlResult result = vlRecording_Open(r->path, &r->recording, message, sizeof message);
    if (result == VL_OK) {
        message[0] = '\0';
        result = prepare(r, options, message, sizeof message);
    }
    if (result == VL_OK && !(describeSolids(r) && walk(r))) {
        result = VL_ERROR_MEMORY;
    }
    return result == VL_OK ? VL_EXIT_OK : fail(r, result, message);
}

// ---- either kind ----

int vlStateList_Load(const char* program, const char* path, const vlAnnotateOptions* options,
                     vlStateList* list)
{
    char reason[128];
    int error = 0;
    FILE* file = vlFileIn_Open(path, false, &error);
    if (file == NULL) {
        vlSay(stderr, "%s: cannot read '%s': %s\n", program, path,
              vlFileIn_Explain(error, reason, sizeof reason));
        return VL_EXIT_FILE;
    }
    static const char head[] = "a,b,from_s,";
    char begin[sizeof head] = "";
    size_t got = fread(begin, 1, sizeof head - 1, file);
    int status;
    if (got == sizeof head - 1 && memcmp(begin, head, got) == 0) {
        char* text = malloc(MAX_TABLE + 1);
        rewind(file);
        size_t size = text != NULL ? fread(text, 1, MAX_TABLE, file) : 0;
        if (text != NULL) {
            text[size] = '\0';
            status = vlStateList_ReadCsv(program, path, text, list);
        } else {
            vlSay(stderr, "%s: %s\n", program, vlResult_Text(VL_ERROR_MEMORY));
            status = VL_EXIT_FAILED;
        }
        free(text);
    } else {
        Reading r = {.program = program, .path = path, .list = list};
        status = loadRecording(&r, options);
        closeReading(&r);
    }
    (void)fclose(file);
    vlStateList_Sort(list);
    return status;
}
