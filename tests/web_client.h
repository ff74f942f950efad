// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_WEB_CLIENT_H
#define VOLAR_TESTS_WEB_CLIENT_H

// A client of the viewer's server on plain blocking sockets, so that the server is tested against
// the protocols and not against its own library. Every wait is bounded.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

// Longest wait for an answer; the server needs milliseconds.
#define VL_WEB_SECONDS 4

enum { VL_WEB_MORE = 0, VL_WEB_TEXT = 1, VL_WEB_BINARY = 2, VL_WEB_CLOSE = 8, VL_WEB_PING = 9 };

static inline double vlWeb_Now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void vlWeb_Sleep(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

// A connection from the loopback address 127.0.0.`peer`, or -1.
static inline int vlWeb_TryConnectAs(int peer, int port)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    struct timeval limit = {VL_WEB_SECONDS, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1u + (unsigned)peer);
    assert_int_equal(bind(fd, (const struct sockaddr*)&address, sizeof address), 0);
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, (const struct sockaddr*)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static inline int vlWeb_TryConnect(int port)
{
    return vlWeb_TryConnectAs(1, port);
}

static inline int vlWeb_Connect(int port)
{
    int fd = vlWeb_TryConnect(port);
    assert_true(fd >= 0);
    return fd;
}

static inline bool vlWeb_SendBytes(int fd, const void* bytes, size_t size)
{
    return send(fd, bytes, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static inline bool vlWeb_ReadBytes(int fd, void* bytes, size_t size)
{
    for (size_t got = 0; got < size;) {
        ssize_t n = recv(fd, (char*)bytes + got, size - got, 0);
        if (n <= 0) {
            return false;
        }
        got += (size_t)n;
    }
    return true;
}

// Sends a request and reads until the server closes; returns the bytes read, NUL-terminated.
static inline size_t vlWeb_Ask(int port, const char* request, char* answer, size_t size)
{
    int fd = vlWeb_Connect(port);
    assert_true(vlWeb_SendBytes(fd, request, strlen(request)));
    size_t got = 0;
    ssize_t n = 1;
    while (n > 0 && got + 1 < size) {
        n = recv(fd, answer + got, size - 1 - got, 0);
        got += n > 0 ? (size_t)n : 0;
    }
    answer[got] = '\0';
    close(fd);
    return got;
}

static inline int vlWeb_Status(const char* answer)
{
    return strncmp(answer, "HTTP/1.", 7) == 0 ? atoi(answer + 9) : -1;
}

// Asks for a WebSocket; NULL leaves a header out. Returns the connection, or -1 with the status.
static inline int vlWeb_TryOpen(int port, const char* path, const char* host, const char* origin,
                                const char* protocol, int* status)
{
    char request[1024], answer[2048];
    int used = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n", path);
    const char* const headers[][2] = {{"Host", host},
                                      {"Origin", origin},
                                      {"Sec-WebSocket-Protocol", protocol},
                                      {"Upgrade", "websocket"},
                                      {"Connection", "Upgrade"},
                                      {"Sec-WebSocket-Version", "13"},
                                      {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; ++i) {
        if (headers[i][1] != NULL) {
            used += snprintf(request + used, sizeof request - (size_t)used, "%s: %s\r\n",
                             headers[i][0], headers[i][1]);
        }
    }
    snprintf(request + used, sizeof request - (size_t)used, "\r\n");
    int fd = vlWeb_TryConnect(port);
    size_t got = 0;
    *status = -1;
    if (fd < 0) {
        return -1;
    }
    assert_true(vlWeb_SendBytes(fd, request, strlen(request)));
    // Byte by byte, so that nothing of the first frame is lost.
    while (got + 1 < sizeof answer && recv(fd, answer + got, 1, 0) == 1) {
        answer[++got] = '\0';
        if (got >= 4 && memcmp(answer + got - 4, "\r\n\r\n", 4) == 0) {
            break;
        }
    }
    *status = got > 0 ? vlWeb_Status(answer) : -1;
    if (*status != 101) {
        close(fd);
        return -1;
    }
    // The answer to the sample key, RFC 6455 section 1.3.
    assert_non_null(strstr(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    return fd;
}

static inline int vlWeb_Open(int port)
{
    char host[32], origin[48];
    int status;
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    snprintf(origin, sizeof origin, "http://%s", host);
    int fd = vlWeb_TryOpen(port, "/ws", host, origin, "volar", &status);
    assert_true(fd >= 0);
    return fd;
}

// Sends one masked frame; false if the server has closed.
static inline bool vlWeb_SendFrame(int fd, int opcode, bool isLast, const void* bytes, size_t size)
{
    unsigned char frame[8192] = {(unsigned char)(opcode | (isLast ? 0x80 : 0)), 0x80};
    size_t used = 2;
    assert_true(size + 8 <= sizeof frame);
    if (size < 126) {
        frame[1] = (unsigned char)(0x80 | size);
    } else {
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(size >> 8);
        frame[3] = (unsigned char)size;
        used = 4;
    }
    const unsigned char mask[4] = {1, 2, 3, 4};
    memcpy(frame + used, mask, 4);
    used += 4;
    for (size_t i = 0; i < size; ++i) {
        frame[used + i] = (unsigned char)(((const unsigned char*)bytes)[i] ^ mask[i % 4]);
    }
    return vlWeb_SendBytes(fd, frame, used + size);
}

// The same without a mask, which only servers may send; for short texts.
static inline bool vlWeb_SendBare(int fd, int opcode, const char* text)
{
    unsigned char frame[128] = {(unsigned char)(opcode | 0x80), (unsigned char)strlen(text)};
    assert_true(strlen(text) < 126);
    memcpy(frame + 2, text, strlen(text));
    return vlWeb_SendBytes(fd, frame, 2 + strlen(text));
}

static inline bool vlWeb_Say(int fd, const char* text)
{
    return vlWeb_SendFrame(fd, VL_WEB_TEXT, true, text, strlen(text));
}

// Reads the next frame; returns its number of bytes (those beyond `capacity` are dropped), or -1 at
// the end.
static inline long vlWeb_Read(int fd, int* opcode, void* bytes, size_t capacity)
{
    unsigned char head[10];
    if (!vlWeb_ReadBytes(fd, head, 2)) {
        return -1;
    }
    *opcode = head[0] & 15;
    size_t size = head[1] & 127u;
    size_t more = size == 127 ? 8 : size == 126 ? 2 : 0;
    if (!vlWeb_ReadBytes(fd, head, more)) {
        return -1;
    }
    size = more > 0 ? 0 : size;
    for (size_t i = 0; i < more; ++i) {
        size = size << 8 | head[i];
    }
    size_t kept = size < capacity ? size : capacity;
    if (!vlWeb_ReadBytes(fd, bytes, kept)) {
        return -1;
    }
    char rest[4096];
    for (size_t left = size - kept; left > 0;) {
        size_t part = left < sizeof rest ? left : sizeof rest;
        if (!vlWeb_ReadBytes(fd, rest, part)) {
            return -1;
        }
        left -= part;
    }
    return (long)size;
}

// Reads until the server says why it closes; the code, or -1 if it never says.
static inline int vlWeb_ReadClose(int fd, char* why, size_t size)
{
    unsigned char bytes[128];
    int opcode = 0;
    long got = 0;
    while (got >= 0 && opcode != VL_WEB_CLOSE) {
        got = vlWeb_Read(fd, &opcode, bytes, sizeof bytes);
    }
    if (got < 2) {
        return -1;
    }
    snprintf(why, size, "%.*s", (int)(got - 2), (const char*)bytes + 2);
    return bytes[0] << 8 | bytes[1];
}

#endif
