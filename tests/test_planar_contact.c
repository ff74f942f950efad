// SPDX-License-Identifier: MIT
// Contacts and impacts of polygons, against independent algorithms; and what a world refuses, with
// the reason.

#include <string.h>

#include "planar/distance2.h"
#include "planar/impact2.h"
#include "planar_rig.h"

static void polygons_have_their_closed_forms(void** state)
{
    (void)state;
    double area;
    double gyration;
    vlVec2 centroid;
    vlPolygon box = vlPolygon_Box(0.1, 0.06);
    assert_int_equal(vlPolygon_Measure(&box, &area, &centroid, &gyration, NULL, 0), VL_OK);
    VL_CHECK_NEAR(area, 0.006, 1e-17);
    VL_CHECK_NEAR(gyration, (0.01 + 0.0036) / 12.0, 1e-17);
    VL_CHECK_NEAR(centroid.x, 0.0, 1e-17);
    // A right triangle far away: centroid at a third, gyration (a^2 + b^2)/18.
    vlPolygon triangle = {3, {{10.0, 20.0}, {10.3, 20.0}, {10.0, 20.6}}};
    assert_int_equal(vlPolygon_Measure(&triangle, &area, &centroid, &gyration, NULL, 0), VL_OK);
    VL_CHECK_NEAR(area, 0.09, 1e-14);
    VL_CHECK_NEAR(centroid.x, 10.1, 1e-13);
    VL_CHECK_NEAR(centroid.y, 20.2, 1e-13);
    VL_CHECK_NEAR(gyration, (0.09 + 0.36) / 18.0, 1e-13);
}

static void other_polygons_are_refused_by_vertex(void** state)
{
    (void)state;
    char message[300];
    struct {
        vlPolygon polygon;
        const char* says;
    } bad[] = {
        {{4, {{0, 0}, {0, 1}, {1, 1}, {1, 0}}}, "turns right"},     // clockwise
        {{4, {{0, 0}, {2, 0}, {0.5, 0.5}, {0, 2}}}, "turns right"}, // not convex
        {{4, {{0, 0}, {1, 0}, {2, 0}, {0, 1}}}, "on a line"},
        {{4, {{0, 0}, {1, 0}, {1, 0}, {0, 1}}}, "neighbour"},
        {{3, {{0, 0}, {1, 0}, {(double)NAN, 1}}}, "not finite"},
        {{2, {{0, 0}, {1, 0}}}, "3 to 16"},
        {{17, {{0, 0}, {1, 0}}}, "3 to 16"},
        {{3, {{0, 0}, {1e-12, 0}, {0, 1e-12}}}, "out of range"},
        // A pentagram turns left at every corner, twice round.
        {{5, {{0.0, 1.0}, {-0.588, -0.809}, {0.951, 0.309}, {-0.951, 0.309}, {0.588, -0.809}}},
         "crosses itself"},
    };
    vlWorld2* world = makeWorld("seh", NULL, 0.002);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        assert_int_equal(
            vlPolygon_Measure(&bad[i].polygon, NULL, NULL, NULL, message, sizeof message),
            VL_ERROR_GEOMETRY);
        if (strstr(message, bad[i].says) == NULL) {
            fail_msg("polygon %zu: \"%s\" does not say \"%s\"", i, message, bad[i].says);
        }
        vlBody2Def def = vlDefaultBody2Def();
        vlBody2Id body = {7, 7};
        def.polygon = bad[i].polygon;
        assert_int_equal(vlWorld2_CreateBody(world, &def, &body), VL_ERROR_GEOMETRY);
        assert_int_equal(body.index1, 7);
    }
    assert_int_equal(vlWorld2_GetBodyCount(world), 0);
    vlWorld2_Destroy(world);
}

static double pointToSegment(vlVec2 p, vlVec2 a, vlVec2 b)
{
    vlVec2 d = {b.x - a.x, b.y - a.y};
    vlVec2 r = {p.x - a.x, p.y - a.y};
    double t = fmin(fmax(vlDot2(r, d) / vlDot2(d, d), 0.0), 1.0);
    return hypot(r.x - t * d.x, r.y - t * d.y);
}

static bool isInside(vlVec2 p, const vlVec2* v, int count)
{
    for (int i = 0; i < count; ++i) {
        vlVec2 a = v[i];
        vlVec2 b = v[(i + 1) % count];
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0.0) {
            return false;
        }
    }
    return true;
}

// Distances by all pairs of vertices and edges, for polygons that do not overlap.
static void distances_are_those_of_all_pairs(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(11);
    int apart = 0;
    for (int k = 0; k < 20000; ++k) {
        vlVec2 v[2][16];
        int count[2];
        for (int b = 0; b < 2; ++b) {
            count[b] = 3 + vlRandom_Index(&random, 14);
            double radius = vlRandom_Log(&random, 0.01, 1.0);
            double x = vlRandom_Range(&random, -1.5, 1.5);
            double y = vlRandom_Range(&random, -1.5, 1.5);
            for (int i = 0; i < count[b]; ++i) {
                double angle = 2.0 * VL_PI * (i + vlRandom_Range(&random, -0.3, 0.3)) / count[b];
                v[b][i] = (vlVec2){x + radius * cos(angle), y + radius * sin(angle)};
            }
        }
        double best = 1e9;
        for (int b = 0; b < 2; ++b) {
            for (int i = 0; i < count[b]; ++i) {
                best = isInside(v[b][i], v[1 - b], count[1 - b]) ? 0.0 : best;
                for (int e = 0; e < count[1 - b]; ++e) {
                    best = fmin(best, pointToSegment(v[b][i], v[1 - b][e],
                                                     v[1 - b][(e + 1) % count[1 - b]]));
                }
            }
        }
        int witness[2] = {vlRandom_Index(&random, count[0]), vlRandom_Index(&random, count[1])};
        double distance = vlOutline2_Distance((vlOutline2){v[0], count[0]},
                                              (vlOutline2){v[1], count[1]}, witness);
        if (distance > 0.0) { // otherwise they overlap, perhaps crosswise with no vertex inside
            VL_CHECK_NEAR(distance, best, 1e-12);
            ++apart;
        } else {
            VL_CHECK_BELOW(best, 0.5);
        }
    }
    assert_true(apart > 5000);
}

// The complementary problem by trying every subset of contacts.
static bool solveByTrial(const double* w, const double* u, int n, double* velocity)
{
    for (int set = 0; set < 1 << n; ++set) {
        double a[4][5];
        int index[4];
        int m = 0;
        for (int i = 0; i < n; ++i) {
            if (set >> i & 1) {
                index[m++] = i;
            }
        }
        for (int i = 0; i < m; ++i) {
            for (int j = 0; j < m; ++j) {
                a[i][j] = w[index[i] * n + index[j]];
            }
            a[i][m] = -u[index[i]];
        }
        bool isGood = true;
        for (int i = 0; i < m && isGood; ++i) {
            isGood = fabs(a[i][i]) > 1e-9;
            for (int r = 0; r < m && isGood; ++r) {
                double factor = r == i ? 0.0 : a[r][i] / a[i][i];
                for (int c = i; c <= m; ++c) {
                    a[r][c] -= factor * a[i][c];
                }
            }
        }
        double p[4] = {0.0};
        for (int i = 0; i < m && isGood; ++i) {
            p[index[i]] = a[i][m] / a[i][i];
            isGood = p[index[i]] >= -1e-10;
        }
        for (int i = 0; i < n && isGood; ++i) {
            velocity[i] = u[i];
            for (int j = 0; j < n; ++j) {
                velocity[i] += w[i * n + j] * p[j];
            }
            isGood = velocity[i] >= -1e-9;
        }
        if (isGood) {
            return true;
        }
    }
    return false;
}

static void impacts_are_solved_exactly(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    for (int k = 0; k < 20000; ++k) {
        int n = 1 + vlRandom_Index(&random, 4);
        double j[4][3];
        double perMass[3] = {1.0, 1.0, 1.0 / 0.0012};
        double v[3] = {vlRandom_Range(&random, -1, 1), vlRandom_Range(&random, -1, 1),
                       vlRandom_Range(&random, -10, 10)};
        double w[16];
        double u[4];
        double p[4];
        double found[4];
        double expected[4];
        for (int i = 0; i < n; ++i) {
            double angle = vlRandom_Range(&random, 0.0, 2.0 * VL_PI);
            double x = vlRandom_Range(&random, -0.05, 0.05);
            double y = vlRandom_Range(&random, -0.03, 0.03);
            if (i > 0 && vlRandom_Index(&random, 5) == 0) { // some rows are dependent
                memcpy(j[i], j[0], sizeof j[i]);
            } else {
                j[i][0] = cos(angle);
                j[i][1] = sin(angle);
                j[i][2] = x * j[i][1] - y * j[i][0];
            }
        }
        for (int a = 0; a < n; ++a) {
            u[a] = j[a][0] * v[0] + j[a][1] * v[1] + j[a][2] * v[2];
            for (int b = 0; b < n; ++b) {
                w[a * n + b] = 0.0;
                for (int c = 0; c < 3; ++c) {
                    w[a * n + b] += j[a][c] * perMass[c] * j[b][c];
                }
            }
        }
        vlImpact2_Solve(w, u, n, p);
        for (int a = 0; a < n; ++a) {
            double after = u[a];
            for (int b = 0; b < n; ++b) {
                after += w[a * n + b] * p[b];
            }
            assert_true(p[a] >= 0.0);
            VL_CHECK_BELOW(-after, 1e-9);
            VL_CHECK_NEAR(p[a] * after, 0.0, 1e-9);
            found[a] = after;
        }
        if (solveByTrial(w, u, n, expected)) { // velocities are unique, impulses need not be
            for (int a = 0; a < n; ++a) {
                VL_CHECK_NEAR(found[a], expected[a], 1e-7); // the trial's pivots lose digits
            }
        }
    }
}

static void refused(vlWorld2* world, vlResult result, vlResult expected, const char* says)
{
    assert_int_equal(result, expected);
    if (strstr(vlWorld2_GetMessage(world), says) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", vlWorld2_GetMessage(world), says);
    }
}

// n mus N T/(m v_s) < 2 (T11.21), for the load given in the definition and for the weight.
static void classical_friction_is_held_to_its_window(void** state)
{
    (void)state;
    vlBody2Id body;
    vlMaterialId zero = {0};
    vlWorld2Def def = vlDefaultWorld2Def(); // 2 ms
    def.surface.friction = choose("classical");
    // A square of side 0.1 m and 1 kg: r^2/I = 0.005/(0.01/6) = 3, so that a corner feels 1/4 kg.
    // The limit of the window is N = 2 m v_s/(n mus T) = 2*0.25*0.01/(2*0.325*0.002) = 3.846 N.
    const double loads[2] = {3.84, 3.85};
    for (int i = 0; i < 2; ++i) {
        vlWorld2* world = NULL;
        def.load = loads[i];
        assert_int_equal(vlWorld2_Create(&def, &world, NULL, 0), VL_OK);
        addFloor(world);
        vlBody2Def box = vlDefaultBody2Def();
        box.polygon = vlPolygon_Box(0.1, 0.1);
        vlResult result = vlWorld2_CreateBody(world, &box, &body);
        if (i == 0) {
            assert_int_equal(result, VL_OK);
        } else {
            refused(world, result, VL_ERROR_UNSTABLE,
                    "window: n mus N T/(m band) < 2, a band above 0.01001 m/s");
        }
        vlWorld2_Destroy(world);
    }
    // At rest under gravity n N = m g: a band above mus g T/2 = 0.325*9.81*0.002/2 = 3.188 mm/s.
    vlWorld2* world = makeWorld("seh", "classical", 0.002);
    vlWorld2_SetGravity(world, (vlVec2){0.0, -9.81});
    addFloor(world);
    addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.1}, (vlPose2){{0.0, 0.05}, 0.0}, 1.0);
    vlSurface2 surface;
    assert_int_equal(vlWorld2_GetSurface(world, zero, zero, &surface), VL_OK);
    setParameter(&surface.friction, "band", 0.00319);
    assert_int_equal(vlWorld2_SetSurface(world, zero, zero, &surface), VL_OK);
    setParameter(&surface.friction, "band", 0.00318);
    refused(world, vlWorld2_SetSurface(world, zero, zero, &surface), VL_ERROR_UNSTABLE,
            "a band above 0.003188 m/s at a step of 0.002 s; it is 0.00318 m/s");
    vlWorld2_Destroy(world);
    def.load = -1.0;
    char message[200] = "";
    assert_int_equal(vlWorld2_Create(&def, &world, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "load is -1 N; expected 0 to 1e9"));
}

static void misuse_gets_a_status_and_a_reason(void** state)
{
    (void)state;
    vlWorld2* world = makeWorld("pulse", "reset", 0.002);
    vlBody2Def def = vlDefaultBody2Def();
    vlBody2Id body;
    def.polygon = vlPolygon_Box(0.1, 0.06);
    def.mass = 0.0;
    refused(world, vlWorld2_CreateBody(world, &def, &body), VL_ERROR_ARGUMENT, "mass");
    def.mass = 1.0;
    def.pose.angle = (double)NAN;
    refused(world, vlWorld2_CreateBody(world, &def, &body), VL_ERROR_ARGUMENT, "finite");
    def.pose.angle = 0.0;
    def.material.index = 3;
    refused(world, vlWorld2_CreateBody(world, &def, &body), VL_ERROR_STALE_ID, "material");
    def.material.index = 0;
    addFloor(world);
    assert_int_equal(vlWorld2_CreateBody(world, &def, &body), VL_OK);
    // Too light for the wall at this step: the message gives the window and the least mass.
    def.mass = 0.01;
    refused(world, vlWorld2_CreateBody(world, &def, &body), VL_ERROR_UNSTABLE,
            "window is w T <= 0.5");
    assert_int_equal(vlWorld2_GetBodyCount(world), 2);
    vlSurface2 surface;
    vlMaterialId zero = {0};
    assert_int_equal(vlWorld2_GetSurface(world, zero, zero, &surface), VL_OK);
    setParameter(&surface.wall, "stiffness", 1e5);
    refused(world, vlWorld2_SetSurface(world, zero, zero, &surface), VL_ERROR_UNSTABLE, "window");
    surface.wall = choose("seh");
    setParameter(&surface.friction, "damping", 1.0);
    refused(world, vlWorld2_SetSurface(world, zero, zero, &surface), VL_ERROR_UNSTABLE,
            "window: K T/2 <= B < 2 m/(n T)");
    surface.friction = choose("seh");
    refused(world, vlWorld2_SetSurface(world, zero, zero, &surface), VL_ERROR_ARGUMENT,
            "friction law");
    surface.wall.law = NULL;
    refused(world, vlWorld2_SetSurface(world, zero, zero, &surface), VL_ERROR_ARGUMENT, "wall law");
    vlBody2Id stale = {9, 9};
    vlPose2 pose = {{0, 0}, 0};
    refused(world, vlBody2_SetPose(world, stale, pose), VL_ERROR_STALE_ID, "names no body");
    assert_int_equal(vlBody2_GetPose(world, stale, &pose), VL_ERROR_STALE_ID);
    pose.angle = HUGE_VAL;
    refused(world, vlBody2_SetPose(world, body, pose), VL_ERROR_ARGUMENT, "finite");
    refused(world, vlBody2_ApplyTorque(world, body, (double)NAN), VL_ERROR_ARGUMENT, "finite");
    assert_int_equal(vlWorld2_DestroyBody(world, body), VL_OK);
    assert_false(vlWorld2_IsValid(world, body));
    refused(world, vlWorld2_DestroyBody(world, body), VL_ERROR_STALE_ID, "names no body");
    vlWorld2_Destroy(world);
    vlWorld2Def bad = vlDefaultWorld2Def();
    char message[300];
    bad.step = 0.5;
    assert_int_equal(vlWorld2_Create(&bad, &world, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "1e-5 to 0.01"));
    bad = vlDefaultWorld2Def();
    bad.farDistance = bad.nearDistance;
    assert_int_equal(vlWorld2_Create(&bad, &world, message, sizeof message), VL_ERROR_ARGUMENT);
    vlWorld2_Destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_have_their_closed_forms),
        cmocka_unit_test(other_polygons_are_refused_by_vertex),
        cmocka_unit_test(distances_are_those_of_all_pairs),
        cmocka_unit_test(impacts_are_solved_exactly),
        cmocka_unit_test(classical_friction_is_held_to_its_window),
        cmocka_unit_test(misuse_gets_a_status_and_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
