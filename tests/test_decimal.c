// SPDX-License-Identifier: MIT
// Decimal numbers against the C library's, which rounds correctly here: any bits written with any
// number of digits, numbers halfway between two doubles, and what is no number. VOLAR_PAIRS sets
// how many random ones are tried.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/power.h"
#include "models/random.h"
#include "pairs.h"
#include "test.h"

#define LONGEST 2400

static void checkAgainstLibrary(const char* text)
{
    double ours = -1.0;
    const char* end = vlDecimal_Read(text, text + strlen(text), &ours);
    char* expectedEnd = NULL;
    double expected = strtod(text, &expectedEnd);
    bool isSame = expectedEnd == text || memcmp(&ours, &expected, sizeof ours) == 0;
    if (end != expectedEnd || !isSame) {
        fail_msg("%.60s: %.17g to place %td; expected %.17g to place %td", text, ours, end - text,
                 expected, expectedEnd - text);
    }
}

static double anyDouble(vlRandom* random)
{
    double value = HUGE_VAL;
    while (!isfinite(value)) {
        uint64_t bits = vlRandom_Next(random);
        memcpy(&value, &bits, sizeof value);
    }
    return value;
}

static void numbers_of_any_bits_and_digits_are_rounded_correctly(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    int count = vlTestRig_PairCount(20000);
    for (int i = 0; i < count; ++i) {
        char text[64];
        double any = anyDouble(&random);
        double common = vlRandom_Range(&random, -100.0, 100.0);
        int digits = (int)(vlRandom_Next(&random) % 25);
        (void)snprintf(text, sizeof text, "%.*e", digits, any);
        checkAgainstLibrary(text);
        (void)snprintf(text, sizeof text, "%.*e", digits, 0x1p-1040 * common); // subnormal
        checkAgainstLibrary(text);
        (void)snprintf(text, sizeof text, "%.*g", 1 + digits, common);
        checkAgainstLibrary(text);
    }
}

// Digits with the point anywhere, and an exponent that leads beyond both ends of the range.
static void digits_and_exponents_of_any_length_are_read(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    int count = vlTestRig_PairCount(20000);
    for (int i = 0; i < count; ++i) {
        char text[LONGEST];
        int digits = 1 + (int)(vlRandom_Next(&random) % (i % 20 == 0 ? 1500 : 40));
        int point = (int)(vlRandom_Next(&random) % (uint64_t)(digits + 1));
        int used = 0;
        for (int k = 0; k < digits; ++k) {
            if (k == point) {
                text[used++] = '.';
            }
            text[used++] = (char)('0' + vlRandom_Next(&random) % 10);
        }
        int exponent = (int)(vlRandom_Next(&random) % 700) - 350 - digits / 2;
        (void)snprintf(text + used, sizeof text - (size_t)used, "e%d", exponent);
        checkAgainstLibrary(text);
    }
}

// The hardest numbers: exactly between two doubles, and above and below by a digit far behind.
static void numbers_halfway_between_two_doubles_go_to_the_even_one(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    int count = vlTestRig_PairCount(20000) / 20;
    for (int i = 0; i < count; ++i) {
        char text[LONGEST], longer[LONGEST];
        double low = i % 4 == 0 ? 0x1p-1070 * vlRandom_Uniform(&random) : anyDouble(&random);
        double high = nextafter(low, HUGE_VAL);
        if (!isfinite(high)) {
            continue;
        }
        // The long double has eleven more bits here, and halves the sum exactly.
        long double middle = 0.5L * ((long double)low + (long double)high);
        (void)snprintf(text, sizeof text, "%.800Le", middle);
        checkAgainstLibrary(text);
        char* e = strchr(text, 'e');
        int zeros = (int)(vlRandom_Next(&random) % 900);
        (void)snprintf(longer, sizeof longer, "%.*s%0*d1%s", (int)(e - text), text, zeros + 1, 0,
                       e);
        checkAgainstLibrary(longer);
        for (char* c = e - 1; c > text; --c) { // a little less: the last digit that is not 0
            if (*c >= '1' && *c <= '9') {
                --*c;
                checkAgainstLibrary(text);
                break;
            }
        }
    }
}

static void the_ends_of_the_range_and_odd_notations_are_read(void** state)
{
    (void)state;
    static const char* const texts[] = {"0",
                                        "-0",
                                        "1.",
                                        ".5",
                                        "-.5e-3",
                                        "+7",
                                        "1e",
                                        "1e+",
                                        "2e5x",
                                        "1,5",
                                        "1 2",
                                        "00000.000001",
                                        "1e400",
                                        "-1e400",
                                        "1e-400",
                                        "-1e-400",
                                        "0e999999999999999999999",
                                        "4.9e-324",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999",
                                        "2.4703282292062327208e-324",
                                        "2.4703282292062328e-324",
                                        "1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072012e-308",
                                        "9007199254740993",
                                        "9007199254740992",
                                        "9007199254740991",
                                        "123456789012345678901234567890",
                                        "6.631236871469758276785396630275967e-316",
                                        "8.5e22",
                                        "1e23",
                                        "9.5e-23",
                                        "0.000000000000000000000000000000000000000000000000001e60"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        checkAgainstLibrary(texts[i]);
    }
    static const char* const none[] = {"", "-", "+", ".", "-.", "e5", "x", " 1", "inf", "nan"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) {
        double value = 3.0;
        assert_ptr_equal(vlDecimal_Read(none[i], none[i] + strlen(none[i]), &value), none[i]);
        assert_false(vlDecimal_IsAll(none[i], &value));
        assert_true(value == 3.0);
    }
    double value = 3.0;
    assert_false(vlDecimal_IsAll("1e400", &value));
    assert_false(vlDecimal_IsAll("0x10", &value));
    assert_false(vlDecimal_IsAll("1,5", &value));
    assert_true(vlDecimal_IsPart("1.25e3", 4, &value) && value == 1.25); // looks no further
}

static void numbers_are_written_so_that_they_read_back(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    int count = vlTestRig_PairCount(20000);
    char text[VL_DECIMAL_ROOM];
    for (int i = 0; i < count; ++i) {
        double value = anyDouble(&random), back = 0.0;
        vlDecimal_Write(value, text);
        assert_true(vlDecimal_IsAll(text, &back));
        assert_memory_equal(&back, &value, sizeof value);
    }
    vlDecimal_Write(0.1, text);
    assert_string_equal(text, "0.1");
    vlDecimal_Write(-1.5e300, text);
    assert_string_equal(text, "-1.5e+300");
    vlDecimal_WriteDigits(2.0 / 3.0, 3, text);
    assert_string_equal(text, "0.667");
}

static void powers_of_ten_are_the_nearest_doubles(void** state)
{
    (void)state;
    for (int n = -340; n <= 320; ++n) {
        char text[16];
        (void)snprintf(text, sizeof text, "1e%d", n);
        double power = vlTenTo(n);
        assert_true(power == strtod(text, NULL));
        if (n > -308 && n < 308) {
            assert_int_equal(vlTensOf(power), n);
            assert_int_equal(vlTensOf(nextafter(power, 0.0)), n - 1);
            assert_int_equal(vlTensOf(9.99 * power), n);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_any_bits_and_digits_are_rounded_correctly),
        cmocka_unit_test(digits_and_exponents_of_any_length_are_read),
        cmocka_unit_test(numbers_halfway_between_two_doubles_go_to_the_even_one),
        cmocka_unit_test(the_ends_of_the_range_and_odd_notations_are_read),
        cmocka_unit_test(numbers_are_written_so_that_they_read_back),
        cmocka_unit_test(powers_of_ten_are_the_nearest_doubles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
