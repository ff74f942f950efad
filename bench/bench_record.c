// SPDX-License-Identifier: MIT
// The cost of recording for the simulation: the time that its own thread spends on handing over
// each step, and a view with about every 16th. Real time matters here, so the steps are paced at 1
// kHz and the disk writes in parallel.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <volar/volar.h>

#include "bench/bench.h"

#define SECONDS 5
#define STEPS (SECONDS * 1000)
#define VIEW_EVERY 16 // steps: 60 Hz

typedef struct Setup {
    vlScene* scene;
    vlSimulation* simulation;
    vlRecorder* recorder;
    void* view;
    size_t viewCapacity;
    char path[64];
} Setup;

// Rows of ten boxes on a floor, 1 ms.
static vlResult makeScene(int boxes, vlScene** scene)
{
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    if (out == NULL) {
        return VL_ERROR_MEMORY;
    }
    fputs("volar: 1\nname: rows\nbodies:\n"
          "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1], offset: 0}}}\n",
          out);
    for (int i = 0; i < boxes / 10; ++i) {
        fprintf(out,
                "  - {name: row%d, shape: {box: {size: [0.1, 0.1, 0.1]}}, "
                "position: [0, %g, 0.0501], copies: {count: 10, shift: [0.12, 0, 0]}}\n",
                i, 0.12 * i);
    }
    vlResult r = fclose(out) == 0 ? vlScene_ReadText(text, size, "rows", NULL, scene, NULL)
                                  : VL_ERROR_MEMORY;
    free(text);
    return r;
}

static vlResult openSetup(Setup* setup, int boxes)
{
    vlResult r = makeScene(boxes, &setup->scene);
    r = r == VL_OK ? vlSimulation_Create(setup->scene, &setup->simulation, NULL, 0) : r;
    if (r == VL_OK) {
        snprintf(setup->path, sizeof setup->path, "bench-record-%ld.vlr", (long)getpid());
        setup->viewCapacity = vlView_GetCapacity(setup->simulation);
        setup->view = calloc(1, setup->viewCapacity);
        r = setup->view == NULL ? VL_ERROR_MEMORY
                                : vlRecorder_Create(setup->path, setup->simulation, NULL,
                                                    &setup->recorder, NULL, 0);
    }
    return r;
}

static void sleepUntil(double microseconds)
{
    struct timespec wake = {(time_t)(microseconds / 1e6), 0};
    wake.tv_nsec = (long)(1e3 * (microseconds - 1e6 * (double)wake.tv_sec));
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL) == EINTR) {
    }
}

static vlResult runSteps(Setup* setup, double* steps, double* views, int* viewCount)
{
    double clock = vlBench_ClockCost();
    double next = vlStats_Now();
    vlResult r = VL_OK;
    for (int i = 0; i < STEPS && r == VL_OK; ++i) {
        next += 1000.0;
        sleepUntil(next);
        r = vlSimulation_Step(setup->simulation);
        double start = vlStats_Now();
        vlResult added = vlRecorder_AddStep(setup->recorder, setup->simulation);
        steps[i] = fmax(0.0, vlStats_Now() - start - clock);
        r = added == VL_ERROR_IO ? added : r;
        if (i % VIEW_EVERY == 0) {
            size_t size =
                vlView_Write(setup->simulation, NULL, NULL, setup->view, setup->viewCapacity);
            start = vlStats_Now();
            added = vlRecorder_AddView(setup->recorder, setup->view, size);
            views[(*viewCount)++] = fmax(0.0, vlStats_Now() - start - clock);
            r = added == VL_ERROR_IO ? added : r;
        }
    }
    return r;
}

static vlResult runCase(vlBenchReport* report, int boxes)
{
    static double steps[STEPS], views[STEPS / VIEW_EVERY + 1];
    Setup setup = {0};
    int viewCount = 0;
    vlRecorderStatus status = {0};
    vlResult r = openSetup(&setup, boxes);
    r = r == VL_OK ? runSteps(&setup, steps, views, &viewCount) : r;
    vlResult closed = vlRecorder_Close(setup.recorder, &status);
    r = r == VL_OK ? closed : r;
    if (r == VL_OK) {
        vlBench_AddCase(report, "add-step", boxes, "volar", steps, STEPS, 0.0);
        vlBench_AddCase(report, "add-view", boxes, "volar", views, viewCount, 0.0);
        vlBench_AddNote(report,
                        "%d boxes at 1 kHz for %d s: %llu steps lost, %.1f MB/s to disk, at most "
                        "%.0f kB of the buffer in use",
                        boxes, SECONDS, (unsigned long long)status.lostSteps,
                        1e-6 * (double)status.bytes / SECONDS, 1e-3 * (double)status.bufferPeak);
    } else if (status.systemError != 0) {
        fprintf(stderr, "bench record: '%s': %s\n", setup.path, strerror(status.systemError));
    }
    if (setup.path[0] != '\0') {
        (void)remove(setup.path);
    }
    vlSimulation_Destroy(setup.simulation);
    vlScene_Destroy(setup.scene);
    free(setup.view);
    return r;
}

int vlBench_Record(vlBenchReport* report)
{
    static const int sizes[] = {10, 100, 300};
    vlResult r = VL_OK;
    for (int i = 0; i < 3 && r == VL_OK; ++i) {
        r = runCase(report, sizes[i]);
    }
    if (r != VL_OK) {
        fprintf(stderr, "bench record: %s\n", vlResult_Text(r));
    }
    return r != VL_OK;
}
