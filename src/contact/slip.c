// SPDX-License-Identifier: MIT
// The slip of a contact area: Newton's method in three unknowns. Around each point the area turns
// with it, so that a point at which nothing slides still takes power:
//
//   |delta|_i = sqrt(|delta(p_i)|^2 + kappa^2 A_i turn^2)                                (T5.20)
//
// With that, the power is a smooth norm of the slip, and a point at rest is no kink.

#include "contact/slip.h"

#include <math.h>
#include <string.h>

#include "dynamics/block_kernels.h"

#define ROUNDS 30
#define HALVINGS 12
// kappa^2: with it the torque of a square under even pressure is right to 0.2% (T5.8).
#define SPREAD 0.02
// Of the bound: what may be left of the gradient.
#define SETTLED 1e-8
static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void map3(const double H[6], const double x[3], double y[3])
{
    y[0] = H[0] * x[0] + H[1] * x[1] + H[2] * x[2];
    y[1] = H[1] * x[0] + H[3] * x[1] + H[4] * x[2];
    y[2] = H[2] * x[0] + H[4] * x[1] + H[5] * x[2];
}

static bool invert3(const double a[6], double b[6])
{
    double c00 = a[3] * a[5] - a[4] * a[4];
    double c01 = a[2] * a[4] - a[1] * a[5];
    double c02 = a[1] * a[4] - a[2] * a[3];
    double det = a[0] * c00 + a[1] * c01 + a[2] * c02;
    if (!(fabs(det) > 0.0)) {
        return false;
    }
    double s = 1.0 / det;
    b[0] = s * c00, b[1] = s * c01, b[2] = s * c02;
    b[3] = s * (a[0] * a[5] - a[2] * a[2]), b[4] = s * (a[1] * a[2] - a[0] * a[4]);
    b[5] = s * (a[0] * a[3] - a[1] * a[1]);
    return true;
}

// The power that a slip takes, with its gradient and Hessian.
typedef struct Power {
    double value, g[3], H[6];
} Power;

static double sumOf(vlDouble2 pair)
{
    return pair[0] + pair[1];
}

// (T5.20), two points at a time. Every point has an area, so that its square is positive.
static Power powerOfPoints(const vlSlipField* f, double mu, const double d[3])
{
    const vlSlipPoints* points = f->points;
    double perRadius = 1.0 / f->radius;
    double spread = SPREAD * perRadius * perRadius;
    vlDouble2 value = {0.0, 0.0}, g[3] = {{0.0, 0.0}}, H[6] = {{0.0, 0.0}};
    for (int i = 0; i < points->count; i += 2) {
        vlDouble2 px = perRadius * vlDouble2_Load(&points->x[i]);
        vlDouble2 py = perRadius * vlDouble2_Load(&points->y[i]);
        vlDouble2 own = spread * vlDouble2_Load(&points->area[i]);
        vlDouble2 x = d[0] - d[2] * py, y = d[1] + d[2] * px, t = own * d[2];
        vlDouble2 square = x * x + y * y + t * d[2];
        vlDouble2 n = {sqrt(square[0]), sqrt(square[1])};
        vlDouble2 inverse = 1.0 / n;
        vlDouble2 c = mu * vlDouble2_Load(&points->force[i]) * inverse;
        vlDouble2 bend = c * inverse * inverse;
        vlDouble2 w = px * y - py * x + t; // half the slope of the square along the turning
        value += c * square;
        g[0] += c * x, g[1] += c * y, g[2] += c * w;
        H[0] += c - bend * x * x, H[1] -= bend * x * y, H[2] -= c * py + bend * x * w;
        H[3] += c - bend * y * y, H[4] += c * px - bend * y * w;
        H[5] += c * (px * px + py * py + own) - bend * w * w;
    }
    Power sum = {.value = sumOf(value)};
    for (int i = 0; i < 3; ++i) {
        sum.g[i] = sumOf(g[i]);
    }
    for (int i = 0; i < 6; ++i) {
        sum.H[i] = sumOf(H[i]);
    }
    return sum;
}

// In closed form for a slab that turns about c: (T5.13) to (T5.16), and (T7.10) with n = 1.
static Power powerOfSlab(const vlSlipField* f, double mu, vlVec2 c, double turn)
{
    vlTurningSums s = vlTurning_Sum(f->slab->polygon, f->slab->count, &f->slab->pressure, c, true);
    double perRadius = 1.0 / f->radius;
    double signedMu = turn > 0.0 ? mu : -mu;
    double a = mu / fabs(turn);
    double xx = a * s.uxx, xy = a * s.uxy, yy = a * s.uyy;
    double px = -c.y, py = c.x; // a velocity (u, omega) of the origin is u + omega perp(c) at c
    double xw = xx * px + xy * py, yw = xy * px + yy * py;
    double gx = -signedMu * s.direction.y, gy = signedMu * s.direction.x;
    double gw = signedMu * s.distance + c.x * gy - c.y * gx;
    Power sum = {
        mu * fabs(turn) * s.distance,
        {gx, gy, gw * perRadius},
        {xx, xy, xw * perRadius, yy, yw * perRadius, (px * xw + py * yw) * perRadius * perRadius}};
    return sum;
}

static Power powerOf(const vlSlipField* f, double mu, const double d[3])
{
    vlRigidField w = {{d[0], d[1]}, d[2] / f->radius};
    vlVec2 c;
    return f->slab != NULL && vlSlab_Centre(f->slab, &w, &c) ? powerOfSlab(f, mu, c, w.turn)
                                                             : powerOfPoints(f, mu, d);
}

// ---- what surely holds ----

void vlSlipPoints_Add(vlSlipPoints* points, vlVec2 p, double area, double force)
{
    int i = points->count++;
    points->x[i] = p.x, points->y[i] = p.y;
    points->area[i] = area, points->force[i] = force;
}

void vlSlipPoints_End(vlSlipPoints* points)
{
    int i = points->count - 1;
    if (points->count % 2 != 0) {
        vlVec2 p = {points->x[i], points->y[i]};
        vlSlipPoints_Add(points, p, points->area[i], 0.0);
    }
}

vlSureHold vlSlip_SureHold(const vlSlipField* f)
{
    const vlSlipPoints* points = f->points;
    vlSureHold hold = {.most = f->force};
    double sum = 0.0;
    for (int i = 0; i < points->count; ++i) {
        sum += points->force[i];
        hold.centre.x += points->force[i] * points->x[i];
        hold.centre.y += points->force[i] * points->y[i];
    }
    if (!(sum > 0.0)) {
        return hold;
    }
    hold.centre.x /= sum, hold.centre.y /= sum;
    for (int i = 0; i < points->count; ++i) {
        double x = points->x[i] - hold.centre.x, y = points->y[i] - hold.centre.y;
        double n = sqrt(x * x + y * y);
        if (n > 0.0) {
            double force = points->force[i] / n;
            hold.turn[0] -= force * y;
            hold.turn[1] += force * x;
            hold.turn[2] += force * n * n;
        }
    }
    return hold;
}

// Of the bound. The rest covers what points know of a slab (slab_friction.h).
#define SURELY 0.98

bool vlSureHold_Holds(const vlSureHold* hold, double mu, vlVec2 force, double moment)
{
    double m = moment - (hold->centre.x * force.y - hold->centre.y * force.x);
    double turned = m == 0.0 ? 0.0 : m / (mu * hold->turn[2]);
    double x = force.x - turned * mu * hold->turn[0], y = force.y - turned * mu * hold->turn[1];
    return fabs(turned) + sqrt(x * x + y * y) / (mu * hold->most) <= SURELY;
}

// ---- the slip ----

// One step of Newton's method for the least value of a function of d, with halvings until it falls.
// `value` evaluates it; returns the size of the gradient before the step, relative to `unit`.
typedef struct Goal {
    const vlSlipField* field;
    double mu, c;
    const double* e;
    bool isNorm; // 1/2 N(d)^2 - c e . d; otherwise 1/2 c (e - d)^2 + N(d)
} Goal;

static double valueOf(const Goal* goal, const double d[3], double g[3], double H[6])
{
    Power p = powerOf(goal->field, goal->mu, d);
    double c = goal->c;
    const double* e = goal->e;
    if (goal->isNorm) {
        for (int i = 0; i < 3; ++i) {
            g[i] = p.value * p.g[i] - c * e[i];
        }
        for (int i = 0, k = 0; i < 3; ++i) {
            for (int j = i; j < 3; ++j, ++k) {
                H[k] = p.value * p.H[k] + p.g[i] * p.g[j];
            }
        }
        return 0.5 * p.value * p.value - c * dot3(e, d);
    }
    double square = 0.0;
    for (int i = 0; i < 3; ++i) {
        g[i] = p.g[i] - c * (e[i] - d[i]);
        square += (e[i] - d[i]) * (e[i] - d[i]);
    }
    memcpy(H, p.H, sizeof p.H);
    H[0] += c, H[3] += c, H[5] += c;
    return p.value + 0.5 * c * square;
}

// Newton's method from d; `inverse` becomes that of the Hessian there. Returns whether it settled.
static bool settle(const Goal* goal, double settled, double d[3], double inverse[6])
{
    double g[3], H[6];
    double value = valueOf(goal, d, g, H);
    for (int round = 0; round < ROUNDS; ++round) {
        double left = fmax(fabs(g[0]), fmax(fabs(g[1]), fabs(g[2])));
        bool isGood = invert3(H, inverse);
        if (!isGood || left <= settled) {
            return isGood;
        }
        double step[3], next[3];
        map3(inverse, g, step);
        double slope = -dot3(g, step);
        double there = value;
        double part = 1.0;
        for (int k = 0; k < HALVINGS; ++k, part *= 0.5) {
            for (int i = 0; i < 3; ++i) {
                next[i] = d[i] - part * step[i];
            }
            there = valueOf(goal, next, g, H);
            if (there <= value + 1e-4 * part * slope) {
                break;
            }
        }
        memcpy(d, next, sizeof next);
        value = there;
    }
    return false;
}

static void keep(double c, const double d[3], const double inverse[6], vlSlip* slip)
{
    slip->slips = true;
    memcpy(slip->delta, d, sizeof slip->delta);
    for (int i = 0; i < 6; ++i) {
        slip->slope[i] = -c * c * inverse[i];
    }
    slip->slope[0] += c, slip->slope[3] += c, slip->slope[5] += c;
}

static void stick(double c, vlSlip* slip)
{
    *slip = (vlSlip){.slope = {c, 0.0, 0.0, c, 0.0, c}};
}

void vlSlip_Find(const vlSlipField* field, double mu, double c, const double e[3], vlSlip* slip)
{
    double square = dot3(e, e);
    if (!(field->force > 0.0) || !(mu > 0.0)) { // nothing holds it
        *slip = (vlSlip){.slips = true};
        memcpy(slip->delta, e, sizeof slip->delta);
        return;
    }
    // The slip that takes most of the pull for its power: with N(d) the power, the least of
    // 1/2 N(d)^2 - c e . d has N(d) = max (c e . w)/N(w), so that nothing slips if it is below 1.
    double most = mu * field->force;
    double size = sqrt(square);
    Goal goal = {field, mu, c, e, true};
    double d[3], inverse[6] = {0.0};
    if (slip->slips) { // from the slip of a motion nearby
        memcpy(d, slip->delta, sizeof d);
        goal.isNorm = false;
        if (settle(&goal, SETTLED * most, d, inverse)) {
            keep(c, d, inverse, slip);
            return;
        }
        goal.isNorm = true;
    }
    double alongPull = powerOf(field, mu, e).value;
    for (int i = 0; i < 3; ++i) {
        d[i] = c * square / (alongPull * alongPull) * e[i];
    }
    if (alongPull >= c * square) { // surely not along the pull; then the slip must be found
        (void)settle(&goal, SETTLED * c * size, d, inverse);
    }
    double power = powerOf(field, mu, d).value;
    double length = sqrt(dot3(d, d));
    double kept = length > 0.0 ? (dot3(e, d) - power / c) / length : 0.0;
    if (!(kept > 0.0)) {
        stick(c, slip);
        return;
    }
    for (int i = 0; i < 3; ++i) {
        d[i] *= kept / length;
    }
    goal.isNorm = false;
    (void)settle(&goal, SETTLED * most, d, inverse);
    keep(c, d, inverse, slip);
}
