// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SERVE_SERVER_H
#define VOLAR_APP_SERVE_SERVER_H

// The viewer's server: the page over HTTP, views and commands over a WebSocket, in a thread of its
// own. The simulation hands over its newest view and takes commands without ever waiting for the
// server or a client; a client that does not read misses views, but no other client does.

#include <stddef.h>
#include <stdint.h>
#include <volar/base.h>

#include "app/serve/command.h"
#include "app/socket/listen.h"

typedef struct vlServer vlServer;

#define VL_SERVER_DEFAULT_PORT 8460

typedef struct vlServerDef {
    vlListenDef place;
    size_t viewCapacity; // bytes of the largest view; views of later scenes must fit too
    double viewRate;     // Hz at which views are sent; 0: 60
    double stallTime;    // s after which a client that takes nothing is closed; 0: 30
    int silentTime;      // s after which a client that sends nothing is pinged; 0: 300
} vlServerDef;

typedef struct vlServerStatus {
    int clients;
    uint64_t viewsSent;      // over all clients
    uint64_t clientsRefused; // wrong token, origin, or too many
    uint64_t clientsClosed;  // for malformed, too large or too many messages
} vlServerStatus;

// Starts listening and the thread. VL_ERROR_IO with `message` if the address cannot be used. For
// any address but loopback a token is made, which clients must present.
VL_WARN_UNUSED vlResult vlServer_Start(const vlServerDef* def, vlServer** server, char* message,
                                       size_t messageSize);
void vlServer_Stop(vlServer* server);
// What to open in a browser, with the token if there is one.
const char* vlServer_GetUrl(const vlServer* server);
bool vlServer_IsLoopback(const vlServer* server);

// Any thread, not real-time (copies, takes a lock): sets what clients get on connecting and at
// every change, as one JSON text {"type":"scene", ...}. Views published before belong to the
// previous scene: those not sent yet are dropped, so publish one soon after.
VL_WARN_UNUSED vlResult vlServer_SetScene(vlServer* server, const char* json, size_t size);

// Any thread, not real-time: the same scene as the text of a file, without its parameters' changes,
// for clients that want to save it (VL_COMMAND_SAVE). To be called before vlServer_SetScene, which
// hands both over; without it there is nothing to save.
VL_WARN_UNUSED vlResult vlServer_SetFile(vlServer* server, const char* text, size_t size);
// Any thread, not real-time: the newest contact states of this scene, as one JSON text
// {"type":"states", ...}, for all clients. A new scene drops them.
VL_WARN_UNUSED vlResult vlServer_SetStates(vlServer* server, const char* json, size_t size);
// Simulation's thread, never waits: shows a sentence on the page of a client, or of all (-1). Of
// several that a client could not yet take, it gets the newest.
void vlServer_Say(vlServer* server, int client, const char* sentence) VL_REALTIME;

// Simulation's thread, never waits: a buffer of viewCapacity bytes for the next view
// (vlView_Write), and handing it over.
void* vlServer_BeginView(vlServer* server) VL_REALTIME;
void vlServer_PublishView(vlServer* server, size_t size) VL_REALTIME;
// Simulation's thread, never waits: true if a command was taken. When a client leaves, it sends
// VL_COMMAND_RELEASE if the client holds a body, and always VL_COMMAND_LEAVE for all devices.
bool vlServer_TakeCommand(vlServer* server, vlViewerCommand* command) VL_REALTIME;
// Any thread.
vlServerStatus vlServer_GetStatus(const vlServer* server) VL_REALTIME;

#endif
