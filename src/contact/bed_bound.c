// SPDX-License-Identifier: MIT
// Bounds what a contact among others exerts, after the last solve of a step: it only presses,
// within its footprint, and its friction keeps Coulomb's bound. The lines of the system are linear,
// so their solution guarantees none of this.
//
// A change x of some forces moves the bodies by Y x, and so changes these forces by B x, B = 1 - D
// Y with D the slope of their answer. Forces f become the known forces g by x = B^-1 (g - f). Where
// a contact pulls, or presses beside its footprint, g is the nearest that it can exert.
//
// Friction's bound depends on the normal force, which x changes by c . x. If friction is reduced to
// the share s, that is, (1 - s) B^-1 f is taken off, the normal force is F(s) = F0 + s (F1 - F0),
// so that
//
//   s |f| = mu F(s),   F0 = F1 - c . B^-1 f                                        (T7.14, T7.17)
//
// as for a contact that is alone (alone.c). Here the other contacts answer too, by way of Y.

#include "contact/bed.h"

// Friction beyond its bound by less than this part of it is within: what sticks may exceed it by
// 2e-4 (bed_friction.c).
#define WITHIN 3e-4
// Rounding is within too: this part of the forces that cancel out.
#define ROUNDING 1e-12
// Force and moment of friction together are beyond their bound only by more than this: at the
// points of a bed it is known no better (slab_friction.h).
#define TURNING_WITHIN 1.15
// A moment of less than this part of the force times R (T7.18) leaves the force its bound.
#define HARDLY_TURNS 0.1
// A pull of less than this part of the weight of the pair is left as it is, and so is a centre of
// pressure beside the footprint by less than this part of its width.
#define HARDLY_PULLS 0.5
#define HARDLY_BESIDE 0.25
// A hand must not feel any pull: at a body that a coupling holds only one of this part of the
// weight, which is rounding, is left as it is.
#define HARDLY_PULLS_HAND 1e-9

typedef struct Forces {
    double push[3];     // normal force, its moments along e1 and e2
    double friction[3]; // force along the area, moment about the normal
} Forces;

static Forces forcesAt(const vlBed* bed, const vlRelative* trial)
{
    const double opening[3] = {trial->normal, trial->tilt.x, trial->tilt.y};
    const double slide[3] = {trial->tangent.x, trial->tangent.y, trial->spin};
    double unused[3];
    Forces f;
    vlAnswer_At(&bed->normal, opening, f.push, unused);
    vlAnswer_At(&bed->friction, slide, f.friction, unused);
    return f;
}

// ---- pressing ----

// The nearest forces to `push` that a contact with this footprint can exert by pressing.
static void nearestPush(const vlContactVolume* v, const double push[3], double nearest[3])
{
    double force = push[0] > 0.0 ? push[0] : 0.0;
    nearest[0] = force;
    nearest[1] = vlClamp(push[1], force * v->lower.x, force * v->upper.x);
    nearest[2] = vlClamp(push[2], force * v->lower.y, force * v->upper.y);
}

static bool pulls(const vlBed* bed, const vlContact* contact, const double push[3])
{
    const vlContactVolume* v = &contact->volume;
    double nearest[3];
    nearestPush(v, push, nearest);
    double weight = VL_STANDARD_GRAVITY / contact->gains.inverseMassN;
    double least = (bed->isHeld ? HARDLY_PULLS_HAND : HARDLY_PULLS) * weight;
    double beside = HARDLY_PULLS * weight + HARDLY_BESIDE * nearest[0];
    bool isOpen = !bed->isLinear && !bed->isImpact && !bed->isPressedBest;
    return isOpen &&
           (push[0] < -least || fabs(push[1] - nearest[1]) > beside * (v->upper.x - v->lower.x) ||
            fabs(push[2] - nearest[2]) > beside * (v->upper.y - v->lower.y));
}

// ---- friction ----

static double lengthOf(const double friction[3])
{
    return sqrt(friction[0] * friction[0] + friction[1] * friction[1]);
}

// How the points of a bed press: their total, its centre, and the mean square of their distance
// from it.
typedef struct Spread {
    bool isEven; // no point presses: all count alike
    double total, x, y, square;
} Spread;

static double weightOf(const vlBedPoint* point, bool isEven)
{
    return point->weight * (isEven ? 1.0 : point->pressure);
}

static Spread spreadOf(const vlBed* bed, const vlBedPool* pool, bool isEven)
{
    Spread s = {.isEven = isEven};
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        double w = weightOf(point, isEven);
        s.total += w;
        s.x += w * point->p.x, s.y += w * point->p.y;
        s.square += w * (point->p.x * point->p.x + point->p.y * point->p.y);
    }
    if (s.total > 0.0) {
        s.x /= s.total, s.y /= s.total;
        s.square = s.square / s.total - s.x * s.x - s.y * s.y;
    }
    return s;
}

// The size of the force that uses as much of the bound as this force and moment together. When the
// area slides and turns by the field q = f + (m / R^2) x r about the centre of pressure, R^2 the
// mean square of r, friction takes the power f . f + m^2 / R^2, and the pressure allows mu F times
// the mean of |q| at most. (T7.18) An area that sticks has been judged already (bed_friction.c).
static double sizeOf(const vlBed* bed, const vlBedPool* pool, const double friction[3])
{
    double length = lengthOf(friction);
    if (bed->usedMode != VL_MODE_DYNAMIC) {
        return length;
    }
    Spread s = spreadOf(bed, pool, false);
    s = s.total > 0.0 ? s : spreadOf(bed, pool, true);
    double moment = friction[2] - (s.x * friction[1] - s.y * friction[0]);
    double least = HARDLY_TURNS * length;
    if (!(s.square > 0.0 && moment * moment > least * least * s.square)) {
        return length;
    }
    double turn = moment / s.square;
    double sum = 0.0;
    for (int i = 0; i < bed->pointCount; ++i) {
        const vlBedPoint* point = &pool->points[bed->firstPoint + i];
        vlVec2 q = {friction[0] - turn * (point->p.y - s.y),
                    friction[1] + turn * (point->p.x - s.x)};
        sum += weightOf(point, s.isEven) * vlLength2(q);
    }
    double together = s.total * (length * length + moment * turn) / sum / TURNING_WITHIN;
    return together > length ? together : length;
}

double vlBed_FrictionNow(const vlBed* bed)
{
    bool isHeld = bed->usedMode == VL_MODE_STATIC && !bed->wasSliding;
    return isHeld ? bed->surface->frictionStatic : bed->surface->frictionDynamic;
}

static bool slipsBeyond(const vlBed* bed, const Forces* f, double size)
{
    double most = f->push[0] > 0.0 ? vlBed_FrictionNow(bed) * f->push[0] : 0.0;
    double rounding = ROUNDING * (lengthOf(bed->friction.start) + fabs(bed->normal.start[0]));
    return bed->usedMode != VL_MODE_NONE && size > (1.0 + WITHIN) * most + rounding;
}

bool vlBed_SlipsBeyond(const vlBed* bed, const vlRelative* trial)
{
    Forces f = forcesAt(bed, trial);
    return slipsBeyond(bed, &f, lengthOf(f.friction));
}

vlBedPart vlBed_Exceeds(const vlBed* bed, const vlContact* contact, const vlBedPool* pool,
                        const vlRelative* trial, bool isForceOnly)
{
    Forces f = forcesAt(bed, trial);
    if (!isForceOnly && pulls(bed, contact, f.push)) {
        return VL_BED_NORMAL;
    }
    double size = isForceOnly ? lengthOf(f.friction) : sizeOf(bed, pool, f.friction);
    return slipsBeyond(bed, &f, size) ? VL_BED_FRICTION : VL_BED_NEITHER;
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

// By how much the forces of an answer fall when the bodies move by each response.
static vlMat3 takenOff(const vlAnswer* answer, vlMat3 motions)
{
    const vlVec3 motion[3] = {motions.cx, motions.cy, motions.cz};
    vlVec3 lost[3];
    for (int i = 0; i < 3; ++i) {
        const double y[3] = {motion[i].x, motion[i].y, motion[i].z};
        double unused[3];
        double off[3];
        vlAnswer_At(answer, y, unused, off);
        lost[i] = vlVec(off[0], off[1], off[2]);
    }
    return vlMat(lost[0], lost[1], lost[2]);
}

static vlMat3 openings(const vlRelative r[3])
{
    return vlMat(vlVec(r[0].normal, r[0].tilt.x, r[0].tilt.y),
                 vlVec(r[1].normal, r[1].tilt.x, r[1].tilt.y),
                 vlVec(r[2].normal, r[2].tilt.x, r[2].tilt.y));
}

static vlMat3 slides(const vlRelative r[3])
{
    return vlMat(vlVec(r[0].tangent.x, r[0].tangent.y, r[0].spin),
                 vlVec(r[1].tangent.x, r[1].tangent.y, r[1].spin),
                 vlVec(r[2].tangent.x, r[2].tangent.y, r[2].spin));
}

// B^-1 times the wanted changes.
static vlVec3 changeBy(vlMat3 lost, vlVec3 wanted)
{
    vlMat3 columns =
        vlMat(vlSub(vlVec(1.0, 0.0, 0.0), lost.cx), vlSub(vlVec(0.0, 1.0, 0.0), lost.cy),
              vlSub(vlVec(0.0, 0.0, 1.0), lost.cz));
    return solve(columns, wanted);
}

static void copyTo(double more[3], vlVec3 change)
{
    const double amounts[3] = {change.x, change.y, change.z};
    for (int i = 0; i < 3; ++i) {
        more[i] = isfinite(amounts[i]) ? amounts[i] : 0.0;
    }
}

void vlBed_Change(vlBed* bed, vlBedPart part, const double more[3])
{
    vlAnswer* answer = part == VL_BED_NORMAL ? &bed->normal : &bed->friction;
    for (int i = 0; i < 3; ++i) {
        answer->start[i] += more[i];
    }
}

// A change df of the forces f changes the motion y by dy. Returns the largest part of it with which
// the forces do no more work than before; if that work was positive, no work.
static double passivePart(vlVec3 f, vlVec3 df, vlVec3 y, vlVec3 dy)
{
    double before = vlDot(f, y);
    double more = before > 0.0 ? 0.0 : before; // <= 0
    double slope = vlDot(f, dy) + vlDot(df, y);
    double bend = vlDot(df, dy);
    if (more + slope + bend <= 0.0) {
        return 1.0;
    }
    // more + slope t + bend t^2 = 0 between 0 and 1, in a form that nothing cancels out of.
    double root = sqrt(slope * slope - 4.0 * bend * more);
    return slope > 0.0 ? -2.0 * more / (slope + root) : (root - slope) / (2.0 * bend);
}

// If springs take off all of a force but this part, too few digits are left to change it by.
#define LEAST_LEFT 1e-6

static bool leavesDigits(vlMat3 lost)
{
    return 1.0 - lost.cx.x > LEAST_LEFT && 1.0 - lost.cy.y > LEAST_LEFT &&
           1.0 - lost.cz.z > LEAST_LEFT;
}

void vlBed_PressAgain(vlBed* bed, const vlContact* contact, const vlRelative* trial,
                      const vlRelative response[3], double more[3])
{
    Forces f = forcesAt(bed, trial);
    double to[3];
    nearestPush(&contact->volume, f.push, to);
    vlVec3 push = vlVec(f.push[0], f.push[1], f.push[2]);
    vlVec3 wanted = vlSub(vlVec(to[0], to[1], to[2]), push);
    vlMat3 opened = openings(response);
    vlMat3 lost = takenOff(&bed->normal, opened);
    vlVec3 change = changeBy(lost, wanted);
    vlVec3 opening = vlVec(trial->normal, trial->tilt.x, trial->tilt.y);
    double part = passivePart(push, wanted, opening, vlMulMV(opened, change));
    part = leavesDigits(lost) ? part : 0.0;
    bed->isPressedBest = part < 1.0;
    copyTo(more, vlScale(change, part));
}

void vlBed_TakeBack(const vlBed* bed, const vlBedPool* pool, const vlRelative* trial,
                    const vlRelative response[3], bool isForceOnly, double aim, double more[3])
{
    Forces f = forcesAt(bed, trial);
    vlMat3 lost = takenOff(&bed->friction, slides(response));
    vlVec3 all = changeBy(lost, vlVec(f.friction[0], f.friction[1], f.friction[2]));
    double without = f.push[0] + vlMulMV(takenOff(&bed->normal, openings(response)), all).x;
    double mu = aim * vlBed_FrictionNow(bed);
    double size = isForceOnly ? lengthOf(f.friction) : sizeOf(bed, pool, f.friction);
    double share = mu * without / (size - mu * (f.push[0] - without));
    share = without > 0.0 && share > 0.0 ? share : 0.0;
    copyTo(more, vlScale(all, share < 1.0 ? share - 1.0 : 0.0));
}
