// SPDX-License-Identifier: MIT
#include "experiments/closed_forms/groups.h"

#define VL_POINT_TO_FORMS(group) &(group),
static const vlFormGroup* const groups[] = {VL_FORM_GROUPS(VL_POINT_TO_FORMS)};
#undef VL_POINT_TO_FORMS

const vlFormGroup* vlFormGroup_At(int i)
{
    return i >= 0 && i < (int)(sizeof groups / sizeof groups[0]) ? groups[i] : NULL;
}
