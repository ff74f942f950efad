// SPDX-License-Identifier: MIT
// The viewer's server against clients on real sockets: pages, scenes, views.

#include <dirent.h>
#include <libwebsockets.h>
#include <signal.h>
#include <string.h>

#include "app/serve/page.h"
#include "server_fixture.h"
#include "test.h"

#define LARGE_VIEW ((size_t)1 << 20)

static int countFds(void)
{
    DIR* folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    int count = 0;
    while (readdir(folder) != NULL) {
        ++count;
    }
    closedir(folder);
    return count;
}

static void page_is_served_with_its_headers(void** state)
{
    (void)state;
    static char answer[4 << 20];
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    char request[128];
    snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", port);
    size_t size = vlWeb_Ask(port, request, answer, sizeof answer);
    assert_int_equal(vlWeb_Status(answer), 200);
    const char* const headers[] = {
        "\r\nContent-Type: text/html; charset=utf-8\r\n", "\r\nCache-Control: no-cache\r\n",
        "\r\nX-Content-Type-Options: nosniff\r\n",
        "\r\nContent-Security-Policy: default-src 'self'; ", "frame-ancestors 'none'"};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; ++i) {
        assert_non_null(strstr(answer, headers[i]));
    }
    // Every file that is built in, byte for byte.
    for (int i = 0; i < vlPage_tableCount; ++i) {
        const vlPage* page = &vlPage_table[i];
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
                 page->path, port);
        size = vlWeb_Ask(port, request, answer, sizeof answer);
        char* body = strstr(answer, "\r\n\r\n");
        assert_non_null(body);
        body += 4;
        assert_int_equal(size - (size_t)(body - answer), page->size);
        assert_memory_equal(body, page->bytes, page->size);
        assert_non_null(strstr(answer, "\r\nContent-Encoding: gzip\r\n"));
    }
    assert_non_null(vlPage_Find("/"));
    assert_non_null(vlPage_Find("/viewer.js"));
    assert_non_null(vlPage_Find("/viewer.css"));
    vlServer_Stop(server);
}

static void only_get_and_head_of_known_paths_are_answered(void** state)
{
    (void)state;
    static const struct {
        const char* request;
        int status;
        bool hasBody;
    } cases[] = {
        {"HEAD / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 200, false},
        {"GET / HTTP/1.0\r\nHost: localhost:%d\r\n\r\n", 200, true},
        {"GET /nothing HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 404, true},
        {"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 404, true},
        {"GET /%%2e%%2e/x HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 404, true},
        {"GET /ws HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 400, true},
        {"POST / HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 0\r\n\r\n", 405, true},
        {"PUT / HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 2\r\n\r\nxx", 405, true},
        {"DELETE / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 405, true},
        {"OPTIONS / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", 405, true},
        {"GET / HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", 400,
         true},
        {"GET /ws HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n",
         403, true},
    };
    static char answer[1 << 20];
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char request[256];
        snprintf(request, sizeof request, cases[i].request, port);
        vlWeb_Ask(port, request, answer, sizeof answer);
        assert_int_equal(vlWeb_Status(answer), cases[i].status);
        const char* body = strstr(answer, "\r\n\r\n");
        assert_non_null(body);
        assert_int_equal(body[4] != '\0', cases[i].hasBody);
    }
    vlServer_Stop(server);
}

static void scene_comes_first_then_views(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    vlFixture_SetScene(server, "{\"type\":\"scene\",\"name\":\"a\"}");
    vlFixture_Publish(server, 1, 7, 64);
    // Both exist before the client connects: a paused simulation publishes nothing more.
    int fd = vlWeb_Open(port);
    vlFixture_ExpectText(fd, "{\"type\":\"scene\",\"name\":\"a\"}");
    assert_int_equal(vlFixture_ExpectView(fd, 64).count, 7);
    vlFixture_Publish(server, 1, 8, 40);
    assert_int_equal(vlFixture_ExpectView(fd, 40).count, 8);
    assert_int_equal(vlServer_GetStatus(server).viewsSent, 2);
    close(fd);
    vlFixture_ExpectClients(server, 0);
    vlServer_Stop(server);
}

static void every_client_gets_the_newest_view_only(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(256, 0.0, &port);
    vlFixture_SetScene(server, "{}");
    int fds[2] = {vlWeb_Open(port), vlWeb_Open(port)};
    for (int i = 0; i < 2; ++i) {
        vlFixture_ExpectText(fds[i], "{}");
    }
    const uint64_t last = 3000; // in about 0.3 s, in which 60 Hz send about 18
    for (uint64_t count = 1; count <= last; ++count) {
        vlFixture_Publish(server, 1, count, 256);
        vlWeb_Sleep(1e-4);
    }
    for (int i = 0; i < 2; ++i) {
        uint64_t before = 0;
        int received = 0;
        while (before < last) {
            uint64_t count = vlFixture_ExpectView(fds[i], 256).count;
            assert_true(count > before);
            before = count;
            ++received;
        }
        assert_true(received >= 2 && received < 300); // far fewer than were published
        close(fds[i]);
    }
    vlServer_Stop(server);
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void stalled_client_holds_nothing_up(void** state)
{
    (void)state;
    // If the server waited for the client that does not read, it would send only as many views as
    // the kernel buffers for that client, a few MiB, however long the test waits.
    enum { MOST = 4000, VIEWS = 40 };
    static double times[MOST];
    int port;
    vlServer* server = vlFixture_Start(LARGE_VIEW, 0.0, &port);
    vlFixture_SetScene(server, "{}");
    int stalled = vlWeb_Open(port); // never reads
    int fd = vlWeb_Open(port);
    vlFixture_ExpectText(fd, "{}");
    vlPublisher publisher = {
        .server = server, .size = LARGE_VIEW, .scene = 1, .times = times, .capacity = MOST};
    vlPublisher_Start(&publisher);
    double begin = vlWeb_Now();
    for (int i = 0; i < VIEWS; ++i) {
        (void)vlFixture_ExpectView(fd, LARGE_VIEW);
    }
    double taken = vlWeb_Now() - begin;
    vlPublisher_Stop(&publisher);
    qsort(times, (size_t)publisher.count, sizeof times[0], compare);
    double median = times[publisher.count / 2], worst = times[publisher.count - 1];
    print_message(
        "%d views of 1 MiB in %.2f s beside a stalled client; publishing: median %.2f us, "
        "worst %.1f us\n",
        VIEWS, taken, 1e6 * median, 1e6 * worst);
    // A few atomic operations: 50 us is a hundred times more, and less than any wait.
    assert_true(median < 50e-6);
    double stop = vlWeb_Now();
    vlServer_Stop(server);
    assert_true(vlWeb_Now() - stop < 1.0);
    close(stalled);
    close(fd);
}

static void client_stalled_for_long_is_closed(void** state)
{
    (void)state;
    int port;
    // Longer than a busy machine delays it.
    vlServer* server = vlFixture_Start(LARGE_VIEW, 1.0, &port);
    int stalled = vlWeb_Open(port);
    int fd = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 2);
    vlPublisher publisher = {.server = server, .size = LARGE_VIEW};
    vlPublisher_Start(&publisher);
    for (double end = vlWeb_Now() + VL_WEB_SECONDS;
         vlServer_GetStatus(server).clients == 2 && vlWeb_Now() < end;) {
        (void)vlFixture_ExpectView(fd, LARGE_VIEW);
    }
    assert_int_equal(vlServer_GetStatus(server).clients, 1);
    (void)vlFixture_ExpectView(fd, LARGE_VIEW);
    vlPublisher_Stop(&publisher);
    vlServer_Stop(server);
    close(stalled);
    close(fd);
}

// Nothing reports that a network is gone: a silent client is pinged, and closed if there is no
// answer.
static void a_client_that_sends_nothing_is_asked(void** state)
{
    (void)state;
    vlServerDef def = {.viewCapacity = 64, .silentTime = 1};
    vlServer* server = NULL;
    int port = 0, opcode = -1;
    char text[128];
    assert_int_equal(vlServer_Start(&def, &server, NULL, 0), VL_OK);
    assert_int_equal(sscanf(vlServer_GetUrl(server), "http://127.0.0.1:%d/", &port), 1);
    int fd = vlWeb_Open(port);
    assert_true(vlWeb_Read(fd, &opcode, text, sizeof text) >= 0);
    assert_int_equal(opcode, VL_WEB_PING);
    close(fd);
    vlServer_Stop(server);
}

static void views_of_a_scene_follow_its_text(void** state)
{
    (void)state;
    int port;
    vlServer* server = vlFixture_Start(4096, 0.0, &port);
    vlFixture_SetScene(server, "{\"scene\":1}");
    vlFixture_Publish(server, 1, 0, 4096);
    int fd = vlWeb_Open(port);
    vlFixture_ExpectClients(server, 1);
    const uint64_t last = 200;
    for (uint64_t scene = 2; scene <= last; ++scene) {
        char json[32];
        snprintf(json, sizeof json, "{\"scene\":%d}", (int)scene);
        vlFixture_SetScene(server, json);
        for (uint64_t i = 0; i < scene % 4; ++i) { // sometimes no view at all
            vlFixture_Publish(server, scene, i, 4096);
            vlWeb_Sleep(1e-3);
        }
    }
    vlFixture_Publish(server, last, 99, 4096);
    int told = 0, texts = 0;
    vlTestView view = {0, 0};
    while (view.scene < last || view.count < 99) {
        char frame[64] = "";
        int opcode = -1;
        assert_true(vlWeb_Read(fd, &opcode, frame, sizeof frame - 1) > 0);
        if (opcode == VL_WEB_TEXT) {
            int before = told;
            assert_int_equal(sscanf(frame, "{\"scene\":%d}", &told), 1);
            assert_true(told > before);
            ++texts;
        } else {
            memcpy(&view, frame, sizeof view);
            assert_int_equal(view.scene, told);
        }
    }
    assert_true(texts >= 2);
    close(fd);
    vlServer_Stop(server);
}

// How many descriptors libwebsockets itself leaves open for each context; 4.3.5 leaves one.
static int countLibraryLeak(void)
{
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    struct sigaction pipeAction;
    (void)sigaction(SIGPIPE, NULL, &pipeAction);
    int before = countFds();
    struct lws_context* context = lws_create_context(&info);
    assert_non_null(context);
    lws_context_destroy(context);
    (void)sigaction(SIGPIPE, &pipeAction, NULL);
    return countFds() - before;
}

static void server_starts_and_stops_again_on_its_port(void** state)
{
    (void)state;
    int leak = countLibraryLeak();
    int port;
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    int fd = vlWeb_Open(port);
    int before = 0;
    for (int i = 0; i < 20; ++i) {
        vlServer_Stop(server);
        int opcode;
        char frame[64];
        assert_int_equal(vlWeb_Read(fd, &opcode, frame, sizeof frame), -1);
        close(fd);
        assert_int_equal(vlWeb_TryConnect(port), -1);
        int now = countFds();
        assert_true(i == 0 || now == before + leak);
        before = now;
        vlServerDef def = {.place.port = port, .viewCapacity = 64};
        char message[256];
        assert_int_equal(vlServer_Start(&def, &server, message, sizeof message), VL_OK);
        vlFixture_SetScene(server, "{}");
        fd = vlWeb_Open(port);
        vlFixture_ExpectText(fd, "{}");
    }
    close(fd);
    vlServer_Stop(server);
    vlServer_Stop(NULL);
}

// A program that ends when its output is closed must still do so.
static void signals_stay_as_they_were(void** state)
{
    (void)state;
    struct sigaction before, after;
    sigset_t maskBefore, maskAfter;
    assert_int_equal(sigaction(SIGPIPE, NULL, &before), 0);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &maskBefore), 0);
    int port;
    vlServer* server = vlFixture_Start(LARGE_VIEW, 0.0, &port);
    assert_int_equal(sigaction(SIGPIPE, NULL, &after), 0);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &maskAfter), 0);
    assert_true(before.sa_handler == SIG_DFL && after.sa_handler == SIG_DFL);
    assert_int_equal(sigismember(&maskAfter, SIGPIPE), sigismember(&maskBefore, SIGPIPE));
    assert_int_equal(sigismember(&maskAfter, SIGINT), sigismember(&maskBefore, SIGINT));
    // Clients that go while the server writes to them do not end this process.
    vlPublisher publisher = {.server = server, .size = LARGE_VIEW};
    vlPublisher_Start(&publisher);
    for (int i = 0; i < 10; ++i) {
        int fd = vlWeb_Open(port);
        (void)vlFixture_ExpectView(fd, LARGE_VIEW);
        close(fd);
    }
    vlPublisher_Stop(&publisher);
    vlServer_Stop(server);
}

static void taken_port_is_skipped_or_named(void** state)
{
    (void)state;
    int port, next;
    char message[256] = "";
    vlServer* server = vlFixture_Start(64, 0.0, &port);
    vlServer* other = NULL;
    vlServerDef def = {.place.port = port, .viewCapacity = 64};
    assert_int_equal(vlServer_Start(&def, &other, message, sizeof message), VL_ERROR_IO);
    assert_null(other);
    assert_non_null(strstr(message, "is in use"));
    def.place.portTries = 100;
    assert_int_equal(vlServer_Start(&def, &other, message, sizeof message), VL_OK);
    assert_int_equal(sscanf(vlServer_GetUrl(other), "http://127.0.0.1:%d/", &next), 1);
    assert_true(next > port && next <= port + 100);
    vlServer_Stop(other);
    def.place.address = "volar.example"; // a name would have to be looked up
    assert_int_equal(vlServer_Start(&def, &other, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "numeric"));
    def.place.address = "192.0.2.1"; // reserved for examples: no machine has it, so neither do we
    assert_int_equal(vlServer_Start(&def, &other, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "192.0.2.1"));
    assert_int_equal(vlServer_Start(&def, &other, NULL, 0), VL_ERROR_IO);
    vlServer_Stop(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_is_served_with_its_headers),
        cmocka_unit_test(only_get_and_head_of_known_paths_are_answered),
        cmocka_unit_test(scene_comes_first_then_views),
        cmocka_unit_test(every_client_gets_the_newest_view_only),
        cmocka_unit_test(stalled_client_holds_nothing_up),
        cmocka_unit_test(client_stalled_for_long_is_closed),
        cmocka_unit_test(a_client_that_sends_nothing_is_asked),
        cmocka_unit_test(views_of_a_scene_follow_its_text),
        cmocka_unit_test(server_starts_and_stops_again_on_its_port),
        cmocka_unit_test(signals_stay_as_they_were),
        cmocka_unit_test(taken_port_is_skipped_or_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
