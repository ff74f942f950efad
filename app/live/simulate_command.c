// SPDX-License-Identifier: MIT
// What viewers command while a simulation runs.

#include <math.h>
#include <string.h>

#include "app/live/announce.h"
#include "app/live/loop.h"

static const char* sceneName(const vlLiveLoop* loop)
{
    return vlScene_GetName(vlSimulation_GetScene(loop->def.simulation));
}

static void changeScene(vlLiveLoop* loop, int client, const char* name)
{
    if (loop->def.recorder != NULL || loop->def.log != NULL) {
        vlLiveLoop_Answer(loop, client, "the scene stays %s: it is being %s", sceneName(loop),
                          loop->def.recorder != NULL ? "recorded" : "logged");
        return;
    }
    if (vlLiveDevices_HasReal(&loop->devices)) {
        vlLiveLoop_Answer(loop, client, "the scene stays %s: a device is connected to it",
                          sceneName(loop));
        return;
    }
    if (loop->def.scenes.find == NULL) {
        vlLiveLoop_Answer(loop, client, "the scene stays %s: there is no other", sceneName(loop));
        return;
    }
    char message[160] = "";
    vlSimulation* simulation = NULL;
    vlScene* scene = loop->def.scenes.find(loop->def.scenes.user, name, message, sizeof message);
    vlResult r = scene == NULL ? VL_ERROR_ARGUMENT : VL_OK;
    r = r == VL_OK ? vlSimulation_Create(scene, &simulation, message, sizeof message) : r;
    if (r == VL_OK && loop->def.server != NULL) {
        vlSimulate_Watch(loop, NULL); // states of the old scene must not follow the new one
        r = vlAnnounce_Scene(loop->def.server, simulation, &loop->def.scenes, NULL);
    }
    if (r != VL_OK) {
        vlSimulate_Watch(loop, loop->def.scene);
        vlLiveLoop_Answer(loop, client, "the scene stays %s: %s", sceneName(loop),
                          message[0] != '\0' ? message : vlResult_Text(r));
        vlSimulation_Destroy(simulation);
        vlScene_Destroy(scene);
        return;
    }
    vlTwoRate_Destroy(loop->twoRate);
    loop->twoRate = NULL;
    vlSimulation_Destroy(loop->def.simulation);
    vlScene_Destroy(loop->def.scene);
    loop->def.simulation = simulation;
    loop->def.scene = scene;
    vlLiveLoop_Notice(loop, "scene %s", sceneName(loop)); // before a message about its rates
    vlSimulate_BeginScene(loop);
    vlLiveLoop_SetPaused(loop, false);
}

// Combines the commands of a client since the last step into one input: only the last grab or
// release counts, and the last target.
static void noteGrab(vlLiveLoop* loop, const vlViewerCommand* command, vlInputKind kind)
{
    if (command->client < 0 || command->client >= VL_MAX_GRABS) {
        return;
    }
    vlLoopGrab* grab = &loop->grabs[command->client];
    if (kind == VL_INPUT_MOVE && grab->isWaiting && grab->input.kind != VL_INPUT_MOVE) {
        grab->input.target = command->target; // of the grab; a release ignores it
        return;
    }
    grab->isWaiting = true;
    grab->input = (vlInput){.kind = kind,
                            .grab = command->client,
                            .body = command->body,
                            .point = command->point,
                            .target = command->target};
}

static void restart(vlLiveLoop* loop)
{
    memset(loop->grabs, 0, sizeof loop->grabs);
    loop->isRestartWaiting = true;
    if (loop->status.isPaused && loop->stepsToGo == 0) {
        loop->stepsToGo = 1; // so that it can be seen
        vlPace_Start(&loop->pace, vlLiveLoop_Now(loop), loop->pace.period);
    }
}

static void makeSteps(vlLiveLoop* loop, int count)
{
    bool wasPaused = loop->status.isPaused;
    vlLiveLoop_SetPaused(loop, true);
    loop->stepsToGo = count;
    if (wasPaused) {
        vlPace_Start(&loop->pace, vlLiveLoop_Now(loop), loop->pace.period);
    }
}

static bool isClient(int client)
{
    return client >= 0 && client < VL_MAX_GRABS;
}

static void notePauser(vlLiveLoop* loop, int client)
{
    bool isNoted = loop->status.isPaused && isClient(client);
    loop->pausers |= isNoted ? (uint64_t)1 << client : 0;
}

// A pause ends with the last client that asked for it, as a grab does: nobody else knows of it.
static void forgetPauser(vlLiveLoop* loop, int client)
{
    uint64_t bit = isClient(client) ? (uint64_t)1 << client : 0;
    if ((loop->pausers & bit) == 0) {
        return;
    }
    loop->pausers &= ~bit;
    if (loop->pausers == 0) {
        vlLiveLoop_SetPaused(loop, false);
        vlLiveLoop_Notice(loop, "the run goes on: the viewer that paused it has left");
    }
}

static void setSpeed(vlLiveLoop* loop, double speed)
{
    double now = vlLiveLoop_Now(loop);
    if (!(speed > 0.0) || !isfinite(speed)) {
        return;
    }
    loop->speed = speed;
    if (loop->status.isFast) {
        loop->status.isFast = false;
        vlPace_Start(&loop->pace, now, loop->status.step / speed);
    }
    vlPace_SetPeriod(&loop->pace, now, loop->status.step / speed);
    loop->isViewDue = loop->isStatusDue = true;
}

// Contact states are named as long as a viewer wants them.
static void wishStates(vlLiveLoop* loop, int client, bool isWish)
{
    if (loop->def.watch == NULL || !isClient(client)) {
        return;
    }
    uint64_t bit = (uint64_t)1 << client;
    loop->stateWishes = isWish ? loop->stateWishes | bit : loop->stateWishes & ~bit;
    vlStateWatch_SetWanted(loop->def.watch, loop->stateWishes != 0);
}

void vlSimulate_Command(vlLiveLoop* loop, const vlViewerCommand* command)
{
    switch (command->kind) {
    case VL_COMMAND_PAUSE:
        vlLiveLoop_SetPaused(loop, command->on);
        notePauser(loop, command->client);
        break;
    case VL_COMMAND_STEP:
        makeSteps(loop, command->count);
        notePauser(loop, command->client);
        break;
    case VL_COMMAND_SPEED: setSpeed(loop, command->value); break;
    case VL_COMMAND_RESTART: restart(loop); break;
    case VL_COMMAND_SCENE: changeScene(loop, command->client, command->name); break;
    case VL_COMMAND_SEEK: break; // only recordings can seek
    case VL_COMMAND_GRAB: noteGrab(loop, command, VL_INPUT_GRAB); break;
    case VL_COMMAND_MOVE: noteGrab(loop, command, VL_INPUT_MOVE); break;
    case VL_COMMAND_RELEASE: noteGrab(loop, command, VL_INPUT_RELEASE); break;
    case VL_COMMAND_STEER:
        vlLiveDevices_Steer(&loop->devices, loop->def.simulation, command);
        break;
    case VL_COMMAND_LEAVE:
        vlLiveDevices_Leave(&loop->devices, command);
        if (command->device < 0) { // the client has left
            wishStates(loop, command->client, false);
            forgetPauser(loop, command->client);
        }
        break;
    case VL_COMMAND_STATES: wishStates(loop, command->client, command->on); break;
    case VL_COMMAND_SET:
    case VL_COMMAND_RESET: vlTuning_Note(loop, command); break;
    case VL_COMMAND_SAVE: break; // the server answers it
    }
}
