// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORM_GROUPS_H
#define VOLAR_FORM_GROUPS_H

// The groups of closed forms, one file each, in the order of the table.

#include "experiments/closed_forms/form.h"

#define VL_FORM_GROUPS(X)                                                                          \
    X(vlForms_Pass)                                                                                \
    X(vlForms_Rest)                                                                                \
    X(vlForms_Topple)                                                                              \
    X(vlForms_Pile)                                                                                \
    X(vlForms_Slide)                                                                               \
    X(vlForms_Rod)                                                                                 \
    X(vlForms_Turn)                                                                                \
    X(vlForms_Shake)                                                                               \
    X(vlForms_Roll)                                                                                \
    X(vlForms_Swing)                                                                               \
    X(vlForms_Fly)                                                                                 \
    X(vlForms_Bounce)                                                                              \
    X(vlForms_Union)                                                                               \
    X(vlForms_Held)

#define VL_DECLARE_FORMS(group) extern const vlFormGroup group;
VL_FORM_GROUPS(VL_DECLARE_FORMS)
#undef VL_DECLARE_FORMS

// Functions that the figures share with the table.

// How far the crown of the arch has sunk after 6 s, m; `thickness` is over the radius.
double vlForm_SinkArch(const vlFormMethod* method, double thickness);
// The slope at which a block topples, tan(slope) over b/h.
double vlForm_FindToppling(const vlFormMethod* method, double widthOverHeight);
// Coefficient of rolling resistance of a cylinder of 512 sides; `speed` in m/s.
double vlForm_RollLevel(const vlFormMethod* method, double speed);

// The pulse that shakes the table.
typedef enum vlFormPulse { VL_PULSE_RECTANGLE, VL_PULSE_TRIANGLE, VL_PULSE_SINE } vlFormPulse;
// Shakes the table with a block on it. After each step `observe` (may be NULL) gets the time (s)
// and the slip of the table below the block (m). Returns the slip at the end.
double vlForm_Shake(const vlFormMethod* method, vlFormPulse pulse, double slope,
                    void (*observe)(void* user, double time, double slip), void* user);
// The exact slip so far, by quadrature of the motion of a rigid block.
double vlForm_ExactSlip(vlFormPulse pulse, double slope, double time);

#endif
