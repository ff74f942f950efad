// SPDX-License-Identifier: MIT
// Friction "pad": the pad of a finger, soft while it sticks [NHFN98]; our reconstruction.
//
//     (T11.22) with slip when K |s - a| > mus N, b = 0, and f within +-mus N
//
// Parameters: kinetic 0.25, static 0.325, stiffness K 1000 N/m, damping D 5 N s/m, rest v_min
// 2 mm/s. Window: K T/2 <= D < 2 m/(n T) (T11.12). Memory: a, slips, begun.
// Energy: takes in every loop. The soft pad is felt: large deflection before it slides.

#include "law/friction_anchor.h"

enum { REST = VL_ANCHOR_OWN };

static const vlLawParameter parameters[] = {
    VL_FRICTION_KINETIC,
    VL_ANCHOR_STATIC_ROW,
    {"stiffness", "N/m", "of the pad", 1e-3, 1e9, 1000.0},
    {"damping", "N s/m", "of the pad", 0.0, 1e6, 5.0},
    {"rest", "m/s", "speed below which it sticks again", 0.0, 10.0, 0.002},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    if (!vlAnchor_Begin(memory, input)) {
        return (vlLawOutput){0.0, false};
    }
    double v = input->velocity;
    double slide = -p[VL_ANCHOR_KINETIC] * input->load * vlLaw_Sign(v);
    if (memory[VL_ANCHOR_SLIPS] != 0.0) {
        if (fabs(v) >= p[REST]) {
            return (vlLawOutput){slide, true};
        }
        vlAnchor_Drop(memory, input->position, slide, p[VL_ANCHOR_STIFFNESS]);
        return (vlLawOutput){slide - p[VL_ANCHOR_DAMPING] * v, false};
    }
    double spring = -p[VL_ANCHOR_STIFFNESS] * (input->position - memory[VL_ANCHOR_PLACE]);
    if (fabs(spring) > p[VL_ANCHOR_STATIC] * input->load) {
        memory[VL_ANCHOR_SLIPS] = 1.0;
        return (vlLawOutput){slide, true};
    }
    double limit = p[VL_ANCHOR_STATIC] * input->load;
    return (vlLawOutput){fmax(-limit, fmin(spring - p[VL_ANCHOR_DAMPING] * v, limit)), false};
}

const vlLaw vlFrictionPad = {
    .name = "pad",
    .title = "finger pad",
    .about = "a soft pad that sticks and slides: visibly compliant",
    .family = VL_LAW_FRICTION,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = VL_ANCHOR_MEMORY,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = vlAnchor_Stiffness,
    .energy = vlFriction_Loses,
    .check = vlAnchor_Check,
};
