// SPDX-License-Identifier: MIT
// The turn of the loop while a simulation runs.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/live/loop.h"
#include "base/histogram.h"

// While nothing is due the loop still looks for commands this often, s.
#define POLL_PERIOD 0.005

static double stepOf(const vlLiveLoop* loop)
{
    return vlWorld_GetStep(vlSimulation_GetWorld(loop->def.simulation));
}

// Has contacts found in a separate thread, if asked for; otherwise, and where that is impossible,
// they are found in every step.
static void beginRates(vlLiveLoop* loop)
{
    char message[160] = "";
    if (!loop->def.isTwoRate) {
        return;
    }
    if (vlSimulation_GetWorld2(loop->def.simulation) != NULL) {
        vlLiveLoop_Notice(loop, "contacts are found in every step: the scene is planar");
        return;
    }
    vlTwoRateDef def = vlDefaultTwoRateDef(vlSimulation_GetWorld(loop->def.simulation));
    vlResult r = vlTwoRate_Create(&def, &loop->twoRate, message, sizeof message);
    r = r == VL_OK ? vlTwoRate_Start(loop->twoRate, loop->def.contactRate) : r;
    if (r != VL_OK) {
        vlTwoRate_Destroy(loop->twoRate);
        loop->twoRate = NULL;
        vlLiveLoop_Notice(loop, "contacts are found in every step: %s",
                          message[0] != '\0' ? message : vlResult_Text(r));
    }
}

void vlSimulate_Watch(vlLiveLoop* loop, const vlScene* scene)
{
    if (loop->def.watch != NULL) {
        vlStateWatch_SetScene(loop->def.watch, scene);
    }
}

void vlSimulate_BeginScene(vlLiveLoop* loop)
{
    vlLiveStatus* s = &loop->status;
    snprintf(s->scene, sizeof s->scene, "%s",
             vlScene_GetName(vlSimulation_GetScene(loop->def.simulation)));
    s->step = stepOf(loop);
    memset(s->view.stepTimes, 0, sizeof s->view.stepTimes);
    vlTiming_Clear(&loop->timing);
    memset(&loop->pace, 0, sizeof loop->pace);
    memset(loop->grabs, 0, sizeof loop->grabs);
    vlLiveDevices_Reset(&loop->devices);
    beginRates(loop);
    vlSimulate_Watch(loop, loop->def.scene);
    vlStepOutputs_Start(loop);
    loop->isRestartWaiting = false;
    loop->changeCount = 0;
    loop->refusalsSeen = 0;
    s->leftBodies = 0;
    s->leftBody[0] = '\0';
    vlPace_Start(&loop->pace, vlLiveLoop_Now(loop), s->step / loop->speed);
}

void vlSimulate_Begin(vlLiveLoop* loop)
{
    memcpy(loop->devices.real, loop->def.devices, sizeof loop->devices.real);
    vlSimulate_BeginScene(loop);
}

// An input that no longer makes sense, e.g. a move of a grab that holds nothing, is dropped.
static void giveInputs(vlLiveLoop* loop)
{
    vlSimulation* simulation = loop->def.simulation;
    if (loop->isRestartWaiting) {
        vlInput input = {.kind = VL_INPUT_RESTART};
        loop->isRestartWaiting = vlSimulation_Input(simulation, &input) != VL_OK;
    }
    vlTuning_Give(loop);
    for (int i = 0; i < VL_MAX_GRABS; ++i) {
        if (loop->grabs[i].isWaiting) {
            vlResult r = vlSimulation_Input(simulation, &loop->grabs[i].input);
            loop->grabs[i].isWaiting = r == VL_ERROR_FULL;
        }
    }
}

// The first frozen body gives its name to the message.
static void noteFrozen(vlLiveLoop* loop)
{
    const vlSimulation* simulation = loop->def.simulation;
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    const vlWorld2* plane = vlSimulation_GetWorld2(simulation);
    loop->status.frozenBodies = plane != NULL ? vlWorld2_GetStepInfo(plane).frozenBodies
                                              : vlWorld_GetStepInfo(world).frozenBodies;
    for (int i = 0; i < vlScene_GetBodyCount(loop->def.scene); ++i) {
        if (vlSimulation_IsFrozen(simulation, i)) {
            snprintf(loop->status.frozenBody, sizeof loop->status.frozenBody, "%s",
                     vlScene_GetBody(loop->def.scene, i)->name);
            break;
        }
    }
    loop->isStatusDue = true;
}

static void noteRates(vlLiveLoop* loop)
{
    vlViewTiming* timing = &loop->timing.view;
    if (loop->twoRate != NULL) {
        vlTwoRateReport report = vlTwoRate_GetReport(loop->twoRate);
        timing->contactRate = report.contactRate;
        timing->packetAge = report.age;
        timing->worstPacketAge = report.maxAge;
    }
}

// A tick: from reading the devices to writing them. Its time is measured separately from the
// thread's work for recordings and viewers.
static vlResult tick(vlLiveLoop* loop)
{
    vlWorld* world = vlSimulation_GetWorld(loop->def.simulation);
    double begin = vlLiveLoop_Now(loop);
    double lateness = -1.0; // no deadline
    if (!loop->status.isFast) {
        lateness = vlPace_Begin(&loop->pace, begin);
        vlWorld_SetProfile(world, true);
    }
    vlTiming_Begin(&loop->timing, begin, lateness);
    giveInputs(loop);
    vlLiveDevices_Read(&loop->devices, loop->def.simulation, begin, loop->status.simulated);
    vlTiming_Lap(&loop->timing, VL_STAGE_READ, vlLiveLoop_Now(loop));
    vlResult r = vlSimulation_Step(loop->def.simulation);
    double end = vlLiveLoop_Now(loop);
    vlStepInfo info = vlWorld_GetStepInfo(world);
    vlTiming_LapStep(&loop->timing, &info.profile, end);
    vlLiveDevices_Write(&loop->devices, loop->def.simulation, end);
    end = vlLiveLoop_Now(loop);
    vlTiming_Lap(&loop->timing, VL_STAGE_WRITE, end);
    double microseconds = vlTiming_End(&loop->timing, end);
    ++loop->status.view.stepTimes[vlHistogram_FindBin(microseconds)];
    noteRates(loop);
    return r;
}

static void makeStep(vlLiveLoop* loop)
{
    vlResult r = tick(loop);
    vlTuning_Follow(loop);
    ++loop->status.steps;
    loop->status.simulated += loop->status.step;
    if (r == VL_ERROR_DIVERGED) {
        noteFrozen(loop);
    }
    vlStepOutputs_Give(loop);
    if (!loop->status.isFast) {
        vlPace_End(&loop->pace, vlLiveLoop_Now(loop));
    }
    if (loop->stepsToGo > 0 && --loop->stepsToGo == 0) {
        loop->isViewDue = loop->isStatusDue = true;
    }
    // The tolerance of a thousandth of a step is for the rounding of the sum.
    if (loop->def.seconds > 0.0 &&
        loop->status.simulated > loop->def.seconds - 1e-3 * loop->status.step) {
        loop->status.isEnded = loop->isViewDue = loop->isStatusDue = true;
    }
}

double vlSimulate_Turn(vlLiveLoop* loop, double now)
{
    bool isFast = loop->status.isFast;
    bool isRunning = !loop->status.isEnded && (!loop->status.isPaused || loop->stepsToGo > 0);
    if (isRunning && (isFast || now >= loop->pace.next)) {
        makeStep(loop);
        now = vlLiveLoop_Now(loop);
        isRunning = !loop->status.isEnded && (!loop->status.isPaused || loop->stepsToGo > 0);
    }
    if (vlLiveLoop_TakeViewDue(loop, now)) {
        vlSimulate_FillViewStatus(loop, now);
        size_t size = vlView_Write(loop->def.simulation, &loop->status.view, &loop->timing.view,
                                   vlServer_BeginView(loop->def.server), VL_LIVE_VIEW_CAPACITY);
        if (size > 0) {
            vlServer_PublishView(loop->def.server, size);
        }
    }
    if (!isRunning) {
        // At their rate: one zero could be lost on its way, and what hears nothing may give up.
        vlLiveDevices_Silence(&loop->devices, loop->def.simulation, now);
        return now + fmin(POLL_PERIOD, vlLiveDevices_GetPeriod(&loop->devices, stepOf(loop)));
    }
    return isFast ? now : fmin(loop->pace.next, now + POLL_PERIOD);
}
