// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_HAPLY_FIXTURE_H
#define VOLAR_TESTS_HAPLY_FIXTURE_H

// Our haply-server on a free port, and a stand-in for a service that sends what a script says.
// Every wait is bounded: what has not come after VL_HAPLY_PATIENCE is a failure.

#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "app/devices/added_backends.h"
#include "app/haply/haply.h"
#include "app/haply/haply_server.h"
#include "test.h"
#include "web_client.h"

#define VL_HAPLY_PATIENCE                                                                          \
    8.0 // s; all of this takes milliseconds on a machine that does nothing else

// Repeats `step` until `condition` holds, a millisecond apart.
#define VL_HAPLY_AWAIT(condition, step)                                                            \
    do {                                                                                           \
        double limit_ = vlWeb_Now() + VL_HAPLY_PATIENCE;                                           \
        step;                                                                                      \
        while (!(condition) && vlWeb_Now() < limit_) {                                             \
            vlWeb_Sleep(0.001);                                                                    \
            step;                                                                                  \
        }                                                                                          \
        assert_true(condition);                                                                    \
    } while (0)

static inline vlHaplyServer* vlHaplyFixture_Start(const vlHaplyServerDef* def)
{
    vlHaplyServer* server = NULL;
    char message[256] = "";
    vlResult r = vlHaplyServer_Start(def, &server, message, sizeof message);
    if (r != VL_OK) {
        print_error("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    return server;
}

static inline vlDevice* vlHaplyFixture_Open(int port)
{
    char address[32], message[512] = "";
    vlDevice* device = NULL;
    snprintf(address, sizeof address, "127.0.0.1:%d", port);
    vlResult r = vlDevice_OpenWith(&vlHaply_Ops, address, NULL, &device, message, sizeof message);
    if (r != VL_OK) {
        print_error("%s\n", message);
    }
    assert_int_equal(r, VL_OK);
    return device;
}

// A service that answers by script: the first line when a client connects, each next line to as
// many requests as it says, the last one to all further requests. With a new connection it starts
// again.
typedef struct vlScriptLine {
    int opcode;       // of the frame; 0: hangs up
    const char* text; // NULL: says nothing
    size_t size;
    int count;
} vlScriptLine;

typedef struct vlScript {
    const vlScriptLine* lines;
    int lineCount;
    // Accepts connections, but neither reads nor answers, not even the handshake.
    atomic_bool isDeaf;
    int listenFd, port;
    atomic_int fd; // of the connection, -1: none
    atomic_int answers, connections;
    atomic_bool isStopped;
    pthread_t thread;
} vlScript;

static inline bool vlScript_Greet(int fd)
{
    char request[2048], accept[64], joined[128];
    unsigned char hash[20];
    size_t got = 0;
    while (got + 1 < sizeof request && recv(fd, request + got, 1, 0) == 1) {
        request[++got] = '\0';
        if (got >= 4 && memcmp(request + got - 4, "\r\n\r\n", 4) == 0) {
            break;
        }
    }
    char key[32] = "";
    const char* header = strcasestr(request, "Sec-WebSocket-Key: ");
    if (header == NULL || sscanf(header + 19, "%31[^\r]", key) != 1) {
        return false;
    }
    // RFC 6455 section 4.2.2
    snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    lws_SHA1((unsigned char*)joined, strlen(joined), hash);
    lws_b64_encode_string((const char*)hash, sizeof hash, accept, sizeof accept);
    char answer[256];
    snprintf(answer, sizeof answer,
             "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Accept: %s\r\n\r\n",
             accept);
    return vlWeb_SendBytes(fd, answer, strlen(answer));
}

// A frame of a service is not masked.
static inline bool vlScript_Say(int fd, const vlScriptLine* line)
{
    unsigned char head[10] = {(unsigned char)(0x80 | line->opcode), 127};
    for (int i = 0; i < 8; ++i) {
        head[2 + i] = (unsigned char)((uint64_t)line->size >> (56 - 8 * i));
    }
    size_t used = 10;
    if (line->size < 126) {
        head[1] = (unsigned char)line->size;
        used = 2;
    } else if (line->size < 65536) {
        head[1] = 126;
        head[2] = (unsigned char)(line->size >> 8);
        head[3] = (unsigned char)line->size;
        used = 4;
    }
    return vlWeb_SendBytes(fd, head, used) && vlWeb_SendBytes(fd, line->text, line->size);
}

// Receives a client's frame; only its length is read.
static inline bool vlScript_Hear(int fd)
{
    unsigned char head[4], rest[8192];
    if (!vlWeb_ReadBytes(fd, head, 2) || (head[0] & 15) == VL_WEB_CLOSE) {
        return false;
    }
    size_t size = head[1] & 127u;
    if (size == 126) {
        if (!vlWeb_ReadBytes(fd, head + 2, 2)) {
            return false;
        }
        size = (size_t)head[2] << 8 | head[3];
    }
    return size + 4 <= sizeof rest && vlWeb_ReadBytes(fd, rest, size + 4);
}

// Behaves like a stopped service: the system accepts connections and their data in its place.
static inline void vlScript_Ignore(const vlScript* script, int fd)
{
    struct pollfd wait = {.fd = fd, .events = POLLRDHUP};
    while (atomic_load(&script->isDeaf) && !atomic_load(&script->isStopped) &&
           poll(&wait, 1, 1) == 0) {
    }
}

static inline void vlScript_Play(vlScript* script, int fd)
{
    vlScript_Ignore(script, fd);
    bool isOpen = vlScript_Greet(fd);
    for (int i = 0, times = 0; isOpen && !atomic_load(&script->isStopped);) {
        const vlScriptLine* line = &script->lines[i];
        if (line->opcode == 0) {
            break;
        }
        if (line->text != NULL) {
            isOpen = vlScript_Say(fd, line);
            atomic_fetch_add(&script->answers, 1);
        }
        bool isNext = ++times >= line->count && i + 1 < script->lineCount;
        i += isNext;
        times = isNext ? 0 : times;
        isOpen = isOpen && vlScript_Hear(fd);
        vlScript_Ignore(script, fd);
    }
}

static inline void* vlScript_Run(void* user)
{
    vlScript* script = user;
    while (!atomic_load(&script->isStopped)) {
        int fd = accept4(script->listenFd, NULL, NULL, SOCK_CLOEXEC);
        if (fd >= 0) {
            int on = 1;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            atomic_fetch_add(&script->connections, 1);
            atomic_store(&script->fd, fd);
            vlScript_Play(script, fd);
            atomic_store(&script->fd, -1);
            close(fd);
        }
    }
    return NULL;
}

static inline void vlScript_Start(vlScript* script, const vlScriptLine* lines, int lineCount)
{
    memset(script, 0, sizeof *script);
    script->lines = lines;
    script->lineCount = lineCount;
    atomic_store(&script->fd, -1);
    script->listenFd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in at = {.sin_family = AF_INET};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    assert_int_equal(bind(script->listenFd, (const struct sockaddr*)&at, sizeof at), 0);
    assert_int_equal(listen(script->listenFd, 4), 0);
    assert_int_equal(getsockname(script->listenFd, (struct sockaddr*)&at, &size), 0);
    script->port = ntohs(at.sin_port);
    assert_int_equal(pthread_create(&script->thread, NULL, vlScript_Run, script), 0);
}

// Call it after the client has gone.
static inline void vlScript_Stop(vlScript* script)
{
    atomic_store(&script->isStopped, true);
    shutdown(script->listenFd, SHUT_RDWR); // wakes accept
    int fd = atomic_load(&script->fd);
    if (fd >= 0) {
        shutdown(fd, SHUT_RDWR);
    }
    assert_int_equal(pthread_join(script->thread, NULL), 0);
    close(script->listenFd);
}

#endif
