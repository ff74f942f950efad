// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORM_FIGURES_H
#define VOLAR_FORM_FIGURES_H

// The figures of the closed forms: rolling, arch, topple and shaken table.

#include "experiments/experiment.h"

// Those whose group was asked for.
void vlForms_Draw(vlExperimentContext* ctx);

#endif
