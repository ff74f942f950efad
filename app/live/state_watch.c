// SPDX-License-Identifier: MIT
#include "app/live/state_watch.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/annotate/state_board.h"
#include "base/helper_thread.h"
#include "base/ring.h"

// Room for two seconds of the poses of a hundred bodies at 1 kHz, or for minutes of one body.
#define STEP_BYTES ((size_t)12 << 20)
#define LINE_BYTES ((size_t)1 << 16)
// How often the thread looks into the ring: the loop cannot wake it without a system call.
#define POLL_NS 2000000L
// Viewers get the states at most this often, s of the clock.
#define PUBLISH_PERIOD 0.1
// States that a viewer of a run can look back at.
#define MOST_STATES 48

// What the loop hands over of a step; the poses of all bodies follow it.
typedef struct Step {
    double total, time; // s: of all steps, and of the world, which a restart sets back
} Step;

struct vlStateWatch {
    pthread_t thread;
    vlServer* server;
    bool isPrinted;
    vlRing* steps;
    vlRing* lines;
    atomic_bool isStopping, isWanted;

    // The thread works under this lock, and gives it up between the steps.
    pthread_mutex_t lock;
    const vlScene* scene;
    vlSceneAnnotation* annotation; // NULL until it is needed
    vlStateBoard* board;
    bool isFaulty;  // it could not be made for this scene
    bool isPending; // states changed and were not published
    bool isFirst;   // no step was seen of this annotation
    double offset;  // s, total less the world's time
    double published;
};

// ---- the loop's side ----

void vlStateWatch_SetWanted(vlStateWatch* watch, bool isWanted)
{
    atomic_store_explicit(&watch->isWanted, isWanted || watch->isPrinted, memory_order_relaxed);
}

bool vlStateWatch_AddStep(vlStateWatch* watch, const vlSimulation* simulation, double total)
{
    if (!atomic_load_explicit(&watch->isWanted, memory_order_relaxed)) {
        return true;
    }
    int bodies = vlScene_GetBodyCount(vlSimulation_GetScene(simulation));
    size_t size = sizeof(Step) + (size_t)bodies * sizeof(vlPose);
    Step* step = vlRing_Reserve(watch->steps, size);
    if (step == NULL) {
        return false;
    }
    step->total = total;
    step->time = vlWorld_GetStepInfo(vlSimulation_GetWorld(simulation)).time;
    vlSceneAnnotation_ReadPoses(simulation, (vlPose*)(step + 1));
    vlRing_Commit(watch->steps, size);
    return true;
}

static void forgetScene(vlStateWatch* w)
{
    vlStateBoard_Destroy(w->board);
    vlSceneAnnotation_Destroy(w->annotation);
    w->board = NULL;
    w->annotation = NULL;
    w->isFaulty = w->isPending = false;
    w->isFirst = true;
}

void vlStateWatch_SetScene(vlStateWatch* watch, const vlScene* scene)
{
    size_t size;
    (void)pthread_mutex_lock(&watch->lock);
    while (vlRing_Peek(watch->steps, &size) != NULL) { // under the lock this thread may read it
        vlRing_Drop(watch->steps);
    }
    forgetScene(watch);
    watch->scene = scene;
    (void)pthread_mutex_unlock(&watch->lock);
}

// ---- the thread ----

static void nap(void)
{
    (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, POLL_NS}, NULL);
}

static bool isStopping(const vlStateWatch* w)
{
    return atomic_load_explicit(&w->isStopping, memory_order_acquire);
}

// Waits while the terminal has not taken the lines before it.
static void sayLine(vlStateWatch* w, const char* line)
{
    while (w->isPrinted && !vlRing_Write(w->lines, line, strlen(line) + 1) && !isStopping(w)) {
        nap();
    }
}

static void sayState(vlStateWatch* w, int i)
{
    char text[VL_MAX_STATE_TEXT];
    char line[VL_MAX_STATE_LINE];
    vlAnnotatedPair pair = vlSceneAnnotation_GetPair(w->annotation, i);
    const vlContactState* state =
        vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(w->annotation, i));
    vlFormation_GetText(pair.a, pair.b, &state->formation, text, sizeof text);
    (void)snprintf(line, sizeof line, "%9.3f s  %.63s and %.63s  %d free  %-8s %s", state->from,
                   vlScene_GetBody(w->scene, pair.bodyA)->name,
                   vlScene_GetBody(w->scene, pair.bodyB)->name, state->freedoms,
                   vlTransition_Text(state->motion), text);
    sayLine(w, line);
}

static void sayFault(vlStateWatch* w, const char* why)
{
    char line[VL_MAX_STATE_LINE];
    (void)snprintf(line, sizeof line, "contact states are not named: %.512s", why);
    sayLine(w, line);
    size_t size = 0;
    char* text = w->server != NULL ? vlStateBoard_WriteFault(why, &size) : NULL;
    if (text != NULL) {
        (void)!vlServer_SetStates(w->server, text, size);
    }
    free(text);
    w->isFaulty = true;
}

static void sayLeftOut(vlStateWatch* w)
{
    for (int i = 0; i < vlScene_GetBodyCount(w->scene); ++i) {
        const char* why = vlSceneAnnotation_GetFault(w->annotation, i);
        char line[VL_MAX_STATE_LINE];
        if (why[0] != '\0') {
            (void)snprintf(line, sizeof line, "left out: %.63s: %.400s",
                           vlScene_GetBody(w->scene, i)->name, why);
            sayLine(w, line);
        }
    }
}

static void makeAnnotation(vlStateWatch* w)
{
    char message[256] = "";
    vlResult r = vlSceneAnnotation_Create(w->scene, NULL, &w->annotation, message, sizeof message);
    if (r == VL_OK) {
        w->board = vlStateBoard_Create(w->scene, w->annotation, MOST_STATES);
        r = w->board != NULL ? VL_OK : VL_ERROR_MEMORY;
    }
    if (r != VL_OK) {
        forgetScene(w);
        sayFault(w, message[0] != '\0' ? message : vlResult_Text(r));
        return;
    }
    w->isFirst = w->isPending = true;
    sayLeftOut(w);
}

static void startStates(vlStateWatch* w, const vlPose* poses)
{
    for (int i = 0; i < vlSceneAnnotation_GetPairCount(w->annotation); ++i) {
        const vlContactState* state =
            vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(w->annotation, i));
        if (w->isFirst && state != NULL && state->formation.count > 0) {
            sayState(w, i);
        }
    }
    w->isPending = true;
    if (!vlStateBoard_Restart(w->board, poses)) {
        sayFault(w, vlResult_Text(VL_ERROR_MEMORY));
    }
}

static void takeStep(vlStateWatch* w, const Step* step)
{
    const vlPose* poses = (const vlPose*)(step + 1);
    int changed = vlSceneAnnotation_Update(w->annotation, step->total, poses);
    // After a restart the times of the views begin again, and so do those of the states.
    double offset = step->total - step->time;
    if (w->isFirst || fabs(offset - w->offset) > 1e-6 * (1.0 + step->total)) {
        w->offset = offset;
        startStates(w, poses);
        w->isFirst = false;
    }
    for (int k = 0; k < changed && !w->isFaulty; ++k) {
        int pair = vlSceneAnnotation_GetEnded(w->annotation, k, NULL, NULL);
        sayState(w, pair);
        w->isPending = true;
        if (!vlStateBoard_Begin(w->board, pair, poses)) {
            sayFault(w, vlResult_Text(VL_ERROR_MEMORY));
        }
    }
}

static void publish(vlStateWatch* w)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    double time = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (w->server == NULL || !w->isPending || w->board == NULL ||
        time - w->published < PUBLISH_PERIOD) {
        return;
    }
    size_t size = 0;
    char* text = vlStateBoard_Write(w->board, w->offset, (double)NAN, &size);
    if (text != NULL && vlServer_SetStates(w->server, text, size) == VL_OK) {
        w->isPending = false;
        w->published = time;
    }
    free(text);
}

// One step of the ring; false if there was none.
static bool work(vlStateWatch* w)
{
    size_t size;
    (void)pthread_mutex_lock(&w->lock);
    const Step* step = vlRing_Peek(w->steps, &size);
    if (step != NULL && w->scene != NULL && w->annotation == NULL && !w->isFaulty) {
        makeAnnotation(w);
    }
    if (step != NULL && w->annotation != NULL && !w->isFaulty) {
        takeStep(w, step);
    }
    if (step != NULL) {
        vlRing_Drop(w->steps);
    }
    publish(w);
    (void)pthread_mutex_unlock(&w->lock);
    return step != NULL;
}

static void* run(void* user)
{
    vlStateWatch* w = user;
    while (!isStopping(w)) {
        if (!work(w)) {
            nap();
        }
    }
    return NULL;
}

// ---- the owner's side ----

static void freeWatch(vlStateWatch* watch)
{
    forgetScene(watch);
    vlRing_Destroy(watch->steps);
    vlRing_Destroy(watch->lines);
    (void)pthread_mutex_destroy(&watch->lock);
    free(watch);
}

vlResult vlStateWatch_Start(vlServer* server, bool isPrinted, vlStateWatch** watch)
{
    vlStateWatch* w = calloc(1, sizeof *w);
    if (w == NULL) {
        return VL_ERROR_MEMORY;
    }
    w->server = server;
    w->isPrinted = isPrinted;
    atomic_init(&w->isStopping, false);
    atomic_init(&w->isWanted, isPrinted);
    (void)pthread_mutex_init(&w->lock, NULL);
    vlResult r = vlRing_Create(STEP_BYTES, &w->steps);
    r = r == VL_OK ? vlRing_Create(LINE_BYTES, &w->lines) : r;
    if (r == VL_OK && vlHelperThread_Start(&w->thread, run, w) != 0) {
        r = VL_ERROR_MEMORY;
    }
    if (r != VL_OK) {
        freeWatch(w);
        return r;
    }
    *watch = w;
    return VL_OK;
}

void vlStateWatch_Stop(vlStateWatch* watch)
{
    if (watch != NULL) {
        atomic_store_explicit(&watch->isStopping, true, memory_order_release);
        (void)pthread_join(watch->thread, NULL);
        freeWatch(watch);
    }
}

bool vlStateWatch_TakeLine(vlStateWatch* watch, char line[VL_MAX_STATE_LINE])
{
    size_t size = 0;
    const char* next = vlRing_Peek(watch->lines, &size);
    if (next == NULL) {
        return false;
    }
    memcpy(line, next, size);
    vlRing_Drop(watch->lines);
    return true;
}

bool vlStateWatch_IsFinished(const vlStateWatch* watch)
{
    return vlRing_GetUsed(watch->steps) == 0; // a step leaves the ring after its lines were written
}
