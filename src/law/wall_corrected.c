// SPDX-License-Identifier: MIT
// Wall "corrected": predictor and corrector on the force, for any law f(d), f = 0 for d <= 0.
//
//     h_k = (f(d_k) + f(2 d_k - d_(k-1)))/2
//     F_k = max(0, h_k + (f(d_(k-1)) + f(d_k))/2 - h_(k-1))                              (T11.11)
//
// h is the mean force expected over the coming step; the rest is the amount by which the force held
// in the last step was too small. The law is evaluated outside too, so that it may push one sample
// before the depth is positive. Parameters: f(d) = K d (1 + (d/h)^2) with K stiffness 5000 N/m and
// h the depth at which the stiffness has doubled; 0: never, a plain spring, for which the law is
// that of wall_seh.c while it stays inside. Window: w T <= 0.5 with K (T11.9). Memory: d_(k-1),
// f(d_(k-1)), h_(k-1), begun. Energy: marginally passive, nearest to lossless.

#include "law/law_rows.h"

enum { STIFFNESS, DOUBLING };
enum { DEPTH, FORCE, EXPECTED, HAS_BEGUN };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "of one contact at small depth", 0.0, 1e9, 5000.0},
    {"doubling", "m", "depth at which the force is twice that of the spring; 0: never", 0.0, 10.0,
     0.0},
};

double vlLaw_PredictCorrect(double (*force)(const double* parameters, double depth),
                            const double* p, double* memory, const vlLawInput* input)
{
    double depth = input->position;
    double now = depth > 0.0 ? force(p, depth) : 0.0;
    if (memory[HAS_BEGUN] == 0.0) { // nothing is known of the motion: as if it had always been here
        memory[DEPTH] = depth;
        memory[FORCE] = memory[EXPECTED] = now;
        memory[HAS_BEGUN] = 1.0;
    }
    double next = 2.0 * depth - memory[DEPTH];
    double expected = 0.5 * (now + (next > 0.0 ? force(p, next) : 0.0));
    double held = expected + 0.5 * (memory[FORCE] + now) - memory[EXPECTED];
    memory[DEPTH] = depth;
    memory[FORCE] = now;
    memory[EXPECTED] = expected;
    return vlLaw_Inside(held);
}

static double springForce(const double* p, double depth)
{
    double r = p[DOUBLING] > 0.0 ? depth / p[DOUBLING] : 0.0;
    return p[STIFFNESS] * depth * (1.0 + r * r);
}

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    return (vlLawOutput){vlLaw_PredictCorrect(springForce, p, memory, input), false};
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    (void)p;
    (void)load;
    return VL_LAW_KEEPS;
}

const vlLaw vlWallCorrected = {
    .name = "corrected",
    .title = "predictor-corrector",
    .about = "force predicted for the step and corrected by the last error: marginally passive",
    .family = VL_LAW_WALL,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 4,
    .restitution = -1,
    .isEarly = true,
    .evaluate = evaluate,
    .stiffness = vlWall_Stiffness,
    .energy = energy,
    .check = vlWall_CheckSpring,
};
