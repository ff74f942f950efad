// SPDX-License-Identifier: MIT
// Points are added one at a time: the faces that a point sees are replaced by faces between their
// outline and the point. The surface stays closed whatever rounding decides about single faces;
// what this may have cut off is measured at the end. (T14.4)

#include "hierarchy/small_hull.h"

#include <string.h>

#include "base/hash.h"

// Sets of points thinner than this part of their size are thickened by it, m.
#define THIN 1e-4
// Points are moved by up to this part of their size, so that no four are in a plane: faces of three
// points in a line would have any normal.
#define JOGGLE 1e-6

static vlVec3 normalOf(const vlSmallHull* h, const int face[3])
{
    vlVec3 a = h->point[face[0]];
    return vlUnit(vlCross(vlSub(h->point[face[1]], a), vlSub(h->point[face[2]], a)));
}

static double heightOver(const vlSmallHull* h, const int face[3], vlVec3 p)
{
    return vlDot(normalOf(h, face), vlSub(p, h->point[face[0]]));
}

// Finds the point farthest from a point, a line or a plane, and its distance.
typedef enum Span { FROM_POINT, FROM_LINE, FROM_PLANE } Span;

static int farthestFrom(const vlSmallHull* h, Span span, vlVec3 origin, vlVec3 axis, double* most)
{
    int best = 0;
    *most = -1.0;
    for (int i = 0; i < h->pointCount; ++i) {
        vlVec3 way = vlSub(h->point[i], origin);
        double along = span == FROM_POINT ? 0.0 : vlDot(way, axis);
        double size = span == FROM_PLANE ? fabs(along) : vlLength(vlMulAdd(way, -along, axis));
        best = size > *most ? i : best;
        *most = fmax(*most, size);
    }
    return best;
}

// Any direction at a right angle.
static vlVec3 across(vlVec3 axis)
{
    vlVec3 other = fabs(axis.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    return vlUnit(vlCross(axis, other));
}

static int append(vlSmallHull* h, vlVec3 p)
{
    h->point[h->pointCount] = p;
    return h->pointCount++;
}

// Four points that span a solid; flat sets get points of their own.
static void findCorners(vlSmallHull* h, int corner[4])
{
    double size, width, height;
    vlVec3 middle = h->inside;
    corner[0] = farthestFrom(h, FROM_POINT, middle, middle, &size);
    corner[1] = farthestFrom(h, FROM_POINT, h->point[corner[0]], middle, &size);
    vlVec3 a = h->point[corner[0]];
    vlVec3 axis = size > 0.0 ? vlUnit(vlSub(h->point[corner[1]], a)) : vlVec(1.0, 0.0, 0.0);
    corner[2] = farthestFrom(h, FROM_LINE, a, axis, &width);
    if (!(width > THIN * size)) {
        vlVec3 aside = across(axis);
        corner[2] = append(h, vlMulAdd(middle, THIN * size, aside));
        (void)append(h, vlMulAdd(middle, -THIN * size, aside));
    }
    vlVec3 n = vlUnit(vlCross(axis, vlSub(h->point[corner[2]], a)));
    corner[3] = farthestFrom(h, FROM_PLANE, a, n, &height);
    if (!(height > THIN * size)) {
        corner[3] = append(h, vlMulAdd(middle, THIN * size, n));
        (void)append(h, vlMulAdd(middle, -THIN * size, n));
    }
}

static void addFace(vlSmallHull* h, int a, int b, int c)
{
    int* face = h->face[h->faceCount++];
    face[0] = a;
    face[1] = b;
    face[2] = c;
}

static void addTetrahedron(vlSmallHull* h, const int c[4])
{
    vlVec3 a = h->point[c[0]];
    vlVec3 n = vlCross(vlSub(h->point[c[1]], a), vlSub(h->point[c[2]], a));
    bool isBehind = vlDot(n, vlSub(h->point[c[3]], a)) < 0.0;
    int p = c[isBehind ? 1 : 2], q = c[isBehind ? 2 : 1];
    addFace(h, c[0], p, q);
    addFace(h, c[0], q, c[3]);
    addFace(h, q, p, c[3]);
    addFace(h, p, c[0], c[3]);
}

// Adds a point. Sides that two of the faces it sees share cancel, which leaves the outline of those
// faces. False if there is no room.
static bool addPoint(vlSmallHull* h, int point)
{
    int side[3 * VL_SMALL_HULL_FACES][2];
    int sides = 0, kept = 0;
    for (int f = 0; f < h->faceCount; ++f) {
        int* face = h->face[f];
        if (!(heightOver(h, face, h->point[point]) > 0.0)) {
            memmove(h->face[kept++], face, sizeof h->face[0]);
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            int from = face[k], to = face[(k + 1) % 3], twin = 0;
            while (twin < sides && (side[twin][0] != to || side[twin][1] != from)) {
                ++twin;
            }
            if (twin < sides) {
                --sides;
                side[twin][0] = side[sides][0];
                side[twin][1] = side[sides][1];
            } else {
                side[sides][0] = from;
                side[sides][1] = to;
                ++sides;
            }
        }
    }
    h->faceCount = kept;
    if (kept + sides > VL_SMALL_HULL_FACES) {
        return false;
    }
    for (int s = 0; s < sides; ++s) {
        addFace(h, side[s][0], side[s][1], point);
    }
    return true;
}

// A point x of the hull that no tetrahedron holds lies beyond a face f that its line from the
// inside o crosses at y. With `outside` the most that a point is above the plane of a face,
// |x - y| <= |x - o| outside/(outside + height of o below f). (T14.4)
static bool measureMissed(vlSmallHull* h)
{
    double outside = 0.0, least = HUGE_VAL, size = 0.0;
    for (int f = 0; f < h->faceCount; ++f) {
        least = fmin(least, -heightOver(h, h->face[f], h->inside));
        for (int i = 0; i < h->pointCount; ++i) {
            outside = fmax(outside, heightOver(h, h->face[f], h->point[i]));
        }
    }
    for (int i = 0; i < h->pointCount; ++i) {
        size = fmax(size, vlLength(vlSub(h->point[i], h->inside)));
    }
    h->missed = size * outside / (outside + least) + 2.0 * JOGGLE * size;
    return least > 0.0 && h->missed <= 0.01 * size;
}

// A number from -1 to 1, the same for the same counter.
static double joggle(uint64_t counter)
{
    uint64_t bits = vlHash_Word(vlHash_Word(VL_HASH_SEED, counter), counter);
    return (double)(bits >> 11) / 4503599627370496.0 - 1.0;
}

static void moveAside(vlSmallHull* h)
{
    double size = 0.0;
    for (int i = 0; i < h->pointCount; ++i) {
        size = fmax(size, vlLength(vlSub(h->point[i], h->inside)));
    }
    for (int i = 0; i < h->pointCount; ++i) {
        double x = joggle(3 * (uint64_t)i), y = joggle(3 * (uint64_t)i + 1);
        double z = joggle(3 * (uint64_t)i + 2);
        h->point[i] = vlMulAdd(h->point[i], JOGGLE * size, vlVec(x, y, z));
    }
}

bool vlSmallHull_Make(const vlLevelHull* from, vlSmallHull* h)
{
    int corner[4];
    h->pointCount = h->faceCount = 0;
    h->inside = vlZero();
    for (int i = 0; i < from->count; ++i) {
        (void)append(h, from->vertex[i]);
        h->inside = vlMulAdd(h->inside, 1.0 / from->count, from->vertex[i]);
    }
    moveAside(h);
    findCorners(h, corner);
    addTetrahedron(h, corner);
    bool ok = true;
    for (int i = 0; ok && i < h->pointCount; ++i) {
        bool isCorner = i == corner[0] || i == corner[1] || i == corner[2] || i == corner[3];
        ok = isCorner || addPoint(h, i);
    }
    if (ok) { // the mean of four corners is inside their tetrahedron, and clearer of its faces
        vlVec3 middle = vlZero();
        for (int k = 0; k < 4; ++k) {
            middle = vlMulAdd(middle, 0.25, h->point[corner[k]]);
        }
        h->inside = middle;
    }
    return ok && measureMissed(h);
}
