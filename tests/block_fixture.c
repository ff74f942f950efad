// SPDX-License-Identifier: MIT
#include <string.h>

#include "block_fixture.h"
#include "test.h"

static void couple(vlBlockCase* c, int a, int b)
{
    if (a < c->rows && b < c->rows) {
        assert_true(c->count < VL_CASE_COUPLINGS);
        c->couplings[c->count].a = a;
        c->couplings[c->count++].b = b;
    }
}

// Couples row i to earlier rows. `width` is that of a wall, grid or heap.
static void coupleRow(vlBlockCase* c, vlCaseKind kind, int i, int width, vlRandom* random)
{
    bool isLast = (i + 1) % width == 0;
    bool isDeepest = (i / width + 1) % width == 0;
    switch (kind) {
    case VL_CASE_WALL: // each brick on two
        if (!isLast) {
            couple(c, i, i + 1);
            couple(c, i + width + 1, i);
        }
        couple(c, i, i + width);
        break;
    case VL_CASE_CHAIN: couple(c, i, i + 1); break;
    case VL_CASE_TREE:
        if (i > 0) {
            couple(c, i, vlRandom_Index(random, i));
        }
        break;
    case VL_CASE_COMPLETE:
        for (int j = 0; j < i; ++j) {
            couple(c, i, j);
        }
        break;
    case VL_CASE_STAR: couple(c, c->rows / 2, i == c->rows / 2 ? c->rows : i); break;
    case VL_CASE_GRID:
        if (!isLast) {
            couple(c, i, i + 1);
        }
        couple(c, i, i + width);
        break;
    case VL_CASE_HEAP:
        if (!isLast) {
            couple(c, i, i + 1);
        }
        if (!isDeepest) {
            couple(c, i, i + width);
        }
        couple(c, i, i + width * width);
        break;
    case VL_CASE_KINDS: break;
    }
}

void vlBlockCase_Make(vlBlockCase* c, vlCaseKind kind, int rows, vlRandom* random)
{
    c->rows = rows;
    c->count = 0;
    c->stiffness = 100.0;
    double dimensions = kind == VL_CASE_HEAP ? 3.0 : 2.0;
    int width = (int)ceil(pow(rows, 1.0 / dimensions) - 1e-9);
    for (int i = 0; i < rows; ++i) {
        coupleRow(c, kind, i, width, random);
    }
    for (int i = 0; i < c->count; ++i) {
        for (int k = 0; k < VL_CASE_SPRINGS * 12; ++k) {
            c->springs[i][k / 12][k % 12] = vlRandom_Range(random, -1.0, 1.0);
        }
    }
    for (int i = 0; i < 6 * rows; ++i) {
        c->masses[i] = vlRandom_Range(random, 0.5, 2.0);
    }
}

void vlBlockCase_RightSide(const vlBlockCase* c, double* right, vlRandom* random)
{
    for (int i = 0; i < 6 * c->rows; ++i) {
        right[i] = vlRandom_Range(random, -1.0, 1.0);
    }
}

void vlBlockCase_Multiply(const vlBlockCase* c, const double* x, double* image)
{
    for (int i = 0; i < 6 * c->rows; ++i) {
        image[i] = c->masses[i] * x[i];
    }
    for (int i = 0; i < c->count; ++i) {
        int a = 6 * c->couplings[i].a;
        int b = 6 * c->couplings[i].b;
        for (int k = 0; k < VL_CASE_SPRINGS; ++k) {
            const double* s = c->springs[i][k];
            double sum = 0.0;
            for (int j = 0; j < 6; ++j) {
                sum += s[j] * x[a + j] + s[6 + j] * x[b + j];
            }
            for (int j = 0; j < 6; ++j) {
                image[a + j] += c->stiffness * sum * s[j];
                image[b + j] += c->stiffness * sum * s[6 + j];
            }
        }
    }
}

double vlBlockCase_Norm(const vlBlockCase* c)
{
    int degree[VL_CASE_ROWS] = {0};
    int most = 0;
    for (int i = 0; i < c->count; ++i) {
        ++degree[c->couplings[i].a];
        ++degree[c->couplings[i].b];
    }
    for (int i = 0; i < c->rows; ++i) {
        most = degree[i] > most ? degree[i] : most;
    }
    return 2.0 + c->stiffness * VL_CASE_SPRINGS * 12.0 * most; // entries of s are below 1
}

void vlBlockCase_Plan(const vlBlockCase* c, vlBlockSystem* system)
{
    const int start[] = {0, c->rows};
    vlBlockSystem_Plan(system, c->rows, start, 1, c->couplings, c->count);
}

void vlBlockCase_Fill(const vlBlockCase* c, vlBlockSystem* system)
{
    vlBlockSystem_Clear(system, 0);
    vlBlockCase_Add(c, system, 0, 0);
}

void vlBlockCase_Add(const vlBlockCase* c, vlBlockSystem* system, int row, int coupling)
{
    for (int i = 0; i < c->rows; ++i) {
        double* m = vlBlockSystem_Diagonal(system, row + i)->m;
        for (int k = 0; k < 6; ++k) {
            m[7 * k] += c->masses[6 * i + k];
        }
    }
    for (int i = 0; i < c->count; ++i) {
        vlBlockLink rows = {row + c->couplings[i].a, row + c->couplings[i].b};
        for (int k = 0; k < VL_CASE_SPRINGS; ++k) {
            vlBlockFixture_AddOuter(system, rows, coupling + i, c->springs[i][k], c->stiffness);
        }
    }
}

vlBlockSystem vlBlockFixture_Create(int rows, int couplings, int fill)
{
    vlBlockSystem system;
    vlArena arena = {NULL, 0};
    vlBlockSystem_LayOut(&system, &arena, rows, couplings, fill);
    arena.base = test_malloc(arena.used + VL_CACHE_LINE);
    memset(arena.base, 0xff, arena.used); // NaN: nothing may be used before it is written
    arena.used = 0;
    vlBlockSystem_LayOut(&system, &arena, rows, couplings, fill);
    return system;
}

void vlBlockFixture_Destroy(vlBlockSystem* system)
{
    test_free(system->islandStart); // the first array: start of the block
}

static void addOuter(vlBlock6* block, const double* p, const double* q, double factor)
{
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            block->m[6 * i + j] += factor * p[i] * q[j];
        }
    }
}

void vlBlockFixture_AddOuter(vlBlockSystem* system, vlBlockLink rows, int number, const double* s,
                             double factor)
{
    bool isTransposed = false;
    vlBlock6* block = vlBlockSystem_Coupling(system, number, &isTransposed);
    assert_non_null(block);
    addOuter(vlBlockSystem_Diagonal(system, rows.a), s, s, factor);
    addOuter(vlBlockSystem_Diagonal(system, rows.b), s + 6, s + 6, factor);
    addOuter(block, isTransposed ? s + 6 : s, isTransposed ? s : s + 6, factor);
}

double vlBlockFixture_Largest(const double* x, int count)
{
    double largest = 0.0;
    for (int i = 0; i < count; ++i) {
        largest = fmax(largest, fabs(x[i]));
    }
    return largest;
}
