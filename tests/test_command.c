// SPDX-License-Identifier: MIT
// Commands of a viewer page: those that are understood, and the reasons why others are refused.

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/serve/command.h"
#include "models/random.h"
#include "test.h"

static vlViewerCommand parse(const char* text)
{
    vlViewerCommand command;
    char message[128] = "";
    bool isGood = vlViewerCommand_Parse(text, strlen(text), &command, message, sizeof message);
    if (!isGood) {
        print_error("%s: %s\n", text, message);
    }
    assert_true(isGood);
    return command;
}

static bool isSame(vlVec3 v, double x, double y, double z)
{
    return v.x == x && v.y == y && v.z == z;
}

static void every_command_is_understood(void** state)
{
    (void)state;
    vlViewerCommand c = parse("{\"type\":\"pause\",\"on\":true}");
    assert_true(c.kind == VL_COMMAND_PAUSE && c.on);
    c = parse("{\"on\":false,\"type\":\"pause\"}");
    assert_true(c.kind == VL_COMMAND_PAUSE && !c.on);
    c = parse("{\"type\":\"step\",\"count\":1000}");
    assert_true(c.kind == VL_COMMAND_STEP && c.count == 1000);
    c = parse("{\"type\":\"step\",\"count\":1e0}");
    assert_int_equal(c.count, 1);
    c = parse("{\"type\":\"speed\",\"value\":0.1}");
    assert_true(c.kind == VL_COMMAND_SPEED && c.value == 0.1);
    assert_int_equal(parse("{\"type\":\"restart\"}").kind, VL_COMMAND_RESTART);
    assert_int_equal(parse("{\"type\":\"release\"}").kind, VL_COMMAND_RELEASE);
    c = parse("{\"type\":\"scene\",\"name\":\"stick-slip\"}");
    assert_int_equal(c.kind, VL_COMMAND_SCENE);
    assert_string_equal(c.name, "stick-slip");
    c = parse("{\"type\":\"states\",\"on\":true}");
    assert_true(c.kind == VL_COMMAND_STATES && c.on);
    c = parse("{\"type\":\"seek\",\"time\":1.5}");
    assert_true(c.kind == VL_COMMAND_SEEK && c.value == 1.5);
    c = parse("{\"type\":\"grab\",\"body\":3,\"point\":[0,-0.5,1e-3],\"target\":[1,2,3]}");
    assert_true(c.kind == VL_COMMAND_GRAB && c.body == 3);
    assert_true(isSame(c.point, 0.0, -0.5, 1e-3) && isSame(c.target, 1.0, 2.0, 3.0));
    c = parse(" \t\r\n{ \"type\" : \"move\" , \"target\" : [ 1E+2 , -0 , 0.25 ] } \n");
    assert_true(c.kind == VL_COMMAND_MOVE && isSame(c.target, 100.0, -0.0, 0.25));
    assert_int_equal(c.client, 0);
    c = parse("{\"type\":\"steer\",\"device\":15,\"move\":[0.1,-0.2,3e-2],"
              "\"turn\":[0,0.6,0,-0.8],\"buttons\":4294967295}");
    assert_true(c.kind == VL_COMMAND_STEER && c.device == 15 && c.buttons == UINT32_MAX);
    assert_true(isSame(c.target, 0.1, -0.2, 3e-2));
    assert_true(c.turn.w == -0.8 && c.turn.x == 0.0 && c.turn.y == 0.6 && c.turn.z == 0.0);
    c = parse("{\"type\":\"leave\",\"device\":2}");
    assert_true(c.kind == VL_COMMAND_LEAVE && c.device == 2);
    c = parse("{\"type\":\"set\",\"parameter\":17,\"value\":-9.81}");
    assert_true(c.kind == VL_COMMAND_SET && c.parameter == 17 && c.value == -9.81);
    assert_int_equal(parse("{\"type\":\"reset\"}").kind, VL_COMMAND_RESET);
    assert_int_equal(parse("{\"type\":\"save\"}").kind, VL_COMMAND_SAVE);
}

static void a_turn_of_few_digits_becomes_a_unit_quaternion(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < 2000; ++i) {
        vlQuat q = vlUnitQ(
            (vlQuat){vlRandom_Range(&random, -1.0, 1.0), vlRandom_Range(&random, -1.0, 1.0),
                     vlRandom_Range(&random, -1.0, 1.0), vlRandom_Range(&random, 0.1, 1.0)});
        char text[200];
        snprintf(text, sizeof text,
                 "{\"type\":\"steer\",\"device\":0,\"move\":[0,0,0],"
                 "\"turn\":[%.4f,%.4f,%.4f,%.4f],\"buttons\":0}",
                 q.x, q.y, q.z, q.w);
        vlQuat t = parse(text).turn;
        // A few roundings of numbers up to 1.
        assert_true(fabs(t.w * t.w + t.x * t.x + t.y * t.y + t.z * t.z - 1.0) < 1e-15);
        // 4e-4: half of the last digit sent in each of four numbers, and as much again by the
        // normalisation.
        assert_true(fabs(t.w - q.w) + fabs(t.x - q.x) + fabs(t.y - q.y) + fabs(t.z - q.z) < 4e-4);
    }
}

static void texts_may_be_escaped_and_in_any_language(void** state)
{
    (void)state;
    assert_string_equal(parse("{\"t\\u0079pe\":\"scene\",\"name\":\"a \\\"b\\\"\"}").name,
                        "a \"b\"");
    assert_string_equal(
        parse("{\"type\":\"scene\",\"name\":\"\\u00e9\\u20AC\\ud83d\\ude00\"}").name,
        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    assert_string_equal(
        parse("{\"type\":\"scene\",\"name\":\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"}").name,
        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
}

// A text that must be refused, and a part of the reason.
typedef struct Refused {
    const char* text;
    const char* why;
} Refused;

#define STEER(device, move, turn, buttons)                                                         \
    "{\"type\":\"steer\",\"device\":" device ",\"move\":" move ",\"turn\":" turn                   \
    ",\"buttons\":" buttons "}"

static const Refused refused[] = {
    // Not one object.
    {"", "braces"},
    {" ", "braces"},
    {"null", "braces"},
    {"[]", "braces"},
    {"\"pause\"", "braces"},
    {"{", "quotes"},
    {"{}", "quotes"},
    {"{\"type\":\"restart\"", "closing brace"},
    {"{\"type\":\"restart\",}", "quotes"},
    {"{\"type\":\"restart\"}}", "after"},
    {"{\"type\":\"restart\"} x", "after"},
    {"{\"type\":\"restart\"}{\"type\":\"restart\"}", "after"},
    {"{\"type\" \"restart\"}", "colon"},
    {"{type:\"restart\"}", "quotes"},
    {"{'type':'restart'}", "quotes"},
    {"/**/{\"type\":\"restart\"}", "braces"},
    {"\xef\xbb\xbf{\"type\":\"restart\"}", "braces"},
    // Not the fields of a command.
    {"{\"on\":true}", "type is missing"},
    {"{\"type\":\"quit\"}", "not a known command"},
    {"{\"type\":\"Pause\",\"on\":true}", "not a known command"},
    {"{\"type\":\"\"}", "not a known command"},
    {"{\"type\":\"a very long command\"}", "too long"},
    {"{\"type\":1}", "quotes"},
    {"{\"type\":\"pause\"}", "on: missing"},
    {"{\"type\":\"grab\",\"body\":1,\"point\":[0,0,0]}", "target: missing"},
    {"{\"type\":\"restart\",\"on\":true}", "on: not a key"},
    {"{\"type\":\"restart\",\"colour\":1}", "unknown key"},
    {"{\"type\":\"restart\",\"hand\":1}", "unknown key"},
    {"{\"type\":\"restart\",\"type\":\"restart\"}", "type: given twice"},
    {"{\"type\":\"pause\",\"on\":true,\"on\":true}", "on: given twice"},
    // Not their values.
    {"{\"type\":\"pause\",\"on\":1}", "true or false"},
    {"{\"type\":\"pause\",\"on\":\"true\"}", "true or false"},
    {"{\"type\":\"pause\",\"on\":tru}", "true or false"},
    {"{\"type\":\"pause\",\"on\":truefalse}", "closing brace"},
    {"{\"type\":\"pause\",\"on\":null}", "true or false"},
    {"{\"type\":\"step\",\"count\":0}", "range"},
    {"{\"type\":\"step\",\"count\":1001}", "range"},
    {"{\"type\":\"step\",\"count\":1.5}", "range"},
    {"{\"type\":\"step\",\"count\":-1}", "range"},
    {"{\"type\":\"step\",\"count\":1e99}", "range"},
    {"{\"type\":\"step\",\"count\":\"1\"}", "number"},
    {"{\"type\":\"set\",\"parameter\":-1,\"value\":1}", "range"},
    {"{\"type\":\"set\",\"parameter\":4096,\"value\":1}", "range"},
    {"{\"type\":\"set\",\"parameter\":1.5,\"value\":1}", "whole"},
    {"{\"type\":\"set\",\"parameter\":1,\"value\":1e16}", "range"},
    {"{\"type\":\"set\",\"parameter\":1}", "value: missing"},
    {"{\"type\":\"reset\",\"value\":1}", "not a key"},
    {"{\"type\":\"speed\",\"value\":0}", "range"},
    {"{\"type\":\"speed\",\"value\":0.0009}", "range"},
    {"{\"type\":\"speed\",\"value\":10.001}", "range"},
    {"{\"type\":\"speed\",\"value\":1e999}", "beyond"},
    {"{\"type\":\"speed\",\"value\":NaN}", "number"},
    {"{\"type\":\"speed\",\"value\":Infinity}", "number"},
    {"{\"type\":\"speed\",\"value\":+1}", "number"},
    {"{\"type\":\"speed\",\"value\":.5}", "number"},
    {"{\"type\":\"speed\",\"value\":1.}", "number"},
    {"{\"type\":\"speed\",\"value\":1e}", "number"},
    {"{\"type\":\"seek\",\"time\":01}", "closing brace"},
    {"{\"type\":\"seek\",\"time\":0x1p0}", "closing brace"},
    {"{\"type\":\"speed\",\"value\":1,5}", "quotes"},
    {"{\"type\":\"speed\",\"value\":-}", "number"},
    {"{\"type\":\"speed\",\"value\":"
     "1.0000000000000000000000000000000000000000000000000000000000000001}",
     "too many digits"},
    {"{\"type\":\"seek\",\"time\":-1}", "range"},
    {"{\"type\":\"seek\",\"time\":1e10}", "range"},
    {"{\"type\":\"move\",\"target\":[1,2]}", "three numbers"},
    {"{\"type\":\"move\",\"target\":[1,2,3,4]}", "three numbers"},
    {"{\"type\":\"move\",\"target\":[]}", "number"},
    {"{\"type\":\"move\",\"target\":[1,2,null]}", "number"},
    {"{\"type\":\"move\",\"target\":[1,2,[3]]}", "number"},
    {"{\"type\":\"move\",\"target\":[1,2,1e7]}", "range"},
    {"{\"type\":\"move\",\"target\":{\"x\":1}}", "three numbers"},
    {"{\"type\":\"move\",\"target\":1}", "three numbers"},
    {"{\"type\":\"grab\",\"body\":-1,\"point\":[0,0,0],\"target\":[0,0,0]}", "body: not a whole"},
    {"{\"type\":\"grab\",\"body\":65536,\"point\":[0,0,0],\"target\":[0,0,0]}",
     "body: not a whole"},
    {STEER("16", "[0,0,0]", "[0,0,0,1]", "0"), "device: not a whole"},
    {STEER("-1", "[0,0,0]", "[0,0,0,1]", "0"), "device: not a whole"},
    {STEER("0", "[0,0]", "[0,0,0,1]", "0"), "move: a list of three"},
    {STEER("0", "[0,0,1e7]", "[0,0,0,1]", "0"), "move: out of"},
    {STEER("0", "[0,0,0]", "[0,0,1]", "0"), "turn: a list of four"},
    {STEER("0", "[0,0,0]", "[0,0,0,1,0]", "0"), "turn: a list of four"},
    {STEER("0", "[0,0,0]", "[0,0,0,0]", "0"), "turn: not a unit"},
    {STEER("0", "[0,0,0]", "[0,0,0,0.9989]", "0"), "turn: not a unit"},
    {STEER("0", "[0,0,0]", "[0.7,0.7,0.7,0.7]", "0"), "turn: not a unit"},
    {STEER("0", "[0,0,0]", "[0,0,0,1.1]", "0"), "turn: out of"},
    {STEER("0", "[0,0,0]", "[0,0,0,1]", "-1"), "buttons: not a whole"},
    {STEER("0", "[0,0,0]", "[0,0,0,1]", "4294967296"), "buttons: not a whole"},
    {STEER("0", "[0,0,0]", "[0,0,0,1]", "0.5"), "buttons: not a whole"},
    {"{\"type\":\"steer\",\"device\":0,\"move\":[0,0,0],\"turn\":[0,0,0,1]}", "buttons: missing"},
    {"{\"type\":\"leave\"}", "device: missing"},
    {"{\"type\":\"leave\",\"device\":-1}", "device: not a whole"},
    {"{\"type\":\"leave\",\"device\":0,\"buttons\":0}", "buttons: not a key"},
    {"{\"type\":\"scene\",\"name\":\"\"}", "name of a scene"},
    {"{\"type\":\"scene\",\"name\":\"../x\"}", "name of a scene"},
    {"{\"type\":\"scene\",\"name\":\"a/b\"}", "name of a scene"},
    {"{\"type\":\"scene\",\"name\":\"a\\\\b\"}", "name of a scene"},
    {"{\"type\":\"scene\",\"name\":\"a\\u002fb\"}", "name of a scene"},
    {"{\"type\":\"scene\",\"name\":\"0123456789012345678901234567890123456789012345678901234567890"
     "123\"}",
     "too long"},
    // Not texts.
    {"{\"type\":\"scene\",\"name\":\"a}", "closing quote"},
    {"{\"type\":\"scene\",\"name\":\"a\nb\"}", "control character"},
    {"{\"type\":\"scene\",\"name\":\"a\\nb\"}", "control character"},
    {"{\"type\":\"scene\",\"name\":\"a\\u0000b\"}", "control character"},
    {"{\"type\":\"scene\",\"name\":\"\x7f\"}", "control character"},
    {"{\"type\":\"scene\",\"name\":\"\\x41\"}", "escape"},
    {"{\"type\":\"scene\",\"name\":\"\\u12g4\"}", "escape"},
    {"{\"type\":\"scene\",\"name\":\"\\ud800\"}", "escape"},
    {"{\"type\":\"scene\",\"name\":\"\\udc00\"}", "escape"},
    {"{\"type\":\"scene\",\"name\":\"\\ud800\\u0041\"}", "escape"},
    {"{\"type\":\"scene\",\"name\":\"\\", "escape"},
    {"{\"type\":\"scene\",\"name\":\"\x80\"}", "UTF-8"},
    {"{\"type\":\"scene\",\"name\":\"\xc0\xaf\"}", "UTF-8"},         // overlong
    {"{\"type\":\"scene\",\"name\":\"\xe0\x80\xaf\"}", "UTF-8"},     // overlong
    {"{\"type\":\"scene\",\"name\":\"\xed\xa0\x80\"}", "UTF-8"},     // a surrogate
    {"{\"type\":\"scene\",\"name\":\"\xf4\x90\x80\x80\"}", "UTF-8"}, // beyond U+10FFFF
    {"{\"type\":\"scene\",\"name\":\"\xe2\x82\"}", "UTF-8"},         // cut off
    {"{\"type\":\"scene\",\"name\":\"\xe2\x82", "UTF-8"},
};

static void all_else_is_refused_with_the_reason(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        vlViewerCommand command, before;
        memset(&command, 0x5a, sizeof command);
        before = command;
        char message[128] = "";
        const Refused* r = &refused[i];
        bool isGood =
            vlViewerCommand_Parse(r->text, strlen(r->text), &command, message, sizeof message);
        if (isGood || strstr(message, r->why) == NULL) {
            print_error("%s: '%s' does not say '%s'\n", r->text, message, r->why);
        }
        assert_false(isGood);
        assert_non_null(strstr(message, r->why));
        assert_memory_equal(&command, &before, sizeof command);
        assert_false(vlViewerCommand_Parse(r->text, strlen(r->text), &command, NULL, 0));
    }
}

static void a_command_has_at_most_512_bytes(void** state)
{
    (void)state;
    char text[VL_MAX_COMMAND_TEXT + 1];
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"type\":\"restart\"}", 18);
    vlViewerCommand command;
    char message[64];
    assert_true(vlViewerCommand_Parse(text, sizeof text - 1, &command, message, sizeof message));
    assert_false(vlViewerCommand_Parse(text, sizeof text, &command, message, sizeof message));
    assert_non_null(strstr(message, "longer"));
    // A NUL does not end the text.
    text[18] = '\0';
    assert_false(vlViewerCommand_Parse(text, 19, &command, message, sizeof message));
}

// Every beginning of a valid command is refused, and nothing behind it is read: the copies are
// exactly as long as the text given, so that a sanitizer notices a read one byte too far.
static void a_command_cut_short_is_refused(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "{\"type\":\"grab\",\"body\":3,\"point\":[0,-0.5,1e-3],\"target\":[1,2,3]}",
        "{\"type\":\"scene\",\"name\":\"\\ud83d\\ude00\xe2\x82\xac\"}",
        STEER("0", "[0,1,2]", "[0,0.6,0,0.8]", "3"), "{\"type\":\"pause\",\"on\":true}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        for (size_t size = 0; size < strlen(texts[i]); ++size) {
            char* part = malloc(size + (size == 0));
            assert_non_null(part);
            memcpy(part, texts[i], size);
            vlViewerCommand command;
            assert_false(vlViewerCommand_Parse(part, size, &command, NULL, 0));
            free(part);
        }
    }
}

static void numbers_are_read_to_the_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 20000; ++i) {
        double x = vlRandom_Range(&random, -1.0, 1.0) * pow(10.0, vlRandom_Range(&random, -9, 6));
        double y = vlRandom_Range(&random, -1e6, 1e6), z = vlRandom_Range(&random, -1e-3, 1e-3);
        char text[160];
        // 17 digits distinguish any double from its neighbours.
        snprintf(text, sizeof text, "{\"type\":\"move\",\"target\":[%.17g,%.17g,%.17e]}", x, y, z);
        assert_true(isSame(parse(text).target, x, y, z));
    }
}

static void the_users_language_changes_nothing(void** state)
{
    (void)state;
    static const char* const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        (void)setlocale(LC_ALL, names[i]); // tested where it is installed
        assert_true(parse("{\"type\":\"speed\",\"value\":0.25}").value == 0.25);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_understood),
        cmocka_unit_test(a_turn_of_few_digits_becomes_a_unit_quaternion),
        cmocka_unit_test(texts_may_be_escaped_and_in_any_language),
        cmocka_unit_test(all_else_is_refused_with_the_reason),
        cmocka_unit_test(a_command_has_at_most_512_bytes),
        cmocka_unit_test(a_command_cut_short_is_refused),
        cmocka_unit_test(numbers_are_read_to_the_last_bit),
        cmocka_unit_test(the_users_language_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
