// SPDX-License-Identifier: MIT
// What leaves the loop after a tick: the recording, the log, and the poses from which contact
// states are named.

#include <math.h>
#include <time.h>

#include "app/live/loop.h"

// Between two tries of a fast run to hand a step over.
#define WAIT_NS 200000L

// Fast runs record no times of the machine, so that the same run gives the same file.
static void record(vlLiveLoop* loop)
{
    vlRecorder* recorder = loop->def.recorder;
    if (recorder == NULL || vlRecorder_AddStep(recorder, loop->def.simulation) == VL_ERROR_IO) {
        return;
    }
    if (loop->status.simulated < loop->nextRecorded) {
        return;
    }
    // Whole views are counted from the start, so that times do not drift and no moment comes twice.
    double views = floor(loop->status.simulated * VL_LIVE_VIEW_RATE + 1e-6);
    loop->nextRecorded = (views + 1.0) / VL_LIVE_VIEW_RATE - 1e-6 * loop->status.step;
    const vlViewStatus* status = NULL;
    const vlViewTiming* timing = NULL;
    if (!loop->status.isFast) {
        vlSimulate_FillViewStatus(loop, vlLiveLoop_Now(loop));
        status = &loop->status.view;
        timing = &loop->timing.view;
    }
    size_t size =
        vlView_Write(loop->def.simulation, status, timing, loop->recorded, VL_LIVE_VIEW_CAPACITY);
    if (size > 0) {
        vlRecorder_AddView(recorder, loop->recorded, size);
    }
}

// Only a fast run may wait for the disk.
static void logStep(vlLiveLoop* loop)
{
    vlRunLog* log = loop->def.log;
    struct timespec pause = {0, WAIT_NS};
    if (log == NULL) {
        return;
    }
    while (!vlRunLog_AddStep(log, loop->def.simulation)) {
        if (!loop->status.isFast) {
            vlRunLog_GiveUp(log);
            return;
        }
        (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    }
}

// Waits only in a fast run, like logStep. A step that is left out leaves only a gap in the sampled
// motion.
static void watchStep(vlLiveLoop* loop)
{
    struct timespec pause = {0, WAIT_NS};
    while (loop->def.watch != NULL &&
           !vlStateWatch_AddStep(loop->def.watch, loop->def.simulation, loop->status.simulated) &&
           loop->status.isFast) {
        (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
    }
}

void vlStepOutputs_Start(vlLiveLoop* loop)
{
    watchStep(loop);
}

void vlStepOutputs_Give(vlLiveLoop* loop)
{
    record(loop);
    logStep(loop);
    watchStep(loop);
}
