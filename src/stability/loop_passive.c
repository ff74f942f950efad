// SPDX-License-Identifier: MIT
// Passivity for any hand [CS97] (T15.4): a device with damping b, sampled with period T and driven
// by a world of transfer function H(z) from position to force, takes no net energy if
//
//   b > T/2 / (1 - cos t) Re{(1 - e^-it) H(e^it) e^(-it d)}   for all 0 < t <= pi,   d = td/T.

#include "base/low_pass.h"
#include "stability/loop_map.h"

#define ANGLES 400
#define REFINEMENTS 60

typedef struct Complex {
    double re, im;
} Complex;

static Complex number(double re, double im)
{
    Complex z = {re, im};
    return z;
}

static Complex plus(Complex a, Complex b)
{
    return number(a.re + b.re, a.im + b.im);
}

static Complex minus(Complex a, Complex b)
{
    return number(a.re - b.re, a.im - b.im);
}

static Complex times(Complex a, Complex b)
{
    return number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

static Complex scaled(double factor, Complex a)
{
    return number(factor * a.re, factor * a.im);
}

static Complex over(Complex a, Complex b)
{
    double square = b.re * b.re + b.im * b.im;
    return scaled(1.0 / square, times(a, number(b.re, -b.im)));
}

static Complex turn(double angle)
{
    Complex z;
    vlSinCos(angle, &z.im, &z.re);
    return z;
}

// Response of the estimated velocity to the position; `difference` is that of the last two samples.
static Complex velocityResponse(const vlLoop* loop, Complex z, Complex difference)
{
    vlLowPass lowPass = vlLowPass_Over(loop->cut, loop->period);
    if (loop->rule != VL_LOOP_FILTER || lowPass.isLong) {
        return difference;
    }
    // Over a sample the filter maps (v, a) to m (v, a) + g u: the columns are its answers to units.
    double m[2][2], g[2];
    for (int column = 0; column < 3; ++column) {
        double v = column == 0 ? 1.0 : 0.0;
        double a = column == 1 ? 1.0 : 0.0;
        for (int k = 0; k < lowPass.count; ++k) {
            vlLowPass_Advance(&lowPass, column == 2 ? 1.0 : 0.0, &v, &a);
        }
        if (column < 2) {
            m[0][column] = v;
            m[1][column] = a;
        } else {
            g[0] = v;
            g[1] = a;
        }
    }
    // z s = m s + g u, and the output is z times the first of s.
    Complex first = minus(z, number(m[0][0], 0.0));
    Complex second = minus(z, number(m[1][1], 0.0));
    Complex det = minus(times(first, second), number(m[0][1] * m[1][0], 0.0));
    Complex top = plus(scaled(g[0], second), number(m[0][1] * g[1], 0.0));
    return times(times(z, over(top, det)), difference);
}

// H: the force that opposes a position, without the delay.
static Complex worldResponse(const vlLoop* loop, Complex z, Complex oneLessBack)
{
    double k = loop->stiffness;
    double b = loop->dampingOfWorld;
    Complex difference = scaled(1.0 / loop->period, oneLessBack);
    Complex velocity = velocityResponse(loop, z, difference);
    Complex force = plus(number(k, 0.0), scaled(b, velocity));
    if (loop->toolMass > 0.0) {
        // The implicit step moves the tool by q = (k + b V) x / Z.
        Complex inertia = scaled(loop->toolMass / loop->period, times(oneLessBack, difference));
        Complex whole = plus(inertia, number(k + loop->wallStiffness, 0.0));
        whole = plus(whole, scaled(b + loop->wallDamping, difference));
        Complex tool = over(force, whole);
        Complex pull = plus(number(k, 0.0), scaled(b, difference));
        force = minus(force, times(pull, tool));
    }
    return scaled(loop->gain, force);
}

static double neededAt(const vlLoop* loop, double angle)
{
    // 1 - e^-it = 2 s (s + i c) and 1 - cos t = 2 s^2 with s, c of half the angle: no digits
    // cancel.
    Complex half = turn(0.5 * angle);
    Complex oneLessBack = scaled(2.0 * half.im, number(half.im, half.re));
    Complex late = turn(-angle * loop->delay / loop->period);
    Complex h = times(worldResponse(loop, turn(angle), oneLessBack), late);
    Complex work = times(scaled(1.0 / half.im, number(half.im, half.re)), h);
    return 0.5 * loop->period * work.re;
}

static double angleAt(double i)
{
    double part = i / ANGLES;
    return VL_PI * part * part; // denser towards slow motions
}

vlResult vlLoop_GetPassiveDamping(const vlLoop* loop, double* damping)
{
    if (damping == NULL || !vlLoop_IsInRange(loop) || loop->rule == VL_LOOP_TRUE) {
        return VL_ERROR_ARGUMENT;
    }
    double most = 0.0;
    int at = 1;
    for (int i = 1; i <= ANGLES; ++i) {
        double needed = neededAt(loop, angleAt(i));
        if (i == 1 || needed > most) {
            most = needed;
            at = i;
        }
    }
    // The largest value lies between the neighbours; a search by thirds of the interval closes in
    // on it.
    double low = angleAt(at - 1 > 0 ? at - 1 : 0.5);
    double high = angleAt(at < ANGLES ? at + 1 : ANGLES);
    for (int i = 0; i < REFINEMENTS; ++i) {
        double a = low + (high - low) / 3.0;
        double b = high - (high - low) / 3.0;
        if (neededAt(loop, a) < neededAt(loop, b)) {
            low = a;
        } else {
            high = b;
        }
    }
    *damping = fmax(0.0, fmax(most, neededAt(loop, 0.5 * (low + high))));
    return VL_OK;
}
