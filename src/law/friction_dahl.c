// SPDX-License-Identifier: MIT
// Friction "dahl": Dahl's model without drift, a function of displacement [HA00].
//
//     z = s - w;  zmax = muk N/K;  zst = rho zmax;  alpha = z^8/(zst^8 + z^8)/zmax
//     alpha |z| > 1:  w = s - zmax sgn(z)      else  w += |s_k - s_(k-1)| alpha z         (T11.23)
//     f = -K z - D (z_k - z_(k-1))/T
//
// Parameters: kinetic 0.25, stiffness K 2000 N/m, damping D 10 N s/m (ours; without it the sampled
// spring rings), ratio rho 1. Window: K T/2 <= D < 2 m/(n T) (T11.12). Memory: w, s_(k-1), z_(k-1),
// begun. The peak before sliding follows from rho: z_b/zmax = 1.04, 1.21, 1.36, 1.44 for rho = 0.7,
// 1, 1.2, 1.3. Energy: takes in every loop.

#include <math.h>

#include "law/law_rows.h"

enum { KINETIC, STIFFNESS, DAMPING, RATIO };
enum { ANCHOR, PLACE, STRAIN, HAS_BEGUN };

static const vlLawParameter parameters[] = {
    VL_FRICTION_KINETIC,
    {"stiffness", "N/m", "of sticking", 1e-3, 1e9, 2000.0},
    {"damping", "N s/m", "of sticking", 0.0, 1e6, 10.0},
    {"ratio", "", "strain at which it begins to yield, as a part of that of sliding", 0.1, 1.5,
     1.0},
};

// r^8/(1 + r^8), also where r^8 would overflow.
static double share(double r)
{
    if (fabs(r) > 1.0) {
        double i2 = 1.0 / (r * r);
        double i4 = i2 * i2;
        return 1.0 / (1.0 + i4 * i4);
    }
    double r2 = r * r;
    double r4 = r2 * r2;
    return r4 * r4 / (1.0 + r4 * r4);
}

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double most = p[KINETIC] * input->load / p[STIFFNESS];
    if (!(most > 0.0)) {
        memory[ANCHOR] = memory[PLACE] = memory[STRAIN] = memory[HAS_BEGUN] = 0.0;
        return (vlLawOutput){0.0, false};
    }
    double s = input->position;
    if (memory[HAS_BEGUN] == 0.0) {
        memory[HAS_BEGUN] = 1.0;
        memory[ANCHOR] = memory[PLACE] = s;
        memory[STRAIN] = 0.0;
    }
    double z = s - memory[ANCHOR];
    double alpha = share(z / (p[RATIO] * most)) / most;
    bool slips = alpha * fabs(z) > 1.0;
    if (slips) {
        memory[ANCHOR] = s - vlLaw_Sign(z) * most;
    } else {
        memory[ANCHOR] += fabs(s - memory[PLACE]) * alpha * z;
    }
    z = s - memory[ANCHOR];
    double force = -p[STIFFNESS] * z - p[DAMPING] * (z - memory[STRAIN]) / input->step;
    memory[PLACE] = s;
    memory[STRAIN] = z;
    return (vlLawOutput){force, slips};
}

static double stiffness(const double* p)
{
    return p[STIFFNESS];
}

static vlResult check(const double* p, const vlLawLoad* load, char* message, size_t size)
{
    return vlLaw_CheckStick(p[STIFFNESS], p[DAMPING], load, message, size);
}

const vlLaw vlFrictionDahl = {
    .name = "dahl",
    .title = "driftless Dahl",
    .about = "a function of displacement: compliant, hardly drifts",
    .family = VL_LAW_FRICTION,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 4,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = stiffness,
    .energy = vlFriction_Loses,
    .check = check,
};
