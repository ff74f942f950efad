// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_SERVICE_H
#define VOLAR_APP_HAPLY_SERVICE_H

// What the parts of the server share. All of it belongs to the server's thread, except for what is
// under the lock.

#include "app/haply/haply_server.h"
#include "app/haply/protocol.h"
#include "app/socket/farewell.h"
#include "app/socket/socket_server.h"
#include "app/socket/traffic.h"

// Connections of any kind at a time; more are closed at once.
#define VL_MAX_HAPLY_CONNECTIONS 32
// States that may be owed to a client: one that sends more requests without reading is closed.
#define VL_MAX_HAPLY_OWED 64

// A connection; the WebSocket library stores one of these for each.
typedef struct vlHaplySession {
    bool isIn;       // if not, it is closing, or a plain request
    int place;       // among the clients
    uint64_t number; // counts sessions
    int owed;        // states that are still to be sent
    bool wantsAll;   // the next of them contains the configuration
    vlHaplyView view;
    vlTraffic traffic;
    vlFarewell farewell;
    size_t textSize;
    size_t sent; // of an answer over HTTP
    char text[VL_MAX_HAPLY_REQUEST];
} vlHaplySession;

struct vlHaplyServer {
    vlSocketServer socket;
    char url[128];
    const char* origins[VL_MAX_HAPLY_ORIGINS]; // allowed besides those of this machine
    int originCount;
    struct lws* clients[VL_MAX_HAPLY_CLIENTS]; // by place; NULL: free
    int ticksToLook;                           // ticks until the traffic of all clients is checked
    vlHaplyPlant plant;
    lws_sorted_usec_list_t timer;
    bool isTicking;
    char out[LWS_PRE + 8192]; // a state or an answer being written

    pthread_mutex_t lock;
    bool isPlugged;
    vlHaplyServerStatus status;
};

static inline vlHaplyServer* vlHaplyServer_Of(struct lws* wsi)
{
    return vlSocketServer_OwnerOf(wsi);
}

// haply_server.c: starts the ticks of the device, if they do not run, and exchanges the status.
void vlHaplyServer_Wake(vlHaplyServer* server);
// Lets the device measure and render now, and exchanges the status.
void vlHaplyServer_Update(vlHaplyServer* server);

// haply_pages.c: answers a request for a page, from `path`; its text goes into the session, and
// Send sends it. Both return what the library's callback has to return.
int vlHaplyHttp_Answer(struct lws* wsi, vlHaplySession* session, const char* path);
int vlHaplyHttp_Send(struct lws* wsi, vlHaplySession* session);

// session.c: serves WebSockets, and leaves other requests to haply_pages.c. IsAllowed: is this a
// request from here, or from where the user allowed it? LookAtAll closes clients that flood.
bool vlHaplySession_IsAllowed(const vlHaplyServer* server, struct lws* wsi);
void vlHaplySession_LookAtAll(vlHaplyServer* server);
int vlHaplySession_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                            size_t size);

#endif
