// SPDX-License-Identifier: MIT
#include "contact/yield.h"

// Adds one body: a force along direction d meets the inverse mass 1/m + (r x d) I^-1 (r x d).
static void addBody(vlYield* sum, const vlContactBody* body, const vlContactVolume* v)
{
    if (body->inverseMass <= 0.0) {
        return;
    }
    vlVec3 lever = vlSub(v->origin, body->motion->centre);
    vlVec3 armN = vlCross(lever, v->normal);
    vlVec3 arm1 = vlCross(lever, v->e1);
    vlVec3 arm2 = vlCross(lever, v->e2);
    vlVec3 turn1 = vlMulMV(body->inverseInertiaW, arm1);
    sum->normal += body->inverseMass + vlDot(armN, vlMulMV(body->inverseInertiaW, armN));
    sum->x += body->inverseMass + vlDot(arm1, turn1);
    sum->xy += vlDot(arm2, turn1);
    sum->y += body->inverseMass + vlDot(arm2, vlMulMV(body->inverseInertiaW, arm2));
    vlVec3 about1 = vlMulMV(body->inverseInertiaW, v->e1);
    sum->bxx += vlDot(v->e1, about1);
    sum->bxy += vlDot(v->e2, about1);
    sum->byy += vlDot(v->e2, vlMulMV(body->inverseInertiaW, v->e2));
}

vlYield vlYield_Of(const vlContactVolume* volume, const vlContactBody* a, const vlContactBody* b)
{
    vlYield sum = {0};
    addBody(&sum, a, volume);
    addBody(&sum, b, volume);
    return sum;
}

double vlYield_Tangential(const vlYield* r)
{
    double half = 0.5 * (r->x - r->y);
    return 0.5 * (r->x + r->y) + sqrt(half * half + r->xy * r->xy);
}

double vlYield_Tilting(const vlYield* r, const vlContactVolume* v)
{
    vlSymmetric2 all = {v->mxx, v->mxy, v->myy};
    return vlYield_TiltingOf(r, all, v->area);
}

// Turning about e1 moves points along e2, hence the crossed indices.
double vlYield_TiltingOf(const vlYield* r, vlSymmetric2 m, double area)
{
    double perArea = 1.0 / area;
    double half = 0.5 * (r->bxx * m.yy - 2.0 * r->bxy * m.xy + r->byy * m.xx) * perArea;
    double determinant =
        (r->bxx * r->byy - r->bxy * r->bxy) * (m.xx * m.yy - m.xy * m.xy) * perArea * perArea;
    double spread = half * half - determinant;
    return half + (spread > 0.0 ? sqrt(spread) : 0.0);
}
