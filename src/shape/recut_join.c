// SPDX-License-Identifier: MIT
// Joins fragments to cells by the sides of the planes, and cells to convex pieces, and numbers the
// vertices and faces of these.

#include "shape/recut_parts.h"

// Two pieces are joined if their hull has no more volume than they have, to this fraction.
#define SAME_VOLUME 1e-9

static vlVec3 centreOf(const vlShape* shape)
{
    return shape->pieces[0].centre;
}

static double volumeOf(const vlShape* shape)
{
    return shape->mass.volume;
}

static uint32_t sidesOf(const vlCutWork* c, const vlShape* cell)
{
    uint32_t sides = 0;
    for (int i = 0; i < c->planeCount; ++i) {
        double side = vlDot(c->plane[i].normal, centreOf(cell)) - c->plane[i].offset;
        sides |= side > 0.0 ? 1u << i : 0u;
    }
    return sides;
}

static void removeCell(vlCutWork* c, int i)
{
    vlShape_Release(c->cell[i]);
    --c->cellCount;
    c->cell[i] = c->cell[c->cellCount];
    c->sides[i] = c->sides[c->cellCount];
}

// Joins the fragments of each cell, all at once, because bricks laid in a circle cannot be joined
// two by two.
static void joinBySides(vlCutWork* c)
{
    for (int i = 0; i < c->cellCount; ++i) {
        c->sides[i] = sidesOf(c, c->cell[i]);
    }
    for (int i = 0; i < c->cellCount && !c->isGivenUp; ++i) {
        int count = vlCutWork_AddPoints(c, 0, &c->cell[i]->pieces[0]);
        double volume = volumeOf(c->cell[i]);
        int members = 1;
        for (int k = i + 1; k < c->cellCount; ++k) {
            if (c->sides[k] == c->sides[i]) {
                count = vlCutWork_AddPoints(c, count, &c->cell[k]->pieces[0]);
                volume += volumeOf(c->cell[k]);
                ++members;
            }
        }
        if (members == 1 || c->isGivenUp) {
            continue;
        }
        vlShape* whole = vlCutWork_MakeCell(c, count);
        // Pieces may leave gaps and overlaps of the size `snap`.
        double room = whole != NULL ? 4.0 * c->snap * whole->radius * whole->radius : 0.0;
        if (whole == NULL || fabs(volumeOf(whole) - volume) > SAME_VOLUME * volume + room) {
            c->isGivenUp = true;
            vlShape_Release(whole);
            return;
        }
        for (int k = c->cellCount - 1; k > i; --k) {
            if (c->sides[k] == c->sides[i]) {
                removeCell(c, k);
            }
        }
        vlShape_Release(c->cell[i]);
        c->cell[i] = whole;
    }
}

// By x, then y, then z; coordinates that differ by rounding count as the same.
static bool comesBefore(const vlCutWork* c, vlVec3 a, vlVec3 b)
{
    vlVec3 d = vlSub(a, b);
    double tolerance = 4.0 * c->snap;
    if (fabs(d.x) > tolerance) {
        return d.x < 0.0;
    }
    return fabs(d.y) > tolerance ? d.y < 0.0 : d.z < -tolerance;
}

static void sortCells(vlCutWork* c)
{
    for (int i = 1; i < c->cellCount; ++i) {
        vlShape* cell = c->cell[i];
        int k = i;
        for (; k > 0 && comesBefore(c, centreOf(cell), centreOf(c->cell[k - 1])); --k) {
            c->cell[k] = c->cell[k - 1];
        }
        c->cell[k] = cell;
    }
}

// Without a face in a common plane two cells have no convex union.
static bool shareFace(const vlCutWork* c, const vlConvex* a, const vlConvex* b)
{
    for (int f = 0; f < a->faceCount; ++f) {
        for (int g = 0; g < b->faceCount; ++g) {
            vlVec3 sum = vlAdd(vlConvex_Normal(a, f), vlConvex_Normal(b, g));
            if (vlLength(sum) < VL_CUT_SAME_NORMAL && fabs(a->nd[f] + b->nd[g]) <= 2.0 * c->snap) {
                return true;
            }
        }
    }
    return false;
}

static bool joinPair(vlCutWork* c, int i, int k)
{
    const vlConvex* a = &c->cell[i]->pieces[0];
    const vlConvex* b = &c->cell[k]->pieces[0];
    if (!shareFace(c, a, b)) {
        return false;
    }
    vlShape* both = vlCutWork_MakeCell(c, vlCutWork_AddPoints(c, vlCutWork_AddPoints(c, 0, a), b));
    double volume = volumeOf(c->cell[i]) + volumeOf(c->cell[k]);
    if (both == NULL || fabs(volumeOf(both) - volume) > SAME_VOLUME * volume) {
        vlShape_Release(both);
        return false;
    }
    vlShape_Release(c->cell[i]);
    vlShape_Release(c->cell[k]);
    c->cell[i] = both;
    --c->cellCount;
    for (; k < c->cellCount; ++k) {
        c->cell[k] = c->cell[k + 1];
    }
    return true;
}

// Joins neighbours while any two have a convex union, always the first such pair in the order of
// the cells.
static void joinNeighbours(vlCutWork* c)
{
    bool isJoined = true;
    while (isJoined && !c->isGivenUp) {
        isJoined = false;
        for (int i = 0; i < c->cellCount && !isJoined; ++i) {
            for (int k = i + 1; k < c->cellCount && !isJoined && !c->isGivenUp; ++k) {
                isJoined = joinPair(c, i, k);
            }
        }
        sortCells(c);
    }
}

// Coordinates are rounded to this fraction of the largest one, or less: some hundred times the
// rounding error of a corner that was computed in another way.
#define GRID 0x1p-44

static double gridOf(const vlCutWork* c)
{
    double largest = 0.0;
    for (int i = 0; i < c->cellCount; ++i) {
        const vlConvex* p = &c->cell[i]->pieces[0];
        largest =
            fmax(largest, fmax(fmax(-p->lower.x, p->upper.x),
                               fmax(fmax(-p->lower.y, p->upper.y), fmax(-p->lower.z, p->upper.z))));
    }
    int exponent;
    (void)frexp(largest, &exponent);
    return ldexp(GRID, exponent);
}

static vlVec3 roundTo(vlVec3 p, double grid)
{
    return vlVec(grid * nearbyint(p.x / grid), grid * nearbyint(p.y / grid),
                 grid * nearbyint(p.z / grid));
}

// Makes each cell again from its corners, rounded and in an order of their own, so that its
// vertices and faces have the same numbers however the solid was given. Without the rounding, bits
// that differ would grow in impacts, until a contact sticks with one cutting and slides with
// another.
static void renumber(vlCutWork* c)
{
    double grid = gridOf(c);
    for (int i = 0; i < c->cellCount && !c->isGivenUp; ++i) {
        int count = vlCutWork_AddPoints(c, 0, &c->cell[i]->pieces[0]);
        for (int k = 0; k < count; ++k) {
            c->points[k] = roundTo(c->points[k], grid);
        }
        for (int k = 1; k < count; ++k) {
            vlVec3 point = c->points[k];
            int at = k;
            for (; at > 0 && comesBefore(c, point, c->points[at - 1]); --at) {
                c->points[at] = c->points[at - 1];
            }
            c->points[at] = point;
        }
        vlShape* cell = vlCutWork_MakeCell(c, count);
        if (cell != NULL) {
            vlShape_Release(c->cell[i]);
            c->cell[i] = cell;
        }
    }
}

void vlCutWork_Join(vlCutWork* work)
{
    joinBySides(work);
    if (!work->isGivenUp) {
        sortCells(work);
        joinNeighbours(work);
        renumber(work);
    }
}
