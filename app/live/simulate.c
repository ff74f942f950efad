// SPDX-License-Identifier: MIT
// The turn of the loop while a simulation runs.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/live/announce.h"
#include "app/live/loop.h"
#include "base/histogram.h"

// While nothing is due the loop still looks for commands this often, s.
#define POLL_PERIOD 0.005

static const char* sceneName(const vlLiveLoop* loop)
{
    return vlScene_GetName(vlSimulation_GetScene(loop->def.simulation));
}

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

// Has the contact states of a scene watched, those of none for NULL.
static void watch(vlLiveLoop* loop, const vlScene* scene)
{
    if (loop->def.watch != NULL) {
        vlStateWatch_SetScene(loop->def.watch, scene);
    }
}

// A new scene has its own step size, times and worst cases.
static void beginScene(vlLiveLoop* loop)
{
    vlLiveStatus* s = &loop->status;
    snprintf(s->scene, sizeof s->scene, "%s", sceneName(loop));
    s->step = stepOf(loop);
    memset(s->view.stepTimes, 0, sizeof s->view.stepTimes);
    vlTiming_Clear(&loop->timing);
    memset(&loop->pace, 0, sizeof loop->pace);
    memset(loop->grabs, 0, sizeof loop->grabs);
    vlLiveDevices_Reset(&loop->devices);
    beginRates(loop);
    watch(loop, loop->def.scene);
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
    beginScene(loop);
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
        watch(loop, NULL); // states of the old scene must not follow the new one
        r = vlAnnounce_Scene(loop->def.server, simulation, &loop->def.scenes, NULL);
    }
    if (r != VL_OK) {
        watch(loop, loop->def.scene);
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
    beginScene(loop);
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
    if (loop->def.watch == NULL || client < 0 || client >= VL_MAX_GRABS) {
        return;
    }
    uint64_t bit = (uint64_t)1 << client;
    loop->stateWishes = isWish ? loop->stateWishes | bit : loop->stateWishes & ~bit;
    vlStateWatch_SetWanted(loop->def.watch, loop->stateWishes != 0);
}

void vlSimulate_Command(vlLiveLoop* loop, const vlViewerCommand* command)
{
    switch (command->kind) {
    case VL_COMMAND_PAUSE: vlLiveLoop_SetPaused(loop, command->on); break;
    case VL_COMMAND_STEP: makeSteps(loop, command->count); break;
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
        }
        break;
    case VL_COMMAND_STATES: wishStates(loop, command->client, command->on); break;
    case VL_COMMAND_SET:
    case VL_COMMAND_RESET: vlTuning_Note(loop, command); break;
    case VL_COMMAND_SAVE: break; // the server answers it
    }
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
        vlLiveDevices_Silence(&loop->devices, now);
        return now + POLL_PERIOD;
    }
    return isFast ? now : fmin(loop->pace.next, now + POLL_PERIOD);
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
        const vlDevice* real = loop->devices.real[i];
        vlDeviceStatus_Fill(&s->devices[i], loop->def.simulation, i,
                            real != NULL ? vlDevice_GetInfo(real)->model : NULL);
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
