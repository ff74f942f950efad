// SPDX-License-Identifier: MIT
// The graph is a set of bits per row, local to the island: bit j of set i says that rows first + i
// and first + j are coupled. Eliminating a row joins its neighbours to each other.

#include "dynamics/block_order.h"

#include <limits.h>
#include <string.h>

#include "base/check.h"

// Degree and row are packed in one number, so that its least value gives the row.
#define ROW_BITS 10
#define DONE INT_MAX
// An island is factored if that takes at most this many products of two blocks for each block that
// an iteration multiplies with a vector (couplings and diagonal). A product takes about 25 ns; a
// block takes 15 ns in each of up to 60 iterations. At the limit factoring takes nearly three times
// as long as iterating to the bound; up to there the exact solution is worth the time.
#define PRODUCTS_PER_BLOCK 100

_Static_assert(VL_MAX_BLOCK_ROWS <= 1 << ROW_BITS, "a row must fit beside its degree");

static int wordsFor(int rows)
{
    return (rows + 63) / 64;
}

static void setBit(uint64_t* set, int i)
{
    set[i / 64] |= (uint64_t)1 << (i % 64);
}

static void clearBit(uint64_t* set, int i)
{
    set[i / 64] &= ~((uint64_t)1 << (i % 64));
}

static int countBits(uint64_t left)
{
    int count = 0;
    for (; left != 0; left &= left - 1) {
        ++count;
    }
    return count;
}

// Returns the number of couplings, repeated ones counted once.
static int drawGraph(vlBlockSystem* s, int first, int count, int words)
{
    memset(s->bits, 0, (size_t)count * (size_t)words * sizeof *s->bits);
    for (int i = 0; i < count; ++i) {
        for (int c = s->head[first + i]; c >= 0; c = s->next[c]) {
            int j = s->couplings[c].a + s->couplings[c].b - 2 * first - i;
            setBit(&s->bits[(size_t)i * (size_t)words], j);
            setBit(&s->bits[(size_t)j * (size_t)words], i);
        }
    }
    int ends = 0;
    for (int i = 0; i < count; ++i) {
        int degree = 0;
        for (int w = 0; w < words; ++w) {
            degree += countBits(s->bits[(size_t)i * (size_t)words + (size_t)w]);
        }
        s->degree[i] = degree << ROW_BITS | i;
        ends += degree;
    }
    return ends / 2;
}

// Removes `row` from the graph. Only neighbours that are new are counted: late in the elimination
// there are mostly none.
static void eliminate(vlBlockSystem* s, int row, int words)
{
    const uint64_t* gone = &s->bits[(size_t)row * (size_t)words];
    for (int w = 0; w < words; ++w) {
        for (uint64_t left = gone[w]; left != 0; left &= left - 1) {
            int i = 64 * w + __builtin_ctzll(left);
            uint64_t* set = &s->bits[(size_t)i * (size_t)words];
            int fresh = -2; // `row` leaves, and i is no neighbour of itself
            for (int k = 0; k < words; ++k) {
                fresh += countBits(gone[k] & ~set[k]);
                set[k] |= gone[k];
            }
            clearBit(set, i);
            clearBit(set, row);
            s->degree[i] += fresh * (1 << ROW_BITS);
        }
    }
}

static int leastKey(const int* degree, int count)
{
    int least = DONE;
    for (int i = 0; i < count; ++i) {
        least = degree[i] < least ? degree[i] : least;
    }
    return least;
}

int vlBlockOrder_Find(vlBlockSystem* system, int first, int end, int room)
{
    int count = end - first;
    int words = wordsFor(count);
    VL_ASSERT(count <= VL_MAX_BLOCK_ROWS);
    int coupled = drawGraph(system, first, count, words);
    int64_t mostProducts = (int64_t)PRODUCTS_PER_BLOCK * (coupled + count);
    int blocks = 0;
    int64_t products = 0;
    bool isComplete = false; // every row left is coupled to all others, as usual near the end
    for (int k = 0; k < count; ++k) {
        int left = count - 1 - k;
        int key = leastKey(system->degree, count);
        int row = key & ((1 << ROW_BITS) - 1);
        system->place[first + row] = first + k;
        system->order[first + k] = first + row;
        system->degree[row] = DONE;
        isComplete = isComplete || key >> ROW_BITS == left;
        int later = isComplete ? left : key >> ROW_BITS;
        blocks += later;
        products += (int64_t)later * (later + 1) / 2;
        if (blocks > room || products > mostProducts) {
            return -1;
        }
        if (!isComplete) {
            eliminate(system, row, words);
        }
    }
    return blocks;
}

void vlBlockOrder_ListColumns(vlBlockSystem* system, int first, int end, int used)
{
    int words = wordsFor(end - first);
    for (int k = first; k < end; ++k) {
        const uint64_t* set = &system->bits[(size_t)(system->order[k] - first) * (size_t)words];
        uint64_t places[VL_MAX_BLOCK_ROWS / 64] = {0}; // the same set by place: bits come sorted
        for (int w = 0; w < words; ++w) {
            for (uint64_t left = set[w]; left != 0; left &= left - 1) {
                setBit(places, system->place[first + 64 * w + __builtin_ctzll(left)] - first);
            }
        }
        system->columnStart[k] = used;
        for (int w = 0; w < words; ++w) {
            for (uint64_t left = places[w]; left != 0; left &= left - 1) {
                int place = first + 64 * w + __builtin_ctzll(left);
                if (place > k) { // the last rows, all coupled, still list eliminated neighbours
                    system->later[used++] = place;
                }
            }
        }
    }
    system->columnStart[end] = used;
}
