// SPDX-License-Identifier: MIT
// Wall "seh": sample, estimate, hold.
//
//     F = max(0, K (2 c_k - 1.5 c_(k-1) + 0.5 c_(k-2)) + B C) for d > 0, else 0     [C00] eq. (1)
//
// with c = max(d, 0): a signed history would let a bounce gain 2% (T11.6). It is the half-step
// predictor plus the error of its last prediction (T11.7).
// Parameters: K stiffness 5000 N/m, B damping 0. Window: w T <= 0.5, n B T < m (T11.9).
// Memory: c_(k-1), c_(k-2). Energy: marginally passive; a bounce multiplies the energy by about
// exp(-pi (w T)^3/2) (T11.8).

#include "law/law_rows.h"

enum { STIFFNESS, DAMPING };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact", 0.0, 1e9, 5000.0},
    {"damping", "N s/m", "of one contact", 0.0, 1e6, 0.0},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double estimate = vlLaw_Estimate(memory, input->position);
    double force = 0.0;
    if (input->position > 0.0) {
        force = vlLaw_Inside(p[STIFFNESS] * estimate + p[DAMPING] * input->velocity);
    }
    return (vlLawOutput){force, false};
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    (void)load;
    return p[DAMPING] > 0.0 ? VL_LAW_LOSES : VL_LAW_KEEPS;
}

const vlLaw vlWallSeh = {
    .name = "seh",
    .title = "SEH spring",
    .about = "spring with the sample-estimate-hold depth: marginally passive",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 2,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = vlWall_Stiffness,
    .energy = energy,
    .check = vlWall_CheckDamped,
};
