// SPDX-License-Identifier: MIT
#include "app/pace/timing.h"

#include <math.h>
#include <string.h>

#include "base/histogram.h"

#define MICROSECONDS 1e6 // in a second

void vlTiming_Clear(vlTiming* timing)
{
    memset(timing, 0, sizeof *timing);
}

static void count(uint32_t bins[VL_VIEW_BINS], double microseconds)
{
    uint32_t* bin = &bins[vlHistogram_FindBin(microseconds)];
    *bin += *bin < UINT32_MAX;
}

void vlTiming_Begin(vlTiming* timing, double now, double lateness)
{
    if (lateness >= 0.0) {
        double late = MICROSECONDS * lateness;
        count(timing->view.lateTimes, late);
        timing->view.worstLateness = fmax(timing->view.worstLateness, late);
    }
    timing->begin = timing->mark = now;
    memset(timing->stages, 0, sizeof timing->stages);
}

void vlTiming_Lap(vlTiming* timing, vlStage stage, double now)
{
    timing->stages[stage] += MICROSECONDS * (now - timing->mark);
    timing->mark = now;
}

void vlTiming_LapStep(vlTiming* timing, const vlStepProfile* profile, double now)
{
    double* stages = timing->stages;
    double rest = MICROSECONDS * (now - timing->mark);
    const struct {
        vlStage stage;
        double nanoseconds;
    } parts[] = {{VL_STAGE_BROADPHASE, profile->broadphase},
                 {VL_STAGE_COLLIDE, profile->collide},
                 {VL_STAGE_CONTACT, profile->contact},
                 {VL_STAGE_SOLVE, profile->solve}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        // The stages must not add up to more than the whole, although two clocks measure them.
        double part = fmin(fmax(1e-3 * parts[i].nanoseconds, 0.0), rest);
        stages[parts[i].stage] += part;
        rest -= part;
    }
    stages[VL_STAGE_INTEGRATE] += rest;
    timing->mark = now;
}

double vlTiming_End(vlTiming* timing, double now)
{
    double time = MICROSECONDS * (now - timing->begin);
    if (time > timing->view.worstStep) {
        timing->view.worstStep = time;
        memcpy(timing->view.worstStages, timing->stages, sizeof timing->stages);
    }
    return time;
}
