// SPDX-License-Identifier: MIT
// How far the surface of a hull stands off the solid: the largest signed distance of any of its
// points. The hull's triangles are halved, the one of the largest bound first, until no bound
// exceeds what was found by much. Within a triangle about m of radius r the distance is at most
// g(m) + r; and at most the largest distance of its corners from any one triangle of the mesh,
// since the distance from a convex set is a convex function. (T14.3)

#include <stdlib.h>

#include "hierarchy/small_hull.h"

#define MOST_CELLS 4000 // that wait; about as many distances are found
#define CLOSE 1.1       // a bound within this factor of what was found is good enough

typedef struct Cell {
    vlVec3 p[3];
    double bound;
    int hint; // triangle
} Cell;

struct vlStandOff {
    const vlSkin* skin;
    vlSmallHull hull;
    double found; // largest distance
    int heap[MOST_CELLS];
    int heapCount;
    Cell cell[MOST_CELLS]; // in no order; the heap has their numbers
};

vlStandOff* vlStandOff_Create(const vlSkin* skin)
{
    vlStandOff* m = malloc(sizeof *m);
    if (m != NULL) {
        m->skin = skin;
    }
    return m;
}

void vlStandOff_Destroy(vlStandOff* m)
{
    free(m);
}

static bool isAbove(const vlStandOff* m, int i, int j)
{
    return m->cell[m->heap[i]].bound > m->cell[m->heap[j]].bound;
}

static void swapPlaces(vlStandOff* m, int i, int j)
{
    int kept = m->heap[i];
    m->heap[i] = m->heap[j];
    m->heap[j] = kept;
}

static void rise(vlStandOff* m, int i)
{
    while (i > 0 && isAbove(m, i, (i - 1) / 2)) {
        swapPlaces(m, i, (i - 1) / 2);
        i = (i - 1) / 2;
    }
}

static void sink(vlStandOff* m)
{
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < m->heapCount && isAbove(m, child + 1, child)) {
            ++child;
        }
        if (child >= m->heapCount || !isAbove(m, child, i)) {
            return;
        }
        swapPlaces(m, i, child);
        i = child;
    }
}

// Bounds a cell by its own points and by the cell that it is a part of.
static void judge(vlStandOff* m, Cell* c, double parent, double fine)
{
    vlVec3 middle = vlScale(vlAdd(vlAdd(c->p[0], c->p[1]), c->p[2]), 1.0 / 3.0);
    double radius = 0.0, corners = 0.0;
    for (int k = 0; k < 3; ++k) {
        radius = fmax(radius, vlLength(vlSub(c->p[k], middle)));
    }
    vlSignedDistance at = vlSkin_Distance(m->skin, middle, HUGE_VAL, c->hint);
    c->hint = at.triangle;
    m->found = fmax(m->found, at.distance);
    c->bound = fmin(parent, at.distance + radius);
    if (c->bound > fmax(CLOSE * m->found, fine)) {
        for (int k = 0; k < 3; ++k) {
            corners = fmax(corners, vlSkin_TriangleDistance(m->skin, at.triangle, c->p[k]));
        }
        c->bound = fmin(c->bound, corners);
    }
}

// Halves the longest side: the second half takes the place of the whole.
static Cell halve(Cell* whole)
{
    int from = 0, to = 1;
    double longest = -1.0;
    for (int i = 0; i < 3; ++i) {
        for (int k = i + 1; k < 3; ++k) {
            vlVec3 side = vlSub(whole->p[k], whole->p[i]);
            if (vlDot(side, side) > longest) {
                longest = vlDot(side, side);
                from = i;
                to = k;
            }
        }
    }
    vlVec3 middle = vlScale(vlAdd(whole->p[from], whole->p[to]), 0.5);
    Cell half = *whole;
    half.p[to] = middle;
    whole->p[from] = middle;
    return half;
}

static double fallBack(const vlStandOff* m, const vlLevelHull* hull)
{
    // The distance of one vertex and the size: a bound whatever the hull's form.
    double size = 0.0;
    for (int i = 0; i < hull->count; ++i) {
        size = fmax(size, vlLength(vlSub(hull->vertex[i], hull->vertex[0])));
    }
    double first = vlSkin_Distance(m->skin, hull->vertex[0], HUGE_VAL, -1).distance;
    return fmax(0.0, first) + size;
}

double vlStandOff_Measure(vlStandOff* m, const vlLevelHull* from, double fine, double enough)
{
    m->found = 0.0;
    m->heapCount = 0;
    if (!vlSmallHull_Make(from, &m->hull)) {
        return fallBack(m, from);
    }
    const vlSmallHull* h = &m->hull;
    int hint = -1;
    for (int f = 0; f < h->faceCount; ++f) {
        const int* face = h->face[f];
        Cell* c = &m->cell[m->heapCount];
        *c = (Cell){{h->point[face[0]], h->point[face[1]], h->point[face[2]]}, 0.0, hint};
        judge(m, c, HUGE_VAL, fine);
        hint = c->hint;
        m->heap[m->heapCount] = m->heapCount;
        rise(m, m->heapCount++);
    }
    for (;;) {
        Cell* top = &m->cell[m->heap[0]];
        double limit = fmax(CLOSE * m->found, fine);
        if (top->bound <= limit || m->found > enough || m->heapCount == MOST_CELLS) {
            return fmax(top->bound, m->found) + h->missed;
        }
        double parent = top->bound;
        Cell* other = &m->cell[m->heapCount];
        *other = halve(top);
        judge(m, top, parent, fine);
        judge(m, other, parent, fine);
        sink(m);
        m->heap[m->heapCount] = m->heapCount;
        rise(m, m->heapCount++);
    }
}
