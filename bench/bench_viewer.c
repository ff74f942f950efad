// SPDX-License-Identifier: MIT
// The cost of viewers for the simulation: a wall of 13 bricks is stepped at 1 kHz in real time, as
// by the program, and its view is published 60 times a second. It runs alone, and with the server
// and no, one or two clients that read over loopback; the four take turns, so that the machine's
// noise affects them alike.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <volar/volar.h>

#include "app/serve/server.h"
#include "bench/bench.h"

#define STEP_NS 1000000
#define VIEW_NS (1000000000 / 60)
#define SETTLE_STEPS 2000
#define ROUNDS 16
#define ROUND_STEPS 250
#define STEPS (ROUNDS * ROUND_STEPS)
#define MAX_VIEWS (STEPS * 60 / 1000 + ROUNDS + 1)
#define MAX_CLIENTS 2
#define CONNECT_US 2e6 // longest wait for clients

static const char sceneText[] =
    "volar: 1\n"
    "name: wall-of-13\n"
    "shapes:\n"
    "  block: {box: {size: [2, 1, 1]}}\n"
    "bodies:\n"
    "  - {name: floor, type: static, shape: {halfspace: {normal: [0, 0, "
    "1]}}}\n"
    "  - {name: a, shape: block, mass: 1, position: [-4.04, 0, 0.5],\n"
    "     copies: {count: 5, shift: [2.02, 0, 0]}}\n"
    "  - {name: b, shape: block, mass: 1, position: [-3.03, 0, 1.5],\n"
    "     copies: {count: 4, shift: [2.02, 0, 0]}}\n"
    "  - {name: c, shape: block, mass: 1, position: [-2.02, 0, 2.5],\n"
    "     copies: {count: 3, shift: [2.02, 0, 0]}}\n"
    "  - {name: d, shape: block, mass: 1, position: [-1.01, 0, 3.5]}\n";

// One configuration: alone, or with a server and a number of clients.
typedef struct Mode {
    const char* name;
    int clients;         // -1: no server
    double steps[STEPS]; // us
    double all[STEPS];   // us, step and publishing
    double views[MAX_VIEWS];
    int stepCount, viewCount;
    double publishing; // us, all of it
    uint64_t sent;
} Mode;

typedef struct Client {
    int fd;
    pthread_t thread;
} Client;

static void* readAll(void* user)
{
    static _Thread_local char bytes[1 << 16];
    const Client* client = user;
    while (recv(client->fd, bytes, sizeof bytes, 0) > 0) {
    }
    return NULL;
}

static bool connectClient(Client* client, int port)
{
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Protocol: volar\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    char text[sizeof request + 16];
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->fd < 0) {
        return false;
    }
    int length = snprintf(text, sizeof text, request, port);
    bool isGood = connect(client->fd, (const struct sockaddr*)&address, sizeof address) == 0 &&
                  send(client->fd, text, (size_t)length, MSG_NOSIGNAL) == length &&
                  pthread_create(&client->thread, NULL, readAll, client) == 0;
    if (!isGood) {
        (void)close(client->fd);
    }
    return isGood;
}

static void disconnectClient(Client* client)
{
    (void)shutdown(client->fd, SHUT_RDWR);
    (void)pthread_join(client->thread, NULL);
    (void)close(client->fd);
}

// Connects the clients one after the other; returns how many connected.
static int connectClients(const vlServer* server, Client* clients, int count)
{
    int port = 0;
    if (sscanf(vlServer_GetUrl(server), "http://127.0.0.1:%d/", &port) != 1) {
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        if (!connectClient(&clients[i], port)) {
            return i;
        }
        double limit = vlStats_Now() + CONNECT_US;
        while (vlServer_GetStatus(server).clients != i + 1 && vlStats_Now() < limit) {
            struct timespec pause = {0, 1000000};
            (void)nanosleep(&pause, NULL);
        }
    }
    return count;
}

// As the program at the end of a step: publishes a view if one is due, and looks for commands.
static void publish(vlServer* server, const vlSimulation* simulation, const vlViewStatus* status,
                    size_t capacity, bool isDue)
{
    if (isDue) {
        void* buffer = vlServer_BeginView(server);
        vlServer_PublishView(server, vlView_Write(simulation, status, NULL, buffer, capacity));
    }
    vlViewerCommand command;
    while (vlServer_TakeCommand(server, &command)) {
    }
}

static void addStep(Mode* mode, double step, double publishing, bool isDue)
{
    mode->steps[mode->stepCount] = step;
    mode->all[mode->stepCount++] = step + publishing;
    mode->publishing += publishing;
    if (isDue && mode->viewCount < MAX_VIEWS) {
        mode->views[mode->viewCount++] = publishing;
    }
}

// One round of steps in real time.
static vlResult runSteps(Mode* mode, vlSimulation* simulation, vlServer* server)
{
    vlViewStatus status;
    memset(&status, 0, sizeof status);
    size_t capacity = vlView_GetCapacity(simulation);
    double clockCost = vlBench_ClockCost();
    struct timespec wake;
    clock_gettime(CLOCK_MONOTONIC, &wake);
    vlResult r = VL_OK;
    long untilView = 0;
    for (int i = 0; i < ROUND_STEPS && r == VL_OK; ++i) {
        (void)clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
        double start = vlStats_Now();
        r = vlSimulation_Step(simulation);
        double stepped = vlStats_Now();
        untilView -= STEP_NS;
        bool isDue = server != NULL && untilView < 0;
        untilView += isDue ? VIEW_NS : 0;
        double published = stepped + clockCost;
        if (server != NULL) {
            publish(server, simulation, &status, capacity, isDue);
            published = vlStats_Now();
        }
        addStep(mode, stepped - start - clockCost, published - stepped - clockCost, isDue);
        wake.tv_nsec += STEP_NS;
        if (wake.tv_nsec >= 1000000000) {
            wake.tv_nsec -= 1000000000;
            ++wake.tv_sec;
        }
    }
    return r;
}

static vlResult runRound(Mode* mode, vlSimulation* simulation)
{
    if (mode->clients < 0) {
        return runSteps(mode, simulation, NULL);
    }
    vlServerDef def = {.viewCapacity = vlView_GetCapacity(simulation)};
    vlServer* server = NULL;
    Client clients[MAX_CLIENTS];
    char* json = NULL;
    size_t size = 0;
    vlResult r = vlServer_Start(&def, &server, NULL, 0);
    r = r == VL_OK ? vlView_WriteScene(simulation, &json, &size) : r;
    r = r == VL_OK ? vlServer_SetScene(server, json, size) : r;
    vlScene_FreeText(json);
    int connected = r == VL_OK ? connectClients(server, clients, mode->clients) : 0;
    if (r == VL_OK && connected == mode->clients) {
        r = runSteps(mode, simulation, server);
        mode->sent += vlServer_GetStatus(server).viewsSent;
    } else {
        r = r == VL_OK ? VL_ERROR_IO : r;
    }
    for (int i = 0; i < connected; ++i) {
        disconnectClient(&clients[i]);
    }
    vlServer_Stop(server);
    return r;
}

static void report(vlBenchReport* out, Mode* modes, int modeCount)
{
    double p99 = 0.0;
    for (int i = 0; i < modeCount; ++i) {
        Mode* mode = &modes[i];
        vlBench_AddCase(out, mode->name, 13, "volar", mode->all, mode->stepCount, 0.0);
        vlStats all = out->cases[out->caseCount - 1].stats;
        vlStats step = vlStats_Summarise(mode->steps, mode->stepCount);
        vlStats view = vlStats_Summarise(mode->views, mode->viewCount);
        if (i == 0) {
            p99 = all.p99;
            continue;
        }
        double seconds = (double)mode->stepCount * STEP_NS * 1e-9;
        vlBench_AddNote(out, "%s: publishing %.3f us a step, %.2f us when a view is due",
                        mode->name, mode->publishing / mode->stepCount, view.median);
        vlBench_AddNote(out, "%s: p99 %.3f times that without server; of the step alone %.1f us",
                        mode->name, all.p99 / p99, step.p99);
        if (mode->clients > 0) {
            vlBench_AddNote(out, "%s: %.1f views/s each", mode->name,
                            (double)mode->sent / mode->clients / seconds);
        }
    }
}

int vlBench_Viewer(vlBenchReport* out)
{
    static Mode modes[] = {{.name = "no-server", .clients = -1},
                           {.name = "no-client", .clients = 0},
                           {.name = "one-client", .clients = 1},
                           {.name = "two-clients", .clients = 2}};
    const int modeCount = (int)(sizeof modes / sizeof modes[0]);
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    vlResult r =
        vlScene_ReadText(sceneText, sizeof sceneText - 1, "wall of 13", NULL, &scene, NULL);
    r = r == VL_OK ? vlSimulation_Create(scene, &simulation, NULL, 0) : r;
    for (int i = 0; i < SETTLE_STEPS && r == VL_OK; ++i) {
        r = vlSimulation_Step(simulation);
    }
    for (int round = 0; round < ROUNDS && r == VL_OK; ++round) {
        for (int i = 0; i < modeCount && r == VL_OK; ++i) {
            r = runRound(&modes[i], simulation);
        }
    }
    if (r == VL_OK) {
        report(out, modes, modeCount);
    } else {
        fprintf(stderr, "bench viewer: %s\n", vlResult_Text(r));
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return r != VL_OK;
}
