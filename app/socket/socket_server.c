// SPDX-License-Identifier: MIT
#include "app/socket/socket_server.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/helper_thread.h"

#define ACCEPTS_PER_ROUND 8

static vlSocketServer* serverOf(struct lws* wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

// --- Connections, and which one is closed when there are too many ---

static vlSocketGuest* findGuest(vlSocketServer* server, const struct lws* wsi)
{
    for (int i = 0; i < VL_MAX_SOCKETS; ++i) {
        if (server->guests[i].wsi == wsi) {
            return &server->guests[i];
        }
    }
    return NULL;
}

static bool isFrom(const vlSocketGuest* guest, const vlPeer* peer)
{
    return memcmp(guest->peer.bytes, peer->bytes, sizeof peer->bytes) == 0;
}

// A connection whose request is not complete is closed first, then one whose answer is being sent;
// a WebSocket is never closed.
static int rankOf(const vlSocketGuest* guest)
{
    return guest->isWebSocket ? 0 : guest->hasAsked ? 1 : 2;
}

// Closes one connection to make room, of this peer or of any (NULL): the oldest of the highest
// rank. A peer that floods the server thus loses its own connections first, and a browser that has
// just connected has time to send its request. False if none may be closed.
static bool makeRoom(vlSocketServer* server, const vlPeer* peer)
{
    vlSocketGuest* leaving = NULL;
    for (int i = 0; i < VL_MAX_SOCKETS; ++i) {
        vlSocketGuest* guest = &server->guests[i];
        if (guest->wsi == NULL || rankOf(guest) == 0 || (peer != NULL && !isFrom(guest, peer))) {
            continue;
        }
        bool isHigher = leaving == NULL || rankOf(guest) > rankOf(leaving);
        bool isOlder =
            leaving != NULL && rankOf(guest) == rankOf(leaving) && guest->since < leaving->since;
        leaving = isHigher || isOlder ? guest : leaving;
    }
    if (leaving == NULL) {
        return false;
    }
    // At once: the callback forgets it (LWS_CALLBACK_WSI_DESTROY).
    lws_set_timeout(leaving->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_SYNC);
    return true;
}

static bool hasRoom(vlSocketServer* server, const vlPeer* peer)
{
    int ofPeer = 0;
    for (int i = 0; i < VL_MAX_SOCKETS; ++i) {
        ofPeer += server->guests[i].wsi != NULL && isFrom(&server->guests[i], peer);
    }
    if (ofPeer >= VL_SOCKET_PEER_SHARE(server->maxConnections) && !makeRoom(server, peer)) {
        return false;
    }
    return server->connectionCount < server->maxConnections || makeRoom(server, NULL);
}

static void takeWaiting(vlSocketServer* server)
{
    for (int i = 0; i < ACCEPTS_PER_ROUND; ++i) {
        vlPeer peer;
        int fd = vlListen_Accept(server->listenFd, &peer);
        if (fd < 0) {
            break;
        }
        if (!hasRoom(server, &peer)) {
            (void)close(fd);
            continue;
        }
        server->arriving = &peer;
        (void)lws_adopt_socket_vhost(server->vhost, fd); // closes it on failure
        server->arriving = NULL;
    }
}

// The listening socket is announced like a connection. It is no guest, or else it would be the
// first that is closed to make room.
static void enter(vlSocketServer* server, struct lws* wsi)
{
    vlSocketGuest* guest = server->arriving != NULL ? findGuest(server, NULL) : NULL;
    if (guest != NULL) {
        *guest = (vlSocketGuest){.wsi = wsi, .peer = *server->arriving, .since = lws_now_usecs()};
        ++server->connectionCount;
    }
}

static void leave(vlSocketServer* server, const struct lws* wsi)
{
    vlSocketGuest* guest = findGuest(server, wsi);
    if (guest != NULL) {
        guest->wsi = NULL;
        --server->connectionCount;
    }
}

void vlSocketServer_NoteRequest(struct lws* wsi)
{
    vlSocketGuest* guest = findGuest(serverOf(wsi), wsi);
    if (guest != NULL) {
        guest->hasAsked = true;
    }
}

void vlSocketServer_NoteWebSocket(struct lws* wsi)
{
    vlSocketGuest* guest = findGuest(serverOf(wsi), wsi);
    if (guest != NULL) {
        guest->hasAsked = guest->isWebSocket = true;
    }
}

// --- The library's callbacks ---

int vlSocketServer_TakeConnections(struct lws* wsi, enum lws_callback_reasons reason, void* user,
                                   void* in, size_t size)
{
    (void)user, (void)in, (void)size;
    vlSocketServer* server = serverOf(wsi);
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        takeWaiting(server);
    } else if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED && server->isWoken) {
        server->wake(server->owner);
    } else if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        server->isWoken = true;
    }
    return 0;
}

int vlSocketServer_HandleRest(struct lws* wsi, enum lws_callback_reasons reason)
{
    switch ((int)reason) {
    case LWS_CALLBACK_WSI_CREATE: enter(serverOf(wsi), wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: leave(serverOf(wsi), wsi); return 0;
    // Requests with a body, and tunnels, are refused.
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX: return -1;
    default: return 0;
    }
}

vlResult vlSocketServer_Open(vlSocketServer* server, const vlSocketServerDef* def, char* message,
                             size_t messageSize)
{
    *server = (vlSocketServer){
        .maxConnections = def->maxConnections, .wake = def->wake, .owner = def->owner};
    vlResult r =
        vlListen_Open(&def->place, &server->listenFd, &server->access, message, messageSize);
    if (r != VL_OK) {
        return r;
    }
    int silence = def->silentTime > 0 ? def->silentTime : VL_SOCKET_SILENCE;
    server->idlePolicy.secs_since_valid_ping = (uint16_t)silence;
    server->idlePolicy.secs_since_valid_hangup = (uint16_t)(silence + VL_SOCKET_LAST_CALL);
    server->context = vlSocket_CreateContext(def->protocols, server, def->maxConnections,
                                             &server->idlePolicy, &server->vhost);
    lws_sock_file_fd_type fd = {.filefd = server->listenFd};
    if (server->context == NULL ||
        lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "listen", NULL) ==
            NULL ||
        !vlSocket_CanWake(server->context, &server->isWoken)) {
        (void)snprintf(message, messageSize,
                       "the WebSocket library could not be started: too little memory, or too many "
                       "open files (ulimit -n)");
        if (server->context == NULL) {
            (void)close(server->listenFd);
        }
        vlSocketServer_Close(server);
        return VL_ERROR_IO;
    }
    return VL_OK;
}

static void* serve(void* user)
{
    vlSocketServer* server = user;
    while (!atomic_load(&server->isStopAsked) && lws_service(server->context, 0) >= 0) {
    }
    return NULL;
}

vlResult vlSocketServer_Run(vlSocketServer* server, char* message, size_t messageSize)
{
    if (vlHelperThread_Start(&server->thread, serve, server) != 0) {
        (void)snprintf(message, messageSize, "no thread for the server");
        return VL_ERROR_MEMORY;
    }
    return VL_OK;
}

void vlSocketServer_Wake(vlSocketServer* server)
{
    lws_cancel_service(server->context);
}

void vlSocketServer_Stop(vlSocketServer* server)
{
    atomic_store(&server->isStopAsked, true);
    lws_cancel_service(server->context);
    (void)pthread_join(server->thread, NULL);
}

void vlSocketServer_Close(vlSocketServer* server)
{
    if (server->context != NULL) {
        lws_context_destroy(server->context); // closes the listening socket too
        server->context = NULL;
    }
}
