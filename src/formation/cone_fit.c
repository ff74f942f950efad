// SPDX-License-Identifier: MIT
// Least squares with coefficients that are not negative, by the method of Lawson and Hanson. An
// edge of a friction cone enters the solution if it makes the residual (`rest`) smaller, and leaves
// it if its coefficient would become negative. There are six equations, so at most six edges are in
// use at once.

#include "formation/cone_fit.h"

#include <string.h>

// By this factor the edges are wider than the friction cone, so that a cone of 16 sides contains
// the round one: 1 / cos(pi / 16) is 1.0196.
#define BEYOND 1.02
// A quarter of the 16 edges of a cone: cosines of 0, 22.5 ... 90 degrees.
#define QUARTER 4
static const double cosines[QUARTER + 1] = {1.0, 0.92387953251128674, 0.70710678118654757,
                                            0.38268343236508984, 0.0};
// Most edges that enter, and most steps in which edges leave after each of them. A wrench of six
// numbers needs few more than six.
#define MAX_ROUNDS 200
#define MAX_LEAVING 30
// An edge enters if it points along the residual by more than this share of the wrench.
#define LEAST_GAIN 1e-10
// Added to the diagonal of the normal equations, whose entries are about 1, so that they can be
// solved even if two edges are equal.
#define DAMPING 1e-13

typedef struct Edge {
    double v[6];
    double share;
} Edge;

typedef struct Fit {
    const vlConePoint* points;
    int count;
    double friction, length;
    vlVec3 centre;
    double wanted[6], rest[6];
    Edge edge[6];
    int used;
} Fit;

static double dot6(const double a[6], const double b[6])
{
    double sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void tangents(vlVec3 n, vlVec3* x, vlVec3* y)
{
    vlVec3 helper = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
    *x = vlUnit(vlCross(helper, n));
    *y = vlCross(n, *x);
}

// Finds the edge that points most along the residual; false if none does by more than `least`.
static bool findBest(const Fit* f, double least, double v[6])
{
    vlVec3 restF = vlVec(f->rest[0], f->rest[1], f->rest[2]);
    vlVec3 restM = vlVec(f->rest[3] / f->length, f->rest[4] / f->length, f->rest[5] / f->length);
    bool isFound = false;
    for (int i = 0; i < f->count; ++i) {
        const vlConePoint* p = &f->points[i];
        vlVec3 arm = vlSub(p->point, f->centre);
        // force . restF + torque . restM = force . s
        vlVec3 s = vlAdd(restF, vlCross(restM, arm));
        vlVec3 x;
        vlVec3 y;
        tangents(p->normal, &x, &y);
        double alongX = vlDot(s, x);
        double alongY = vlDot(s, y);
        int best = 0;
        double most = -1.0;
        for (int k = 0; k <= QUARTER; ++k) {
            double along = cosines[k] * fabs(alongX) + cosines[QUARTER - k] * fabs(alongY);
            best = along > most ? k : best;
            most = along > most ? along : most;
        }
        double gain = vlDot(s, p->normal) + f->friction * most;
        if (gain > least) {
            least = gain;
            isFound = true;
            vlVec3 force = vlMulAdd(p->normal, copysign(f->friction * cosines[best], alongX), x);
            force = vlMulAdd(force, copysign(f->friction * cosines[QUARTER - best], alongY), y);
            vlVec3 torque = vlScale(vlCross(arm, force), 1.0 / f->length);
            const double all[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
            memcpy(v, all, sizeof all);
        }
    }
    return isFound;
}

// Finds the shares of the edges in use that make the residual smallest. They may be negative.
static void solve(const Fit* f, double share[6])
{
    double m[6][7];
    int n = f->used;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            m[i][k] = dot6(f->edge[i].v, f->edge[k].v) + (i == k ? DAMPING : 0.0);
        }
        m[i][n] = dot6(f->edge[i].v, f->wanted);
    }
    for (int i = 0; i < n; ++i) {
        int pivot = i;
        for (int k = i + 1; k < n; ++k) {
            pivot = fabs(m[k][i]) > fabs(m[pivot][i]) ? k : pivot;
        }
        for (int k = 0; k <= n; ++k) {
            double kept = m[i][k];
            m[i][k] = m[pivot][k];
            m[pivot][k] = kept;
        }
        for (int r = 0; r < n; ++r) {
            double factor = r != i ? m[r][i] / m[i][i] : 0.0;
            for (int k = i; k <= n && factor != 0.0; ++k) {
                m[r][k] -= factor * m[i][k];
            }
        }
    }
    for (int i = 0; i < n; ++i) {
        share[i] = m[i][n] / m[i][i];
    }
}

// Moves the shares towards their best values until one of them would become negative; that edge
// leaves. Returns true if no edge had to leave, or none is left.
static bool settle(Fit* f)
{
    double share[6];
    solve(f, share);
    double way = 1.0;
    for (int i = 0; i < f->used; ++i) {
        if (share[i] <= 0.0) {
            way = fmin(way, f->edge[i].share / (f->edge[i].share - share[i]));
        }
    }
    bool isDone = way >= 1.0;
    int kept = 0;
    for (int i = 0; i < f->used; ++i) {
        double now = isDone ? share[i] : f->edge[i].share + way * (share[i] - f->edge[i].share);
        if (isDone || (now > 1e-14 && !(share[i] <= 0.0 && now <= 1e-12))) {
            f->edge[kept] = f->edge[i];
            f->edge[kept++].share = now;
        }
    }
    f->used = kept;
    return isDone || kept == 0;
}

static void findRest(Fit* f)
{
    memcpy(f->rest, f->wanted, sizeof f->rest);
    for (int i = 0; i < f->used; ++i) {
        for (int k = 0; k < 6; ++k) {
            f->rest[k] -= f->edge[i].share * f->edge[i].v[k];
        }
    }
}

double vlCone_Residual(const vlConePoint* points, int count, double friction, vlWrench wrench,
                       vlVec3 centre, double length)
{
    Fit f = {.points = points,
             .count = count,
             .friction = BEYOND * friction,
             .length = length,
             .centre = centre,
             .wanted = {wrench.force.x, wrench.force.y, wrench.force.z, wrench.torque.x / length,
                        wrench.torque.y / length, wrench.torque.z / length}};
    double size = sqrt(dot6(f.wanted, f.wanted));
    if (!(size > 0.0 && isfinite(size))) {
        return 0.0;
    }
    for (int i = 0; i < 6; ++i) { // scaled to length 1: the limits above are shares
        f.wanted[i] /= size;
    }
    findRest(&f);
    double best = 1.0;
    for (int round = 0; round < MAX_ROUNDS && f.used < 6; ++round) {
        Edge* edge = &f.edge[f.used];
        edge->share = 0.0;
        if (!findBest(&f, LEAST_GAIN, edge->v)) {
            break;
        }
        ++f.used;
        for (int k = 0; k < MAX_LEAVING && !settle(&f); ++k) {
        }
        findRest(&f);
        double now = sqrt(dot6(f.rest, f.rest));
        // Each round makes the residual smaller, unless only rounding errors are left.
        if (!(now < best * (1.0 - 1e-12))) {
            break;
        }
        best = now;
    }
    return best;
}
