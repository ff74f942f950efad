// SPDX-License-Identifier: MIT
// Friction "classical": a function of the velocity alone.
//
//     |v| < v_s:  f = -mus N v/v_s        else  f = -muk N sgn(v)                         (T11.20)
//
// Parameters: kinetic 0.25, static 0.325, band v_s 0.01 m/s. Window: n mus N T/(m v_s) < 2
// (T11.21), checked if the load says how large N may be. No memory. Energy: never gives within the
// window. It does not hold: a force F below mus N moves the body at v_s F/(mus N), the drift that
// [C00] section 5 describes.

#include <math.h>

#include "law/law_rows.h"

enum { KINETIC, STATIC, BAND };

static const vlLawParameter parameters[] = {
    VL_FRICTION_KINETIC,
    {"static", "", "coefficient at the edge of the band", 0.0, 10.0, 0.325},
    {"band", "m/s", "speed below which the force grows with speed", 1e-6, 10.0, 0.01},
};

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    (void)memory;
    double v = input->velocity;
    if (fabs(v) < p[BAND]) {
        return (vlLawOutput){-p[STATIC] * input->load * (v / p[BAND]), false};
    }
    return (vlLawOutput){-p[KINETIC] * input->load * vlLaw_Sign(v), true};
}

static double stiffness(const double* p)
{
    (void)p;
    return 0.0;
}

static vlResult check(const double* p, const vlLawLoad* load, char* message, size_t size)
{
    double slope = load->contacts * p[STATIC] * load->force * load->step;
    if (slope >= 2.0 * load->mass * p[BAND]) {
        return vlLaw_Refuse(
            message, size,
            "classical friction of %g times %g N on %g kg (contacts: n = %d) is outside "
            "its window: n mus N T/(m band) < 2, a band above %.4g m/s at a step of "
            "%g s; it is %g m/s",
            p[STATIC], load->force, load->mass, load->contacts, slope / (2.0 * load->mass),
            load->step, p[BAND]);
    }
    return VL_OK;
}

const vlLaw vlFrictionClassical = {
    .name = "classical",
    .title = "classical",
    .about = "a function of the velocity: drifts under any force",
    .family = VL_LAW_FRICTION,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 0,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = stiffness,
    .energy = vlFriction_Loses,
    .check = check,
};
