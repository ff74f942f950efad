// SPDX-License-Identifier: MIT
// Friction "karnopp": Karnopp's model with a spring and a damper inside the stick threshold [SV97].
//
//     (T11.22) with slip when |f| > mus N
//
// Parameters: kinetic 0.25, static 0.325, stiffness K 5000 N/m, damping D 20 N s/m, viscous b 0,
// rest v_min 2 mm/s. Kinetic 0 and b > 0 is the viscous variant that [C00] mentions.
// Window: K T/2 <= D < 2 m/(n T) (T11.12). Memory: a, slips, begun.
// Energy: takes in every loop; the spring gives back what it stored.

#include "law/friction_anchor.h"

enum { VISCOUS = VL_ANCHOR_OWN, REST };

static const vlLawParameter parameters[] = {
    VL_FRICTION_KINETIC,
    VL_ANCHOR_STATIC_ROW,
    {"stiffness", "N/m", "of sticking", 1e-3, 1e9, 5000.0},
    {"damping", "N s/m", "of sticking", 0.0, 1e6, 20.0},
    {"viscous", "N s/m", "of sliding", 0.0, 1e6, 0.0},
    {"rest", "m/s", "speed below which it sticks again", 0.0, 10.0, 0.002},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    if (!vlAnchor_Begin(memory, input)) {
        return (vlLawOutput){0.0, false};
    }
    double v = input->velocity;
    double slide = -p[VL_ANCHOR_KINETIC] * input->load * vlLaw_Sign(v) - p[VISCOUS] * v;
    if (memory[VL_ANCHOR_SLIPS] != 0.0) {
        if (fabs(v) >= p[REST]) {
            return (vlLawOutput){slide, true};
        }
        vlAnchor_Drop(memory, input->position, slide, p[VL_ANCHOR_STIFFNESS]);
        return (vlLawOutput){slide - p[VL_ANCHOR_DAMPING] * v, false};
    }
    double hold = -p[VL_ANCHOR_STIFFNESS] * (input->position - memory[VL_ANCHOR_PLACE]) -
                  p[VL_ANCHOR_DAMPING] * v;
    if (fabs(hold) > p[VL_ANCHOR_STATIC] * input->load) {
        memory[VL_ANCHOR_SLIPS] = 1.0;
        return (vlLawOutput){slide, true};
    }
    return (vlLawOutput){hold, false};
}

const vlLaw vlFrictionKarnopp = {
    .name = "karnopp",
    .title = "modified Karnopp",
    .about = "held by spring and damper below a threshold, slides above",
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
