// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_LIVE_H
#define VOLAR_APP_LIVE_LIVE_H

// A simulation running in a thread of its own against the clock, or a recording played back the
// same way: pause, single steps, speed, restart, change of scene, grabs. The thread takes commands
// and hands out views through the server, and its status through a mailbox; nothing it does in a
// step waits, allocates or prints. `volar run` and `volar replay` are built on it.

#include <volar/record.h>

#include "app/live/device_status.h"
#include "app/live/run_log.h"
#include "app/live/state_watch.h"
#include "app/serve/server.h"

// Largest size of a view in bytes, for any scene (vlView_GetCapacity).
#define VL_LIVE_VIEW_CAPACITY ((size_t)4 << 20)
// Views per second: to viewers by the clock, in recordings by simulated time, so that a recording
// contains the same moments on every machine.
#define VL_LIVE_VIEW_RATE 60.0

typedef struct vlLive vlLive;

// Creates the scene that a viewer chose by its name; NULL, with the reason in `message`, if that
// fails. Called by the run's thread, never in a step.
typedef vlScene* (*vlLiveFindScene)(void* user, const char* name, char* message,
                                    size_t messageSize);

// Scenes that a viewer may choose from.
typedef struct vlLiveScenes {
    const char* const* names;
    int count;
    vlLiveFindScene find; // NULL: the scene cannot be changed
    void* user;
} vlLiveScenes;

typedef struct vlLiveDef {
    // Owned by the live run once it started: a scene, and a simulation of it or a recording.
    vlScene* scene;
    vlSimulation* simulation;
    vlRecording* recording; // played back; simulation is NULL
    double seconds;         // of simulated time until the end; 0: until stopped
    bool isFast;            // as fast as possible instead of real time
    bool startsPaused;
    bool isTwoRate; // contacts are found in a thread of their own, if the integrator is implicit
    double contactRate; // Hz, how often; 0: as often as it can
    // By place in the scene: a connected device, owned by the run; NULL: the scene's own is used.
    // With a connected device the scene cannot be changed.
    vlDevice* devices[VL_MAX_DEVICES];
    vlServer* server;     // NULL: no viewer; it knows the first scene already
    vlRecorder* recorder; // NULL: no recording; with one the scene cannot be changed
    vlRunLog* log;        // NULL: no log; likewise
    vlStateWatch* watch;  // NULL: contact states are not named
    vlLiveScenes scenes;
} vlLiveDef;

typedef struct vlLiveStatus {
    bool isEnded; // the asked-for time is over; the thread waits for vlLive_Stop
    bool isPaused, isFast;
    char scene[VL_MAX_SCENE_NAME]; // its name
    uint64_t steps;                // total, restarts included; views while a recording is played
    double step;                   // s
    double time;                   // s, simulated; starts again with a restart
    double simulated;              // s, total
    double wallTime;               // s
    double timerSlack;             // s by which the kernel may prolong the thread's sleep
    int contacts;
    double deepest, normalForce; // m, N
    vlEnergy energy;
    struct { // of a planar scene
        bool isPlanar;
        vlSpeedLimit2 limit;
        vlStepInfo2 info;
        vlLedger2 ledger;
    } plane;
    int droppedContacts, fallbackContacts, overloadedContacts; // of the last step
    int frozenBodies;    // with infinite or undefined numbers, total
    char frozenBody[64]; // name of the first one, "" if unknown
    int leftBodies;      // far outside the scene now (vlSimulation_HasLeft)
    char leftBody[64];   // name of the first that left, "": none did
    double leftTime;     // s, simulated, when that was seen
    vlViewStatus view;   // rate, step times, missed deadlines
    vlViewTiming timing; // start delays, stages of the longest step
    // The newest message, as a sentence; `noticeCount` grows with each.
    char notice[192];
    uint32_t noticeCount;
    vlDeviceStatus devices[VL_MAX_DEVICES];
    int deviceCount;
    // Of the world; set in the last status only.
    uint64_t hash;
    size_t memory;
} vlLiveStatus;

// Starts the thread. Signals are left to the caller: the thread inherits its mask.
VL_WARN_UNUSED vlResult vlLive_Start(const vlLiveDef* def, vlLive** live);
// Ends the thread after the step it is in. `status` (may be NULL) is the last one. The simulation
// lives on: a recorder reads it once more when it is closed.
void vlLive_Stop(vlLive* live, vlLiveStatus* status);
// Destroys all that the run owns, after vlLive_Stop. NULL is allowed.
void vlLive_Destroy(vlLive* live);

// Asks for SCHED_FIFO at that priority for the run's thread; returns 0, or errno if refused.
int vlLive_SetPriority(vlLive* live, int priority);
// Owner's thread: a command as from a viewer; false if too many are waiting.
VL_WARN_UNUSED bool vlLive_Send(vlLive* live, const vlViewerCommand* command);
// Owner's thread: true if there is a newer status than that of the last call. About 20 a second.
bool vlLive_TakeStatus(vlLive* live, vlLiveStatus* status);

#endif
