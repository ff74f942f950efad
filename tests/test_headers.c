// SPDX-License-Identifier: MIT
// The public headers as a user includes them. The generated files linked into this program show
// that each compiles alone, as C17 and as C++17; the tests here compare what the two languages see.

#include <stdio.h>

#include "header_types.h"
#include "test.h"

static void every_type_has_the_same_layout_in_c_and_cxx(void** state)
{
    (void)state;
#define LAYOUT(type) {#type, sizeof(type), _Alignof(type)},
    const TypeLayout layout[] = {HEADER_TYPES(LAYOUT)};
#undef LAYOUT
    assert_int_equal(headersCxxLayoutCount, sizeof layout / sizeof layout[0]);
    for (int i = 0; i < headersCxxLayoutCount; i++) {
        assert_string_equal(headersCxxLayout[i].name, layout[i].name);
        assert_int_equal(headersCxxLayout[i].size, layout[i].size);
        assert_int_equal(headersCxxLayout[i].alignment, layout[i].alignment);
    }
}

static void the_library_is_callable_from_cxx(void** state)
{
    (void)state;
    assert_string_equal(headersCxxVersion(), VL_VERSION_STRING);
}

static void inline_math_gives_the_same_bits_in_c_and_cxx(void** state)
{
    (void)state;
    vlVec3 a = vlVec(0.1, -0.2, 0.3), b = vlVec(1.0 / 3.0, 1e-7, -2.5);
    vlVec3 inC = vlCross(a, b), inCxx = headersCxxCross(a, b);
    assert_memory_equal(&inC, &inCxx, sizeof inC);
}

static void the_version_string_is_made_of_the_version_numbers(void** state)
{
    (void)state;
    char expected[32];
    (void)snprintf(expected, sizeof expected, "%d.%d.%d", VL_VERSION_MAJOR, VL_VERSION_MINOR,
                   VL_VERSION_PATCH);
    assert_string_equal(VL_VERSION_STRING, expected);
    assert_string_equal(vlVersion(), expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_has_the_same_layout_in_c_and_cxx),
        cmocka_unit_test(the_library_is_callable_from_cxx),
        cmocka_unit_test(inline_math_gives_the_same_bits_in_c_and_cxx),
        cmocka_unit_test(the_version_string_is_made_of_the_version_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
