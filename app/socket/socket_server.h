// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SOCKET_SERVER_H
#define VOLAR_APP_SOCKET_SERVER_H

// The part that all servers of the program share: a listening socket, a limit on connections, and a
// thread in which the WebSocket library calls the protocols of the server's owner.

#include <pthread.h>
#include <stdatomic.h>
#include <volar/base.h>

#include "app/socket/access.h"
#include "app/socket/listen.h"
#include "app/socket/socket.h"

typedef struct vlSocketServerDef {
    vlListenDef place;
    const struct lws_protocols* protocols; // one of them is VL_SOCKET_LISTENER
    int maxConnections;                    // of any kind at a time, up to VL_MAX_SOCKETS
    int silentTime; // s after which a WebSocket that sent nothing is pinged, and closed if it does
                    // not answer soon; 0: VL_SOCKET_SILENCE
    // Called in the server's thread after vlSocketServer_Wake.
    void (*wake)(void* owner);
    void* owner;
} vlSocketServerDef;

// Connections of any kind at a time, of all servers.
#define VL_MAX_SOCKETS 64
// Of these, one peer may have three quarters: on a network, one machine does not keep others out.
#define VL_SOCKET_PEER_SHARE(max) ((max) - (max) / 4)
// Seconds of silence before a WebSocket is pinged, and from the ping to its end.
#define VL_SOCKET_SILENCE 300
#define VL_SOCKET_LAST_CALL 10

// A connection, from its acceptance on.
typedef struct vlSocketGuest {
    struct lws* wsi; // NULL: this place is free
    vlPeer peer;
    lws_usec_t since;
    bool hasAsked;    // its request is complete
    bool isWebSocket; // it stays
} vlSocketGuest;

// All but the context belongs to the server's thread once it runs.
typedef struct vlSocketServer {
    struct lws_context* context; // NULL: not open
    struct lws_vhost* vhost;
    pthread_t thread;
    atomic_bool isStopAsked;
    vlAccess access;
    int listenFd;
    vlSocketGuest guests[VL_MAX_SOCKETS];
    const vlPeer* arriving; // of the connection that is being taken; NULL: none is
    int connectionCount, maxConnections;
    bool isWoken; // vlSocket_CanWake has tried it
    lws_retry_bo_t idlePolicy;
    void (*wake)(void* owner);
    void* owner;
} vlSocketServer;

// The row of the protocols that takes connections.
#define VL_SOCKET_LISTENER                                                                         \
    {                                                                                              \
        .name = "listen", .callback = vlSocketServer_TakeConnections                               \
    }
int vlSocketServer_TakeConnections(struct lws* wsi, enum lws_callback_reasons reason, void* user,
                                   void* in, size_t size);
// The first protocol's callback passes on every reason that it does not handle: this keeps the list
// of connections, and closes those that are neither HTTP nor a WebSocket.
int vlSocketServer_HandleRest(struct lws* wsi, enum lws_callback_reasons reason);
// Every protocol's callback says when a request is complete, and when it became a WebSocket. Until
// then a connection is the first to be closed when there are too many.
void vlSocketServer_NoteRequest(struct lws* wsi);
void vlSocketServer_NoteWebSocket(struct lws* wsi);

// Listens, without a thread yet. On failure `message` says why, and nothing is left open.
VL_WARN_UNUSED vlResult vlSocketServer_Open(vlSocketServer* server, const vlSocketServerDef* def,
                                            char* message, size_t messageSize);
// Starts the thread. On failure `message` says why.
VL_WARN_UNUSED vlResult vlSocketServer_Run(vlSocketServer* server, char* message,
                                           size_t messageSize);
// Any thread: makes the server's thread call the owner's `wake`.
void vlSocketServer_Wake(vlSocketServer* server);
// Ends the thread. Connections stay until vlSocketServer_Close.
void vlSocketServer_Stop(vlSocketServer* server);
// Closes all connections and the listening socket; nothing if the server is not open.
void vlSocketServer_Close(vlSocketServer* server);

static inline void* vlSocketServer_OwnerOf(struct lws* wsi)
{
    const vlSocketServer* server = lws_context_user(lws_get_context(wsi));
    return server->owner;
}

#endif
