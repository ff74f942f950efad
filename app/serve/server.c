// SPDX-License-Identifier: MIT
#include "app/serve/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/serve/hub.h"
#include "app/serve/listen.h"

#define DEFAULT_RATE 60.0
#define DEFAULT_STALL 30.0
#define MAX_RATE 1000.0
#define MAX_VIEW_BYTES ((size_t)64 * 1024 * 1024)
// Room for commands that the simulation has not taken yet: several seconds of what all clients
// together may send would be out of date anyway.
#define RING_COMMANDS 256
// To send a request's headers in full: who drips them is cut off.
#define HEADER_SECONDS 5
#define HEADER_BYTES 4096
// Connections, the listening socket, and what the library needs itself.
#define MAX_FDS (VL_MAX_CONNECTIONS + 16)
#define ACCEPTS_PER_ROUND 8
// Beats without a view after which none is expected soon.
#define PAUSE_TICKS 60

static int listenCallback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                          size_t size)
{
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        vlServer* server = vlHub_Get(wsi);
        for (int i = 0; i < ACCEPTS_PER_ROUND; ++i) {
            int fd = vlListen_Accept(server->listenFd);
            if (fd < 0) {
                break;
            }
            if (server->connectionCount >= VL_MAX_CONNECTIONS) {
                (void)close(fd);
            } else {
                (void)lws_adopt_socket_vhost(server->vhost, fd); // closes it on failure
            }
        }
    }
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = vlHttp_Callback, .per_session_data_size = sizeof(vlRequest)},
    {.name = "volar",
     .callback = vlClient_Callback,
     .per_session_data_size = sizeof(vlVisit),
     .rx_buffer_size = 2 * VL_MAX_COMMAND_TEXT},
    {.name = "listen", .callback = listenCallback},
    {0}};

// The newest scene, if it changed; views of the one before are not shown any more.
static void takeScene(vlServer* server)
{
    (void)pthread_mutex_lock(&server->lock);
    if (server->nextScene != NULL) {
        free(server->scene);
        server->scene = server->nextScene;
        server->sceneSize = server->nextSceneSize;
        server->nextScene = NULL;
        server->sceneNumber = atomic_load(&server->newestScene);
        server->viewSize = 0;
    }
    server->isStopping = server->isStopAsked;
    (void)pthread_mutex_unlock(&server->lock);
}

// The newest view, if there is one of the scene that clients are told of. Each ends with the number
// of the scene that was newest when it was published. False if nothing was published.
static bool takeView(vlServer* server)
{
    size_t size = 0;
    const unsigned char* view = vlLatest_Take(server->latest, &size);
    if (view == NULL) {
        return false;
    }
    uint64_t scene;
    size -= sizeof scene;
    memcpy(&scene, view + size, sizeof scene);
    if (scene > server->sceneNumber) {
        takeScene(server);
    }
    if (scene == server->sceneNumber) {
        memcpy(server->view + LWS_PRE, view, size);
        server->viewSize = size;
        ++server->viewNumber;
    }
    return true;
}

static void tick(lws_sorted_usec_list_t* timer)
{
    vlServer* server = lws_container_of(timer, vlServer, timer);
    lws_usec_t now = lws_now_usecs();
    takeScene(server);
    bool isNew = takeView(server);
    server->emptyTicks = isNew ? 0 : server->emptyTicks + (server->emptyTicks < PAUSE_TICKS);
    bool isLeft = vlClient_FlushHands(server);
    vlClient_AskAll(server, now);
    // Without clients there is nothing to do until one comes.
    server->isTicking = isLeft || atomic_load(&server->clientCount) > 0;
    if (server->isTicking) {
        // On a fixed beat, unless it was missed by more than one. If a view is late the beat shifts
        // to come after it: two clocks of the same rate would else now and then lose one between
        // them. No views at all means that the simulation is paused.
        bool isLate = server->emptyTicks > 0 && server->emptyTicks < PAUSE_TICKS;
        lws_usec_t wait = isLate ? server->viewPeriod / 4 : server->viewPeriod;
        server->nextTick += wait;
        if (server->nextTick <= now) {
            server->nextTick = now + wait;
        }
        lws_sul_schedule(server->context, 0, timer, tick, server->nextTick - now);
    }
}

void vlHub_Wake(vlServer* server)
{
    takeScene(server);
    if (!server->isTicking && !server->isStopping) {
        server->isTicking = true;
        server->nextTick = lws_now_usecs();
        lws_sul_schedule(server->context, 0, &server->timer, tick, 1);
    }
}

static void* serve(void* user)
{
    vlServer* server = user;
    while (!server->isStopping && lws_service(server->context, 0) >= 0) {
    }
    return NULL;
}

// The library ignores SIGPIPE for the whole process; that is the program's to decide. Its own
// writes do not raise the signal, and its thread blocks all of them.
static struct lws_context* createContext(vlServer* server)
{
    struct sigaction pipeAction;
    (void)sigaction(SIGPIPE, NULL, &pipeAction);
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.server_string = "volar";
    info.timeout_secs = HEADER_SECONDS;
    info.timeout_secs_ah_idle = HEADER_SECONDS;
    info.keepalive_timeout = HEADER_SECONDS;
    info.max_http_header_data = HEADER_BYTES;
    info.max_http_header_pool = VL_MAX_CONNECTIONS;
    info.fd_limit_per_thread = MAX_FDS;
    info.gid = -1;
    info.uid = -1;
    info.user = server;
    struct lws_context* context = lws_create_context(&info);
    if (context != NULL) {
        server->vhost = lws_create_vhost(context, &info);
    }
    (void)sigaction(SIGPIPE, &pipeAction, NULL);
    return context;
}

static bool startThread(vlServer* server)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool isStarted = pthread_create(&server->thread, NULL, serve, server) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return isStarted;
}

static void destroy(vlServer* server)
{
    if (server->context != NULL) {
        lws_context_destroy(server->context); // closes the listening socket too
    } else if (server->listenFd >= 0) {
        (void)close(server->listenFd);
    }
    vlLatest_Destroy(server->latest);
    vlRing_Destroy(server->ring);
    (void)pthread_mutex_destroy(&server->lock);
    free(server->nextScene);
    free(server->scene);
    free(server->view);
    free(server);
}

// Everything but the thread.
static vlResult prepare(vlServer* server, const vlServerDef* def, char* message, size_t messageSize)
{
    double rate = def->viewRate > 0.0 ? def->viewRate : DEFAULT_RATE;
    double stall = def->stallTime > 0.0 ? def->stallTime : DEFAULT_STALL;
    server->viewPeriod = (lws_usec_t)(1e6 / rate);
    server->stallTime = (lws_usec_t)(1e6 * stall);
    server->viewCapacity = def->viewCapacity;
    size_t ringSize = RING_COMMANDS * (sizeof(vlViewerCommand) + 16);
    server->view = malloc(LWS_PRE + def->viewCapacity);
    vlResult r = server->view != NULL ? VL_OK : VL_ERROR_MEMORY;
    r = r == VL_OK ? vlLatest_Create(def->viewCapacity + sizeof(uint64_t), &server->latest) : r;
    r = r == VL_OK ? vlRing_Create(ringSize, &server->ring) : r;
    if (r != VL_OK) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(r));
        return r;
    }
    r = vlListen_Open(def, &server->listenFd, &server->access, message, messageSize);
    if (r != VL_OK) {
        return r;
    }
    if (!server->access.isLoopback && vlAccess_MakeToken(&server->access) != VL_OK) {
        (void)snprintf(message, messageSize, "no random numbers for the token");
        return VL_ERROR_IO;
    }
    vlListen_WriteUrl(&server->access, server->url, sizeof server->url);
    server->context = createContext(server);
    lws_sock_file_fd_type fd = {.filefd = server->listenFd};
    if (server->context == NULL || server->vhost == NULL ||
        lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "listen", NULL) ==
            NULL) {
        (void)snprintf(message, messageSize, "the WebSocket library could not be started");
        return VL_ERROR_IO;
    }
    return VL_OK;
}

vlResult vlServer_Start(const vlServerDef* def, vlServer** server, char* message,
                        size_t messageSize)
{
    char unread[8];
    if (message == NULL || messageSize == 0) {
        message = unread;
        messageSize = sizeof unread;
    }
    if (def->port < 0 || def->port > 65535 || def->portTries < 0 || def->viewCapacity == 0 ||
        def->viewCapacity > MAX_VIEW_BYTES ||
        !(def->viewRate >= 0.0 && def->viewRate <= MAX_RATE) ||
        !(def->stallTime >= 0.0 && def->stallTime <= 1e6)) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_ARGUMENT));
        return VL_ERROR_ARGUMENT;
    }
    vlServer* made = calloc(1, sizeof *made);
    if (made == NULL) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    made->listenFd = -1;
    (void)pthread_mutex_init(&made->lock, NULL);
    vlResult r = prepare(made, def, message, messageSize);
    if (r == VL_OK && !startThread(made)) {
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

void vlServer_Stop(vlServer* server)
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

const char* vlServer_GetUrl(const vlServer* server)
{
    return server->url;
}

bool vlServer_IsLoopback(const vlServer* server)
{
    return server->access.isLoopback;
}

bool vlServer_HasPage(void)
{
    return vlPage_isBuiltIn;
}

vlResult vlServer_SetScene(vlServer* server, const char* json, size_t size)
{
    unsigned char* scene = malloc(LWS_PRE + size);
    if (scene == NULL) {
        return VL_ERROR_MEMORY;
    }
    memcpy(scene + LWS_PRE, json, size);
    (void)pthread_mutex_lock(&server->lock);
    free(server->nextScene);
    server->nextScene = scene;
    server->nextSceneSize = size;
    atomic_fetch_add(&server->newestScene, 1);
    (void)pthread_mutex_unlock(&server->lock);
    lws_cancel_service(server->context);
    return VL_OK;
}

void* vlServer_BeginView(vlServer* server)
{
    server->begun = vlLatest_Begin(server->latest);
    return server->begun;
}

void vlServer_PublishView(vlServer* server, size_t size)
{
    if (server->begun == NULL || size == 0 || size > server->viewCapacity) {
        return;
    }
    uint64_t scene = atomic_load(&server->newestScene);
    memcpy(server->begun + size, &scene, sizeof scene);
    server->begun = NULL;
    vlLatest_Publish(server->latest, size + sizeof scene);
}

bool vlServer_TakeCommand(vlServer* server, vlViewerCommand* command)
{
    size_t size = 0;
    const void* message = vlRing_Peek(server->ring, &size);
    if (message == NULL) {
        return false;
    }
    memcpy(command, message, sizeof *command);
    vlRing_Drop(server->ring);
    return true;
}

vlServerStatus vlServer_GetStatus(const vlServer* server)
{
    vlServerStatus status = {.clients = atomic_load(&server->clientCount),
                             .viewsSent = atomic_load(&server->viewsSent),
                             .clientsRefused = atomic_load(&server->clientsRefused),
                             .clientsClosed = atomic_load(&server->clientsClosed)};
    return status;
}
