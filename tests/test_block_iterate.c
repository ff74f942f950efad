// SPDX-License-Identifier: MIT
// Systems of 6 x 6 blocks too large to be factored: which they are, and how well they are solved.

#include <math.h>
#include <string.h>

#include "block_fixture.h"
#include "dynamics/block_iterate.h"
#include "test.h"

static vlBlockCase example;
static double right[VL_CASE_ENTRIES], x[VL_CASE_ENTRIES], other[VL_CASE_ENTRIES];

static vlBlockSystem createFilled(int fill)
{
    vlBlockSystem system = vlBlockFixture_Create(example.rows, example.count, fill);
    vlBlockCase_Plan(&example, &system);
    vlBlockCase_Fill(&example, &system);
    return system;
}

// Makes the springs as soft as the masses; then all systems converge well within the largest number
// of iterations. Scaled by the diagonal blocks M, the eigenvalues are below 2, as (a + b)^2 <= 2
// a^2 + 2 b^2 for the two ends of each spring, and above 0.5 / 110, the least mass by the largest
// eigenvalue of a diagonal block (2 + 3 springs * 6 neighbours * 6 entries): a condition of 440.
static void soften(void)
{
    example.stiffness = 1.0;
}

static double dot(const double* a, const double* b)
{
    double sum = 0.0;
    for (int i = 0; i < 6 * example.rows; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

// A residual of 1e-10, measured by the inverse of M, leaves an error of 440e-10, measured by M: up
// to sqrt(220) times that, 6.6e-7, in length.
static void checkIsNear(const double* solution, const double* expected, int rows)
{
    double error = 0.0;
    double square = 0.0;
    for (int i = 0; i < 6 * rows; ++i) {
        error += (solution[i] - expected[i]) * (solution[i] - expected[i]);
        square += expected[i] * expected[i];
    }
    assert_true(sqrt(error) <= 1e-6 * sqrt(square));
}

static void iteration_agrees_with_factoring(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    const int sizes[] = {1, 2, 10, 60, 144};
    for (int trial = 0; trial < 10; ++trial) {
        int rows = sizes[trial / 2];
        vlBlockCase_Make(&example, trial % 2 == 0 ? VL_CASE_WALL : VL_CASE_GRID, rows, &random);
        soften();
        vlBlockCase_RightSide(&example, right, &random);
        vlBlockSystem direct = createFilled(VL_CASE_FILL);
        memcpy(x, right, sizeof x);
        assert_false(vlBlockSystem_IsIterative(&direct, 0));
        assert_int_equal(vlBlockSystem_Factor(&direct, 0), 0);
        vlBlockSystem_Solve(&direct, 0, x);

        vlBlockSystem system = createFilled(0);
        // Small systems would be factored; their plan serves both methods.
        system.isIterative[0] = true;
        memcpy(other, right, sizeof other);
        assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
        vlBlockSystem_Solve(&system, 0, other);
        checkIsNear(other, x, rows);
        for (int k = 0; k < rows; ++k) {
            memcpy(&system.vector[6 * k], &right[6 * system.order[k]], sizeof(double) * 6);
        }
        assert_true(vlBlockIterate_Solve(&system, 0, rows) < VL_MAX_BLOCK_ITERATIONS);
        vlBlockFixture_Destroy(&direct);
        vlBlockFixture_Destroy(&system);
    }
}

static void an_island_is_factored_up_to_its_most_rows(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(13);
    for (int rows = VL_MAX_BLOCK_ROWS; rows <= VL_MAX_BLOCK_ROWS + 1; ++rows) {
        vlBlockCase_Make(&example, VL_CASE_CHAIN, rows, &random);
        soften();
        vlBlockCase_RightSide(&example, right, &random);
        memcpy(x, right, sizeof x);
        vlBlockSystem system = createFilled(VL_CASE_FILL);
        bool isIterative = vlBlockSystem_IsIterative(&system, 0);
        assert_int_equal(isIterative, rows > VL_MAX_BLOCK_ROWS);
        assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
        vlBlockSystem_Solve(&system, 0, x);
        vlBlockCase_Multiply(&example, x, other);
        // Rounding of 1e-16 by a few dozen operations; or 1e-10, measured by the inverse of M, and
        // up to sqrt(220) times that in length.
        double error = 0.0;
        for (int i = 0; i < 6 * rows; ++i) {
            error += (other[i] - right[i]) * (other[i] - right[i]);
        }
        double scale = isIterative ? 1.5e-9 : 1e-13;
        assert_true(sqrt(error) <= scale * sqrt(dot(right, right)));
        vlBlockFixture_Destroy(&system);
    }
}

// A heap of 10 x 10 x 10 fills in so much that factoring would take many times as long.
static void a_dense_heap_is_iterated_though_there_is_room(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(14);
    vlBlockCase_Make(&example, VL_CASE_HEAP, 1000, &random);
    vlBlockSystem system = createFilled(60000);
    assert_true(vlBlockSystem_IsIterative(&system, 0));
    vlBlockFixture_Destroy(&system);
    vlBlockCase_Make(&example, VL_CASE_HEAP, 64, &random);
    system = createFilled(VL_CASE_FILL);
    assert_false(vlBlockSystem_IsIterative(&system, 0));
    vlBlockFixture_Destroy(&system);
}

// Three equal grids; the room beside the coupled blocks is enough for the fill of one and a half.
static void the_room_for_fill_goes_to_the_first_islands(void** state)
{
    (void)state;
    static vlBlockLink couplings[VL_CASE_COUPLINGS];
    vlRandom random = vlRandom_Seed(15);
    vlBlockCase_Make(&example, VL_CASE_GRID, 64, &random);
    soften();
    vlBlockSystem single = createFilled(VL_CASE_FILL);
    int filled = single.columnStart[64];
    assert_true(filled > example.count);
    vlBlockFixture_Destroy(&single);
    for (int i = 0; i < 3 * example.count; ++i) {
        int offset = 64 * (i / example.count);
        couplings[i].a = example.couplings[i % example.count].a + offset;
        couplings[i].b = example.couplings[i % example.count].b + offset;
    }
    const int start[] = {0, 64, 128, 192};
    int room = 3 * example.count + 3 * (filled - example.count) / 2;
    vlBlockSystem system = vlBlockFixture_Create(192, 3 * example.count, room);
    vlBlockSystem_Plan(&system, 192, start, 3, couplings, 3 * example.count);
    assert_false(vlBlockSystem_IsIterative(&system, 0));
    assert_true(vlBlockSystem_IsIterative(&system, 1));
    assert_true(vlBlockSystem_IsIterative(&system, 2));
    assert_int_equal(system.columnStart[192], filled + 2 * example.count);

    // Direct and iterative islands stand side by side.
    for (int k = 0; k < 3; ++k) {
        vlBlockSystem_Clear(&system, k);
        vlBlockCase_Add(&example, &system, start[k], k * example.count);
    }
    vlBlockCase_RightSide(&example, right, &random);
    for (int k = 0; k < 3; ++k) {
        memcpy(&x[6 * start[k]], right, sizeof(double) * 6 * 64);
        assert_int_equal(vlBlockSystem_Factor(&system, k), 0);
        vlBlockSystem_Solve(&system, k, x);
    }
    assert_memory_equal(&x[6 * 64], &x[6 * 128], sizeof(double) * 6 * 64);
    checkIsNear(&x[6 * 64], x, 64);
    vlBlockFixture_Destroy(&system);
}

static void repeated_couplings_share_a_block_in_iteration_too(void** state)
{
    (void)state;
    const int start[] = {0, 4};
    const vlBlockLink couplings[] = {{0, 1}, {3, 2}, {1, 0}, {2, 3},
                                     {2, 2}, {0, 3}, {1, 2}, {0, 1}};
    vlBlockSystem system = vlBlockFixture_Create(4, 8, 0);
    system.blockCapacity = 4; // a ring: elimination needs a fifth
    vlBlockSystem_Plan(&system, 4, start, 1, couplings, 8);
    assert_true(vlBlockSystem_IsIterative(&system, 0));
    assert_int_equal(system.columnStart[4], 4);
    bool isTransposed[8];
    vlBlock6* blocks[8];
    for (int i = 0; i < 8; ++i) {
        blocks[i] = vlBlockSystem_Coupling(&system, i, &isTransposed[i]);
        // Rows keep their order: a block is that of the lower row.
        assert_int_equal(isTransposed[i], couplings[i].b < couplings[i].a);
    }
    assert_ptr_equal(blocks[0], blocks[2]);
    assert_ptr_equal(blocks[0], blocks[7]);
    assert_ptr_equal(blocks[1], blocks[3]);
    assert_null(blocks[4]);
    assert_ptr_not_equal(blocks[5], blocks[6]);
    vlBlockFixture_Destroy(&system);
}

static void iterations_are_bounded_and_never_make_it_worse(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(16);
    vlBlockCase_Make(&example, VL_CASE_WALL, 900, &random);
    for (int i = 0; i < 6 * example.rows; ++i) { // bodies so light that nothing converges
        example.masses[i] *= 1e-6;
    }
    vlBlockCase_RightSide(&example, right, &random);
    vlBlockSystem system = createFilled(0);
    assert_true(vlBlockSystem_IsIterative(&system, 0));
    assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
    memcpy(system.vector, right, sizeof(double) * 6 * 900);
    assert_int_equal(vlBlockIterate_Solve(&system, 0, 900), VL_MAX_BLOCK_ITERATIONS);
    memcpy(x, system.vector, sizeof(double) * 6 * 900);
    // Conjugate gradients minimise x A x / 2 - b x, which is 0 at the start.
    vlBlockCase_Multiply(&example, x, other);
    double potential = 0.5 * dot(x, other) - dot(x, right);
    assert_true(isfinite(potential) && potential < 0.0);

    memcpy(other, right, sizeof other);
    vlBlockSystem_Solve(&system, 0, other);
    assert_memory_equal(other, x, sizeof(double) * 6 * 900); // solved again: the same bits
    vlBlockFixture_Destroy(&system);
}

static void directions_without_a_pivot_are_held_in_iteration_too(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(17);
    vlBlockCase_Make(&example, VL_CASE_GRID, 49, &random);
    vlBlockCase_RightSide(&example, right, &random);
    vlBlockSystem system = createFilled(0);
    assert_true(vlBlockSystem_IsIterative(&system, 0));
    double* m = vlBlockSystem_Diagonal(&system, 20)->m;
    for (int k = 0; k < 6; ++k) { // without stiffness of its own
        m[6 * 4 + k] = 0.0;
        m[6 * k + 4] = 0.0;
    }
    memcpy(x, right, sizeof x);
    assert_int_equal(vlBlockSystem_Factor(&system, 0), 1);
    vlBlockSystem_Solve(&system, 0, x);
    assert_true(x[6 * 20 + 4] == 0.0);
    for (int i = 0; i < 6 * 49; ++i) {
        assert_true(isfinite(x[i]));
    }
    memset(x, 0, sizeof x); // at rest without a load: stays so
    vlBlockSystem_Solve(&system, 0, x);
    assert_true(vlBlockFixture_Largest(x, 6 * 49) == 0.0);
    vlBlockFixture_Destroy(&system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iteration_agrees_with_factoring),
        cmocka_unit_test(an_island_is_factored_up_to_its_most_rows),
        cmocka_unit_test(a_dense_heap_is_iterated_though_there_is_room),
        cmocka_unit_test(the_room_for_fill_goes_to_the_first_islands),
        cmocka_unit_test(repeated_couplings_share_a_block_in_iteration_too),
        cmocka_unit_test(iterations_are_bounded_and_never_make_it_worse),
        cmocka_unit_test(directions_without_a_pivot_are_held_in_iteration_too),
    };
    return cmocka_run_group_tests_name("block_iterate", tests, NULL, NULL);
}
