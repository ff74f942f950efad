// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORM_FIGURES_H
#define VOLAR_FORM_FIGURES_H

// The figures of the closed forms: rolling, arch, topple and shaken table.

#include "experiments/experiment.h"

// Draws the figures that vlExperiment_Wants, and returns how many.
int vlForms_Draw(vlExperimentContext* ctx);

#endif
