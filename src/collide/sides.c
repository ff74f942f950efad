// SPDX-License-Identifier: MIT
#include "collide/sides.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#ifdef __SSE2__
// Four vertices, two at a time, with the same operations in the same order as the plain code below:
// the same bits. Sets bits 0..3 of `in` and `out`.
static inline void measureFour(double* side, const double* x, const double* y, const double* z,
                               const __m128d plane[4], __m128d epsilon, unsigned* in, unsigned* out)
{
    unsigned isIn = 0;
    unsigned isOut = 0;
    __m128d minus = _mm_sub_pd(_mm_setzero_pd(), epsilon);
    for (int i = 0; i < 4; i += 2) {
        __m128d s = _mm_add_pd(_mm_mul_pd(plane[0], _mm_loadu_pd(x + i)),
                               _mm_mul_pd(plane[1], _mm_loadu_pd(y + i)));
        s = _mm_add_pd(s, _mm_mul_pd(plane[2], _mm_loadu_pd(z + i)));
        s = _mm_sub_pd(s, plane[3]);
        _mm_storeu_pd(side + i, s);
        isOut |= (unsigned)_mm_movemask_pd(_mm_cmpgt_pd(s, epsilon)) << i;
        isIn |= (unsigned)_mm_movemask_pd(_mm_cmplt_pd(s, minus)) << i;
    }
    *in = isIn;
    *out = isOut;
}
#else
static inline void measureFour(double* side, const double* x, const double* y, const double* z,
                               const double plane[4], double epsilon, unsigned* in, unsigned* out)
{
    *in = *out = 0;
    for (int i = 0; i < 4; ++i) {
        double s = plane[0] * x[i] + plane[1] * y[i] + plane[2] * z[i] - plane[3];
        side[i] = s;
        *out |= (unsigned)(s > epsilon) << i;
        *in |= (unsigned)(s < -epsilon) << i;
    }
}
#endif

int vlSides_Measure(vlSides* sides, double* side, const double* x, const double* y, const double* z,
                    int count, vlVec3 n, double d, double epsilon)
{
#ifdef __SSE2__
    const __m128d plane[4] = {_mm_set1_pd(n.x), _mm_set1_pd(n.y), _mm_set1_pd(n.z), _mm_set1_pd(d)};
    const __m128d slack = _mm_set1_pd(epsilon);
#else
    const double plane[4] = {n.x, n.y, n.z, d};
    const double slack = epsilon;
#endif
    uint64_t anyIn = 0;
    uint64_t anyOut = 0;
    for (int first = 0; first < count; first += 64) {
        int end = count - first < 64 ? count - first : 64;
        uint64_t in = 0;
        uint64_t out = 0;
        for (int i = 0; i < end; i += VL_LANES) {
            unsigned isIn;
            unsigned isOut;
            int k = first + i;
            measureFour(side + k, x + k, y + k, z + k, plane, slack, &isIn, &isOut);
            in |= (uint64_t)isIn << i;
            out |= (uint64_t)isOut << i;
        }
        uint64_t valid = ~(uint64_t)0 >> (64 - end);
        sides->in[first >> 6] = in & valid;
        sides->out[first >> 6] = out & valid;
        anyIn |= in & valid;
        anyOut |= out & valid;
    }
    return (anyIn != 0 ? VL_HAS_IN : 0) | (anyOut != 0 ? VL_HAS_OUT : 0);
}
