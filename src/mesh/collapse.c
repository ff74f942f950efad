// SPDX-License-Identifier: MIT
#include "mesh/collapse.h"

#include <stdlib.h>

// A triangle must not turn by more than this (cosine; 78 degrees): far from turning over.
#define MOST_TURN 0.2
// The least height of a new triangle, as a fraction of its longest side, unless the old one was
// worse.
#define LEAST_HEIGHT 1e-3

int vlCollapse_NextCorner(const vlCollapse* c, int vertex, int corner)
{
    int next = corner < 0 ? c->firstCorner[vertex] : c->nextCorner[corner];
    while (next >= 0 && c->isGone[next / 3]) {
        next = c->nextCorner[next];
    }
    return next;
}

static bool hasVertex(const vlCollapse* c, int triangle, int vertex)
{
    const int* t = &c->corner[3 * triangle];
    return t[0] == vertex || t[1] == vertex || t[2] == vertex;
}

static int countCorners(const vlCollapse* c, int vertex)
{
    int count = 0;
    for (int k = vlCollapse_NextCorner(c, vertex, -1); k >= 0;
         k = vlCollapse_NextCorner(c, vertex, k)) {
        ++count;
    }
    return count;
}

// The ends of the edge must have just two neighbours in common, those across from it, and these
// must keep three neighbours: then the surface stays a closed manifold. [DEGN99]
static bool staysClosed(vlCollapse* c, int u, int v)
{
    int mark = ++c->marked, common = 0;
    for (int k = vlCollapse_NextCorner(c, u, -1); k >= 0; k = vlCollapse_NextCorner(c, u, k)) {
        c->mark[c->corner[vlSide_Next(k)]] = mark;
        c->mark[c->corner[vlSide_Next(vlSide_Next(k))]] = mark;
    }
    ++c->marked;
    for (int k = vlCollapse_NextCorner(c, v, -1); k >= 0; k = vlCollapse_NextCorner(c, v, k)) {
        int side = k;
        for (int i = 0; i < 2; ++i) {
            side = vlSide_Next(side);
            int w = c->corner[side];
            if (w != u && w != v && c->mark[w] == mark) {
                c->mark[w] = c->marked;
                ++common;
                if (countCorners(c, w) < 4) {
                    return false;
                }
            }
        }
    }
    return common == 2;
}

// Lists in `star` the triangles that will be around the new vertex, and returns their number.
static int listStar(vlCollapse* c, int u, int v)
{
    int count = 0;
    for (int k = vlCollapse_NextCorner(c, u, -1); k >= 0; k = vlCollapse_NextCorner(c, u, k)) {
        if (!hasVertex(c, k / 3, v)) {
            c->star[count++] = k / 3;
        }
    }
    for (int k = vlCollapse_NextCorner(c, v, -1); k >= 0; k = vlCollapse_NextCorner(c, v, k)) {
        if (!hasVertex(c, k / 3, u)) {
            c->star[count++] = k / 3;
        }
    }
    return count;
}

// The corners of a triangle of the star before and after.
static void cornersOf(const vlCollapse* c, int triangle, int u, int v, vlVec3 place, vlVec3* before,
                      vlVec3* after)
{
    for (int i = 0; i < 3; ++i) {
        int w = c->corner[3 * triangle + i];
        before[i] = c->points[w];
        after[i] = w == u || w == v ? place : c->points[w];
    }
}

static double heightOver(const vlVec3* t, double twice)
{
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
        longest = fmax(longest, vlLength(vlSub(t[(i + 1) % 3], t[i])));
    }
    return twice / (longest * longest);
}

static bool keepsItsSide(const vlVec3* before, const vlVec3* after)
{
    vlVec3 old = vlCross(vlSub(before[1], before[0]), vlSub(before[2], before[0]));
    vlVec3 now = vlCross(vlSub(after[1], after[0]), vlSub(after[2], after[0]));
    double was = vlLength(old), is = vlLength(now);
    double height = is > 0.0 ? heightOver(after, is) : 0.0;
    double least = was > 0.0 ? fmin(LEAST_HEIGHT, heightOver(before, was)) : LEAST_HEIGHT;
    return is > 0.0 && height >= least && vlDot(old, now) > MOST_TURN * was * is;
}

// Finds new triangles for the vertices of the original that belong to those around u and v. Returns
// their number, or -1 if one would be farther from the new triangles than the limit.
static int moveGuests(vlCollapse* c, int u, int v, vlVec3 place, int starCount)
{
    int count = 0;
    for (int end = 0; end < 2; ++end) {
        int from = end == 0 ? u : v;
        for (int k = vlCollapse_NextCorner(c, from, -1); k >= 0;
             k = vlCollapse_NextCorner(c, from, k)) {
            if (end == 1 && hasVertex(c, k / 3, u)) {
                continue; // seen from u
            }
            for (int g = c->firstGuest[k / 3]; g >= 0; g = c->nextGuest[g]) {
                c->guest[count++] = g;
            }
        }
    }
    for (int i = 0; i < count; ++i) {
        double best = HUGE_VAL;
        for (int s = 0; s < starCount; ++s) {
            vlTriangle before, after;
            cornersOf(c, c->star[s], u, v, place, before.p, after.p);
            double distance = vlTriangle_Distance(&after, c->original->points[c->guest[i]]);
            if (distance < best) {
                best = distance;
                c->host[i] = c->star[s];
            }
        }
        if (best > c->limit) {
            return -1;
        }
    }
    return count;
}

static void join(vlCollapse* c, int u, int v, vlVec3 place, int starCount, int guestCount)
{
    int last = -1;
    for (int k = vlCollapse_NextCorner(c, u, -1); k >= 0; k = vlCollapse_NextCorner(c, u, k)) {
        if (hasVertex(c, k / 3, v)) {
            c->isGone[k / 3] = true;
            --c->triangleCount;
        }
    }
    // One list of corners for both, without those of triangles that are gone.
    for (int end = 0; end < 2; ++end) {
        int from = end == 0 ? u : v;
        for (int k = vlCollapse_NextCorner(c, from, -1); k >= 0;) {
            int next = vlCollapse_NextCorner(c, from, k);
            c->corner[k] = u;
            if (last < 0) {
                c->firstCorner[u] = k;
            } else {
                c->nextCorner[last] = k;
            }
            last = k;
            k = next;
        }
    }
    c->nextCorner[last] = -1;
    c->firstCorner[v] = -1;
    c->points[u] = place;
    c->quadric[u] = vlQuadric_Add(c->quadric[u], c->quadric[v]);
    ++c->stamp[u];
    ++c->stamp[v];
    for (int s = 0; s < starCount; ++s) {
        c->firstGuest[c->star[s]] = -1;
    }
    for (int i = 0; i < guestCount; ++i) {
        c->nextGuest[c->guest[i]] = c->firstGuest[c->host[i]];
        c->firstGuest[c->host[i]] = c->guest[i];
    }
}

// If one end stays, and lies in the planes of all triangles around the other one, the surface stays
// what it is: its flat parts are only cut into triangles in another way. Adds to the drift how far
// the surface moves by rounding; false if that is more than the limit, or if no end stays.
static bool staysFlat(vlCollapse* c, int u, int v, vlVec3 place)
{
    bool keepsU = vlLength(vlSub(place, c->points[u])) == 0.0;
    int moved = keepsU ? v : u;
    if (!keepsU && vlLength(vlSub(place, c->points[v])) != 0.0) {
        return false;
    }
    double most = 0.0, drift = fmax(c->drift[u], c->drift[v]);
    for (int k = vlCollapse_NextCorner(c, moved, -1); k >= 0;
         k = vlCollapse_NextCorner(c, moved, k)) {
        const int* t = &c->corner[k - k % 3];
        vlVec3 a = c->points[t[0]];
        vlVec3 n = vlUnit(vlCross(vlSub(c->points[t[1]], a), vlSub(c->points[t[2]], a)));
        most = fmax(most, fabs(vlDot(n, vlSub(place, a))));
        for (int i = 0; i < 3; ++i) {
            drift = fmax(drift, c->drift[t[i]]);
        }
    }
    if (most > c->limit) {
        return false;
    }
    c->drift[u] = drift + most;
    return true;
}

bool vlCollapse_Try(vlCollapse* c, int u, int v, vlVec3 place)
{
    vlVec3 before[3], after[3];
    if (!staysClosed(c, u, v)) {
        return false;
    }
    int starCount = listStar(c, u, v);
    for (int s = 0; s < starCount; ++s) {
        cornersOf(c, c->star[s], u, v, place, before, after);
        if (!keepsItsSide(before, after)) {
            return false;
        }
    }
    if (c->isFlat) {
        bool isDone = staysFlat(c, u, v, place);
        if (isDone) {
            join(c, u, v, place, starCount, 0);
        }
        return isDone;
    }
    int guestCount = moveGuests(c, u, v, place, starCount);
    if (guestCount < 0) {
        return false;
    }
    c->probe.nearest = c->hint[u];
    for (int s = 0; s < starCount; ++s) {
        cornersOf(c, c->star[s], u, v, place, before, after);
        if (!vlMeshProbe_IsWithin(&c->probe, after, c->limit)) {
            return false;
        }
    }
    c->hint[u] = c->probe.nearest;
    join(c, u, v, place, starCount, guestCount);
    return true;
}
