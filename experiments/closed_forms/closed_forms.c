// SPDX-License-Identifier: MIT
// Claim: with default settings, what Volar computes is what mechanics says, whatever the masses,
// the step and the motion. Figure: ours: rolling, arch, topple and shaken table, beside the exact
// curve. Set-up: each row of the groups (groups.h) is a small case with a known answer, run with
// the explicit integrator at 1 ms and the implicit one at 1 ms and 5 ms, everything else as a new
// world has it. README.md shows the table; `make closed-forms` runs it beside other engines.
// Criteria: those of the rows; each bound has its reason beside it. A method without a bound is
// reported only, and the reason says why.

#include <math.h>
#include <stdio.h>

#include "experiments/closed_forms/figures.h"
#include "experiments/closed_forms/form.h"
#include "experiments/registry.h"

#define FIELDS (3 + 3 * VL_FORM_METHODS + 1)

static void writeRow(vlCsv* csv, const vlFormGroup* group, const vlForm* form, const double* values)
{
    char numbers[1 + 2 * VL_FORM_METHODS][32], bounds[VL_FORM_METHODS][48];
    const char* fields[FIELDS] = {group->name, form->name, numbers[0]};
    snprintf(numbers[0], sizeof numbers[0], "%.10g", vlForm_Exact(form));
    for (int i = 0; i < VL_FORM_METHODS; ++i) {
        double error = vlForm_Error(form, values[i]);
        snprintf(numbers[1 + i], sizeof numbers[0], "%.10g", values[i]);
        snprintf(numbers[1 + VL_FORM_METHODS + i], sizeof numbers[0], "%.4g", error);
        vlForm_Describe(form, i, bounds[i], sizeof bounds[i]);
        fields[3 + i] = numbers[1 + i];
        fields[3 + VL_FORM_METHODS + i] = numbers[1 + VL_FORM_METHODS + i];
        fields[3 + 2 * VL_FORM_METHODS + i] = bounds[i];
    }
    fields[FIELDS - 1] = form->reason;
    vlCsv_Texts(csv, fields, FIELDS);
}

static void runForm(vlExperimentContext* ctx, vlCsv* csv, const vlFormGroup* group,
                    const vlForm* form)
{
    double values[VL_FORM_METHODS];
    for (int i = 0; i < VL_FORM_METHODS; ++i) {
        char name[96], bound[48];
        values[i] = vlForm_Measure(form, &vlForm_Methods[i]);
        snprintf(name, sizeof name, "%s; %s", form->name, vlForm_Methods[i].label);
        vlForm_Describe(form, i, bound, sizeof bound);
        if (isnan(form->limit[i])) {
            vlExperiment_Report(ctx, name, values[i]);
        } else {
            vlExperiment_Judge(ctx, name, values[i], bound, vlForm_Passes(form, i, values[i]));
        }
    }
    writeRow(csv, group, form, values);
}

static int runForms(vlExperimentContext* ctx)
{
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "forms",
        "group,case,exact,explicit_1ms,implicit_1ms,implicit_5ms,error_explicit_1ms,"
        "error_implicit_1ms,error_implicit_5ms,bound_explicit_1ms,bound_implicit_1ms,"
        "bound_implicit_5ms,reason");
    int count = 0;
    for (int g = 0; vlFormGroup_At(g) != NULL; ++g) {
        const vlFormGroup* group = vlFormGroup_At(g);
        for (int i = 0; i < group->count; ++i) {
            const vlForm* form = &group->forms[i];
            char part[128];
            snprintf(part, sizeof part, "%s/%s", group->name, form->name);
            if (vlExperiment_Wants(ctx, part)) {
                runForm(ctx, csv, group, form);
                ++count;
            }
        }
    }
    count += vlForms_Draw(ctx);
    return count > 0 ? 0 : vlExperiment_Fail(ctx, "no case has this in its name");
}

const vlExperiment vlExperiment_ClosedForms = {
    "closed-forms", "Closed forms",
    "With default settings, cases with a known answer come out right at every step.", runForms};
