// SPDX-License-Identifier: MIT
#include "app/annotate/recorded_states.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <volar/record.h>

#include "app/annotate/state_board.h"
#include "base/helper_thread.h"

// More states than a page can show in its timeline.
#define MOST_STATES 20000

struct vlRecordedStates {
    pthread_t thread;
    const char* path;
    vlRecordedStatesSink sink;
    void* user;
    atomic_bool isStopping;
};

typedef struct Walk {
    vlRecording* recording;
    vlScene* scene;
    vlSceneAnnotation* annotation;
    vlStateBoard* board;
    vlPose* poses;
    double time; // s, of the last poses
} Walk;

static vlResult openWalk(Walk* w, const char* path, char* message, size_t size)
{
    vlResult r = vlRecording_Open(path, &w->recording, message, size);
    if (r != VL_OK) {
        return r;
    }
    size_t length;
    const char* text = vlRecording_GetSceneText(w->recording, &length);
    vlSceneOptions options = {.refuseFiles = true};
    r = vlScene_ReadText(text, length, path, &options, &w->scene, NULL);
    r = r == VL_OK ? vlSceneAnnotation_Create(w->scene, NULL, &w->annotation, message, size) : r;
    if (r != VL_OK) {
        return r;
    }
    w->board = vlStateBoard_Create(w->scene, w->annotation, MOST_STATES);
    w->poses = calloc((size_t)vlScene_GetBodyCount(w->scene) + 1, sizeof *w->poses);
    return w->board != NULL && w->poses != NULL ? VL_OK : VL_ERROR_MEMORY;
}

static void closeWalk(Walk* w)
{
    vlStateBoard_Destroy(w->board);
    vlSceneAnnotation_Destroy(w->annotation);
    vlScene_Destroy(w->scene);
    vlRecording_Close(w->recording);
    free(w->poses);
}

static bool update(Walk* w, bool isFirst)
{
    int changed = vlSceneAnnotation_Update(w->annotation, w->time, w->poses);
    bool isGood = !isFirst || vlStateBoard_Restart(w->board, w->poses);
    for (int k = 0; k < changed && isGood; ++k) {
        int pair = vlSceneAnnotation_GetEnded(w->annotation, k, NULL, NULL);
        isGood = vlStateBoard_Begin(w->board, pair, w->poses);
    }
    return isGood;
}

// False if it was stopped, or without memory.
static bool walk(Walk* w, const atomic_bool* isStopping)
{
    vlRecordingInfo info = vlRecording_GetInfo(w->recording);
    for (int i = 0; i < vlScene_GetBodyCount(w->scene); ++i) {
        w->poses[i] = vlScene_GetBody(w->scene, i)->def.pose;
    }
    bool isGood = update(w, true);
    for (uint64_t i = 0; isGood && i < info.steps; ++i) {
        vlRecordedStep step;
        if (vlRecording_GetStep(w->recording, i, &step) != VL_OK) {
            break;
        }
        for (int b = 0; b < info.bodyCount; ++b) {
            w->poses[vlRecording_GetBodyPlace(w->recording, b)] = step.bodies[b].pose;
        }
        w->time = step.recorded;
        isGood = update(w, false) && !atomic_load_explicit(isStopping, memory_order_relaxed);
    }
    return isGood;
}

static void* run(void* user)
{
    vlRecordedStates* states = user;
    Walk w = {.time = 0.0};
    char message[256] = "";
    char* text = NULL;
    size_t size = 0;
    vlResult r = openWalk(&w, states->path, message, sizeof message);
    if (r != VL_OK) {
        text = vlStateBoard_WriteFault(message[0] != '\0' ? message : vlResult_Text(r), &size);
    } else if (walk(&w, &states->isStopping)) {
        text = vlStateBoard_Write(w.board, 0.0, w.time, &size);
    }
    if (text != NULL) {
        states->sink(states->user, text, size);
    }
    free(text);
    closeWalk(&w);
    return NULL;
}

vlRecordedStates* vlRecordedStates_Start(const char* path, vlRecordedStatesSink sink, void* user)
{
    vlRecordedStates* states = calloc(1, sizeof *states);
    if (states == NULL) {
        return NULL;
    }
    states->path = path;
    states->sink = sink;
    states->user = user;
    atomic_init(&states->isStopping, false);
    if (vlHelperThread_Start(&states->thread, run, states) != 0) {
        free(states);
        return NULL;
    }
    return states;
}

void vlRecordedStates_Stop(vlRecordedStates* states)
{
    if (states != NULL) {
        atomic_store_explicit(&states->isStopping, true, memory_order_relaxed);
        (void)pthread_join(states->thread, NULL);
        free(states);
    }
}
