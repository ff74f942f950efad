// SPDX-License-Identifier: MIT
// Volume, centroid and inertia: closed forms, an independent quadrature, and covariance.

#include "models/random.h"
#include "shape/mass.h"
#include "shape_makers.h"
#include "test.h"

#define PI 3.141592653589793

static void assertNearVec(vlVec3 value, vlVec3 expected, double tolerance)
{
    assertNear(value.x, expected.x, tolerance);
    assertNear(value.y, expected.y, tolerance);
    assertNear(value.z, expected.z, tolerance);
}

static void assertNearMat(vlMat3 value, vlMat3 expected, double tolerance)
{
    assertNearVec(value.cx, expected.cx, tolerance);
    assertNearVec(value.cy, expected.cy, tolerance);
    assertNearVec(value.cz, expected.cz, tolerance);
}

// Returns the properties and releases the shape.
static vlMassProperties take(vlResult result, vlShape* shape)
{
    assert_int_equal(result, VL_OK);
    vlMassProperties mass = vlShape_GetMassProperties(shape);
    vlShape_Release(shape);
    return mass;
}

static vlMassProperties massOfHull(const vlVec3* points, int count)
{
    vlShape* shape = NULL;
    vlResult result = vlShape_CreateHull(NULL, points, count, &shape, NULL, 0);
    return take(result, shape);
}

static void a_box_follows_its_closed_form(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int i = 0; i < 200; ++i) {
        double x = vlRandom_Log(&random, 1e-4, 1e4);
        double y = x * vlRandom_Log(&random, 1e-3, 1e3);
        double z = x * vlRandom_Log(&random, 1e-3, 1e3);
        vlShape* shape = NULL;
        vlResult result = vlShape_CreateBox(NULL, vlVec(x, y, z), &shape, NULL, 0);
        vlMassProperties mass = take(result, shape);
        double volume = 8.0 * x * y * z;
        double third = volume / 3.0;
        assertNear(mass.volume / volume, 1.0, 2e-15); // some ten roundings
        assertNear(mass.inertia.cx.x / (third * (y * y + z * z)), 1.0, 4e-15);
        assertNear(mass.inertia.cy.y / (third * (x * x + z * z)), 1.0, 4e-15);
        assertNear(mass.inertia.cz.z / (third * (x * x + y * y)), 1.0, 4e-15);
        double largest = third * (x * x + y * y + z * z);
        assertNear(mass.inertia.cx.y / largest, 0.0, 1e-15);
        assertNear(mass.inertia.cx.z / largest, 0.0, 1e-15);
        assertNear(mass.inertia.cy.z / largest, 0.0, 1e-15);
        assertNear(vlLength(mass.centroid) / (x + y + z), 0.0, 1e-15);
    }
}

static void a_corner_tetrahedron_follows_its_closed_form(void** state)
{
    (void)state;
    // Vertices 0, a ex, b ey, c ez: V = abc/6, centroid a quarter, int x^2 = V a^2/10,
    // int xy = V ab/20; about the centroid minus V a^2/16 and V ab/16.
    double a = 0.3;
    double b = 0.7;
    double c = 1.1;
    vlVec3 points[4] = {{0.0, 0.0, 0.0}, {a, 0.0, 0.0}, {0.0, b, 0.0}, {0.0, 0.0, c}};
    vlMassProperties mass = massOfHull(points, 4);
    double v = a * b * c / 6.0;
    assertNear(mass.volume, v, 1e-16);
    assertNearVec(mass.centroid, vlVec(a / 4.0, b / 4.0, c / 4.0), 2e-16);
    double squares = 1.0 / 10.0 - 1.0 / 16.0;
    double products = 1.0 / 16.0 - 1.0 / 20.0; // minus the moment of xy
    vlMat3 expected =
        vlMat(vlVec(v * squares * (b * b + c * c), v * products * a * b, v * products * a * c),
              vlVec(v * products * a * b, v * squares * (a * a + c * c), v * products * b * c),
              vlVec(v * products * a * c, v * products * b * c, v * squares * (a * a + b * b)));
    assertNearMat(mass.inertia, expected, 1e-17); // inertia of 1e-3 to ten roundings
}

static void a_prism_follows_its_closed_form(void** state)
{
    (void)state;
    double r = 0.6;
    double h = 1.7;
    for (int n = 3; n <= 100; ++n) {
        vlShape* shape = NULL;
        vlResult result = vlShape_CreatePrism(NULL, n, r, h, &shape, NULL, 0);
        vlMassProperties mass = take(result, shape);
        double angle = 2.0 * PI / n;
        double area = 0.5 * n * r * r * sin(angle);
        // Polar moment of a regular polygon: A r^2 (2 + cos) / 6.
        double polar = area * r * r * (2.0 + cos(angle)) / 6.0;
        double across = h * 0.5 * polar + area * h * h * h / 12.0;
        // n faces of ten roundings each, which mostly cancel.
        assertNear(mass.volume / (area * h), 1.0, 2e-14);
        assertNearMat(mass.inertia, vlDiag(across, across, h * polar), 2e-14);
        assertNear(vlLength(mass.centroid), 0.0, 1e-15);
    }
}

static void a_frustum_follows_its_closed_form(void** state)
{
    (void)state;
    double h = 1.3;
    double bottom = 0.8;
    for (int i = 0; i <= 8; ++i) {
        int n = 3 + i;
        double top = 0.2 * i; // 0: a cone; up to twice the bottom
        vlShape* shape = NULL;
        vlResult result = vlShape_CreateCone(NULL, n, bottom, top, h, &shape, NULL, 0);
        vlMassProperties mass = take(result, shape);
        double perSquare = 0.5 * n * sin(2.0 * PI / n); // area / radius^2
        double sum = bottom * bottom + bottom * top + top * top;
        double height = h * (bottom * bottom + 2.0 * bottom * top + 3.0 * top * top) / (4.0 * sum);
        assertNear(mass.volume, perSquare * h * sum / 3.0, 2e-15);
        assertNearVec(mass.centroid, vlVec(0.0, 0.0, height - 0.5 * h), 1e-15);
        // int over z of the polygon's polar moment, radius linear in z: r^4 integrates to h q / 5.
        double q = sum * bottom * bottom + top * top * top * (bottom + top);
        double polar = perSquare * (2.0 + cos(2.0 * PI / n)) / 6.0 * h * q / 5.0;
        assertNear(mass.inertia.cz.z, polar, 4e-15);
    }
}

static void spheres_converge_to_the_ball_from_below(void** state)
{
    (void)state;
    double ball = 4.0 / 3.0 * PI;
    double inertia = 0.4 * ball;
    double lastError = 1.0;
    for (int bands = 8; bands <= 32; bands *= 2) {
        vlShape* shape = NULL;
        vlResult result = vlShape_CreateSphere(NULL, 1.0, 2 * bands, bands, &shape, NULL, 0);
        vlMassProperties mass = take(result, shape);
        double error = 1.0 - mass.volume / ball;
        assert_true(error > 0.0);
        // Facets of half the size leave a quarter of the error.
        assert_true(lastError == 1.0 || fabs(lastError / error - 4.0) < 0.3);
        // Each moment falls short by 5/3 of the volume's fraction to first order, but a band is not
        // a sector: within twice that.
        assertNear(mass.inertia.cx.x / inertia, 1.0, 10.0 / 3.0 * error);
        assertNear(mass.inertia.cz.z / inertia, 1.0, 10.0 / 3.0 * error);
        lastError = error;
    }
    assert_true(lastError < 0.005);
}

// The same integrals by another method: signed tetrahedra from the frame's origin, each by the
// 4-point rule that is exact for squares.
static vlMassProperties quadrature(const vlShape* shape)
{
    double near = 0.5854101966249685;
    double far = 0.1381966011250105;
    double volume = 0.0;
    vlVec3 first = vlZero();
    double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
    const vlConvex* c = &shape->pieces[0];
    for (int f = 0; f < c->faceCount; ++f) {
        for (int i = c->faceStart[f] + 2; i < c->faceStart[f + 1]; ++i) {
            vlVec3 corner[4] = {vlZero(), vlConvex_Vertex(c, c->faceVertex[c->faceStart[f]]),
                                vlConvex_Vertex(c, c->faceVertex[i - 1]),
                                vlConvex_Vertex(c, c->faceVertex[i])};
            double part = vlDot(corner[1], vlCross(corner[2], corner[3])) / 6.0;
            volume += part;
            for (int k = 0; k < 4; ++k) {
                vlVec3 p = vlScale(corner[k], near);
                for (int m = 1; m < 4; ++m) {
                    p = vlMulAdd(p, far, corner[(k + m) % 4]);
                }
                double w = 0.25 * part;
                first = vlMulAdd(first, w, p);
                xx += w * p.x * p.x, yy += w * p.y * p.y, zz += w * p.z * p.z;
                xy += w * p.x * p.y, xz += w * p.x * p.z, yz += w * p.y * p.z;
            }
        }
    }
    vlVec3 g = vlScale(first, 1.0 / volume);
    xx -= volume * g.x * g.x, yy -= volume * g.y * g.y, zz -= volume * g.z * g.z;
    xy -= volume * g.x * g.y, xz -= volume * g.x * g.z, yz -= volume * g.y * g.z;
    vlMassProperties mass = {
        volume, g,
        vlMat(vlVec(yy + zz, -xy, -xz), vlVec(-xy, xx + zz, -yz), vlVec(-xz, -yz, xx + yy))};
    return mass;
}

static int randomPoints(vlRandom* random, vlVec3* points, int most)
{
    int count = 6 + vlRandom_Index(random, most - 5);
    for (int i = 0; i < count; ++i) {
        points[i] = vlRandom_InBall(random);
    }
    return count;
}

static void random_hulls_agree_with_quadrature(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    vlVec3 points[100];
    for (int round = 0; round < 300; ++round) {
        int count = randomPoints(&random, points, 100);
        vlShape* shape = NULL;
        assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, NULL, 0), VL_OK);
        vlMassProperties expected = quadrature(shape);
        vlMassProperties mass = vlShape_GetMassProperties(shape);
        // The quadrature starts at the origin, so volumes up to 4 cancel: 1e-14 of that.
        assertNear(mass.volume, expected.volume, 1e-14);
        assertNearVec(mass.centroid, expected.centroid, 1e-13);
        assertNearMat(mass.inertia, expected.inertia, 1e-14);
        vlShape_Release(shape);
    }
}

static void turning_and_moving_the_points_turns_and_moves_the_integrals(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    vlVec3 points[60];
    vlVec3 moved[60];
    for (int round = 0; round < 300; ++round) {
        int count = randomPoints(&random, points, 60);
        double distance = vlRandom_Log(&random, 1e-2, 1e4);
        vlPose pose = {vlScale(vlRandom_Direction(&random), distance), vlRandom_Rotation(&random)};
        for (int i = 0; i < count; ++i) {
            moved[i] = vlTransform(pose, points[i]);
        }
        vlMassProperties expected = vlMass_Transform(massOfHull(points, count), pose);
        vlMassProperties mass = massOfHull(moved, count);
        // Far away each coordinate is rounded to 1e-16 of the distance, nothing worse.
        double tolerance = 1e-14 + 2e-15 * distance;
        assertNear(mass.volume, expected.volume, tolerance);
        assertNearVec(mass.centroid, expected.centroid, tolerance);
        assertNearMat(mass.inertia, expected.inertia, tolerance);
    }
}

static void inertia_is_symmetric_and_obeys_the_triangle_inequality(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    vlVec3 points[40];
    for (int round = 0; round < 300; ++round) {
        int count = randomPoints(&random, points, 40);
        vlMat3 m = massOfHull(points, count).inertia;
        assert_true(m.cx.y == m.cy.x && m.cx.z == m.cz.x && m.cy.z == m.cz.y);
        assert_true(m.cx.x + m.cy.y > m.cz.z);
        assert_true(m.cy.y + m.cz.z > m.cx.x);
        assert_true(m.cx.x + m.cz.z > m.cy.y);
        vlVec3 v = vlRandom_Direction(&random);
        assert_true(vlDot(v, vlMulMV(m, v)) > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_follows_its_closed_form),
        cmocka_unit_test(a_corner_tetrahedron_follows_its_closed_form),
        cmocka_unit_test(a_prism_follows_its_closed_form),
        cmocka_unit_test(a_frustum_follows_its_closed_form),
        cmocka_unit_test(spheres_converge_to_the_ball_from_below),
        cmocka_unit_test(random_hulls_agree_with_quadrature),
        cmocka_unit_test(turning_and_moving_the_points_turns_and_moves_the_integrals),
        cmocka_unit_test(inertia_is_symmetric_and_obeys_the_triangle_inequality),
    };
    return cmocka_run_group_tests_name("shape_mass", tests, NULL, NULL);
}
