// SPDX-License-Identifier: MIT
// Room and plan of a block system, and the choice between its two solvers.

#include "dynamics/block_system.h"

#include <string.h>

#include "base/check.h"
#include "dynamics/block_cholesky.h"
#include "dynamics/block_iterate.h"
#include "dynamics/block_order.h"

#define N VL_BLOCK

void vlBlockSystem_LayOut(vlBlockSystem* system, vlArena* arena, int rows, int couplings, int fill)
{
    vlBlockSystem* s = system;
    size_t n = (size_t)rows;
    size_t c = (size_t)couplings;
    // The couplings must fit in any case, so that iteration is always possible.
    size_t f = (size_t)(fill > couplings ? fill : couplings);
    size_t ordered = n < VL_MAX_BLOCK_ROWS ? n : VL_MAX_BLOCK_ROWS;
    memset(s, 0, sizeof *s);
    s->rowCapacity = rows;
    s->couplingCapacity = couplings;
    s->blockCapacity = (int)f;
    s->rowCount = -1; // no plan yet
    s->islandStart = vlArena_Take(arena, n + 1, sizeof *s->islandStart);
    s->couplings = vlArena_Take(arena, c, sizeof *s->couplings);
    s->place = vlArena_Take(arena, n, sizeof *s->place);
    s->order = vlArena_Take(arena, n, sizeof *s->order);
    s->columnStart = vlArena_Take(arena, n + 1, sizeof *s->columnStart);
    s->later = vlArena_Take(arena, f, sizeof *s->later);
    s->slot = vlArena_Take(arena, c, sizeof *s->slot);
    s->isTransposed = vlArena_Take(arena, c, sizeof *s->isTransposed);
    s->isIterative = vlArena_Take(arena, n, sizeof *s->isIterative);
    s->diagonal = vlArena_Take(arena, n, sizeof *s->diagonal);
    s->blocks = vlArena_Take(arena, f, sizeof *s->blocks);
    s->given = vlArena_Take(arena, N * n, sizeof *s->given);
    s->vector = vlArena_Take(arena, N * n, sizeof *s->vector);
    s->inverse = vlArena_Take(arena, n, sizeof *s->inverse);
    s->residual = vlArena_Take(arena, N * n, sizeof *s->residual);
    s->direction = vlArena_Take(arena, N * n, sizeof *s->direction);
    s->image = vlArena_Take(arena, N * n, sizeof *s->image);
    s->head = vlArena_Take(arena, n, sizeof *s->head);
    s->next = vlArena_Take(arena, c, sizeof *s->next);
    s->degree = vlArena_Take(arena, ordered, sizeof *s->degree);
    s->bits = vlArena_Take(arena, ordered * ((ordered + 63) / 64), sizeof *s->bits);
}

static bool isSamePlan(const vlBlockSystem* s, int rowCount, const int* islandStart,
                       int islandCount, const vlBlockLink* couplings, int couplingCount)
{
    if (s->rowCount != rowCount || s->islandCount != islandCount ||
        s->couplingCount != couplingCount ||
        memcmp(s->islandStart, islandStart, (size_t)(islandCount + 1) * sizeof *islandStart) != 0) {
        return false;
    }
    for (int i = 0; i < couplingCount; ++i) {
        if (s->couplings[i].a != couplings[i].a || s->couplings[i].b != couplings[i].b) {
            return false;
        }
    }
    return true;
}

// Lists the couplings by their lower row, in the given order. Returns how many there are.
static int listCouplings(vlBlockSystem* s)
{
    int count = 0;
    for (int i = 0; i < s->rowCount; ++i) {
        s->head[i] = -1;
    }
    for (int i = s->couplingCount - 1; i >= 0; --i) {
        int a = s->couplings[i].a;
        int b = s->couplings[i].b;
        s->slot[i] = -1;
        s->isTransposed[i] = false;
        if (a == b || a < 0 || b < 0) {
            continue;
        }
        int lower = a < b ? a : b;
        s->next[i] = s->head[lower];
        s->head[lower] = i;
        ++count;
    }
    return count;
}

static int countCouplings(const vlBlockSystem* s, int first, int end)
{
    int count = 0;
    for (int row = first; row < end; ++row) {
        for (int c = s->head[row]; c >= 0; c = s->next[c]) {
            ++count;
        }
    }
    return count;
}

// The planned block of the places `place` and `later`.
static int findSlot(const vlBlockSystem* s, int place, int later)
{
    int low = s->columnStart[place];
    int high = s->columnStart[place + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->later[middle] < later) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    VL_ASSERT(s->later[low] == later);
    return low;
}

static void findSlots(vlBlockSystem* s, int first, int end)
{
    for (int row = first; row < end; ++row) {
        for (int c = s->head[row]; c >= 0; c = s->next[c]) {
            int a = s->place[s->couplings[c].a];
            int b = s->place[s->couplings[c].b];
            s->isTransposed[c] = b < a;
            s->slot[c] = b < a ? findSlot(s, b, a) : findSlot(s, a, b);
        }
    }
}

// Plans without elimination: rows stay where they are, and only coupled rows have a block.
static void planIteration(vlBlockSystem* s, int first, int end, int used)
{
    int* newest = s->place; // [rows] the last block in whose columns the row is; then the place
    for (int row = first; row < end; ++row) {
        newest[row] = -1;
    }
    for (int row = first; row < end; ++row) {
        int start = used;
        s->columnStart[row] = start;
        for (int c = s->head[row]; c >= 0; c = s->next[c]) {
            int other = s->couplings[c].a + s->couplings[c].b - row;
            if (newest[other] < start) {
                newest[other] = used;
                s->later[used++] = other;
            }
            s->slot[c] = newest[other];
            s->isTransposed[c] = s->couplings[c].b == row;
        }
    }
    s->columnStart[end] = used;
    for (int row = first; row < end; ++row) {
        s->place[row] = row;
        s->order[row] = row;
    }
}

void vlBlockSystem_Plan(vlBlockSystem* system, int rowCount, const int* islandStart,
                        int islandCount, const vlBlockLink* couplings, int couplingCount)
{
    vlBlockSystem* s = system;
    VL_ASSERT(rowCount <= s->rowCapacity && couplingCount <= s->couplingCapacity);
    if (isSamePlan(s, rowCount, islandStart, islandCount, couplings, couplingCount)) {
        return;
    }
    s->rowCount = rowCount;
    s->islandCount = islandCount;
    s->couplingCount = couplingCount;
    memcpy(s->islandStart, islandStart, (size_t)(islandCount + 1) * sizeof *islandStart);
    for (int i = 0; i < couplingCount; ++i) {
        s->couplings[i] = couplings[i];
    }
    // An island may fill in only the blocks that later islands do not need for their couplings.
    int needed = listCouplings(s);
    s->columnStart[0] = 0;
    for (int i = 0; i < islandCount; ++i) {
        int first = islandStart[i];
        int end = islandStart[i + 1];
        int used = s->columnStart[first];
        needed -= countCouplings(s, first, end);
        int room = s->blockCapacity - used - needed;
        s->isIterative[i] =
            end - first > VL_MAX_BLOCK_ROWS || vlBlockOrder_Find(s, first, end, room) < 0;
        if (s->isIterative[i]) {
            planIteration(s, first, end, used);
        } else {
            vlBlockOrder_ListColumns(s, first, end, used);
            findSlots(s, first, end);
        }
    }
}

bool vlBlockSystem_IsIterative(const vlBlockSystem* system, int island)
{
    return system->isIterative[island];
}

void vlBlockSystem_Clear(vlBlockSystem* system, int island)
{
    int first = system->islandStart[island];
    int end = system->islandStart[island + 1];
    int used = system->columnStart[first];
    memset(&system->diagonal[first], 0, (size_t)(end - first) * sizeof *system->diagonal);
    memset(&system->blocks[used], 0,
           (size_t)(system->columnStart[end] - used) * sizeof *system->blocks);
}

int vlBlockSystem_Factor(vlBlockSystem* system, int island)
{
    int first = system->islandStart[island];
    int end = system->islandStart[island + 1];
    for (int k = first; k < end; ++k) {
        for (int i = 0; i < N; ++i) {
            system->given[N * k + i] = system->diagonal[k].m[i * N + i];
        }
    }
    return system->isIterative[island] ? vlBlockIterate_Factor(system, first, end)
                                       : vlBlockCholesky_Factor(system, first, end);
}

void vlBlockSystem_Solve(vlBlockSystem* system, int island, double* x)
{
    int first = system->islandStart[island];
    int end = system->islandStart[island + 1];
    double* y = system->vector;
    for (int k = first; k < end; ++k) {
        memcpy(&y[N * k], &x[N * system->order[k]], N * sizeof *x);
    }
    if (system->isIterative[island]) {
        (void)vlBlockIterate_Solve(system, first, end);
    } else {
        vlBlockCholesky_Solve(system, first, end);
    }
    for (int k = first; k < end; ++k) {
        memcpy(&x[N * system->order[k]], &y[N * k], N * sizeof *x);
    }
}
