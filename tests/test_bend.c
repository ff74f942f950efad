// SPDX-License-Identifier: MIT
// Which facets represent a round surface, and with what curvature.

#include "shape/bend.h"
#include "shape_makers.h"
#include "stage.h"

// Curvature of a face along a direction of its plane.
static double curvatureAlong(const vlConvex* c, int f, vlVec3 direction)
{
    vlVec3 n = vlConvex_Normal(c, f);
    vlVec3 t = vlUnit(vlMulAdd(direction, -vlDot(direction, n), n));
    return vlDot(t, vlBend_Times(&c->bend[f], t));
}

static bool isSide(const vlConvex* c, int f)
{
    return fabs(vlConvex_Normal(c, f).z) < 0.99;
}

static void boxes_and_prisms_of_few_sides_are_flat(void** state)
{
    (void)state;
    vlShape* box = makeBox(0.1, 0.2, 0.3);
    assert_null(box->pieces[0].bend);
    vlShape_Release(box);
    for (int sides = 3; sides <= 18; ++sides) {
        vlShape* prism = NULL;
        assert_int_equal(vlShape_CreatePrism(NULL, sides, 0.1, 0.2, &prism, NULL, 0), VL_OK);
        assert_null(prism->pieces[0].bend);
        vlShape_Release(prism);
    }
}

static void a_cylinder_is_as_round_as_its_radius(void** state)
{
    (void)state;
    for (int sides = 19; sides <= 1024; sides += sides / 3) {
        vlShape* shape = NULL;
        assert_int_equal(vlShape_CreateCylinder(NULL, sides, 0.1, 0.2, &shape, NULL, 0), VL_OK);
        const vlConvex* c = &shape->pieces[0];
        for (int f = 0; f < c->faceCount; ++f) {
            vlVec3 z = vlVec(0.0, 0.0, 1.0);
            if (isSide(c, f)) {
                vlVec3 round = vlCross(z, vlConvex_Normal(c, f));
                // Two roundings of normals that are nearly equal, over their difference.
                VL_CHECK_NEAR(curvatureAlong(c, f, round), 10.0, 1e-10 * sides);
                VL_CHECK_BELOW(fabs(curvatureAlong(c, f, z)), 1e-12);
            } else { // the ends meet the sides at a right angle
                VL_CHECK_BELOW(fabs(c->bend[f].xx) + fabs(c->bend[f].yy), 0.0);
            }
        }
        vlShape_Release(shape);
    }
}

static void balls_capsules_and_cones_have_their_curvatures(void** state)
{
    (void)state;
    vlShape* ball = NULL;
    vlShape* capsule = NULL;
    vlShape* cone = NULL;
    assert_int_equal(vlShape_CreateSphere(NULL, 0.1, 60, 34, &ball, NULL, 0), VL_OK);
    assert_int_equal(vlShape_CreateCapsule(NULL, 0.1, 0.3, 60, 16, &capsule, NULL, 0), VL_OK);
    assert_int_equal(vlShape_CreateCone(NULL, 60, 0.2, 0.1, 0.1, &cone, NULL, 0), VL_OK);
    const vlConvex* c = &ball->pieces[0];
    vlVec3 z = vlVec(0.0, 0.0, 1.0);
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 round = vlCross(z, vlConvex_Normal(c, f));
        // The facets are 6 by 5.3 degrees, the triangles at the poles have one edge less.
        VL_CHECK_NEAR(curvatureAlong(c, f, round), 10.0, 0.1);
        VL_CHECK_NEAR(curvatureAlong(c, f, vlCross(round, vlConvex_Normal(c, f))), 10.0, 0.1);
    }
    c = &capsule->pieces[0];
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 n = vlConvex_Normal(c, f);
        if (fabs(n.z) < 1e-9) { // the middle is flat along z, except where it meets the ends
            VL_CHECK_NEAR(curvatureAlong(c, f, vlCross(z, n)), 10.0, 0.05);
            VL_CHECK_BELOW(fabs(curvatureAlong(c, f, z)), 1e-12);
        } else if (fabs(n.z) > 0.2) {
            VL_CHECK_NEAR(curvatureAlong(c, f, vlCross(z, n)), 10.0, 0.05);
        }
    }
    c = &cone->pieces[0];
    for (int f = 0; f < c->faceCount; ++f) {
        if (isSide(c, f)) { // cos(45 degrees) over the mean radius
            vlVec3 round = vlCross(z, vlConvex_Normal(c, f));
            VL_CHECK_NEAR(curvatureAlong(c, f, round), sqrt(0.5) / 0.15, 0.02);
        }
    }
    vlShape_Release(ball);
    vlShape_Release(capsule);
    vlShape_Release(cone);
}

// A hull of points on a sphere, which has no axis, has the sphere's curvature on average.
static void a_hull_of_a_sphere_finds_its_radius(void** state)
{
    (void)state;
    enum { POINTS = 1500 };
    static vlVec3 points[POINTS];
    for (int i = 0; i < POINTS; ++i) { // a spiral: nearly even
        double z = -1.0 + (2 * i + 1.0) / (double)POINTS;
        double a = 2.399963229728653 * i;
        double r = sqrt(1.0 - z * z);
        points[i] = vlScale(vlVec(r * cos(a), r * sin(a), z), 0.1);
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, POINTS, &shape, NULL, 0), VL_OK);
    const vlConvex* c = &shape->pieces[0];
    assert_non_null(c->bend);
    double sum = 0.0;
    for (int f = 0; f < c->faceCount; ++f) {
        sum += c->bend[f].xx + c->bend[f].yy + c->bend[f].zz;
    }
    VL_CHECK_NEAR(sum / c->faceCount, 20.0, 1.0); // 1/R in two directions; facets of a few degrees
    vlShape_Release(shape);
}

// A box whose upright edges are rounded in steps of 15 degrees: its sides stay flat.
static void a_rounded_edge_does_not_bend_the_face_beside_it(void** state)
{
    (void)state;
    vlVec3 points[4 * 7 * 2];
    int count = 0;
    for (int corner = 0; corner < 4; ++corner) {
        for (int k = 0; k <= 6; ++k) {
            double a = 0.5 * VL_PI * corner + VL_PI / 12.0 * k;
            double x = (corner == 0 || corner == 3 ? 0.09 : -0.09) + 0.01 * cos(a);
            double y = (corner < 2 ? 0.09 : -0.09) + 0.01 * sin(a);
            points[count++] = vlVec(x, y, -0.05);
            points[count++] = vlVec(x, y, 0.05);
        }
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, NULL, 0), VL_OK);
    const vlConvex* c = &shape->pieces[0];
    assert_non_null(c->bend);
    int flat = 0, round = 0;
    for (int f = 0; f < c->faceCount; ++f) {
        double bend = c->bend[f].xx + c->bend[f].yy + c->bend[f].zz;
        vlVec3 n = vlConvex_Normal(c, f);
        bool isPlain = fmax(fabs(n.x), fmax(fabs(n.y), fabs(n.z))) > 0.9999;
        flat += isPlain && bend == 0.0;
        round += !isPlain && bend > 30.0; // 1/R = 100; the last facet has one half of it
    }
    assert_int_equal(flat, 6);
    assert_int_equal(round, c->faceCount - 6);
    vlShape_Release(shape);
}

static void a_compound_turns_the_curvature_with_its_piece(void** state)
{
    (void)state;
    vlShape* cylinder = NULL;
    assert_int_equal(vlShape_CreateCylinder(NULL, 64, 0.1, 0.2, &cylinder, NULL, 0), VL_OK);
    vlPose pose = {vlVec(1.0, 2.0, 3.0), vlQuatFromRotationVector(vlVec(0.3, -0.8, 0.5))};
    vlShape* compound = makeCompound(&cylinder, &pose, 1);
    const vlConvex* a = &cylinder->pieces[0];
    const vlConvex* b = &compound->pieces[0];
    for (int f = 0; f < a->faceCount; ++f) {
        vlVec3 t = vlVec(0.2, 0.5, -0.7);
        vlVec3 expected = vlRotate(pose.q, vlBend_Times(&a->bend[f], t));
        vlVec3 found = vlBend_Times(&b->bend[f], vlRotate(pose.q, t));
        VL_CHECK_BELOW(vlLength(vlSub(expected, found)), 1e-13); // of 10: rounding
    }
    vlShape_Release(cylinder);
    vlShape_Release(compound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_and_prisms_of_few_sides_are_flat),
        cmocka_unit_test(a_cylinder_is_as_round_as_its_radius),
        cmocka_unit_test(balls_capsules_and_cones_have_their_curvatures),
        cmocka_unit_test(a_hull_of_a_sphere_finds_its_radius),
        cmocka_unit_test(a_rounded_edge_does_not_bend_the_face_beside_it),
        cmocka_unit_test(a_compound_turns_the_curvature_with_its_piece),
    };
    return cmocka_run_group_tests_name("bend", tests, NULL, NULL);
}
