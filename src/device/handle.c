// SPDX-License-Identifier: MIT
// The law of handle and hand. With v, w their velocities, g and a the stretches of grip and arm, f
// the rendered force, c the Coulomb friction and T the velocity of the intention:
//
//   m v' = f + Fg - b v + Fc,     Fg = kg g + bg (w - v),     Fc = -c v/|v|, |Fc| <= c if v = 0
//   M w' = Fa - Fg,               Fa = ka a + ba (T - w)
//
// The step h uses the midpoint rule, with forces taken at the mean velocities V, W: every spring
// stores exactly the work done on it, so the ledger closes to rounding for any step. The rule is
// implicit, hence stable for any stiffness. It is linear except for the friction, and is solved in
// closed form:
//
//   (2M/h + A + G) W = 2M/h w0 + ka a0 + A T - kg g0 + G V,     G = bg + kg h/2, A = ba + ka h/2
//   S V = R + Fc                                                after inserting W
//
// The friction opposes the velocity v1 at the end, not the mean: sticking means v1 = 0. With the
// mean, sticking would mean V = 0 and v1 = -v0, a vibration that never dies out.

// Every axis is computed alike and by itself, except for the friction, which acts against the
// motion as a whole. A motion in a plane has two axes and a rotation in it one; the missing axes
// would add zero.

#include "device/handle.h"

// Components along as many axes as there are; the functions below take that number, n, first.
typedef struct Axes {
    double a[3];
} Axes;

static inline Axes axesOf(vlVec3 v)
{
    return (Axes){{v.x, v.y, v.z}};
}

static inline Axes mulAdd(int n, Axes a, double s, Axes b)
{
    Axes sum = {{0.0, 0.0, 0.0}};
    for (int i = 0; i < n; ++i) {
        sum.a[i] = a.a[i] + s * b.a[i];
    }
    return sum;
}

static inline Axes add(int n, Axes a, Axes b)
{
    return mulAdd(n, a, 1.0, b);
}

static inline Axes sub(int n, Axes a, Axes b)
{
    return mulAdd(n, a, -1.0, b);
}

static inline Axes scale(int n, Axes a, double s)
{
    for (int i = 0; i < n; ++i) {
        a.a[i] *= s;
    }
    return a;
}

static inline double dot(int n, Axes a, Axes b)
{
    double sum = a.a[0] * b.a[0];
    for (int i = 1; i < n; ++i) {
        sum += a.a[i] * b.a[i];
    }
    return sum;
}

// Makes `a` shorter by `length`; zero if it is not longer than that.
static inline Axes shrink(int n, Axes a, double length)
{
    double whole = sqrt(dot(n, a, a));
    return whole > length ? scale(n, a, (whole - length) / whole) : (Axes){{0.0, 0.0, 0.0}};
}

// A velocity in space; with one axis, it is the one about z.
static inline vlVec3 inSpace(int n, Axes a)
{
    return n == 3   ? vlVec(a.a[0], a.a[1], a.a[2])
           : n == 2 ? vlVec(a.a[0], a.a[1], 0.0)
                    : vlVec(0.0, 0.0, a.a[0]);
}

// Inlined, so that the number of axes is known where it runs: it runs thousands of times a second.
__attribute__((always_inline)) static inline vlHandleMove step(int n, const vlHandleLaw* law,
                                                               Axes handle, Axes hand, Axes gripBy,
                                                               Axes armBy, Axes intention,
                                                               Axes rendered, double time)
{
    double grip = law->gripDamping + 0.5 * time * law->gripStiffness;
    double arm = law->armDamping + 0.5 * time * law->armStiffness;
    double handInertia = 2.0 * law->handMass / time;
    double inertia = 2.0 * law->mass / time;
    Axes gripPull = scale(n, gripBy, law->gripStiffness);
    Axes armPull = scale(n, armBy, law->armStiffness);

    // Hand: W = (free + G V) / whole
    double whole = handInertia + arm + grip;
    Axes free = mulAdd(n, sub(n, armPull, gripPull), handInertia, hand);
    free = mulAdd(n, free, arm, intention);

    // Handle: S V = R + Fc. S and R are written without the terms that cancel: G - G^2/whole = G
    // (whole - G)/whole.
    double s = inertia + law->damping + grip * (handInertia + arm) / whole;
    Axes r = mulAdd(n, add(n, rendered, gripPull), inertia, handle);
    r = mulAdd(n, r, grip / whole, free);

    Axes handleEnd = scale(n, shrink(n, mulAdd(n, r, -0.5 * s, handle), law->friction), 2.0 / s);
    Axes handleMean = scale(n, add(n, handle, handleEnd), 0.5);
    Axes handMean = scale(n, mulAdd(n, free, grip, handleMean), 1.0 / whole);

    Axes slip = sub(n, handMean, handleMean);
    Axes lag = sub(n, intention, handMean);
    Axes coulomb = mulAdd(n, scale(n, r, -1.0), s, handleMean);
    Axes gripForce = mulAdd(n, gripPull, grip, slip);
    vlHandleMove move = {
        .handle = inSpace(n, handleEnd),
        .hand = inSpace(n, sub(n, scale(n, handMean, 2.0), hand)),
        .handleMean = inSpace(n, handleMean),
        .handMean = inSpace(n, handMean),
        .grip = inSpace(n, gripForce),
        .renderedWork = time * dot(n, rendered, handleMean),
        .gripWork = time * dot(n, gripForce, handleMean),
        .armWork = time * dot(n, mulAdd(n, armPull, arm, lag), intention),
        .viscousLoss = time * law->damping * dot(n, handleMean, handleMean),
        .coulombLoss = -time * dot(n, coulomb, handleMean),
        .handLoss =
            time * (law->gripDamping * dot(n, slip, slip) + law->armDamping * dot(n, lag, lag)),
    };
    return move;
}

vlHandleMove vlHandle_Step(const vlHandleLaw* law, const vlHandleState* state, vlVec3 intention,
                           vlVec3 rendered, double time)
{
    return step(3, law, axesOf(state->handle), axesOf(state->hand), axesOf(state->grip),
                axesOf(state->arm), axesOf(intention), axesOf(rendered), time);
}

vlHandleMove vlHandle_StepInPlane(const vlHandleLaw* law, const vlHandleState* state,
                                  vlVec3 intention, vlVec3 rendered, double time)
{
    return step(2, law, axesOf(state->handle), axesOf(state->hand), axesOf(state->grip),
                axesOf(state->arm), axesOf(intention), axesOf(rendered), time);
}

vlHandleMove vlHandle_StepTurn(const vlHandleLaw* law, const vlHandleState* state, double intention,
                               double rendered, double time)
{
    return step(1, law, (Axes){{state->handle.z}}, (Axes){{state->hand.z}}, (Axes){{state->grip.z}},
                (Axes){{state->arm.z}}, (Axes){{intention}}, (Axes){{rendered}}, time);
}

double vlHandle_GetStored(const vlHandleLaw* law, vlVec3 grip, vlVec3 arm)
{
    return 0.5 * (law->gripStiffness * vlDot(grip, grip) + law->armStiffness * vlDot(arm, arm));
}
