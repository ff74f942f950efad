// SPDX-License-Identifier: MIT
// The builders, and how a convex polyhedron is laid out in memory.

#include <string.h>

#include "maybe.h"
#include "shape/polyhedron.h"
#include "shape_makers.h"
#include "test.h"

static vlShape* makePrism(int sides, double radius, double height)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreatePrism(NULL, sides, radius, height, &shape, NULL, 0), VL_OK);
    return shape;
}

static vlShape* makeCone(int sides, double bottom, double top, double height)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateCone(NULL, sides, bottom, top, height, &shape, NULL, 0), VL_OK);
    return shape;
}

static vlShape* makeSphere(double radius, int sectors, int bands)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateSphere(NULL, radius, sectors, bands, &shape, NULL, 0), VL_OK);
    return shape;
}

static bool contains(const uint16_t* list, int begin, int end, int value)
{
    for (int i = begin; i < end; ++i) {
        if (list[i] == value) {
            return true;
        }
    }
    return false;
}

static void checkPadding(const double* values, int count)
{
    for (int i = count; i % VL_LANES != 0; ++i) {
        assert_true(values[i] == values[0]);
    }
}

// Lists of faces and neighbours around each vertex agree with the face loops.
static void checkLists(const vlConvex* c)
{
    assert_int_equal(c->faceStart[0], 0);
    int corners = c->faceStart[c->faceCount];
    assert_int_equal(c->vertexCount - corners / 2 + c->faceCount, 2); // Euler
    assert_int_equal(c->vertexFaceStart[c->vertexCount], corners);
    assert_int_equal(c->neighbourStart[c->vertexCount], corners);
    for (int f = 0; f < c->faceCount; ++f) {
        int begin = c->faceStart[f];
        int end = c->faceStart[f + 1];
        assert_true(end - begin >= 3);
        for (int i = begin; i < end; ++i) {
            int v = c->faceVertex[i];
            int w = c->faceVertex[i + 1 < end ? i + 1 : begin];
            assert_true(
                contains(c->vertexFace, c->vertexFaceStart[v], c->vertexFaceStart[v + 1], f));
            assert_true(contains(c->neighbour, c->neighbourStart[v], c->neighbourStart[v + 1], w));
            assert_true(contains(c->neighbour, c->neighbourStart[w], c->neighbourStart[w + 1], v));
        }
    }
    for (int v = 0; v < c->vertexCount; ++v) {
        assert_true(c->vertexFaceStart[v + 1] - c->vertexFaceStart[v] >= 3);
        for (int i = c->neighbourStart[v]; i < c->neighbourStart[v + 1]; ++i) {
            assert_false(contains(c->neighbour, i + 1, c->neighbourStart[v + 1], c->neighbour[i]));
        }
    }
}

// Planes fit their loops, look outward, and no vertex is in front of any of them. A few roundings
// of lengths up to the extent: 1e-14 of it.
static void checkPlanes(const vlConvex* c)
{
    double tolerance = 1e-14 * c->radius;
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 n = vlConvex_Normal(c, f);
        assertNear(vlLength(n), 1.0, 1e-15); // one rounding per component
        for (int i = c->faceStart[f]; i < c->faceStart[f + 1]; ++i) {
            double height = vlDot(n, vlConvex_Vertex(c, c->faceVertex[i])) - c->nd[f];
            assertNear(height, 0.0, tolerance);
        }
        for (int v = 0; v < c->vertexCount; ++v) {
            assert_true(vlDot(n, vlConvex_Vertex(c, v)) - c->nd[f] <= tolerance);
        }
        assert_true(vlDot(n, c->centre) < c->nd[f]);
        assert_int_equal(c->glue[f], VL_FACE_FREE);
    }
}

static void checkConvex(const vlShape* shape)
{
    assert_int_equal(vlShape_GetKind(shape), VL_SHAPE_CONVEX);
    assert_int_equal(vlShape_GetPieceCount(shape), 1);
    const vlConvex* c = &shape->pieces[0];
    assert_int_equal(c->kind, VL_PIECE_CONVEX);
    checkLists(c);
    checkPlanes(c);
    const double* padded[] = {c->vx, c->vy, c->vz};
    const double* paddedFaces[] = {c->nx, c->ny, c->nz, c->nd};
    for (int i = 0; i < 3; ++i) {
        checkPadding(padded[i], c->vertexCount);
    }
    for (int i = 0; i < 4; ++i) {
        checkPadding(paddedFaces[i], c->faceCount);
    }
    double radius = 0.0;
    double aboutCentre = 0.0;
    for (int v = 0; v < c->vertexCount; ++v) {
        vlVec3 p = vlConvex_Vertex(c, v);
        radius = fmax(radius, vlLength(p));
        aboutCentre = fmax(aboutCentre, vlLength(vlSub(p, c->centre)));
        assert_true(p.x >= c->lower.x && p.y >= c->lower.y && p.z >= c->lower.z);
        assert_true(p.x <= c->upper.x && p.y <= c->upper.y && p.z <= c->upper.z);
    }
    assertNear(vlShape_GetRadius(shape), radius, 1e-15 * radius); // one square root
    assertNear(c->radius, aboutCentre, 1e-15 * radius);
    vlVec3 centroid = vlShape_GetMassProperties(shape).centroid;
    assert_memory_equal(&c->centre, &centroid, sizeof centroid);
}

static void a_box_has_exact_planes(void** state)
{
    (void)state;
    vlShape* box = makeBox(0.1, 0.2, 0.3);
    checkConvex(box);
    assert_int_equal(vlShape_GetVertexCount(box, 0), 8);
    assert_int_equal(vlShape_GetFaceCount(box, 0), 6);
    double half[3] = {0.1, 0.2, 0.3};
    for (int f = 0; f < 6; ++f) {
        vlVec3 n;
        double offset;
        vlShape_GetFacePlane(box, 0, f, &n, &offset);
        double sign = f % 2 == 0 ? -1.0 : 1.0;
        assert_true(n.x == (f / 2 == 0 ? sign : 0.0));
        assert_true(n.y == (f / 2 == 1 ? sign : 0.0));
        assert_true(n.z == (f / 2 == 2 ? sign : 0.0));
        assert_true(offset == half[f / 2]);
    }
    vlVec3 centroid = vlShape_GetMassProperties(box).centroid;
    assertNear(vlLength(centroid), 0.0, 1e-16); // opposite terms cancel to a rounding of 0.3
    vlShape_Release(box);
}

static void builders_make_sound_polyhedra_of_the_documented_size(void** state)
{
    (void)state;
    for (int sides = 3; sides <= 40; ++sides) {
        vlShape* prism = makePrism(sides, 0.7, 1.9);
        checkConvex(prism);
        assert_int_equal(vlShape_GetVertexCount(prism, 0), 2 * sides);
        assert_int_equal(vlShape_GetFaceCount(prism, 0), sides + 2);
        vlShape_Release(prism);
        vlShape* cone = makeCone(sides, 0.7, 0.0, 1.9);
        checkConvex(cone);
        assert_int_equal(vlShape_GetVertexCount(cone, 0), sides + 1);
        assert_int_equal(vlShape_GetFaceCount(cone, 0), sides + 1);
        vlShape_Release(cone);
        vlShape* frustum = makeCone(sides, 0.7, 1.4, 1.9);
        checkConvex(frustum);
        assert_int_equal(vlShape_GetFaceCount(frustum, 0), sides + 2);
        vlShape_Release(frustum);
    }
    for (int sectors = 3; sectors <= 20; ++sectors) {
        for (int bands = 2; bands <= 12; ++bands) {
            vlShape* sphere = makeSphere(0.4, sectors, bands);
            checkConvex(sphere);
            assert_int_equal(vlShape_GetFaceCount(sphere, 0), sectors * bands);
            assert_int_equal(vlShape_GetVertexCount(sphere, 0), 2 + sectors * (bands - 1));
            for (int v = 0; v < vlShape_GetVertexCount(sphere, 0); ++v) {
                double distance = vlLength(vlShape_GetVertex(sphere, 0, v));
                assertNear(distance, 0.4, 4e-16); // sine and cosine to 2 ulp
            }
            vlShape_Release(sphere);
        }
    }
}

// Every vertex is at the radius from the line between the two ends.
static void a_capsule_is_round_about_a_line(void** state)
{
    (void)state;
    for (int sectors = 3; sectors <= 24; sectors += 7) {
        for (int bands = 1; bands <= 7; bands += 2) {
            vlShape* capsule = NULL;
            assert_int_equal(
                vlShape_CreateCapsule(NULL, 0.4, 0.9, sectors, bands, &capsule, NULL, 0), VL_OK);
            checkConvex(capsule);
            assert_int_equal(vlShape_GetFaceCount(capsule, 0), sectors * (2 * bands + 1));
            assert_int_equal(vlShape_GetVertexCount(capsule, 0), 2 + 2 * sectors * bands);
            for (int v = 0; v < vlShape_GetVertexCount(capsule, 0); ++v) {
                vlVec3 p = vlShape_GetVertex(capsule, 0, v);
                p.z -= p.z > 0.0 ? 0.45 : -0.45;
                assertNear(vlLength(p), 0.4, 4e-16); // sine and cosine to 2 ulp, one sum
            }
            vlShape_Release(capsule);
        }
    }
    // Fine facets: the volume of a ball and a cylinder, from below.
    vlShape* fine = NULL;
    assert_int_equal(vlShape_CreateCapsule(NULL, 0.4, 0.9, 60, 17, &fine, NULL, 0), VL_OK);
    double exact = VL_PI * 0.16 * (0.9 + 4.0 / 3.0 * 0.4);
    double volume = vlShape_GetMassProperties(fine).volume;
    assert_true(volume < exact && volume > 0.995 * exact); // errors like (2 pi/60)^2/6
    vlShape_Release(fine);
}

static void bad_capsules_are_refused(void** state)
{
    (void)state;
    vlShape* s = NULL;
    vlMaybe e = {""};
    checkRefused(vlShape_CreateCapsule(NULL, 0.0, 1.0, 8, 3, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radius is 0");
    checkRefused(vlShape_CreateCapsule(NULL, 1.0, -1.0, 8, 3, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "length is -1");
    checkRefused(vlShape_CreateCapsule(NULL, 1.0, 1e-12, 8, 3, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "expected at least 2e-09 m");
    checkRefused(vlShape_CreateCapsule(NULL, 1.0, 1.0, 2, 3, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "sectors is 2");
    checkRefused(vlShape_CreateCapsule(NULL, 1.0, 1.0, 8, 0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "bands is 0");
    checkRefused(vlShape_CreateCapsule(NULL, 1.0, 1.0, 1024, 2, &s, e.message, sizeof e.message),
                 VL_ERROR_FULL, s, &e, "1024 sectors by 2 bands have 4098 vertices");
    checkRefused(vlShape_CreateCapsule(NULL, 1.0, 1.0, 2000000000, 2000000000, &s, e.message,
                                       sizeof e.message),
                 VL_ERROR_FULL, s, &e, "expected at most 2048");
}

static void the_largest_builders_fit(void** state)
{
    (void)state;
    vlShape* prism = makePrism(VL_MAX_HULL_VERTICES / 2, 1.0, 2.0);
    checkPlanes(&prism->pieces[0]);
    vlShape_Release(prism);
    vlShape* sphere = makeSphere(1.0, 66, 32); // 2 + 66 * 31 = 2048 vertices
    checkPlanes(&sphere->pieces[0]);
    assert_int_equal(vlShape_GetVertexCount(sphere, 0), VL_MAX_HULL_VERTICES);
    vlShape_Release(sphere);
}

static void a_cylinder_is_the_prism_of_as_many_sides(void** state)
{
    (void)state;
    vlShape* prism = makePrism(17, 0.3, 0.8);
    vlShape* cylinder = NULL;
    assert_int_equal(vlShape_CreateCylinder(NULL, 17, 0.3, 0.8, &cylinder, NULL, 0), VL_OK);
    vlMassProperties a = vlShape_GetMassProperties(prism);
    vlMassProperties b = vlShape_GetMassProperties(cylinder);
    assert_memory_equal(&a, &b, sizeof a);
    for (int v = 0; v < 34; ++v) {
        vlVec3 p = vlShape_GetVertex(prism, 0, v);
        vlVec3 q = vlShape_GetVertex(cylinder, 0, v);
        assert_memory_equal(&p, &q, sizeof p);
    }
    vlShape_Release(prism);
    vlShape_Release(cylinder);
}

static void sizes_from_a_tenth_of_a_millimetre_to_ten_kilometres_work_alike(void** state)
{
    (void)state;
    vlShape* reference = makeSphere(1.0, 12, 8);
    vlMassProperties one = vlShape_GetMassProperties(reference);
    for (int power = -4; power <= 4; ++power) {
        double size = pow(10.0, power);
        vlShape* sphere = makeSphere(size, 12, 8);
        checkConvex(sphere);
        vlMassProperties mass = vlShape_GetMassProperties(sphere);
        double scale3 = size * size * size;
        // Not a power of two: every coordinate is rounded again, some 1e-16 each over 96 faces.
        assertNear(mass.volume / scale3 / one.volume, 1.0, 2e-14);
        assertNear(mass.inertia.cx.x / (scale3 * size * size) / one.inertia.cx.x, 1.0, 2e-14);
        vlShape_Release(sphere);
    }
    vlShape_Release(reference);
}

static void bad_boxes_are_refused(void** state)
{
    (void)state;
    vlShape* s = NULL;
    vlMaybe e = {""};
    checkRefused(vlShape_CreateBox(NULL, vlVec(1.0, -2.0, 1.0), &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "halfSize.y is -2");
    checkRefused(vlShape_CreateBox(NULL, vlVec(0.0, 1.0, 1.0), &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "halfSize.x is 0");
    checkRefused(vlShape_CreateBox(NULL, vlVec(1.0, 1.0, nan("")), &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "halfSize.z is nan");
    checkRefused(
        vlShape_CreateBox(NULL, vlVec(HUGE_VAL, 1.0, 1.0), &s, e.message, sizeof e.message),
        VL_ERROR_ARGUMENT, s, &e, "halfSize.x is inf");
    checkRefused(vlShape_CreateBox(NULL, vlVec(1.0, 1.0, 0.9e-9), &s, e.message, sizeof e.message),
                 VL_ERROR_GEOMETRY, s, &e, "too thin");
    checkRefused(vlShape_CreateBox(NULL, vlVec(1e80, 1e80, 1e80), &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "at most 1e+09 m");
    checkRefused(
        vlShape_CreateBox(NULL, vlVec(1e-80, 1e-80, 1e-80), &s, e.message, sizeof e.message),
        VL_ERROR_GEOMETRY, s, &e, "positive");
    vlAllocator broken = vlDefaultAllocator();
    broken.release = NULL;
    checkRefused(vlShape_CreateBox(&broken, vlVec(1.0, 1.0, 1.0), &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "lacks a function");
    // The message is optional.
    assert_int_equal(vlShape_CreateBox(NULL, vlZero(), &s, NULL, 0), VL_ERROR_ARGUMENT);
}

static void bad_round_things_are_refused(void** state)
{
    (void)state;
    vlShape* s = NULL;
    vlMaybe e = {""};
    checkRefused(vlShape_CreatePrism(NULL, 2, 1.0, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "sides is 2");
    checkRefused(vlShape_CreatePrism(NULL, 1025, 1.0, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_FULL, s, &e, "sides is 1025");
    checkRefused(vlShape_CreatePrism(NULL, INT32_MAX, 1.0, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_FULL, s, &e, "sides is 2147483647");
    checkRefused(vlShape_CreatePrism(NULL, 5, -1.0, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radius is -1");
    checkRefused(vlShape_CreateCylinder(NULL, 5, 1.0, nan(""), &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "height is nan");
    checkRefused(vlShape_CreateCylinder(NULL, 5, 1.0, 1e-9, &s, e.message, sizeof e.message),
                 VL_ERROR_GEOMETRY, s, &e, "too thin");
    checkRefused(vlShape_CreateCone(NULL, 2, 1.0, 0.5, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "sides is 2");
    checkRefused(vlShape_CreateCone(NULL, 8, 0.0, 0.5, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radiusBottom is 0");
    checkRefused(vlShape_CreateCone(NULL, 8, 1.0, -0.5, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radiusTop is -0.5");
    checkRefused(vlShape_CreateCone(NULL, 8, 1.0, nan(""), 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radiusTop is nan");
    checkRefused(vlShape_CreateCone(NULL, 8, 1.0, 1e-12, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radiusTop is 1e-12");
    checkRefused(vlShape_CreateCone(NULL, 8, 1.0, 0.5, 0.0, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "height is 0");
    checkRefused(vlShape_CreateCone(NULL, 1025, 1.0, 0.5, 1.0, &s, e.message, sizeof e.message),
                 VL_ERROR_FULL, s, &e, "sides is 1025");
    checkRefused(vlShape_CreateSphere(NULL, 0.0, 8, 8, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "radius is 0");
    checkRefused(vlShape_CreateSphere(NULL, 1.0, 2, 8, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "sectors is 2");
    checkRefused(vlShape_CreateSphere(NULL, 1.0, 8, 1, &s, e.message, sizeof e.message),
                 VL_ERROR_ARGUMENT, s, &e, "bands is 1");
    checkRefused(vlShape_CreateSphere(NULL, 1.0, 64, 64, &s, e.message, sizeof e.message),
                 VL_ERROR_FULL, s, &e, "4034 vertices and 4096 faces");
    checkRefused(
        vlShape_CreateSphere(NULL, 1.0, INT32_MAX, INT32_MAX, &s, e.message, sizeof e.message),
        VL_ERROR_FULL, s, &e, "2147483647 sectors");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_exact_planes),
        cmocka_unit_test(builders_make_sound_polyhedra_of_the_documented_size),
        cmocka_unit_test(a_capsule_is_round_about_a_line),
        cmocka_unit_test(bad_capsules_are_refused),
        cmocka_unit_test(the_largest_builders_fit),
        cmocka_unit_test(a_cylinder_is_the_prism_of_as_many_sides),
        cmocka_unit_test(sizes_from_a_tenth_of_a_millimetre_to_ten_kilometres_work_alike),
        cmocka_unit_test(bad_boxes_are_refused),
        cmocka_unit_test(bad_round_things_are_refused),
    };
    return cmocka_run_group_tests_name("shape_builders", tests, NULL, NULL);
}
