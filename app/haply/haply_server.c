// SPDX-License-Identifier: MIT
#include "app/haply/haply_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/haply/service.h"

#define TICK_USEC 1000
#define TICKS_PER_LOOK 50 // at what clients send

static double timeNow(void)
{
    return 1e-6 * (double)lws_now_usecs();
}

// Clients name no subprotocol and so get the first one.
static const struct lws_protocols protocols[] = {{.name = "haply",
                                                  .callback = vlHaplySession_Callback,
                                                  .per_session_data_size = sizeof(vlHaplySession),
                                                  .rx_buffer_size = VL_MAX_HAPLY_REQUEST},
                                                 VL_SOCKET_LISTENER,
                                                 {0}};

// Takes what other threads set, and publishes the status.
static void exchange(vlHaplyServer* server)
{
    const vlHaplyPlant* plant = &server->plant;
    (void)pthread_mutex_lock(&server->lock);
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

// Without clients nobody sees the device, and its time does not go on.
static bool isWatched(const vlHaplyServer* server)
{
    bool isAny = false;
    for (int i = 0; i < VL_MAX_HAPLY_CLIENTS; ++i) {
        isAny = isAny || server->clients[i] != NULL;
    }
    return isAny;
}

static void tick(lws_sorted_usec_list_t* timer)
{
    vlHaplyServer* server = lws_container_of(timer, vlHaplyServer, timer);
    vlHaplyServer_Update(server);
    if (--server->ticksToLook <= 0) {
        server->ticksToLook = TICKS_PER_LOOK;
        vlHaplySession_LookAtAll(server);
    }
    // Once more after the last client left, so that no force stays.
    server->isTicking = isWatched(server) || vlLength(server->plant.sent) > 0.0;
    if (server->isTicking) {
        lws_sul_schedule(server->socket.context, 0, timer, tick, TICK_USEC);
    }
}

void vlHaplyServer_Wake(vlHaplyServer* server)
{
    exchange(server);
    if (!server->isTicking && !atomic_load(&server->socket.isStopAsked)) {
        server->isTicking = true;
        lws_sul_schedule(server->socket.context, 0, &server->timer, tick, 1);
    }
}

static void wake(void* owner)
{
    vlHaplyServer_Wake(owner);
}

static void destroy(vlHaplyServer* server)
{
    vlSocketServer_Close(&server->socket);
    vlHaplyPlant_Destroy(&server->plant);
    (void)pthread_mutex_destroy(&server->lock);
    free(server);
}

// Everything but the thread.
static vlResult prepare(vlHaplyServer* server, const vlHaplyServerDef* def, char* message,
                        size_t messageSize)
{
    vlSocketServerDef socket = {.place = {.address = def->address, .port = def->port},
                                .protocols = protocols,
                                .maxConnections = VL_MAX_HAPLY_CONNECTIONS,
                                .wake = wake,
                                .owner = server};
    vlResult r = vlHaplyPlant_Create(&def->plant, &server->plant, message, messageSize);
    r = r == VL_OK ? vlSocketServer_Open(&server->socket, &socket, message, messageSize) : r;
    if (r == VL_OK) {
        (void)snprintf(server->url, sizeof server->url, "ws://%s:%d/", server->socket.access.host,
                       server->socket.access.port);
    }
    return r;
}

vlResult vlHaplyServer_Start(const vlHaplyServerDef* def, vlHaplyServer** server, char* message,
                             size_t messageSize)
{
    char unread[8];
    message = message != NULL && messageSize > 0 ? message : unread;
    messageSize = message != unread ? messageSize : sizeof unread;
    if (def->port < 0 || def->port > 65535 || def->originCount < 0 ||
        def->originCount > VL_MAX_HAPLY_ORIGINS || !(def->plant.rate >= 0.0)) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_ARGUMENT));
        return VL_ERROR_ARGUMENT;
    }
    vlHaplyServer* made = calloc(1, sizeof *made);
    if (made == NULL) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    made->isPlugged = true;
    made->originCount = def->originCount;
    memcpy(made->origins, def->origins, sizeof made->origins);
    (void)pthread_mutex_init(&made->lock, NULL);
    vlResult r = prepare(made, def, message, messageSize);
    r = r == VL_OK ? vlSocketServer_Run(&made->socket, message, messageSize) : r;
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
    vlSocketServer_Stop(&server->socket);
    destroy(server);
}

const char* vlHaplyServer_GetUrl(const vlHaplyServer* server)
{
    return server->url;
}

int vlHaplyServer_GetPort(const vlHaplyServer* server)
{
    return server->socket.access.port;
}

bool vlHaplyServer_IsLoopback(const vlHaplyServer* server)
{
    return server->socket.access.isLoopback;
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
    vlSocketServer_Wake(&server->socket);
}
