// SPDX-License-Identifier: MIT
// What a user sees of a run: the width of a terminal, addresses of the viewer, the status in one
// line, the list of scenes for the page.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/live/announce.h"
#include "app/live/report.h"
#include "app/live/viewer.h"
#include "base/histogram.h"
#include "base/spelling.h"
#include "test.h"

static void a_line_is_cut_by_columns_not_bytes(void** state)
{
    (void)state;
    char fitted[64];
    vlTerminal_Fit("hello", 10, fitted, sizeof fitted);
    assert_string_equal(fitted, "hello");
    vlTerminal_Fit("hello", 5, fitted, sizeof fitted);
    assert_string_equal(fitted, "hello");
    vlTerminal_Fit("hello", 4, fitted, sizeof fitted);
    assert_string_equal(fitted, "hell");
    vlTerminal_Fit("\xe2\x94\x81\xe2\x94\x81\xe2\x94\x81", 2, fitted, sizeof fitted);
    assert_string_equal(fitted, "\xe2\x94\x81\xe2\x94\x81");
    vlTerminal_Fit("", 4, fitted, sizeof fitted);
    assert_string_equal(fitted, "");
}

static void a_style_takes_no_room_and_ends_at_the_cut(void** state)
{
    (void)state;
    char fitted[64];
    vlTerminal_Fit("\033[1mab\033[0mcd", 4, fitted, sizeof fitted);
    assert_string_equal(fitted, "\033[1mab\033[0mcd");
    vlTerminal_Fit("\033[1mab\033[0mcd", 3, fitted, sizeof fitted);
    assert_string_equal(fitted, "\033[1mab\033[0mc");
    vlTerminal_Fit("\033[1;31mabcd", 2, fitted, sizeof fitted);
    assert_string_equal(fitted, "\033[1;31mab\033[0m");
}

static void a_line_never_exceeds_its_buffer(void** state)
{
    (void)state;
    char guarded[18], text[256];
    for (size_t length = 0; length < sizeof text; length++) {
        memset(text, 'x', length);
        text[length] = '\0';
        if (length > 8) {
            memcpy(text + length - 8, "\033[1m\xe2\x94\x81z", 8);
        }
        memset(guarded, '#', sizeof guarded);
        vlTerminal_Fit(text, 200, guarded + 1, sizeof guarded - 2);
        assert_int_equal(guarded[0], '#');
        assert_int_equal(guarded[sizeof guarded - 1], '#');
        assert_true(strlen(guarded + 1) <= sizeof guarded - 3);
    }
}

static void a_file_gets_no_control_characters(void** state)
{
    (void)state;
    FILE* file = tmpfile();
    assert_non_null(file);
    vlTerminal terminal = vlTerminal_Open(file);
    assert_false(terminal.isLive);
    assert_string_equal(vlTerminal_Style(&terminal, VL_STYLE_BAD), "");
    vlTerminal_ClearLine(&terminal);
    assert_int_equal(ftell(file), 0);
    vlRunReport report = {.seconds = 10.0, .viewers = 2, .recordPath = "a.vlr"};
    report.status =
        (vlLiveStatus){.scene = "stack", .steps = 5000, .step = 0.001, .simulated = 5.0};
    report.status.contacts = 12;
    report.status.wallTime = 5.25;
    report.status.view.rate = 990.0;
    report.status.energy = (vlEnergy){.kinetic = 1.0, .gravity = -0.5, .springs = 2.0};
    report.status.timing.worstStep = 20.0;
    report.status.view.speed = 0.5;
    report.status.view.stepTimes[vlHistogram_FindBin(10.0)] = 5000;
    report.recording.bytes = 12345678;
    char line[512];
    vlReport_WriteLine(&report, &terminal, line, sizeof line);
    for (const char* c = line; *c != '\0'; c++) {
        assert_true(*c >= ' ' && *c < 0x7f);
    }
    assert_non_null(strstr(line, "stack  50%  5.00 of 10 s"));
    assert_non_null(strstr(line, "wall 5.25 s  990 Hz  speed 0.5"));
    assert_non_null(strstr(line, "0 missed  12 contacts  2.5 J"));
    assert_non_null(strstr(line, "recording 12.3 MB"));
    assert_non_null(strstr(line, "2 viewers"));
    // A buffer of any size is respected.
    for (size_t size = 1; size < sizeof line; size++) {
        memset(line, '#', sizeof line);
        vlReport_WriteLine(&report, &terminal, line, size);
        assert_true(strnlen(line, size) < size);
    }
    fclose(file);
}

static void the_bar_fills_with_the_time(void** state)
{
    (void)state;
    char line[512];
    vlTerminal terminal = {.file = tmpfile(), .isLive = true}; // 80 columns: a bar of 13
    assert_non_null(terminal.file);
    vlRunReport report = {.seconds = 13.0, .viewers = -1};
    report.status = (vlLiveStatus){.scene = "a", .simulated = 0.0, .isFast = true};
    vlReport_WriteLine(&report, &terminal, line, sizeof line);
    assert_non_null(strstr(line, " -------------   0%"));
    report.status.simulated = 6.5;
    vlReport_WriteLine(&report, &terminal, line, sizeof line);
    assert_non_null(strstr(line, " ======-------  50%"));
    report.status.simulated = 13.001; // the last step may go beyond
    vlReport_WriteLine(&report, &terminal, line, sizeof line);
    assert_non_null(strstr(line, " ============= 100%"));
    fclose(terminal.file);
}

typedef struct Address {
    const char* text;
    const char* address; // NULL: refused
    int port;
    bool hasPort;
} Address;

static void an_address_is_understood_or_refused(void** state)
{
    (void)state;
    static const Address cases[] = {
        {"127.0.0.1:8460", "127.0.0.1", 8460, true},
        {"0.0.0.0", "0.0.0.0", VL_SERVER_DEFAULT_PORT, false},
        {":9000", "127.0.0.1", 9000, true},
        {"9000", "127.0.0.1", 9000, true},
        {"0", "127.0.0.1", 0, true},
        {"[::1]:80", "::1", 80, true},
        {"[::1]", "::1", VL_SERVER_DEFAULT_PORT, false},
        {"::1", "::1", VL_SERVER_DEFAULT_PORT, false},
        {"", NULL, 0, false},
        {":", NULL, 0, false},
        {"127.0.0.1:", NULL, 0, false},
        {"127.0.0.1:65536", NULL, 0, false},
        {"127.0.0.1:-1", NULL, 0, false},
        {"127.0.0.1:80x", NULL, 0, false},
        {"localhost:80", "127.0.0.1", 80, true},
        {"LocalHost", "127.0.0.1", VL_SERVER_DEFAULT_PORT, false},
        {"localhost:", NULL, 0, false},
        {"localhost.example.org:80", NULL, 0, false},
        {"run.vlr", NULL, 0, false},
        {"blocks", NULL, 0, false},
        {"999999999999", NULL, 0, false},
        {"[::1", NULL, 0, false},
        {"[::1]80", NULL, 0, false},
        {"1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20.21.22.23.24.25:1", NULL, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vlViewer viewer = {.port = -1};
        bool isGood = vlViewer_Parse(cases[i].text, &viewer);
        if (isGood != (cases[i].address != NULL)) {
            fail_msg("'%s' is %s", cases[i].text, isGood ? "taken" : "refused");
        }
        assert_int_equal(vlViewer_IsAddress(cases[i].text), isGood);
        if (isGood) {
            assert_string_equal(viewer.address, cases[i].address);
            assert_int_equal(viewer.port, cases[i].port);
            assert_int_equal(viewer.hasPort, cases[i].hasPort);
        } else {
            assert_int_equal(viewer.port, -1); // untouched
        }
    }
}

static void scene_names_become_the_first_member(void** state)
{
    (void)state;
    static const char* const names[] = {"blocks", "stack"};
    static const char json[] = "{\"type\":\"scene\",\"bodies\":[]}";
    size_t size;
    vlLiveScenes scenes = {names, 2, NULL, NULL};
    char* full = vlAnnounce_AddNames(json, sizeof json - 1, &scenes, &size);
    static const char expected[] =
        "{\"scenes\":[\"blocks\",\"stack\"],\"type\":\"scene\",\"bodies\":[]}";
    assert_int_equal(size, sizeof expected - 1);
    assert_memory_equal(full, expected, size);
    free(full);
    scenes.count = 0;
    full = vlAnnounce_AddNames(json, sizeof json - 1, &scenes, &size);
    assert_int_equal(size, strlen("{\"scenes\":[],") + sizeof json - 2);
    assert_memory_equal(full, "{\"scenes\":[],\"type\"", 19);
    free(full);
}

static void a_mistyped_word_finds_its_neighbour(void** state)
{
    (void)state;
    static const char* const names[] = {"run", "replay", "record-info", "scene"};
    assert_string_equal(vlSpelling_FindNearest("rnu", names, 4), "run");
    assert_string_equal(vlSpelling_FindNearest("repaly", names, 4), "replay");
    assert_string_equal(vlSpelling_FindNearest("record", names, 4), "record-info");
    assert_string_equal(vlSpelling_FindNearest("scenes", names, 4), "scene");
    assert_null(vlSpelling_FindNearest("xylophone", names, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_cut_by_columns_not_bytes),
        cmocka_unit_test(a_style_takes_no_room_and_ends_at_the_cut),
        cmocka_unit_test(a_line_never_exceeds_its_buffer),
        cmocka_unit_test(a_file_gets_no_control_characters),
        cmocka_unit_test(the_bar_fills_with_the_time),
        cmocka_unit_test(an_address_is_understood_or_refused),
        cmocka_unit_test(scene_names_become_the_first_member),
        cmocka_unit_test(a_mistyped_word_finds_its_neighbour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
