// SPDX-License-Identifier: MIT
// The backend "haply" against our own haply-server, and against services that misbehave.

#include <math.h>
#include <string.h>

#include "app/haply/link.h"
#include "haply_fixture.h"
#include "test.h"

static const vlHaplyServerDef still = {.plant = {.isStill = true}};
static const vlHaplyServerDef moving = {.port = 0};

static vlResult readNow(vlDevice* device, vlDeviceSample* sample)
{
    return vlDevice_Read(device, vlWeb_Now(), sample);
}

static vlResult writeNow(vlDevice* device, double x)
{
    // The torque must be ignored: an Inverse3 cannot render any.
    vlWrench wrench = {vlVec(x, 0.0, 0.0), vlVec(5.0, 5.0, 5.0)};
    return vlDevice_Write(device, vlWeb_Now(), &wrench);
}

static void the_pose_follows_the_device_behind_the_service(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&moving);
    vlDevice* device = vlHaplyFixture_Open(vlHaplyServer_GetPort(server));
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    assert_string_equal(info->backend, "haply");
    assert_string_equal(info->model, "Inverse3 0001");
    assert_true(info->hasOrientation && info->hasForce && !info->hasTorque);
    assert_int_equal(info->buttonCount, 4);
    vlDeviceSample first, s;
    vlResult r;
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &first));
    // The hand swings 15 mm to each side, and turns by 0.2 rad: the test must see a good part of
    // both.
    s = first;
    VL_HAPLY_AWAIT(fabs(s.pose.p.x - first.pose.p.x) > 5e-3, (void)readNow(device, &s));
    assert_true(s.sequence > first.sequence && s.hasTwist);
    assert_true(vlLength(s.pose.p) < 0.03);
    VL_HAPLY_AWAIT(fabs(s.pose.q.z) > 0.02 && vlLength(s.twist.linear) > 5e-3,
                   (void)readNow(device, &s));
    // What the service is set to, and that it renders what it is asked for.
    char remark[512];
    vlDevice_GetRemark(device, remark, sizeof remark);
    assert_string_equal(remark, "the service says: right-handed arm, preset arm_front_centered, "
                                "gravity compensation on (factor 1), torque scaling on, force gate "
                                "0, damping filter 0");
    // The service reports the same position, to a millimetre at some moment: 20 ms at 50 mm/s.
    VL_HAPLY_AWAIT(vlLength(vlSub(s.pose.p, vlHaplyServer_GetStatus(server).position)) < 1e-3,
                   (void)readNow(device, &s));
    vlDevice_Close(device);
    vlHaplyServer_Stop(server);
}

static void a_force_reaches_the_device_and_stops_with_its_writer(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    vlDevice* device = vlHaplyFixture_Open(vlHaplyServer_GetPort(server));
    vlDeviceSample s = {0};
    VL_HAPLY_AWAIT(fabs(vlHaplyServer_GetStatus(server).force.x - 1.0) < 1e-9, // 1e-9: rounding
                   (void)readNow(device, &s);
                   (void)writeNow(device, 1.0));
    vlHaplyServerStatus status = vlHaplyServer_GetStatus(server);
    assert_true(status.isCommanded && status.force.y == 0.0 && status.force.z == 0.0);
    // 100 forces are compared, and those of the soft start are not all rendered.
    char remark[512];
    VL_HAPLY_AWAIT(strstr(remark, "; it rendered 0.") != NULL, (void)readNow(device, &s);
                   (void)writeNow(device, 1.0); vlDevice_GetRemark(device, remark, sizeof remark));
    // A relaxed grip of 200 N/m yields by millimetres.
    VL_HAPLY_AWAIT(s.pose.p.x > 1e-3, (void)readNow(device, &s); (void)writeNow(device, 1.0));
    // Beyond what the device can give, it is cut to that: 3 N.
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).force.x > 2.9, (void)readNow(device, &s);
                   (void)writeNow(device, 1e6));
    // A program that still reads but no longer writes gets no force.
    VL_HAPLY_AWAIT(vlLength(vlHaplyServer_GetStatus(server).force) == 0.0 &&
                       !vlHaplyServer_GetStatus(server).isCommanded,
                   (void)readNow(device, &s));
    uint64_t sequence = s.sequence;
    VL_HAPLY_AWAIT(s.sequence > sequence, (void)readNow(device, &s));
    assert_true(vlHaplyServer_GetStatus(server).largest <= 3.0 + 1e-9); // rounding of the cut
    vlDevice_Close(device);
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).clients == 0, (void)0);
    status = vlHaplyServer_GetStatus(server);
    assert_true(status.closed == 0 && status.refused == 0);
    // One state for each request and one on connecting; the last ones may not have been sent yet.
    assert_true(status.states <= status.requests + 1 && status.states + 2 > status.requests);
    vlHaplyServer_Stop(server);
}

static void a_lost_connection_is_an_error_until_it_is_back(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    vlHaplyServerDef again = still;
    again.port = vlHaplyServer_GetPort(server);
    vlDevice* device = vlHaplyFixture_Open(again.port);
    vlDeviceSample s = {0};
    vlResult r;
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &s));
    vlHaplyServer_Stop(server);
    VL_HAPLY_AWAIT(r == VL_ERROR_IO, r = readNow(device, &s));
    assert_int_equal(writeNow(device, 1.0), VL_ERROR_IO);
    uint64_t sequence = s.sequence;
    server = vlHaplyFixture_Start(&again);
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &s));
    assert_true(s.sequence > sequence); // the count goes on
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).force.x > 0.1, r = readNow(device, &s);
                   (void)writeNow(device, 1.0));
    vlDevice_Close(device);
    vlHaplyServer_Stop(server);
}

static void a_device_pulled_out_is_an_error_until_it_is_back(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    vlDevice* device = vlHaplyFixture_Open(vlHaplyServer_GetPort(server));
    vlDeviceSample s = {0};
    vlResult r;
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).force.x > 0.1, (void)readNow(device, &s);
                   (void)writeNow(device, 1.0));
    vlHaplyServer_SetPlugged(server, false);
    VL_HAPLY_AWAIT(r == VL_ERROR_IO, r = readNow(device, &s));
    VL_HAPLY_AWAIT(vlLength(vlHaplyServer_GetStatus(server).force) == 0.0, (void)0);
    vlHaplyServer_SetPlugged(server, true);
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &s));
    vlDevice_Close(device);
    vlHaplyServer_Stop(server);
}

static void a_device_without_grip_has_no_orientation(void** state)
{
    (void)state;
    vlHaplyServerDef def = {.plant = {.preset = "omega3"}};
    vlHaplyServer* server = vlHaplyFixture_Start(&def);
    vlDevice* device = vlHaplyFixture_Open(vlHaplyServer_GetPort(server));
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    assert_true(!info->hasOrientation && info->hasForce && info->buttonCount == 0);
    vlDeviceSample s = {0};
    vlResult r;
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &s));
    assert_true(s.pose.q.w == 1.0);
    vlDevice_Close(device);
    vlHaplyServer_Stop(server);
}

static vlResult tryOpen(const char* address, char* message, size_t size)
{
    vlDevice* device = NULL;
    vlResult r = vlDevice_OpenWith(&vlHaply_Ops, address, NULL, &device, message, size);
    assert_null(device);
    return r;
}

static void what_cannot_be_opened_says_why(void** state)
{
    (void)state;
    char address[32], message[512];
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    int port = vlHaplyServer_GetPort(server);
    snprintf(address, sizeof address, "127.0.0.1:%d/049D", port);
    assert_int_equal(tryOpen(address, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "no Inverse3 '049D'; there is '0001'"));
    vlHaplyServer_SetPlugged(server, false);
    *strchr(address, '/') = '\0';
    assert_int_equal(tryOpen(address, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "knows no Inverse3"));
    vlHaplyServer_Stop(server);
    // No service listens there now.
    assert_int_equal(tryOpen(address, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "docs/devices.md"));
    assert_int_equal(tryOpen("nowhere", message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "'nowhere' is not an address"));
    assert_int_equal(tryOpen("nowhere", NULL, 0), VL_ERROR_ARGUMENT);
}

static void an_arm_that_is_not_calibrated_is_refused(void** state)
{
    (void)state;
    vlHaplyServerDef def = {.plant = {.isStill = true, .uncalibrated = 1e6}};
    char address[64], message[512];
    vlHaplyServer* server = vlHaplyFixture_Start(&def);
    snprintf(address, sizeof address, "127.0.0.1:%d", vlHaplyServer_GetPort(server));
    assert_int_equal(tryOpen(address, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "not calibrated; put its grip into the inkwell"));
    strcat(address, ",uncalibrated=1");
    vlDevice* device = NULL;
    assert_int_equal(vlDevice_OpenWith(&vlHaply_Ops, address, NULL, &device, NULL, 0), VL_OK);
    vlDevice_Close(device);
    vlHaplyServer_Stop(server);
}

// --- Services that misbehave ---

#define INVENTORY                                                                                  \
    "{\"session_id\":1,\"inverse3\":[{\"device_id\":\"A\",\"state\":{\"cursor_position\":"         \
    "{\"x\":9}}}]}"
#define PLACE(x)                                                                                   \
    "{\"inverse3\":[{\"device_id\":\"A\",\"state\":{\"cursor_position\":{\"x\":" x "}}}]}"
#define TEXT(text, count)                                                                          \
    {                                                                                              \
        VL_WEB_TEXT, text, sizeof(text) - 1, count                                                 \
    }

// As far as a service says what it is: a smaller device, another preset, another session.
static void what_a_service_says_of_its_arm_is_remarked(void** state)
{
    (void)state;
#define SMALL(more)                                                                                \
    "{\"inverse3\":[{\"device_id\":\"A\",\"config\":{\"type\":\"minverse\",\"handedness\":"        \
    "\"left\","                                                                                    \
    "\"preset\":\"custom\"},\"state\":{\"cursor_position\":{\"x\":1}}" more "}]}"
    const vlScriptLine lines[] = {TEXT(SMALL(",\"status\":{\"in_use\":true}"), 1),
                                  TEXT(SMALL(""), 1)};
    vlScript script;
    char remark[512];
    vlScript_Start(&script, lines, 2);
    vlDevice* device = vlHaplyFixture_Open(script.port);
    assert_string_equal(vlDevice_GetInfo(device)->model, "Minverse A");
    assert_true(vlDevice_GetInfo(device)->radius == 0.04);
    vlDevice_GetRemark(device, remark, sizeof remark);
    assert_string_equal(remark,
                        "the service says: left-handed arm, preset custom; it does not take the "
                        "preset arm_front_centered, so positions do not count from the workspace's "
                        "centre; another session used the arm when this one began, and the forces "
                        "of both add up");
    vlDevice_Close(device);
    vlScript_Stop(&script);
}

static void answers_that_make_no_sense_are_no_measurements(void** state)
{
    (void)state;
    static char huge[VL_MAX_HAPLY_STATE + 5000];
    memset(huge, ' ', sizeof huge);
    const vlScriptLine lines[] = {TEXT(INVENTORY, 1),
                                  TEXT(PLACE("1"), 20),
                                  TEXT("no JSON", 2),
                                  TEXT("", 1),
                                  TEXT("[[[[", 1),
                                  {VL_WEB_BINARY, PLACE("7"), sizeof PLACE("7") - 1, 1},
                                  {VL_WEB_TEXT, huge, sizeof huge, 2},
                                  TEXT("{\"inverse3\":[{\"device_id\":\"A\"}]}", 3),
                                  TEXT(PLACE("2"), 1)};
    vlScript script;
    vlScript_Start(&script, lines, sizeof lines / sizeof lines[0]);
    vlDevice* device = vlHaplyFixture_Open(script.port);
    assert_false(vlDevice_GetInfo(device)->hasOrientation);
    vlDeviceSample s = {0};
    VL_HAPLY_AWAIT(s.pose.p.x == 2.0, (void)readNow(device, &s);
                   assert_true(s.pose.p.x == 0.0 || s.pose.p.x == 1.0 || s.pose.p.x == 2.0);
                   (void)writeNow(device, 1.0));
    assert_false(s.hasTwist); // no velocity ever came
    assert_int_equal(atomic_load(&script.connections), 1);
    // Of 1 + 20 + 10 and more lines, 10 are for settling, and only those with a position count.
    uint64_t sequence = s.sequence;
    int answers = atomic_load(&script.answers);
    assert_true(sequence > 10 && sequence + 10 + 11 <= (uint64_t)answers);
    vlDevice_Close(device);
    vlScript_Stop(&script);
}

static void a_service_that_hangs_up_is_called_again(void** state)
{
    (void)state;
    const vlScriptLine lines[] = {TEXT(INVENTORY, 1), TEXT(PLACE("1"), 30), {0, NULL, 0, 1}};
    vlScript script;
    vlScript_Start(&script, lines, sizeof lines / sizeof lines[0]);
    vlDevice* device = vlHaplyFixture_Open(script.port);
    vlDeviceSample s = {0};
    VL_HAPLY_AWAIT(atomic_load(&script.connections) >= 3, (void)readNow(device, &s));
    // Each connection gives 20 measurements after settling.
    VL_HAPLY_AWAIT(s.sequence > 40, (void)readNow(device, &s));
    vlDevice_Close(device);
    vlScript_Stop(&script);
}

static void a_service_that_is_silent_or_confused_cannot_be_opened(void** state)
{
    (void)state;
    const vlScriptLine silent[] = {{VL_WEB_TEXT, NULL, 0, 1}};
    const vlScriptLine confused[] = {TEXT("{\"inverse3\":7}", 1)};
    const vlScriptLine* const scripts[] = {silent, confused};
    const char* const reasons[] = {"does not answer", "a list in brackets was expected"};
    for (int i = 0; i < 2; ++i) {
        vlScript script;
        char address[32], message[512] = "";
        vlScript_Start(&script, scripts[i], 1);
        snprintf(address, sizeof address, "127.0.0.1:%d", script.port);
        assert_int_equal(tryOpen(address, message, sizeof message), VL_ERROR_IO);
        assert_non_null(strstr(message, reasons[i]));
        vlScript_Stop(&script);
    }
}

// A service may accept the connection and send nothing, or fall silent during a run. The connection
// is given up after a second, and the service is called again.
static void a_service_that_falls_silent_is_called_again(void** state)
{
    (void)state;
    const vlScriptLine lines[] = {TEXT(INVENTORY, 1), TEXT(PLACE("1"), 1)};
    vlScript script;
    vlScript_Start(&script, lines, sizeof lines / sizeof lines[0]);
    vlDevice* device = vlHaplyFixture_Open(script.port);
    vlDeviceSample s = {0};
    vlResult r;
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &s));
    atomic_store(&script.isDeaf, true);
    VL_HAPLY_AWAIT(r == VL_ERROR_IO, r = readNow(device, &s));
    // One that fell silent and two that never answered.
    VL_HAPLY_AWAIT(atomic_load(&script.connections) >= 4, r = readNow(device, &s);
                   assert_int_equal(r, VL_ERROR_IO); (void)writeNow(device, 1.0));
    atomic_store(&script.isDeaf, false);
    VL_HAPLY_AWAIT(r == VL_OK, r = readNow(device, &s));
    vlDevice_Close(device);
    vlScript_Stop(&script);
}

static void a_service_that_never_answers_cannot_be_opened(void** state)
{
    (void)state;
    const vlScriptLine lines[] = {TEXT(INVENTORY, 1)};
    vlScript script;
    char address[32], message[512] = "";
    vlScript_Start(&script, lines, 1);
    atomic_store(&script.isDeaf, true);
    snprintf(address, sizeof address, "127.0.0.1:%d", script.port);
    assert_int_equal(tryOpen(address, message, sizeof message), VL_ERROR_IO);
    assert_non_null(strstr(message, "does not answer"));
    vlScript_Stop(&script);
}

static void a_pulled_brake_ends_force_and_opening(void** state)
{
    (void)state;
    char address[32], message[512] = "";
    vlDeviceBrake* brake = NULL;
    vlDevice* device = NULL;
    vlDeviceSample s = {0};
    assert_int_equal(vlDeviceBrake_Create(&brake), VL_OK);
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    snprintf(address, sizeof address, "127.0.0.1:%d", vlHaplyServer_GetPort(server));
    assert_int_equal(vlDevice_OpenWith(&vlHaply_Ops, address, brake, &device, NULL, 0), VL_OK);
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).force.x > 0.5, (void)readNow(device, &s);
                   (void)writeNow(device, 1.0));
    vlDeviceBrake_Pull(brake);
    VL_HAPLY_AWAIT(vlLength(vlHaplyServer_GetStatus(server).force) == 0.0, (void)0);
    assert_int_equal(writeNow(device, 1.0), VL_ERROR_IO);
    vlDevice_Close(device);
    device = NULL;
    assert_int_equal(
        vlDevice_OpenWith(&vlHaply_Ops, address, brake, &device, message, sizeof message),
        VL_ERROR_IO);
    assert_non_null(strstr(message, "interrupted"));
    assert_null(device);
    vlHaplyServer_Stop(server);
    vlDeviceBrake_Destroy(brake);
}

// A loop that does not know of the brake goes on writing forces for a while: zero is sent in their
// place. The service would drop a force by itself only if nothing were sent.
static void a_link_that_was_cut_sends_zero_whatever_it_is_given(void** state)
{
    (void)state;
    vlHaplyServer* server = vlHaplyFixture_Start(&still);
    vlHaplyAddress address = {.host = "127.0.0.1", .port = vlHaplyServer_GetPort(server)};
    vlHaplyLink* link = NULL;
    const vlVec3 force = vlVec(1.0, 0.0, 0.0);
    assert_int_equal(vlHaplyLink_Start(&address, &link), VL_OK);
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).force.x > 0.5, vlHaplyLink_Send(link, force));
    vlHaplyLink_Cut(link);
    VL_HAPLY_AWAIT(vlLength(vlHaplyServer_GetStatus(server).force) == 0.0,
                   vlHaplyLink_Send(link, force));
    uint64_t requests = vlHaplyServer_GetStatus(server).requests;
    VL_HAPLY_AWAIT(vlHaplyServer_GetStatus(server).requests >= requests + 20,
                   vlHaplyLink_Send(link, force));
    assert_true(vlLength(vlHaplyServer_GetStatus(server).force) == 0.0);
    vlHaplyLink_Stop(link);
    vlHaplyServer_Stop(server);
}

// --- All backends ---

static void the_program_knows_more_backends_than_the_library(void** state)
{
    (void)state;
    const vlDeviceOps* ops;
    int count = 0;
    for (; (ops = vlDevice_GetBackend(NULL, count)) != NULL; ++count) {
        assert_ptr_equal(vlDevice_GetBackend(vlAddedBackends, count), ops);
    }
    assert_ptr_equal(vlDevice_GetBackend(vlAddedBackends, count), &vlHaply_Ops);
    assert_null(vlDevice_GetBackend(vlAddedBackends, count + 1));
    assert_null(vlDevice_GetBackend(vlAddedBackends, count + 2));
    assert_null(vlDevice_GetBackend(vlAddedBackends, -1));
    char message[512];
    assert_true(vlHaply_Ops.probe(message, sizeof message) ||
                strstr(message, "docs/devices.md") != NULL);
    assert_ptr_equal(vlDevice_FindBackend(vlAddedBackends, "haply", message, sizeof message),
                     &vlHaply_Ops);
    assert_ptr_equal(vlDevice_FindBackend(vlAddedBackends, "simulated", NULL, 0),
                     vlDevice_GetBackend(NULL, 0));
    assert_null(vlDevice_FindBackend(vlAddedBackends, "happly", message, sizeof message));
    assert_non_null(strstr(message, "no backend 'happly'; the backends are simulated, "));
    assert_non_null(strstr(message, ", haply; did you mean 'haply'?"));
    assert_null(vlDevice_FindBackend(vlAddedBackends, NULL, NULL, 0));
    assert_null(vlDevice_FindBackend(NULL, "haply", message, sizeof message));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pose_follows_the_device_behind_the_service),
        cmocka_unit_test(a_force_reaches_the_device_and_stops_with_its_writer),
        cmocka_unit_test(a_lost_connection_is_an_error_until_it_is_back),
        cmocka_unit_test(a_device_pulled_out_is_an_error_until_it_is_back),
        cmocka_unit_test(a_device_without_grip_has_no_orientation),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(an_arm_that_is_not_calibrated_is_refused),
        cmocka_unit_test(what_a_service_says_of_its_arm_is_remarked),
        cmocka_unit_test(answers_that_make_no_sense_are_no_measurements),
        cmocka_unit_test(a_service_that_hangs_up_is_called_again),
        cmocka_unit_test(a_service_that_is_silent_or_confused_cannot_be_opened),
        cmocka_unit_test(a_service_that_falls_silent_is_called_again),
        cmocka_unit_test(a_service_that_never_answers_cannot_be_opened),
        cmocka_unit_test(a_pulled_brake_ends_force_and_opening),
        cmocka_unit_test(a_link_that_was_cut_sends_zero_whatever_it_is_given),
        cmocka_unit_test(the_program_knows_more_backends_than_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
