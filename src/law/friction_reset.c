// SPDX-License-Identifier: MIT
// Friction "reset": the reset integrator of Haessig and Friedland, [C00] eq. (2), [HF91].
//
//     p0 = muk N/K;  1 + a = mus/muk
//     slip  <=>  (v > 0 and p >= p0) or (v < 0 and p <= -p0)
//     stick:  p += s_k - s_(k-1), within +-p0;   f = -((1 + a) K p + D v), within +-mus N
//     slip:   p held;                            f = -K p                                (T11.24)
//
// Parameters: kinetic 0.25, static 0.325, stiffness K 5000 N/m, damping D 25 N s/m, smooth 1.
// Window: (1 + a) K T/2 <= D < 2 m/(n T) (T11.12). More damping: crisper. Memory: p, s_(k-1),
// slips, begun. Energy: as published, slip to stick brings the factor 1 + a back at once, and up to
// a K p0^2/2 appears from nothing; `smooth` 1 divides p by 1 + a there, so that the force goes on
// and the stored energy only falls. When the load falls, p is cut to the new p0; when it grows
// while the contact slips, p grows by no more than the contact moves. Both take energy, and neither
// gives any. The bound mus N is ours: without it a contact that begins at speed is braked by D v,
// however light.

#include <math.h>

#include "law/law_rows.h"

enum { KINETIC, STATIC, STIFFNESS, DAMPING, SMOOTH };
enum { STRAIN, PLACE, SLIPS, HAS_BEGUN };

static const vlLawParameter parameters[] = {
    {"kinetic", "", "coefficient while sliding", 1e-6, 10.0, 0.25},
    {"static", "", "coefficient that breaks loose; at least the kinetic one", 1e-6, 10.0, 0.325},
    {"stiffness", "N/m", "of the bond while sliding", 1e-3, 1e9, 5000.0},
    {"damping", "N s/m", "of sticking", 0.0, 1e6, 25.0},
    {"smooth", "", "1: the force does not jump when it sticks again; 0: as published", 0.0, 1.0,
     1.0},
};

static bool isSlip(double p, double most, double v)
{
    return (v > 0.0 && p >= most) || (v < 0.0 && p <= -most);
}

static double within(double value, double most)
{
    return value > most ? most : value < -most ? -most : value;
}

static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    double most = p[KINETIC] * input->load / p[STIFFNESS];
    if (!(most > 0.0)) {
        memory[STRAIN] = memory[PLACE] = memory[SLIPS] = memory[HAS_BEGUN] = 0.0;
        return (vlLawOutput){0.0, false};
    }
    if (memory[HAS_BEGUN] == 0.0) {
        memory[HAS_BEGUN] = 1.0;
        memory[PLACE] = input->position;
    }
    double moved = input->position - memory[PLACE];
    double v = input->velocity;
    double gain = p[STATIC] / p[KINETIC];
    if (memory[SLIPS] != 0.0 && memory[STRAIN] * v > 0.0) { // the load may have grown
        memory[STRAIN] += vlLaw_Sign(v) * fabs(moved);
    }
    memory[STRAIN] = within(memory[STRAIN], most);
    bool slips = isSlip(memory[STRAIN], most, v);
    if (!slips) {
        if (memory[SLIPS] != 0.0 && p[SMOOTH] >= 0.5) {
            memory[STRAIN] /= gain;
        }
        memory[STRAIN] = within(memory[STRAIN] + moved, most);
        slips = isSlip(memory[STRAIN], most, v);
    }
    memory[SLIPS] = slips ? 1.0 : 0.0;
    memory[PLACE] = input->position;
    double hold = gain * p[STIFFNESS] * memory[STRAIN] + p[DAMPING] * v;
    double force = slips ? p[STIFFNESS] * memory[STRAIN] : within(hold, p[STATIC] * input->load);
    return (vlLawOutput){-force, slips};
}

static double stiffness(const double* p)
{
    return p[STIFFNESS] * p[STATIC] / p[KINETIC];
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    (void)load;
    return p[SMOOTH] >= 0.5 ? VL_LAW_LOSES : VL_LAW_DEPENDS;
}

static vlResult check(const double* p, const vlLawLoad* load, char* message, size_t size)
{
    if (p[STATIC] < p[KINETIC]) {
        return vlLaw_Refuse(message, size,
                            "the law reset has static %g below kinetic %g; expected at least that",
                            p[STATIC], p[KINETIC]);
    }
    return vlLaw_CheckStick(stiffness(p), p[DAMPING], load, message, size);
}

const vlLaw vlFrictionReset = {
    .name = "reset",
    .title = "reset integrator",
    .about = "a bond that strains, holds and slides: stiff, does not drift",
    .family = VL_LAW_FRICTION,
    .parameterCount = VL_LAW_COUNT(parameters),
    .parameters = parameters,
    .memorySize = 4,
    .restitution = -1,
    .evaluate = evaluate,
    .stiffness = stiffness,
    .energy = energy,
    .check = check,
};
