// SPDX-License-Identifier: MIT
// A function that is homogeneous of degree k about c has over a polygon the integral
// 1/(k + 2) sum over edges of int f (q . n) ds, because q . n is constant along an edge. With d
// that distance of the edge's line from c, t1 and t2 the places of its ends along it, ra and rb
// their distances from c, and gn, gt the slopes of the pressure across and along it,
// (T5.12)-(T5.15).

#include "contact/turning.h"

#include <math.h>

// The denominator of the logarithm is not below this part of its numerator: an edge that passes
// through c has d = 0, and the product counts.
#define ON_EDGE 1e-290
// 2 artanh y by its series up to this y; the first omitted term is below 1e-17 of the result.
#define SHORT 0.17157287525381
#define LN2 0x1.62e42fefa39efp-1

// 2 artanh y for |y| <= SHORT.
static double series(double y)
{
    double y2 = y * y;
    double s = 1.0 / 21.0;
    s = s * y2 + 1.0 / 19.0;
    s = s * y2 + 1.0 / 17.0;
    s = s * y2 + 1.0 / 15.0;
    s = s * y2 + 1.0 / 13.0;
    s = s * y2 + 1.0 / 11.0;
    s = s * y2 + 1.0 / 9.0;
    s = s * y2 + 1.0 / 7.0;
    s = s * y2 + 1.0 / 5.0;
    s = s * y2 + 1.0 / 3.0;
    return 2.0 * (y + y * y2 * s);
}

// An edge as c sees it.
typedef struct Edge {
    double nx, ny, tx, ty; // unit vectors out of the polygon and along the edge
    double d, log, dr;
    double ra, rb, t1, t2;
    double gn, gt;
} Edge;

// ln((ra + rb + length)/(ra + rb - length)), with sums and products only: the C library's logarithm
// may change with its version.
static double logarithm(const Edge* e, double length)
{
    double sum = e->ra + e->rb;
    if (length <= SHORT * sum) {
        return series(length / sum);
    }
    double rest = sum - length;
    if (e->t1 < 0.0 && e->t2 > 0.0) { // c is beside the edge: the difference would cancel
        rest = e->d * e->d * (1.0 / (e->ra - e->t1) + 1.0 / (e->rb + e->t2));
    }
    rest = rest > ON_EDGE * sum ? rest : ON_EDGE * sum;
    int exponent;
    double m = frexp((sum + length) / rest, &exponent); // 0.5 <= m < 1
    if (m < 0.70710678118654752) {
        m *= 2.0;
        --exponent;
    }
    return exponent * LN2 + series((m - 1.0) / (m + 1.0));
}

static void addDirection(vlTurningSums* s, const Edge* e, double pc)
{
    double d = e->d, square = d * d * e->log;
    double moment = e->t2 * e->rb - e->t1 * e->ra;
    double T = 0.5 * (moment - square);
    double R = 0.5 * (moment + square);
    double cubes = (e->rb * e->rb * e->rb - e->ra * e->ra * e->ra) * (1.0 / 3.0);
    double third = d * (1.0 / 3.0);
    double fn = 0.5 * pc * square + third * (e->gn * square + e->gt * d * e->dr);
    double ft = 0.5 * pc * d * e->dr + third * (e->gn * d * e->dr + e->gt * T);
    s->direction.x += fn * e->nx + ft * e->tx;
    s->direction.y += fn * e->ny + ft * e->ty;
    s->distance += pc * third * R + 0.25 * d * (e->gn * d * R + e->gt * cubes);
}

static void addSlopes(vlTurningSums* s, const Edge* e, double pc)
{
    double d = e->d, half = 0.5 * d;
    double ia = e->ra > 0.0 ? 1.0 / e->ra : 0.0; // at a corner d is 0 and the product counts
    double ib = e->rb > 0.0 ? 1.0 / e->rb : 0.0;
    double cosines = e->t2 * ib - e->t1 * ia;
    double w = d * d * (ib - ia);
    double rest = e->log - cosines;
    s->inverse += pc * d * e->log + half * (e->gn * d * e->log + e->gt * e->dr);
    double nn = pc * d * cosines + half * (e->gn * d * cosines - e->gt * w);
    double nt = -pc * w + half * (-e->gn * w + e->gt * d * rest);
    double tt = pc * d * rest + half * (e->gn * d * rest + e->gt * (e->dr + w));
    s->uxx += nn * e->nx * e->nx + 2.0 * nt * e->nx * e->tx + tt * e->tx * e->tx;
    s->uxy += nn * e->nx * e->ny + nt * (e->nx * e->ty + e->ny * e->tx) + tt * e->tx * e->ty;
    s->uyy += nn * e->ny * e->ny + 2.0 * nt * e->ny * e->ty + tt * e->ty * e->ty;
}

vlTurningSums vlTurning_Sum(const vlVec2* polygon, int count, const vlLinearPressure* pressure,
                            vlVec2 c, bool withSlopes)
{
    vlTurningSums s = {0};
    vlVec2 g = pressure->slope;
    double pc = pressure->middle + g.x * c.x + g.y * c.y;
    double ax = polygon[count - 1].x - c.x, ay = polygon[count - 1].y - c.y;
    double ra = sqrt(ax * ax + ay * ay);
    for (int i = 0; i < count; ++i) {
        double bx = polygon[i].x - c.x, by = polygon[i].y - c.y;
        double rb = sqrt(bx * bx + by * by);
        double ex = bx - ax, ey = by - ay;
        double length = sqrt(ex * ex + ey * ey);
        if (length > 0.0) {
            Edge e = {.tx = ex / length, .ty = ey / length, .ra = ra, .rb = rb, .dr = rb - ra};
            e.nx = e.ty, e.ny = -e.tx;
            e.d = ax * e.nx + ay * e.ny;
            e.t1 = ax * e.tx + ay * e.ty, e.t2 = e.t1 + length;
            e.gn = g.x * e.nx + g.y * e.ny, e.gt = g.x * e.tx + g.y * e.ty;
            e.log = logarithm(&e, length);
            addDirection(&s, &e, pc);
            if (withSlopes) {
                addSlopes(&s, &e, pc);
            }
        }
        ax = bx, ay = by, ra = rb;
    }
    return s;
}
