// SPDX-License-Identifier: MIT
// The same box in every format is the same solid; optional features of the formats are read as
// specified.

#include <stdio.h>
#include <stdlib.h>

#include "maybe.h"
#include "mesh_check.h"
#include "test.h"
#include "volar/shape.h"

// Size of the box in the files: powers of two, exact in every number type.
static const vlVec3 boxSize = {0.5, 0.25, 0.125};

static const struct {
    const char* file;
    int faces, parts;
} boxes[] = {{"box.obj", 6, 1},         {"box_forms.obj", 6, 2}, {"box_ascii.stl", 12, 1},
             {"box_binary.stl", 12, 1}, {"box_ascii.ply", 6, 1}, {"box_little.ply", 6, 1},
             {"box_big.ply", 6, 1}};
#define BOXES (sizeof boxes / sizeof boxes[0])

static void readText(const char* text, const char* name, vlMesh* mesh)
{
    vlFileError error = {"", 0, 0, ""};
    vlResult result =
        vlMesh_ReadBytes((const unsigned char*)text, strlen(text), name, mesh, &error);
    if (result != VL_OK) {
        print_error("%s:%d:%d: %s\n", error.file, error.line, error.column, error.message);
    }
    assert_int_equal(result, VL_OK);
    assert_true(vlMeshCheck_IsSound(mesh));
}

static void readBox(const char* file, vlMesh* mesh)
{
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    vlFileError error = {"", 0, 0, ""};
    (void)snprintf(path, sizeof path, "%s/tests/corpus/mesh/%s", root != NULL ? root : ".", file);
    vlResult result = vlMesh_Read(path, mesh, &error);
    if (result != VL_OK) {
        print_error("%s:%d:%d: %s\n", error.file, error.line, error.column, error.message);
    }
    assert_int_equal(result, VL_OK);
    assert_true(vlMeshCheck_IsSound(mesh));
}

// The number of a corner of the box; its bit k is the side along axis k.
static int cornerOf(vlVec3 p)
{
    int x = p.x == boxSize.x, y = p.y == boxSize.y, z = p.z == boxSize.z;
    assert_true((x || p.x == 0.0) && (y || p.y == 0.0) && (z || p.z == 0.0));
    return x | y << 1 | z << 2;
}

static void the_same_box_in_every_format_is_the_same_solid(void** state)
{
    (void)state;
    for (size_t i = 0; i < BOXES; ++i) {
        vlMesh mesh;
        readBox(boxes[i].file, &mesh);
        assert_int_equal(mesh.pointCount, 8); // welded if the format has no indices
        assert_int_equal(mesh.faceCount, boxes[i].faces);
        assert_int_equal(mesh.partCount, boxes[i].parts);
        int seen = 0;
        for (int k = 0; k < 8; ++k) {
            seen |= 1 << cornerOf(mesh.points[k]);
        }
        assert_int_equal(seen, 0xff);
        // Closed, all faces plane and outward: the shape's own checks.
        vlShape* shape = NULL;
        vlMaybe error = {""};
        vlResult result = vlShape_CreateFromFaces(NULL, mesh.points, mesh.pointCount,
                                                  mesh.faceSizes, mesh.faceCount, mesh.indices,
                                                  &shape, error.message, sizeof error.message);
        assert_string_equal(error.message, "");
        assert_int_equal(result, VL_OK);
        assert_int_equal(vlShape_GetFaceCount(shape, 0), 6);
        vlMassProperties mass = vlShape_GetMassProperties(shape);
        // Sums of products of powers of two: rounding in the last places only.
        assert_true(fabs(mass.volume - 0.5 * 0.25 * 0.125) < 1e-15);
        assert_true(vlLength(vlSub(mass.centroid, vlScale(boxSize, 0.5))) < 1e-15);
        vlShape_Release(shape);
        vlMesh_Free(&mesh);
    }
}

static void polygons_and_their_order_are_kept(void** state)
{
    (void)state;
    static const char* const files[] = {"box.obj", "box_forms.obj", "box_ascii.ply",
                                        "box_little.ply", "box_big.ply"};
    static const int faces[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                  2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    for (int i = 0; i < 5; ++i) {
        vlMesh mesh;
        readBox(files[i], &mesh);
        for (int f = 0; f < 6; ++f) {
            assert_int_equal(mesh.faceSizes[f], 4);
        }
        for (int k = 0; k < 24; ++k) {
            assert_int_equal(mesh.indices[k], faces[k]);
        }
        vlMesh_Free(&mesh);
    }
}

static void objects_groups_and_solids_with_faces_are_parts(void** state)
{
    (void)state;
    static const int expected[5] = {0, 0, 1, 2, 3};
    vlMesh mesh;
    readText("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n"
             "o empty\ng a b c\nf 1 2 3\ng\nf 1 2 3\no last\nf 1 2 3\ng none\n",
             "a.obj", &mesh);
    assert_int_equal(mesh.partCount, 4);
    assert_memory_equal(mesh.facePart, expected, sizeof expected);
    vlMesh_Free(&mesh);
    readText("solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop "
             "endfacet\nendsolid\n\nSOLID two words\nFACET NORMAL nan nan nan\nOUTER LOOP\n"
             "VERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 0\nENDLOOP\nENDFACET\nENDSOLID two words",
             "a", &mesh);
    assert_int_equal(mesh.partCount, 2);
    assert_int_equal(mesh.faceCount, 2);
    assert_int_equal(mesh.pointCount, 3); // the second solid's corners are those of the first
    vlMesh_Free(&mesh);
}

static void an_obj_face_may_name_vertices_that_follow(void** state)
{
    (void)state;
    vlMesh mesh;
    readText("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n", "a.obj", &mesh);
    assert_int_equal(mesh.indices[2], 2);
    vlMesh_Free(&mesh);
}

static void negative_obj_indices_count_back_from_where_they_stand(void** state)
{
    (void)state;
    vlMesh mesh;
    readText("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -3 -2 -1\n", "a.obj", &mesh);
    static const int expected[6] = {0, 1, 2, 1, 2, 3};
    assert_memory_equal(mesh.indices, expected, sizeof expected);
    vlMesh_Free(&mesh);
}

static void lines_may_end_in_three_ways_and_be_joined(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3", "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",
        "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r",
        "v 0\\\n 0 0\nv 1 0 \\\r\n 0\nv 0 1 0\nf 1 2\\\n\\\n 3",
        "\xef\xbb\xbfv 0 0 0\nv 1 0 0\n\n# f 9 9 9\nv 0 1 0 # \\\nf 1 2 3 # 4"};
    for (int i = 0; i < 5; ++i) {
        vlMesh mesh;
        readText(texts[i], "a", &mesh);
        assert_int_equal(mesh.pointCount, 3);
        assert_int_equal(mesh.faceCount, 1);
        assert_int_equal(mesh.faceSizes[0], 3);
        vlMesh_Free(&mesh);
    }
}

static void numbers_are_read_to_the_last_bit(void** state)
{
    (void)state;
    vlMesh mesh;
    readText("v 0.1 -1e-3 +.5\nv 1E2 1. 123456789.123456789\nv 4.9e-324 -0 1.7976931348623157e308\n"
             "f 1 2 3\n",
             "a.obj", &mesh);
    assert_true(mesh.points[0].x == 0.1 && mesh.points[0].y == -1e-3 && mesh.points[0].z == 0.5);
    assert_true(mesh.points[1].x == 100.0 && mesh.points[1].y == 1.0);
    assert_true(mesh.points[1].z == 123456789.123456789);
    assert_true(mesh.points[2].x == 4.9e-324 && mesh.points[2].z == 1.7976931348623157e308);
    vlMesh_Free(&mesh);
}

static void stl_corners_are_welded_exactly_and_empty_triangles_left_out(void** state)
{
    (void)state;
    vlMesh mesh;
    // The second triangle differs in the last bit of one corner, and by the sign of a zero.
    readText(
        "solid\n"
        "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"
        "facet normal 0 0 1 outer loop vertex -0 0 -0.0 vertex 1.0000000000000002 0 0 "
        "vertex 0 1 0 endloop endfacet\n"
        "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 0 0 endloop endfacet\n"
        "endsolid\n",
        "a.stl", &mesh);
    assert_int_equal(mesh.pointCount, 4);
    assert_int_equal(mesh.faceCount, 2);
    static const int expected[6] = {0, 1, 2, 0, 3, 2};
    assert_memory_equal(mesh.indices, expected, sizeof expected);
    vlMesh_Free(&mesh);
}

// A plane grid of triangles as STL: each inner vertex occurs six times.
static void a_large_stl_is_welded_to_its_grid(void** state)
{
    (void)state;
    enum { SIDE = 150, TRIANGLES = 2 * SIDE * SIDE };
    size_t size = 84 + 50 * (size_t)TRIANGLES;
    unsigned char* bytes = calloc(size, 1);
    assert_non_null(bytes);
    uint32_t count = TRIANGLES;
    memcpy(bytes + 80, &count, 4); // the machines we build for are little-endian
    for (int i = 0; i < TRIANGLES; ++i) {
        int x = i / 2 % SIDE, y = i / 2 / SIDE, isUpper = i % 2;
        float corner[9] = {(float)(x + isUpper),         (float)(y + isUpper),         0.0f,
                           (float)(isUpper ? x : x + 1), (float)(isUpper ? y + 1 : y), 0.0f,
                           (float)(isUpper ? x + 1 : x), (float)(isUpper ? y : y + 1), 0.0f};
        memcpy(bytes + 84 + 50 * (size_t)i + 12, corner, sizeof corner);
    }
    vlMesh mesh;
    assert_int_equal(vlMesh_ReadBytes(bytes, size, "grid", &mesh, NULL), VL_OK);
    assert_true(vlMeshCheck_IsSound(&mesh));
    assert_int_equal(mesh.pointCount, (SIDE + 1) * (SIDE + 1));
    assert_int_equal(mesh.faceCount, TRIANGLES);
    vlMesh_Free(&mesh);
    free(bytes);
}

static void any_number_type_of_ply_is_read(void** state)
{
    (void)state;
    static const char* const types[] = {"char",  "uchar",  "short",   "ushort", "int",   "uint",
                                        "int8",  "uint8",  "int16",   "uint16", "int32", "uint32",
                                        "float", "double", "float32", "float64"};
    char text[512];
    for (int i = 0; i < 16; ++i) {
        const char* whole = types[i % 12];
        (void)snprintf(text, sizeof text,
                       "ply\r\nformat ascii 1.0\r\nobj_info none\r\nelement vertex 4\r\n"
                       "property %s z\r\nproperty %s y\r\nproperty %s x\r\n"
                       "element face 1\r\nproperty list %s %s vertex_index\r\nend_header\r\n"
                       "3 2 1\r\n\r\n6 5 4\r\n9 8 7\r\n12 11 10\r\n4 3 2 1 0\r\n\r\n",
                       types[i], types[i], types[i], whole, whole);
        vlMesh mesh;
        readText(text, "a", &mesh);
        assert_int_equal(mesh.pointCount, 4);
        assert_true(mesh.points[3].x == 10.0 && mesh.points[3].y == 11.0 &&
                    mesh.points[3].z == 12.0);
        assert_int_equal(mesh.faceSizes[0], 4);
        assert_int_equal(mesh.indices[0], 3);
        vlMesh_Free(&mesh);
    }
}

// The line ending after end_header is that of the first line; bytes that look like another one are
// data.
static void ply_data_may_begin_like_an_end_of_line(void** state)
{
    (void)state;
    static const char* const endings[] = {"\n", "\r\n", "\r"};
    static const unsigned char data[] = {10, 13, 10, 1, 0, 0, 0, 1, 0, 3, 0, 1, 2};
    for (int i = 0; i < 3; ++i) {
        char file[512];
        const char* e = endings[i];
        int length = snprintf(file, sizeof file,
                              "ply%sformat binary_little_endian 1.0%selement vertex 3%s"
                              "property char x%sproperty uchar y%sproperty char z%selement face 1%s"
                              "property list uchar uchar vertex_indices%send_header%s",
                              e, e, e, e, e, e, e, e, e);
        memcpy(file + length, data, sizeof data);
        vlMesh mesh;
        vlFileError error = {"", 0, 0, ""};
        vlResult result = vlMesh_ReadBytes((const unsigned char*)file, (size_t)length + sizeof data,
                                           "a", &mesh, &error);
        assert_string_equal(error.message, "");
        assert_int_equal(result, VL_OK);
        assert_true(mesh.points[0].x == 10.0 && mesh.points[0].y == 13.0 &&
                    mesh.points[0].z == 10.0);
        vlMesh_Free(&mesh);
    }
}

static void the_content_tells_the_kind_before_the_name(void** state)
{
    (void)state;
    vlMesh mesh;
    readText("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "wrong.stl", &mesh);
    vlMesh_Free(&mesh);
    readText("ply\nformat ascii 1.0\nelement vertex 3\nproperty int x\nproperty int y\n"
             "property int z\nelement face 1\nproperty list int int vertex_indices\nend_header\n"
             "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
             "wrong.obj", &mesh);
    vlMesh_Free(&mesh);
    // Only the name says which format it should be.
    vlFileError error = {"", 0, 0, ""};
    assert_int_equal(vlMesh_ReadBytes((const unsigned char*)"x y\n", 4, "a.OBJ", &mesh, &error),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(error.message, "usemtl"));
    assert_int_equal(vlMesh_ReadBytes((const unsigned char*)"x y\n", 4, "a.stl", &mesh, &error),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(error.message, "'solid'"));
    assert_int_equal(vlMesh_ReadBytes((const unsigned char*)"x y\n", 4, "b/a.ply", &mesh, &error),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(error.message, "'ply'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_box_in_every_format_is_the_same_solid),
        cmocka_unit_test(polygons_and_their_order_are_kept),
        cmocka_unit_test(objects_groups_and_solids_with_faces_are_parts),
        cmocka_unit_test(an_obj_face_may_name_vertices_that_follow),
        cmocka_unit_test(negative_obj_indices_count_back_from_where_they_stand),
        cmocka_unit_test(lines_may_end_in_three_ways_and_be_joined),
        cmocka_unit_test(numbers_are_read_to_the_last_bit),
        cmocka_unit_test(stl_corners_are_welded_exactly_and_empty_triangles_left_out),
        cmocka_unit_test(a_large_stl_is_welded_to_its_grid),
        cmocka_unit_test(any_number_type_of_ply_is_read),
        cmocka_unit_test(ply_data_may_begin_like_an_end_of_line),
        cmocka_unit_test(the_content_tells_the_kind_before_the_name),
    };
    return cmocka_run_group_tests_name("mesh", tests, NULL, NULL);
}
