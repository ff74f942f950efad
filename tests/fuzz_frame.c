// SPDX-License-Identifier: MIT
// Any frames sent over the page's WebSocket: what the server sends back is well-formed, it ends the
// connection in time, the commands that it takes are in range, and those of a client that is gone
// end with its leaving. The input is read as choices: kinds of frames, right and wrong lengths and
// masks, pieces of commands.

#include "fuzz_server.h"

#define MOST_BYTES 16384
#define MOST_FRAMES 24
#define MOST_PAYLOAD 2048

// Asks for a WebSocket, and reads its answer up to the empty line.
static int openSocket(vlFuzzServer one)
{
    char request[512], answer[1024] = "";
    int fd = vlFuzzServer_Connect(one);
    int size =
        snprintf(request, sizeof request,
                 "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: "
                 "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                 "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: volar\r\n\r\n",
                 one.port);
    VL_FUZZ_REQUIRE(vlFuzzServer_Send(fd, request, (size_t)size));
    for (size_t used = 0; strstr(answer, "\r\n\r\n") == NULL; ++used) {
        VL_FUZZ_REQUIRE(used + 1 < sizeof answer);
        VL_FUZZ_REQUIRE(vlFuzzServer_Read(fd, answer + used, 1) == 1);
    }
    VL_FUZZ_REQUIRE(strncmp(answer, "HTTP/1.1 101 ", 13) == 0);
    return fd;
}

static size_t takePayload(vlFuzzInput* in, uint8_t* text)
{
    static const char* const pieces[] = {"{\"type\":\"pause\",\"on\":true}",
                                         "{\"type\":\"step\",\"count\":3}",
                                         "{\"type\":\"speed\",\"value\":0.5}",
                                         "{\"type\":\"restart\"}",
                                         "{\"type\":\"save\"}",
                                         "{\"type\":\"reset\"}",
                                         "{\"type\":\"release\"}",
                                         "{\"type\":\"grab\",\"body\":1,\"point\":[0,0,0],"
                                         "\"target\":[0,0,1]}",
                                         "{\"type\":\"move\",\"target\":[1,2,3]}",
                                         "{\"type\":\"steer\",\"device\":1,\"move\":[0,0,0],"
                                         "\"turn\":[0,0,0,1],\"buttons\":3}",
                                         "{\"type\":\"leave\",\"device\":0}",
                                         "{\"type\":\"set\",\"parameter\":1,\"value\":2}",
                                         "{\"type\":\"scene\",\"name\":\"stack\"}",
                                         "{\"type\":\"states\",\"on\":true}",
                                         "{\"type\":",
                                         "\"\xc3\x28\"",
                                         "}",
                                         "                                                        ",
                                         "\x03\xe8",
                                         "\x03\xe9why",
                                         "\xff\xff"};
    vlFuzzInput part = {in->data, (size_t)vlFuzz_Choice(in, 8)};
    part.data = in->data;
    part.left = part.left < in->left ? part.left : in->left;
    in->data += part.left;
    in->left -= part.left;
    return vlFuzz_Join(&part, pieces, (int)(sizeof pieces / sizeof pieces[0]), text,
                       MOST_PAYLOAD - 128);
}

// One frame; most have a final text, the shortest length that fits, and a mask.
static size_t putFrame(vlFuzzInput* in, uint8_t* bytes)
{
    static const uint8_t kinds[] = {0x81, 0x81, 0x81, 0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x89,
                                    0x8a, 0x88, 0x83, 0x8b, 0xc1, 0x09, 0xff, 0x81, 0x81, 0x00};
    uint8_t payload[MOST_PAYLOAD];
    size_t size = takePayload(in, payload), used = 2;
    uint8_t how = vlFuzz_Byte(in);
    uint64_t stated = how % 32 == 31 ? (uint64_t)vlFuzz_Byte(in) << vlFuzz_Choice(in, 57) : size;
    int form = stated > 65535 ? 2 : stated > 125 ? 1 : 0;
    form = how % 32 == 30 ? vlFuzz_Choice(in, 3) : form; // longer than it needs to be
    bool isMasked = how % 32 != 29;
    bytes[0] = kinds[vlFuzz_Choice(in, (int)sizeof kinds)];
    bytes[1] = (uint8_t)((isMasked ? 0x80 : 0) | (form == 2   ? 127
                                                  : form == 1 ? 126
                                                              : (int)(stated & 0x7f)));
    for (int i = (form == 2 ? 8 : form == 1 ? 2 : 0) - 1; i >= 0; --i) {
        bytes[used++] = (uint8_t)(stated >> (8 * i));
    }
    uint8_t mask[4] = {0};
    for (int i = 0; isMasked && i < 4; ++i) {
        bytes[used++] = mask[i] = how >= 128 ? (uint8_t)(how + i) : 0;
    }
    for (size_t i = 0; i < size; ++i) {
        bytes[used++] = (uint8_t)(payload[i] ^ mask[i % 4]);
    }
    return used;
}

// What the server sends is not masked, has no reserved bits, and its lengths are whole.
static void checkStream(const uint8_t* bytes, size_t size)
{
    while (size >= 2) {
        int kind = bytes[0] & 0x0f;
        size_t length = bytes[1] & 0x7f, head = 2;
        VL_FUZZ_REQUIRE((bytes[0] & 0x70) == 0 && (bytes[1] & 0x80) == 0);
        VL_FUZZ_REQUIRE(kind <= 2 || (kind >= 8 && kind <= 10));
        VL_FUZZ_REQUIRE(kind < 8 || (length <= 125 && (bytes[0] & 0x80) != 0));
        int more = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (size < 2 + (size_t)more) {
            return;
        }
        for (int i = 0; i < more; ++i) {
            length = i == 0 ? bytes[head] : length << 8 | bytes[head];
            ++head;
        }
        if (size - head < length) {
            return; // cut off by the end of the connection
        }
        bytes += head + length;
        size -= head + length;
    }
}

static void checkCommand(const vlViewerCommand* c)
{
    VL_FUZZ_REQUIRE(c->kind >= VL_COMMAND_PAUSE && c->kind <= VL_COMMAND_SAVE);
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_SAVE && c->client >= 0 && c->client < 16);
    VL_FUZZ_REQUIRE(c->kind != VL_COMMAND_STEP || (c->count >= 1 && c->count <= 1000));
    VL_FUZZ_REQUIRE(c->device >= -1 && c->device <= 15 && c->body >= 0 && c->body <= 65535);
    VL_FUZZ_REQUIRE(vlIsFinite(c->point) && vlIsFinite(c->target) && isfinite(c->value));
}

// Takes commands until the client has left, for which the server needs a moment.
static void takeCommands(vlServer* server)
{
    bool hasLeft = false;
    for (int i = 0; !hasLeft; ++i) {
        vlViewerCommand command;
        while (vlServer_TakeCommand(server, &command)) {
            checkCommand(&command);
            hasLeft = hasLeft || (command.kind == VL_COMMAND_LEAVE && command.device == -1);
        }
        VL_FUZZ_REQUIRE(i < VL_FUZZ_PATIENCE);
        if (!hasLeft) {
            (void)nanosleep(&(struct timespec){0, i < 20 ? 50000 : 1000000}, NULL);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static uint8_t bytes[MOST_BYTES + MOST_PAYLOAD], answer[1 << 20];
    static const uint8_t farewell[] = {0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8};
    vlFuzzServer one = vlFuzzServer_Get();
    vlFuzzInput in = {data, size};
    int fd = openSocket(one);
    bool isOpen = true;
    for (int i = 0; i < MOST_FRAMES && in.left > 0 && isOpen; ++i) {
        size_t used = 0;
        do { // some go together
            used += putFrame(&in, bytes + used);
        } while (used < MOST_BYTES - MOST_PAYLOAD && in.left > 0 && vlFuzz_Choice(&in, 2) == 0);
        isOpen = vlFuzzServer_Send(fd, bytes, used);
    }
    if (isOpen) {
        (void)vlFuzzServer_Send(fd, farewell, sizeof farewell);
    }
    (void)shutdown(fd, SHUT_WR);
    size_t got = 0, now;
    while ((now = vlFuzzServer_Read(fd, answer + got, sizeof answer - got)) > 0) {
        got += now;
        VL_FUZZ_REQUIRE(got < sizeof answer);
    }
    vlFuzzServer_Close(fd);
    checkStream(answer, got);
    takeCommands(one.server);
    return 0;
}
