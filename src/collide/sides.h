// SPDX-License-Identifier: MIT
#ifndef VOLAR_COLLIDE_SIDES_H
#define VOLAR_COLLIDE_SIDES_H

// On which side of a plane each vertex lies, as sets of vertices with one bit each. This is the
// innermost loop of the cutter, so it is inline.

#include "shape/polyhedron.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define VL_SIDES_WORDS (VL_MAX_HULL_VERTICES / 64)

// Vertices inside and outside; those in neither set lie on the plane.
typedef struct vlSides {
    uint64_t in[VL_SIDES_WORDS];
    uint64_t out[VL_SIDES_WORDS];
} vlSides;

enum { VL_HAS_IN = 1, VL_HAS_OUT = 2 };

static inline bool vlSides_Has(const uint64_t* set, int v)
{
    return (set[v >> 6] >> (v & 63)) & 1;
}

// Measures the signed distances `side` of up to 64 vertices to plane n . x = d, and the sets of
// those farther than `epsilon` inside and outside.
static inline void vlSides_MeasureWord(uint64_t* in, uint64_t* out, double* side, const double* x,
                                       const double* y, const double* z, int count, vlVec3 n,
                                       double d, double epsilon)
{
    uint64_t isIn = 0;
    uint64_t isOut = 0;
#ifdef __SSE2__
    // Two at a time, with the same operations in the same order as below, so the bits are the same.
    const __m128d nx = _mm_set1_pd(n.x), ny = _mm_set1_pd(n.y), nz = _mm_set1_pd(n.z);
    const __m128d nd = _mm_set1_pd(d), high = _mm_set1_pd(epsilon), low = _mm_set1_pd(-epsilon);
    for (int i = 0; i < count; i += 2) {
        __m128d s =
            _mm_add_pd(_mm_mul_pd(nx, _mm_loadu_pd(x + i)), _mm_mul_pd(ny, _mm_loadu_pd(y + i)));
        s = _mm_sub_pd(_mm_add_pd(s, _mm_mul_pd(nz, _mm_loadu_pd(z + i))), nd);
        _mm_storeu_pd(side + i, s);
        isOut |= (uint64_t)(unsigned)_mm_movemask_pd(_mm_cmpgt_pd(s, high)) << i;
        isIn |= (uint64_t)(unsigned)_mm_movemask_pd(_mm_cmplt_pd(s, low)) << i;
    }
#else
    for (int i = 0; i < count; ++i) {
        double s = n.x * x[i] + n.y * y[i] + n.z * z[i] - d;
        side[i] = s;
        isOut |= (uint64_t)(s > epsilon) << i;
        isIn |= (uint64_t)(s < -epsilon) << i;
    }
#endif
    uint64_t valid = ~(uint64_t)0 >> (64 - count); // an odd count reads one padding element
    *in = isIn & valid;
    *out = isOut & valid;
}

// Does the same for any number of vertices; the arrays are read and written up to a multiple of
// VL_LANES. Returns VL_HAS_IN and VL_HAS_OUT for the sets that are not empty.
static inline int vlSides_Measure(vlSides* sides, double* side, const double* x, const double* y,
                                  const double* z, int count, vlVec3 n, double d, double epsilon)
{
    uint64_t anyIn = 0;
    uint64_t anyOut = 0;
    for (int first = 0; first < count; first += 64) {
        int size = count - first < 64 ? count - first : 64;
        vlSides_MeasureWord(&sides->in[first >> 6], &sides->out[first >> 6], side + first,
                            x + first, y + first, z + first, size, n, d, epsilon);
        anyIn |= sides->in[first >> 6];
        anyOut |= sides->out[first >> 6];
    }
    return (anyIn != 0 ? VL_HAS_IN : 0) | (anyOut != 0 ? VL_HAS_OUT : 0);
}

#endif
