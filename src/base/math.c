// SPDX-License-Identifier: MIT
// The only sine and cosine. Those of the C library differ between versions and processors, and
// compilers may evaluate them at build time; these are plain sums and products, so every build
// gives the same bits.

#include "volar/math.h"

// pi/2 in three parts; k times the first two is exact for |k| < 2^20.
#define HALF_PI_1 0x1.921fb54400000p+0
#define HALF_PI_2 0x1.0b4611a600000p-34
#define HALF_PI_3 0x1.3198a2e037073p-69
#define TWO_OVER_PI 0x1.45f306dc9c883p-1

// (sin(x)/x - 1)/x^2 and (cos(x) - 1 + x^2/2)/x^4 as Taylor sums in x^2; the first omitted term is
// below 1e-19 of the result for x^2 <= (pi/4)^2. Written as corrections to 1, they add little
// rounding.
static double sineTail(double x2)
{
    double s = 1.0 / 355687428096000.0;
    s = s * x2 - 1.0 / 1307674368000.0;
    s = s * x2 + 1.0 / 6227020800.0;
    s = s * x2 - 1.0 / 39916800.0;
    s = s * x2 + 1.0 / 362880.0;
    s = s * x2 - 1.0 / 5040.0;
    s = s * x2 + 1.0 / 120.0;
    return s * x2 - 1.0 / 6.0;
}

static double cosineTail(double x2)
{
    double c = -1.0 / 6402373705728000.0;
    c = c * x2 + 1.0 / 20922789888000.0;
    c = c * x2 - 1.0 / 87178291200.0;
    c = c * x2 + 1.0 / 479001600.0;
    c = c * x2 - 1.0 / 3628800.0;
    c = c * x2 + 1.0 / 40320.0;
    c = c * x2 - 1.0 / 720.0;
    return c * x2 + 1.0 / 24.0;
}

static double cosineOf(double x2)
{
    return 1.0 - (0.5 * x2 - x2 * x2 * cosineTail(x2));
}

void vlSinCos(double x, double* sine, double* cosine)
{
    if (!isfinite(x)) {
        *sine = *cosine = x - x; // not a number
        return;
    }
    double k = floor(x * TWO_OVER_PI + 0.5);
    // The reduced angle in two parts: r, and what its rounding lost.
    double high = x - k * HALF_PI_1;
    double r = high - k * HALF_PI_2;
    double lost = ((high - r) - k * HALF_PI_2) - k * HALF_PI_3;
    double r2 = r * r;
    double c = cosineOf(r2);
    double s = r + (r * r2 * sineTail(r2) + lost * c);
    c -= lost * r;
    // k modulo 4 without an integer conversion that could overflow for absurd arguments.
    int quadrant = (int)(k - 4.0 * floor(k * 0.25));
    switch (quadrant) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = -s; break;
    case 2: *sine = -s, *cosine = -c; break;
    default: *sine = -c, *cosine = s; break;
    }
}

vlQuat vlQuatFromRotationVector(vlVec3 rotation)
{
    vlVec3 half = vlScale(rotation, 0.5);
    double a2 = vlDot(half, half);
    double sinc;
    double cosine;
    if (a2 < 0.6) { // below (pi/4)^2: the series need no square root and no division
        sinc = 1.0 + a2 * sineTail(a2);
        cosine = cosineOf(a2);
    } else {
        double a = sqrt(a2);
        double sine;
        vlSinCos(a, &sine, &cosine);
        sinc = sine / a;
    }
    vlQuat q = {cosine, sinc * half.x, sinc * half.y, sinc * half.z};
    return q;
}

// arcsin(x)/x for |x| < 0.06; the first omitted term is below 1e-17.
static double arcsineRatio(double x)
{
    double x2 = x * x;
    double r = 231.0 / 13312.0;
    r = r * x2 + 63.0 / 2816.0;
    r = r * x2 + 35.0 / 1152.0;
    r = r * x2 + 5.0 / 112.0;
    r = r * x2 + 3.0 / 40.0;
    r = r * x2 + 1.0 / 6.0;
    return r * x2 + 1.0;
}

// The angle is halved until a short series gives it, with sums, products and roots only, because
// the C library's arctangent may change with its version. The largest half angle is a right angle,
// for which five halvings suffice.
vlVec3 vlRotationVectorFromQuat(vlQuat q)
{
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    vlVec3 v = vlScale(vlVec(q.x, q.y, q.z), sign);
    double w = sign * q.w;
    double scale = 2.0;
    for (int i = 0; i < 6 && vlDot(v, v) > 0.0036; ++i) {
        double half = 1.0 / sqrt(2.0 * (1.0 + w));
        v = vlScale(v, half);
        w = sqrt(0.5 * (1.0 + w));
        scale *= 2.0;
    }
    return vlScale(v, scale * arcsineRatio(vlLength(v)));
}

vlQuat vlQuatFromAxisAngle(vlVec3 axis, double angle)
{
    return vlQuatFromRotationVector(vlScale(vlUnit(axis), angle));
}
