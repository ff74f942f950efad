// SPDX-License-Identifier: MIT
// Wall "hysteretic": four springs side by side, three of them on blocks that slide when pulled
// hard.
//
//     q_i = K/4 (d - b_i), kept within +-f_i by moving the block b_i;  F = max(0, sum q_i) (T11.13)
//
// [GW99] in the form of massless blocks. The fourth spring never slides, so that the wall cannot be
// pushed through. Parameters: K stiffness 5000 N/m; break1 to break3 0.25, 1, 4 N; estimate 0 or 1:
// feed the depth of wall_seh.c to the springs. Window: w T <= 0.5 (T11.9). Memory: b_1 to b_3, and
// the history of the estimate.
// Energy: a slow loop to the depth D takes about sum 2 f_i D - 10 f_i^2/K, whatever the step.
// Motions smaller than 4 f_1/K slide no block: there the springs are sampled springs and give
// energy, unless `estimate` is 1. Break forces 2.5 times as large leave a visible limit cycle.

#include "law/law_rows.h"

enum { STIFFNESS, BREAK_1, BREAK_2, BREAK_3, ESTIMATE };
enum { BLOCKS = 3, HISTORY = BLOCKS };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact, all springs together", 0.0, 1e9, 5000.0},
    {"break1", "N", "force at which the first block slides", 0.0, 1e6, 0.25},
    {"break2", "N", "force at which the second block slides", 0.0, 1e6, 1.0},
    {"break3", "N", "force at which the third block slides", 0.0, 1e6, 4.0},
    {"estimate", "", "1: the springs get the sample-estimate-hold depth", 0.0, 1.0, 0.0},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double estimate = vlLaw_Estimate(memory + HISTORY, input->position);
    if (input->position <= 0.0) {
        for (int i = 0; i < BLOCKS; ++i) {
            memory[i] = 0.0;
        }
        return (vlLawOutput){0.0, false};
    }
    double depth = p[ESTIMATE] >= 0.5 ? estimate : input->position;
    double k = 0.25 * p[STIFFNESS];
    double force = k * depth;
    for (int i = 0; i < BLOCKS && k > 0.0; ++i) {
        double limit = p[BREAK_1 + i];
        double q = k * (depth - memory[i]);
        if (q > limit) {
            memory[i] = depth - limit / k;
            q = limit;
        } else if (q < -limit) {
            memory[i] = depth + limit / k;
            q = -limit;
        }
        force += q;
    }
    return (vlLawOutput){vlLaw_Inside(force), false};
}

static double stiffness(const double* p)
{
    return 0.25 * p[STIFFNESS];
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    (void)load;
    return p[ESTIMATE] >= 0.5 ? VL_LAW_LOSES : VL_LAW_DEPENDS;
}

const vlLaw vlWallHysteretic = {
    .name = "hysteretic",
    .title = "hysteretic",
    .about = "springs on blocks that slide: takes energy whatever the step",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = BLOCKS + 2,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = stiffness,
    .energy = energy,
    .check = vlWall_CheckSpring,
};
