// SPDX-License-Identifier: MIT
// Texts of Haply's protocol, read and written.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/haply/protocol.h"
#include "models/random.h"
#include "test.h"

static bool readState(const char* text, vlHaplyState* state)
{
    char message[128] = "";
    bool isRead = vlHaplyState_Read(text, strlen(text), state, message, sizeof message);
    assert_true(isRead == (message[0] == '\0'));
    return isRead;
}

static bool readRequest(const char* text, vlHaplyRequest* request)
{
    char message[128] = "";
    bool isRead = vlHaplyRequest_Read(text, strlen(text), request, message, sizeof message);
    assert_true(isRead == (message[0] == '\0'));
    return isRead;
}

static bool isVec(vlVec3 v, double x, double y, double z)
{
    return v.x == x && v.y == y && v.z == z;
}

// From the maker's documentation, shortened.
static const char inventory[] =
    "{\"session_id\":7,\"inverse3\":[{\"device_id\":\"04BA\",\"config\":{\"type\":\"inverse3\","
    "\"device_info\":{\"minor_version\":1,\"id\":\"04BA\"},\"gravity_compensation\":{\"enabled\":"
    "true,\"scaling_factor\":1},\"list\":[[],[{}],{\"a\":[1,2,{\"b\":null}]}]},\"state\":{"
    "\"angular_position\":{\"a0\":-69.31704,\"a1\":137.62952,\"a2\":19.832787},"
    "\"body_orientation\":{\"x\":-0.01940918,\"y\":0.7026367,\"z\":0.00048828125,\"w\":0.7113037},"
    "\"cursor_position\":{\"x\":0.07842738,\"y\":-0.14836666,\"z\":0.14297646},"
    "\"cursor_velocity\":{\"z\":-0.043197,\"y\":0.0012009288,\"x\":-0.011969013},\"mode\":\"idle\"}"
    ","
    "\"status\":{\"calibrated\":false,\"in_use\":false,\"power_supply\":true,\"ready\":true,"
    "\"started\":true,\"error\":0}}],\"verse_grip\":[{\"device_id\":\"61548\",\"config\":{\"port\":"
    "\"COM3\"},\"state\":{\"button\":true,\"hall\":0,\"orientation\":{\"x\":-0.5019531,\"y\":"
    "0.8632202,\"z\":-0.048095703,\"w\":-0.022338867}}}],\"wireless_verse_grip\":[{\"state\":{"
    "\"buttons\":{\"c\":true,\"a\":false,\"b\":true},\"orientation\":{\"w\":1.0}},\"device_id\":"
    "\"1\"}],\"minverse\":[]}";

static void a_state_is_read_whatever_else_it_holds(void** state)
{
    (void)state;
    vlHaplyState s;
    assert_true(readState(inventory, &s));
    assert_true(s.session == 7 && s.armCount == 1 && s.gripCount == 2);
    const vlHaplyArm* arm = &s.arms[0];
    assert_string_equal(arm->id, "04BA");
    assert_true(arm->hasPosition && arm->hasVelocity && !arm->hasForce);
    assert_true(isVec(arm->position, 0.07842738, -0.14836666, 0.14297646));
    assert_true(isVec(arm->velocity, -0.011969013, 0.0012009288, -0.043197));
    assert_int_equal(arm->statusKnown, 31);
    assert_int_equal(arm->status, VL_HAPLY_POWERED | VL_HAPLY_READY | VL_HAPLY_STARTED);
    const vlHaplyGrip* wired = &s.grips[0];
    assert_true(wired->kind == VL_HAPLY_GRIP_WIRED && wired->hasButtons && wired->buttons == 1);
    assert_true(wired->orientation.w == -0.022338867 && wired->orientation.y == 0.8632202);
    const vlHaplyGrip* wireless = &s.grips[1];
    assert_true(wireless->kind == VL_HAPLY_GRIP_WIRELESS && wireless->buttons == 6);
    assert_string_equal(wireless->id, "1");
}

static void what_is_left_out_is_that_of_the_identity_or_absent(void** state)
{
    (void)state;
    vlHaplyState s;
    assert_true(readState("{\"inverse3\":[{\"device_id\":\"A\",\"state\":{\"cursor_position\":"
                          "{\"y\":0.5},\"cursor_velocity\":null}}],\"wireless_verse_grip\":[{"
                          "\"state\":{\"orientation\":{\"x\":0.25},\"buttons\":{}}}]}",
                          &s));
    assert_true(s.arms[0].hasPosition && isVec(s.arms[0].position, 0.0, 0.5, 0.0));
    assert_true(!s.arms[0].hasVelocity && s.arms[0].statusKnown == 0);
    assert_true(s.grips[0].hasOrientation && !s.grips[0].hasButtons);
    assert_true(s.grips[0].orientation.w == 1.0 && s.grips[0].orientation.x == 0.25);
    assert_true(readState("{}", &s) && s.armCount == 0 && s.session == 0);
    assert_true(readState(" { \"inverse3\" : null , \"session_id\" : \"x\" } \n", &s));
    // Devices beyond the number that is read are skipped.
    assert_true(readState("{\"inverse3\":[{},{},{},{},{},{},{},{},{},{\"device_id\":\"B\"}]}", &s));
    assert_int_equal(s.armCount, VL_MAX_HAPLY_DEVICES);
}

// From the page of the WebSocket protocol of services 3.5, shortened, and from the example of a
// client that reads a Ruko.
static void the_configuration_of_an_arm_is_read(void** state)
{
    (void)state;
    vlHaplyState s;
    assert_true(readState(
        "{\"inverse3\":[{\"device_id\":\"049D\",\"config\":{\"type\":\"minverse\",\"gravity_"
        "compensation\":{\"enabled\":true,\"scaling_factor\":0.5},\"handedness\":\"left\","
        "\"torque_scaling\":{\"enabled\":false},\"preset\":\"defaults\",\"basis\":{"
        "\"permutation\":\"XZY\"},\"mount\":{\"position\":{\"x\":1},\"rotation\":{\"w\":1,\"x\":0},"
        "\"scale\":{\"x\":2,\"y\":2}},\"filters\":{\"force_gate\":{\"gain\":0.3},\"damping\":{"
        "\"scalar\":0.0}}},\"state\":{\"transform\":{\"rotation\":{\"w\":0,\"z\":1}}}}],"
        "\"custom_verse_grip\":[{\"device_id\":\"R\",\"state\":{\"buttons\":{\"home\":true,\"a\":"
        "true}}}]}",
        &s));
    const vlHaplyConfig* c = &s.arms[0].config;
    assert_true(c->isKnown);
    assert_string_equal(c->type, "minverse");
    assert_string_equal(c->handedness, "left");
    assert_string_equal(c->preset, "defaults");
    assert_string_equal(c->basis, "XZY");
    assert_true(c->gravityCompensation.isKnown && c->gravityCompensation.isOn &&
                c->gravityCompensation.factor == 0.5);
    assert_true(c->torqueScaling.isKnown && !c->torqueScaling.isOn);
    assert_true(c->mount.isKnown && isVec(c->mount.scale, 2.0, 2.0, 1.0));
    assert_true(c->hasForceGate && c->forceGate == 0.3 && c->hasDamping && c->damping == 0.0);
    assert_true(s.arms[0].transform.isKnown && s.arms[0].transform.rotation.z == 1.0);
    assert_true(s.grips[0].kind == VL_HAPLY_GRIP_CUSTOM && s.grips[0].buttons == 9);
    // A type may be a number, and a text too long to be known; the rest is still read.
    assert_true(
        readState("{\"inverse3\":[{\"config\":{\"type\":4,\"preset\":\"0123456789012345678901"
                  "23456789012\",\"mount\":null,\"filters\":[],\"basis\":\"XYZ\"},"
                  "\"state\":{\"cursor_position\":{\"x\":1}}}]}",
                  &s));
    assert_true(s.arms[0].config.type[0] == '\0' && s.arms[0].config.preset[0] == '\0');
    assert_true(!s.arms[0].config.mount.isKnown && s.arms[0].position.x == 1.0);
}

// As the pages of services 3.5 write it; a service ignores keys that it does not know.
static void a_first_request_names_session_axes_preset_and_grip(void** state)
{
    (void)state;
    char text[1024];
    vlHaplyRequest r = {.isFirst = true, .orderCount = 1, .probe = {.isWanted = true, .id = "G"}};
    strcpy(r.orders[0].id, "049D");
    strcpy(r.orders[0].preset, VL_HAPLY_PRESET);
    r.orders[0].presetForm = VL_HAPLY_PRESET_OBJECT;
    text[vlHaplyRequest_Write(&r, text, sizeof text)] = '\0';
    assert_string_equal(
        text,
        "{\"session\":{\"configure\":{\"profile\":{\"name\":\"volar\"},\"basis\":{"
        "\"permutation\":\"XYZ\"}}},\"inverse3\":[{\"device_id\":\"049D\",\"configure\":{"
        "\"preset\":{\"preset\":\"arm_front_centered\"}},\"commands\":{\"probe_position\":{}}}"
        "],\"wireless_verse_grip\":[{\"device_id\":\"G\",\"commands\":{\"probe_orientation\":{}"
        "}}]}");
}

static void a_request_is_read_by_both_names_of_a_force(void** state)
{
    (void)state;
    vlHaplyRequest r;
    assert_true(readRequest("{\"session\":{\"configure\":{\"profile\":{\"name\":\"a\"}},"
                            "\"force_render_full_state\":{}},\"inverse3\":[{\"device_id\":\"049D\","
                            "\"configure\":{\"preset\":\"arm_front_centered\"},\"commands\":{"
                            "\"set_cursor_force\":{\"vector\":{\"x\":0,\"y\":0,\"z\":1.5}}}}]}",
                            &r));
    assert_true(r.isFirst && r.wantsAll && r.orderCount == 1 && r.orders[0].hasForce);
    assert_string_equal(r.orders[0].id, "049D");
    assert_true(isVec(r.orders[0].force, 0.0, 0.0, 1.5));
    assert_true(readRequest("{\"inverse3\":[{\"commands\":{\"set_cursor_force\":{\"values\":"
                            "{\"x\":2}}}}]}",
                            &r));
    assert_true(!r.isFirst && !r.wantsAll && isVec(r.orders[0].force, 2.0, 0.0, 0.0));
    // The current name takes precedence over the older one, in either order.
    const char* const both[] = {"\"vector\":{\"x\":1},\"values\":{\"x\":2}",
                                "\"values\":{\"x\":2},\"vector\":{\"x\":1}"};
    for (int i = 0; i < 2; ++i) {
        char text[160];
        snprintf(text, sizeof text, "{\"inverse3\":[{\"commands\":{\"set_cursor_force\":{%s}}}]}",
                 both[i]);
        assert_true(readRequest(text, &r) && isVec(r.orders[0].force, 1.0, 0.0, 0.0));
    }
    assert_true(readRequest("{\"inverse3\":[{\"device_id\":\"A\",\"commands\":{\"probe_position\":"
                            "{},\"set_cursor_position\":{\"position\":{\"x\":1}}}}]}",
                            &r));
    assert_false(r.orders[0].hasForce);
    assert_true(r.orders[0].hasTarget && isVec(r.orders[0].target, 1.0, 0.0, 0.0));
    assert_true(readRequest("{}", &r) && r.orderCount == 0);
}

static void what_is_no_message_is_refused_with_the_reason(void** state)
{
    (void)state;
    char deep[200] = "{\"a\":";
    memset(deep + 5, '[', 33);
    const char* const bad[] = {"",
                               "null",
                               "[]",
                               "7",
                               "{",
                               "{\"a\"}",
                               "{\"a\":}",
                               "{\"a\":1,}",
                               "{\"a\":1}x",
                               "{\"a\":[1}",
                               "{\"a\":{\"b\":1]",
                               "{\"a\":tru}",
                               "{\"a\":nul}",
                               "{\"a\":01}",
                               "{\"a\":\"\n\"}",
                               "{\"a\":\"\\",
                               "{\"inverse3\":{}}",
                               "{\"inverse3\":[7]}",
                               "{\"inverse3\":[{\"device_id\":7}]}",
                               "{\"inverse3\":[{\"device_id\":\"\\u0007\"}]}",
                               deep};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        vlHaplyState s;
        vlHaplyRequest r;
        memset(&s, 0x5a, sizeof s);
        memset(&r, 0x5a, sizeof r);
        vlHaplyState before = s;
        assert_false(readState(bad[i], &s));
        assert_false(readRequest(bad[i], &r));
        assert_memory_equal(&s, &before, sizeof s);
    }
    vlHaplyState s;
    assert_false(readState("{\"inverse3\":[{\"state\":{\"cursor_position\":{\"x\":1e999}}}]}", &s));
    assert_false(readState("{\"inverse3\":[{\"state\":{\"cursor_position\":{\"x\":\"1\"}}}]}", &s));
    assert_false(readState("{\"inverse3\":[{\"state\":{\"cursor_position\":[1,2,3]}}]}", &s));
    char message[128] = "";
    assert_false(
        vlHaplyState_Read("{\"inverse3\":[{\"device_id\":7}]}", 30, &s, message, sizeof message));
    assert_string_equal(message, "device_id: a text in double quotes was expected");
}

static void a_message_may_not_be_too_long(void** state)
{
    (void)state;
    size_t size = VL_MAX_HAPLY_STATE + 1;
    char* text = malloc(size);
    assert_non_null(text);
    memset(text, ' ', size);
    text[0] = '{';
    text[1] = '}';
    vlHaplyState s;
    vlHaplyRequest r;
    assert_true(vlHaplyState_Read(text, size - 1, &s, NULL, 0));
    assert_false(vlHaplyState_Read(text, size, &s, NULL, 0));
    assert_true(vlHaplyRequest_Read(text, VL_MAX_HAPLY_REQUEST, &r, NULL, 0));
    assert_false(vlHaplyRequest_Read(text, VL_MAX_HAPLY_REQUEST + 1, &r, NULL, 0));
    free(text);
}

static void fillTurn(vlHaplyTurn* turn, vlRandom* random)
{
    turn->isKnown = true;
    turn->rotation = vlRandom_Rotation(random);
    turn->scale = vlRandom_InBall(random);
}

static void fillConfig(vlHaplyConfig* config, vlRandom* random)
{
    config->isKnown = config->hasForceGate = true;
    strcpy(config->type, "mini\\verse");
    strcpy(config->preset, "custom");
    strcpy(config->basis, "XZY");
    fillTurn(&config->mount, random);
    config->forceGate = 0.3;
    config->gravityCompensation.isKnown = true;
    config->gravityCompensation.factor = 0.25;
    config->torqueScaling.isKnown = config->torqueScaling.isOn = true;
    config->torqueScaling.factor = 1.0;
}

static void what_is_written_reads_back_the_same(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < 200; ++i) {
        static char text[VL_MAX_HAPLY_STATE];
        vlHaplyState made, read;
        memset(&made, 0, sizeof made);
        made.session = (uint64_t)vlRandom_Index(&random, 1000);
        made.armCount = vlRandom_Index(&random, VL_MAX_HAPLY_DEVICES + 1);
        for (int k = 0; k < made.armCount; ++k) {
            vlHaplyArm* arm = &made.arms[k];
            snprintf(arm->id, sizeof arm->id, "%d\"\\\xc3\xa9", k);
            arm->hasPosition = arm->hasForce = true;
            arm->position = vlRandom_InBall(&random);
            arm->force = vlRandom_InBall(&random);
            arm->statusKnown = (unsigned)vlRandom_Index(&random, 32);
            arm->status = arm->statusKnown & (unsigned)vlRandom_Index(&random, 32);
            fillTurn(&arm->transform, &random);
            if (i % 2 == 0) {
                fillConfig(&arm->config, &random);
            }
        }
        made.gripCount = vlRandom_Index(&random, VL_MAX_HAPLY_DEVICES + 1);
        for (int k = 0; k < made.gripCount; ++k) {
            vlHaplyGrip* grip = &made.grips[k];
            snprintf(grip->id, sizeof grip->id, "%d", k);
            grip->kind = (vlHaplyGripKind)(k / 3); // in this order they are written
            grip->hasOrientation = grip->hasButtons = true;
            grip->orientation = vlRandom_Rotation(&random);
            grip->buttons = (uint32_t)vlRandom_Index(&random, 1024);
        }
        size_t size = vlHaplyState_Write(&made, i % 2 == 0, text, sizeof text);
        assert_true(size > 0);
        assert_true(vlHaplyState_Read(text, size, &read, NULL, 0));
        assert_memory_equal(&read, &made, sizeof read);

        vlHaplyRequest asked, heard;
        memset(&asked, 0, sizeof asked);
        asked.isFirst = i % 2 == 0;
        asked.wantsAll = i % 3 == 0;
        asked.orderCount = vlRandom_Index(&random, 3);
        for (int k = 0; k < asked.orderCount; ++k) {
            snprintf(asked.orders[k].id, sizeof asked.orders[k].id, "%d", k);
            asked.orders[k].hasForce = true;
            asked.orders[k].force = vlRandom_InBall(&random);
            asked.orders[k].hasTarget = k == 1;
            asked.orders[k].target = k == 1 ? vlRandom_InBall(&random) : vlZero();
            asked.orders[k].presetForm = (vlHaplyPresetForm)vlRandom_Index(&random, 3);
            if (asked.orders[k].presetForm != VL_HAPLY_PRESET_NONE) {
                strcpy(asked.orders[k].preset, "led_\"front");
            }
        }
        size = vlHaplyRequest_Write(&asked, text, VL_MAX_HAPLY_REQUEST);
        assert_true(size > 0);
        assert_true(vlHaplyRequest_Read(text, size, &heard, NULL, 0));
        assert_memory_equal(&heard, &asked, sizeof heard);
        // Whatever the room, nothing beyond it is written, and too little room is reported.
        size_t room = (size_t)vlRandom_Index(&random, (int)size + 1);
        char* exact = malloc(room + 1);
        assert_non_null(exact);
        exact[room] = 'x';
        assert_int_equal(vlHaplyRequest_Write(&asked, exact, room), 0);
        assert_true(exact[room] == 'x');
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_read_whatever_else_it_holds),
        cmocka_unit_test(what_is_left_out_is_that_of_the_identity_or_absent),
        cmocka_unit_test(the_configuration_of_an_arm_is_read),
        cmocka_unit_test(a_first_request_names_session_axes_preset_and_grip),
        cmocka_unit_test(a_request_is_read_by_both_names_of_a_force),
        cmocka_unit_test(what_is_no_message_is_refused_with_the_reason),
        cmocka_unit_test(a_message_may_not_be_too_long),
        cmocka_unit_test(what_is_written_reads_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
