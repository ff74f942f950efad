// SPDX-License-Identifier: MIT
// The value types: sine and cosine against long double, rotations against each other, matrices and
// poses against their definitions.

#include <float.h>

#include "models/random.h"
#include "test.h"

#define PI_L 3.14159265358979323846264338327950288L

// Distance in units of the last place of the double nearest to `expected`.
static double ulps(double value, long double expected)
{
    double nearest = fabs((double)expected);
    double unit = nextafter(nearest, HUGE_VAL) - nearest;
    return (double)(fabsl((long double)value - expected) / (long double)unit);
}

static double distance(vlVec3 a, vlVec3 b)
{
    return vlLength(vlSub(a, b));
}

static double distanceQ(vlQuat a, vlQuat b)
{
    double w = a.w - b.w, x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrt(w * w + x * x + y * y + z * z);
}

// Each part in [-size, size).
static vlVec3 anyVec(vlRandom* random, double size)
{
    return vlScale(vlRandom_InBall(random), size);
}

static double worstUlps(double x)
{
    double sine, cosine;
    vlSinCos(x, &sine, &cosine);
    double s = ulps(sine, sinl((long double)x));
    double c = ulps(cosine, cosl((long double)x));
    return s > c ? s : c;
}

static void sine_and_cosine_are_good_to_two_units_in_the_last_place(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    double worst = 0.0;
    double at = 0.0;
    for (int i = 0; i < 1000000; ++i) {
        double x = vlRandom_Range(&random, -1e5, 1e5);
        double u = worstUlps(x);
        if (u > worst) {
            worst = u;
            at = x;
        }
    }
    for (int i = 0; i < 200000; ++i) {
        double x = vlRandom_Log(&random, 1e-300, 1e5);
        double u = worstUlps(x);
        if (u > worst) {
            worst = u;
            at = x;
        }
    }
    if (worst > 2.0) {
        print_error("%.3f units at %.17g\n", worst, at);
    }
    assert_true(worst <= 2.0); // promised
}

static void sine_and_cosine_are_good_next_to_their_zeros(void** state)
{
    (void)state;
    // The doubles nearest to k pi/2 and their neighbours: there the result consists of the
    // reduction's error.
    double worst = 0.0;
    double at = 0.0;
    for (int k = 0; k <= 63661; ++k) { // 63661 pi/2 is just below 1e5
        double x = (double)((long double)k * (PI_L / 2.0L));
        double tries[3] = {nextafter(x, -1.0), x, nextafter(x, 1e6)};
        for (int i = 0; i < 3; ++i) {
            double u = worstUlps(tries[i]);
            if (u > worst) {
                worst = u;
                at = tries[i];
            }
        }
    }
    if (worst > 2.0) {
        print_error("%.3f units at %.17g\n", worst, at);
    }
    assert_true(worst <= 2.0); // promised
}

static void sine_is_odd_and_cosine_even_to_the_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int i = 0; i < 100000; ++i) {
        double x = vlRandom_Range(&random, 0.0, 1e5);
        double s1, c1, s2, c2;
        vlSinCos(x, &s1, &c1);
        vlSinCos(-x, &s2, &c2);
        assert_true(s1 == -s2 && c1 == c2);
    }
    double s, c;
    vlSinCos(0.0, &s, &c);
    assert_true(s == 0.0 && c == 1.0);
}

static void rotation_vectors_give_the_quaternion_of_half_the_angle(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    for (int i = 0; i < 200000; ++i) {
        // Covers both ways of computing it, and the transition between them at an angle of 1.55
        // rad.
        double angle = i % 3 == 0   ? vlRandom_Range(&random, 1.5, 1.6)
                       : i % 3 == 1 ? vlRandom_Range(&random, 0.0, 10.0)
                                    : vlRandom_Log(&random, 1e-12, 1.0);
        vlVec3 axis = vlRandom_Direction(&random);
        vlVec3 v = vlScale(axis, angle);
        vlQuat q = vlQuatFromRotationVector(v);
        long double x = (long double)v.x, y = (long double)v.y, z = (long double)v.z;
        long double half = 0.5L * sqrtl(x * x + y * y + z * z);
        long double sinc = 0.5L * sinl(half) / half;
        vlQuat expected = {(double)cosl(half), (double)(sinc * x), (double)(sinc * y),
                           (double)(sinc * z)};
        // Rounding of the angle and of each part.
        assert_true(distanceQ(q, expected) < (8.0 + angle) * DBL_EPSILON);
    }
}

static void rotation_vectors_of_one_axis_add_up(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int i = 0; i < 10000; ++i) {
        vlVec3 axis = vlRandom_Direction(&random);
        double a = vlRandom_Range(&random, -4.0, 4.0);
        double b = vlRandom_Range(&random, -4.0, 4.0);
        vlQuat both = vlMulQ(vlQuatFromRotationVector(vlScale(axis, a)),
                             vlQuatFromRotationVector(vlScale(axis, b)));
        vlQuat sum = vlQuatFromRotationVector(vlScale(axis, a + b));
        assert_true(distanceQ(both, sum) < 1e-14); // some ten roundings
        vlQuat back = vlMulQ(vlQuatFromRotationVector(vlScale(axis, -a)),
                             vlQuatFromRotationVector(vlScale(axis, a)));
        assert_true(distanceQ(back, vlIdentityQuat()) < 1e-14);
    }
}

static void an_axis_of_any_length_gives_the_same_rotation(void** state)
{
    (void)state;
    vlQuat expected = vlQuatFromRotationVector(vlVec(0.0, 0.0, 0.7));
    const double lengths[] = {1e-100, 1e-3, 1.0, 17.0, 1e100};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
        vlQuat q = vlQuatFromAxisAngle(vlVec(0.0, 0.0, lengths[i]), 0.7);
        assert_true(distanceQ(q, expected) < 4.0 * DBL_EPSILON);
    }
    vlVec3 turned = vlRotate(vlQuatFromAxisAngle(vlVec(0.0, 0.0, 2.0), 0.5 * (double)PI_L),
                             vlVec(1.0, 0.0, 0.0));
    assert_true(distance(turned, vlVec(0.0, 1.0, 0.0)) < 4.0 * DBL_EPSILON); // right-handed
    assert_true(distanceQ(vlQuatFromRotationVector(vlZero()), vlIdentityQuat()) == 0.0);
}

static void rotating_and_unrotating_are_inverse(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int i = 0; i < 10000; ++i) {
        vlQuat q = vlRandom_Rotation(&random);
        vlVec3 v = anyVec(&random, 10.0);
        double tolerance = 32.0 * DBL_EPSILON * vlLength(v); // some thirty products and sums
        assert_true(distance(vlUnrotate(q, vlRotate(q, v)), v) <= tolerance);
        assert_true(distance(vlRotate(q, vlUnrotate(q, v)), v) <= tolerance);
        assert_true(fabs(vlLength(vlRotate(q, v)) - vlLength(v)) <= tolerance);
    }
}

static void quaternions_matrices_and_composition_agree(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    for (int i = 0; i < 10000; ++i) {
        vlQuat a = vlRandom_Rotation(&random);
        vlQuat b = vlRandom_Rotation(&random);
        vlVec3 v = anyVec(&random, 10.0);
        double tolerance = 64.0 * DBL_EPSILON * vlLength(v); // two rotations
        assert_true(distance(vlRotate(a, v), vlMulMV(vlMatFromQuat(a), v)) <= tolerance);
        assert_true(distance(vlRotate(vlMulQ(a, b), v), vlRotate(a, vlRotate(b, v))) <= tolerance);
        vlMat3 m = vlMulMM(vlMatFromQuat(a), vlMatFromQuat(b));
        assert_true(distance(vlMulMV(m, v), vlRotate(a, vlRotate(b, v))) <= tolerance);
        assert_true(distance(vlMulTV(vlMatFromQuat(a), v), vlUnrotate(a, v)) <= tolerance);
        vlMat3 identity = vlMulTM(vlMatFromQuat(a), vlMatFromQuat(a));
        assert_true(distance(vlMulMV(identity, v), v) <= tolerance);
    }
}

static void matrix_products_follow_their_definition(void** state)
{
    (void)state;
    // Whole numbers, so that everything is exact.
    vlMat3 a = vlMat(vlVec(1, 2, 3), vlVec(4, 5, 6), vlVec(7, 8, 10));
    vlMat3 b = vlMat(vlVec(2, 0, 1), vlVec(-1, 3, 5), vlVec(4, -2, 6));
    vlVec3 v = vlVec(2, -3, 5);
    assert_true(distance(vlMulMV(a, v), vlVec(25, 29, 38)) == 0.0);
    assert_true(distance(vlMulTV(a, v), vlVec(11, 23, 40)) == 0.0);
    vlMat3 ab = vlMulMM(a, b);
    assert_true(distance(ab.cx, vlVec(9, 12, 16)) == 0.0);
    assert_true(distance(ab.cy, vlVec(46, 53, 65)) == 0.0);
    assert_true(distance(ab.cz, vlVec(38, 46, 60)) == 0.0);
    vlMat3 t = vlTranspose(a);
    assert_true(distance(vlMulMV(t, v), vlMulTV(a, v)) == 0.0);
    vlMat3 atb = vlMulTM(a, b);
    assert_true(distance(vlMulMV(atb, v), vlMulTV(a, vlMulMV(b, v))) == 0.0);
    assert_true(distance(vlMulMV(vlDiag(2, 3, 4), v), vlVec(4, -9, 20)) == 0.0);
}

static void vector_arithmetic_follows_its_definition(void** state)
{
    (void)state;
    vlVec3 a = vlVec(1, 2, 3), b = vlVec(-4, 5, 6);
    assert_true(distance(vlAdd(a, b), vlVec(-3, 7, 9)) == 0.0);
    assert_true(distance(vlSub(a, b), vlVec(5, -3, -3)) == 0.0);
    assert_true(distance(vlNeg(a), vlVec(-1, -2, -3)) == 0.0);
    assert_true(distance(vlScale(a, -2), vlVec(-2, -4, -6)) == 0.0);
    assert_true(distance(vlMulAdd(a, 3, b), vlVec(-11, 17, 21)) == 0.0);
    assert_true(vlDot(a, b) == 24.0);
    assert_true(distance(vlCross(a, b), vlVec(-3, -18, 13)) == 0.0);
    assert_true(vlLength(vlVec(2, 3, 6)) == 7.0);
    assert_true(distance(vlUnit(vlZero()), vlZero()) == 0.0);
    assert_true(fabs(vlLength(vlUnit(vlVec(1e-150, 2e-150, 0))) - 1.0) < 4.0 * DBL_EPSILON);
    assert_true(fabs(vlLength(vlUnit(vlVec(1e150, 2e150, 0))) - 1.0) < 4.0 * DBL_EPSILON);
    assert_true(vlIsFinite(vlVec(DBL_MAX, -DBL_MAX, DBL_TRUE_MIN)));
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; ++i) {
        assert_false(vlIsFinite(vlVec(bad[i], 0, 0)));
        assert_false(vlIsFinite(vlVec(0, bad[i], 0)));
        assert_false(vlIsFinite(vlVec(0, 0, bad[i])));
    }
}

static void poses_compose_and_invert(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 10000; ++i) {
        vlPose a, b;
        a.p = anyVec(&random, 5.0);
        a.q = vlRandom_Rotation(&random);
        b.p = anyVec(&random, 5.0);
        b.q = vlRandom_Rotation(&random);
        vlVec3 v = anyVec(&random, 5.0);
        double tolerance = 1e-14 * 15.0; // some fifty roundings at up to 15 m
        assert_true(distance(vlUntransform(a, vlTransform(a, v)), v) < tolerance);
        assert_true(distance(vlTransform(vlMulPose(a, b), v), vlTransform(a, vlTransform(b, v))) <
                    tolerance);
    }
    assert_true(distance(vlTransform(vlIdentityPose(), vlVec(1, 2, 3)), vlVec(1, 2, 3)) == 0.0);
}

static void absurd_angles_still_give_an_answer(void** state)
{
    (void)state;
    const double angles[] = {1e6, 1e15, 1e17, 1e100, DBL_MAX, HUGE_VAL, (double)NAN};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        double s = 2.0, c = 2.0;
        vlSinCos(angles[i], &s, &c);
        assert_true(s != 2.0 && c != 2.0); // written, although useless so far out
    }
}

static void the_rotation_vector_of_a_quaternion_is_the_one_it_came_from(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(77);
    static const double sizes[] = {0.0, 1e-300, 1e-12, 1e-3, 0.1, 1.0, 3.0, 3.14159};
    for (int n = 0; n < 8000; ++n) {
        vlVec3 v = vlScale(vlRandom_Direction(&random), sizes[n % 8]);
        vlQuat q = vlQuatFromRotationVector(v);
        vlQuat opposite = {-q.w, -q.x, -q.y, -q.z}; // the same rotation
        // Five halvings and a series: some units in the last place of a vector of length pi.
        assert_true(vlLength(vlSub(vlRotationVectorFromQuat(q), v)) <= 4e-15);
        assert_true(vlLength(vlSub(vlRotationVectorFromQuat(opposite), v)) <= 4e-15);
    }
}

static void turning_by_the_rotation_between_leads_from_one_orientation_to_the_other(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    for (int i = 0; i < 1000; ++i) {
        vlQuat from = vlRandom_Rotation(&random);
        vlQuat to = vlRandom_Rotation(&random);
        vlVec3 turn = vlRotationBetween(from, to);
        assert_true(vlLength(turn) <= VL_PI * (1.0 + 1e-15));
        vlQuat found = vlTurn(from, turn);
        vlQuat other = {-found.w, -found.x, -found.y, -found.z}; // the same rotation
        assert_true(fmin(distanceQ(found, to), distanceQ(other, to)) < 4e-15);
    }
}

static void unit_quaternions_are_known_by_their_length(void** state)
{
    (void)state;
    vlQuat q = vlUnitQ((vlQuat){1.0, -2.0, 3.0, -4.0});
    const double lengths[] = {1.0 - 2e-6, 1.0 - 5e-7, 1.0, 1.0 + 5e-7, 1.0 + 2e-6};
    for (int i = 0; i < 5; ++i) {
        vlQuat scaled = {q.w * lengths[i], q.x * lengths[i], q.y * lengths[i], q.z * lengths[i]};
        assert_true(fabs(vlLengthQ(scaled) - lengths[i]) < 1e-15);
        assert_true(vlIsUnitQ(scaled, VL_UNIT_TOLERANCE) == (i > 0 && i < 4));
        assert_true(vlIsUnitQ(scaled, VL_ROUGH_UNIT_TOLERANCE));
    }
    assert_false(vlIsUnitQ((vlQuat){0.0, 0.0, 0.0, 0.0}, VL_ROUGH_UNIT_TOLERANCE));
    assert_false(vlIsUnitQ((vlQuat){(double)NAN, 0.0, 0.0, 0.0}, VL_ROUGH_UNIT_TOLERANCE));
    assert_false(vlIsUnitQ((vlQuat){(double)INFINITY, 0.0, 0.0, 0.0}, VL_ROUGH_UNIT_TOLERANCE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rotation_vector_of_a_quaternion_is_the_one_it_came_from),
        cmocka_unit_test(turning_by_the_rotation_between_leads_from_one_orientation_to_the_other),
        cmocka_unit_test(unit_quaternions_are_known_by_their_length),
        cmocka_unit_test(sine_and_cosine_are_good_to_two_units_in_the_last_place),
        cmocka_unit_test(sine_and_cosine_are_good_next_to_their_zeros),
        cmocka_unit_test(sine_is_odd_and_cosine_even_to_the_last_bit),
        cmocka_unit_test(rotation_vectors_give_the_quaternion_of_half_the_angle),
        cmocka_unit_test(rotation_vectors_of_one_axis_add_up),
        cmocka_unit_test(an_axis_of_any_length_gives_the_same_rotation),
        cmocka_unit_test(rotating_and_unrotating_are_inverse),
        cmocka_unit_test(quaternions_matrices_and_composition_agree),
        cmocka_unit_test(matrix_products_follow_their_definition),
        cmocka_unit_test(vector_arithmetic_follows_its_definition),
        cmocka_unit_test(poses_compose_and_invert),
        cmocka_unit_test(absurd_angles_still_give_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
