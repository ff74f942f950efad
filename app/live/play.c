// SPDX-License-Identifier: MIT
// The turn of the loop while a recording is played back: shows its views at their times.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/live/loop.h"

// Longest time between two checks for commands, s; views are due less often.
#define POLL_PERIOD 0.005

void vlPlay_Begin(vlLiveLoop* loop)
{
    loop->info = vlRecording_GetInfo(loop->def.recording);
    loop->position = loop->info.firstTime;
    loop->status.step = loop->info.step;
    snprintf(loop->status.scene, sizeof loop->status.scene, "%s", vlScene_GetName(loop->def.scene));
}

static void moveTo(vlLiveLoop* loop, double time)
{
    loop->position = fmin(fmax(time, loop->info.firstTime), loop->info.lastTime);
    loop->viewIndex = vlRecording_FindView(loop->def.recording, loop->position);
}

static void seek(vlLiveLoop* loop, double time)
{
    if (!isnan(time)) {
        moveTo(loop, time);
        loop->isViewDue = loop->isStatusDue = true;
    }
}

static void stepViews(vlLiveLoop* loop, int count)
{
    vlLiveLoop_SetPaused(loop, true);
    uint64_t last = loop->info.views > 0 ? loop->info.views - 1 : 0;
    uint64_t index = loop->viewIndex + (uint64_t)(count > 0 ? count : 0);
    loop->viewIndex = index < last ? index : last;
    loop->position = vlRecording_GetViewTime(loop->def.recording, loop->viewIndex);
}

static void setPaused(vlLiveLoop* loop, bool isPaused)
{
    if (!isPaused && loop->position >= loop->info.lastTime) {
        seek(loop, loop->info.firstTime); // play again
    }
    vlLiveLoop_SetPaused(loop, isPaused);
}

void vlPlay_Command(vlLiveLoop* loop, const vlViewerCommand* command)
{
    switch (command->kind) {
    case VL_COMMAND_PAUSE: setPaused(loop, command->on); break;
    case VL_COMMAND_STEP: stepViews(loop, command->count); break;
    case VL_COMMAND_SPEED:
        loop->speed = command->value > 0.0 ? command->value : loop->speed;
        loop->isViewDue = loop->isStatusDue = true;
        break;
    case VL_COMMAND_RESTART: seek(loop, loop->info.firstTime); break;
    case VL_COMMAND_SEEK: seek(loop, command->value); break;
    case VL_COMMAND_SCENE:
    case VL_COMMAND_GRAB:
    case VL_COMMAND_MOVE:
    case VL_COMMAND_RELEASE:
    case VL_COMMAND_STEER:
    case VL_COMMAND_LEAVE:
    case VL_COMMAND_STATES:
    case VL_COMMAND_SET:
    case VL_COMMAND_RESET:
    case VL_COMMAND_SAVE: break; // a recording cannot be changed
    }
}

static void fillViewStatus(vlLiveLoop* loop)
{
    vlViewStatus* v = &loop->status.view;
    v->flags = VL_VIEW_PLAYBACK | (loop->status.isPaused ? VL_VIEW_PAUSED : 0);
    v->speed = loop->speed;
    v->firstTime = loop->info.firstTime;
    v->lastTime = loop->info.lastTime;
}

// Numbers of the run stay as recorded; those of the playback replace the others.
size_t vlPlay_WriteView(vlLiveLoop* loop, void* buffer, size_t capacity)
{
    const void* view;
    size_t size;
    vlViewHeader* header = buffer;
    if (vlRecording_GetView(loop->def.recording, loop->viewIndex, &view, &size) != VL_OK ||
        size < sizeof *header || size > capacity) {
        return 0;
    }
    memcpy(header, view, size);
    fillViewStatus(loop);
    header->status.flags &= VL_VIEW_TRUNCATED | VL_VIEW_SAMPLED;
    header->status.flags |= loop->status.view.flags;
    header->status.speed = loop->speed;
    header->status.firstTime = loop->info.firstTime;
    header->status.lastTime = loop->info.lastTime;
    // A view's own time starts again with every restart of the run; the recording's does not.
    header->time = loop->position;
    return size;
}

double vlPlay_Turn(vlLiveLoop* loop, double now)
{
    if (!loop->status.isPaused) {
        moveTo(loop, loop->position + loop->speed * (now - loop->lastTurn));
        if (loop->position >= loop->info.lastTime) {
            vlLiveLoop_SetPaused(loop, true);
        }
    }
    loop->lastTurn = now;
    if (vlLiveLoop_TakeViewDue(loop, now)) {
        size_t size =
            vlPlay_WriteView(loop, vlServer_BeginView(loop->def.server), VL_LIVE_VIEW_CAPACITY);
        if (size > 0) {
            vlServer_PublishView(loop->def.server, size);
        }
    }
    return now + POLL_PERIOD;
}

void vlPlay_FillStatus(vlLiveLoop* loop)
{
    fillViewStatus(loop);
    loop->status.time = loop->position;
    loop->status.simulated = loop->position - loop->info.firstTime;
    loop->status.steps = loop->viewIndex;
}
