// SPDX-License-Identifier: MIT
#include "app/haply/haply_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/haply/service.h"
#include "app/serve/listen.h"

#define TICK_USEC 1000
#define ACCEPTS_PER_ROUND 8

static double timeNow(void)
{
    return 1e-6 * (double)lws_now_usecs();
}

static int listenCallback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                          size_t size)
{
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        vlHaplyServer* server = vlHaplyServer_Of(wsi);
        for (int i = 0; i < ACCEPTS_PER_ROUND; ++i) {
            int fd = vlListen_Accept(server->listenFd);
            if (fd < 0) {
                break;
            }
            if (server->connectionCount >= VL_MAX_HAPLY_CONNECTIONS) {
                (void)close(fd);
            } else {
                (void)lws_adopt_socket_vhost(server->vhost, fd); // closes it on failure
            }
        }
    }
    return 0;
}

// Clients name no subprotocol, which is then the first.
static const struct lws_protocols protocols[] = {{.name = "haply",
                                                  .callback = vlHaplySession_Callback,
                                                  .per_session_data_size = sizeof(vlHaplySession),
                                                  .rx_buffer_size = VL_MAX_HAPLY_REQUEST},
                                                 {.name = "listen", .callback = listenCallback},
                                                 {0}};

// What others set, and what they may know.
static void exchange(vlHaplyServer* server)
{
    const vlHaplyPlant* plant = &server->plant;
    (void)pthread_mutex_lock(&server->lock);
    server->isStopping = server->isStopAsked;
    server->plant.isPlugged = server->isPlugged;
    server->status.isCommanded = plant->holder >= 0;
    server->status.position = plant->sample.pose.p;
    server->status.force = plant->sent;
    server->status.largest = plant->largest;
    (void)pthread_mutex_unlock(&server->lock);
}

void vlHaplyServer_Update(vlHaplyServer* server)
{
    vlHaplyPlant_Tick(&server->plant, timeNow());
    exchange(server);
}

// Without clients nobody sees the device, and its time stands still.
static bool isWatched(const vlHaplyServer* server)
{
    bool isAny = false;
    for (int i = 0; i < VL_MAX_HAPLY_CLIENTS; ++i) {
        isAny = isAny || server->isTaken[i];
    }
    return isAny;
}

static void tick(lws_sorted_usec_list_t* timer)
{
    vlHaplyServer* server = lws_container_of(timer, vlHaplyServer, timer);
    vlHaplyServer_Update(server);
    // Once more after the last one left, so that no force stays.
    server->isTicking = isWatched(server) || vlLength(server->plant.sent) > 0.0;
    if (server->isTicking) {
        lws_sul_schedule(server->context, 0, timer, tick, TICK_USEC);
    }
}

void vlHaplyServer_Wake(vlHaplyServer* server)
{
    exchange(server);
    if (!server->isTicking && !server->isStopping) {
        server->isTicking = true;
        lws_sul_schedule(server->context, 0, &server->timer, tick, 1);
    }
}

static void* serve(void* user)
{
    vlHaplyServer* server = user;
    while (!server->isStopping && lws_service(server->context, 0) >= 0) {
    }
    return NULL;
}

static void destroy(vlHaplyServer* server)
{
    if (server->context != NULL) {
        lws_context_destroy(server->context); // closes the listening socket too
    } else if (server->listenFd >= 0) {
        (void)close(server->listenFd);
    }
    vlHaplyPlant_Destroy(&server->plant);
    (void)pthread_mutex_destroy(&server->lock);
    free(server);
}

// Everything but the thread.
static vlResult prepare(vlHaplyServer* server, const vlHaplyServerDef* def, char* message,
                        size_t messageSize)
{
    vlResult r = vlHaplyPlant_Create(&def->plant, &server->plant, message, messageSize);
    vlServerDef place = {.address = def->address, .port = def->port};
    r = r == VL_OK ? vlListen_Open(&place, &server->listenFd, &server->access, message, messageSize)
                   : r;
    if (r != VL_OK) {
        return r;
    }
    (void)snprintf(server->url, sizeof server->url, "ws://%s:%d/", server->access.host,
                   server->access.port);
    server->context =
        vlHaplySocket_Create(protocols, server, VL_MAX_HAPLY_CONNECTIONS, &server->vhost);
    lws_sock_file_fd_type fd = {.filefd = server->listenFd};
    if (server->context == NULL ||
        lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "listen", NULL) ==
            NULL) {
        (void)snprintf(message, messageSize, "the WebSocket library could not be started");
        return VL_ERROR_IO;
    }
    return VL_OK;
}

vlResult vlHaplyServer_Start(const vlHaplyServerDef* def, vlHaplyServer** server, char* message,
                             size_t messageSize)
{
    char unread[8];
    message = message != NULL && messageSize > 0 ? message : unread;
    messageSize = message != unread ? messageSize : sizeof unread;
    if (def->port < 0 || def->port > 65535 || !(def->plant.rate >= 0.0)) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_ARGUMENT));
        return VL_ERROR_ARGUMENT;
    }
    vlHaplyServer* made = calloc(1, sizeof *made);
    if (made == NULL) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    made->listenFd = -1;
    made->isPlugged = true;
    (void)pthread_mutex_init(&made->lock, NULL);
    vlResult r = prepare(made, def, message, messageSize);
    if (r == VL_OK && !vlHaplySocket_Run(&made->thread, serve, made)) {
        (void)snprintf(message, messageSize, "no thread for the server");
        r = VL_ERROR_MEMORY;
    }
    if (r != VL_OK) {
        destroy(made);
        return r;
    }
    *server = made;
    return VL_OK;
}

void vlHaplyServer_Stop(vlHaplyServer* server)
{
    if (server == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&server->lock);
    server->isStopAsked = true;
    (void)pthread_mutex_unlock(&server->lock);
    lws_cancel_service(server->context);
    (void)pthread_join(server->thread, NULL);
    destroy(server);
}

const char* vlHaplyServer_GetUrl(const vlHaplyServer* server)
{
    return server->url;
}

int vlHaplyServer_GetPort(const vlHaplyServer* server)
{
    return server->access.port;
}

bool vlHaplyServer_IsLoopback(const vlHaplyServer* server)
{
    return server->access.isLoopback;
}

vlHaplyServerStatus vlHaplyServer_GetStatus(vlHaplyServer* server)
{
    (void)pthread_mutex_lock(&server->lock);
    vlHaplyServerStatus status = server->status;
    (void)pthread_mutex_unlock(&server->lock);
    return status;
}

void vlHaplyServer_SetPlugged(vlHaplyServer* server, bool isPlugged)
{
    (void)pthread_mutex_lock(&server->lock);
    server->isPlugged = isPlugged;
    (void)pthread_mutex_unlock(&server->lock);
    lws_cancel_service(server->context);
}
