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

// Least of (n + t n x omega) . r over the points r of a piece about its body's centre. With n and
// the opening speed at t = 0 of every single point, this is how far the piece comes along n.
static double lowest(const vlPlaced* piece, const vlSweep* s, vlVec3 n, double t)
{
    vlVec3 direction = vlMulAdd(n, t, vlCross(n, s->omega));
    vlVec3 local = vlMulTV(piece->rotation, direction);
    vlVec3 v = vlConvex_Vertex(piece->convex, vlConvex_Support(piece->convex, vlNeg(local), 0));
    return vlDot(local, v) + vlDot(direction, vlSub(piece->origin, s->centre));
}

// One side of a gap.
typedef struct Side {
    const vlPlaced* piece;
    const vlSweep* sweep;
    vlVec3 normal; // from the other piece to this one
    bool isTurning;
    double lowest; // m, along the normal from the body's centre, now
} Side;

static Side sideOf(const vlPlaced* piece, const vlSweep* s, vlVec3 normal)
{
    bool isTurning = s->turn > 0.0 && piece->convex->kind == VL_PIECE_CONVEX;
    Side side = {piece, s, normal, isTurning, isTurning ? lowest(piece, s, normal, 0.0) : 0.0};
    return side;
}

// How much nearer a piece comes within t by turning alone, to first order for each of its points.
// (T10.11)
static double turnedNearer(const Side* side, double t)
{
    return side->isTurning ? side->lowest - lowest(side->piece, side->sweep, side->normal, t) : 0.0;
}

// The same in any time: no point leaves the sphere about its body's centre. (T10.12)
static double turnedNearest(const Side* side)
{
    double omega = vlLength(side->sweep->omega);
    return side->isTurning ? side->lowest + side->sweep->turn / omega : 0.0;
}

// Two pieces where they are now, with a gap along a direction.
typedef struct Gap {
    Side a, b;
    double width;   // m, now
    double opening; // m/s, by the motion of the centres
    double bend;    // m/s2, by which points may leave their tangents
} Gap;

// What is surely left of a gap after t if points go on along their tangents: a concave function of
// t.
static double leftAfter(const Gap* g, double t)
{
    return g->width + t * g->opening - turnedNearer(&g->b, t) - turnedNearer(&g->a, t);
}

// How long something is surely left, at most `span`: a chord lies below a concave function, and
// points leave their tangents by at most the bend. (T10.11)
static double openWithin(const Gap* g, double span)
{
    double closing = (g->width - leftAfter(g, span)) / span;
    double root = closing + sqrt(closing * closing + 4.0 * g->bend * g->width);
    return root * span > 2.0 * g->width ? 2.0 * g->width / root : span;
}

// Over a shorter span the chord follows more closely.
#define SPANS 6
#define LONGER 4.0

double vlSweep_OpenTime(const vlPlaced* a, const vlPlaced* b, const vlSweep* sweepA,
                        const vlSweep* sweepB, vlVec3 normal, double gap, double most)
{
    // A point leaves its tangent by omega^2 r t^2/2, and by as much again where the axis turns.
    Gap g = {.a = sideOf(a, sweepA, vlNeg(normal)),
             .b = sideOf(b, sweepB, normal),
             .width = gap,
             .opening = vlDot(normal, vlSub(sweepB->velocity, sweepA->velocity)),
             .bend =
                 vlLength(sweepA->omega) * sweepA->turn + vlLength(sweepB->omega) * sweepB->turn};
    double closed = most * (g.opening < 0.0 ? g.opening : 0.0);
    if (gap + closed - turnedNearest(&g.a) - turnedNearest(&g.b) > 0.0) {
        return most;
    }
    double open = openWithin(&g, most);
    for (int i = 0; i < SPANS && open < most; ++i) {
        double span = LONGER * open < most ? LONGER * open : most;
        double longer = openWithin(&g, span);
        if (!(longer > open)) {
            break;
        }
        open = longer;
    }
    return open;
}
