// SPDX-License-Identifier: MIT
// A number of up to 15 digits and a small power of ten is one product or quotient of exact doubles,
// and so rounded once [Cli90]. Any other is a quotient of two whole numbers of any length, of which
// 63 or 64 bits are computed exactly by long division [Knu97 4.3.1 D] and then rounded once.

#include "base/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// No number halfway between two doubles has more significant digits than 767: of the digits behind
// these only whether one is not zero matters.
#define MOST_DIGITS 800
#define CHUNK 9 // digits that fit into a limb
// 800 digits take 84 limbs, and so does the power of five that divides them; shifting adds three.
#define LIMBS 96
#define EXACT_TENS 22
#define LARGEST_EXACT (1ull << DBL_MANT_DIG)
#define LONGEST_EXPONENT 1000000000000ll
// A number with its first digit at such a place is infinite or zero.
#define LARGEST_PLACE 310
#define LEAST_PLACE (-325)

// A whole number, 32 bits a limb, the lowest first; the highest is not zero.
typedef struct Whole {
    int count;
    uint32_t limb[LIMBS];
} Whole;

static void multiplyAdd(Whole* w, uint32_t factor, uint32_t summand)
{
    uint64_t carry = summand;
    for (int i = 0; i < w->count; ++i) {
        carry += (uint64_t)w->limb[i] * factor;
        w->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        w->limb[w->count++] = (uint32_t)carry;
    }
}

static void multiplyByFives(Whole* w, int fives)
{
    for (; fives >= 13; fives -= 13) {
        multiplyAdd(w, 1220703125u, 0); // 5 to the power of 13
    }
    for (; fives > 0; --fives) {
        multiplyAdd(w, 5, 0);
    }
}

static int bitsOf(const Whole* w)
{
    int bits = 32 * w->count;
    for (uint32_t top = w->limb[w->count - 1]; (top & 0x80000000u) == 0; top <<= 1) {
        --bits;
    }
    return bits;
}

static void shiftLeft(Whole* w, int bits)
{
    int limbs = bits / 32, rest = bits % 32;
    uint32_t low = 0; // bits that leave the limb below
    for (int i = 0; i < w->count; ++i) {
        uint64_t wide = (uint64_t)w->limb[i] << rest | low;
        w->limb[i] = (uint32_t)wide;
        low = (uint32_t)(wide >> 32);
    }
    if (low != 0) {
        w->limb[w->count++] = low;
    }
    memmove(w->limb + limbs, w->limb, sizeof *w->limb * (size_t)w->count);
    memset(w->limb, 0, sizeof *w->limb * (size_t)limbs);
    w->count += limbs;
}

// One digit (32 bits) of the quotient of n, shifted down by `place` limbs, and m, whose top bit is
// set; takes its part off n.
static uint32_t divideOnce(Whole* n, const Whole* m, int place)
{
    uint32_t* at = n->limb + place;
    uint64_t top = (uint64_t)at[m->count] << 32 | at[m->count - 1];
    uint64_t digit = top / m->limb[m->count - 1];
    digit = digit > UINT32_MAX ? UINT32_MAX : digit;
    uint64_t carry = 0;
    uint64_t borrow = 0;
    for (int i = 0; i < m->count; ++i) {
        carry += digit * m->limb[i];
        uint64_t less = (uint64_t)at[i] - (uint32_t)carry - borrow;
        at[i] = (uint32_t)less;
        borrow = less >> 63;
        carry >>= 32;
    }
    uint64_t less = (uint64_t)at[m->count] - carry - borrow;
    at[m->count] = (uint32_t)less;
    for (bool isTooLarge = less >> 63 != 0; isTooLarge;) { // twice at most
        --digit;
        carry = 0;
        for (int i = 0; i < m->count; ++i) {
            carry += (uint64_t)at[i] + m->limb[i];
            at[i] = (uint32_t)carry;
            carry >>= 32;
        }
        carry += at[m->count];
        at[m->count] = (uint32_t)carry;
        isTooLarge = carry >> 32 == 0;
    }
    return (uint32_t)digit;
}

// The double nearest to bits times 2 to the power of exponent; the top bit or the one below it is
// set, and the lowest one also stands for all that was cut off.
static double roundBits(uint64_t bits, int exponent)
{
    int top = exponent + (bits >> 63 != 0 ? 63 : 62);
    int last = top - (DBL_MANT_DIG - 1); // exponent of the last bit of the double
    last = last < DBL_MIN_EXP - DBL_MANT_DIG ? DBL_MIN_EXP - DBL_MANT_DIG : last;
    int dropped = last - exponent;
    if (dropped > 64) {
        return 0.0;
    }
    uint64_t kept = dropped < 64 ? bits >> dropped : 0;
    uint64_t rest = dropped < 64 ? bits << (64 - dropped) : bits;
    uint64_t half = 1ull << 63;
    kept += rest > half || (rest == half && (kept & 1) != 0);
    return ldexp((double)kept, last);
}

// The double nearest to n times 10 to the power of exponent, n > 0.
static double divideExactly(Whole* n, int exponent)
{
    Whole m = {.count = 1, .limb = {1}};
    multiplyByFives(exponent < 0 ? &m : n, exponent < 0 ? -exponent : exponent);
    // The quotient is to have 63 or 64 bits, and the divisor no zero bit at its top.
    int shiftM = 32 * m.count - bitsOf(&m);
    int shiftN = 32 * m.count + 63 - bitsOf(n);
    int limbs = shiftN < 0 ? (31 - shiftN) / 32 : 0;
    shiftM += 32 * limbs;
    shiftN += 32 * limbs;
    shiftLeft(&m, shiftM);
    shiftLeft(n, shiftN);
    uint64_t bits = (uint64_t)divideOnce(n, &m, 1) << 32;
    bits |= divideOnce(n, &m, 0);
    bool isExact = true;
    for (int i = 0; i < n->count; ++i) {
        isExact = isExact && n->limb[i] == 0;
    }
    return roundBits(bits | !isExact, exponent - shiftN + shiftM);
}

double vlDecimal_Make(uint64_t whole, int exponent)
{
    static const double tens[EXACT_TENS + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (whole <= LARGEST_EXACT && exponent >= -EXACT_TENS && exponent <= EXACT_TENS) {
        double digits = (double)whole;
        return exponent < 0 ? digits / tens[-exponent] : digits * tens[exponent];
    }
    if (whole == 0 || exponent < LEAST_PLACE - 20) {
        return 0.0;
    }
    if (exponent > LARGEST_PLACE) {
        return HUGE_VAL;
    }
    Whole n = {.count = whole >> 32 != 0 ? 2 : 1,
               .limb = {(uint32_t)whole, (uint32_t)(whole >> 32)}};
    return divideExactly(&n, exponent);
}

// The significant digits of a number, as they are read.
typedef struct Digits {
    int count;
    long long exponent; // of ten, of the last digit
    uint8_t digit[MOST_DIGITS + 1];
} Digits;

static void addDigit(Digits* d, int digit, bool isFraction)
{
    bool isZero = digit == 0;
    d->exponent -= isFraction;
    if (d->count < MOST_DIGITS && !(isZero && d->count == 0)) {
        d->digit[d->count++] = (uint8_t)digit;
    } else if (d->count >= MOST_DIGITS) {
        ++d->exponent;
        if (!isZero) {
            d->digit[MOST_DIGITS - 1] |= 1; // never a tie
        }
    }
}

static double valueOf(Digits* d)
{
    while (d->count > 0 && d->digit[d->count - 1] == 0) {
        --d->count;
        ++d->exponent;
    }
    long long place = d->exponent + d->count;
    if (d->count == 0 || place < LEAST_PLACE) {
        return 0.0;
    }
    if (place > LARGEST_PLACE) {
        return HUGE_VAL;
    }
    if (d->count <= 19) {
        uint64_t whole = 0;
        for (int i = 0; i < d->count; ++i) {
            whole = 10 * whole + d->digit[i];
        }
        return vlDecimal_Make(whole, (int)d->exponent);
    }
    Whole n = {.count = 0};
    for (int i = 0; i < d->count;) {
        uint32_t chunk = 0, tens = 1;
        for (int k = 0; k < CHUNK && i < d->count; ++k) {
            chunk = 10 * chunk + d->digit[i++];
            tens *= 10;
        }
        multiplyAdd(&n, tens, chunk);
    }
    return divideExactly(&n, (int)d->exponent);
}

static bool isDigit(const char* at, const char* end)
{
    return at < end && *at >= '0' && *at <= '9';
}

static bool isSign(const char* at, const char* end)
{
    return at < end && (*at == '-' || *at == '+');
}

// An exponent, if there is a whole one; `*exponent` grows by it.
static const char* readExponent(const char* at, const char* end, long long* exponent)
{
    if (at >= end || (*at != 'e' && *at != 'E')) {
        return at;
    }
    const char* p = at + 1;
    bool isNegative = isSign(p, end) && *p == '-';
    p += isSign(p, end);
    if (!isDigit(p, end)) {
        return at;
    }
    long long number = 0;
    for (; isDigit(p, end); ++p) {
        number = number < LONGEST_EXPONENT ? 10 * number + (*p - '0') : number;
    }
    *exponent += isNegative ? -number : number;
    return p;
}

const char* vlDecimal_Read(const char* text, const char* end, double* value)
{
    Digits d;
    d.count = 0;
    d.exponent = 0;
    const char* at = text + isSign(text, end);
    const char* first = at;
    for (; isDigit(at, end); ++at) {
        addDigit(&d, *at - '0', false);
    }
    ptrdiff_t count = at - first;
    if (at < end && *at == '.') {
        for (++at; isDigit(at, end); ++at, ++count) {
            addDigit(&d, *at - '0', true);
        }
    }
    if (count == 0) {
        return text;
    }
    at = readExponent(at, end, &d.exponent);
    double size = valueOf(&d);
    *value = *text == '-' ? -size : size;
    return at;
}

bool vlDecimal_IsPart(const char* text, size_t length, double* value)
{
    double found;
    const char* end = text + length;
    if (length == 0 || vlDecimal_Read(text, end, &found) != end || !isfinite(found)) {
        return false;
    }
    *value = found;
    return true;
}

bool vlDecimal_IsAll(const char* text, double* value)
{
    return vlDecimal_IsPart(text, strlen(text), value);
}

void vlDecimal_WriteDigits(double value, int digits, char text[VL_DECIMAL_ROOM])
{
    char found[VL_DECIMAL_ROOM + 8]; // a decimal point may be several bytes long
    char* out = text;
    (void)snprintf(found, sizeof found, "%.*g", digits > 17 ? 17 : digits, value);
    for (const char* c = found; *c != '\0'; ++c) {
        bool isPlain =
            (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || *c == '-' || *c == '+';
        if (isPlain) {
            *out++ = *c;
        } else if (out == text || out[-1] != '.') {
            *out++ = '.';
        }
    }
    *out = '\0';
}

void vlDecimal_Write(double value, char text[VL_DECIMAL_ROOM])
{
    for (int digits = 15; digits <= 17; ++digits) {
        double back;
        vlDecimal_WriteDigits(value, digits, text);
        if (vlDecimal_IsAll(text, &back) && back == value) {
            return;
        }
    }
}
