// SPDX-License-Identifier: MIT
// The public headers as a user meets them. That each compiles alone, as C17 and as C++17, is shown
// by the generated files linked into this program; the tests here compare what the two languages
// see.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <cmocka.h>

#include "header_types.h"

static void everyTypeHasTheSameLayoutInCAndCxx(void** state)
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

static void theLibraryIsCallableFromCxx(void** state)
{
    (void)state;
    assert_string_equal(headersCxxVersion(), VL_VERSION_STRING);
}

static void inlineMathGivesTheSameBitsInCAndCxx(void** state)
{
    (void)state;
    vlVec3 a = vlVec(0.1, -0.2, 0.3), b = vlVec(1.0 / 3.0, 1e-7, -2.5);
    vlVec3 inC = vlCross(a, b), inCxx = headersCxxCross(a, b);
    assert_memory_equal(&inC, &inCxx, sizeof inC);
}

static void theVersionStringIsMadeOfTheVersionNumbers(void** state)
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
        cmocka_unit_test(everyTypeHasTheSameLayoutInCAndCxx),
        cmocka_unit_test(theLibraryIsCallableFromCxx),
        cmocka_unit_test(inlineMathGivesTheSameBitsInCAndCxx),
        cmocka_unit_test(theVersionStringIsMadeOfTheVersionNumbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
