// SPDX-License-Identifier: MIT
// Wall "predictor": a spring at the depth that is expected in the middle of the coming step.
//
//     F = max(0, K (1.5 c_k - 0.5 c_(k-1))) for d > 0, else 0;   c = max(d, 0)        (T11.7)
//
// Parameter: K stiffness 5000 N/m. Window: w T <= 0.5 (T11.9). Memory: c_(k-1).
// Energy: within a swing it gives pi (w T)^3/4, and at the entry, where the clamped history is
// wrong, more: a bounce gives about 0.9 (w T)^2 of its energy. The law is here for comparison.

#include "law/law_rows.h"

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact", 0.0, 1e9, 5000.0},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double c = vlLaw_Inside(input->position);
    double force = c > 0.0 ? vlLaw_Inside(p[0] * (1.5 * c - 0.5 * memory[0])) : 0.0;
    memory[0] = c;
    return (vlLawOutput){force, false};
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    (void)p;
    (void)load;
    return VL_LAW_GIVES;
}

const vlLaw vlWallPredictor = {
    .name = "predictor",
    .title = "half-step predictor",
    .about = "spring at the depth expected in the middle of the step: gives a little energy",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 1,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = vlWall_Stiffness,
    .energy = energy,
    .check = vlWall_CheckSpring,
};
