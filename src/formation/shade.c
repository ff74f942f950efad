// SPDX-License-Identifier: MIT
// Shading: the wrench that is rendered never changes faster than its limits.

#include "formation/force_parts.h"

static vlVec3 approach(vlVec3 from, vlVec3 to, double most)
{
    vlVec3 change = vlSub(to, from);
    double size = vlLength(change);
    return size > most ? vlMulAdd(from, most / size, change) : to;
}

void vlShade_Update(vlFormationForce* f, vlWrench wanted)
{
    const vlFormationForceDef* def = &f->def;
    if (def->isLiteral || !f->hasShaded) {
        f->shaded = wanted;
        f->hasShaded = true;
    } else {
        f->shaded.force = approach(f->shaded.force, wanted.force, def->maxForceRate * f->step);
        f->shaded.torque = approach(f->shaded.torque, wanted.torque, def->maxTorqueRate * f->step);
    }
    f->report.shaded = f->shaded;
}
