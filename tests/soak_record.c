// SPDX-License-Identifier: MIT
// Endurance of recording: 100 boxes at 1 kHz against the clock for as long as asked, with views and
// a grab. No step may be lost; afterwards the whole file is read and simulated again to the bit.
//
// usage: soak_record SECONDS

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "volar/volar.h"

#define BOXES 100
#define VIEW_EVERY 16

static const char sceneText[] =
    "volar: 1\n"
    "name: rows\n"
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1], offset: 0}}}\n"
    "  - {name: near, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.06],\n"
    "     copies: {count: 50, shift: [0.12, 0, 0]}}\n"
    "  - {name: far, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 1, 0.06],\n"
    "     copies: {count: 50, shift: [0.12, 0, 0]}}\n";

typedef struct Soak {
    vlScene* scene;
    vlSimulation* simulation;
    vlRecorder* recorder;
    void* view;
    size_t viewCapacity;
    char path[64];
    vlRecorderStatus status;
    uint64_t late; // wake-ups after the next step was due
} Soak;

static const char* begin(Soak* soak)
{
    snprintf(soak->path, sizeof soak->path, "soak-record-%ld.vlr", (long)getpid());
    vlResult r = vlScene_ReadText(sceneText, strlen(sceneText), "rows", NULL, &soak->scene, NULL);
    r = r == VL_OK ? vlSimulation_Create(soak->scene, &soak->simulation, NULL, 0) : r;
    if (r != VL_OK) {
        return "the scene cannot be built";
    }
    soak->viewCapacity = vlView_GetCapacity(soak->simulation);
    soak->view = malloc(soak->viewCapacity);
    r = vlRecorder_Create(soak->path, soak->simulation, NULL, &soak->recorder, NULL, 0);
    return r == VL_OK && soak->view != NULL ? NULL : "the recorder cannot be created";
}

// A grab lifts a box for a second, another one every two seconds; a restart every 100.
static bool disturb(Soak* soak, uint64_t step)
{
    vlInput input = {.kind = VL_INPUT_GRAB, .grab = 0, .body = 1 + (int)(step / 2000 % BOXES)};
    input.target = vlVec(0.1, 0.5, 0.5);
    if (step % 2000 == 1000) {
        input.kind = VL_INPUT_RELEASE;
    } else if (step % 100000 == 99999) {
        input.kind = VL_INPUT_RESTART;
    } else if (step % 2000 != 0) {
        return true;
    }
    return vlSimulation_Input(soak->simulation, &input) == VL_OK;
}

static const char* run(Soak* soak, uint64_t steps)
{
    struct timespec wake;
    (void)clock_gettime(CLOCK_MONOTONIC, &wake);
    for (uint64_t i = 0; i < steps; ++i) {
        wake.tv_nsec += 1000000;
        wake.tv_sec += wake.tv_nsec / 1000000000;
        wake.tv_nsec %= 1000000000;
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL) == EINTR) {
        }
        if (!disturb(soak, i) || vlSimulation_Step(soak->simulation) != VL_OK) {
            return "the simulation failed";
        }
        vlResult r = vlRecorder_AddStep(soak->recorder, soak->simulation);
        if (r == VL_OK && i % VIEW_EVERY == 0) {
            size_t size =
                vlView_Write(soak->simulation, NULL, NULL, soak->view, soak->viewCapacity);
            r = vlRecorder_AddView(soak->recorder, soak->view, size);
        }
        if (r != VL_OK) {
            return r == VL_ERROR_FULL ? "a step was lost" : "the disk failed";
        }
        struct timespec now;
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
        double behind =
            (double)(now.tv_sec - wake.tv_sec) + 1e-9 * (double)(now.tv_nsec - wake.tv_nsec);
        soak->late += behind > 1e-3;
    }
    return NULL;
}

// Opening the file has checked every checksum; counts and bits are checked here.
static const char* readBack(const Soak* soak, uint64_t steps)
{
    vlRecording* recording = NULL;
    char message[256] = "";
    vlReplayReport report;
    if (vlRecording_Open(soak->path, &recording, message, sizeof message) != VL_OK) {
        return "the file cannot be opened";
    }
    vlRecordingInfo info = vlRecording_GetInfo(recording);
    const char* wrong = NULL;
    if (!info.isComplete || info.unreadableBytes > 0 || info.lostSteps > 0 || info.steps != steps ||
        info.views != (steps + VIEW_EVERY - 1) / VIEW_EVERY) {
        wrong = "the file does not hold all that was recorded";
    } else if (vlRecording_Verify(recording, &report, message, sizeof message) != VL_OK ||
               !report.isEqual || report.hasGaps || report.stepsCompared != steps) {
        wrong = "simulated again it differs";
    }
    vlRecording_Close(recording);
    return wrong;
}

int main(int argc, char** argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "usage: soak_record SECONDS\n");
        return 2;
    }
    uint64_t steps = (uint64_t)(1000.0 * strtod(argv[1], NULL));
    static Soak soak;
    const char* wrong = begin(&soak);
    wrong = wrong == NULL ? run(&soak, steps) : wrong;
    vlResult closed = vlRecorder_Close(soak.recorder, &soak.status);
    wrong = wrong == NULL && closed != VL_OK ? "the file cannot be ended" : wrong;
    wrong = wrong == NULL && soak.status.lostSteps > 0 ? "steps were lost" : wrong;
    wrong = wrong == NULL ? readBack(&soak, steps) : wrong;
    (void)remove(soak.path);
    vlSimulation_Destroy(soak.simulation);
    vlScene_Destroy(soak.scene);
    free(soak.view);
    if (wrong != NULL) {
        (void)fprintf(stderr, "%s: %s\n", wrong, strerror(soak.status.systemError));
        return 1;
    }
    printf("%llu steps, %.1f MB, none lost, buffer at most %.1f MB, %llu steps ended late\n",
           (unsigned long long)steps, 1e-6 * (double)soak.status.bytes,
           1e-6 * (double)soak.status.bufferPeak, (unsigned long long)soak.late);
    return 0;
}
