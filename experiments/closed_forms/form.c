// SPDX-License-Identifier: MIT
#include "experiments/closed_forms/form.h"

#include <math.h>
#include <stdio.h>

double vlForm_Exact(const vlForm* form)
{
    return form->exactOf != NULL ? form->exactOf(form->parameter) : form->exact;
}

double vlForm_Error(const vlForm* form, double value)
{
    double exact = vlForm_Exact(form);
    return form->bound == VL_FORM_PERCENT ? 100.0 * (value - exact) / exact : value - exact;
}

bool vlForm_Passes(const vlForm* form, int method, double value)
{
    double limit = form->limit[method];
    switch (form->bound) {
    case VL_FORM_AT_MOST: return value <= limit;
    case VL_FORM_AT_LEAST: return value >= limit;
    case VL_FORM_PERCENT:
    case VL_FORM_WITHIN: break;
    }
    return fabs(vlForm_Error(form, value)) <= limit;
}

void vlForm_Describe(const vlForm* form, int method, char* text, size_t size)
{
    double limit = form->limit[method];
    if (isnan(limit)) {
        snprintf(text, size, "%s", "");
        return;
    }
    switch (form->bound) {
    case VL_FORM_AT_MOST: snprintf(text, size, "<= %.6g", limit); break;
    case VL_FORM_AT_LEAST: snprintf(text, size, ">= %.6g", limit); break;
    case VL_FORM_WITHIN: snprintf(text, size, "%.6g +- %.6g", vlForm_Exact(form), limit); break;
    case VL_FORM_PERCENT: snprintf(text, size, "%.6g +- %.6g%%", vlForm_Exact(form), limit); break;
    }
}
