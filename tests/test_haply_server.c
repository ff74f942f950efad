// SPDX-License-Identifier: MIT
// haply-server against plain sockets: what it sends, what it refuses, and which client it obeys.

#include <errno.h>
#include <math.h>
#include <string.h>

#include "haply_fixture.h"
#include "test.h"

#define FORCE(x)                                                                                   \
    "{\"inverse3\":[{\"device_id\":\"0001\",\"commands\":{\"set_cursor_force\":{\"vector\":{"      \
    "\"x\":" x "}}}}]}"
#define PROBE "{\"inverse3\":[{\"device_id\":\"0001\",\"commands\":{\"probe_position\":{}}}]}"

static const vlHaplyServerDef still = {.plant = {.isStill = true}};

// As Haply's clients connect: no subprotocol, no Origin.
static int join(const vlHaplyServer* server)
{
    char host[32];
    int status, port = vlHaplyServer_GetPort(server);
    snprintf(host, sizeof host, "localhost:%d", port);
    int fd = vlWeb_TryOpen(port, "/", host, NULL, NULL, &status);
    assert_true(fd >= 0);
    return fd;
}

static vlHaplyState hear(int fd, bool isFull)
{
    static char text[VL_MAX_HAPLY_STATE];
    char message[128] = "";
    vlHaplyState state;
    int opcode = -1;
    long size = vlWeb_Read(fd, &opcode, text, sizeof text - 1);
    assert_true(size > 0 && opcode == VL_WEB_TEXT);
    text[size] = '\0';
    assert_true(vlHaplyState_Read(text, (size_t)size, &state, message, sizeof message));
    assert_true((strstr(text, "\"config\"") != NULL) == isFull);
    return state;
}

static bool isQuiet(int fd)
{
    char byte;
    return recv(fd, &byte, 1, MSG_DONTWAIT) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

static void each_request_has_one_state_and_nothing_comes_by_itself(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int fd = join(server);
    vlHaplyState first = hear(fd, true);
    assert_true(first.session == 1 && first.armCount == 1 && first.gripCount == 1);
    assert_string_equal(first.arms[0].id, VL_HAPLY_PLANT_ARM);
    assert_true(first.arms[0].hasPosition && first.arms[0].hasVelocity && first.arms[0].hasForce);
    assert_int_equal(first.arms[0].statusKnown, 31);
    vlWeb_Sleep(0.03);
    assert_true(isQuiet(fd));
    // One by one, then several at once.
    for (int i = 0; i < 3; ++i) {
        assert_true(vlWeb_Say(fd, PROBE));
        vlHaplyState next = hear(fd, false);
        assert_true(next.session == 1 && next.armCount == 1);
    }
    for (int i = 0; i < 10; ++i) {
        assert_true(vlWeb_Say(fd, i % 2 == 0 ? "{}" : PROBE));
    }
    for (int i = 0; i < 10; ++i) {
        (void)hear(fd, false);
    }
    // In two frames, and with the configuration again.
    const char* whole = "{\"session\":{\"force_render_full_state\":{}}}";
    assert_true(vlWeb_SendFrame(fd, VL_WEB_TEXT, false, whole, 10));
    assert_true(vlWeb_SendFrame(fd, VL_WEB_MORE, true, whole + 10, strlen(whole) - 10));
    (void)hear(fd, true);
    vlWeb_Sleep(0.03);
    assert_true(isQuiet(fd));
    vlHaplyServerStatus status = vlHaplyServer_GetStatus(server);
    assert_true(status.requests == 14 && status.states == 15 && status.sessions == 1);
    close(fd);
    vlHaplyServer_Stop(server);
}

static void a_force_is_rendered_only_while_it_is_commanded(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int fd = join(server);
    vlHaplyState s;
    (void)hear(fd, true);
    VL_HAPLY_AWAIT(s.arms[0].force.x > 0.9, assert_true(vlWeb_Say(fd, FORCE("1")));
                   s = hear(fd, false));
    assert_true((s.arms[0].status & VL_HAPLY_IN_USE) != 0);
    // Without further messages the force fades.
    VL_HAPLY_AWAIT(vlLength(vlHaplyServer_GetStatus(server).force) == 0.0 &&
                       !vlHaplyServer_GetStatus(server).isCommanded,
                   (void)0);
    // The client sends again, then leaves without a message.
    VL_HAPLY_AWAIT(s.arms[0].force.x > 0.3, assert_true(vlWeb_Say(fd, FORCE("1")));
                   s = hear(fd, false));
    close(fd);
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).clients == 0 &&
                       vlLength(vlHaplyServer_GetStatus(server).force) == 0.0,
                   (void)0);
    vlHaplyServer_Stop(server);
}

static void a_second_client_commands_when_the_first_lets_go(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int one = join(server), two = join(server);
    vlHaplyState s = hear(one, true);
    assert_int_equal(hear(two, true).session, s.session + 1);
    VL_HAPLY_AWAIT(s.arms[0].force.x > 0.3, assert_true(vlWeb_Say(one, FORCE("1")));
                   s = hear(one, false));
    VL_HAPLY_AWAIT(s.arms[0].force.x < -0.3, assert_true(vlWeb_Say(one, PROBE));
                   (void)hear(one, false); assert_true(vlWeb_Say(two, FORCE("-1")));
                   s = hear(two, false));
    // A command for another device has no effect here.
    close(two);
    VL_HAPLY_AWAIT(s.arms[0].force.x == 0.0,
                   assert_true(vlWeb_Say(one, "{\"inverse3\":[{\"device_id\":\"0002\",\"commands\":"
                                              "{\"set_cursor_force\":{\"values\":{\"x\":1}}}}]}"));
                   s = hear(one, false));
    close(one);
    vlHaplyServer_Stop(server);
}

// --- The device under a clock of the test ---

static vlHaplyRequest forceOf(double x)
{
    vlHaplyRequest request = {.orderCount = 1};
    strcpy(request.orders[0].id, VL_HAPLY_PLANT_ARM);
    request.orders[0].hasForce = true;
    request.orders[0].force = vlVec(x, 0.0, 0.0);
    return request;
}

// A second of commands at 1 kHz from one client, or from two in turn.
static void commandFor(vlHaplyPlant* plant, double* now, double forces[2], int clients)
{
    for (int i = 0; i < 1000; ++i) {
        *now += 1e-3;
        for (int k = 0; k < clients; ++k) {
            vlHaplyRequest request = forceOf(forces[k]);
            vlHaplyView view = vlHaplyPlant_DefaultView();
            vlHaplyPlant_Command(plant, k, &view, &request, *now);
        }
        vlHaplyPlant_Tick(plant, *now);
    }
}

static void of_several_clients_the_first_commands(void** state)
{
    (void)state;
    vlHaplyPlant plant;
    double now = 50.0, forces[2] = {1.0, -1.0};
    assert_int_equal(vlHaplyPlant_Create(&still.plant, &plant, NULL, 0), VL_OK);
    vlHaplyPlant_Tick(&plant, now);
    commandFor(&plant, &now, forces, 2);
    assert_true(plant.holder == 0 && plant.sent.x == 1.0 && plant.largest == 1.0);
    // The first one leaves: nothing is sent 10 ms later; the second begins softly.
    vlHaplyPlant_Leave(&plant, 0);
    for (int i = 0; i < 10; ++i) {
        vlHaplyPlant_Tick(&plant, now += 1e-3);
    }
    assert_true(vlLength(plant.sent) == 0.0);
    for (int i = 0; i < 10; ++i) {
        vlHaplyRequest request = forceOf(-1.0);
        vlHaplyView view = vlHaplyPlant_DefaultView();
        vlHaplyPlant_Command(&plant, 1, &view, &request, now += 1e-3);
        vlHaplyPlant_Tick(&plant, now);
    }
    assert_true(plant.holder == 1 && plant.sent.x < 0.0 && plant.sent.x > -0.05);
    vlHaplyPlant_Destroy(&plant);
}

static void without_commands_the_force_is_gone_in_a_tenth_of_a_second(void** state)
{
    (void)state;
    vlHaplyPlant plant;
    double now = 50.0, forces[2] = {2.0, 0.0};
    assert_int_equal(vlHaplyPlant_Create(&still.plant, &plant, NULL, 0), VL_OK);
    commandFor(&plant, &now, forces, 1);
    assert_true(plant.sent.x == 2.0);
    for (int i = 0; i < 101; ++i) {
        vlHaplyPlant_Tick(&plant, now += 1e-3);
    }
    assert_true(vlLength(plant.sent) == 0.0 && plant.holder == -1);
    // Whatever is commanded, the force is at most what the device can give; when unplugged,
    // nothing.
    forces[0] = 1e300;
    commandFor(&plant, &now, forces, 1);
    assert_true(fabs(plant.sent.x - 3.0) < 1e-12); // rounding of the cut
    plant.isPlugged = false;
    commandFor(&plant, &now, forces, 1);
    assert_true(vlLength(plant.sent) == 0.0);
    vlHaplyPlant_Destroy(&plant);
}

// The service counts from the mounting plate, until a client chooses a preset that counts from the
// centre; each client has its own.
static void each_client_sees_the_device_from_where_it_chose(void** state)
{
    (void)state;
    static const char* const presets[] = {
        "{\"preset\":\"arm_front_centered\"}", "\"arm_front_centered\"",
        "{\"preset\":\"led_front\"}", // turns the axes, which the simulated device cannot
        "{\"preset\":\"defaults\"}"};
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    for (int i = 0; i < 4; ++i) {
        char text[256];
        int fd = join(server);
        vlHaplyState s = hear(fd, true);
        const vlHaplyConfig* config = &s.arms[0].config;
        // A hand at rest holds the device in the centre, to a tenth of a millimetre.
        assert_true(vlLength(vlSub(s.arms[0].position, vlVec(0.0, -0.15, 0.2))) < 1e-3);
        assert_string_equal(config->preset, "defaults");
        snprintf(text, sizeof text,
                 "{\"session\":{\"force_render_full_state\":{}},\"inverse3\":[{\"device_id\":"
                 "\"0001\",\"configure\":{\"preset\":%s}}]}",
                 presets[i]);
        assert_true(vlWeb_Say(fd, text));
        s = hear(fd, true);
        bool isCentred = i < 2;
        assert_string_equal(config->preset, isCentred ? "arm_front_centered" : "defaults");
        assert_true((vlLength(s.arms[0].position) < 1e-3) == isCentred);
        assert_true(config->gravityCompensation.isOn && s.arms[0].transform.isKnown);
        close(fd);
    }
    vlHaplyServer_Stop(server);
}

static void a_place_that_is_asked_for_is_gone_to(void** state)
{
    (void)state;
    vlHaplyPlant plant;
    double now = 50.0;
    vlHaplyView view = vlHaplyPlant_DefaultView();
    assert_int_equal(vlHaplyPlant_Create(&still.plant, &plant, NULL, 0), VL_OK);
    vlHaplyRequest request = {.orderCount = 1};
    strcpy(request.orders[0].id, VL_HAPLY_PLANT_ARM);
    request.orders[0].hasTarget = true;
    request.orders[0].target = vlAdd(view.centre, vlVec(0.01, 0.0, 0.0));
    for (int i = 0; i < 2000; ++i) {
        now += 1e-3;
        vlHaplyPlant_Command(&plant, 0, &view, &request, now);
        vlHaplyPlant_Tick(&plant, now);
    }
    // A hand of 200 N/m holds against a pull of 200 N/m: about half the way, less the friction.
    assert_true(plant.sample.pose.p.x > 3e-3 && plant.sample.pose.p.x < 6e-3);
    assert_true(plant.sent.x > 0.5);
    vlHaplyPlant_Destroy(&plant);
}

static void an_arm_is_calibrated_after_the_time_that_was_asked_for(void** state)
{
    (void)state;
    vlHaplyPlantDef def = {.isStill = true, .uncalibrated = 0.5};
    vlHaplyPlant plant;
    vlHaplyState s;
    vlHaplyView view = vlHaplyPlant_DefaultView();
    double now = 50.0;
    assert_int_equal(vlHaplyPlant_Create(&def, &plant, NULL, 0), VL_OK);
    for (int i = 0; i < 1000; ++i) {
        vlHaplyPlant_Tick(&plant, now);
        vlHaplyPlant_Describe(&plant, 1, &view, &s);
        bool isCalibrated = (s.arms[0].status & VL_HAPLY_CALIBRATED) != 0;
        assert_true(isCalibrated ? i > 498 : i < 502); // rounding of the sum
        // Without clients the time stands still, here for a minute.
        now += i == 200 ? 60.0 : 1e-3;
    }
    vlHaplyPlant_Destroy(&plant);
}

// --- Pages ---

static void pages_say_version_devices_and_sessions(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int port = vlHaplyServer_GetPort(server);
    int fd = join(server);
    (void)hear(fd, true);
    const struct {
        const char *line, *host;
        int status;
        const char* says;
    } cases[] = {
        {"GET /version", "localhost", 200, "\"project_version\":\"" VL_VERSION_STRING "\""},
        {"GET /devices", "localhost", 200, "\"handedness\":\"right\""},
        {"GET /sessions", "localhost", 200, "{\"ok\":true,\"data\":[{\"session_id\":1}]}"},
        {"GET /settings", "localhost", 404, "/version, /devices and /sessions"},
        {"GET /devices", "example.com", 403, "Not allowed"},
        {"PUT /inverse3/0001/config/handedness", "localhost", 405, "cannot be changed"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char request[256], answer[8192];
        snprintf(request, sizeof request, "%s HTTP/1.1\r\nHost: %s:%d\r\n\r\n", cases[i].line,
                 cases[i].host, port);
        (void)vlWeb_Ask(port, request, answer, sizeof answer);
        assert_int_equal(vlWeb_Status(answer), cases[i].status);
        assert_non_null(strstr(answer, cases[i].says));
    }
    close(fd);
    vlHaplyServer_Stop(server);
}

// --- Clients that are refused ---

static void what_is_not_understood_closes_with_the_reason(void** state)
{
    (void)state;
    static char large[VL_MAX_HAPLY_REQUEST + 100];
    memset(large, ' ', sizeof large);
    static unsigned char many[200 * 8];
    for (size_t i = 0; i < sizeof many; i += 8) { // "{}" under a mask of zeros
        memcpy(many + i, "\x81\x82\0\0\0\0{}", 8);
    }
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    const struct {
        int opcode;
        const char* text;
        size_t size;
        int code;
        const char* why;
    } cases[] = {{VL_WEB_TEXT, "hello", 5, 1007, "an object in braces was expected"},
                 {VL_WEB_TEXT, "{\"inverse3\":7}", 14, 1007, "a list in brackets was expected"},
                 {VL_WEB_TEXT, "\xff\xfe", 2, 1007, "an object in braces was expected"},
                 {VL_WEB_BINARY, "{}", 2, 1003, "messages must be text"},
                 {VL_WEB_TEXT, large, sizeof large, 1009, "a message has at most 4096 bytes"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char why[128] = "";
        int fd = join(server);
        (void)hear(fd, true);
        assert_true(vlWeb_SendFrame(fd, cases[i].opcode, true, cases[i].text, cases[i].size));
        assert_int_equal(vlWeb_ReadClose(fd, why, sizeof why), cases[i].code);
        assert_string_equal(why, cases[i].why);
        close(fd);
        VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).clients == 0, (void)0);
        assert_int_equal(vlHaplyServer_GetStatus(server).closed, i + 1);
    }
    // Endless requests from a client that does not read the answers, all in one message.
    char why[128] = "";
    int fd = join(server);
    (void)hear(fd, true);
    assert_true(vlWeb_SendBytes(fd, many, sizeof many));
    assert_int_equal(vlWeb_ReadClose(fd, why, sizeof why), 1008);
    close(fd);
    // Bytes that are not a frame, and half a frame.
    fd = join(server);
    assert_true(vlWeb_SendBytes(fd, "\xff\xff\xff\xff\xff\xff\xff\xff", 8));
    int half = join(server);
    assert_true(vlWeb_SendBytes(half, "\x81\xfe", 2));
    close(half);
    close(fd);
    // The server still works.
    fd = join(server);
    (void)hear(fd, true);
    close(fd);
    vlHaplyServer_Stop(server);
}

static void only_so_many_clients_are_served(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int fds[VL_MAX_HAPLY_CLIENTS];
    for (int i = 0; i < VL_MAX_HAPLY_CLIENTS; ++i) {
        fds[i] = join(server);
        (void)hear(fds[i], true);
    }
    char why[128] = "";
    int more = join(server);
    assert_int_equal(vlWeb_ReadClose(more, why, sizeof why), 1013);
    close(more);
    close(fds[0]);
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).clients == VL_MAX_HAPLY_CLIENTS - 1, (void)0);
    fds[0] = join(server);
    (void)hear(fds[0], true);
    for (int i = 0; i < VL_MAX_HAPLY_CLIENTS; ++i) {
        close(fds[i]);
    }
    assert_int_equal(vlHaplyServer_GetStatus(server).refused, 1);
    vlHaplyServer_Stop(server);
}

static void pages_from_elsewhere_are_not_let_in(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int port = vlHaplyServer_GetPort(server);
    char host[32];
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    const struct {
        const char *host, *origin;
        int status;
    } cases[] = {{host, NULL, 101},
                 {host, "null", 403}, // a file, or a sandboxed frame of any site
                 {host, "http://localhost:3000", 101},
                 {host, "http://127.0.0.1", 101},
                 {host, "http://localhost.example.com", 403},
                 {host, "https://example.com", 403},
                 {host, "http://localhost@example.com", 403},
                 {host, "", 101}, // an empty header counts as absent
                 {"example.com", NULL, 403}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int status;
        int fd = vlWeb_TryOpen(port, "/", cases[i].host, cases[i].origin, NULL, &status);
        assert_int_equal(status, cases[i].status);
        if (fd >= 0) {
            close(fd);
        }
    }
    char request[128], answer[1024];
    snprintf(request, sizeof request,
             "GET /devices HTTP/1.1\r\nHost: %s\r\nOrigin: https://example.com\r\n\r\n", host);
    (void)vlWeb_Ask(port, request, answer, sizeof answer);
    assert_int_equal(vlWeb_Status(answer), 403);
    (void)vlWeb_Ask(port, "garbage\r\n\r\n", answer, sizeof answer);
    assert_true(vlWeb_Status(answer) != 101);
    vlHaplyServer_Stop(server);
}

static void pings_count_and_frames_need_a_mask(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    char why[128] = "";
    int fd = join(server);
    (void)hear(fd, true);
    assert_true(vlWeb_SendBare(fd, VL_WEB_TEXT, PROBE));
    assert_int_equal(vlWeb_ReadClose(fd, why, sizeof why), 1002);
    close(fd);
    fd = join(server);
    (void)hear(fd, true);
    // 125 bytes each are 21 of the shortest: 10000 at once are used up by 500 of them.
    char filling[125];
    memset(filling, 'x', sizeof filling);
    for (int i = 0; i < 20000; ++i) {
        if (!vlWeb_SendFrame(fd, VL_WEB_PING, true, filling, sizeof filling)) {
            break;
        }
    }
    // The reason is lost if the client went on sending after the end of the connection.
    int code = vlWeb_ReadClose(fd, why, sizeof why);
    assert_true(code == -1 || code == 1008);
    close(fd);
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).closed == 2, (void)0);
    vlHaplyServer_Stop(server);
}

static void an_origin_is_let_in_if_it_was_named(void** state)
{
    (void)state;
    vlHaplyServerDef def = still;
    def.origins[0] = "null";
    def.origins[1] = "https://lab.example:8443";
    def.originCount = 2;
    vlHaplyServer* server = vlHaplyFixture_Start(&def);
    int port = vlHaplyServer_GetPort(server);
    char host[32];
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    const struct {
        const char* origin;
        int status;
    } cases[] = {{"null", 101},
                 {"https://lab.example:8443", 101},
                 {"https://lab.example", 403},
                 {"http://lab.example:8443", 403},
                 {"https://lab.example:84430", 403},
                 {"http://localhost:3000", 101}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int status;
        int fd = vlWeb_TryOpen(port, "/", host, cases[i].origin, NULL, &status);
        assert_int_equal(status, cases[i].status);
        if (fd >= 0) {
            close(fd);
        }
    }
    vlHaplyServer_Stop(server);
}

static void a_server_that_cannot_be_says_why(void** state)
{
    (void)state;
    const struct {
        vlHaplyServerDef def;
        vlResult result;
        const char* says;
    } cases[] = {{{.plant = {.preset = "inverse4"}}, VL_ERROR_ARGUMENT, "inverse3, touch, omni"},
                 {{.plant = {.rate = 1e6}}, VL_ERROR_ARGUMENT, "1e+06 Hz"},
                 {{.address = "here"}, VL_ERROR_ARGUMENT, "'here'"},
                 {{.port = -1}, VL_ERROR_ARGUMENT, ""},
                 {{.address = "192.0.2.1"}, VL_ERROR_IO, "192.0.2.1"}}; // an address of no machine
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlHaplyServer* server = NULL;
        char message[256] = "";
        assert_int_equal(vlHaplyServer_Start(&cases[i].def, &server, message, sizeof message),
                         cases[i].result);
        assert_null(server);
        assert_non_null(strstr(message, cases[i].says));
        assert_int_equal(vlHaplyServer_Start(&cases[i].def, &server, NULL, 0), cases[i].result);
    }
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    assert_true(vlHaplyServer_IsLoopback(server));
    vlHaplyServerDef same = {.port = vlHaplyServer_GetPort(server)};
    char message[256] = "", url[64];
    vlHaplyServer* second = NULL;
    assert_int_equal(vlHaplyServer_Start(&same, &second, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "in use"));
    snprintf(url, sizeof url, "ws://127.0.0.1:%d/", same.port);
    assert_string_equal(vlHaplyServer_GetUrl(server), url);
    vlHaplyServer_Stop(server);
    vlHaplyServer_Stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_request_has_one_state_and_nothing_comes_by_itself),
        cmocka_unit_test(a_force_is_rendered_only_while_it_is_commanded),
        cmocka_unit_test(a_second_client_commands_when_the_first_lets_go),
        cmocka_unit_test(of_several_clients_the_first_commands),
        cmocka_unit_test(without_commands_the_force_is_gone_in_a_tenth_of_a_second),
        cmocka_unit_test(each_client_sees_the_device_from_where_it_chose),
        cmocka_unit_test(a_place_that_is_asked_for_is_gone_to),
        cmocka_unit_test(an_arm_is_calibrated_after_the_time_that_was_asked_for),
        cmocka_unit_test(pages_say_version_devices_and_sessions),
        cmocka_unit_test(what_is_not_understood_closes_with_the_reason),
        cmocka_unit_test(only_so_many_clients_are_served),
        cmocka_unit_test(pages_from_elsewhere_are_not_let_in),
        cmocka_unit_test(pings_count_and_frames_need_a_mask),
        cmocka_unit_test(an_origin_is_let_in_if_it_was_named),
        cmocka_unit_test(a_server_that_cannot_be_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
