// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORM_GROUPS_H
#define VOLAR_FORM_GROUPS_H

// The groups of closed forms, one a file, in the order of the table.

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

// What the figures show, beside the numbers of the table.

// m, that the crown of the arch has sunk by after 6 s, at a thickness over radius.
double vlForm_SinkArch(const vlFormMethod* method, double thickness);
// Of b/h: the slope at which a block of b/h topples.
double vlForm_FindToppling(const vlFormMethod* method, double widthOverHeight);
// Coefficient of rolling resistance of a cylinder of 512 sides, at a speed in m/s.
double vlForm_RollLevel(const vlFormMethod* method, double speed);

// The pulse of a table that is shaken, and what the block on it does.
typedef enum vlFormPulse { VL_PULSE_RECTANGLE, VL_PULSE_TRIANGLE, VL_PULSE_SINE } vlFormPulse;
// Calls `observe` after each step with time (s) and slip of the table below the block (m); NULL: no
// one. Returns the slip at the end.
double vlForm_Shake(const vlFormMethod* method, vlFormPulse pulse, double slope,
                    void (*observe)(void* user, double time, double slip), void* user);
// The exact slip so far, by quadrature of the motion of a rigid block.
double vlForm_ExactSlip(vlFormPulse pulse, double slope, double time);

#endif
