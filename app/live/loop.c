// SPDX-License-Identifier: MIT
#include "app/live/loop.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STATUS_PERIOD 0.05     // s; the terminal shows ten a second
#define PAUSED_VIEW_PERIOD 0.2 // s; so that new viewers see the picture soon
#define RATE_PERIOD 0.5        // s, over which the rate of steps is measured
// Commands of the owner that fit into the queue.
#define MESSAGES 64

double vlLiveLoop_Now(const vlLiveLoop* loop)
{
    return loop->clock.now(loop->clock.user);
}

vlResult vlLiveLoop_Init(vlLiveLoop* loop, const vlLiveDef* def, vlLoopClock clock)
{
    memset(loop, 0, sizeof *loop);
    vlResult r = vlRing_Create(MESSAGES * (sizeof(vlLoopMessage) + 8), &loop->messages);
    r = r == VL_OK ? vlLatest_Create(sizeof(vlLiveStatus), &loop->statuses) : r;
    if (r == VL_OK && def->recorder != NULL) {
        loop->recorded = aligned_alloc(64, VL_LIVE_VIEW_CAPACITY);
        r = loop->recorded == NULL ? VL_ERROR_MEMORY : VL_OK;
    }
    if (r != VL_OK) {
        vlLiveLoop_Destroy(loop);
        return r;
    }
    loop->def = *def;
    loop->clock = clock;
    loop->speed = 1.0;
    loop->status.isPaused = def->startsPaused; // by nobody who could leave
    loop->status.isFast = def->isFast && def->recording == NULL;
    loop->start = loop->nextView = loop->nextStatus = vlLiveLoop_Now(loop);
    loop->rateTime = loop->lastTurn = loop->start;
    if (def->recording != NULL) {
        vlPlay_Begin(loop);
    } else {
        vlSimulate_Begin(loop);
    }
    return VL_OK;
}

void vlLiveLoop_Destroy(vlLiveLoop* loop)
{
    vlTwoRate_Destroy(loop->twoRate);
    vlLiveDevices_Close(&loop->devices);
    vlSimulation_Destroy(loop->def.simulation);
    vlScene_Destroy(loop->def.scene);
    vlRecording_Close(loop->def.recording);
    vlRing_Destroy(loop->messages);
    vlLatest_Destroy(loop->statuses);
    free(loop->recorded);
}

void vlLiveLoop_SetPaused(vlLiveLoop* loop, bool isPaused)
{
    if (loop->status.isPaused && !isPaused) {
        double now = vlLiveLoop_Now(loop);
        vlPace_Start(&loop->pace, now, loop->pace.period);
        loop->rateTime = now;
        loop->rateSteps = loop->status.steps;
    }
    loop->status.isPaused = isPaused;
    loop->pausers = isPaused ? loop->pausers : 0;
    loop->stepsToGo = 0;
    loop->isViewDue = loop->isStatusDue = true;
}

void vlLiveLoop_Notice(vlLiveLoop* loop, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(loop->status.notice, sizeof loop->status.notice, format, arguments);
    va_end(arguments);
    ++loop->status.noticeCount;
    loop->isStatusDue = true;
}

void vlLiveLoop_Answer(vlLiveLoop* loop, int client, const char* format, ...)
{
    va_list arguments;
    char sentence[sizeof loop->status.notice];
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    vlLiveLoop_Notice(loop, "%s", sentence);
    if (loop->def.server != NULL) {
        vlServer_Say(loop->def.server, client, sentence);
    }
}

static void obey(vlLiveLoop* loop, const vlViewerCommand* command)
{
    if (loop->def.recording != NULL) {
        vlPlay_Command(loop, command);
    } else {
        vlSimulate_Command(loop, command);
    }
}

static void takeCommands(vlLiveLoop* loop)
{
    vlViewerCommand command;
    size_t size;
    const vlLoopMessage* message;
    while ((message = vlRing_Peek(loop->messages, &size)) != NULL) {
        bool isEnd = message->isEnd;
        command = message->command;
        vlRing_Drop(loop->messages);
        if (isEnd) {
            loop->mustEnd = true;
        } else {
            obey(loop, &command);
        }
    }
    // This loop ends: the server limits how many commands viewers may send per second.
    while (loop->def.server != NULL && vlServer_TakeCommand(loop->def.server, &command)) {
        obey(loop, &command);
    }
}

bool vlLiveLoop_TakeViewDue(vlLiveLoop* loop, double now)
{
    if (loop->def.server == NULL || (!loop->isViewDue && now < loop->nextView)) {
        return false;
    }
    loop->isViewDue = false;
    double period = loop->status.isPaused ? PAUSED_VIEW_PERIOD : 1.0 / VL_LIVE_VIEW_RATE;
    loop->nextView = fmax(loop->nextView + period, now);
    loop->nextView = fmin(loop->nextView, now + period);
    return true;
}

static void measureRate(vlLiveLoop* loop, double now)
{
    double span = now - loop->rateTime;
    if (loop->status.isPaused) {
        loop->status.view.rate = 0.0;
    } else if (span >= RATE_PERIOD) {
        loop->status.view.rate = (double)(loop->status.steps - loop->rateSteps) / span;
        loop->rateTime = now;
        loop->rateSteps = loop->status.steps;
    }
}

static void fillStatus(vlLiveLoop* loop, double now)
{
    loop->status.wallTime = now - loop->start;
    if (loop->def.recording != NULL) {
        vlPlay_FillStatus(loop);
    } else {
        vlSimulate_FillStatus(loop);
    }
}

static void publishStatus(vlLiveLoop* loop, double now)
{
    fillStatus(loop, now);
    memcpy(vlLatest_Begin(loop->statuses), &loop->status, sizeof loop->status);
    vlLatest_Publish(loop->statuses, sizeof loop->status);
    loop->isStatusDue = false;
    loop->nextStatus = now + STATUS_PERIOD;
}

bool vlLiveLoop_Turn(vlLiveLoop* loop)
{
    takeCommands(loop);
    if (loop->mustEnd) {
        return false;
    }
    double now = vlLiveLoop_Now(loop);
    double wake = loop->def.recording != NULL ? vlPlay_Turn(loop, now) : vlSimulate_Turn(loop, now);
    now = vlLiveLoop_Now(loop);
    measureRate(loop, now);
    if (loop->isStatusDue || now >= loop->nextStatus) {
        publishStatus(loop, now);
    }
    if (wake > now) {
        loop->clock.sleepUntil(wake, loop->clock.user);
    }
    return true;
}

void vlLiveLoop_Finish(vlLiveLoop* loop)
{
    // Writing and printing what is left may take any time, so the devices are silenced first.
    vlLiveDevices_Silence(&loop->devices, loop->def.simulation, vlLiveLoop_Now(loop));
    fillStatus(loop, vlLiveLoop_Now(loop));
    if (loop->def.simulation != NULL) {
        const vlWorld* world = vlSimulation_GetWorld(loop->def.simulation);
        const vlWorld2* plane = vlSimulation_GetWorld2(loop->def.simulation);
        loop->status.hash = vlSimulation_GetHash(loop->def.simulation);
        loop->status.memory =
            vlWorld_GetMemory(world) + (plane != NULL ? vlWorld2_GetMemory(plane) : 0);
    }
}
