// SPDX-License-Identifier: MIT
// Conservative advancement: the gap divided by the fastest speed at which it can close is time in
// which nothing touches. (T10.4)

#include "collide/first_touch.h"

#define MAX_ROUNDS 64

vlPlaced vlSweep_After(const vlSweep* s, const vlPlaced* piece, double time)
{
    vlVec3 centre = vlMulAdd(s->centre, time, s->velocity);
    vlVec3 arm = vlSub(piece->origin, s->centre);
    vlPlaced moved = {piece->convex, piece->rotation, vlAdd(centre, arm)};
    if (s->turn > 0.0) {
        vlMat3 R = vlMatFromQuat(vlQuatFromRotationVector(vlScale(s->omega, time)));
        moved.rotation = vlMulMM(R, piece->rotation);
        moved.origin = vlAdd(centre, vlMulMV(R, arm));
    }
    return moved;
}

bool vlFirstTouch_Find(const vlPlaced* a, const vlPlaced* b, const vlSweep* sweepA,
                       const vlSweep* sweepB, double duration, double near, vlPairCache* cache,
                       double* time, vlVec3* normal, double* gap)
{
    double t = 0.0;
    vlVec3 n = vlZero();
    for (int round = 0; round < MAX_ROUNDS && t <= duration; ++round) {
        vlPlaced at = vlSweep_After(sweepA, a, t);
        vlPlaced bt = vlSweep_After(sweepB, b, t);
        vlVec3 direction;
        double left = vlPair_FindGap(&at, &bt, cache, &direction);
        bool hasDirection = vlDot(direction, direction) > 0.5;
        n = hasDirection ? direction : n; // touching: the direction just before
        if (left <= near || !hasDirection) {
            *time = t;
            *normal = n;
            *gap = left > 0.0 ? left : 0.0;
            return true;
        }
        double speed = vlSweep_ClosingSpeed(sweepA, sweepB, n);
        if (!(speed > 0.0)) {
            return false;
        }
        t += left / speed;
    }
    return false;
}
