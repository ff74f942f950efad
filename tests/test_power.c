// SPDX-License-Identifier: MIT
// Angles, powers and logarithms against the C library's long double, whose eleven further bits make
// it a thousand times as accurate as what is promised.

#include <float.h>

#include "base/angle.h"
#include "base/histogram.h"
#include "base/power.h"
#include "models/random.h"
#include "stage.h"
#include "test.h"

// The worst of many results in units of the last place of the double nearest to what is expected.
typedef struct Worst {
    double units, at;
} Worst;

static void look(Worst* worst, double value, long double expected, double at)
{
    double nearest = fabs((double)expected);
    double unit = nextafter(nearest, HUGE_VAL) - nearest;
    double units = (double)(fabsl((long double)value - expected) / (long double)unit);
    if (!(units <= worst->units)) {
        *worst = (Worst){units, at};
    }
}

static void checkWorst(const char* name, Worst worst, double promised)
{
    if (!(worst.units <= promised)) {
        fail_msg("%s: %.3f units at %.17g; promised %g", name, worst.units, worst.at, promised);
    }
}

static double anyPositive(vlRandom* random)
{
    return vlRandom_Log(random, 1e-300, 1e300);
}

static void exponentials_and_logarithms_are_good_to_a_unit_and_a_half(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    Worst exponential = {0}, logarithm = {0};
    int count = vlStage_Count(100000, 5000);
    for (int i = 0; i < count; ++i) {
        double large = vlRandom_Range(&random, -708.0, 709.0);
        double small = vlRandom_Range(&random, -1.0, 1.0);
        double any = anyPositive(&random);
        double near = 1.0 + vlRandom_Range(&random, -0.3, 0.3);
        double next = 1.0 + 1e-9 * vlRandom_Range(&random, -1.0, 1.0);
        look(&exponential, vlExp(large), expl((long double)large), large);
        look(&exponential, vlExp(small), expl((long double)small), small);
        look(&logarithm, vlLog(any), logl((long double)any), any);
        look(&logarithm, vlLog(near), logl((long double)near), near);
        look(&logarithm, vlLog(next), logl((long double)next), next);
    }
    checkWorst("vlExp", exponential, 1.5);
    checkWorst("vlLog", logarithm, 1.5);
}

static void powers_lose_as_many_units_as_the_logarithm_is_long(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    int count = vlStage_Count(100000, 5000);
    for (int i = 0; i < count; ++i) {
        double x = vlRandom_Log(&random, 1e-6, 1e6);
        double y = vlRandom_Range(&random, -20.0, 20.0);
        Worst worst = {0};
        look(&worst, vlPower(x, y), powl((long double)x, (long double)y), x);
        checkWorst("vlPower", worst, 4.0 * fabs(y * vlLog(x)) + 3.0);
    }
}

static void cube_roots_are_good_to_a_unit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    Worst worst = {0};
    int count = vlStage_Count(100000, 5000);
    for (int i = 0; i < count; ++i) {
        double x = anyPositive(&random);
        double near = vlRandom_Range(&random, 0.1, 10.0);
        look(&worst, vlCubeRoot(x), cbrtl((long double)x), x);
        look(&worst, vlCubeRoot(near), cbrtl((long double)near), near);
        assert_true(vlCubeRoot(-x) == -vlCubeRoot(x));
    }
    checkWorst("vlCubeRoot", worst, 1.0);
    for (int i = -100; i <= 100; ++i) {
        assert_true(vlCubeRoot((double)i * i * i) == i);
    }
    assert_true(vlCubeRoot(0x1p-1074) > 0.0 && vlCubeRoot(0x1p-1074) < 1e-107);
}

static void angles_are_good_to_three_units(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    Worst tangent = {0}, cosine = {0}, sine = {0}, direction = {0};
    int count = vlStage_Count(100000, 5000);
    for (int i = 0; i < count; ++i) {
        double x = vlRandom_Range(&random, -1.0, 1.0);
        double near = 1.0 - 1e-6 * vlRandom_Uniform(&random);
        double angle = vlRandom_Range(&random, -1.5, 1.5);
        double y = vlRandom_Log(&random, 1e-100, 1e100);
        double z = y * vlRandom_Log(&random, 1e-9, 1e9);
        look(&tangent, vlTangent(angle), tanl((long double)angle), angle);
        look(&cosine, vlArcCosine(x), acosl((long double)x), x);
        look(&cosine, vlArcCosine(near), acosl((long double)near), near);
        look(&sine, vlArcSine(x), asinl((long double)x), x);
        look(&sine, vlArcSine(near), asinl((long double)near), near);
        look(&direction, vlAngle_Of(y, z), atan2l((long double)y, (long double)z), y / z);
    }
    checkWorst("vlTangent", tangent, 3.0);
    checkWorst("vlArcCosine", cosine, 3.0);
    checkWorst("vlArcSine", sine, 3.0);
    checkWorst("vlAngle_Of", direction, 2.0);
}

static void ends_of_the_range_are_what_the_c_library_gives(void** state)
{
    (void)state;
    assert_true(vlExp(710.0) == HUGE_VAL && vlExp(HUGE_VAL) == HUGE_VAL);
    assert_true(vlExp(-746.0) == 0.0 && vlExp(-HUGE_VAL) == 0.0);
    assert_true(vlExp(-745.0) == 0x1p-1074 && vlExp(0.0) == 1.0);
    assert_true(isnan(vlExp((double)NAN)) && isnan(vlLog((double)NAN)));
    assert_true(vlLog(0.0) == -HUGE_VAL && vlLog(HUGE_VAL) == HUGE_VAL && isnan(vlLog(-1.0)));
    assert_true(vlLog(1.0) == 0.0);
    assert_true(fabs(vlLog(0x1p-1074) + 744.44007192138122) < 2e-13);
    assert_true(vlCubeRoot(0.0) == 0.0 && vlCubeRoot(-HUGE_VAL) == -HUGE_VAL);
    assert_true(vlPower(7.3, 0.0) == 1.0 && vlPower(7.3, 1.0) == 7.3);
    assert_true(vlArcCosine(1.5) == 0.0 && vlArcCosine(-1.5) == VL_PI);
    assert_true(vlArcSine(-7.0) == -0.5 * VL_PI && vlArcSine(0.0) == 0.0);
    assert_true(vlSine(0.0) == 0.0 && vlCosine(0.0) == 1.0 && vlTangent(0.0) == 0.0);
}

// Four bins to an octave from a quarter of a microsecond on; a bin begins at its power of two.
static void bins_of_the_histogram_are_quarters_of_octaves(void** state)
{
    (void)state;
    for (int bin = 0; bin < VL_HISTOGRAM_BINS; ++bin) {
        double begin = (double)(0.25L * exp2l(0.25L * (long double)bin));
        assert_int_equal(vlHistogram_FindBin(begin * (1.0 + 1e-12)), bin);
        assert_int_equal(vlHistogram_FindBin(begin * (1.0 - 1e-12)), bin > 0 ? bin - 1 : 0);
        uint32_t bins[VL_HISTOGRAM_BINS] = {0};
        bins[bin] = 2;
        double middle = (double)(0.25L * exp2l(0.25L * ((long double)bin + 0.5L)));
        assert_true(fabs(vlHistogram_FindPercentile(bins, 0.5) / middle - 1.0) < 1e-14);
    }
    assert_int_equal(vlHistogram_FindBin(HUGE_VAL), VL_HISTOGRAM_BINS - 1);
    assert_int_equal(vlHistogram_FindBin((double)NAN), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_and_logarithms_are_good_to_a_unit_and_a_half),
        cmocka_unit_test(powers_lose_as_many_units_as_the_logarithm_is_long),
        cmocka_unit_test(cube_roots_are_good_to_a_unit),
        cmocka_unit_test(angles_are_good_to_three_units),
        cmocka_unit_test(ends_of_the_range_are_what_the_c_library_gives),
        cmocka_unit_test(bins_of_the_histogram_are_quarters_of_octaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
