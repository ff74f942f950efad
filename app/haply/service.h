// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_SERVICE_H
#define VOLAR_APP_HAPLY_SERVICE_H

// What the parts of the server share. All of it belongs to the server's thread, but for what is
// under the lock.

#include "app/haply/haply_server.h"
#include "app/haply/protocol.h"
#include "app/socket/farewell.h"
#include "app/socket/socket_server.h"

// Connections of any kind at a time; more are closed at once.
#define VL_MAX_HAPLY_CONNECTIONS 32
// States that a client may have coming: who sends more without reading is closed.
#define VL_MAX_HAPLY_OWED 64

// A connection, of which the WebSocket library keeps one for each.
typedef struct vlHaplySession {
    bool isIn;       // else closing, or a plain request
    int place;       // among the clients
    uint64_t number; // counts sessions
    int owed;        // states
    bool wantsAll;   // the next of them with the configuration
    vlFarewell farewell;
    size_t textSize;
    char text[VL_MAX_HAPLY_REQUEST];
} vlHaplySession;

struct vlHaplyServer {
    vlSocketServer socket;
    char url[128];
    bool isTaken[VL_MAX_HAPLY_CLIENTS];
    vlHaplyPlant plant;
    lws_sorted_usec_list_t timer;
    bool isTicking;
    char out[LWS_PRE + 4096]; // a state being written

    pthread_mutex_t lock;
    bool isPlugged;
    vlHaplyServerStatus status;
};

static inline vlHaplyServer* vlHaplyServer_Of(struct lws* wsi)
{
    return vlSocketServer_OwnerOf(wsi);
}

// haply_server.c: lets the device run from now on, and hands over what is known.
void vlHaplyServer_Wake(vlHaplyServer* server);
// The device at this moment, after what has just been asked of it.
void vlHaplyServer_Update(vlHaplyServer* server);

// session.c: WebSockets, and refusing what is none.
int vlHaplySession_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                            size_t size);

#endif
