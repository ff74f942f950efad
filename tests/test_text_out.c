// SPDX-License-Identifier: MIT
// A text in memory: all of it, or none. It replaces the C library's allocation, so it runs only
// without sanitizers.

#include "base/text_out.h"

#include <string.h>

#include "failing_malloc.h"
#include "test.h"

#define LINES 20000 // far more than a stream's buffer holds

static char* write(int failAt, size_t* size, long* place)
{
    vlTextOut out;
    failing_Begin(failAt);
    FILE* stream = vlTextOut_Open(&out);
    for (int i = 0; stream != NULL && i < LINES; ++i) {
        fprintf(stream, "%06d\n", i);
        if (i == LINES / 2) {
            *place = ftell(stream);
        }
    }
    char* text = vlTextOut_Close(&out, size);
    failing_End();
    return text;
}

static void release(char* text)
{
    failing.isWatching = true;
    free(text);
    failing_End();
}

static void a_text_is_whole_or_not_there(void** state)
{
    (void)state;
    size_t size;
    long place = 0;
    release(write(-1, &size, &place)); // the C library may keep memory from its first use
    char* text = write(-1, &size, &place);
    int total = failing.calls;
    assert_non_null(text);
    assert_int_equal(size, 7 * LINES);
    assert_int_equal(place, 7 * (LINES / 2 + 1));
    assert_int_equal(strlen(text), size);
    for (int i = 0; i < LINES; i += 999) {
        assert_int_equal(atoi(text + 7 * i), i);
    }
    release(text);
    assert_int_equal(failing.live, 0);
    assert_in_range(total, 5, 30);
    int refused = 0;
    for (int k = 0; k < total; ++k) {
        text = write(k, &size, &place);
        refused += text == NULL;
        assert_int_equal(size, text != NULL ? 7 * LINES : 0);
        assert_true(text == NULL || strlen(text) == size);
        release(text);
        assert_int_equal(failing.live, 0);
    }
    assert_true(refused > total / 2);
}

static void a_text_without_a_letter_is_empty(void** state)
{
    (void)state;
    vlTextOut out;
    size_t size = 1;
    assert_non_null(vlTextOut_Open(&out));
    char* text = vlTextOut_Close(&out, &size);
    assert_string_equal(text, "");
    assert_int_equal(size, 0);
    free(text);
    assert_null(vlTextOut_Close(&out, NULL)); // nothing is open any more
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_whole_or_not_there),
        cmocka_unit_test(a_text_without_a_letter_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
