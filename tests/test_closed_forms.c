// SPDX-License-Identifier: MIT
// The table of closed forms: that it is complete, that its criteria can fail, that its exact values
// are right, and that every row meets its bound. The slow rows are left to the experiment.

#include <stdio.h>
#include <string.h>

#include "experiments/closed_forms/groups.h"
#include "plot/summary.h"
#include "stage.h"
#include "test.h"

static void every_row_has_what_a_row_needs(void** state)
{
    (void)state;
    int count = 0;
    vlCriterion criterion;
    for (int g = 0; vlFormGroup_At(g) != NULL; ++g) {
        const vlFormGroup* group = vlFormGroup_At(g);
        for (int i = 0; i < group->count; ++i, ++count) {
            const vlForm* form = &group->forms[i];
            bool isJudged = false;
            for (int m = 0; m < VL_FORM_METHODS; ++m) {
                isJudged = isJudged || !isnan(form->limit[m]);
                // The name of a criterion must hold both.
                assert_true(strlen(form->name) + 2 + strlen(vlForm_Methods[m].label) <
                            sizeof criterion.name);
            }
            assert_true(isJudged && form->measure != NULL && isfinite(vlForm_Exact(form)));
            assert_true(form->reason != NULL && strlen(form->reason) > 20);
            assert_null(strchr(form->name, '|')); // it becomes a cell of a table
            assert_null(strchr(form->name, '"'));
            for (int k = 0; k < i; ++k) {
                assert_string_not_equal(form->name, group->forms[k].name);
            }
        }
    }
    assert_true(count >= 30 && VL_FORM_METHODS * count <= VL_MAX_CRITERIA);
}

static void a_judgement_can_fail(void** state)
{
    (void)state;
    vlForm form = {.exact = 2.0, .limit = {1.0, 0.1, VL_FORM_REPORTED}};
    char text[48];
    form.bound = VL_FORM_PERCENT; // 1% of 2
    assert_true(vlForm_Passes(&form, 0, 2.019) && vlForm_Passes(&form, 0, 1.981));
    assert_true(!vlForm_Passes(&form, 0, 2.021) && !vlForm_Passes(&form, 0, 1.979));
    vlForm_Describe(&form, 0, text, sizeof text);
    assert_string_equal(text, "2 +- 1%");
    form.bound = VL_FORM_WITHIN;
    assert_true(vlForm_Passes(&form, 1, 2.09) && !vlForm_Passes(&form, 1, 2.11));
    vlForm_Describe(&form, 1, text, sizeof text);
    assert_string_equal(text, "2 +- 0.1");
    form.bound = VL_FORM_AT_MOST;
    assert_true(vlForm_Passes(&form, 0, 1.0) && !vlForm_Passes(&form, 0, 1.001));
    form.bound = VL_FORM_AT_LEAST;
    assert_true(vlForm_Passes(&form, 0, 1.0) && !vlForm_Passes(&form, 0, 0.999));
    for (int b = VL_FORM_PERCENT; b <= VL_FORM_AT_LEAST; ++b) {
        form.bound = (vlFormBound)b;
        assert_false(vlForm_Passes(&form, 0, nan("")));
        vlForm_Describe(&form, 2, text, sizeof text);
        assert_string_equal(text, "");
    }
}

static void the_exact_slip_is_newmarks(void** state)
{
    (void)state;
    // V^2/(2 f) (1 - f/A): final speed V = 1.6 m/s, pulse A = 8 m/s2, friction f = 2.94 m/s2.
    double f = 0.3 * VL_FORM_GRAVITY, exact = 1.6 * 1.6 / (2.0 * f) * (1.0 - f / 8.0);
    VL_CHECK_NEAR(vlForm_ExactSlip(VL_PULSE_RECTANGLE, 0.0, 1.5), exact, 1e-4 * exact);
    // Uphill on a slope: g (mu cos - sin) in place of mu g.
    f = VL_FORM_GRAVITY * (0.3 * cos(0.1) - sin(0.1));
    exact = 1.6 * 1.6 / (2.0 * f) * (1.0 - f / 8.0);
    VL_CHECK_NEAR(vlForm_ExactSlip(VL_PULSE_RECTANGLE, 0.1, 1.5), exact, 1e-4 * exact);
    // A block that friction can carry along does not slip.
    assert_true(vlForm_ExactSlip(VL_PULSE_SINE, 0.0, 0.01) == 0.0);
}

static void every_quick_row_meets_its_bound(void** state)
{
    (void)state;
    int bad = 0, judged = 0;
    for (int g = 0; vlFormGroup_At(g) != NULL; ++g) {
        const vlFormGroup* group = vlFormGroup_At(g);
        for (int i = 0; i < group->count; ++i) {
            const vlForm* form = &group->forms[i];
            for (int m = 0; m < VL_FORM_METHODS && !form->isSlow; ++m) {
                char bound[48];
                vlForm_Describe(form, m, bound, sizeof bound);
                if (isnan(form->limit[m])) {
                    continue;
                }
                double value = vlForm_Measure(form, &vlForm_Methods[m]);
                ++judged;
                if (!vlForm_Passes(form, m, value)) {
                    print_message("%s; %s: %g, but %s\n", form->name, vlForm_Methods[m].label,
                                  value, bound);
                    ++bad;
                }
            }
        }
    }
    assert_int_equal(bad, 0);
    assert_true(judged > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_what_a_row_needs),
        cmocka_unit_test(a_judgement_can_fail),
        cmocka_unit_test(the_exact_slip_is_newmarks),
        cmocka_unit_test(every_quick_row_meets_its_bound),
    };
    return cmocka_run_group_tests_name("closed_forms", tests, NULL, NULL);
}
