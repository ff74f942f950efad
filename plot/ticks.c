// SPDX-License-Identifier: MIT
#include "plot/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/power.h"

#define SLACK 2e-9 // a power of ten must not be lost to rounding

vlTicks vlTicks_Linear(double lower, double upper, int wanted)
{
    vlTicks ticks = {0};
    double raw = (upper - lower) / wanted;
    double power = vlTenTo(vlTensOf(raw));
    double mantissa = raw / power;
    // The limits are the geometric means of 1, 2, 5, 10: so the number of ticks is as close as
    // possible to `wanted`.
    double nice = mantissa < 1.42 ? 1.0 : mantissa < 3.17 ? 2.0 : mantissa < 7.08 ? 5.0 : 10.0;
    ticks.step = nice * power;
    // A thousandth of a step of slack: 0.3 = 3 * 0.1 must not be lost to rounding.
    double first = ceil(lower / ticks.step - 1e-3);
    double last = floor(upper / ticks.step + 1e-3);
    for (double i = first; i <= last && ticks.count < VL_MAX_TICKS; i += 1.0) {
        ticks.at[ticks.count++] = i * ticks.step + 0.0; // + 0.0 turns -0 into 0
    }
    return ticks;
}

vlTicks vlTicks_Log(double lower, double upper, int wanted)
{
    int first = vlTensOf(lower * (1.0 - SLACK)) + 1;
    int last = vlTensOf(upper * (1.0 + SLACK));
    if (last - first < 1) {
        return vlTicks_Linear(lower, upper, wanted);
    }
    int stride = (last - first + wanted) / wanted;
    vlTicks ticks = {.isLog = true, .step = vlTenTo(stride)};
    for (int e = first; e <= last && ticks.count < VL_MAX_TICKS; e += stride) {
        ticks.at[ticks.count++] = vlTenTo(e);
    }
    return ticks;
}

vlMinorTicks vlTicks_Minor(const vlTicks* ticks, double lower, double upper)
{
    vlMinorTicks minor = {0};
    if (!ticks->isLog) {
        return minor;
    }
    bool isEvery = ticks->step < 11.0; // every power has a tick
    for (int e = vlTensOf(lower); e <= vlTensOf(upper); ++e) {
        for (int m = isEvery ? 2 : 1; m <= (isEvery ? 9 : 1); ++m) {
            double at = m * vlTenTo(e);
            if (at < lower || at > upper) {
                continue;
            }
            if (minor.count == VL_MAX_MINOR_TICKS) {
                return (vlMinorTicks){0};
            }
            minor.at[minor.count++] = at;
        }
    }
    return minor;
}

// "10" with `exponent` as superscript, in characters that every font has.
static void writePower(int exponent, char* text, size_t size)
{
    static const char* const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", exponent);
    size_t used = (size_t)snprintf(text, size, "10");
    for (const char* d = digits; *d != '\0' && used + 4 < size; ++d) {
        const char* sign = *d == '-' ? "⁻" : raised[*d - '0'];
        memcpy(text + used, sign, strlen(sign) + 1);
        used += strlen(sign);
    }
}

void vlTicks_Label(const vlTicks* ticks, int i, char* text, size_t size)
{
    double value = ticks->at[i];
    const char* sign = value < 0.0 ? "−" : "";
    if (ticks->isLog) {
        writePower(vlTensOf(value), text, size);
        return;
    }
    double largest = fmax(fabs(ticks->at[0]), fabs(ticks->at[ticks->count - 1]));
    int stepExponent = vlTensOf(ticks->step * (1.0 + SLACK));
    if (value == 0.0) {
        snprintf(text, size, "0");
        return;
    }
    if (largest >= 1e5 || largest < 1e-3) {
        int exponent = vlTensOf(largest * (1.0 + SLACK));
        int decimals = exponent > stepExponent ? exponent - stepExponent : 0;
        int used = snprintf(text, size, "%s%.*f·", sign, decimals, fabs(value) / vlTenTo(exponent));
        if (used > 0 && (size_t)used < size) {
            writePower(exponent, text + used, size - (size_t)used);
        }
        return;
    }
    snprintf(text, size, "%s%.*f", sign, stepExponent < 0 ? -stepExponent : 0, fabs(value));
}
