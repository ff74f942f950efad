// SPDX-License-Identifier: MIT
// Points inside a polyhedron with many faces, two of which are not convex: a comb made of known
// boxes.

#include "formation/poly_inside.h"
#include "formation_fixture.h"
#include "models/random.h"
#include "test.h"

#define TEETH 24
#define PITCH 0.02
#define TOOTH 0.01
#define POINTS 40000

// A wall at the left, a floor, and teeth on it: the left end of tooth i is at PITCH i.
static const vlPolyhedron* makeComb(void)
{
    vlVec2 section[4 * TEETH + 4];
    int n = 0;
    section[n++] = (vlVec2){-0.1, -0.1};
    section[n++] = (vlVec2){PITCH * (TEETH - 1) + TOOTH, -0.1};
    for (int i = TEETH - 1; i >= 0; --i) {
        section[n++] = (vlVec2){PITCH * i + TOOTH, 0.0};
        section[n++] = (vlVec2){PITCH * i, 0.0};
        if (i > 0) {
            section[n++] = (vlVec2){PITCH * i, -0.02};
            section[n++] = (vlVec2){PITCH * i - TOOTH, -0.02};
        }
    }
    section[n++] = (vlVec2){0.0, 0.3};
    section[n++] = (vlVec2){-0.1, 0.3};
    return mustExtrude(section, n, -0.15, 0.15);
}

// How far inside the nearest of the two sides is, m; negative outside.
static double within(double x, double low, double high)
{
    return fmin(x - low, high - x);
}

// A lower bound of a point's depth in the comb: the largest of its depths in the boxes, which
// overlap.
static double depthIn(vlVec3 p)
{
    double end = PITCH * (TEETH - 1) + TOOTH;
    double best = fmin(within(p.x, -0.1, 0.0), within(p.y, -0.1, 0.3));
    best = fmax(best, fmin(within(p.x, -0.1, end), within(p.y, -0.1, -0.02)));
    for (int i = 0; i < TEETH; ++i) {
        double tooth = fmin(within(p.x, PITCH * i, PITCH * i + TOOTH), within(p.y, -0.1, 0.0));
        best = fmax(best, tooth);
    }
    return fmin(best, within(p.z, -0.15, 0.15));
}

static void points_of_a_comb_are_told_apart(void** state)
{
    (void)state;
    const vlPolyhedron* comb = makeComb();
    vlRandom random = vlRandom_Seed(4);
    int inside = 0;
    for (int i = 0; i < POINTS; ++i) {
        vlVec3 p =
            vlVec(0.6 * vlRandom_Uniform(&random) - 0.12, 0.45 * vlRandom_Uniform(&random) - 0.12,
                  0.34 * vlRandom_Uniform(&random) - 0.17);
        double depth = depthIn(p);
        if (depth > 1e-3) { // found by strips or, if deeper than strips reach, by all cells
            assert_true(vlPolyhedron_HasInside(comb, p, 1e-6));
            assert_true(vlPolyhedron_HasInside(comb, p, 9e-4));
            ++inside;
        } else if (depth < 0.0) {
            assert_false(vlPolyhedron_HasInside(comb, p, 1e-6));
            assert_false(vlPolyhedron_HasInside(comb, p, 9e-4));
        }
    }
    assert_true(inside > POINTS / 10 && inside < POINTS / 2);
    vlPolyhedron_Release(comb);
}

// A point this far below the surface is inside by less than a larger depth, and by more than a
// smaller one.
static void a_point_near_the_surface_is_on_it(void** state)
{
    (void)state;
    const vlPolyhedron* comb = makeComb();
    for (int i = 0; i < TEETH; ++i) {
        vlVec3 top = vlVec(PITCH * i + 0.5 * TOOTH, -5e-5, 0.003 * i);
        assert_true(vlPolyhedron_HasInside(comb, top, 4e-5));
        assert_false(vlPolyhedron_HasInside(comb, top, 6e-5));
    }
    vlPolyhedron_Release(comb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_comb_are_told_apart),
        cmocka_unit_test(a_point_near_the_surface_is_on_it),
    };
    return cmocka_run_group_tests_name("inside", tests, NULL, NULL);
}
