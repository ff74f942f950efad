// SPDX-License-Identifier: MIT
// What clients may send to the viewer's server, how it is handled, and which clients are kept out.

#include <errno.h>

#include "app/serve/hub.h"
#include "server_fixture.h"
#include "test.h"

static void commands_arrive_with_the_client_that_sent_them(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int first = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 1);
    int second = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 2);
    assert_true(vlWeb_Say(second, "{\"type\":\"pause\",\"on\":true}"));
    vlViewerCommand command = vlFixture_ExpectCommand(server, VL_COMMAND_PAUSE);
    assert_true(command.on && command.client == 1);
    // In two pieces, as a browser may send it.
    assert_true(vlWeb_SendFrame(first, VL_WEB_TEXT, false, "{\"type\":\"scene\",", 16));
    assert_true(vlWeb_SendFrame(first, VL_WEB_MORE, true, "\"name\":\"top\"}", 13));
    command = vlFixture_ExpectCommand(server, VL_COMMAND_SCENE);
    assert_string_equal(command.name, "top");
    assert_int_equal(command.client, 0);
    close(first);
    vlFixture_ExpectClients(server, 1);
    vlFixture_ExpectLeave(server, 0);
    close(second);
    vlFixture_ExpectClients(server, 0);
    vlFixture_ExpectLeave(server, 1);
    assert_false(vlServer_TakeCommand(server, &command)); // nobody held anything
    vlServer_Stop(server);
}

#define GRAB "{\"type\":\"grab\",\"body\":3,\"point\":[0,0,0],\"target\":[1,2,3]}"

static void who_leaves_lets_go(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int fd = vlWeb_Open(port);
    assert_true(vlWeb_Say(fd, GRAB));
    assert_true(vlWeb_Say(fd, "{\"type\":\"move\",\"target\":[4,5,6]}"));
    vlViewerCommand command = vlFixture_ExpectCommand(server, VL_COMMAND_GRAB);
    assert_true(command.body == 3 && command.target.z == 3.0);
    assert_true(vlFixture_ExpectCommand(server, VL_COMMAND_MOVE).target.x == 4.0);
    close(fd); // without a message
    assert_int_equal(vlFixture_ExpectCommand(server, VL_COMMAND_RELEASE).client, 0);
    vlFixture_ExpectLeave(server, 0);
    // A client that has let go before leaves nothing to let go.
    fd = vlWeb_Open(port);
    assert_true(vlWeb_Say(fd, GRAB));
    assert_true(vlWeb_Say(fd, "{\"type\":\"release\"}"));
    (void)vlFixture_ExpectCommand(server, VL_COMMAND_GRAB);
    (void)vlFixture_ExpectCommand(server, VL_COMMAND_RELEASE);
    close(fd);
    vlFixture_ExpectClients(server, 0);
    vlFixture_ExpectLeave(server, 0);
    assert_false(vlServer_TakeCommand(server, &command));
    vlServer_Stop(server);
}

static void letting_go_is_not_lost_in_a_full_queue(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int fds[3];
    vlFixture_OpenThree(server, port, fds);
    assert_true(vlWeb_Say(fds[0], GRAB));
    vlFixture_Flood(fds);
    for (int i = 0; i < 20; ++i) { // of waiting moves only the last one counts
        assert_true(vlWeb_Say(fds[0], "{\"type\":\"move\",\"target\":[4,5,6]}"));
    }
    vlFixture_ExpectRefusals(fds);
    close(fds[0]);
    vlFixture_ExpectClients(server, 0);
    int releases = 0, commands = 0;
    vlViewerCommand command;
    for (double end = vlWeb_Now() + VL_WEB_SECONDS; releases == 0 && vlWeb_Now() < end;) {
        if (vlServer_TakeCommand(server, &command)) {
            releases += command.kind == VL_COMMAND_RELEASE && command.client == 0;
            ++commands;
        } else {
            vlWeb_Sleep(0.001);
        }
    }
    assert_int_equal(releases, 1);
    assert_true(commands > 200);
    vlServer_Stop(server);
}

static void host_and_origin_must_be_ours(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    char hosts[3][32], origin[128], answer[2048], request[256];
    snprintf(hosts[0], sizeof hosts[0], "localhost:%d", port);
    snprintf(hosts[1], sizeof hosts[1], "127.0.0.1:%d", port);
    snprintf(hosts[2], sizeof hosts[2], "[::1]:%d", port);
    int status;
    for (int i = 0; i < 3; ++i) {
        snprintf(origin, sizeof origin, "http://%s", hosts[i]);
        int fd = vlWeb_TryOpen(port, "/ws", hosts[i], origin, "volar", &status);
        assert_int_equal(status, 101);
        close(fd);
        fd = vlWeb_TryOpen(port, "/ws", hosts[i], NULL, "volar", &status); // not a browser
        assert_int_equal(status, 101);
        close(fd);
    }
    const struct {
        const char *path, *host, *origin, *protocol;
        int status;
    } cases[] = {
        {"/ws", hosts[0], "http://evil.example", "volar", 403},
        {"/ws", hosts[0], "null", "volar", 403},
        {"/ws", hosts[0], "https://localhost", "volar", 403},
        {"/ws", hosts[0], origin, "volar", 403}, // one of our origins, but not for this Host
        {"/ws", "evil.example", "http://evil.example", "volar", 403},
        {"/ws", "localhost", "http://localhost", "volar", 403},
        {"/ws", "localhost:1", "http://localhost:1", "volar", 403},
        {"/ws", NULL, NULL, "volar", 403},
        {"/ws", hosts[0], NULL, NULL, 400},
        {"/ws", hosts[0], NULL, "chat", 400},
        {"/", hosts[0], NULL, "volar", 400},
    };
    int count = (int)(sizeof cases / sizeof cases[0]);
    for (int i = 0; i < count; ++i) {
        int fd = vlWeb_TryOpen(port, cases[i].path, cases[i].host, cases[i].origin,
                               cases[i].protocol, &status);
        assert_int_equal(fd, -1);
        assert_int_equal(status, cases[i].status);
    }
    assert_int_equal(vlServer_GetStatus(server).clientsRefused, count);
    // Pages too: a rebound name must not read them.
    snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: evil.example:%d\r\n\r\n", port);
    vlWeb_Ask(port, request, answer, sizeof answer);
    assert_int_equal(vlWeb_Status(answer), 403);
    vlWeb_Ask(port, "GET / HTTP/1.1\r\n\r\n", answer, sizeof answer);
    assert_int_equal(vlWeb_Status(answer), 403);
    vlFixture_ExpectClients(server, 0);
    vlServer_Stop(server);
}

static void other_versions_of_the_protocol_are_refused(void** state)
{
    (void)state;
    static const char* const versions[] = {
        "Sec-WebSocket-Version: 0\r\n",  "Sec-WebSocket-Version: 8\r\n",
        "Sec-WebSocket-Version: 99\r\n", "Sec-WebSocket-Version: 130\r\n",
        "Sec-WebSocket-Version: 1\r\n",  ""};
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    char request[512], answer[2048];
    for (int i = 0; i < 6; ++i) {
        snprintf(request, sizeof request,
                 "GET /ws HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Protocol: volar\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
                 port, versions[i]);
        vlWeb_Ask(port, request, answer, sizeof answer);
        assert_int_equal(vlWeb_Status(answer), 426);
        assert_non_null(strstr(answer, "\r\nSec-WebSocket-Version: 13\r\n"));
    }
    vlServer_Stop(server);
}

static void other_addresses_need_the_token(void** state)
{
    (void)state;
    vlAccess access = {.port = 8460, .host = "192.0.2.1"};
    assert_int_equal(vlAccess_MakeToken(&access), VL_OK);
    assert_int_equal(strlen(access.token), VL_TOKEN_DIGITS);
    vlAccess another = access;
    assert_int_equal(vlAccess_MakeToken(&another), VL_OK);
    assert_string_not_equal(access.token, another.token);
    assert_true(vlAccess_CheckToken(&access, access.token));
    assert_false(vlAccess_CheckToken(&access, another.token));
    assert_false(vlAccess_CheckToken(&access, NULL));
    assert_false(vlAccess_CheckToken(&access, ""));
    // Each single digit matters, and the length.
    for (size_t i = 0; i <= VL_TOKEN_DIGITS; ++i) {
        char token[VL_TOKEN_DIGITS + 2] = "";
        snprintf(token, sizeof token, "%s", access.token);
        token[i] = i == VL_TOKEN_DIGITS ? '0' : token[i] == '0' ? '1' : '0';
        assert_false(vlAccess_CheckToken(&access, token));
        token[i] = '\0';
        assert_int_equal(vlAccess_CheckToken(&access, token), i == VL_TOKEN_DIGITS);
    }
    // A browser on another machine sends an Origin, which is the address that it requested.
    assert_true(vlAccess_CheckHost(&access, "box:8460"));
    assert_false(vlAccess_CheckOrigin(&access, NULL, "box:8460", true));
    assert_true(vlAccess_CheckOrigin(&access, NULL, "box:8460", false));
    assert_true(vlAccess_CheckOrigin(&access, "http://box:8460", "box:8460", true));
    assert_false(vlAccess_CheckOrigin(&access, "http://other:8460", "box:8460", true));
}

// The same through the sockets. Tests listen on loopback only, so the server is made to believe
// that it does not.
static void requests_without_the_token_are_refused(void** state)
{
    (void)state;
    static char answer[1 << 20];
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    server->socket.access.isLoopback = false;
    snprintf(server->socket.access.token, sizeof server->socket.access.token,
             "00112233445566778899aabbccddeeff");
    vlFixture_SetScene(server, "{}"); // hands over to the server's thread
    char host[32], origin[48], request[256];
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    snprintf(origin, sizeof origin, "http://%s", host);
    static const struct {
        const char* query;
        bool isRight;
    } cases[] = {{"", false},
                 {"?token=", false},
                 {"?token=00112233445566778899aabbccddeefe", false},
                 {"?token=00112233445566778899aabbccddeeff0", false},
                 {"?other=00112233445566778899aabbccddeeff", false},
                 {"?token=00112233445566778899aabbccddeeff", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char path[128];
        int status;
        snprintf(path, sizeof path, "/ws%s", cases[i].query);
        int fd = vlWeb_TryOpen(port, path, host, origin, "volar", &status);
        assert_int_equal(status, cases[i].isRight ? 101 : 403);
        if (fd >= 0) {
            vlFixture_ExpectText(fd, "{}");
            close(fd);
        }
        snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: %s\r\n\r\n", cases[i].query,
                 host);
        vlWeb_Ask(port, request, answer, sizeof answer);
        assert_int_equal(vlWeb_Status(answer), cases[i].isRight ? 200 : 403);
    }
    vlServer_Stop(server);
}

typedef struct Abuse {
    const char* name;
    int opcode;
    bool isLast;
    const char* text; // NULL: `size` letters
    size_t size;
    int repeats;
    int code;
    const char* why;
} Abuse;

static void abuse_closes_only_the_one_who_does_it(void** state)
{
    (void)state;
    static const Abuse cases[] = {
        {"too large", VL_WEB_TEXT, true, NULL, 513, 1, 1009, "512 bytes"},
        {"far too large", VL_WEB_TEXT, true, NULL, 8000, 1, 1009, "512 bytes"},
        {"too large in pieces", VL_WEB_TEXT, false, NULL, 400, 2, 1009, "512 bytes"},
        {"malformed", VL_WEB_TEXT, true, "{\"type\":", 8, 1, 1007, "quotes"},
        {"unknown", VL_WEB_TEXT, true, "{\"type\":\"quit\"}", 15, 1, 1007, "not a known command"},
        {"not UTF-8", VL_WEB_TEXT, true, "{\"type\":\"\xff\"}", 12, 1, 1007, "UTF-8"},
        {"empty", VL_WEB_TEXT, true, "", 0, 1, 1007, "braces"},
        {"binary", VL_WEB_BINARY, true, "{\"type\":\"restart\"}", 18, 1, 1003, "text"},
        {"flood", VL_WEB_TEXT, true, "{\"type\":\"restart\"}", 18, 300, 1008, "too many"},
        {"flood of pieces", VL_WEB_TEXT, false, " ", 1, 300, 1008, "too many"},
    };
    char letters[8000];
    memset(letters, 'x', sizeof letters);
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int witness = vlWeb_Open(port);
    vlPublisher publisher = {.server = server, .size = 64};
    vlPublisher_Start(&publisher);
    int count = (int)(sizeof cases / sizeof cases[0]);
    for (int i = 0; i < count; ++i) {
        const Abuse* abuse = &cases[i];
        int fd = vlWeb_Open(port);
        for (int k = 0; k < abuse->repeats; ++k) {
            int opcode = k == 0 || abuse->isLast ? abuse->opcode : VL_WEB_MORE;
            (void)vlWeb_SendFrame(fd, opcode, abuse->isLast,
                                  abuse->text != NULL ? abuse->text : letters, abuse->size);
        }
        char why[128] = "";
        int code = vlWeb_ReadClose(fd, why, sizeof why);
        if (code != abuse->code || strstr(why, abuse->why) == NULL) {
            print_error("%s: closed with %d '%s'\n", abuse->name, code, why);
        }
        assert_int_equal(code, abuse->code);
        assert_non_null(strstr(why, abuse->why));
        close(fd);
        (void)vlFixture_ExpectView(witness, 64);
    }
    assert_int_equal(vlServer_GetStatus(server).clientsClosed, count);
    vlPublisher_Stop(&publisher);
    vlFixture_ExpectClients(server, 1);
    close(witness);
    vlServer_Stop(server);
}

// Bytes that arrive just while the server begins to count them do not end the counting.
static void counting_begins_though_frames_arrive(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    for (int i = 0; i < 300; ++i) {
        char why[128] = "";
        int fd = vlWeb_Open(port);
        assert_true(vlWeb_Say(fd, "{\"type\":\"restart\"}"));
        assert_true(vlWeb_SendBare(fd, VL_WEB_TEXT, "{\"type\":\"restart\"}"));
        assert_int_equal(vlWeb_ReadClose(fd, why, sizeof why), 1002);
        close(fd);
        (void)vlFixture_ExpectCommand(server, VL_COMMAND_RESTART);
        vlFixture_ExpectLeave(server, 0);
    }
    assert_int_equal(vlServer_GetStatus(server).clientsClosed, 300);
    vlServer_Stop(server);
}

// The library answers pings and accepts frames without a mask, and reports neither.
static void pings_count_and_frames_need_a_mask(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    char why[128] = "";
    // Pings from a page would do no harm.
    int fd = vlWeb_Open(port);
    for (int i = 0; i < 20; ++i) {
        assert_true(vlWeb_SendFrame(fd, VL_WEB_PING, true, "now", 3));
        assert_true(vlWeb_Say(fd, "{\"type\":\"restart\"}"));
        (void)vlFixture_ExpectCommand(server, VL_COMMAND_RESTART);
    }
    vlFixture_ExpectClients(server, 1);
    // A flood, of which the allowance and its slack take about 500.
    for (int i = 0; i < 5000; ++i) {
        if (!vlWeb_SendFrame(fd, VL_WEB_PING, true, "", 0)) {
            break;
        }
    }
    // The reason is lost if the client went on sending after the end of the connection.
    int code = vlWeb_ReadClose(fd, why, sizeof why);
    assert_true(code == -1 || (code == 1008 && strstr(why, "too many") != NULL));
    close(fd);
    vlFixture_ExpectClients(server, 0);
    assert_int_equal(vlServer_GetStatus(server).clientsClosed, 1);
    vlFixture_ExpectLeave(server, 0);
    // The first frame has no mask, or a later one.
    for (int i = 0; i < 2; ++i) {
        fd = vlWeb_Open(port);
        for (int k = 0; k < i; ++k) {
            assert_true(vlWeb_Say(fd, "{\"type\":\"restart\"}"));
            (void)vlFixture_ExpectCommand(server, VL_COMMAND_RESTART);
        }
        assert_true(vlWeb_SendBare(fd, VL_WEB_TEXT, "{\"type\":\"pause\",\"on\":true}"));
        code = vlWeb_ReadClose(fd, why, sizeof why);
        assert_int_equal(code, 1002);
        assert_non_null(strstr(why, "masked"));
        close(fd);
        vlFixture_ExpectClients(server, 0);
        vlFixture_ExpectLeave(server, 0);
    }
    assert_int_equal(vlServer_GetStatus(server).clientsClosed, 3);
    vlServer_Stop(server);
}

static void one_client_too_many_is_told_so(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int fds[VL_MAX_CLIENTS];
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        fds[i] = vlWeb_Open(port);
    }
    vlFixture_ExpectClients(server, VL_MAX_CLIENTS);
    int fd = vlWeb_Open(port);
    char why[128];
    assert_int_equal(vlWeb_ReadClose(fd, why, sizeof why), 1013);
    assert_non_null(strstr(why, "viewers"));
    close(fd);
    assert_int_equal(vlServer_GetStatus(server).clientsRefused, 1);
    // The place of a client that leaves is free again, and has the same number.
    close(fds[3]);
    vlFixture_ExpectClients(server, VL_MAX_CLIENTS - 1);
    vlFixture_ExpectLeave(server, 3);
    fds[3] = vlWeb_Open(port);
    assert_true(vlWeb_Say(fds[3], "{\"type\":\"restart\"}"));
    assert_int_equal(vlFixture_ExpectCommand(server, VL_COMMAND_RESTART).client, 3);
    vlServer_Stop(server);
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        close(fds[i]);
    }
}

static void garbage_is_survived(void** state)
{
    (void)state;
    static const char* const requests[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\nUpgrade: x\r\n\r\n",
        "GET / HTTP/1.1\r\nUpgrade: x\r\n\r\nGET / HTTP/1.1\r\nUpgrade: y\r\n\r\n",
        "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", // a browser that tries TLS
        "\xff\xfe\xfd",
    };
    char answer[4096];
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; ++i) {
        int fd = vlWeb_Connect(port);
        assert_true(vlWeb_SendBytes(fd, requests[i], strlen(requests[i])));
        assert_int_equal(shutdown(fd, SHUT_WR), 0);
        while (recv(fd, answer, sizeof answer, 0) > 0) {
        }
        close(fd);
    }
    int fd = vlWeb_Open(port);
    close(fd);
    vlServer_Stop(server);
}

// More connections than are kept, which send nothing, begin an endless request, or do not read the
// answer: a viewer still gets in at once, and a connected viewer stays. No peer has more than its
// share, and together they have all places.
static void many_peers_that_wait_lock_nobody_out(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int waiting[VL_MAX_CONNECTIONS];
    for (int i = 0; i < VL_MAX_CONNECTIONS; ++i) {
        waiting[i] = vlWeb_TryConnectAs(2 + i % 4, port);
        assert_true(waiting[i] >= 0);
        (void)vlWeb_SendBytes(waiting[i], "GET / HTTP", 10);
    }
    int late = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 1);
    // Only the oldest connection was closed.
    char byte;
    assert_true(recv(waiting[0], &byte, 1, 0) <= 0);
    for (int i = 1; i < VL_MAX_CONNECTIONS; ++i) {
        assert_true(recv(waiting[i], &byte, 1, MSG_DONTWAIT) < 0);
        assert_true(errno == EAGAIN || errno == EWOULDBLOCK);
    }
    for (int i = 0; i < VL_MAX_CONNECTIONS; ++i) {
        close(waiting[i]);
    }
    close(late);
    vlServer_Stop(server);
}

static void connections_that_wait_lock_nobody_out(void** state)
{
    (void)state;
    static const char* const requests[] = {"", "GET / HTTP/1.1\r\nHost: local",
                                           "GET /viewer.js HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"};
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int witness = vlWeb_Open(port);
    for (size_t k = 0; k < sizeof requests / sizeof requests[0]; ++k) {
        int waiting[2 * VL_MAX_CONNECTIONS];
        char request[128];
        snprintf(request, sizeof request, requests[k], port);
        for (int i = 0; i < 2 * VL_MAX_CONNECTIONS; ++i) {
            waiting[i] = vlWeb_Connect(port);
            int small = 1; // as small as the system allows: the page does not fit
            setsockopt(waiting[i], SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
            (void)vlWeb_SendBytes(waiting[i], request, strlen(request));
            if (i == VL_MAX_CONNECTIONS) {
                close(vlWeb_Open(port)); // in the middle of the flood
            }
        }
        int late = vlWeb_Open(port);
        vlFixture_ExpectClients(server, 2);
        close(late);
        vlFixture_ExpectClients(server, 1);
        for (int i = 0; i < 2 * VL_MAX_CONNECTIONS; ++i) {
            close(waiting[i]);
        }
    }
    assert_true(vlWeb_Say(witness, "{\"type\":\"restart\"}"));
    vlViewerCommand command = {.kind = VL_COMMAND_LEAVE}; // as the others did
    for (double end = vlWeb_Now() + VL_WEB_SECONDS;
         command.kind != VL_COMMAND_RESTART && vlWeb_Now() < end;) {
        if (!vlServer_TakeCommand(server, &command)) {
            vlWeb_Sleep(0.001);
        }
    }
    assert_int_equal(command.kind, VL_COMMAND_RESTART);
    close(witness);
    vlServer_Stop(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_arrive_with_the_client_that_sent_them),
        cmocka_unit_test(who_leaves_lets_go),
        cmocka_unit_test(letting_go_is_not_lost_in_a_full_queue),
        cmocka_unit_test(host_and_origin_must_be_ours),
        cmocka_unit_test(other_versions_of_the_protocol_are_refused),
        cmocka_unit_test(other_addresses_need_the_token),
        cmocka_unit_test(requests_without_the_token_are_refused),
        cmocka_unit_test(abuse_closes_only_the_one_who_does_it),
        cmocka_unit_test(counting_begins_though_frames_arrive),
        cmocka_unit_test(pings_count_and_frames_need_a_mask),
        cmocka_unit_test(one_client_too_many_is_told_so),
        cmocka_unit_test(garbage_is_survived),
        cmocka_unit_test(connections_that_wait_lock_nobody_out),
        cmocka_unit_test(many_peers_that_wait_lock_nobody_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
