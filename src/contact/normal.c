// SPDX-License-Identifier: MIT
// Normal wrench. With pressure (kN d(p) - bN g(p)) / A over the footprint, d the depth and
// g(p) = g0 + gamma . p the opening speed, and the origin at the area centroid:
//
//   fn = kN V/A - bN g0,   m1 = (kN Q - bN M gamma)/A,   f = fn n,   m = m1 x n       (T3.1)
//
// [HS04] eqs. (5)-(12), corrected. Under the FOUNDATION law kN is kappa A; with FACES the spring
// part acts along A's own face normals.

#include "contact/normal.h"
#include "collide/footprint.h"
#include "contact/pressure.h"

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : (x > hi ? hi : x);
}

// m1 = (int of pressure times p) gives the moment m1 x n.
static vlVec3 momentOf(const vlContactVolume* v, vlVec2 m1)
{
    return vlMulAdd(vlScale(v->e1, m1.y), -m1.x, v->e2);
}

static vlWrench pushAt(vlContact* c, double fn, vlVec2 m1)
{
    const vlContactVolume* v = &c->volume;
    // The centre of pressure is kept inside the footprint's bounds; this matters only when damping
    // dominates.
    c->normalForce = fn;
    c->centreOfPressure.x = clamp(m1.x / fn, v->lower.x, v->upper.x);
    c->centreOfPressure.y = clamp(m1.y / fn, v->lower.y, v->upper.y);
    vlVec2 m = {c->centreOfPressure.x * fn, c->centreOfPressure.y * fn};
    vlWrench w = {vlScale(v->normal, fn), momentOf(v, m)};
    return w;
}

// Spring along A's face normals, damper along the contact normal.
static vlWrench pushAlongFaces(vlContact* c, double fn, vlVec2 damperMoment, double damperForce,
                               double kappa)
{
    const vlContactVolume* v = &c->volume;
    vlWrench w;
    w.force = vlMulAdd(vlScale(v->pressure.force, kappa), damperForce, v->normal);
    w.torque = vlAdd(vlScale(v->pressure.torque, kappa), momentOf(v, damperMoment));
    c->normalForce = fn;
    // In-plane place where the normal part acts: m = p x f n.
    c->centreOfPressure.x = clamp(-vlDot(v->e2, w.torque) / fn, v->lower.x, v->upper.x);
    c->centreOfPressure.y = clamp(vlDot(v->e1, w.torque) / fn, v->lower.y, v->upper.y);
    return w;
}

vlWrench vlNormal_Evaluate(vlContact* contact, const vlContactContext* context,
                           const vlRelative* relative)
{
    const vlContactVolume* v = &contact->volume;
    const vlGains* g = &contact->gains;
    vlWrench none = {vlZero(), vlZero()};
    double perArea = 1.0 / v->area;
    vlVec2 damper = {-g->bN * (v->mxx * relative->tilt.x + v->mxy * relative->tilt.y) * perArea,
                     -g->bN * (v->mxy * relative->tilt.x + v->myy * relative->tilt.y) * perArea};
    double damperForce = -g->bN * relative->normal;
    double fn = g->kN * v->volume * perArea + damperForce;
    vlVec2 m1 = {g->kN * v->depthMoment.x * perArea + damper.x,
                 g->kN * v->depthMoment.y * perArea + damper.y};
    contact->normalForce = 0.0;
    contact->centreOfPressure.x = contact->centreOfPressure.y = 0.0;

    if (context->options->reference.pressure == VL_PRESSURE_FACES && v->pointCount > 0) {
        double kappa = g->kN * perArea;
        fn = kappa * vlDot(v->pressure.force, v->normal) + damperForce;
        return fn > 0.0 ? pushAlongFaces(contact, fn, damper, damperForce, kappa) : none;
    }
    return fn > 0.0 ? pushAt(contact, fn, m1) : none; // no adhesion
}
