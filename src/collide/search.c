// SPDX-License-Identifier: MIT
// Trial separation [HS04, 4.2]. Let K be the set of displacements of B that keep the pieces in
// contact; it is convex and contains the origin. A trial is the point s n0 outside K, its nearest
// point in K lies a gap g away along the new normal n, and the depth along n follows without the
// witness points:
//     depth(n) = s n0 . n - g
// With p = s n0 - g n in K, depth(n0) - depth(n) >= p . n0 - depth(n) = (s + g)(1 - n0 . n) >= 0:
// no round makes the depth larger. n . n0 >= g / s > 0: no round turns the normal over. Rounds that
// together would turn it over are not made: a deep pair has no better side to leave by than the old
// one.

#include "collide/search.h"

// Trial separation divided by the expected depth. The gap is then 1/6 of the separation, below the
// trim limit.
#define MARGIN 1.2
// Least trial separation, in smaller radii: for light contacts, so that the gap is far above
// rounding.
#define FLOOR 1e-6
// Least gap whose direction is reliable, in smaller radii. Below it the pieces count as touching.
#define MIN_GAP 1e-9
// Seen from far away, the normal of every trial is n0 itself and would never change. So a gap above
// TRIM_LIMIT s is cut by TRIM_CUT. The gap shrinks at most by as much as s, so the pieces stay
// apart.
#define TRIM_LIMIT 0.2
#define TRIM_CUT 0.9
// The normal has settled when a round turns it by less than this (rad).
#define SETTLED 1e-3

typedef struct Search {
    const vlConvex* a;
    const vlConvex* b;
    vlMat3 rotation;
    vlVec3 origin;
    double size; // smaller radius, m
    vlGjkCache* cache;
    int queries;
} Search;

typedef struct Trial {
    bool apart;
    double s; // displacement of B along the old normal, m
    vlGjkResult gjk;
} Trial;

static Trial moveApart(Search* search, vlVec3 n, double s)
{
    search->queries++;
    Trial trial = {.s = s};
    trial.gjk = vlGjk_Distance(search->a, search->b, search->rotation,
                               vlMulAdd(search->origin, s, n), search->cache);
    trial.apart = !trial.gjk.touching && trial.gjk.distance >= MIN_GAP * search->size;
    return trial;
}

// Depth along n: moving B by more than this along n separates the pieces for certain.
static double depthAlong(const Search* search, vlVec3 n)
{
    vlVec3 nB = vlMulTV(search->rotation, n);
    int a = vlConvex_Support(search->a, n, search->cache->vertexA[0]);
    int b = vlConvex_Support(search->b, vlNeg(nB), search->cache->vertexB[0]);
    return vlDot(n, vlConvex_Vertex(search->a, a)) - vlDot(nB, vlConvex_Vertex(search->b, b)) -
           vlDot(n, search->origin);
}

// Doubles s until the pieces are apart, never beyond `limit`, where they must be.
static Trial separate(Search* search, vlVec3 n, double s, double limit)
{
    Trial trial = moveApart(search, n, s);
    for (int i = 0; i < VL_SEARCH_MAX_DOUBLINGS && !trial.apart; ++i) {
        double next = 2.0 * trial.s;
        trial = moveApart(search, n, trial.s < limit && next > limit ? limit : next);
    }
    return trial.apart || trial.s >= limit ? trial : moveApart(search, n, limit);
}

static Trial trim(Search* search, vlVec3 n, Trial trial)
{
    double floor = FLOOR * search->size;
    for (int i = 0; i < VL_SEARCH_MAX_TRIMS; ++i) {
        if (trial.gjk.distance <= TRIM_LIMIT * trial.s || trial.s <= floor) {
            break;
        }
        double s = fmax(trial.s - TRIM_CUT * trial.gjk.distance, floor);
        Trial next = moveApart(search, n, s);
        if (!next.apart) {
            next = moveApart(search, n, 0.5 * (s + trial.s));
        }
        if (!next.apart) {
            break;
        }
        trial = next;
    }
    return trial;
}

vlSearchResult vlSearch_Normal(const vlConvex* a, const vlConvex* b, vlMat3 rotationAB,
                               vlVec3 originAB, vlVec3 normal, double depth, vlGjkCache* cache)
{
    Search search = {a, b, rotationAB, originAB, fmin(a->radius, b->radius), cache, 0};
    vlSearchResult result = {.normal = normal};
    double expected = depth;
    for (int round = 0; round < VL_SEARCH_MAX_ROUNDS; ++round) {
        vlVec3 n = result.normal;
        double along = depthAlong(&search, n);
        if (!(along > 0.0)) {
            break;
        }
        double limit = fmax(MARGIN * along, FLOOR * search.size);
        double s = expected > 0.0 ? fmax(MARGIN * expected, FLOOR * search.size) : limit;
        Trial trial = separate(&search, n, fmin(s, limit), limit);
        if (!trial.apart) {
            break;
        }
        trial = trim(&search, n, trial);
        double found = trial.s * vlDot(n, trial.gjk.normal) - trial.gjk.distance;
        if (!(found > 0.0) || !(vlDot(normal, trial.gjk.normal) > 0.0)) {
            break;
        }
        result.found = true;
        result.normal = trial.gjk.normal;
        result.depth = found;
        result.pointA = trial.gjk.pointA;
        result.pointB = vlMulAdd(trial.gjk.pointB, -trial.s, n);
        expected = found;
        vlVec3 turn = vlSub(result.normal, n);
        if (vlDot(turn, turn) < SETTLED * SETTLED) {
            break;
        }
    }
    result.queries = search.queries;
    return result;
}
