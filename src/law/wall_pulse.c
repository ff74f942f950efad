// SPDX-License-Identifier: MIT
// Wall "pulse": an impact where the contact begins, then the spring of wall_seh.c.
//
//     at the first sample inside: the approach stops, or turns round with restitution e  [SV97]
//     then F = max(0, K (2 c_k - 1.5 c_(k-1) + 0.5 c_(k-2)) + B C), c = max(d - d_0, 0)
//
// The world computes the impact (impact2.c, T11.15); the law itself is only what follows it.
// Parameters: K stiffness 5000 N/m, B damping 0, e restitution 0, offset: 1 measures the depth from
// d_0, where the impact happened, or the least depth since (T11.14). Window: w T <= 0.5, n B T < m
// (T11.9). Memory: c_(k-1), c_(k-2), d_0, begun.
// Energy: the impact leaves e^2 of the energy of the approach. Without offset the spring is loaded
// already when the contact is found, with at most (w T)^2 of that energy: the law loses while
// e^2 + (w T)^2 < 1. With offset it always does.

#include "law/law_rows.h"

enum { STIFFNESS, DAMPING, RESTITUTION, OFFSET };
enum { HISTORY, DEPTH_0 = 2, HAS_BEGUN };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact", 0.0, 1e9, 5000.0},
    {"damping", "N s/m", "of one contact", 0.0, 1e6, 0.0},
    {"restitution", "", "speed after an impact over that before", 0.0, 1.0, 0.0},
    {"offset", "", "1: depth counts from where the impact was", 0.0, 1.0, 0.0},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double depth = input->position;
    if (depth <= 0.0) {
        memory[HISTORY] = memory[HISTORY + 1] = memory[DEPTH_0] = memory[HAS_BEGUN] = 0.0;
        return (vlLawOutput){0.0, false};
    }
    if (memory[HAS_BEGUN] == 0.0) {
        memory[HAS_BEGUN] = 1.0;
        memory[DEPTH_0] = p[OFFSET] >= 0.5 ? depth : 0.0;
    }
    if (depth < memory[DEPTH_0]) {
        memory[DEPTH_0] = depth;
    }
    double estimate = vlLaw_Estimate(memory + HISTORY, depth - memory[DEPTH_0]);
    double force = depth > memory[DEPTH_0]
                       ? vlLaw_Inside(p[STIFFNESS] * estimate + p[DAMPING] * input->velocity)
                       : 0.0;
    return (vlLawOutput){force, false};
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    double swing = vlLaw_Swing(p[STIFFNESS], load);
    double left = p[RESTITUTION] * p[RESTITUTION] + (p[OFFSET] >= 0.5 ? 0.0 : swing * swing);
    return left < 1.0 ? VL_LAW_LOSES : left <= 1.0 ? VL_LAW_KEEPS : VL_LAW_GIVES;
}

const vlLaw vlWallPulse = {
    .name = "pulse",
    .title = "pulse",
    .about = "an impact where the contact begins, then an SEH spring: comes to rest soonest",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 4,
    .restitution = RESTITUTION,
    .evaluate = evaluate,
    .stiffness = vlWall_Stiffness,
    .energy = energy,
    .check = vlWall_CheckDamped,
};
