// SPDX-License-Identifier: MIT
// Convex hulls: topology, exactness, merging of coplanar faces, dropping of other points.

#include <libqhull_r/qhull_ra.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hull_check.h"
#include "maybe.h"
#include "models/random.h"
#include "shape/polyhedron.h"
#include "shape_makers.h"
#include "solid/face_list.h"
#include "test.h"

#define MAX_POINTS 4096

static vlVec3 points[MAX_POINTS];

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
        if (p.x == points[i].x && p.y == points[i].y && p.z == points[i].z) {
            return true;
        }
    }
    return false;
}

// Closed, convex, and made of the caller's own points. Roundings are relative to `scale`.
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
    measureHull(c, points, count, &outside, &unevenness);
    assert_true(outside <= 1e-12 * scale);    // the promise of the hull
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
        vlShape* shape = makeHull(points, count);
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
        vlShape* shape = makeHull(points, count);
        double volume = vlShape_GetMassProperties(shape).volume;
        // Qhull sums face area times distance; its planes carry some 1e-15 of the extent, which a
        // flat hull of few points magnifies.
        assert_true(fabs(volume / qhullVolume(count) - 1.0) < 1e-10);
        vlShape_Release(shape);
    }
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
        int count = makeLattice(points, n, rotation, place, size);
        vlShape* shape = makeHull(points, count);
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
    vlShape* shape = makeHull(points, 60);
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
        vlShape* shape = makeHull(points, count);
        // Points on an edge may be outside by a rounding error: they must not become corners.
        assert_int_equal(vlShape_GetVertexCount(shape, 0), corners);
        for (int v = 0; v < corners; ++v) {
            vlVec3 p = vlShape_GetVertex(shape, 0, v);
            assert_memory_equal(&p, &points[v], sizeof p); // same bits, same order
        }
        checkHull(shape, count, 2.0);
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
    vlShape* shape = makeHull(points, VL_MAX_HULL_VERTICES);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), VL_MAX_HULL_VERTICES);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 2 * VL_MAX_HULL_VERTICES - 4);
    vlShape_Release(shape);
    vlMaybe error = {""};
    shape = NULL;
    vlResult result = vlShape_CreateHull(NULL, points, VL_MAX_HULL_VERTICES + 1, &shape,
                                         error.message, sizeof error.message);
    assert_int_equal(result, VL_ERROR_FULL);
    assert_null(shape);
    assert_string_equal(error.message, "the hull has 2049 vertices; expected at most 2048");
}

// However Qhull lists faces, and wherever it begins a loop.
static void faces_have_one_order_however_they_are_listed(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(18);
    for (int round = 0; round < 200; ++round) {
        int count = round % 2 == 0 ? 60 : makeLattice(points, 3, vlIdentityQuat(), vlZero(), 1.0);
        for (int i = 0; round % 2 == 0 && i < count; ++i) {
            points[i] = vlRandom_InBall(&random);
        }
        vlShape* shape = makeHull(points, count);
        const vlConvex* c = &shape->pieces[0];
        vlAllocator allocator = vlDefaultAllocator();
        vlFaceList list;
        assert_true(vlFaceList_Create(&allocator, c->vertexCount, c->faceCount,
                                      c->faceStart[c->faceCount], &list));
        list.pointCount = c->vertexCount;
        int first = vlRandom_Index(&random, c->faceCount);
        for (int f = 0; f < c->faceCount; ++f) {
            // Every face once: a step of minus one through all, from anywhere.
            int g = (first + c->faceCount - f) % c->faceCount, loop[64];
            int corners = c->faceStart[g + 1] - c->faceStart[g];
            int turn = vlRandom_Index(&random, corners);
            for (int i = 0; i < corners; ++i) {
                loop[i] = c->faceVertex[c->faceStart[g] + (i + turn) % corners];
            }
            vlFaceList_AddFace(&list, corners, loop);
        }
        vlFaceList_Sort(&list);
        assert_int_equal(list.faceCount, c->faceCount);
        for (int f = 0; f <= c->faceCount; ++f) {
            assert_int_equal(list.start[f], c->faceStart[f]);
        }
        for (int i = 0; i < list.cornerCount; ++i) {
            assert_int_equal(list.corner[i], c->faceVertex[i]);
        }
        vlFaceList_Release(&list);
        vlShape_Release(shape);
    }
}

static void the_same_points_give_the_same_bits(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(101);
    for (int i = 0; i < 150; ++i) {
        points[i] = vlRandom_InBall(&random);
    }
    vlShape* first = makeHull(points, 150);
    vlShape* second = makeHull(points, 150);
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
        cmocka_unit_test(the_largest_hull_fits_and_one_vertex_more_is_refused),
        cmocka_unit_test(faces_have_one_order_however_they_are_listed),
        cmocka_unit_test(the_same_points_give_the_same_bits),
    };
    return cmocka_run_group_tests_name("shape_hull", tests, NULL, NULL);
}
