// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SWEEP_EFFECT_H
#define VOLAR_APP_SWEEP_EFFECT_H

// Which axes of a sweep change nothing: often a value that another one of the scene overrides.

#include "app/sweep/sweep_plan.h"

// Whether two runs that differ in this axis alone have different results. True also if that cannot
// be said: the axis has one value, other axes are drawn for each run, or no run has a result.
// `numbers` are those of all runs: axes, then columns.
bool vlSweepEffect_Has(const vlSweepPlan* plan, const double* numbers, int axis);

#endif
