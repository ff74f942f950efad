// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SERVER_FIXTURE_H
#define VOLAR_TESTS_SERVER_FIXTURE_H

// A server on loopback, and what its clients and its simulation expect of it.

#include <pthread.h>
#include <stdatomic.h>

#include "app/serve/server.h"
#include "test.h"
#include "web_client.h"

// A view for tests: for whom it is, then filling.
typedef struct vlTestView {
    uint64_t scene, count;
} vlTestView;

static inline vlServer* vlFixture_Start(size_t viewCapacity, double stallTime, int* port)
{
    vlServerDef def = {.viewCapacity = viewCapacity, .stallTime = stallTime};
    vlServer* server = NULL;
    char message[256] = "";
    vlResult r = vlServer_Start(&def, &server, message, sizeof message);
    if (r != VL_OK) {
        print_error("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    assert_int_equal(sscanf(vlServer_GetUrl(server), "http://127.0.0.1:%d/", port), 1);
    assert_true(vlServer_IsLoopback(server));
    return server;
}

static inline void vlFixture_Publish(vlServer* server, uint64_t scene, uint64_t count, size_t size)
{
    unsigned char* buffer = vlServer_BeginView(server);
    assert_non_null(buffer);
    memset(buffer, 0, size);
    vlTestView view = {scene, count};
    memcpy(buffer, &view, sizeof view);
    vlServer_PublishView(server, size);
}

static inline void vlFixture_SetScene(vlServer* server, const char* json)
{
    assert_int_equal(vlServer_SetScene(server, json, strlen(json)), VL_OK);
}

// The next frame must be this text, or a view.
static inline void vlFixture_ExpectText(int fd, const char* expected)
{
    char text[256];
    int opcode;
    long size = vlWeb_Read(fd, &opcode, text, sizeof text);
    assert_int_equal(opcode, VL_WEB_TEXT);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(text, expected, strlen(expected));
}

static inline vlTestView vlFixture_ExpectView(int fd, size_t size)
{
    vlTestView view = {0, 0};
    int opcode = -1;
    assert_int_equal(vlWeb_Read(fd, &opcode, &view, sizeof view), size);
    assert_int_equal(opcode, VL_WEB_BINARY);
    return view;
}

// Waits for `count` clients, at most as long as for an answer.
static inline void vlFixture_ExpectClients(const vlServer* server, int count)
{
    double limit = vlWeb_Now() + VL_WEB_SECONDS;
    while (vlServer_GetStatus(server).clients != count && vlWeb_Now() < limit) {
        vlWeb_Sleep(0.001);
    }
    assert_int_equal(vlServer_GetStatus(server).clients, count);
}

static inline vlViewerCommand vlFixture_ExpectCommand(vlServer* server, vlCommandKind kind)
{
    double limit = vlWeb_Now() + VL_WEB_SECONDS;
    vlViewerCommand command;
    bool isTaken = vlServer_TakeCommand(server, &command);
    while (!isTaken && vlWeb_Now() < limit) {
        vlWeb_Sleep(0.001);
        isTaken = vlServer_TakeCommand(server, &command);
    }
    assert_true(isTaken);
    assert_int_equal(command.kind, kind);
    return command;
}

// The thread of a simulation: publishes at 1 kHz until it is to stop, and drops commands if set so.
typedef struct vlPublisher {
    vlServer* server;
    size_t size;
    uint64_t scene;
    double* times; // s, of every round of publishing, at most `capacity`; or NULL
    int capacity, count;
    atomic_bool isStopped;
    pthread_t thread;
} vlPublisher;

static inline void* vlPublisher_Run(void* user)
{
    vlPublisher* publisher = user;
    for (uint64_t i = 1; !atomic_load(&publisher->isStopped); ++i) {
        double start = vlWeb_Now();
        vlTestView view = {publisher->scene, i};
        vlViewerCommand command;
        memcpy(vlServer_BeginView(publisher->server), &view, sizeof view);
        vlServer_PublishView(publisher->server, publisher->size);
        (void)vlServer_TakeCommand(publisher->server, &command);
        if (publisher->count < publisher->capacity) {
            publisher->times[publisher->count++] = vlWeb_Now() - start;
        }
        vlWeb_Sleep(0.001);
    }
    return NULL;
}

static inline void vlPublisher_Start(vlPublisher* publisher)
{
    assert_int_equal(pthread_create(&publisher->thread, NULL, vlPublisher_Run, publisher), 0);
}

static inline void vlPublisher_Stop(vlPublisher* publisher)
{
    atomic_store(&publisher->isStopped, true);
    assert_int_equal(pthread_join(publisher->thread, NULL), 0);
}

// The only command left of a client that has gone: to give back everything that it may have
// steered.
static inline void vlFixture_ExpectLeave(vlServer* server, int client)
{
    vlViewerCommand command = vlFixture_ExpectCommand(server, VL_COMMAND_LEAVE);
    assert_true(command.client == client && command.device == -1);
}

// Three clients, one after the other.
static inline void vlFixture_OpenThree(vlServer* server, int port, int fds[3])
{
    for (int i = 0; i < 3; ++i) {
        fds[i] = vlWeb_Open(port);
        vlFixture_ExpectClients(server, i + 1);
    }
}

// The second and the third of them send more than there is room for, each within its rate.
static inline void vlFixture_Flood(const int fds[3])
{
    for (int i = 0; i < 2 * 200; ++i) {
        (void)vlWeb_Say(fds[1 + i % 2], "{\"type\":\"restart\"}");
    }
}

// Clients whose commands cannot be taken must be disconnected with the code 1013.
static inline void vlFixture_ExpectRefusals(const int fds[3])
{
    char why[128];
    for (int i = 1; i < 3; ++i) {
        assert_int_equal(vlWeb_ReadClose(fds[i], why, sizeof why), 1013);
        close(fds[i]);
    }
}

#endif
