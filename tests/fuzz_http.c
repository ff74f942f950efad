// SPDX-License-Identifier: MIT
// Any bytes as an HTTP request to the viewer's server: it answers with a known status or closes the
// connection, in time, and gives the page to nobody who asks under another name. One input in two
// is made from pieces of requests. The first byte chooses where the request is split in two.

#include "fuzz_server.h"

#define MOST_REQUEST 8192
#define MOST_ANSWER (1 << 22)

static size_t readAll(int fd, char* answer, size_t most)
{
    size_t used = 0;
    size_t now;
    while ((now = vlFuzzServer_Read(fd, answer + used, most - 1 - used)) > 0 && used + 1 < most) {
        used += now;
    }
    answer[used] = '\0';
    return used;
}

static bool isKnown(int status)
{
    static const int known[] = {101, 200, 400, 403, 404, 405, 414, 426, 431, 500, 501, 503};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        if (status == known[i]) {
            return true;
        }
    }
    return false;
}

static void checkAnswer(const char* request, const char* answer, int port)
{
    char host[32];
    if (answer[0] == '\0') {
        return;
    }
    (void)snprintf(host, sizeof host, ":%d", port);
    VL_FUZZ_REQUIRE(strncmp(answer, "HTTP/1.1 ", 9) == 0 || strncmp(answer, "HTTP/1.0 ", 9) == 0);
    int status = atoi(answer + 9);
    VL_FUZZ_REQUIRE(isKnown(status));
    if (status == 200 || status == 101) {
        VL_FUZZ_REQUIRE(strstr(request, host) != NULL); // it names this server
    }
    if (status == 200) {
        VL_FUZZ_REQUIRE(strstr(answer, "Content-Security-Policy: default-src 'self'") != NULL);
        VL_FUZZ_REQUIRE(strstr(answer, "Connection: close") != NULL);
    }
}

static void ask(const uint8_t* bytes, size_t size, size_t split)
{
    static char answer[MOST_ANSWER], request[MOST_REQUEST + 1];
    vlFuzzServer one = vlFuzzServer_Get();
    int fd = vlFuzzServer_Connect(one);
    split = split < size ? split : size;
    if (vlFuzzServer_Send(fd, bytes, split)) {
        (void)vlFuzzServer_Send(fd, bytes + split, size - split);
    }
    (void)shutdown(fd, SHUT_WR);
    (void)readAll(fd, answer, sizeof answer);
    vlFuzzServer_Close(fd);
    for (size_t i = 0; i < size; ++i) { // what follows a NUL counts too
        request[i] = bytes[i] != 0 ? (char)bytes[i] : ' ';
    }
    request[size] = '\0';
    checkAnswer(request, answer, one.port);
    vlViewerCommand command;
    while (vlServer_TakeCommand(one.server, &command)) { // of one that was a WebSocket for a moment
        VL_FUZZ_REQUIRE(command.kind == VL_COMMAND_LEAVE || command.kind == VL_COMMAND_RELEASE ||
                        command.client >= 0);
    }
}

static size_t putTogether(vlFuzzInput* in, uint8_t* text)
{
    static char here[2][64];
    static const char* pieces[] = {
        here[0],
        here[1],
        "GET / HTTP/1.1\r\n",
        "HEAD / HTTP/1.1\r\n",
        "GET /ws HTTP/1.1\r\n",
        "POST / HTTP/1.1\r\n",
        "OPTIONS * HTTP/1.1\r\n",
        "CONNECT a:1 HTTP/1.1\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET ",
        "/index.html",
        "/../..",
        "/%2e%2e/",
        "/?token=",
        "?a=b&c=d",
        "%00",
        "%zz",
        "http://example.org/",
        " HTTP/1.1\r\n",
        " HTTP/1.0\r\n",
        " HTTP/9.9\r\n",
        "Host: example.org\r\n",
        "Origin: http://example.org\r\n",
        "Upgrade: websocket\r\n",
        "Upgrade: h2c\r\n",
        "Connection: Upgrade\r\n",
        "Connection: keep-alive\r\n",
        "Sec-WebSocket-Protocol: volar\r\n",
        "Sec-WebSocket-Protocol: other, volar\r\n",
        "Sec-WebSocket-Version: 13\r\n",
        "Sec-WebSocket-Version: 8\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "Sec-WebSocket-Extensions: permessage-deflate\r\n",
        "Content-Length: 10\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Expect: 100-continue\r\n",
        "Cookie: a=b\r\n",
        "Range: bytes=0-\r\n",
        "Accept-Encoding: gzip\r\n",
        "X: ",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "\r\n",
        "\n",
        " ",
        "\t",
        ":",
        "\r\n\r\n"};
    int port = vlFuzzServer_Get().port;
    (void)snprintf(here[0], sizeof here[0], "Host: 127.0.0.1:%d\r\n", port);
    (void)snprintf(here[1], sizeof here[1], "Origin: http://127.0.0.1:%d\r\n", port);
    return vlFuzz_Join(in, pieces, (int)(sizeof pieces / sizeof pieces[0]), text,
                       MOST_REQUEST - 100);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static uint8_t text[MOST_REQUEST];
    vlFuzzInput in = {data, size};
    size_t split = vlFuzz_Byte(&in);
    if (split % 2 == 0) {
        ask(in.data, in.left < MOST_REQUEST ? in.left : MOST_REQUEST, split);
    } else {
        ask(text, putTogether(&in, text), split);
    }
    return 0;
}
