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
        assert_false(vlHaplyTracker_Take(tracker, s));
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
    assert_true(vlHaplyTracker_Take(&tracker, &here));
    assert_true(tracker.sample.sequence == 1 && tracker.sample.pose.p.x == 1.0);
    assert_false(tracker.sample.hasTwist);
    assert_true(vlHaplyTracker_Take(&tracker, &fast));
    assert_true(tracker.sample.sequence == 2 && tracker.sample.hasTwist);
    assert_true(tracker.sample.twist.linear.z == 3.0 && tracker.sample.twist.linear.x == 0.0);
    assert_false(vlHaplyTracker_Take(&tracker, &terse));
    assert_true(tracker.isPresent && tracker.sample.sequence == 2);
    // Unplugged and plugged in again: it settles first, and the count goes on.
    assert_false(vlHaplyTracker_Take(&tracker, &other));
    assert_false(tracker.isPresent);
    settle(&tracker, &here);
    assert_true(tracker.isPresent);
    assert_true(vlHaplyTracker_Take(&tracker, &here) && tracker.sample.sequence == 3);
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
    assert_true(vlHaplyTracker_Take(&tracker, &ready) && tracker.isPresent);
    assert_false(vlHaplyTracker_Take(&tracker, &notReady) || tracker.isPresent);
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
    assert_true(vlHaplyTracker_Take(&tracker, &s));
    assert_true(tracker.sample.pose.q.z == 1.0 && tracker.sample.buttons == 2);
    // Asleep: neither turned nor released.
    vlHaplyState asleep = s;
    asleep.grips[1].orientation = (vlQuat){0.0, 0.0, 0.0, 0.0};
    asleep.grips[1].hasButtons = false;
    assert_true(vlHaplyTracker_Take(&tracker, &asleep));
    assert_true(tracker.sample.pose.q.z == 1.0 && tracker.sample.buttons == 2);
    // The grip has gone: no button is held.
    vlHaplyState gone = s;
    gone.gripCount = 1;
    assert_true(vlHaplyTracker_Take(&tracker, &gone));
    assert_true(tracker.sample.pose.q.z == 1.0 && tracker.sample.buttons == 0);
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
        cmocka_unit_test(addresses_have_defaults_for_every_part),
        cmocka_unit_test(addresses_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
