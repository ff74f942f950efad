// SPDX-License-Identifier: MIT
// A device tracked through the states of a service, and the addresses of services.

#include <string.h>

#include "app/haply/haply_address.h"
#include "app/haply/tracker.h"
#include "test.h"

#define ARM(id, more) "{\"device_id\":\"" id "\",\"state\":{" more "}}"
#define AT(x) "\"cursor_position\":{\"x\":" x "}"

static vlHaplyState stateOf(const char* text)
{
    vlHaplyState s;
    assert_true(vlHaplyState_Read(text, strlen(text), &s, NULL, 0));
    return s;
}

static void settle(vlHaplyTracker* tracker, const vlHaplyState* s)
{
    for (int i = 0; i < VL_HAPLY_SETTLING; ++i) {
        assert_false(vlHaplyTracker_Take(tracker, s, 0.0));
    }
}

static void an_arm_is_chosen_by_name_or_as_the_first(void** state)
{
    (void)state;
    vlHaplyState two = stateOf("{\"inverse3\":[" ARM("A", "") "," ARM("B", "") "]}");
    vlHaplyState none = stateOf("{}");
    vlHaplyTracker tracker;
    char message[128] = "";
    vlHaplyTracker_Init(&tracker);
    assert_false(vlHaplyTracker_Begin(&tracker, &two, "C", message, sizeof message));
    assert_string_equal(message, "no Inverse3 'C'; there are 'A', 'B'");
    assert_false(vlHaplyTracker_Begin(&tracker, &none, "", message, sizeof message));
    assert_string_equal(message, "the service knows no Inverse3: is it plugged in?");
    assert_true(vlHaplyTracker_Begin(&tracker, &two, "B", message, sizeof message));
    assert_string_equal(tracker.armId, "B");
    // After a later connection the same device is used, whatever the order.
    assert_true(vlHaplyTracker_Begin(&tracker, &two, "", message, sizeof message));
    assert_string_equal(tracker.armId, "B");
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &two, "", message, sizeof message));
    assert_string_equal(tracker.armId, "A");
    assert_false(tracker.hasGrip);
}

static void only_places_of_the_arm_are_measurements(void** state)
{
    (void)state;
    vlHaplyState here = stateOf("{\"inverse3\":[" ARM("B", AT("9")) "," ARM("A", AT("1")) "]}");
    vlHaplyState fast =
        stateOf("{\"inverse3\":[" ARM("A", AT("2") ",\"cursor_velocity\":{\"z\":3}") "]}");
    vlHaplyState terse = stateOf("{\"inverse3\":[" ARM("A", "\"mode\":\"idle\"") "]}");
    vlHaplyState other = stateOf("{\"inverse3\":[" ARM("B", AT("9")) "]}");
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &here, "A", NULL, 0));
    settle(&tracker, &here);
    assert_true(vlHaplyTracker_Take(&tracker, &here, 0.0));
    assert_true(tracker.sample.sequence == 1 && tracker.sample.pose.p.x == 1.0);
    assert_false(tracker.sample.hasTwist);
    assert_true(vlHaplyTracker_Take(&tracker, &fast, 0.0));
    assert_true(tracker.sample.sequence == 2 && tracker.sample.hasTwist);
    assert_true(tracker.sample.twist.linear.z == 3.0 && tracker.sample.twist.linear.x == 0.0);
    assert_false(vlHaplyTracker_Take(&tracker, &terse, 0.0));
    assert_true(tracker.isPresent && tracker.sample.sequence == 2);
    // Unplugged and plugged in again: it settles first, and the count goes on.
    assert_false(vlHaplyTracker_Take(&tracker, &other, 0.0));
    assert_false(tracker.isPresent);
    settle(&tracker, &here);
    assert_true(tracker.isPresent);
    assert_true(vlHaplyTracker_Take(&tracker, &here, 0.0) && tracker.sample.sequence == 3);
}

static void an_arm_that_is_not_ready_is_not_there(void** state)
{
    (void)state;
    vlHaplyState ready = stateOf("{\"inverse3\":[{\"device_id\":\"A\",\"state\":{" AT(
        "1") "},\"status\":{\"ready\":true}}]}");
    vlHaplyState notReady = ready;
    notReady.arms[0].status = 0;
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &ready, "", NULL, 0));
    settle(&tracker, &ready);
    assert_true(vlHaplyTracker_Take(&tracker, &ready, 0.0) && tracker.isPresent);
    assert_false(vlHaplyTracker_Take(&tracker, &notReady, 0.0) || tracker.isPresent);
}

static void a_grip_turns_the_pose_and_holds_buttons(void** state)
{
    (void)state;
    vlHaplyState s =
        stateOf("{\"verse_grip\":[{\"device_id\":\"W\",\"state\":{\"button\":true}}],"
                "\"inverse3\":[" ARM(
                    "A", AT("1")) "],\"wireless_verse_grip\":[{"
                                  "\"device_id\":\"G\",\"state\":{\"buttons\":{\"b\":true},"
                                  "\"orientation\":{\"w\":0,\"z\":1}}}]}");
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &s, "", NULL, 0));
    assert_true(tracker.hasGrip);
    assert_string_equal(tracker.gripId, "G"); // a wireless grip is preferred
    settle(&tracker, &s);
    assert_true(vlHaplyTracker_Take(&tracker, &s, 0.0));
    assert_true(tracker.sample.pose.q.z == 1.0 && tracker.sample.buttons == 2);
    // Asleep: neither turned nor released.
    vlHaplyState asleep = s;
    asleep.grips[1].orientation = (vlQuat){0.0, 0.0, 0.0, 0.0};
    asleep.grips[1].hasButtons = false;
    assert_true(vlHaplyTracker_Take(&tracker, &asleep, 0.0));
    assert_true(tracker.sample.pose.q.z == 1.0 && tracker.sample.buttons == 2);
    // The grip has gone: no button is held.
    vlHaplyState gone = s;
    gone.gripCount = 1;
    assert_true(vlHaplyTracker_Take(&tracker, &gone, 0.0));
    assert_true(tracker.sample.pose.q.z == 1.0 && tracker.sample.buttons == 0);
}

static void an_arm_that_is_not_calibrated_is_not_there(void** state)
{
    (void)state;
    vlHaplyState ready = stateOf("{\"inverse3\":[{\"device_id\":\"A\",\"state\":{" AT(
        "1") "},\"status\":{\"ready\":true,\"calibrated\":true}}]}");
    vlHaplyState lost = ready;
    lost.arms[0].status = VL_HAPLY_READY;
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &lost, "", NULL, 0));
    assert_false(vlHaplyTracker_Take(&tracker, &lost, 0.0) || tracker.isPresent);
    assert_non_null(strstr(tracker.obstacle, "not calibrated"));
    // Calibrated: its positions jump, so they settle first.
    settle(&tracker, &ready);
    assert_true(vlHaplyTracker_Take(&tracker, &ready, 0.0));
    assert_false(vlHaplyTracker_Take(&tracker, &lost, 0.0));
    vlHaplyTracker_Init(&tracker);
    tracker.mayBeUncalibrated = true;
    assert_true(vlHaplyTracker_Begin(&tracker, &lost, "", NULL, 0));
    settle(&tracker, &lost);
    assert_true(vlHaplyTracker_Take(&tracker, &lost, 0.0));
}

// What a person changed in the service for this program and would change what the hand feels.
static void a_service_that_scales_or_turns_is_refused(void** state)
{
    (void)state;
#define CONFIGURED(config, more)                                                                   \
    "{\"inverse3\":[{\"device_id\":\"A\",\"config\":{" config "},\"state\":{" AT("1") more "}}]}"
    const struct {
        const char *text, *says;
    } cases[] = {
        {CONFIGURED("", ",\"transform\":{\"scale\":{\"x\":2,\"y\":2,\"z\":2}}"), "scales or turns"},
        {CONFIGURED("", ",\"transform\":{\"rotation\":{\"w\":0,\"z\":1}}"), "scales or turns"},
        {CONFIGURED("\"mount\":{\"scale\":{\"x\":0.5}}", ""), "scales the arm's mount"},
        {CONFIGURED("\"basis\":{\"permutation\":\"XZY\"}", ""), "exchanges the axes"},
        {CONFIGURED("\"basis\":{\"permutation\":\"XYZ\"}", ",\"transform\":{}"), NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlHaplyState s = stateOf(cases[i].text);
        vlHaplyTracker tracker;
        const char* obstacle = NULL;
        bool isMeasured = false;
        vlHaplyTracker_Init(&tracker);
        assert_true(vlHaplyTracker_Begin(&tracker, &s, "", NULL, 0));
        for (int k = 0; k < 3 * VL_HAPLY_SETTLING; ++k) {
            isMeasured = vlHaplyTracker_Take(&tracker, &s, 0.0) || isMeasured;
            obstacle = tracker.obstacle != NULL ? tracker.obstacle : obstacle;
        }
        assert_true(isMeasured == (cases[i].says == NULL));
        assert_true(cases[i].says == NULL ? obstacle == NULL
                                          : strstr(obstacle, cases[i].says) != NULL);
    }
}

// The service is asked for the preset as an object, then as a text; if it takes neither, that is
// remembered, and the arm is used all the same.
static void the_preset_is_asked_for_until_it_is_taken(void** state)
{
    (void)state;
    vlHaplyState other = stateOf(CONFIGURED("\"preset\":\"defaults\"", ""));
    vlHaplyState same = stateOf(CONFIGURED("\"preset\":\"arm_front_centered\"", ""));
    vlHaplyState away = stateOf("{}");
    for (int takes = 0; takes < 3; ++takes) {
        vlHaplyTracker tracker;
        int asked[3] = {0}, configs = 0;
        bool isMeasured = false;
        vlHaplyTracker_Init(&tracker);
        assert_true(vlHaplyTracker_Begin(&tracker, &other, "", NULL, 0));
        for (int i = 0; i < 50 && !isMeasured; ++i) {
            vlHaplyRequest request = {0};
            vlHaplyTracker_Ask(&tracker, &request);
            assert_true(request.orderCount == 1);
            ++asked[request.orders[0].presetForm];
            configs += request.wantsAll;
            bool isTaken = takes == 1 ? asked[VL_HAPLY_PRESET_OBJECT] > 0
                                      : takes == 2 && asked[VL_HAPLY_PRESET_TEXT] > 0;
            isMeasured = vlHaplyTracker_Take(&tracker, isTaken ? &same : &other, 0.0);
        }
        assert_true(isMeasured && asked[VL_HAPLY_PRESET_OBJECT] == 1);
        assert_int_equal(asked[VL_HAPLY_PRESET_TEXT], takes == 1 ? 0 : 1);
        assert_int_equal(configs, takes == 1 ? 1 : 2);
        assert_true(tracker.isPresetRefused == (takes == 0));
        // Plugged in again it may have its defaults.
        assert_false(vlHaplyTracker_Take(&tracker, &away, 0.0));
        assert_false(vlHaplyTracker_Take(&tracker, &other, 0.0));
        vlHaplyRequest request = {0};
        vlHaplyTracker_Ask(&tracker, &request);
        assert_int_equal(request.orders[0].presetForm, VL_HAPLY_PRESET_OBJECT);
    }
}

// A grip measures at 50 Hz, the arm at 1 kHz: the pose turns evenly all the same, and the turning
// speed that goes with it is that of the grip.
static void a_slow_grip_turns_the_pose_evenly(void** state)
{
    (void)state;
    const double speed = 2.0; // rad/s
    vlHaplyState s = stateOf("{\"inverse3\":[" ARM(
        "A", AT("1") ",\"cursor_velocity\":{}") "],\"wireless_verse_grip\":[{\"device_id\":\"G\","
                                                "\"state\":{\"orientation\":{\"w\":1}}}]}");
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &s, "", NULL, 0));
    settle(&tracker, &s);
    vlQuat last = vlIdentityQuat();
    for (int i = 0; i < 1000; ++i) {
        double now = 1e-3 * i, measured = 0.02 * (i / 20);
        s.grips[0].orientation = vlQuatFromRotationVector(vlVec(0.0, 0.0, speed * measured));
        assert_true(vlHaplyTracker_Take(&tracker, &s, now));
        vlQuat q = tracker.sample.pose.q;
        if (i > 60) { // after the first turns
            assert_true(vlIsNear(vlRotationBetween(last, q).z, 1e-3 * speed, 1e-9)); // rounding
            assert_true(vlIsNear(tracker.sample.twist.angular.z, speed, 1e-6));
            // It lags by one measurement of the grip.
            assert_true(
                vlIsNear(vlRotationVectorFromQuat(q).z, speed * (now - 0.02), 1e-3 * speed));
        }
        last = q;
    }
    // At rest again.
    for (int i = 0; i < 100; ++i) {
        assert_true(vlHaplyTracker_Take(&tracker, &s, 1.0 + 1e-3 * i));
    }
    assert_true(tracker.sample.twist.angular.z == 0.0);
    assert_true(vlIsNear(vlRotationVectorFromQuat(tracker.sample.pose.q).z, speed * 0.98, 1e-9));
}

static void grips_of_all_kinds_are_read_in_the_order_of_preference(void** state)
{
    (void)state;
    vlHaplyState s = stateOf("{\"verse_grip\":[{\"device_id\":\"W\"}],\"inverse3\":[" ARM(
        "A", AT("1")) "],\"custom_verse_grip\":[{\"device_id\":\"R\",\"state\":{\"buttons\":{"
                      "\"home\":true}}}]}");
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    assert_true(vlHaplyTracker_Begin(&tracker, &s, "", NULL, 0));
    assert_string_equal(tracker.gripId, "R");
    settle(&tracker, &s);
    assert_true(vlHaplyTracker_Take(&tracker, &s, 0.0) && tracker.sample.buttons == 8);
    // Without a force it has to be asked for its orientation.
    vlHaplyRequest request = {0};
    vlHaplyTracker_Ask(&tracker, &request);
    assert_true(request.probe.isWanted && request.probe.kind == VL_HAPLY_GRIP_CUSTOM);
    request.orders[0].hasForce = true;
    vlHaplyTracker_Ask(&tracker, &request);
    assert_false(request.probe.isWanted);
}

// --- Addresses ---

static void addresses_have_defaults_for_every_part(void** state)
{
    (void)state;
    vlHaplyAddress a;
    assert_true(vlHaplyAddress_Read("", &a, NULL, 0));
    assert_string_equal(a.host, "127.0.0.1");
    assert_true(a.port == VL_HAPLY_PORT && a.device[0] == '\0' && a.maxForce == VL_HAPLY_FORCE);
    assert_true(vlHaplyAddress_Read("10.0.0.7:99/049D,force=8,stiffness=2500.5", &a, NULL, 0));
    assert_string_equal(a.host, "10.0.0.7");
    assert_string_equal(a.device, "049D");
    assert_true(a.port == 99 && a.maxForce == 8.0 && a.maxStiffness == 2500.5);
    assert_true(vlHaplyAddress_Read(":99", &a, NULL, 0) && a.port == 99);
    assert_true(vlHaplyAddress_Read("/049D", &a, NULL, 0) && a.port == VL_HAPLY_PORT);
    assert_true(vlHaplyAddress_Read("[::1]:99", &a, NULL, 0) && a.port == 99);
    assert_string_equal(a.host, "::1");
    assert_true(vlHaplyAddress_Read("[::1]", &a, NULL, 0) && a.port == VL_HAPLY_PORT);
    assert_true(vlHaplyAddress_Read(",force=1", &a, NULL, 0) && a.maxForce == 1.0);
    assert_true(vlHaplyAddress_Read("localhost:99/049D", &a, NULL, 0) && a.port == 99);
    assert_string_equal(a.host, "127.0.0.1");
    assert_false(a.mayBeUncalibrated);
    assert_true(vlHaplyAddress_Read(",uncalibrated=1,force=2", &a, NULL, 0));
    assert_true(a.mayBeUncalibrated && a.maxForce == 2.0);
}

static void addresses_that_are_none_are_refused(void** state)
{
    (void)state;
    const char* const bad[] = {"example.org",   "1.2.3",     "127.0.0.1:", "127.0.0.1:0",
                               "1.2.3.4:65536", "1.2.3.4:x", ":1e3",       ":-1",
                               "[::1",          ",speed=1",  ",force=",    ",force",
                               ",force=-1",     ",force=31", ",force=1x",  ","};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        vlHaplyAddress a;
        char message[128] = "";
        assert_false(vlHaplyAddress_Read(bad[i], &a, message, sizeof message));
        assert_true(message[0] != '\0');
    }
    char longId[200];
    memset(longId, 'x', sizeof longId);
    longId[0] = '/';
    longId[sizeof longId - 1] = '\0';
    vlHaplyAddress a;
    assert_false(vlHaplyAddress_Read(longId, &a, NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arm_is_chosen_by_name_or_as_the_first),
        cmocka_unit_test(only_places_of_the_arm_are_measurements),
        cmocka_unit_test(an_arm_that_is_not_ready_is_not_there),
        cmocka_unit_test(a_grip_turns_the_pose_and_holds_buttons),
        cmocka_unit_test(an_arm_that_is_not_calibrated_is_not_there),
        cmocka_unit_test(a_service_that_scales_or_turns_is_refused),
        cmocka_unit_test(the_preset_is_asked_for_until_it_is_taken),
        cmocka_unit_test(a_slow_grip_turns_the_pose_evenly),
        cmocka_unit_test(grips_of_all_kinds_are_read_in_the_order_of_preference),
        cmocka_unit_test(addresses_have_defaults_for_every_part),
        cmocka_unit_test(addresses_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
