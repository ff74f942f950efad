// SPDX-License-Identifier: MIT
// Coulomb's bound on the friction of a contact among others, after the last solve of a step.
//
// A change x of friction (force along the area, moment about the normal) moves the bodies by Y x,
// and so changes friction by B x, B = 1 - D Y with D the slope of its answer, and the normal force
// by c . x. Friction that is only the share s of what it is, (1 - s) B^-1 f taken off, has the
// normal force F(s) = F0 + s (F1 - F0), so that
//
//   s |f| = mu F(s),   F0 = F1 - c . B^-1 f                                        (T7.14, T7.17)
//
// as for a contact that is alone (alone.c). Here the other contacts answer too, by way of Y.

#include "contact/bed.h"

// Friction beyond its bound by less than this part of it is within: what sticks may exceed it by
// 2e-4 (bed_friction.c).
#define WITHIN 3e-4
// So is what is left by rounding, as a part of the forces that cancel out.
#define ROUNDING 1e-12

typedef struct Forces {
    double normal;
    double friction[3]; // force along the area, moment about the normal
} Forces;

static Forces forcesAt(const vlBed* bed, const vlRelative* trial)
{
    const double opening[3] = {trial->normal, trial->tilt.x, trial->tilt.y};
    const double slide[3] = {trial->tangent.x, trial->tangent.y, trial->spin};
    double push[3];
    double unused[3];
    Forces f;
    vlAnswer_At(&bed->normal, opening, push, unused);
    vlAnswer_At(&bed->friction, slide, f.friction, unused);
    f.normal = push[0];
    return f;
}

static double sizeOf(const double friction[3])
{
    return sqrt(friction[0] * friction[0] + friction[1] * friction[1]);
}

double vlBed_FrictionNow(const vlBed* bed)
{
    bool isHeld = bed->usedMode == VL_MODE_STATIC && !bed->wasSliding;
    return isHeld ? bed->surface->frictionStatic : bed->surface->frictionDynamic;
}

bool vlBed_Exceeds(const vlBed* bed, const vlRelative* trial)
{
    if (bed->usedMode == VL_MODE_NONE) {
        return false;
    }
    Forces f = forcesAt(bed, trial);
    double most = f.normal > 0.0 ? vlBed_FrictionNow(bed) * f.normal : 0.0;
    double rounding = ROUNDING * (sizeOf(bed->friction.start) + fabs(bed->normal.start[0]));
    return sizeOf(f.friction) > (1.0 + WITHIN) * most + rounding;
}

// Solves columns x = right. The columns are those of 1 - D Y, whose inverse is 1 + D Y' with Y' the
// response if this friction were not there, so that they are never singular.
static vlVec3 solve(vlMat3 columns, vlVec3 right)
{
    vlVec3 yz = vlCross(columns.cy, columns.cz);
    double inverse = 1.0 / vlDot(columns.cx, yz);
    return vlVec(inverse * vlDot(right, yz),
                 inverse * vlDot(columns.cx, vlCross(right, columns.cz)),
                 inverse * vlDot(columns.cx, vlCross(columns.cy, right)));
}

void vlBed_TakeBack(vlBed* bed, const vlRelative* trial, const vlRelative response[3], double aim,
                    double more[3])
{
    Forces f = forcesAt(bed, trial);
    vlVec3 column[3];
    double pressed[3];
    for (int i = 0; i < 3; ++i) {
        const double opening[3] = {response[i].normal, response[i].tilt.x, response[i].tilt.y};
        const double slide[3] = {response[i].tangent.x, response[i].tangent.y, response[i].spin};
        double unused[3];
        double lost[3];
        vlAnswer_At(&bed->normal, opening, unused, lost);
        pressed[i] = -lost[0];
        vlAnswer_At(&bed->friction, slide, unused, lost);
        column[i] = vlVec((i == 0) - lost[0], (i == 1) - lost[1], (i == 2) - lost[2]);
    }
    vlVec3 all = solve(vlMat(column[0], column[1], column[2]),
                       vlVec(f.friction[0], f.friction[1], f.friction[2]));
    double without = f.normal - (pressed[0] * all.x + pressed[1] * all.y + pressed[2] * all.z);
    double mu = aim * vlBed_FrictionNow(bed);
    double size = sizeOf(f.friction);
    double share = mu * without / (size - mu * (f.normal - without));
    share = without > 0.0 && share > 0.0 ? share : 0.0;
    double off = share < 1.0 ? 1.0 - share : 0.0;
    const double taken[3] = {all.x, all.y, all.z};
    for (int i = 0; i < 3; ++i) {
        more[i] = isfinite(taken[i]) ? -off * taken[i] : 0.0;
        bed->friction.start[i] += more[i];
    }
}
