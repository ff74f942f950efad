// SPDX-License-Identifier: MIT
// Fits of many steps, counted against their bounds.

#include "shape_makers.h"
#include "volar/formation_fit.h"

static void tallies_count_against_their_bounds(void** state)
{
    (void)state;
    vlFitTally tally = {0};
    vlFitTally half = {0};
    vlPairForce force = {.point = {1, 2, 3}, .normal = {0, 0, 1}, .normalForce = 1.0};
    assert_true(vlFitTally_GetQuantile(&tally, 0.5) == 0.0);
    for (int i = 1; i <= 1000; ++i) {
        vlFormationFit fit = {.normalForce = 1.0,
                              .plain = 1e-5 * i,
                              .footprint = 0.9e-5 * i,
                              .reach = i > 900 ? 0.1 : 0.0,
                              .beyond = i > 980 ? 0.02 : 0.0,
                              .unexplained = i > 990 ? 0.06 : 0.0,
                              .worst = i > 990 ? 0 : -1};
        vlFitTally_Add(i % 2 == 0 ? &tally : &half, &fit, &force, true, true, i);
    }
    vlFitTally_Merge(&tally, &half);
    assert_int_equal(tally.steps, 1000);
    // To the width of a bin, a quarter of an octave.
    double median = vlFitTally_GetQuantile(&tally, 0.5);
    assert_true(median >= 0.0045 && median <= 0.0045 * 1.19);
    assertNear(vlFitTally_GetQuantile(&tally, 1.0), 0.009, 1e-12);
    assert_true(tally.narrow == 900 && tally.beyond == 20);
    assertNear(tally.plainMax, 0.009, 1e-12);
    assertNear(tally.widePlainMax, 0.01, 1e-12);
    assert_true(vlFitTally_IsResidualGood(&tally, false) && vlFitTally_IsForceExplained(&tally));
    assertNear(tally.worst.point.z, 3.0, 0.0);
    vlFormationFit bad = {.normalForce = 1.0, .plain = 0.2, .footprint = 0.01, .worst = 0};
    vlFitTally plainOnly = tally;
    vlFitTally_Add(&plainOnly, &bad, &force, true, true, 0.0);
    assert_false(vlFitTally_IsResidualGood(&plainOnly, false)); // plain region, narrow footprint
    bad.reach = 0.1;
    plainOnly = tally;
    for (int i = 0; i < 3; ++i) { // 1% and more: two of a thousand are allowed
        assert_true(vlFitTally_IsResidualGood(&plainOnly, false));
        vlFitTally_Add(&plainOnly, &bad, &force, true, true, 0.0);
    }
    assert_false(vlFitTally_IsResidualGood(&plainOnly, false));
    bad.footprint = 0.051;
    vlFitTally_Add(&tally, &bad, &force, true, true, 0.0);
    assert_false(vlFitTally_IsResidualGood(&tally, false));
    assert_true(vlFitTally_IsResidualGood(&tally, true)); // one of 1001
    bad.unexplained = 0.5;
    for (int i = 0; i < 10; ++i) {
        vlFitTally_Add(&tally, &bad, &force, true, true, 7.0);
    }
    assert_false(vlFitTally_IsForceExplained(&tally));
    assertNear(tally.worstTime, 7.0, 0.0);
    // Not judged: unsteady, without a name, without a force.
    uint64_t steps = tally.steps;
    vlFitTally_Add(&tally, &bad, &force, true, false, 8.0);
    vlFitTally_Add(&tally, &bad, &force, false, true, 8.0);
    bad.normalForce = 0.01;
    vlFitTally_Add(&tally, &bad, &force, true, true, 8.0);
    assert_true(tally.steps == steps && tally.unsteady == 1 && tally.unnamed == 1 &&
                tally.forceless == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_count_against_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
