// SPDX-License-Identifier: MIT
// Wall "pi": a spring, and an integral that makes it harder the longer the contact lasts [M96].
//
//     e_k = 2 c_k - 1.5 c_(k-1) + 0.5 c_(k-2)   (estimate 1)  or  c_k  (estimate 0)
//     I += T e_k, kept >= 0, cleared outside;   F = max(0, K e_k + Ki I) for d > 0, else 0
//
// Parameters: K stiffness 5000 N/m, Ki integral 10000 N/(m s), estimate 1. Window: w T <= 0.5
// (T11.9). Memory: c_(k-1), c_(k-2), I.
// Energy: an integral always gives, about pi Ki/(w K) of what the spring stored in a bounce; with
// the estimate the law is passive while Ki < K w (w T)^3/4, half of what the loss of the estimate
// covers (T11.16). Without it the law always gives.

#include "law/law_rows.h"

enum { STIFFNESS, INTEGRAL, ESTIMATE };
enum { HISTORY, SUM = 2 };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact", 0.0, 1e9, 5000.0},
    {"integral", "N/(m s)", "of one contact", 0.0, 1e9, 10000.0},
    {"estimate", "", "1: the sample-estimate-hold depth; 0: the depth as sampled", 0.0, 1.0, 1.0},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double estimate = vlLaw_Estimate(memory + HISTORY, input->position);
    if (input->position <= 0.0) {
        memory[SUM] = 0.0;
        return (vlLawOutput){0.0, false};
    }
    double depth = p[ESTIMATE] >= 0.5 ? estimate : input->position;
    memory[SUM] = vlLaw_Inside(memory[SUM] + input->step * depth);
    return (vlLawOutput){vlLaw_Inside(p[STIFFNESS] * depth + p[INTEGRAL] * memory[SUM]), false};
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    double swing = vlLaw_Swing(p[STIFFNESS], load);
    double cover = p[STIFFNESS] * (swing / load->step) * swing * swing * swing / 4.0;
    return p[ESTIMATE] >= 0.5 && p[INTEGRAL] <= cover ? VL_LAW_KEEPS : VL_LAW_GIVES;
}

const vlLaw vlWallPi = {
    .name = "pi",
    .title = "PI",
    .about = "spring and integral: harder the longer it is pressed, gives energy",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 3,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = vlWall_Stiffness,
    .energy = energy,
    .check = vlWall_CheckSpring,
};
