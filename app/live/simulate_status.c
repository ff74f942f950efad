// SPDX-License-Identifier: MIT
// What is told of a running simulation, beside its views and after it.

#include <math.h>
#include <stdio.h>

#include "app/live/loop.h"

static uint32_t flagsOf(const vlLiveLoop* loop)
{
    return loop->status.isPaused && loop->stepsToGo == 0 ? VL_VIEW_PAUSED : 0;
}

void vlSimulate_FillViewStatus(vlLiveLoop* loop, double now)
{
    vlViewStatus* v = &loop->status.view;
    v->flags = flagsOf(loop);
    v->missedDeadlines = loop->pace.missed;
    v->wallTime = now - loop->start;
    v->speed = loop->status.isFast ? 0.0 : loop->speed;
    v->firstTime = v->lastTime =
        vlWorld_GetStepInfo(vlSimulation_GetWorld(loop->def.simulation)).time;
}

// Bodies that fell off or flew away; the first of them gives its name to the message.
static void noteLeft(vlLiveLoop* loop, double time)
{
    vlLiveStatus* s = &loop->status;
    s->leftBodies = 0;
    for (int i = 0; i < vlScene_GetBodyCount(loop->def.scene); ++i) {
        if (!vlSimulation_HasLeft(loop->def.simulation, i)) {
            continue;
        }
        ++s->leftBodies;
        if (s->leftBody[0] == '\0') {
            snprintf(s->leftBody, sizeof s->leftBody, "%s",
                     vlScene_GetBody(loop->def.scene, i)->name);
            s->leftTime = time;
        }
    }
}

void vlSimulate_FillStatus(vlLiveLoop* loop)
{
    vlLiveStatus* s = &loop->status;
    const vlWorld* world = vlSimulation_GetWorld(loop->def.simulation);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    vlSimulate_FillViewStatus(loop, loop->start + s->wallTime);
    s->time = info.time;
    noteLeft(loop, info.time);
    s->timing = loop->timing.view;
    s->contacts = vlSimulation_GetContactCount(loop->def.simulation);
    s->droppedContacts = info.droppedContacts;
    s->fallbackContacts = info.fallbackContacts;
    s->overloadedContacts = info.overloadedContacts;
    s->energy = vlSimulation_GetEnergy(loop->def.simulation);
    s->deviceCount = vlScene_GetDeviceCount(loop->def.scene);
    for (int i = 0; i < s->deviceCount; ++i) {
        vlDeviceStatus_Fill(&s->devices[i], loop->def.simulation, i, loop->devices.real[i]);
    }
    const vlWorld2* plane = vlSimulation_GetWorld2(loop->def.simulation);
    s->plane.isPlanar = plane != NULL;
    if (plane != NULL) {
        s->plane.limit = vlWorld2_GetSpeedLimit(plane);
        s->plane.info = vlWorld2_GetStepInfo(plane);
        s->plane.ledger = vlWorld2_GetLedger(plane);
        s->frozenBodies = s->plane.info.frozenBodies;
    }
    s->deepest = s->normalForce = 0.0;
    for (int i = 0; i < s->contacts; ++i) {
        vlContactReport report;
        if (vlSimulation_GetContact(loop->def.simulation, i, &report) == VL_OK) {
            s->deepest = fmax(s->deepest, report.depth);
            s->normalForce += report.normalForce;
        }
    }
}
