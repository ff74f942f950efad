// SPDX-License-Identifier: MIT
// Residuals of wrenches in friction cones: known values, and another algorithm.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formation/cone_fit.h"
#include "models/random.h"
#include "shape_makers.h"

// The cones go this far beyond the friction.
#define BEYOND 1.02

static void a_force_on_one_point_has_the_residual_of_its_distance_to_the_cone(void** state)
{
    (void)state;
    vlConePoint point = {vlZero(), vlVec(0, 0, 1)};
    double mu = 0.5;
    // The cone has an edge in every direction of the tangents, so the distance is that to a line in
    // the plane.
    double slope = BEYOND * mu;
    for (int i = 0; i <= 20; ++i) {
        double t = 0.1 * i;
        vlWrench w = {vlVec(t, 0, 1), vlZero()};
        double size = sqrt(1.0 + t * t);
        double expected = t <= slope ? 0.0 : (t - slope) / sqrt(1.0 + slope * slope) / size;
        assertNear(vlCone_Residual(&point, 1, mu, w, vlZero(), 0.1), expected, 1e-9);
    }
    // A pull cannot be given at all.
    vlWrench pull = {vlVec(0, 0, -1), vlZero()};
    assertNear(vlCone_Residual(&point, 1, mu, pull, vlZero(), 0.1), 1.0, 1e-12);
    // No point, no force.
    assertNear(vlCone_Residual(NULL, 0, mu, pull, vlZero(), 0.1), 1.0, 0.0);
}

static void a_force_beside_the_region_leaves_its_moment(void** state)
{
    (void)state;
    // Two points at x = -0.01 and 0.01; a force of 1 N at x.
    vlConePoint points[2] = {{vlVec(-0.01, 0, 0), vlVec(0, 0, 1)},
                             {vlVec(0.01, 0, 0), vlVec(0, 0, 1)}};
    double length = 0.02;
    for (int i = 0; i <= 20; ++i) {
        double x = 0.002 * i - 0.02;
        vlWrench w = {vlVec(0, 0, 1), vlVec(0, -x, 0)};
        // Beyond the end only that point pushes, by s: |(1, x/l) - s (1, 0.01/l)| is least.
        double a = fabs(x) / length;
        double e = 0.01 / length;
        double expected =
            fabs(x) <= 0.01 ? 0.0 : fabs(a - e) / sqrt(1.0 + e * e) / sqrt(1.0 + a * a);
        assertNear(vlCone_Residual(points, 2, 0.0, w, vlZero(), length), expected, 1e-9);
    }
}

// ---- another algorithm ----

#define EDGES 16

static void writeEdge(const vlConePoint* p, int side, double mu, vlVec3 centre, double length,
                      double v[6])
{
    vlVec3 helper = fabs(p->normal.x) < 0.6 ? vlVec(1, 0, 0) : vlVec(0, 1, 0);
    vlVec3 x = vlUnit(vlCross(helper, p->normal));
    vlVec3 y = vlCross(p->normal, x);
    double angle = 2.0 * VL_PI * side / EDGES;
    vlVec3 f =
        vlMulAdd(vlMulAdd(p->normal, BEYOND * mu * cos(angle), x), BEYOND * mu * sin(angle), y);
    vlVec3 m = vlScale(vlCross(vlSub(p->point, centre), f), 1.0 / length);
    const double all[6] = {f.x, f.y, f.z, m.x, m.y, m.z};
    memcpy(v, all, sizeof all);
}

// Each share in turn is set to its own best value, until nothing changes any more.
static double byDescent(const vlConePoint* points, int count, double mu, vlWrench w, double length)
{
    double v[8 * EDGES][6];
    double share[8 * EDGES] = {0.0};
    double rest[6] = {w.force.x,           w.force.y,           w.force.z,
                      w.torque.x / length, w.torque.y / length, w.torque.z / length};
    double size = 0.0;
    for (int k = 0; k < 6; ++k) {
        size += rest[k] * rest[k];
    }
    for (int i = 0; i < count * EDGES; ++i) {
        writeEdge(&points[i / EDGES], i % EDGES, mu, vlZero(), length, v[i]);
    }
    for (int round = 0; round < 3000; ++round) {
        for (int i = 0; i < count * EDGES; ++i) {
            double along = 0.0;
            double square = 0.0;
            for (int k = 0; k < 6; ++k) {
                along += v[i][k] * rest[k];
                square += v[i][k] * v[i][k];
            }
            double change = fmax(-share[i], along / square);
            share[i] += change;
            for (int k = 0; k < 6; ++k) {
                rest[k] -= change * v[i][k];
            }
        }
    }
    double left = 0.0;
    for (int k = 0; k < 6; ++k) {
        left += rest[k] * rest[k];
    }
    return sqrt(left / size);
}

static void residuals_agree_with_another_algorithm(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    int trials = getenv("VOLAR_QUICK") != NULL ? 20 : 60;
    int inside = 0;
    for (int i = 0; i < trials; ++i) {
        vlConePoint points[5];
        int count = 1 + vlRandom_Index(&random, 5);
        for (int k = 0; k < count; ++k) {
            // All normals point to one side: bodies that are squeezed can have any wrench, but by
            // forces so large that the descent does not reach them.
            vlVec3 n = vlAdd(vlVec(0, 0, 1.5), vlRandom_Direction(&random));
            points[k] = (vlConePoint){vlRandom_InCube(&random, 0.05), vlUnit(n)};
        }
        vlWrench w = {vlAdd(vlVec(0, 0, 1), vlRandom_InCube(&random, 1.0)),
                      vlRandom_InCube(&random, 0.03)};
        double mu = vlRandom_Range(&random, 0.05, 0.8);
        double found = vlCone_Residual(points, count, mu, w, vlZero(), 0.05);
        double expected = byDescent(points, count, mu, w, 0.05);
        inside += found < 1e-6;
        // The descent comes from above and is slow where edges are nearly parallel.
        if (found > expected + 1e-9 || found < expected - 2e-3) {
            fail_msg("trial %d: %.9f, and %.9f by descent", i, found, expected);
        }
    }
    assert_in_range(inside, 1, trials - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_on_one_point_has_the_residual_of_its_distance_to_the_cone),
        cmocka_unit_test(a_force_beside_the_region_leaves_its_moment),
        cmocka_unit_test(residuals_agree_with_another_algorithm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
