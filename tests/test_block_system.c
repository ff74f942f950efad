// SPDX-License-Identifier: MIT
// Sparse systems of 6 x 6 blocks, solved directly.

#include <math.h>
#include <string.h>

#include "block_fixture.h"
#include "dense.h"
#include "test.h"

// Both triangles of A, by columns of unit vectors.
static void makeDense(const vlBlockCase* c, double* a)
{
    static double unit[6 * 40];
    int n = 6 * c->rows;
    for (int j = 0; j < n; ++j) {
        memset(unit, 0, sizeof unit);
        unit[j] = 1.0;
        vlBlockCase_Multiply(c, unit, &a[j * n]);
    }
}

static void solutions_satisfy_their_equations(void** state)
{
    (void)state;
    static vlBlockCase c;
    static double right[VL_CASE_ENTRIES], x[VL_CASE_ENTRIES], image[VL_CASE_ENTRIES];
    vlRandom random = vlRandom_Seed(1);
    for (int trial = 0; trial < 120; ++trial) {
        vlCaseKind kind = (vlCaseKind)(trial % VL_CASE_KINDS);
        int most = kind == VL_CASE_COMPLETE ? 50 : 200;
        vlBlockCase_Make(&c, kind, 1 + vlRandom_Index(&random, most), &random);
        vlBlockSystem system = vlBlockFixture_Create(c.rows, c.count, VL_CASE_FILL);
        vlBlockCase_Plan(&c, &system);
        vlBlockCase_Fill(&c, &system);
        assert_false(vlBlockSystem_IsIterative(&system, 0));
        vlBlockCase_RightSide(&c, right, &random);
        memcpy(x, right, sizeof x);
        assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
        vlBlockSystem_Solve(&system, 0, x);
        vlBlockCase_Multiply(&c, x, image);
        // Rounding leaves a residual of eps = 1.1e-16 per operation, times the sum of the terms; of
        // the 1200 entries of a column a few hundred take part: some 1e-13 at most.
        double scale = vlBlockCase_Norm(&c) * vlBlockFixture_Largest(x, 6 * c.rows);
        for (int i = 0; i < 6 * c.rows; ++i) {
            assert_true(fabs(image[i] - right[i]) <= 1e-12 * scale);
        }
        vlBlockFixture_Destroy(&system);
    }
}

static void solutions_agree_with_dense_elimination(void** state)
{
    (void)state;
    static vlBlockCase c;
    static double dense[240 * 240], x[VL_CASE_ENTRIES], expected[VL_CASE_ENTRIES];
    vlRandom random = vlRandom_Seed(2);
    for (int trial = 0; trial < 60; ++trial) {
        vlBlockCase_Make(&c, (vlCaseKind)(trial % VL_CASE_KINDS),
                         1 + vlRandom_Index(&random, trial < 50 ? 12 : 40), &random);
        vlBlockSystem system = vlBlockFixture_Create(c.rows, c.count, VL_CASE_FILL);
        vlBlockCase_Plan(&c, &system);
        vlBlockCase_Fill(&c, &system);
        vlBlockCase_RightSide(&c, x, &random);
        memcpy(expected, x, sizeof x);
        makeDense(&c, dense);
        vlDense_Solve(6 * c.rows, dense, expected);
        assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
        vlBlockSystem_Solve(&system, 0, x);
        // Eigenvalues lie between the masses, >= 0.5, and the norm, < 2e5 here: a condition of up
        // to 4e5, times a residual of a few 1e-16.
        double scale = vlBlockFixture_Largest(expected, 6 * c.rows);
        for (int i = 0; i < 6 * c.rows; ++i) {
            assert_true(vlIsNear(x[i], expected[i], 1e-9 * scale));
        }
        vlBlockFixture_Destroy(&system);
    }
}

static void a_kept_plan_gives_the_bits_of_a_fresh_one(void** state)
{
    (void)state;
    static vlBlockCase c, other;
    static double right[VL_CASE_ENTRIES], fresh[VL_CASE_ENTRIES], x[VL_CASE_ENTRIES];
    vlRandom random = vlRandom_Seed(3);
    for (int kind = 0; kind < VL_CASE_KINDS; ++kind) {
        vlBlockCase_Make(&c, (vlCaseKind)kind, 40, &random);
        vlBlockCase_Make(&other, VL_CASE_TREE, 35, &random);
        vlBlockCase_RightSide(&c, right, &random);
        vlBlockSystem system = vlBlockFixture_Create(40, VL_CASE_COUPLINGS, VL_CASE_FILL);
        for (int round = 0; round < 4; ++round) {
            if (round == 2) { // then planned again
                vlBlockCase_Plan(&other, &system);
            }
            vlBlockCase_Plan(&c, &system);
            vlBlockCase_Fill(&c, &system);
            memcpy(x, right, sizeof x);
            assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
            vlBlockSystem_Solve(&system, 0, x);
            if (round == 0) {
                memcpy(fresh, x, sizeof fresh);
            }
            assert_memory_equal(x, fresh, sizeof(double) * 6 * 40);
        }
        vlBlockFixture_Destroy(&system);
    }
}

// Solution of three equal masses, rows given as coupled by a spring, for a push on the first.
static void solveThree(vlBlockSystem* system, const int* start, int islands, vlBlockLink coupling,
                       double* solution)
{
    static const double s[12] = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    vlBlockSystem_Plan(system, 3, start, islands, &coupling, 1);
    memset(solution, 0, sizeof(double) * 18);
    solution[0] = 3.0;
    for (int i = 0; i < islands; ++i) {
        vlBlockSystem_Clear(system, i);
    }
    for (int i = 0; i < 18; ++i) {
        vlBlockSystem_Diagonal(system, i / 6)->m[7 * (i % 6)] = 1.0;
    }
    vlBlockFixture_AddOuter(system, coupling, 0, s, 1.0);
    for (int i = 0; i < islands; ++i) {
        assert_int_equal(vlBlockSystem_Factor(system, i), 0);
        vlBlockSystem_Solve(system, i, solution);
    }
}

static void whatever_changes_is_planned_anew(void** state)
{
    (void)state;
    double x[18];
    const int one[] = {0, 3};
    const int split[] = {0, 1, 3};
    const int late[] = {0, 2, 3};
    vlBlockSystem system = vlBlockFixture_Create(3, 1, 3);
    // (1 + 1) x0 - x1 = 3 and (1 + 1) x1 - x0 = 0, or uncoupled.
    solveThree(&system, one, 1, (vlBlockLink){0, 1}, x);
    assert_true(vlIsNear(x[0], 2.0, 1e-15) && vlIsNear(x[6], 1.0, 1e-15) && x[12] == 0.0);
    solveThree(&system, one, 1, (vlBlockLink){0, 2}, x);
    assert_true(vlIsNear(x[0], 2.0, 1e-15) && x[6] == 0.0 && vlIsNear(x[12], 1.0, 1e-15));
    solveThree(&system, one, 1, (vlBlockLink){1, 2}, x);
    assert_true(vlIsNear(x[0], 3.0, 1e-15) && x[6] == 0.0 && x[12] == 0.0);
    solveThree(&system, split, 2, (vlBlockLink){1, 2}, x);
    assert_true(vlIsNear(x[0], 3.0, 1e-15) && x[6] == 0.0 && x[12] == 0.0);
    solveThree(&system, late, 2, (vlBlockLink){0, 1}, x);
    assert_true(vlIsNear(x[0], 2.0, 1e-15) && vlIsNear(x[6], 1.0, 1e-15) && x[12] == 0.0);
    vlBlockFixture_Destroy(&system);
}

static void the_order_of_couplings_does_not_change_the_plan(void** state)
{
    (void)state;
    static vlBlockCase c;
    int place[150];
    vlRandom random = vlRandom_Seed(4);
    vlBlockCase_Make(&c, VL_CASE_WALL, 150, &random);
    vlBlockSystem system = vlBlockFixture_Create(150, VL_CASE_COUPLINGS, VL_CASE_FILL);
    vlBlockCase_Plan(&c, &system);
    memcpy(place, system.place, sizeof place);
    for (int i = 0; i < c.count / 2; ++i) { // reversed, each turned round
        vlBlockLink first = c.couplings[i];
        vlBlockLink last = c.couplings[c.count - 1 - i];
        c.couplings[i] = (vlBlockLink){last.b, last.a};
        c.couplings[c.count - 1 - i] = (vlBlockLink){first.b, first.a};
    }
    vlBlockCase_Plan(&c, &system);
    assert_memory_equal(system.place, place, sizeof place);
    vlBlockFixture_Destroy(&system);
}

static void couplings_of_the_same_rows_share_a_block(void** state)
{
    (void)state;
    const int start[] = {0, 3};
    const vlBlockLink couplings[] = {{0, 2}, {2, 0}, {1, 2}, {0, 2}, {1, 1}, {-1, 2}, {0, -1}};
    vlBlockSystem system = vlBlockFixture_Create(3, 7, 10);
    vlBlockSystem_Plan(&system, 3, start, 1, couplings, 7);
    bool isTransposed[7];
    vlBlock6* blocks[7];
    for (int i = 0; i < 7; ++i) {
        blocks[i] = vlBlockSystem_Coupling(&system, i, &isTransposed[i]);
    }
    assert_ptr_equal(blocks[0], blocks[1]);
    assert_ptr_equal(blocks[0], blocks[3]);
    assert_int_equal(isTransposed[0], !isTransposed[1]);
    assert_int_equal(isTransposed[0], isTransposed[3]);
    assert_non_null(blocks[2]);
    assert_ptr_not_equal(blocks[0], blocks[2]);
    for (int i = 4; i < 7; ++i) { // a coupling with itself or with nobody does not count
        assert_null(blocks[i]);
    }
    vlBlockFixture_Destroy(&system);
}

// An island's blocks, numbers and solution are the same as in a system with this island alone.
static void islands_are_solved_apart(void** state)
{
    (void)state;
    static vlBlockCase parts[3];
    static vlBlockLink couplings[3 * VL_CASE_COUPLINGS];
    static double x[VL_CASE_ENTRIES], alone[VL_CASE_ENTRIES], before[VL_CASE_ENTRIES];
    vlRandom random = vlRandom_Seed(5);
    int start[4] = {0};
    int count = 0;
    for (int k = 0; k < 3; ++k) {
        vlBlockCase_Make(&parts[k], (vlCaseKind)k, 20 + 7 * k, &random);
        start[k + 1] = start[k] + parts[k].rows;
        for (int i = 0; i < parts[k].count; ++i) {
            couplings[count].a = start[k] + parts[k].couplings[i].a;
            couplings[count++].b = start[k] + parts[k].couplings[i].b;
        }
    }
    vlBlockSystem system = vlBlockFixture_Create(start[3], count, VL_CASE_FILL);
    vlBlockSystem_Plan(&system, start[3], start, 3, couplings, count);
    int given = 0;
    for (int k = 0; k < 3; ++k) {
        vlBlockSystem_Clear(&system, k);
        vlBlockCase_Add(&parts[k], &system, start[k], given);
        given += parts[k].count;
    }
    for (int i = 0; i < 6 * start[3]; ++i) {
        x[i] = vlRandom_Range(&random, -1.0, 1.0);
    }
    memcpy(before, x, sizeof x);
    for (int k = 2; k >= 0; --k) {
        int first = 6 * start[k];
        int entries = 6 * parts[k].rows;
        vlBlockSystem single = vlBlockFixture_Create(parts[k].rows, parts[k].count, VL_CASE_FILL);
        vlBlockCase_Plan(&parts[k], &single);
        vlBlockCase_Fill(&parts[k], &single);
        memcpy(alone, &x[first], sizeof(double) * (size_t)entries);
        (void)vlBlockSystem_Factor(&single, 0);
        vlBlockSystem_Solve(&single, 0, alone);
        (void)vlBlockSystem_Factor(&system, k);
        vlBlockSystem_Solve(&system, k, x);
        assert_memory_equal(&x[first], alone, sizeof(double) * (size_t)entries);
        assert_memory_equal(x, before, sizeof(double) * (size_t)first); // those not yet solved
        vlBlockFixture_Destroy(&single);
    }
    vlBlockFixture_Destroy(&system);
}

static void directions_without_a_pivot_are_held(void** state)
{
    (void)state;
    const int start[] = {0, 2};
    const vlBlockLink coupling = {0, 1};
    vlRandom random = vlRandom_Seed(6);
    vlBlockSystem system = vlBlockFixture_Create(2, 1, 1);
    vlBlockSystem_Plan(&system, 2, start, 1, &coupling, 1);
    // k springs between two bodies without mass: the rank is k, and the other pivots are rounding.
    for (int springs = 0; springs <= 12; ++springs) {
        vlBlockSystem_Clear(&system, 0);
        for (int k = 0; k < springs; ++k) {
            double row[12];
            for (int i = 0; i < 12; ++i) {
                row[i] = vlRandom_Range(&random, -1.0, 1.0);
            }
            vlBlockFixture_AddOuter(&system, coupling, 0, row, 1e4);
        }
        double x[12];
        for (int i = 0; i < 12; ++i) {
            x[i] = vlRandom_Range(&random, -1.0, 1.0);
        }
        assert_int_equal(vlBlockSystem_Factor(&system, 0), 12 - springs);
        vlBlockSystem_Solve(&system, 0, x);
        int zeros = 0;
        for (int i = 0; i < 12; ++i) {
            assert_true(isfinite(x[i]));
            zeros += x[i] == 0.0;
        }
        assert_int_equal(zeros, 12 - springs);
    }
    vlBlockFixture_Destroy(&system);
}

// The second pivot is 2e-10 of the stiffness: small, but not rounding.
static void a_stiff_link_moves_both_bodies(void** state)
{
    (void)state;
    const int start[] = {0, 2};
    const vlBlockLink coupling = {0, 1};
    const double s[12] = {1.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    vlBlockSystem system = vlBlockFixture_Create(2, 1, 1);
    vlBlockSystem_Plan(&system, 2, start, 1, &coupling, 1);
    vlBlockSystem_Clear(&system, 0);
    for (int i = 0; i < 12; ++i) {
        vlBlockSystem_Diagonal(&system, i / 6)->m[7 * (i % 6)] = 1.0;
    }
    vlBlockFixture_AddOuter(&system, coupling, 0, s, 1e10);
    double x[12] = {6.0};
    assert_int_equal(vlBlockSystem_Factor(&system, 0), 0);
    vlBlockSystem_Solve(&system, 0, x);
    // Together: half the speed for both; 3e-6 because 1 is added to 1e10, which rounds to 1e-6.
    assert_true(vlIsNear(x[0], 3.0, 3e-6) && vlIsNear(x[6], 3.0, 3e-6));
    vlBlockFixture_Destroy(&system);
}

static void what_is_not_a_number_is_held(void** state)
{
    (void)state;
    const int start[] = {0, 1};
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0};
    vlBlockSystem system = vlBlockFixture_Create(1, 0, 0);
    vlBlockSystem_Plan(&system, 1, start, 1, NULL, 0);
    for (int i = 0; i < 5; ++i) {
        vlBlockSystem_Clear(&system, 0);
        double* m = vlBlockSystem_Diagonal(&system, 0)->m;
        for (int k = 0; k < 6; ++k) {
            m[7 * k] = k == 2 ? bad[i] : 2.0;
        }
        double x[6] = {2.0, 4.0, 6.0, 8.0, 10.0, 12.0};
        const double expected[6] = {1.0, 2.0, 0.0, 4.0, 5.0, 6.0};
        assert_int_equal(vlBlockSystem_Factor(&system, 0), 1);
        vlBlockSystem_Solve(&system, 0, x);
        for (int k = 0; k < 6; ++k) {
            assert_true(x[k] == expected[k]); // powers of two: exact
        }
    }
    vlBlockFixture_Destroy(&system);
}

static void no_rows_are_no_work(void** state)
{
    (void)state;
    const int start[] = {0};
    vlBlockSystem system = vlBlockFixture_Create(0, 0, 0);
    vlBlockSystem_Plan(&system, 0, start, 0, NULL, 0);
    vlBlockSystem_Plan(&system, 0, start, 0, NULL, 0);
    assert_int_equal(system.islandCount, 0);
    assert_int_equal(system.columnStart[0], 0);
    vlBlockFixture_Destroy(&system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_satisfy_their_equations),
        cmocka_unit_test(solutions_agree_with_dense_elimination),
        cmocka_unit_test(a_kept_plan_gives_the_bits_of_a_fresh_one),
        cmocka_unit_test(whatever_changes_is_planned_anew),
        cmocka_unit_test(the_order_of_couplings_does_not_change_the_plan),
        cmocka_unit_test(couplings_of_the_same_rows_share_a_block),
        cmocka_unit_test(islands_are_solved_apart),
        cmocka_unit_test(directions_without_a_pivot_are_held),
        cmocka_unit_test(a_stiff_link_moves_both_bodies),
        cmocka_unit_test(what_is_not_a_number_is_held),
        cmocka_unit_test(no_rows_are_no_work),
    };
    return cmocka_run_group_tests_name("block_system", tests, NULL, NULL);
}
