// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_HASH_H
#define VOLAR_BASE_HASH_H

// 64-bit hash of doubles by their bits, in the order given. -0 and +0 hash alike, so that a change
// of sign of a zero, which no later step can see, is not taken for a different state.

#include <stdint.h>
#include <string.h>

#include "volar/math.h"

#define VL_HASH_SEED 0xcbf29ce484222325u

static inline uint64_t vlHash_Word(uint64_t hash, uint64_t word)
{
    // One multiply-xor-shift round per word; the finaliser of a counter-based generator.
    hash ^= word;
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

static inline uint64_t vlHash_Double(uint64_t hash, double value)
{
    double normalised = value + 0.0;
    uint64_t word;
    memcpy(&word, &normalised, sizeof word);
    return vlHash_Word(hash, word);
}

static inline uint64_t vlHash_Vec(uint64_t hash, vlVec3 v)
{
    return vlHash_Double(vlHash_Double(vlHash_Double(hash, v.x), v.y), v.z);
}

#endif
