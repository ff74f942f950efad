// SPDX-License-Identifier: MIT
#include "app/socket/socket_server.h"

#include <stdio.h>
#include <unistd.h>

#include "base/helper_thread.h"

#define ACCEPTS_PER_ROUND 8

static vlSocketServer* serverOf(struct lws* wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static void takeWaiting(vlSocketServer* server)
{
    for (int i = 0; i < ACCEPTS_PER_ROUND; ++i) {
        int fd = vlListen_Accept(server->listenFd);
        if (fd < 0) {
            break;
        }
        if (server->connectionCount >= server->maxConnections) {
            (void)close(fd);
        } else {
            (void)lws_adopt_socket_vhost(server->vhost, fd); // closes it on failure
        }
    }
}

int vlSocketServer_TakeConnections(struct lws* wsi, enum lws_callback_reasons reason, void* user,
                                   void* in, size_t size)
{
    (void)user, (void)in, (void)size;
    vlSocketServer* server = serverOf(wsi);
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        takeWaiting(server);
    } else if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        server->wake(server->owner);
    }
    return 0;
}

int vlSocketServer_HandleRest(struct lws* wsi, enum lws_callback_reasons reason)
{
    switch ((int)reason) {
    case LWS_CALLBACK_WSI_CREATE: ++serverOf(wsi)->connectionCount; return 0;
    case LWS_CALLBACK_WSI_DESTROY: --serverOf(wsi)->connectionCount; return 0;
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
    server->context =
        vlSocket_CreateContext(def->protocols, server, def->maxConnections, &server->vhost);
    lws_sock_file_fd_type fd = {.filefd = server->listenFd};
    if (server->context == NULL ||
        lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "listen", NULL) ==
            NULL) {
        (void)snprintf(message, messageSize, "the WebSocket library could not be started");
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
