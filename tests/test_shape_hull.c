// SPDX-License-Identifier: MIT
// Convex hulls: topology, exactness, merging of coplanar faces, noisy and degenerate input.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libqhull_r/qhull_ra.h>
#include <unistd.h>
#include <cmocka.h>

#include "random.h"
#include "shape/polyhedron.h"

#define MAX_POINTS 4096

static vlVec3 points[MAX_POINTS];

static vlShape* makeHull(int count)
{
    vlShape* shape = NULL;
    vlShapeError error = {""};
    vlResult result = vlShape_CreateHull(NULL, points, count, &shape, &error);
    if (result != VL_OK) {
        fail_msg("%s: %s", vlResult_Name(result), error.message);
    }
    return shape;
}

static double extentOf(int count)
{
    vlVec3 lower = points[0];
    vlVec3 upper = points[0];
    for (int i = 1; i < count; ++i) {
        lower = vlVec(fmin(lower.x, points[i].x), fmin(lower.y, points[i].y),
                      fmin(lower.z, points[i].z));
        upper = vlVec(fmax(upper.x, points[i].x), fmax(upper.y, points[i].y),
                      fmax(upper.z, points[i].z));
    }
    return fmax(upper.x - lower.x, fmax(upper.y - lower.y, upper.z - lower.z));
}

static bool isGivenPoint(vlVec3 p, int count)
{
    for (int i = 0; i < count; ++i) {
        if (memcmp(&p, &points[i], sizeof p) == 0) {
            return true;
        }
    }
    return false;
}

// Largest height of a given point over a face, and of a loop's own vertices off their plane.
static void measureHull(const vlConvex* c, int count, double* outside, double* unevenness)
{
    *outside = 0.0;
    *unevenness = 0.0;
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 n = vlConvex_Normal(c, f);
        for (int i = 0; i < count; ++i) {
            *outside = fmax(*outside, vlDot(n, points[i]) - c->nd[f]);
        }
        for (int i = c->faceStart[f]; i < c->faceStart[f + 1]; ++i) {
            double height = vlDot(n, vlConvex_Vertex(c, c->faceVertex[i])) - c->nd[f];
            *unevenness = fmax(*unevenness, fabs(height));
        }
    }
}

// Closed, convex, and made of the caller's own points. `scale`: what roundings are relative to.
static void checkHull(const vlShape* shape, int count, double scale)
{
    const vlConvex* c = &shape->pieces[0];
    int corners = c->faceStart[c->faceCount];
    assert_int_equal(c->vertexCount - corners / 2 + c->faceCount, 2);
    for (int v = 0; v < c->vertexCount; ++v) {
        assert_true(isGivenPoint(vlConvex_Vertex(c, v), count));
        assert_true(c->vertexFaceStart[v + 1] - c->vertexFaceStart[v] >= 3);
    }
    double outside;
    double unevenness;
    measureHull(c, count, &outside, &unevenness);
    assert_true(outside <= 1e-12 * scale);    // what the hull promises its caller
    assert_true(unevenness <= 1e-14 * scale); // merged faces: 32 roundings of the extent
}

static void randomHullsOfKind(int kind, uint64_t seed)
{
    vlRandom random = vlRandom_Seed(seed);
    for (int count = 4; count <= 200; ++count) {
        double size = vlRandom_Log(&random, 1e-4, 1e4);
        for (int i = 0; i < count; ++i) {
            vlVec3 p = kind == 0 ? vlRandom_Direction(&random) : vlRandom_InBall(&random);
            points[i] = vlScale(p, size);
        }
        vlShape* shape = makeHull(count);
        checkHull(shape, count, extentOf(count));
        if (kind == 0) {
            assert_int_equal(vlShape_GetVertexCount(shape, 0), count); // all on the sphere
        }
        vlShape_Release(shape);
    }
}

static void random_hulls_satisfy_euler_and_hold_all_their_points(void** state)
{
    (void)state;
    randomHullsOfKind(0, 11);
    randomHullsOfKind(1, 12);
}

static double qhullVolume(int count)
{
    // Qhull's own coordinates are freed with it; its messages go to a memory stream.
    static double coordinates[3 * MAX_POINTS];
    for (int i = 0; i < count; ++i) {
        coordinates[3 * i] = points[i].x;
        coordinates[3 * i + 1] = points[i].y;
        coordinates[3 * i + 2] = points[i].z;
    }
    char* text = NULL;
    size_t size = 0;
    FILE* log = open_memstream(&text, &size);
    qhT qhull;
    char command[] = "qhull FA Pp";
    qh_zero(&qhull, log);
    assert_int_equal(qh_new_qhull(&qhull, 3, count, coordinates, False, command, NULL, log), 0);
    qh_getarea(&qhull, qhull.facet_list);
    double volume = qhull.totvol;
    int curlong;
    int totlong;
    qh_freeqhull(&qhull, qh_ALL);
    qh_memfreeshort(&qhull, &curlong, &totlong);
    assert_int_equal(fclose(log), 0);
    free(text);
    return volume;
}

static void volumes_agree_with_qhulls_own(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(21);
    for (int round = 0; round < 200; ++round) {
        int count = 4 + vlRandom_Index(&random, 197);
        for (int i = 0; i < count; ++i) {
            points[i] = vlRandom_InBall(&random);
        }
        vlShape* shape = makeHull(count);
        double volume = vlShape_GetMassProperties(shape).volume;
        // Qhull sums face area times distance; its planes carry some 1e-15 of the extent, which a
        // flat hull of few points magnifies.
        assert_true(fabs(volume / qhullVolume(count) - 1.0) < 1e-10);
        vlShape_Release(shape);
    }
}

// A cube as a lattice of n^3 points with its corners among them, turned, moved and scaled.
static int makeLattice(int n, vlQuat rotation, vlVec3 place, double size)
{
    int count = 0;
    for (int i = 0; i < n * n * n; ++i) {
        vlVec3 p = vlVec(i % n, i / n % n, (double)(i / (n * n)));
        points[count++] = vlAdd(place, vlRotate(rotation, vlScale(p, size / (n - 1))));
    }
    return count;
}

static void a_cube_has_six_quads_however_it_lies(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(31);
    for (int round = 0; round < 2000; ++round) {
        int n = 2 + vlRandom_Index(&random, 3);
        vlQuat rotation = round == 0 ? vlIdentityQuat() : vlRandom_Rotation(&random);
        double size = vlRandom_Log(&random, 1e-4, 1e4);
        // Up to a hundred sizes away from the origin the corners carry 100 times more rounding.
        vlVec3 place = vlScale(vlRandom_InBall(&random), size * (round % 2 == 0 ? 1.0 : 100.0));
        int count = makeLattice(n, rotation, place, size);
        vlShape* shape = makeHull(count);
        assert_int_equal(vlShape_GetVertexCount(shape, 0), 8);
        assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
        for (int f = 0; f < 6; ++f) {
            int loop[4];
            assert_int_equal(vlShape_GetFaceVertices(shape, 0, f, loop, 4), 4);
        }
        checkHull(shape, count, round % 2 == 0 ? size : 100.0 * size);
        vlShape_Release(shape);
    }
}

static void loops_run_anticlockwise_seen_from_outside(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(41);
    for (int i = 0; i < 60; ++i) {
        points[i] = vlRandom_Direction(&random);
    }
    vlShape* shape = makeHull(60);
    const vlConvex* c = &shape->pieces[0];
    for (int f = 0; f < c->faceCount; ++f) {
        vlVec3 a = vlConvex_Vertex(c, c->faceVertex[c->faceStart[f]]);
        vlVec3 b = vlConvex_Vertex(c, c->faceVertex[c->faceStart[f] + 1]);
        vlVec3 d = vlConvex_Vertex(c, c->faceVertex[c->faceStart[f] + 2]);
        vlVec3 out = vlSub(a, c->centre);
        assert_true(vlDot(vlCross(vlSub(b, a), vlSub(d, b)), out) > 0.0);
        assert_true(vlDot(vlConvex_Normal(c, f), out) > 0.0);
    }
    vlShape_Release(shape);
}

static void duplicates_and_points_inside_are_dropped(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(51);
    for (int round = 0; round < 100; ++round) {
        int corners = 4 + vlRandom_Index(&random, 20);
        for (int i = 0; i < corners; ++i) {
            points[i] = vlRandom_Direction(&random);
        }
        int count = corners;
        while (count < 300) {
            vlVec3 p = points[vlRandom_Index(&random, corners)];
            vlVec3 q = points[vlRandom_Index(&random, corners)];
            bool isCopy = count % 3 == 0;
            points[count++] = isCopy ? p : vlAdd(vlScale(p, 0.25), vlScale(q, 0.75));
        }
        vlShape* shape = makeHull(count);
        // Points on an edge may stick out by a rounding: they must not become corners.
        assert_int_equal(vlShape_GetVertexCount(shape, 0), corners);
        for (int v = 0; v < corners; ++v) {
            vlVec3 p = vlShape_GetVertex(shape, 0, v);
            assert_memory_equal(&p, &points[v], sizeof p); // same bits, same order
        }
        checkHull(shape, count, 2.0);
        vlShape_Release(shape);
    }
}

static void noise_of_any_size_gives_a_sound_hull(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(61);
    for (int round = 0; round < 600; ++round) {
        double noise = pow(10.0, -7.0 - round % 11);
        int count = makeLattice(5, vlRandom_Rotation(&random), vlZero(), 1.0);
        for (int i = 0; i < count; ++i) {
            points[i] = vlMulAdd(points[i], noise, vlRandom_InBall(&random));
        }
        vlShape* shape = makeHull(count);
        const vlConvex* c = &shape->pieces[0];
        double outside;
        double unevenness;
        measureHull(c, count, &outside, &unevenness);
        assert_true(outside <= 1e-12);
        assert_true(unevenness <= 1e-13); // slivers taken over by a neighbour may bend it slightly
        assert_int_equal(c->vertexCount - c->faceStart[c->faceCount] / 2 + c->faceCount, 2);
        double volume = vlShape_GetMassProperties(shape).volume;
        assert_true(fabs(volume - 1.0) < 6.0 * 2.0 * noise + 1e-14); // six faces move by the noise
        vlShape_Release(shape);
    }
}

static void thin_plates_and_needles_keep_their_volume(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(71);
    for (int round = 0; round < 300; ++round) {
        bool isNeedle = round % 2 == 0;
        double thin = vlRandom_Log(&random, 2e-8, 1e-2);
        vlQuat rotation = vlRandom_Rotation(&random);
        for (int i = 0; i < 8; ++i) {
            vlVec3 p = vlVec(i & 1, i >> 1 & 1, i >> 2 & 1);
            vlVec3 sized = vlVec(p.x, p.y * (isNeedle ? thin : 1.0), p.z * thin);
            points[i] = vlRotate(rotation, sized);
        }
        vlShape* shape = makeHull(8);
        double expected = isNeedle ? thin * thin : thin;
        double volume = vlShape_GetMassProperties(shape).volume;
        // Corners are rounded to 1e-16 each; the thin sides lose that fraction of themselves.
        assert_true(fabs(volume / expected - 1.0) < 1e-15 / thin + 1e-14);
        assert_int_equal(vlShape_GetVertexCount(shape, 0), 8);
        vlShape_Release(shape);
    }
}

static void the_largest_hull_fits_and_one_vertex_more_is_refused(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(81);
    for (int i = 0; i <= VL_MAX_HULL_VERTICES; ++i) {
        points[i] = vlRandom_Direction(&random);
    }
    vlShape* shape = makeHull(VL_MAX_HULL_VERTICES);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), VL_MAX_HULL_VERTICES);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 2 * VL_MAX_HULL_VERTICES - 4);
    vlShape_Release(shape);
    vlShapeError error = {""};
    shape = NULL;
    vlResult result = vlShape_CreateHull(NULL, points, VL_MAX_HULL_VERTICES + 1, &shape, &error);
    assert_int_equal(result, VL_ERROR_FULL);
    assert_null(shape);
    assert_string_equal(error.message, "the hull has 2049 vertices; expected at most 2048");
}

static void checkRefused(int count, vlResult expected, const char* found)
{
    vlShape* shape = NULL;
    vlShapeError error = {""};
    assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, &error), expected);
    assert_null(shape);
    if (strstr(error.message, found) == NULL || strstr(error.message, "expected") == NULL) {
        fail_msg("\"%s\" does not speak of \"%s\"", error.message, found);
    }
}

static void points_without_a_solid_are_refused(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(91);
    vlQuat rotation = vlRandom_Rotation(&random);
    for (double size = 1e-4; size < 2e4; size *= 100.0) {
        for (int i = 0; i < 50; ++i) {
            points[i] = vlVec(size, size, size);
        }
        checkRefused(50, VL_ERROR_GEOMETRY, "the 50 points lie on one spot");
        for (int i = 0; i < 50; ++i) {
            points[i] = vlRotate(rotation, vlVec(size * vlRandom_Uniform(&random), 0.0, 0.0));
        }
        checkRefused(50, VL_ERROR_GEOMETRY, "lie on one line");
        for (int i = 0; i < 50; ++i) {
            points[i] = vlRotate(rotation, vlVec(size * vlRandom_Uniform(&random),
                                                 size * vlRandom_Uniform(&random), 0.0));
        }
        checkRefused(50, VL_ERROR_GEOMETRY, "lie in one plane");
        checkRefused(4, VL_ERROR_GEOMETRY, "the 4 points lie in one plane");
        points[49] = vlMulAdd(points[49], 1e-10 * size, vlRotate(rotation, vlVec(0.0, 0.0, 1.0)));
        checkRefused(50, VL_ERROR_GEOMETRY, "thick");
    }
}

static void bad_numbers_are_refused(void** state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        points[i] = vlVec(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    checkRefused(3, VL_ERROR_ARGUMENT, "3 points");
    checkRefused(0, VL_ERROR_ARGUMENT, "0 points");
    checkRefused(-5, VL_ERROR_ARGUMENT, "-5 points");
    points[5].y = nan("");
    checkRefused(8, VL_ERROR_ARGUMENT, "point 5 is (1, nan, 1)");
    points[5].y = HUGE_VAL;
    checkRefused(8, VL_ERROR_ARGUMENT, "point 5 is (1, inf, 1)");
    points[5].y = 1e308;
    points[4].y = -1e308;
    checkRefused(8, VL_ERROR_GEOMETRY, "span inf m");
    vlShape* shape = NULL;
    vlShapeError error = {""};
    assert_int_equal(vlShape_CreateHull(NULL, NULL, 8, &shape, &error), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`points` is NULL"));
    assert_int_equal(vlShape_CreateHull(NULL, points, 8, NULL, &error), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`shape` is NULL"));
}

// Runs `body` with standard output and error sent to a file; returns how many bytes arrived there.
static long bytesPrinted(void (*body)(void**))
{
    FILE* catcher = tmpfile();
    assert_non_null(catcher);
    assert_int_equal(fflush(NULL), 0);
    int out = dup(STDOUT_FILENO);
    int err = dup(STDERR_FILENO);
    assert_true(dup2(fileno(catcher), STDOUT_FILENO) >= 0);
    assert_true(dup2(fileno(catcher), STDERR_FILENO) >= 0);
    body(NULL);
    (void)fflush(NULL);
    assert_true(dup2(out, STDOUT_FILENO) >= 0);
    assert_true(dup2(err, STDERR_FILENO) >= 0);
    assert_int_equal(close(out), 0);
    assert_int_equal(close(err), 0);
    assert_int_equal(fseek(catcher, 0, SEEK_END), 0);
    long bytes = ftell(catcher);
    assert_int_equal(fclose(catcher), 0);
    return bytes;
}

static void nothing_is_ever_printed(void** state)
{
    (void)state;
    assert_int_equal(bytesPrinted(points_without_a_solid_are_refused), 0);
    assert_int_equal(bytesPrinted(thin_plates_and_needles_keep_their_volume), 0);
    assert_int_equal(bytesPrinted(noise_of_any_size_gives_a_sound_hull), 0);
}

static void the_same_points_give_the_same_bits(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(101);
    for (int i = 0; i < 150; ++i) {
        points[i] = vlRandom_InBall(&random);
    }
    vlShape* first = makeHull(150);
    vlShape* second = makeHull(150);
    const vlConvex* a = &first->pieces[0];
    const vlConvex* b = &second->pieces[0];
    size_t faces = (size_t)a->faceCount;
    assert_int_equal(a->faceCount, b->faceCount);
    assert_memory_equal(a->nd, b->nd, faces * sizeof(double));
    assert_memory_equal(a->faceVertex, b->faceVertex, a->faceStart[faces] * sizeof(uint16_t));
    assert_memory_equal(&first->mass, &second->mass, sizeof first->mass);
    vlShape_Release(first);
    vlShape_Release(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_hulls_satisfy_euler_and_hold_all_their_points),
        cmocka_unit_test(volumes_agree_with_qhulls_own),
        cmocka_unit_test(a_cube_has_six_quads_however_it_lies),
        cmocka_unit_test(loops_run_anticlockwise_seen_from_outside),
        cmocka_unit_test(duplicates_and_points_inside_are_dropped),
        cmocka_unit_test(noise_of_any_size_gives_a_sound_hull),
        cmocka_unit_test(thin_plates_and_needles_keep_their_volume),
        cmocka_unit_test(the_largest_hull_fits_and_one_vertex_more_is_refused),
        cmocka_unit_test(points_without_a_solid_are_refused),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(nothing_is_ever_printed),
        cmocka_unit_test(the_same_points_give_the_same_bits),
    };
    return cmocka_run_group_tests_name("shape_hull", tests, NULL, NULL);
}
