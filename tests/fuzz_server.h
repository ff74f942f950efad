// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FUZZ_SERVER_H
#define VOLAR_TESTS_FUZZ_SERVER_H

// A viewer's server within a fuzzer, and connections to it that no answer holds up.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "app/serve/server.h"
#include "fuzz_input.h"

#define VL_FUZZ_PATIENCE 20000 // ms; an answer takes one

typedef struct vlFuzzServer {
    vlServer* server;
    int port;
} vlFuzzServer;

// The same server for all inputs: what one of them leaves behind, the next ones meet.
static inline vlFuzzServer vlFuzzServer_Get(void)
{
    static vlFuzzServer one = {NULL, 0};
    if (one.server == NULL) {
        static const char scene[] = "{\"type\":\"scene\",\"name\":\"fuzz\",\"bodies\":[]}";
        char message[256] = "";
        vlServerDef def = {.viewCapacity = 4096, .viewRate = 1000.0};
        (void)signal(SIGPIPE, SIG_IGN);
        vlResult result = vlServer_Start(&def, &one.server, message, sizeof message);
        VL_FUZZ_REQUIRE(result == VL_OK);
        VL_FUZZ_REQUIRE(sscanf(vlServer_GetUrl(one.server), "http://127.0.0.1:%d/", &one.port) ==
                        1);
        VL_FUZZ_REQUIRE(vlServer_SetScene(one.server, scene, sizeof scene - 1) == VL_OK);
    }
    return one;
}

static inline int vlFuzzServer_Connect(vlFuzzServer one)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)one.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int yes = 1;
    VL_FUZZ_REQUIRE(fd >= 0);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    // From another address of this machine each time: those of one are used up within a minute.
    static unsigned peer = 0;
    struct sockaddr_in from = address;
    from.sin_port = 0;
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1u + peer++ % 200u);
    (void)setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    VL_FUZZ_REQUIRE(bind(fd, (const struct sockaddr*)&from, sizeof from) == 0);
    sigset_t alarms, before; // libFuzzer's, which would interrupt it
    (void)sigemptyset(&alarms);
    (void)sigaddset(&alarms, SIGALRM);
    (void)pthread_sigmask(SIG_BLOCK, &alarms, &before);
    VL_FUZZ_REQUIRE(connect(fd, (const struct sockaddr*)&address, sizeof address) == 0);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return fd;
}

// Sends what the server takes; it may have closed the connection already.
static inline bool vlFuzzServer_Send(int fd, const void* bytes, size_t size)
{
    for (size_t sent = 0; sent < size;) {
        ssize_t now = send(fd, (const char*)bytes + sent, size - sent, MSG_NOSIGNAL);
        if (now < 0 && errno != EINTR) {
            return false;
        }
        sent += now > 0 ? (size_t)now : 0;
    }
    return true;
}

// Reads what there is up to `most` bytes; 0 at the end of the connection. An answer that does not
// come is a fault.
static inline size_t vlFuzzServer_Read(int fd, void* bytes, size_t most)
{
    struct pollfd waited = {.fd = fd, .events = POLLIN};
    int found;
    do {
        found = poll(&waited, 1, VL_FUZZ_PATIENCE);
    } while (found < 0 && errno == EINTR);
    VL_FUZZ_REQUIRE(found == 1);
    ssize_t got = recv(fd, bytes, most, 0);
    return got > 0 ? (size_t)got : 0;
}

// Without lingering: tens of thousands of connections would be left half closed.
static inline void vlFuzzServer_Close(int fd)
{
    struct linger now = {1, 0};
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    (void)close(fd);
}

#endif
