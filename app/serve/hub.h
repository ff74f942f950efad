// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SERVE_HUB_H
#define VOLAR_APP_SERVE_HUB_H

// What the parts of the server share. All of it belongs to the server's thread, except for what is
// marked as handed over. Views, scene texts and commands each take one path:
//
//   simulation -- vlLatest --> view ---> clients that lack it, once their sockets take more
//   any thread -- lock ------> scene --> the same, before any view of that scene
//   any thread -- lock ------> contact states --> the same
//   client -----> its queue ------------ vlRing --> simulation
//   simulation -- vlRing ----> notices -> the client that each is for, the newest only

#include <pthread.h>
#include <stdatomic.h>
#include <volar/simulation.h>

#include "app/serve/page.h"
#include "app/serve/server.h"
#include "app/socket/farewell.h"
#include "app/socket/socket_server.h"
#include "app/socket/traffic.h"
#include "base/latest.h"
#include "base/ring.h"

// Each client can grab one body at a time.
#define VL_MAX_CLIENTS VL_MAX_GRABS
// Connections of any kind at a time; more are closed at once.
#define VL_MAX_CONNECTIONS VL_MAX_SOCKETS
// Bytes of the library's buffer for messages of a client.
#define VL_RECEIVE_BYTES (2 * VL_MAX_COMMAND_TEXT)
// Commands of one client that wait for room in the ring; the last two places are reserved for
// letting go.
#define VL_MAX_QUEUE 8

// Commands on their way to the simulation. The queue outlives its client: its body must be let go.
typedef struct vlCommandQueue {
    vlViewerCommand commands[VL_MAX_QUEUE];
    int count;
    bool isHolding; // once all of the queue is done
} vlCommandQueue;

// A sentence for a client; -1: for all.
#define VL_MAX_SENTENCE 256
typedef struct vlClientNotice {
    int client;
    char text[VL_MAX_SENTENCE];
} vlClientNotice;

typedef struct vlClient {
    struct lws* wsi;      // NULL: this place is free
    uint64_t sceneSent;   // number of the scene that was sent last
    uint64_t viewSent;    // number of the view that was sent last
    uint64_t statesSent;  // number of the contact states that were sent last
    lws_usec_t askedTime; // since when it has not taken what is there for it; 0: nothing waits
    vlTraffic traffic;    // what it sends
    char text[VL_MAX_COMMAND_TEXT];
    size_t textSize;
    char sentence[VL_MAX_SENTENCE]; // to be shown; "": none
    unsigned char* reply;           // a file it asked for, after LWS_PRE bytes; NULL: none
    size_t replySize;
} vlClient;

struct vlServer {
    vlSocketServer socket;
    char url[192];
    lws_usec_t viewPeriod, stallTime; // us

    // Handed over by the simulation's thread; only that thread touches `begun`.
    vlLatest* latest;
    unsigned char* begun;
    size_t viewCapacity;
    vlRing* ring;
    vlRing* sentences; // of vlClientNotice

    // Handed over under the lock; `newestScene` counts and is also read without it.
    pthread_mutex_t lock;
    unsigned char* nextScene;
    size_t nextSceneSize;
    char* nextFile; // ends with a NUL, as does `file`; NULL: none
    size_t nextFileSize;
    unsigned char* nextStates; // NULL: none
    size_t nextStatesSize;
    atomic_uint_fast64_t newestScene;

    // What is being sent; each buffer begins with LWS_PRE bytes for the library's use.
    unsigned char* scene;
    size_t sceneSize;
    uint64_t sceneNumber;
    char* file;
    size_t fileSize;
    unsigned char* states; // NULL: none of this scene
    size_t statesSize;
    uint64_t statesNumber;
    unsigned char* view;
    size_t viewSize; // 0: none of this scene yet
    uint64_t viewNumber;

    vlClient clients[VL_MAX_CLIENTS];
    vlCommandQueue queues[VL_MAX_CLIENTS];
    lws_sorted_usec_list_t timer;
    lws_usec_t nextTick;
    int emptyTicks; // in a row, counted up to a limit
    bool isTicking;

    atomic_int clientCount;
    atomic_uint_fast64_t viewsSent, clientsRefused, clientsClosed;
};

static inline vlServer* vlHub_Get(struct lws* wsi)
{
    return vlSocketServer_OwnerOf(wsi);
}

// server.c: has the server's thread work on views and commands until nothing is left to do.
void vlHub_Wake(vlServer* server);

// http.c: requests for pages, and whether a request may become a WebSocket.
typedef struct vlRequest {
    const vlPage* page; // being sent, or NULL
    size_t sent;
} vlRequest;
int vlRequest_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                       size_t size);

// client.c: WebSockets.
typedef struct vlVisit {
    vlClient* client; // NULL: closing
    vlFarewell farewell;
} vlVisit;
int vlClient_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                      size_t size);
// Asks every client with something left to take whether it can; closes those that stalled, and
// those that flood.
void vlClient_AskAll(vlServer* server, lws_usec_t now);
// Takes the sentences of the simulation.
void vlClient_TakeSentences(vlServer* server);
// save.c: makes the reply to a client that wants to save the scene, or a sentence why it cannot.
void vlSave_Reply(vlServer* server, vlClient* client);
// Moves queued commands to the simulation; true if some are left.
bool vlClient_FlushQueues(vlServer* server);

#endif
