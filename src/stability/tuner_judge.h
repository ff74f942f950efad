// SPDX-License-Identifier: MIT
#ifndef VOLAR_STABILITY_TUNER_JUDGE_H
#define VOLAR_STABILITY_TUNER_JUDGE_H

// Whether a given coupling is stable, which readers of scenes ask.

#include "volar/tuner.h"

// How a given coupling does in the loops of the tuner.
typedef struct vlTunerJudgement {
    bool isStable;    // in all of them, with the force times the margin
    vlTunerHand hand; // of the loop with the lowest limit
    double stiffness; // N/m, largest that is stable with this damping and cut; if stable, the given
} vlTunerJudgement;

// Whether a coupling of this stiffness (N/m), damping (N s/m) and cut (Hz, above 0) is stable in
// the loops that vlTuner_Find tries, with the force times def->margin, which may be any number
// above 0 here. Takes about a millisecond if it is not stable. VL_ERROR_ARGUMENT as there.
VL_WARN_UNUSED vlResult vlTuner_Judge(const vlTunerDef* def, double stiffness, double damping,
                                      double cut, vlTunerJudgement* judgement);

#endif
