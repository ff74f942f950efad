// SPDX-License-Identifier: MIT
// Several worlds at once, each in a thread of its own with its scene, annotation, views and
// recorder: nothing is shared behind their backs, so that each gives the bits that it gives alone,
// and the thread sanitizer finds no race. They read meshes through one cache folder.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "stage.h"
#include "test.h"
#include "volar/record.h"
#include "volar/scene_annotation.h"
#include "volar/view.h"

#define THREADS 4
#define STEPS 30
#define SOAK_SECONDS 240.0

static const char* const names[] = {"stack", "corner",       "own-mesh",    "chain",
                                    "gears", "planar-block", "peg-in-hole", "stick-slip"};
#define NAMES ((int)(sizeof names / sizeof names[0]))

typedef struct Worker {
    pthread_t thread;
    int number;
    int rounds;            // 0: until `end`
    double end;            // s
    const uint64_t* alone; // hash of each scene when nothing else runs
    const char* folder;    // for recordings, and for what is kept of meshes
    int done;              // rounds
    char wrong[400];       // "": nothing
} Worker;

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool complain(Worker* w, const char* scene, const char* what)
{
    (void)snprintf(w->wrong, sizeof w->wrong, "thread %d, %s: %s", w->number, scene, what);
    return false;
}

static vlScene* readScene(Worker* w, const char* name)
{
    char path[512];
    vlFileErrors errors = {0};
    vlScene* scene = NULL;
    vlSceneOptions options = {.cacheFolder = w->folder};
    (void)snprintf(path, sizeof path, "%s/scenes/%s.yaml", getenv("VOLAR_SOURCE_DIR"), name);
    if (vlScene_Read(path, &options, &scene, &errors) != VL_OK) {
        (void)complain(w, name, errors.count > 0 ? errors.item[0].message : "cannot be read");
    }
    return scene;
}

// Steps with all that may watch a simulation. Returns whether everything worked.
static bool stepAll(Worker* w, const char* name, vlSimulation* simulation, vlRecorder* recorder)
{
    size_t capacity = vlView_GetCapacity(simulation);
    void* view = malloc(capacity);
    vlPose* poses = calloc(1000, sizeof *poses);
    vlSceneAnnotation* annotation = NULL;
    bool isGood = view != NULL && poses != NULL;
    const vlScene* scene = vlSimulation_GetScene(simulation);
    // Some bodies have no names for their contacts, which is no fault here.
    (void)!vlSceneAnnotation_Create(scene, NULL, &annotation, NULL, 0);
    for (int i = 0; i < STEPS && isGood; ++i) {
        vlViewStatus status = {.speed = 1.0};
        isGood = vlSimulation_Step(simulation) == VL_OK;
        if (annotation != NULL && !vlScene_IsPlanar(scene)) {
            vlSceneAnnotation_ReadPoses(simulation, poses);
            (void)vlSceneAnnotation_Update(annotation, 1e-3 * i, poses);
        }
        if (recorder != NULL) {
            size_t size = vlView_Write(simulation, &status, NULL, view, capacity);
            isGood = isGood && vlRecorder_AddStep(recorder, simulation) == VL_OK;
            isGood = isGood && vlRecorder_AddView(recorder, view, size) == VL_OK;
        }
    }
    vlSceneAnnotation_Destroy(annotation);
    free(poses);
    free(view);
    return isGood || complain(w, name, "a step failed");
}

// Simulates a scene from its file. Returns its hash; 0 if something went wrong.
static uint64_t simulate(Worker* w, const char* name, bool isRecorded)
{
    char path[400], message[256] = "";
    uint64_t hash = 0;
    vlSimulation* simulation = NULL;
    vlRecorder* recorder = NULL;
    vlRecorderDef def = {.mayWait = true};
    vlScene* scene = readScene(w, name);
    bool isGood = scene != NULL;
    if (isGood && vlSimulation_Create(scene, &simulation, message, sizeof message) != VL_OK) {
        isGood = complain(w, name, message);
    }
    (void)snprintf(path, sizeof path, "%s/thread-%d.vlr", w->folder, w->number);
    if (isGood && isRecorded &&
        vlRecorder_Create(path, simulation, &def, &recorder, message, sizeof message) != VL_OK) {
        isGood = complain(w, name, message);
    }
    if (isGood && stepAll(w, name, simulation, recorder)) {
        hash = vlSimulation_GetHash(simulation);
    }
    if (vlRecorder_Close(recorder, NULL) != VL_OK && recorder != NULL) {
        hash = 0;
        (void)complain(w, name, "the recording failed");
    }
    (void)unlink(path);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return hash;
}

static void* work(void* user)
{
    Worker* w = user;
    for (int i = 0; w->wrong[0] == '\0' && (w->rounds > 0 ? i < w->rounds : now() < w->end); ++i) {
        int chosen = (w->number + i) % NAMES;
        uint64_t hash = simulate(w, names[chosen], i % 2 == 0);
        if (w->wrong[0] == '\0' && hash != w->alone[chosen]) {
            (void)complain(w, names[chosen], "other bits than alone");
        }
        ++w->done;
    }
    return NULL;
}

static void removeFolder(const char* folder)
{
    char command[200];
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void worlds_in_threads_give_the_bits_that_they_give_alone(void** state)
{
    (void)state;
    static Worker workers[THREADS + 1];
    char folder[] = "/tmp/volar-world-threads-XXXXXX";
    uint64_t alone[NAMES];
    assert_non_null(mkdtemp(folder));
    workers[THREADS] = (Worker){.number = THREADS, .folder = folder};
    for (int i = 0; i < NAMES; ++i) {
        alone[i] = simulate(&workers[THREADS], names[i], false);
        assert_string_equal(workers[THREADS].wrong, "");
    }
    removeFolder(folder); // so that the threads fill the cache together
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < THREADS; ++i) {
        workers[i] = (Worker){.number = i,
                              .rounds = vlStage_IsSoak() ? 0 : 4,
                              .end = now() + SOAK_SECONDS,
                              .alone = alone,
                              .folder = folder};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    int done = 0;
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
        done += workers[i].done;
    }
    for (int i = 0; i < THREADS; ++i) {
        assert_string_equal(workers[i].wrong, "");
    }
    print_message("%d simulations in %d threads\n", done, THREADS);
    removeFolder(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_in_threads_give_the_bits_that_they_give_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
