// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_ANNOUNCE_H
#define VOLAR_APP_LIVE_ANNOUNCE_H

// Sends viewers the scene they see and the names of those they may choose.

#include "app/live/live.h"

// Adds `"scenes": [names...]` as the first member of a JSON object with at least one member. The
// names need no escapes: letters, digits and the characters [-_.]. Release the text with free;
// NULL: no memory.
char* vlAnnounce_AddNames(const char* json, size_t size, const vlLiveScenes* scenes,
                          size_t* newSize);
// `recording` is played back, or NULL: then the scene can be saved with other parameters.
VL_WARN_UNUSED vlResult vlAnnounce_Scene(vlServer* server, const vlSimulation* simulation,
                                         const vlLiveScenes* scenes, const vlRecording* recording);

#endif
