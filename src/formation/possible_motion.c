// SPDX-License-Identifier: MIT
// Which motions of A a set of contacts allows: is a commanded motion one of them, and can A turn
// about one of the contacts?

#include <string.h>

#include "base/symmetric3.h"
#include "formation/force_parts.h"

// How far a motion may be from an allowed one, as a fraction of its size.
#define NEAR_ALLOWED 0.1
// A matrix has a null vector if the least eigenvalue is below this fraction of the largest.
#define NULL_RATIO 1e-6
#define SWEEPS 4 // of Jacobi's method

static void gather(const vlResolver* r, const vlContactSet* set, vlPose poseBA, vlPlaneRows* rows)
{
    rows->count = 0;
    for (int i = 0; i < set->count; ++i) {
        const vlPrincipalContact* c = &set->contact[i].c;
        (void)vlRows_Add(r, (vlContactPair){c->type, c->a, c->b}, poseBA, rows);
    }
}

// The translation that fits best to a turn: least squares over all rows, (G4).
static vlVec3 fitTranslation(const vlPlaneRows* rows, const double* lift)
{
    // Normal equations with a little damping: normals in one plane leave a direction free.
    double m[3][3] = {{1e-9, 0, 0}, {0, 1e-9, 0}, {0, 0, 1e-9}};
    vlVec3 b = vlZero();
    for (int i = 0; i < rows->count; ++i) {
        vlVec3 n = rows->normal[i];
        double v[3] = {n.x, n.y, n.z};
        for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) {
                m[j][k] += v[j] * v[k];
            }
        }
        b = vlMulAdd(b, -lift[i], n);
    }
    vlVec3 x = vlVec(m[0][0], m[1][0], m[2][0]);
    vlVec3 y = vlVec(m[0][1], m[1][1], m[2][1]);
    vlVec3 z = vlVec(m[0][2], m[1][2], m[2][2]);
    double det = vlDot(x, vlCross(y, z));
    return vlScale(vlVec(vlDot(b, vlCross(y, z)), vlDot(x, vlCross(b, z)), vlDot(x, vlCross(y, b))),
                   1.0 / det);
}

bool vlMotion_IsPossible(const vlResolver* resolver, const vlContactSet* set, vlPose poseBA,
                         vlVec3 centre, double size, vlTwist motion, double leastTurn)
{
    vlPlaneRows rows;
    double lift[VL_MAX_RESOLVED * VL_MAX_CONTACT_ROWS];
    gather(resolver, set, poseBA, &rows);
    double turn = vlLength(motion.angular);
    double way = vlLength(motion.linear);
    double worst = 0.0;
    if (turn > leastTurn) {
        for (int i = 0; i < rows.count; ++i) {
            vlVec3 arm = vlCross(vlSub(rows.point[i], centre), rows.normal[i]);
            lift[i] = vlDot(arm, motion.angular);
        }
        vlVec3 t = fitTranslation(&rows, lift);
        for (int i = 0; i < rows.count; ++i) {
            worst = fmax(worst, fabs(lift[i] + vlDot(rows.normal[i], t)));
        }
        return worst <= NEAR_ALLOWED * turn * size;
    }
    for (int i = 0; i < rows.count; ++i) {
        worst = fmax(worst, fabs(vlDot(rows.normal[i], motion.linear)));
    }
    return worst <= NEAR_ALLOWED * way;
}

static bool hasNullVector(double m[3][3])
{
    double least;
    double most;
    vlSymmetric3_FindEnds(m, SWEEPS, &least, &most);
    return least < NULL_RATIO * fmax(most, 1e-12);
}

// Is there a turn about the point that moves no row's point along its normal? (G5)
static bool canTurnAbout(const vlPlaneRows* rows, vlVec3 point, double size)
{
    double m[3][3];
    memset(m, 0, sizeof m);
    for (int i = 0; i < rows->count; ++i) {
        vlVec3 arm = vlScale(vlCross(vlSub(rows->point[i], point), rows->normal[i]), 1.0 / size);
        double v[3] = {arm.x, arm.y, arm.z};
        for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) {
                m[j][k] += v[j] * v[k];
            }
        }
    }
    return hasNullVector(m);
}

bool vlMotion_CanTurn(const vlResolver* resolver, const vlContactSet* set, vlPose poseBA,
                      double size)
{
    vlPlaneRows rows;
    gather(resolver, set, poseBA, &rows);
    for (int i = 0; i < set->count; ++i) {
        if (canTurnAbout(&rows, set->contact[i].c.point, size)) {
            return true;
        }
    }
    return false;
}

bool vlMotion_CanTurnBetween(const vlResolver* resolver, const vlContactSet* before,
                             const vlContactSet* after, vlPose poseBA, double size)
{
    vlPlaneRows rows = {.count = 0};
    vlVec3 middle[VL_MAX_PLANES];
    for (int i = 0; i < after->count; ++i) {
        const vlForceWork* w = &after->contact[i];
        const vlPrincipalContact* c = &w->c;
        if (w->before >= 0 && before->contact[w->before].c.type < c->type) {
            c = &before->contact[w->before].c;
        }
        int first = rows.count;
        (void)vlRows_Add(resolver, (vlContactPair){c->type, c->a, c->b}, poseBA, &rows);
        middle[i] = vlZero();
        for (int k = first; k < rows.count; ++k) {
            middle[i] = vlMulAdd(middle[i], 1.0 / (rows.count - first), rows.point[k]);
        }
    }
    for (int i = 0; i < after->count; ++i) {
        if (canTurnAbout(&rows, middle[i], size)) {
            return true;
        }
    }
    return false;
}
