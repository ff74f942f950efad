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

#include "device/handle.h"

// The part of `a` longer than `length`.
static vlVec3 shrink(vlVec3 a, double length)
{
    double whole = vlLength(a);
    return whole > length ? vlScale(a, (whole - length) / whole) : vlZero();
}

// 2 mean - before
static vlVec3 after(vlVec3 before, vlVec3 mean)
{
    return vlSub(vlScale(mean, 2.0), before);
}

vlHandleMove vlHandle_Step(const vlHandleLaw* law, const vlHandleState* state, vlVec3 intention,
                           vlVec3 rendered, double step)
{
    double grip = law->gripDamping + 0.5 * step * law->gripStiffness;
    double arm = law->armDamping + 0.5 * step * law->armStiffness;
    double handInertia = 2.0 * law->handMass / step;
    double inertia = 2.0 * law->mass / step;
    vlVec3 gripPull = vlScale(state->grip, law->gripStiffness);
    vlVec3 armPull = vlScale(state->arm, law->armStiffness);

    // Hand: W = (free + G V) / whole
    double whole = handInertia + arm + grip;
    vlVec3 free = vlMulAdd(vlSub(armPull, gripPull), handInertia, state->hand);
    free = vlMulAdd(free, arm, intention);

    // Handle: S V = R + Fc. S and R are written without the terms that cancel: G - G^2/whole = G
    // (whole - G)/whole.
    double s = inertia + law->damping + grip * (handInertia + arm) / whole;
    vlVec3 r = vlMulAdd(vlAdd(rendered, gripPull), inertia, state->handle);
    r = vlMulAdd(r, grip / whole, free);

    vlHandleMove move;
    move.handle = vlScale(shrink(vlMulAdd(r, -0.5 * s, state->handle), law->friction), 2.0 / s);
    move.handleMean = vlScale(vlAdd(state->handle, move.handle), 0.5);
    move.handMean = vlScale(vlMulAdd(free, grip, move.handleMean), 1.0 / whole);
    move.hand = after(state->hand, move.handMean);

    vlVec3 slip = vlSub(move.handMean, move.handleMean);
    vlVec3 lag = vlSub(intention, move.handMean);
    vlVec3 coulomb = vlMulAdd(vlNeg(r), s, move.handleMean);
    move.grip = vlMulAdd(gripPull, grip, slip);
    move.renderedWork = step * vlDot(rendered, move.handleMean);
    move.gripWork = step * vlDot(move.grip, move.handleMean);
    move.armWork = step * vlDot(vlMulAdd(armPull, arm, lag), intention);
    move.viscousLoss = step * law->damping * vlDot(move.handleMean, move.handleMean);
    move.coulombLoss = -step * vlDot(coulomb, move.handleMean);
    move.handLoss =
        step * (law->gripDamping * vlDot(slip, slip) + law->armDamping * vlDot(lag, lag));
    return move;
}

double vlHandle_GetStored(const vlHandleLaw* law, vlVec3 grip, vlVec3 arm)
{
    return 0.5 * (law->gripStiffness * vlDot(grip, grip) + law->armStiffness * vlDot(arm, arm));
}
