// SPDX-License-Identifier: MIT
// Shading: the wrench that is rendered follows the computed one smoothly, fades from the old to the
// new when the formation changes, and never changes faster than its limits.

#include "formation/force_parts.h"

// exp(-x) for x >= 0 by a quotient of polynomials, always between 0 and 1: off by 5e-4 at x = 1,
// where a filter is no finer than its sampling anyway.
static double decay(double x)
{
    double square = x * x / 12.0;
    return x > 6.0 ? 0.0 : (1.0 - 0.5 * x + square) / (1.0 + 0.5 * x + square);
}

static vlVec3 between(vlVec3 from, vlVec3 to, double share)
{
    return vlMulAdd(from, share, vlSub(to, from));
}

static vlVec3 approach(vlVec3 from, vlVec3 to, double share, double most)
{
    vlVec3 change = vlScale(vlSub(to, from), share);
    double size = vlLength(change);
    return vlMulAdd(from, size > most ? most / size : 1.0, change);
}

void vlShade_Update(vlFormationForce* f, bool isChanged)
{
    const vlFormationForceDef* def = &f->def;
    vlWrench target = f->report.raw;
    if (def->isLiteral || !f->hasShaded) {
        f->shaded = target;
        f->fadeLeft = 0.0;
        f->hasShaded = true;
        f->report.shaded = target;
        return;
    }
    if (isChanged) {
        f->faded = f->shaded;
        f->fadeLeft = def->fadeTime;
    }
    if (f->fadeLeft > 0.0) {
        f->fadeLeft = fmax(f->fadeLeft - f->step, 0.0);
        double share = 1.0 - f->fadeLeft / def->fadeTime;
        target.force = between(f->faded.force, target.force, share);
        target.torque = between(f->faded.torque, target.torque, share);
    }
    double share = def->shadeTime > 0.0 ? 1.0 - decay(f->step / def->shadeTime) : 1.0;
    f->shaded.force = approach(f->shaded.force, target.force, share, def->maxForceRate * f->step);
    f->shaded.torque =
        approach(f->shaded.torque, target.torque, share, def->maxTorqueRate * f->step);
    f->report.shaded = f->shaded;
}
