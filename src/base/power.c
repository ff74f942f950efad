// SPDX-License-Identifier: MIT
#include "base/power.h"

#include "base/decimal.h"

// log(2) in two parts; k times the first is exact for |k| < 2^20.
#define LOG2_HIGH 0x1.62e42fee00000p-1
#define LOG2_LOW 0x1.a39ef35793c76p-33
#define ONE_OVER_LOG2 0x1.71547652b82fep+0
#define SQRT_HALF 0x1.6a09e667f3bcdp-1
// Beyond these the result is infinite or zero.
#define LARGEST_EXPONENT 710.0
#define LEAST_EXPONENT (-746.0)
// 10 to the power of up to this is a double.
#define EXACT_TENS 22

// (exp(r) - 1 - r)/r^2 as a Taylor sum; the first omitted term is below 1e-17 of the result for
// |r| <= log(2)/2.
static double exponentialTail(double r)
{
    double e = 1.0 / 6227020800.0;
    e = e * r + 1.0 / 479001600.0;
    e = e * r + 1.0 / 39916800.0;
    e = e * r + 1.0 / 3628800.0;
    e = e * r + 1.0 / 362880.0;
    e = e * r + 1.0 / 40320.0;
    e = e * r + 1.0 / 5040.0;
    e = e * r + 1.0 / 720.0;
    e = e * r + 1.0 / 120.0;
    e = e * r + 1.0 / 24.0;
    e = e * r + 1.0 / 6.0;
    return e * r + 0.5;
}

double vlExp(double x)
{
    if (!(x > LEAST_EXPONENT && x < LARGEST_EXPONENT)) {
        return x > 0.0 ? HUGE_VAL : x < 0.0 ? 0.0 : x; // the last is not a number
    }
    double k = floor(x * ONE_OVER_LOG2 + 0.5);
    // What is left over in two parts: r, and what its rounding lost.
    double high = x - k * LOG2_HIGH;
    double r = high - k * LOG2_LOW;
    double lost = (high - r) - k * LOG2_LOW;
    return ldexp(1.0 + (r + (r * r * exponentialTail(r) + lost * (1.0 + r))), (int)k);
}

// log((1 + s)/(1 - s))/s - 2 as a sum in s^2; the first omitted term is below 1e-17 for
// |s| <= 0.172.
static double logarithmTail(double s2)
{
    double a = 2.0 / 21.0;
    a = a * s2 + 2.0 / 19.0;
    a = a * s2 + 2.0 / 17.0;
    a = a * s2 + 2.0 / 15.0;
    a = a * s2 + 2.0 / 13.0;
    a = a * s2 + 2.0 / 11.0;
    a = a * s2 + 2.0 / 9.0;
    a = a * s2 + 2.0 / 7.0;
    a = a * s2 + 2.0 / 5.0;
    a = a * s2 + 2.0 / 3.0;
    return a * s2;
}

double vlLog(double x)
{
    if (!(x > 0.0 && x < HUGE_VAL)) {
        return x == 0.0 ? -HUGE_VAL : x > 0.0 ? x : (double)NAN;
    }
    int exponent;
    double m = frexp(x, &exponent);
    if (m < SQRT_HALF) {
        m *= 2.0;
        --exponent;
    }
    double f = m - 1.0;
    double s = f / (2.0 + f);
    // log(1 + f) = f - (f^2/2 - s (f^2/2 + tail)): the large part f is added last, unrounded.
    double half = 0.5 * f * f;
    double bent = half - (s * (half + logarithmTail(s * s)) + exponent * LOG2_LOW);
    return exponent * LOG2_HIGH - (bent - f);
}

double vlPower(double x, double y)
{
    return y == 1.0 ? x : vlExp(y * vlLog(x));
}

double vlCubeRoot(double x)
{
    if (x == 0.0 || !isfinite(x)) {
        return x;
    }
    int exponent;
    double a = frexp(fabs(x), &exponent); // 0.5 to 1
    int third = (int)floor(exponent / 3.0);
    a = ldexp(a, exponent - 3 * third); // 0.5 to 4
    double y = 0.6 + 0.33 * a;
    for (int i = 0; i < 3; ++i) { // Halley: the digits treble, from one
        double y3 = y * y * y;
        y *= (y3 + 2.0 * a) / (2.0 * y3 + a);
    }
    // Once more from a number whose square is exact, so that only the correction is rounded.
    y = (double)(float)y;
    double quotient = a / (y * y);
    y += y * ((quotient - y) / (2.0 * y + quotient));
    return ldexp(x < 0.0 ? -y : y, third);
}

double vlTenTo(int n)
{
    double power = 1.0;
    int size = n < 0 ? -n : n;
    if (size > EXACT_TENS) {
        return vlDecimal_Make(1, n);
    }
    for (int i = 0; i < size; ++i) {
        power *= 10.0;
    }
    return n < 0 ? 1.0 / power : power;
}

int vlTensOf(double x)
{
    int exponent;
    (void)frexp(x, &exponent);
    // log10(2) is 0.30103: this is at most one too small.
    int n = (int)floor((exponent - 1) * 0.30102999566398114);
    return vlTenTo(n + 1) <= x ? n + 1 : n;
}
