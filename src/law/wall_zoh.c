// SPDX-License-Identifier: MIT
// Wall "zoh": spring and damper, sampled and held.
//
//     F = max(0, K d + B C) for d > 0, else 0        [C00] section 5; C the speed inwards
//
// Parameters: K stiffness 5000 N/m, B damping 0. Window: w T <= 0.5, n B T < m (T11.9).
// Energy: the force of a sample is held while the mass goes on, so it is too small on the way in
// and too large on the way out: a bounce multiplies the energy by exp(pi w T/2) (T11.5). A damper
// B >= K T/2 takes that back (T11.10).

#include "law/law_rows.h"

enum { STIFFNESS, DAMPING };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact", 0.0, 1e9, 5000.0},
    {"damping", "N s/m", "of one contact", 0.0, 1e6, 0.0},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    (void)memory;
    double force = 0.0;
    if (input->position > 0.0) {
        force = vlLaw_Inside(p[STIFFNESS] * input->position + p[DAMPING] * input->velocity);
    }
    return (vlLawOutput){force, false};
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    return p[DAMPING] >= 0.5 * p[STIFFNESS] * load->step ? VL_LAW_LOSES : VL_LAW_GIVES;
}

const vlLaw vlWallZoh = {
    .name = "zoh",
    .title = "ZOH spring",
    .about = "spring and damper, sampled and held: gives energy unless damped",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 0,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = vlWall_Stiffness,
    .energy = energy,
    .check = vlWall_CheckDamped,
};
