// SPDX-License-Identifier: MIT
// Output to a terminal: our own words and styles are unchanged, texts from elsewhere are made
// harmless.

#include "app/cli/say.h"

#include <stdlib.h>
#include <string.h>

#include "app/cli/terminal.h"
#include "base/json_text.h"
#include "base/printable.h"
#include "test.h"

static const char* said(const char* format, ...) VL_SAY_FORMAT(1, 2);

static const char* said(const char* format, ...)
{
    static char buffer[1024];
    va_list arguments;
    va_start(arguments, format);
    size_t used = vlSay_Into(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    assert_int_equal(used, strlen(buffer));
    return buffer;
}

static void controls_become_text_that_can_be_read(void** state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"plain, \\ and \"quoted\"", "plain, \\ and \"quoted\""},
        {"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
         "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"\033[2J", "\\x1b[2J"},                    // clears the screen
        {"a\nb\tc\rd\x7f", "a\\nb\\tc\\x0dd\\x7f"}, // new lines, DEL
        {"\xc2\x9b"
         "31m",
         "\\u{9b}31m"}, // C1: the same as ESC [
        {"\xe2\x80\xae"
         "gpj.exe",
         "\\u{202e}gpj.exe"}, // reverses the line
        {"\xe2\x81\xa6x\xe2\x81\xa9", "\\u{2066}x\\u{2069}"},
        {"\xe2\x80\xa8", "\\u{2028}"},
        {"\xff\xfe", "\\xff\\xfe"},                   // not UTF-8
        {"\xc0\x9b", "\\xc0\\x9b"},                   // ESC in an overlong form
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          // half of a surrogate pair
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, // beyond Unicode
        {"\xe2\x82", "\\xe2\\x82"},                   // cut off
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        assert_string_equal(said("%s", cases[i].text), cases[i].shown);
    }
}

// No byte sequence lets a control character through.
static void no_text_gets_a_control_through(void** state)
{
    (void)state;
    unsigned seed = 1;
    for (int n = 0; n < 20000; ++n) {
        char text[9] = "";
        for (int i = 0; i < 8; ++i) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = (char)(seed >> 24);
        }
        const char* shown = said("%s", text);
        for (const char* c = shown; *c != '\0'; ++c) {
            unsigned char byte = (unsigned char)*c;
            assert_true(byte >= 0x20 && byte != 0x7f);
            assert_false(byte == 0xc2 && (unsigned char)c[1] < 0xa0); // C1
        }
    }
}

static void numbers_and_widths_are_those_of_printf(void** state)
{
    (void)state;
    assert_string_equal(said("%d %5d|%-5d|%05d %+d", -3, 42, 42, 42, 42),
                        "-3    42|42   |00042 +42");
    assert_string_equal(said("%u %x %016llx", 7u, 255u, 0xabcdefull), "7 ff 0000000000abcdef");
    assert_string_equal(said("%ld %lld %zu", -5L, -6LL, (size_t)7), "-5 -6 7");
    assert_string_equal(said("%g %.3f %8.2e|%-8.1f|%.0f%%", 0.5, 1.0 / 3.0, 12345.0, 2.25, 99.6),
                        "0.5 0.333 1.23e+04|2.2     |100%");
    assert_string_equal(said("%*d %.*f", 4, 7, 2, 1.0), "   7 1.00");
    assert_string_equal(said("%-6s|%6s|%.2s|%c", "ab", "ab", "abc", 'x'), "ab    |    ab|ab|x");
    // A character of several bytes takes one column, an escape as many as it has.
    assert_string_equal(said("%-4s|%4s|", "\xc3\xbc", "\033"), "\xc3\xbc   |\\x1b|");
}

static void only_our_own_styles_pass(void** state)
{
    (void)state;
    vlTerminal terminal = {.file = stdout, .hasColour = true};
    const char* bad = vlTerminal_Style(&terminal, VL_STYLE_BAD);
    char copy[16];
    strcpy(copy, bad);
    assert_string_equal(said("%sx", bad), "\033[1;31mx");
    assert_string_equal(said("%sx", copy), "\\x1b[1;31mx"); // the same bytes from elsewhere
    terminal.hasColour = false;
    assert_string_equal(said("%sx", vlTerminal_Style(&terminal, VL_STYLE_BAD)), "x");
}

static size_t sayShort(char* buffer, size_t size, const char* format, ...) VL_SAY_FORMAT(3, 4);

static size_t sayShort(char* buffer, size_t size, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t used = vlSay_Into(buffer, size, format, arguments);
    va_end(arguments);
    return used;
}

static void a_full_buffer_ends_between_two_characters(void** state)
{
    (void)state;
    char buffer[8];
    assert_int_equal(sayShort(buffer, sizeof buffer, "%s!", "abcdef\xc3\xbc"), 6);
    assert_string_equal(buffer, "abcdef");
    assert_int_equal(sayShort(buffer, sizeof buffer, "%s", "abcde\033"), 5);
    assert_string_equal(buffer, "abcde");
    assert_int_equal(sayShort(buffer, sizeof buffer, "%s%d", "abcdefg", 1), 7);
}

static void json_texts_follow_the_rules_of_json(void** state)
{
    (void)state;
    char* text = NULL;
    size_t size = 0;
    FILE* file = open_memstream(&text, &size);
    assert_non_null(file);
    vlJsonText_Write(file, "a\"b\\c\033\x7f\xc2\x9b\xe2\x80\xae\xff\xc3\xbc\n");
    fclose(file);
    assert_string_equal(text, "\"a\\\"b\\\\c\\u001b\\u007f\\u009b\\u202e\\ufffd\xc3\xbc\\u000a\"");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_become_text_that_can_be_read),
        cmocka_unit_test(no_text_gets_a_control_through),
        cmocka_unit_test(numbers_and_widths_are_those_of_printf),
        cmocka_unit_test(only_our_own_styles_pass),
        cmocka_unit_test(a_full_buffer_ends_between_two_characters),
        cmocka_unit_test(json_texts_follow_the_rules_of_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
