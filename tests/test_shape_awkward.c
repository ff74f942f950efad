// SPDX-License-Identifier: MIT
// Convex hulls of difficult points: noisy, thin, flat, and NaN.

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hull_check.h"
#include "maybe.h"
#include "models/random.h"
#include "shape/polyhedron.h"
#include "shape_makers.h"
#include "test.h"

#define MAX_POINTS 256

static vlVec3 points[MAX_POINTS];

static void noise_of_any_size_gives_a_sound_hull(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(61);
    for (int round = 0; round < 600; ++round) {
        double noise = pow(10.0, -7.0 - round % 11);
        int count = makeLattice(points, 5, vlRandom_Rotation(&random), vlZero(), 1.0);
        for (int i = 0; i < count; ++i) {
            points[i] = vlMulAdd(points[i], noise, vlRandom_InBall(&random));
        }
        vlShape* shape = makeHull(points, count);
        const vlConvex* c = &shape->pieces[0];
        double outside;
        double unevenness;
        measureHull(c, points, count, &outside, &unevenness);
        assert_true(outside <= 1e-12);
        assert_true(unevenness <= 1e-13); // a face that absorbs slivers may become slightly uneven
        assert_int_equal(c->vertexCount - c->faceStart[c->faceCount] / 2 + c->faceCount, 2);
        double volume = vlShape_GetMassProperties(shape).volume;
        assert_true(fabs(volume - 1.0) < 6.0 * 2.0 * noise + 1e-14); // six faces move by the noise
        vlShape_Release(shape);
    }
}

static void points_strewn_along_edges_do_not_split_them(void** state)
{
    (void)state;
    // Noise near the merging tolerance: some points remain, some slivers between them have no
    // width.
    vlRandom random = vlRandom_Seed(62);
    for (int round = 0; round < 1000; ++round) {
        int corners = 4 + vlRandom_Index(&random, 8);
        int count = corners + vlRandom_Index(&random, 150);
        for (int i = 0; i < count; ++i) {
            if (i < corners) {
                points[i] = vlRandom_InBall(&random);
            } else {
                vlVec3 p = points[vlRandom_Index(&random, corners)];
                vlVec3 q = points[vlRandom_Index(&random, corners)];
                points[i] = vlMulAdd(p, vlRandom_Uniform(&random), vlSub(q, p));
                points[i] = vlMulAdd(points[i], 1e-14, vlRandom_InBall(&random));
            }
        }
        vlShape* shape = makeHull(points, count);
        const vlConvex* c = &shape->pieces[0];
        double outside;
        double unevenness;
        measureHull(c, points, count, &outside, &unevenness);
        assert_true(outside <= 1e-12 && unevenness <= 1e-13); // as above
        assert_int_equal(c->vertexCount - c->faceStart[c->faceCount] / 2 + c->faceCount, 2);
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
        vlShape* shape = makeHull(points, 8);
        double expected = isNeedle ? thin * thin : thin;
        double volume = vlShape_GetMassProperties(shape).volume;
        // Corners are rounded to 1e-16 each, which is that much over the thickness for the thin
        // sides.
        assert_true(fabs(volume / expected - 1.0) < 1e-15 / thin + 1e-14);
        assert_int_equal(vlShape_GetVertexCount(shape, 0), 8);
        vlShape_Release(shape);
    }
}

static void expectRefused(int count, vlResult expected, const char* found)
{
    vlShape* shape = NULL;
    vlMaybe error = {""};
    assert_int_equal(
        vlShape_CreateHull(NULL, points, count, &shape, error.message, sizeof error.message),
        expected);
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
    for (int power = -4; power <= 4; power += 2) {
        double size = pow(10.0, power);
        for (int i = 0; i < 50; ++i) {
            points[i] = vlVec(size, size, size);
        }
        expectRefused(50, VL_ERROR_GEOMETRY, "the 50 points lie on one spot");
        for (int i = 0; i < 50; ++i) {
            points[i] = vlRotate(rotation, vlVec(size * vlRandom_Uniform(&random), 0.0, 0.0));
        }
        expectRefused(50, VL_ERROR_GEOMETRY, "lie on one line");
        for (int i = 0; i < 50; ++i) {
            points[i] = vlRotate(rotation, vlVec(size * vlRandom_Uniform(&random),
                                                 size * vlRandom_Uniform(&random), 0.0));
        }
        expectRefused(50, VL_ERROR_GEOMETRY, "lie in one plane");
        expectRefused(4, VL_ERROR_GEOMETRY, "the 4 points lie in one plane");
        points[49] = vlMulAdd(points[49], 1e-10 * size, vlRotate(rotation, vlVec(0.0, 0.0, 1.0)));
        expectRefused(50, VL_ERROR_GEOMETRY, "thick");
    }
}

static void bad_numbers_are_refused(void** state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        points[i] = vlVec(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    expectRefused(3, VL_ERROR_ARGUMENT, "3 points");
    expectRefused(0, VL_ERROR_ARGUMENT, "0 points");
    expectRefused(-5, VL_ERROR_ARGUMENT, "-5 points");
    points[5].y = nan("");
    expectRefused(8, VL_ERROR_ARGUMENT, "point 5 is (1, nan, 1)");
    points[5].y = HUGE_VAL;
    expectRefused(8, VL_ERROR_ARGUMENT, "point 5 is (1, inf, 1)");
    points[5].y = 1.1e9;
    expectRefused(8, VL_ERROR_ARGUMENT, "point 5 is (1, 1.1e+09, 1)");
    vlShape* shape = NULL;
    vlMaybe error = {""};
    assert_int_equal(vlShape_CreateHull(NULL, NULL, 8, &shape, error.message, sizeof error.message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`points` is NULL"));
    assert_int_equal(vlShape_CreateHull(NULL, points, 8, NULL, error.message, sizeof error.message),
                     VL_ERROR_ARGUMENT);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(noise_of_any_size_gives_a_sound_hull),
        cmocka_unit_test(points_strewn_along_edges_do_not_split_them),
        cmocka_unit_test(thin_plates_and_needles_keep_their_volume),
        cmocka_unit_test(points_without_a_solid_are_refused),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(nothing_is_ever_printed),
    };
    return cmocka_run_group_tests_name("shape_awkward", tests, NULL, NULL);
}
