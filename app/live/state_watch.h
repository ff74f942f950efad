// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_STATE_WATCH_H
#define VOLAR_APP_LIVE_STATE_WATCH_H

// Contact states of a run while it runs. The loop copies the poses of the bodies into a ring after
// its tick and does nothing else; a thread names the states, puts them into words for the terminal
// and hands them to the viewers. It works while somebody wants them.

#include <volar/scene_annotation.h>

#include "app/serve/server.h"

#define VL_MAX_STATE_LINE (VL_MAX_STATE_TEXT + 256)

typedef struct vlStateWatch vlStateWatch;

// `server` may be NULL. `isPrinted`: words for the terminal are wanted, from the start to the end.
VL_WARN_UNUSED vlResult vlStateWatch_Start(vlServer* server, bool isPrinted, vlStateWatch** watch);
// Ends the thread at once; what is still in the ring is lost. NULL is allowed.
void vlStateWatch_Stop(vlStateWatch* watch);

// Loop's thread, not in a step: from now on the states are those of `scene`; NULL: of no scene. On
// return nothing reads the previous scene any more, which may then be destroyed.
void vlStateWatch_SetScene(vlStateWatch* watch, const vlScene* scene);
// Loop's thread: whether viewers want states.
void vlStateWatch_SetWanted(vlStateWatch* watch, bool isWanted) VL_REALTIME;
// Loop's thread, after each step; `total` is the time of all steps so far, s, restarts included.
// False if there is no room now: the caller may wait and call again, or leave that step out.
bool vlStateWatch_AddStep(vlStateWatch* watch, const vlSimulation* simulation,
                          double total) VL_REALTIME;

// Owner's thread: the next line of words, without its end; false if there is none now.
bool vlStateWatch_TakeLine(vlStateWatch* watch, char line[VL_MAX_STATE_LINE]);
// Owner's thread, when the loop has ended: true once all steps were looked at and their lines
// written. Take lines meanwhile.
bool vlStateWatch_IsFinished(const vlStateWatch* watch);

#endif
