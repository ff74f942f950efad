// SPDX-License-Identifier: MIT
// Polyhedra from face lists: what is accepted, what is corrected, and every reason for refusal.

#include <string.h>

#include "maybe.h"
#include "models/random.h"
#include "shape/polyhedron.h"
#include "test.h"

// A valid list to damage: one change per refusal.
typedef struct faceData {
    vlVec3 points[64];
    int pointCount;
    int sizes[64];
    int faceCount;
    int indices[256];
} faceData;

static const int cubeFaces[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                  2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};

static faceData cube(void)
{
    faceData data = {.pointCount = 8, .faceCount = 6};
    for (int i = 0; i < 8; ++i) {
        data.points[i] = vlVec(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    for (int f = 0; f < 6; ++f) {
        data.sizes[f] = 4;
    }
    memcpy(data.indices, cubeFaces, sizeof cubeFaces);
    return data;
}

// The cube with every square cut into two triangles.
static faceData triangulatedCube(void)
{
    faceData data = cube();
    data.faceCount = 12;
    for (int f = 0; f < 6; ++f) {
        const int* q = &cubeFaces[4 * f];
        int triangles[6] = {q[0], q[1], q[2], q[0], q[2], q[3]};
        memcpy(&data.indices[6 * f], triangles, sizeof triangles);
        data.sizes[2 * f] = 3;
        data.sizes[2 * f + 1] = 3;
    }
    return data;
}

static vlResult create(const faceData* d, vlShape** shape, vlMaybe* error)
{
    return vlShape_CreateFromFaces(NULL, d->points, d->pointCount, d->sizes, d->faceCount,
                                   d->indices, shape, vlMaybe_Text(error), vlMaybe_Size(error));
}

static vlShape* make(const faceData* data)
{
    vlShape* shape = NULL;
    vlMaybe error = {""};
    vlResult result = create(data, &shape, &error);
    if (result != VL_OK) {
        fail_msg("%s: %s", vlResult_Name(result), error.message);
    }
    return shape;
}

static void checkRefused(const faceData* data, vlResult expected, const char* found)
{
    vlShape* shape = NULL;
    vlMaybe error = {""};
    vlResult result = create(data, &shape, &error);
    if (result != expected || strstr(error.message, found) == NULL) {
        fail_msg("%s \"%s\" instead of \"%s\"", vlResult_Name(result), error.message, found);
    }
    assert_null(shape);
    assert_int_equal(create(data, &shape, NULL), expected); // the message is optional
}

static void a_sound_list_is_kept_as_it_is(void** state)
{
    (void)state;
    faceData data = cube();
    vlShape* shape = make(&data);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), 8);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
    for (int v = 0; v < 8; ++v) {
        vlVec3 p = vlShape_GetVertex(shape, 0, v);
        assert_memory_equal(&p, &data.points[v], sizeof p);
    }
    for (int f = 0; f < 6; ++f) {
        int loop[4];
        assert_int_equal(vlShape_GetFaceVertices(shape, 0, f, loop, 4), 4);
        assert_memory_equal(loop, &data.indices[4 * f], sizeof loop);
    }
    assert_true(fabs(vlShape_GetMassProperties(shape).volume - 1.0) < 1e-15); // ten roundings
    vlShape_Release(shape);
}

static void hulls_come_back_through_their_own_faces(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    for (int round = 0; round < 100; ++round) {
        vlVec3 points[24];
        int count = 4 + vlRandom_Index(&random, 21);
        double size = vlRandom_Log(&random, 1e-4, 1e4);
        for (int i = 0; i < count; ++i) {
            points[i] = vlScale(vlRandom_InBall(&random), size);
        }
        vlShape* hull = NULL;
        assert_int_equal(vlShape_CreateHull(NULL, points, count, &hull, NULL, 0), VL_OK);
        faceData data = {.pointCount = vlShape_GetVertexCount(hull, 0),
                         .faceCount = vlShape_GetFaceCount(hull, 0)};
        for (int v = 0; v < data.pointCount; ++v) {
            data.points[v] = vlShape_GetVertex(hull, 0, v);
        }
        for (int f = 0, at = 0; f < data.faceCount; at += data.sizes[f++]) {
            data.sizes[f] = vlShape_GetFaceVertices(hull, 0, f, &data.indices[at], 256 - at);
        }
        vlShape* copy = make(&data);
        assert_int_equal(vlShape_GetFaceCount(copy, 0), data.faceCount);
        vlMassProperties a = vlShape_GetMassProperties(hull);
        vlMassProperties b = vlShape_GetMassProperties(copy);
        assert_memory_equal(&a, &b, sizeof a); // same points, same loops, same sums
        vlShape_Release(hull);
        vlShape_Release(copy);
    }
}

static void coplanar_triangles_become_one_face(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int round = 0; round < 200; ++round) {
        faceData data = triangulatedCube();
        vlQuat rotation = vlRandom_Rotation(&random);
        double size = vlRandom_Log(&random, 1e-4, 1e4);
        for (int i = 0; i < 8; ++i) {
            data.points[i] = vlRotate(rotation, vlScale(data.points[i], size));
        }
        vlShape* shape = make(&data);
        assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
        assert_int_equal(vlShape_GetVertexCount(shape, 0), 8);
        vlShape_Release(shape);
    }
}

static void vertices_inside_faces_and_edges_are_dropped(void** state)
{
    (void)state;
    faceData data = cube();
    // Vertex 8 in the middle of edge 0-4, vertex 9 in the middle of face 1-3-7-5.
    data.points[8] = vlVec(0.0, 0.0, 0.5);
    data.points[9] = vlVec(1.0, 0.5, 0.5);
    data.pointCount = 10;
    data.faceCount = 9;
    static const int sizes[9] = {5, 3, 3, 3, 3, 5, 4, 4, 4};
    static const int indices[34] = {0, 8, 4, 6, 2, 1, 3, 9, 3, 7, 9, 7, 5, 9, 5, 1, 9,
                                    0, 1, 5, 4, 8, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    memcpy(data.sizes, sizes, sizeof sizes);
    memcpy(data.indices, indices, sizeof indices);
    vlShape* shape = make(&data);
    assert_int_equal(vlShape_GetVertexCount(shape, 0), 8);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
    assert_true(fabs(vlShape_GetMassProperties(shape).volume - 1.0) < 1e-15);
    vlShape_Release(shape);
}

static void counts_and_numbers_out_of_range_are_refused(void** state)
{
    (void)state;
    faceData d = cube();
    d.pointCount = 3;
    checkRefused(&d, VL_ERROR_ARGUMENT, "3 points and 6 faces; expected at least 4");
    d = cube();
    d.faceCount = -1;
    checkRefused(&d, VL_ERROR_ARGUMENT, "8 points and -1 faces");
    d = cube();
    d.pointCount = VL_MAX_HULL_VERTICES + 1;
    checkRefused(&d, VL_ERROR_FULL, "2049 points and 6 faces; expected at most 2048");
    d = cube();
    d.faceCount = VL_MAX_HULL_FACES + 1;
    checkRefused(&d, VL_ERROR_FULL, "4097 faces");
    d = cube();
    d.points[6].z = nan("");
    checkRefused(&d, VL_ERROR_ARGUMENT, "point 6 is (0, 1, nan); expected finite");
    d = cube();
    d.sizes[2] = 2;
    checkRefused(&d, VL_ERROR_ARGUMENT, "face 2 has 2 vertices; expected 3 to 8");
    d.sizes[2] = 9;
    checkRefused(&d, VL_ERROR_ARGUMENT, "face 2 has 9 vertices");
    d.sizes[2] = -4;
    checkRefused(&d, VL_ERROR_ARGUMENT, "face 2 has -4 vertices");
    d = cube();
    d.indices[13] = 8;
    checkRefused(&d, VL_ERROR_ARGUMENT, "face 3 names vertex 8 at place 1; expected 0 to 7");
    d.indices[13] = -1;
    checkRefused(&d, VL_ERROR_ARGUMENT, "face 3 names vertex -1");
}

static void null_arrays_are_refused(void** state)
{
    (void)state;
    faceData d = cube();
    vlShape* s = NULL;
    vlMaybe e = {""};
    assert_int_equal(vlShape_CreateFromFaces(NULL, NULL, 8, d.sizes, 6, d.indices, &s, e.message,
                                             sizeof e.message),
                     VL_ERROR_ARGUMENT);
    assert_non_null(strstr(e.message, "is NULL"));
    assert_int_equal(vlShape_CreateFromFaces(NULL, d.points, 8, NULL, 6, d.indices, &s, e.message,
                                             sizeof e.message),
                     VL_ERROR_ARGUMENT);
    assert_int_equal(vlShape_CreateFromFaces(NULL, d.points, 8, d.sizes, 6, NULL, &s, e.message,
                                             sizeof e.message),
                     VL_ERROR_ARGUMENT);
    assert_int_equal(vlShape_CreateFromFaces(NULL, d.points, 8, d.sizes, 6, d.indices, NULL,
                                             e.message, sizeof e.message),
                     VL_ERROR_ARGUMENT);
    assert_null(s);
}

static void loops_longer_than_their_index_type_are_refused(void** state)
{
    (void)state;
    // 33 faces of 2000 vertices: 66000 corners. The indices behind the limit are never read.
    static vlVec3 points[2000];
    static int sizes[33];
    static int indices[66000];
    for (int i = 0; i < 2000; ++i) {
        points[i] = vlVec(i, i % 7, i % 3);
    }
    for (int f = 0; f < 33; ++f) {
        sizes[f] = 2000;
    }
    vlShape* s = NULL;
    vlMaybe e = {""};
    assert_int_equal(vlShape_CreateFromFaces(NULL, points, 2000, sizes, 33, indices, &s, e.message,
                                             sizeof e.message),
                     VL_ERROR_FULL);
    assert_non_null(strstr(e.message, "faces 0 to 32 have 66000 vertices together"));
    assert_null(s);
}

static void open_and_tangled_surfaces_are_refused(void** state)
{
    (void)state;
    faceData d = cube();
    d.faceCount = 5; // without the lid 4-5-7-6
    checkRefused(&d, VL_ERROR_GEOMETRY, "edge 4-6 of face 0 has no single partner running 6-4");
    d = cube();
    d.indices[20] = 4, d.indices[21] = 6, d.indices[22] = 7, d.indices[23] = 5; // lid upside down
    checkRefused(&d, VL_ERROR_GEOMETRY, "edge 4-6 runs in the same direction in faces 0 and 5");
    d = cube();
    d.indices[2] = 4;
    checkRefused(&d, VL_ERROR_GEOMETRY, "face 0 names vertex 4 twice");
    d = cube();
    d.points[8] = vlVec(0.5, 0.5, 0.5);
    d.pointCount = 9;
    checkRefused(&d, VL_ERROR_GEOMETRY, "vertex 8 belongs to no face");
    // Two cubes at the same place: closed and convex to every local test, but two surfaces.
    d = cube();
    for (int i = 0; i < 8; ++i) {
        d.points[8 + i] = d.points[i];
    }
    for (int i = 0; i < 24; ++i) {
        d.indices[24 + i] = cubeFaces[i] + 8;
        d.sizes[6 + i / 4] = 4;
    }
    d.pointCount = 16;
    d.faceCount = 12;
    checkRefused(&d, VL_ERROR_GEOMETRY, "16 vertices - 24 edges + 12 faces is 4; expected 2");
}

static void wrong_geometry_is_refused_by_name(void** state)
{
    (void)state;
    faceData d = cube();
    for (int f = 0; f < 6; ++f) { // all loops clockwise
        int* q = &d.indices[4 * f];
        int kept = q[1];
        q[1] = q[3];
        q[3] = kept;
    }
    checkRefused(&d, VL_ERROR_GEOMETRY, "the faces point inwards (volume -1 m3)");
    d = cube();
    d.points[7] = vlVec(1.2, 1.2, 1.0); // the quads 1-3-7-5 and 2-6-7-3 bend
    checkRefused(&d, VL_ERROR_GEOMETRY, "face 1 is not plane: vertex 1 is");
    d = triangulatedCube();
    d.points[7] = vlVec(0.6, 0.6, 0.6); // a dent
    checkRefused(&d, VL_ERROR_GEOMETRY, "not convex: vertex ");
    d = cube();
    for (int i = 0; i < 8; ++i) {
        d.points[i].z *= 1e-10;
    }
    checkRefused(&d, VL_ERROR_GEOMETRY, "too thin: 1e-10 m across face 4; expected at least 1e-09");
    d = triangulatedCube();
    d.points[6] = d.points[4]; // the triangle 0-4-6 has no width
    checkRefused(&d, VL_ERROR_GEOMETRY, "face 0 has area 0 m2; expected a positive area");
}

static void slightly_rough_coordinates_are_accepted(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    faceData d = cube();
    for (int i = 0; i < 8; ++i) {
        d.points[i] = vlMulAdd(d.points[i], 1e-10, vlRandom_InBall(&random));
    }
    vlShape* shape = make(&d);
    assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
    vlShape_Release(shape);
    d.points[7].x += 1e-8;
    checkRefused(&d, VL_ERROR_GEOMETRY, "not plane");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_list_is_kept_as_it_is),
        cmocka_unit_test(hulls_come_back_through_their_own_faces),
        cmocka_unit_test(coplanar_triangles_become_one_face),
        cmocka_unit_test(vertices_inside_faces_and_edges_are_dropped),
        cmocka_unit_test(counts_and_numbers_out_of_range_are_refused),
        cmocka_unit_test(null_arrays_are_refused),
        cmocka_unit_test(loops_longer_than_their_index_type_are_refused),
        cmocka_unit_test(open_and_tangled_surfaces_are_refused),
        cmocka_unit_test(wrong_geometry_is_refused_by_name),
        cmocka_unit_test(slightly_rough_coordinates_are_accepted),
    };
    return cmocka_run_group_tests_name("shape_faces", tests, NULL, NULL);
}
