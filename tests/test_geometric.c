// SPDX-License-Identifier: MIT
// The stiffness against rotation that a force on a lever adds.

#include "dense.h"
#include "dynamics/implicit.h"
#include "stage.h"
#include "test.h"

// Symmetric part of d torque/d angle of a force on a lever that turns, by differences.
static void turningOf(vlVec3 force, vlVec3 lever, double out[9])
{
    const double angle = 1e-5;
    double d[9];
    for (int k = 0; k < 3; ++k) {
        vlVec3 turn = vlScale(vlDense_Axis(k), angle);
        vlVec3 after = vlCross(vlRotate(vlQuatFromRotationVector(turn), lever), force);
        vlVec3 before = vlCross(vlRotate(vlQuatFromRotationVector(vlNeg(turn)), lever), force);
        vlVec3 slope = vlScale(vlSub(after, before), 0.5 / angle);
        d[k] = slope.x;
        d[3 + k] = slope.y;
        d[6 + k] = slope.z;
    }
    for (int i = 0; i < 9; ++i) {
        out[i] = 0.5 * (d[i] + d[3 * (i % 3) + i / 3]);
    }
}

// (F.r) 1 - sym(r F^T).
static void turningMatrix(vlVec3 force, vlVec3 lever, double out[9])
{
    const double f[3] = {force.x, force.y, force.z};
    const double r[3] = {lever.x, lever.y, lever.z};
    for (int i = 0; i < 9; ++i) {
        int row = i / 3;
        int column = i % 3;
        out[i] = (row == column ? vlDot(force, lever) : 0.0) -
                 0.5 * (r[row] * f[column] + f[row] * r[column]);
    }
}

// The whole stiffness: for a body so light that a step needs it in every direction.
static void stiffnessOf(vlVec3 force, vlVec3 lever, double out[9])
{
    vlMat3 stiffness;
    bool isAny = vlGeometric_Stiffness(force, lever, vlDiag(1e100, 1e100, 1e100), 1.0, &stiffness);
    vlDense_Store(isAny ? stiffness : vlDiag(0.0, 0.0, 0.0), out);
}

static void a_force_on_a_lever_resists_turning_where_it_pulls_back(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    double slope = 0.0;
    double worst = 0.0;
    double near = 0.0;
    for (int i = 0; i < vlStage_Count(10000, 1000); ++i) {
        vlVec3 lever = vlScale(vlRandom_Direction(&random), vlRandom_Log(&random, 1e-3, 1e3));
        vlVec3 force = vlScale(vlRandom_Direction(&random), vlRandom_Log(&random, 1e-3, 1e6));
        bool isNear = i % 2 == 1;
        if (isNear) { // parallel or opposite, except for a small angle
            double size = vlLength(force) * (i % 4 == 1 ? 1.0 : -1.0);
            double angle = vlRandom_Log(&random, 1e-12, 1e-2);
            vlVec3 across = vlScale(vlRandom_Direction(&random), angle);
            force = vlScale(vlUnit(vlAdd(vlUnit(lever), across)), size);
        }
        double size = vlLength(force) * vlLength(lever);
        double difference[9];
        double matrix[9];
        double block[9];
        turningOf(force, lever, difference);
        turningMatrix(force, lever, matrix);
        for (int k = 0; k < 9; ++k) {
            slope = fmax(slope, fabs(difference[k] + matrix[k]) / size);
        }
        vlDense_KeepPositive(3, matrix);
        stiffnessOf(force, lever, block);
        double gap = vlDense_Gap(block, matrix, 9) / size;
        worst = isNear ? worst : fmax(worst, gap);
        near = isNear ? fmax(near, gap) : near;
    }
    VL_CHECK_BELOW(slope, 1e-9);  // angle^2/6 and rounding 1e-16/angle
    VL_CHECK_BELOW(worst, 1e-12); // rounding, over the smallest angle of 5000 random ones
    // Within 1e-7 rad directions count as equal; beyond, rounding over the angle is 1e-9.
    VL_CHECK_BELOW(near, 1e-7);
}

static void no_force_or_no_lever_resists_nothing(void** state)
{
    (void)state;
    const vlVec3 x = vlVec(1.0, 0.0, 0.0);
    const double zero[9] = {0.0};
    double block[9];
    stiffnessOf(vlZero(), x, block);
    assert_true(vlDense_Gap(block, zero, 9) == 0.0);
    stiffnessOf(x, vlZero(), block);
    assert_true(vlDense_Gap(block, zero, 9) == 0.0);
}

// A rod of 1 kg and 1 m that hangs by its end: its weight pulls along it, so that the stiffness is
// that of a pendulum, and only steps beyond sqrt(I/(m g l)) need it. About its own axis the rod has
// hardly any inertia, and no torque either.
static void a_slim_rod_needs_no_stiffness_at_a_step_that_follows_its_swing(void** state)
{
    (void)state;
    const double across = 1.0 / 12.0;
    const vlMat3 yield = vlDiag(1.0 / across, 1.0 / across, 1e12);
    const double longest = sqrt(across / (9.8 * 0.5));
    vlVec3 lever = vlVec(0.0, 0.0, 0.5);
    for (int i = 0; i < 100; ++i) {
        // Across the plane of force and lever the stiffness is F.r, and the rod's inertia does not
        // depend on how it leans.
        double lean = 0.01 * i;
        vlVec3 force = vlVec(9.8 * sin(lean), 0.0, 9.8 * cos(lean));
        vlVec3 y = vlVec(0.0, 1.0, 0.0);
        double needs = longest / sqrt(cos(lean));
        vlMat3 s;
        bool isAny = vlGeometric_Stiffness(force, lever, yield, 0.999 * needs, &s);
        assert_true(!isAny || vlDot(y, vlMulMV(s, y)) == 0.0);
        assert_true(vlGeometric_Stiffness(force, lever, yield, 1.001 * needs, &s));
        VL_CHECK_NEAR(vlDot(y, vlMulMV(s, y)), 4.9 * cos(lean), 1e-12); // rounding
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_on_a_lever_resists_turning_where_it_pulls_back),
        cmocka_unit_test(no_force_or_no_lever_resists_nothing),
        cmocka_unit_test(a_slim_rod_needs_no_stiffness_at_a_step_that_follows_its_swing),
    };
    return cmocka_run_group_tests_name("geometric", tests, NULL, NULL);
}
