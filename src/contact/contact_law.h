// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_LAW_H
#define VOLAR_CONTACT_LAW_H

// What a contact is: springs and dampers spread evenly over its area A, which press but never pull,
// and friction's springs and dampers along it, which hold until Coulomb's limit. At a point p of
// the footprint, with depth d(p), opening speed g(p) = g0 + gamma . p, friction springs (r, theta),
// relative velocity u(p) and the share S of tilting that acts on a body that rolls (T3.14),
//
//   pressure  pi(p) = (kN d(p) - cN g(S p)) / A, where positive                        (T3.1, T7.3)
//   pull      q(p)  = (kS (r + theta perp p) + cS u(p)) / A                            (T5.1, T7.6)
//   friction  -q(p) while the area sticks, and mu pi(p) against the motion where it slides
//
// [HS04] eqs. (5)-(16), corrected. The explicit step asks for the force now: cN = bN, cS = bS. The
// implicit step asks for the force after the time `ahead` at the same velocity: the depth is then
// d - ahead g and the springs' extension r + ahead u, so that
//
//   cN = bN + ahead kN,   cS = bS + ahead kS.
//
// There is no other difference between the two laws. Both integrators take them from here:
// contact_force.c evaluates them, bed.c linearises them.

#include "contact/contact_force.h"

// S = M_t M^-1: a point p of an area that rolls on answers tilting as S p would (T3.14).
typedef struct vlRollingShare {
    double xx, xy, yx, yy;
} vlRollingShare;

// The law with the numbers of one contact in one step.
typedef struct vlContactLaw {
    double kN, cN;  // N/m, N s/m: the normal spring, and what resists opening
    double kS, cS;  // the same along the area
    double perArea; // 1/m2
    // Tilting moments, m4: those of the area, less what the footprint follows by rolling on.
    vlSymmetric2 tilting;
    vlRollingShare share;
} vlContactLaw;

// A linear response in three coordinates: force = start - slope velocity; slope holds xx, xy, xz,
// yy, yz, zz of the symmetric matrix.
typedef struct vlAnswer {
    double start[3];
    double slope[6];
} vlAnswer;

// Friction's springs in the present contact frame.
typedef struct vlCarried {
    vlVec2 slip; // m
    double twist;
} vlCarried;

// A tangential vector field on the contact plane that is rigid: f(p) = at + turn perp(p).
typedef struct vlRigidField {
    vlVec2 at;
    double turn;
} vlRigidField;

// The two integrals of the slip test: int |q|^2 and int pi |q|.
typedef struct vlSlipSums {
    double square;
    double limit;
} vlSlipSums;

// S for an area with the tilting moments M_t.
vlRollingShare vlContactLaw_Share(const vlContactVolume* volume, vlSymmetric2 tilting);

// The same share of the points on both sides of the answer, so that it is the slope of a potential
// (T7.19).
vlRollingShare vlContactLaw_EvenShare(const vlContactVolume* volume, vlSymmetric2 tilting);

static inline vlContactLaw vlContactLaw_Of(const vlContact* contact, double ahead)
{
    const vlGains* g = &contact->gains;
    const vlContactVolume* v = &contact->volume;
    vlContactLaw law = {.kN = g->kN,
                        .cN = g->bN + ahead * g->kN,
                        .kS = g->kS,
                        .cS = g->bS + ahead * g->kS,
                        .perArea = 1.0 / v->area,
                        .tilting = {v->mxx, v->mxy, v->myy},
                        .share = {1.0, 0.0, 0.0, 1.0}};
    if (!v->isSlab && v->pointCount > 0) {
        law.tilting.xx += g->rolling * (v->tilting.xx - v->mxx);
        law.tilting.xy += g->rolling * (v->tilting.xy - v->mxy);
        law.tilting.yy += g->rolling * (v->tilting.yy - v->myy);
        law.share = vlContactLaw_Share(v, law.tilting);
    }
    return law;
}

// ---- pressing ----

// What an area that rolls on feels of a motion: of its tilting only the part S^T gamma (T3.14).
static inline vlRelative vlContactLaw_Felt(const vlContactLaw* law, const vlRelative* motion)
{
    vlRelative felt = *motion;
    const vlRollingShare* S = &law->share;
    felt.tilt.x = S->xx * motion->tilt.x + S->yx * motion->tilt.y;
    felt.tilt.y = S->xy * motion->tilt.x + S->yy * motion->tilt.y;
    return felt;
}

// Pressure at a point of this depth, before it is cut at zero, Pa.
static inline double vlContactLaw_Pressure(const vlContactLaw* law, double depth,
                                           const vlRelative* felt, vlVec2 p)
{
    double opening = felt->normal + felt->tilt.x * p.x + felt->tilt.y * p.y;
    return (law->kN * depth - law->cN * opening) * law->perArea;
}

// All of the area presses: the integrals of the pressure and of its moment over the footprint, as a
// response to (g0, gamma). Only the part `grown` of the depth presses.
//
//   (fn, m1) = kN (V, Q)/A - cN [1, 0; 0, M_t/A] (g0, gamma)                        (T3.1, T7.4)
static inline vlAnswer vlContactLaw_Press(const vlContactLaw* law, const vlContactVolume* v,
                                          double grown)
{
    double spring = law->kN * grown * law->perArea;
    double tilt = law->cN * law->perArea;
    vlAnswer a = {{spring * v->volume, spring * v->depthMoment.x, spring * v->depthMoment.y},
                  {law->cN, 0.0, 0.0, tilt * law->tilting.xx, tilt * law->tilting.xy,
                   tilt * law->tilting.yy}};
    return a;
}

// ---- friction ----

// J = tr M / A: what turning about the normal sees of the area, m2.
static inline double vlContactLaw_Gyration(const vlContactVolume* v)
{
    return (v->mxx + v->myy) / v->area;
}

// The springs after `elapsed` seconds of this motion.
static inline void vlContactLaw_Stretch(vlCarried* springs, const vlRelative* motion,
                                        double elapsed)
{
    springs->slip.x += elapsed * motion->tangent.x;
    springs->slip.y += elapsed * motion->tangent.y;
    springs->twist += elapsed * motion->spin;
}

// The pull q times the area, a rigid field.
static inline vlRigidField vlContactLaw_Pull(const vlContactLaw* law, const vlCarried* springs,
                                             const vlRelative* motion)
{
    vlRigidField pull = {{law->kS * springs->slip.x + law->cS * motion->tangent.x,
                          law->kS * springs->slip.y + law->cS * motion->tangent.y},
                         law->kS * springs->twist + law->cS * motion->spin};
    return pull;
}

// A sticking area answers with the negative of the pull, as a response to (u_t, omega_n).
//
//   f = -kS r - cS u_t,   m = -J (kS theta + cS omega_n)                             (T5.1, T7.6)
static inline vlAnswer vlContactLaw_Stick(const vlContactLaw* law, const vlCarried* springs,
                                          double J)
{
    vlAnswer a = {
        {-law->kS * springs->slip.x, -law->kS * springs->slip.y, -law->kS * J * springs->twist},
        {law->cS, 0.0, 0.0, law->cS, 0.0, law->cS * J}};
    return a;
}

static inline vlVec2 vlRigidField_At(const vlRigidField* f, vlVec2 p)
{
    vlVec2 r = {f->at.x - f->turn * p.y, f->at.y + f->turn * p.x};
    return r;
}

static inline void vlSlipSums_Add(vlSlipSums* sums, double weight, double pressure, double pull)
{
    sums->square += weight * pull * pull;
    sums->limit += weight * pressure * pull;
}

// Does an area slide that `pull` acts on and `force` presses?
//
//   rho = int |q|^2 / int mu pi |q| > 1,  or the whole pull above mu times the force     (T5.2)
//
// Unlike comparing force and moment one by one it depends on no origin and holds in pure sliding;
// under a very uneven pressure the ratio alone would let the whole pull exceed Coulomb's bound.
static inline bool vlContactLaw_Slides(const vlSlipSums* sums, const vlRigidField* pull,
                                       double force, double mu)
{
    return sums->square > mu * sums->limit || vlLength2(pull->at) > mu * force;
}

// ---- what can be said without sampling ----

// Between one front and one back face the pressure is linear, so that its least value is at a
// corner of the bounds. False if it is not positive there or not linear; then the area must be
// sampled. Otherwise all of the area presses, and `least` is the pressure times A that every point
// has.
bool vlContactLaw_PressesAll(const vlContactLaw* law, const vlContact* contact,
                             const vlVolumePool* pool, double grown, const vlRelative* motion,
                             double* least);
// True if even the largest pull is below the limit at the least pressure. Most resting contacts
// need no sampling because of this.
bool vlContactLaw_SurelySticks(const vlContactVolume* volume, const vlRigidField* pull,
                               double least, double mu);

// The answer at a velocity, and the part of it that is proportional to the velocity.
static inline void vlAnswer_At(const vlAnswer* a, const double v[3], double force[3],
                               double lost[3])
{
    const double* s = a->slope;
    lost[0] = s[0] * v[0] + s[1] * v[1] + s[2] * v[2];
    lost[1] = s[1] * v[0] + s[3] * v[1] + s[4] * v[2];
    lost[2] = s[2] * v[0] + s[4] * v[1] + s[5] * v[2];
    for (int i = 0; i < 3; ++i) {
        force[i] = a->start[i] - lost[i];
    }
}

#endif
