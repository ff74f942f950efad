// SPDX-License-Identifier: MIT
#include "app/serve/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/serve/hub.h"

#define DEFAULT_RATE 60.0
#define DEFAULT_STALL 30.0
#define MAX_RATE 1000.0
#define MAX_VIEW_BYTES ((size_t)64 * 1024 * 1024)
// Room for commands that the simulation has not taken yet. More would be of no use: commands that
// are seconds old are out of date.
#define RING_COMMANDS 256
#define RING_SENTENCES 32
// After this many ticks without a view, none is expected soon.
#define PAUSE_TICKS 60

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = vlRequest_Callback, .per_session_data_size = sizeof(vlRequest)},
    {.name = "volar",
     .callback = vlClient_Callback,
     .per_session_data_size = sizeof(vlVisit),
     .rx_buffer_size = VL_RECEIVE_BYTES},
    VL_SOCKET_LISTENER,
    {0}};

// Takes the newest scene, if it changed; views and contact states of the previous one are no longer
// shown. Takes the newest states of it.
static void takeScene(vlServer* server)
{
    (void)pthread_mutex_lock(&server->lock);
    if (server->nextScene != NULL) {
        free(server->scene);
        server->scene = server->nextScene;
        server->sceneSize = server->nextSceneSize;
        server->nextScene = NULL;
        free(server->file);
        server->file = server->nextFile;
        server->fileSize = server->nextFileSize;
        server->nextFile = NULL;
        server->sceneNumber = atomic_load(&server->newestScene);
        server->viewSize = 0;
        free(server->states);
        server->states = NULL;
    }
    if (server->nextStates != NULL) {
        free(server->states);
        server->states = server->nextStates;
        server->statesSize = server->nextStatesSize;
        server->nextStates = NULL;
        ++server->statesNumber;
    }
    (void)pthread_mutex_unlock(&server->lock);
}

// Takes the newest view, if it belongs to the scene that clients have. Each view ends with the
// number of the scene that was newest when it was published. False if nothing was published.
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
    vlClient_TakeSentences(server);
    vlClient_AskAll(server, now);
    bool isLeft = vlClient_FlushQueues(server); // also of those that were closed just now
    // Without clients there is nothing to do until one comes.
    server->isTicking = isLeft || atomic_load(&server->clientCount) > 0;
    if (server->isTicking) {
        // Ticks keep a fixed period, unless more than one was missed. If a view is late, the ticks
        // shift to come after it: otherwise two clocks of the same rate would now and then lose a
        // view between them. No views at all mean that the simulation is paused.
        bool isLate = server->emptyTicks > 0 && server->emptyTicks < PAUSE_TICKS;
        lws_usec_t wait = isLate ? server->viewPeriod / 4 : server->viewPeriod;
        server->nextTick += wait;
        if (server->nextTick <= now) {
            server->nextTick = now + wait;
        }
        lws_sul_schedule(server->socket.context, 0, timer, tick, server->nextTick - now);
    }
}

void vlHub_Wake(vlServer* server)
{
    takeScene(server);
    if (!server->isTicking && !atomic_load(&server->socket.isStopAsked)) {
        server->isTicking = true;
        server->nextTick = lws_now_usecs();
        lws_sul_schedule(server->socket.context, 0, &server->timer, tick, 1);
    }
}

static void wake(void* owner)
{
    vlHub_Wake(owner);
}

static void destroy(vlServer* server)
{
    vlSocketServer_Close(&server->socket);
    vlLatest_Destroy(server->latest);
    vlRing_Destroy(server->ring);
    vlRing_Destroy(server->sentences);
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        free(server->clients[i].reply);
    }
    (void)pthread_mutex_destroy(&server->lock);
    free(server->nextScene);
    free(server->scene);
    free(server->nextFile);
    free(server->file);
    free(server->nextStates);
    free(server->states);
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
    r = r == VL_OK
            ? vlRing_Create(RING_SENTENCES * (sizeof(vlClientNotice) + 16), &server->sentences)
            : r;
    if (r != VL_OK) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(r));
        return r;
    }
    vlSocketServerDef socket = {.place = def->place,
                                .protocols = protocols,
                                .maxConnections = VL_MAX_CONNECTIONS,
                                .silentTime = def->silentTime,
                                .wake = wake,
                                .owner = server};
    r = vlSocketServer_Open(&server->socket, &socket, message, messageSize);
    if (r != VL_OK) {
        return r;
    }
    vlAccess* access = &server->socket.access;
    if (!access->isLoopback && vlAccess_MakeToken(access) != VL_OK) {
        (void)snprintf(message, messageSize, "no random numbers for the token");
        return VL_ERROR_IO;
    }
    vlListen_WriteUrl(access, server->url, sizeof server->url);
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
    if (def->place.port < 0 || def->place.port > 65535 || def->place.portTries < 0 ||
        def->viewCapacity == 0 || def->viewCapacity > MAX_VIEW_BYTES ||
        !(def->viewRate >= 0.0 && def->viewRate <= MAX_RATE) ||
        !(def->stallTime >= 0.0 && def->stallTime <= 1e6) || def->silentTime < 0 ||
        def->silentTime > 10000) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_ARGUMENT));
        return VL_ERROR_ARGUMENT;
    }
    vlServer* made = calloc(1, sizeof *made);
    if (made == NULL) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
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

void vlServer_Stop(vlServer* server)
{
    if (server == NULL) {
        return;
    }
    vlSocketServer_Stop(&server->socket);
    destroy(server);
}

const char* vlServer_GetUrl(const vlServer* server)
{
    return server->url;
}

bool vlServer_IsLoopback(const vlServer* server)
{
    return server->socket.access.isLoopback;
}

// A copy with room for the library in front of it; NULL without memory.
static unsigned char* copyToSend(const char* json, size_t size)
{
    unsigned char* copy = malloc(LWS_PRE + size);
    if (copy != NULL) {
        memcpy(copy + LWS_PRE, json, size);
    }
    return copy;
}

vlResult vlServer_SetScene(vlServer* server, const char* json, size_t size)
{
    unsigned char* scene = copyToSend(json, size);
    if (scene == NULL) {
        return VL_ERROR_MEMORY;
    }
    (void)pthread_mutex_lock(&server->lock);
    free(server->nextScene);
    free(server->nextStates); // they are of the scene before
    server->nextStates = NULL;
    server->nextScene = scene;
    server->nextSceneSize = size;
    atomic_fetch_add(&server->newestScene, 1);
    (void)pthread_mutex_unlock(&server->lock);
    vlSocketServer_Wake(&server->socket);
    return VL_OK;
}

vlResult vlServer_SetStates(vlServer* server, const char* json, size_t size)
{
    unsigned char* states = copyToSend(json, size);
    if (states == NULL) {
        return VL_ERROR_MEMORY;
    }
    (void)pthread_mutex_lock(&server->lock);
    free(server->nextStates);
    server->nextStates = states;
    server->nextStatesSize = size;
    (void)pthread_mutex_unlock(&server->lock);
    vlSocketServer_Wake(&server->socket);
    return VL_OK;
}

vlResult vlServer_SetFile(vlServer* server, const char* text, size_t size)
{
    char* file = malloc(size + 1);
    if (file == NULL) {
        return VL_ERROR_MEMORY;
    }
    memcpy(file, text, size);
    file[size] = '\0';
    (void)pthread_mutex_lock(&server->lock);
    free(server->nextFile);
    server->nextFile = file;
    server->nextFileSize = size;
    (void)pthread_mutex_unlock(&server->lock);
    return VL_OK;
}

void vlServer_Say(vlServer* server, int client, const char* sentence)
{
    vlClientNotice message = {.client = client};
    size_t size = strnlen(sentence, sizeof message.text - 1);
    memcpy(message.text, sentence, size);
    message.text[size] = '\0';
    bool isTaken = vlRing_Write(server->sentences, &message, sizeof message);
    (void)isTaken; // a full ring means that nobody has looked for long: the sentence is lost
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
