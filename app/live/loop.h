// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_LOOP_H
#define VOLAR_APP_LIVE_LOOP_H

// What the thread of a live run does, turn by turn: take commands, make at most one step, hand out
// what is due, sleep. live.c runs turns in a thread; tests run them one by one under a clock of
// their own. simulate.c has the turn of a simulation, play.c that of a recording, loop.c what both
// share.

#include <volar/two_rate.h>

#include "app/live/devices.h"
#include "app/live/live.h"
#include "app/pace/loop_clock.h"
#include "app/pace/pace.h"
#include "app/pace/timing.h"
#include "base/latest.h"
#include "base/ring.h"

// A change of a parameter that the next step takes; of several to the same one the last counts.
#define VL_MAX_CHANGES 32
typedef struct vlLoopChange {
    vlInput input;
    int client;
} vlLoopChange;

// A message of the owner: a command, or the request to end.
typedef struct vlLoopMessage {
    bool isEnd;
    vlViewerCommand command;
} vlLoopMessage;

// What a client grabs or lets go of in the next step. While no step is made, later commands replace
// earlier ones, so that after a pause there is at most one input per client.
typedef struct vlLoopGrab {
    bool isWaiting;
    vlInput input;
} vlLoopGrab;

typedef struct vlLiveLoop {
    vlLiveDef def;
    vlLoopClock clock;
    vlRing* messages;   // of vlLoopMessage, from the owner
    vlLatest* statuses; // of vlLiveStatus, to the owner
    vlLiveStatus status;
    double start; // s, by the clock

    // The state of the run.
    bool mustEnd;
    double speed;
    vlPace pace;
    int stepsToGo;    // single steps asked for while paused
    uint64_t pausers; // a bit for each client that asked for the pause and is still there
    bool isViewDue, isStatusDue;
    double nextView, nextStatus;
    // Start of the time over which the rate is measured.
    double rateTime;
    uint64_t rateSteps;

    // Of a simulation.
    vlTiming timing;
    vlLoopGrab grabs[VL_MAX_GRABS];
    vlLiveDevices devices;
    vlLoopChange changes[VL_MAX_CHANGES];
    int changeCount;
    uint32_t refusalsSeen; // vlSimulation_GetRefusals
    int changer;           // client whose changes the last step took; -1: none
    vlTwoRate* twoRate;    // NULL: contacts are found in every step
    bool isRestartWaiting;
    uint64_t stateWishes; // a bit for each client that wants contact states
    double nextRecorded;  // s of simulated time, when a view is next recorded
    void* recorded;       // buffer for that view

    // Of a recording.
    vlRecordingInfo info;
    double position; // s, in the recording
    uint64_t viewIndex;
    double lastTurn; // s, by the clock
} vlLiveLoop;

// A loop ready for its first turn; owns what `def` says only on VL_OK.
VL_WARN_UNUSED vlResult vlLiveLoop_Init(vlLiveLoop* loop, const vlLiveDef* def, vlLoopClock clock);
void vlLiveLoop_Destroy(vlLiveLoop* loop);
// One turn; false after the owner asked for the end.
bool vlLiveLoop_Turn(vlLiveLoop* loop);
// Fills in the final status, in loop->status.
void vlLiveLoop_Finish(vlLiveLoop* loop);

// Shared by the two kinds of turns.
double vlLiveLoop_Now(const vlLiveLoop* loop);
void vlLiveLoop_SetPaused(vlLiveLoop* loop, bool isPaused);
void vlLiveLoop_Notice(vlLiveLoop* loop, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
// The same, and shows the sentence to a viewer, or to all of them (-1).
void vlLiveLoop_Answer(vlLiveLoop* loop, int client, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// True if a view is due for the viewers now; schedules the next one.
bool vlLiveLoop_TakeViewDue(vlLiveLoop* loop, double now);

// simulate.c
void vlSimulate_Begin(vlLiveLoop* loop);
// A new scene has its own step size, times and worst cases.
void vlSimulate_BeginScene(vlLiveLoop* loop);
// Has the contact states of a scene watched, those of none for NULL.
void vlSimulate_Watch(vlLiveLoop* loop, const vlScene* scene);
// Returns when to wake up, s by the clock; a time in the past means at once.
double vlSimulate_Turn(vlLiveLoop* loop, double now);
// simulate_command.c
void vlSimulate_Command(vlLiveLoop* loop, const vlViewerCommand* command);
// simulate_status.c
void vlSimulate_FillStatus(vlLiveLoop* loop);
void vlSimulate_FillViewStatus(vlLiveLoop* loop, double now);

// step_outputs.c: after a scene began, and after each tick of it.
void vlStepOutputs_Start(vlLiveLoop* loop);
void vlStepOutputs_Give(vlLiveLoop* loop);

// tuning.c: parameters that viewers change. Notes a command SET or RESET; gives what is noted to
// the next step; afterwards reports what it refused and follows the step's new length.
void vlTuning_Note(vlLiveLoop* loop, const vlViewerCommand* command);
void vlTuning_Give(vlLiveLoop* loop);
void vlTuning_Follow(vlLiveLoop* loop);

// play.c
void vlPlay_Begin(vlLiveLoop* loop);
void vlPlay_Command(vlLiveLoop* loop, const vlViewerCommand* command);
double vlPlay_Turn(vlLiveLoop* loop, double now);
void vlPlay_FillStatus(vlLiveLoop* loop);
// The view to show now, as viewers get it; returns its bytes, 0 if there is none.
size_t vlPlay_WriteView(vlLiveLoop* loop, void* buffer, size_t capacity);

#endif
