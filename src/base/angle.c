// SPDX-License-Identifier: MIT
#include "base/angle.h"

#include "volar/math.h"

double vlSine(double angle)
{
    double sine, cosine;
    vlSinCos(angle, &sine, &cosine);
    return sine;
}

double vlCosine(double angle)
{
    double sine, cosine;
    vlSinCos(angle, &sine, &cosine);
    return cosine;
}

double vlTangent(double angle)
{
    double sine, cosine;
    vlSinCos(angle, &sine, &cosine);
    return sine / cosine;
}

// The other side of a right-angled triangle whose longest one is 1. The factors are exact where it
// matters: near 1.
static double otherSide(double side)
{
    return sqrt((1.0 - side) * (1.0 + side));
}

double vlArcCosine(double cosine)
{
    double c = vlClamp(cosine, -1.0, 1.0);
    return vlAngle_Of(otherSide(c), c);
}

double vlArcSine(double sine)
{
    double s = vlClamp(sine, -1.0, 1.0);
    return vlAngle_Of(s, otherSide(s));
}

// atan(r)/r - 1 as a Taylor sum in r^2; the first omitted term is below 1e-17 for |r| <= 1/8.
static double tangentTail(double r2)
{
    double a = 1.0 / 17.0;
    a = a * r2 - 1.0 / 15.0;
    a = a * r2 + 1.0 / 13.0;
    a = a * r2 - 1.0 / 11.0;
    a = a * r2 + 1.0 / 9.0;
    a = a * r2 - 1.0 / 7.0;
    a = a * r2 + 1.0 / 5.0;
    a = a * r2 - 1.0 / 3.0;
    return a * r2;
}

double vlAngle_Of(double y, double x)
{
    // atan(n/4): when the nearest of these is subtracted, the rest is below 1/8.
    static const double quarter[] = {0.0, 0.24497866312686414, 0.46364760900080609,
                                     0.64350110879328437, 0.78539816339744828};
    double width = fabs(x);
    double height = fabs(y);
    double longer = width > height ? width : height;
    double shorter = width > height ? height : width;
    if (!(longer > 0.0) || !isfinite(longer) || !isfinite(shorter)) {
        return 0.0;
    }
    int n = (int)(4.0 * (shorter / longer) + 0.5);
    double c = 0.25 * n;
    double r = (shorter - c * longer) / (longer + c * shorter);
    double angle = quarter[n] + (r + r * tangentTail(r * r));
    angle = height > width ? 0.5 * VL_PI - angle : angle;
    angle = x < 0.0 ? VL_PI - angle : angle;
    return y < 0.0 ? -angle : angle;
}

double vlAngle_Near(double angle, double last)
{
    double turns = floor((last - angle) / (2.0 * VL_PI) + 0.5);
    return angle + 2.0 * VL_PI * turns;
}
