// SPDX-License-Identifier: MIT
#include "world/halt_pair.h"

// Parts of the thickness of the thinner piece: which depth counts as passing, at which depth a body
// halts, and how close to that depth the search for it ends.
#define PASSED 0.25
#define HALTED 0.05
#define NEAR 0.025
// Looks in one search. Each covers a fraction of a radian, so hardly any number of them could
// follow a body that turns further than WILD in a step to the end. Such a body gets few, and makes
// only a part of its way.
#define MAX_ADVANCES 64
#define WILD 6.0 // rad
#define WILD_ADVANCES 8
// How often the displacement that is to part two pieces is doubled.
#define MAX_DOUBLINGS 3
// The work of cutting two pieces, in looks.
#define LOOKS_OF_CUT 4

static double turnOf(const vlHalting* h, int body)
{
    return h->step * vlLength(h->state->motion[body].omega);
}

vlHaltPair vlHaltPair_Of(const vlHalting* h, const vlNearPair* pair)
{
    vlHaltPair p = {.a = (int)vlPairKey_BodyA(pair->key),
                    .b = (int)vlPairKey_BodyB(pair->key),
                    .pieceA = vlPairKey_PieceA(pair->key),
                    .pieceB = vlPairKey_PieceB(pair->key)};
    double a = h->model->slot[p.a].shape->pieces[p.pieceA].thickness;
    double b = h->model->slot[p.b].shape->pieces[p.pieceB].thickness;
    p.thickness = a < b ? a : b;
    if (vlSamples_IsPair(h->model, pair->key)) {
        p.thickness = HUGE_VAL; // surfaces of meshes have no thickness that is known
    }
    return p;
}

static double gapOfSpheres(const vlPlaced* a, const vlPlaced* b)
{
    vlVec3 ca = vlAdd(vlMulMV(a->rotation, a->convex->centre), a->origin);
    vlVec3 cb = vlAdd(vlMulMV(b->rotation, b->convex->centre), b->origin);
    return vlLength(vlSub(cb, ca)) - a->convex->radius - b->convex->radius;
}

bool vlHaltPair_IsSwift(const vlHalting* h, const vlHaltPair* p)
{
    double way = h->work->halt.way[p->a] + h->work->halt.way[p->b];
    if (!(way > VL_HALT_SWIFT * p->thickness)) {
        return false;
    }
    vlPlaced a = vlWork_Placed(h->model, h->work, (uint32_t)p->a, p->pieceA);
    vlPlaced b = vlWork_Placed(h->model, h->work, (uint32_t)p->b, p->pieceB);
    return !(gapOfSpheres(&a, &b) > way);
}

static bool takeLooks(vlHaltPair* p, int looks)
{
    if (p->looks < looks) {
        p->isSpent = true;
        return false;
    }
    p->looks -= looks;
    return true;
}

// The next time at which one of the two halts, or the end.
static double nextChange(const vlHalting* h, const vlHaltPair* p, double time)
{
    double a = vlHalting_Until(h, p->a);
    double b = vlHalting_Until(h, p->b);
    double next = p->end;
    next = a > time && a < next ? a : next;
    return b > time && b < next ? b : next;
}

static void follow(const vlHalting* h, vlHaltPair* p)
{
    p->followed[0] = vlFollowed_Begin(h, p->a);
    p->followed[1] = vlFollowed_Begin(h, p->b);
}

// How long the pieces stay apart if B is moved aside by `distance`: all of the step, or the time at
// which they come nearer than `near`, or until which it could be followed. Negative if they are not
// apart at its start. Leaves the bodies where they were last looked at. (T10.4) with (T10.11)
static double openUntil(const vlHalting* h, vlHaltPair* p, double distance, double near)
{
    double t = 0.0;
    vlVec3 shift = vlScale(p->aside, distance);
    vlFollowed* fa = &p->followed[0];
    vlFollowed* fb = &p->followed[1];
    follow(h, p);
    for (int i = 0; i < p->advances && t < p->end && takeLooks(p, 1); ++i) {
        vlFollowed_Advance(h, fa, t);
        vlFollowed_Advance(h, fb, t);
        vlPlaced a = vlFollowed_Piece(h, fa, p->pieceA);
        vlPlaced b = vlFollowed_Piece(h, fb, p->pieceB);
        vlPlaced moved = b;
        moved.origin = vlAdd(b.origin, shift);
        vlVec3 n;
        double gap = vlPair_FindGap(&a, &moved, &p->cache, &n);
        if (!(gap > near) || !(vlDot(n, n) > 0.5)) {
            return i > 0 ? t : -1.0;
        }
        vlSweep sa = vlFollowed_Sweep(h, fa);
        vlSweep sb = vlFollowed_Sweep(h, fb);
        double next = nextChange(h, p, t);
        double open = vlSweep_OpenTime(&a, &b, &sa, &sb, n, gap - 0.5 * near, next - t);
        t = open < next - t ? t + open : next;
    }
    return t;
}

// The volume that the pieces share where they were last looked at; its normal is the direction in
// which they part by the shortest way. False if they do not overlap there.
static bool findOverlap(const vlHalting* h, const vlHaltPair* p, vlContactVolume* volume)
{
    vlPlaced a = vlFollowed_Piece(h, &p->followed[0], p->pieceA);
    vlPlaced b = vlFollowed_Piece(h, &p->followed[1], p->pieceB);
    vlPairCache cache = {.touching = true};
    return vlPair_Collide(&a, &b, &h->model->def.contact, &cache, NULL, h->work->scratch, NULL,
                          volume) != VL_PAIR_APART;
}

// True if the gap along p->aside surely lasts for the whole step, so that no further look is
// needed. Always false if one of the bodies halts early: the other's way must then be followed.
static bool staysOpen(const vlHalting* h, const vlHaltPair* p, const vlPlaced* a, const vlPlaced* b,
                      double gap)
{
    if (vlHalting_Until(h, p->a) < h->step || vlHalting_Until(h, p->b) < h->step) {
        return false;
    }
    vlSweep sa = vlFollowed_Sweep(h, &p->followed[0]);
    vlSweep sb = vlFollowed_Sweep(h, &p->followed[1]);
    return vlSweep_OpenTime(a, b, &sa, &sb, p->aside, gap, h->step) >= h->step;
}

// Chooses a direction and a depth along it that part the pieces at the start of the step. False if
// there is none, or if the pieces need not be looked at further.
static bool setAside(const vlHalting* h, vlHaltPair* p)
{
    vlPlaced a = vlWork_Placed(h->model, h->work, (uint32_t)p->a, p->pieceA);
    vlPlaced b = vlWork_Placed(h->model, h->work, (uint32_t)p->b, p->pieceB);
    vlContactVolume volume;
    follow(h, p);
    --p->looks;
    double gap = vlPair_FindGap(&a, &b, &p->cache, &p->aside);
    p->depth = 0.0;
    if (gap > 0.0 && vlDot(p->aside, p->aside) > 0.5) {
        return !staysOpen(h, p, &a, &b, gap + (PASSED - NEAR) * p->thickness);
    }
    p->looks -= LOOKS_OF_CUT;
    if (!findOverlap(h, p, &volume)) {
        return false;
    }
    p->aside = volume.normal;
    p->depth = volume.highest - volume.lowest;
    for (int i = 0; i < MAX_DOUBLINGS; ++i) {
        vlVec3 n;
        vlPlaced moved = b;
        moved.origin = vlMulAdd(b.origin, p->depth + HALTED * p->thickness, p->aside);
        --p->looks;
        if (vlPair_FindGap(&a, &moved, &p->cache, &n) > NEAR * p->thickness) {
            return true;
        }
        p->depth *= 2.0;
    }
    return false;
}

// How far the pair can be followed, and with how many looks.
static void setReach(const vlHalting* h, vlHaltPair* p)
{
    double a = vlHalting_FollowedTime(h, p->a);
    double b = vlHalting_FollowedTime(h, p->b);
    p->end = a < b ? a : b;
    bool isWild = turnOf(h, p->a) > WILD || turnOf(h, p->b) > WILD;
    p->advances = isWild ? WILD_ADVANCES : MAX_ADVANCES;
}

// The pieces pass if they come deeper than PASSED both along the direction in which they were apart
// and along the one in which they would now part: a body that slides over the edge of a tile meets
// its side, but is not deep below its top.
double vlHaltPair_TouchOfPassing(const vlHalting* h, vlHaltPair* p)
{
    vlContactVolume volume;
    if (!setAside(h, p)) {
        return h->step;
    }
    setReach(h, p);
    double near = NEAR * p->thickness;
    double deep = p->depth + PASSED * p->thickness;
    double passed = openUntil(h, p, deep, near);
    if (passed < 0.0 || !(passed < h->step)) {
        return h->step;
    }
    if (!takeLooks(p, LOOKS_OF_CUT)) {
        return passed;
    }
    vlVec3 first = p->aside;
    if (findOverlap(h, p, &volume)) {
        p->aside = volume.normal;
        double again = openUntil(h, p, deep, near);
        if (again < 0.0 || !(again < h->step)) {
            return h->step;
        }
        p->aside = first;
    }
    double touch = openUntil(h, p, p->depth + HALTED * p->thickness, near);
    if (p->isSpent && !(touch > 0.0)) {
        return passed;
    }
    return touch < 0.0 ? h->step : touch;
}
