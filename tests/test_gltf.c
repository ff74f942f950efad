// SPDX-License-Identifier: MIT
// glTF 2.0: text and binary, buffers inside and beside the file, nodes, sparse accessors, strips
// and fans; inconsistent files are refused with a reason.

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mesh_check.h"
#include "test.h"
#include "volar/mesh.h"

// A tetrahedron: 4 points of floats, then 12 indices of 16 bits, then one index and one point for
// a sparse accessor.
typedef struct Data {
    float point[4][3];
    uint16_t index[12];
    uint16_t sparseIndex[2];
    float sparsePoint[3];
} Data;

static const Data data = {{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}},
                          {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3},
                          {2, 0},
                          {0, 5, 0}};

#define VIEWS                                                                                      \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},"                                           \
    "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24},"                                          \
    "{\"buffer\":0,\"byteOffset\":72,\"byteLength\":4},"                                           \
    "{\"buffer\":0,\"byteOffset\":76,\"byteLength\":12}],"
#define ACCESSORS                                                                                  \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"      \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}],"
#define MESHES "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
#define HEAD "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
#define ONE_NODE "\"nodes\":[{\"mesh\":0}],"

static char text[8192];
static unsigned char glb[8192];

static const char* base64(void)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static char out[256];
    const unsigned char* b = (const unsigned char*)&data;
    size_t used = 0;
    for (size_t i = 0; i + 2 < sizeof data + 2; i += 3) {
        unsigned v = 0;
        for (size_t k = 0; k < 3; ++k) {
            v = v << 8 | (i + k < sizeof data ? b[i + k] : 0u);
        }
        for (int k = 3; k >= 0; --k) {
            out[used++] = digits[v >> (6 * k) & 63];
        }
    }
    out[used] = '\0';
    return out;
}

// The body of the file with the data in it.
static const char* gltfOf(const char* body)
{
    (void)snprintf(
        text, sizeof text,
        "%s\"buffers\":[{\"byteLength\":88,\"uri\":\"data:application/octet-stream;base64,"
        "%s\"}]}",
        body, base64());
    return text;
}

static void readGood(const char* file, vlMesh* mesh)
{
    vlFileError error;
    if (vlMesh_ReadBytes((const unsigned char*)file, strlen(file), "a.gltf", mesh, &error) !=
        VL_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(vlMeshCheck_IsSound(mesh));
    assert_true(mesh->isInMetres);
}

static double volumeOf(vlMesh* mesh)
{
    vlMeshReport report;
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    vlMeshRepairs repairs;
    def.keepsFaults = true; // a surface turned inside out stays so
    assert_int_equal(vlMesh_Prepare(mesh, &def, &repairs, NULL, 0), VL_OK);
    assert_true(!repairs.isUnitGuessed && repairs.scale == 1.0);
    assert_int_equal(vlMesh_Inspect(mesh, repairs.tolerance, &report), VL_OK);
    assert_true(report.isSolid);
    vlMesh_Free(mesh);
    return report.mass.volume;
}

static void a_tetrahedron_stands_with_z_up(void** state)
{
    (void)state;
    vlMesh mesh;
    readGood(gltfOf(HEAD ONE_NODE VIEWS ACCESSORS MESHES), &mesh);
    assert_int_equal(mesh.pointCount, 4);
    assert_int_equal(mesh.faceCount, 4);
    assert_true(mesh.points[2].z == 2.0 && mesh.points[3].y == -3.0 && mesh.points[1].x == 1.0);
    assert_true(vlIsNear(volumeOf(&mesh), 1.0, 1e-12));
}

static void nodes_place_and_mirror_it(void** state)
{
    (void)state;
    // A quarter turn about y takes (0, 0, 3) to (3, 0, 0); the parent doubles it and moves it by 10
    // along x. A second instance is mirrored by a matrix, and is another part.
    static const char nodes[] =
        "\"nodes\":[{\"children\":[1,2],\"scale\":[2,2,2],\"translation\":[10,0,0]},"
        "{\"mesh\":0,\"rotation\":[0,0.7071067811865476,0,0.7071067811865476]},"
        "{\"mesh\":0,\"matrix\":[-1,0,0,0, 0,1,0,0, 0,0,1,0, -20,0,0,1]}],";
    char body[2048];
    vlMesh mesh;
    (void)snprintf(body, sizeof body, "%s%s%s", HEAD, nodes, VIEWS ACCESSORS MESHES);
    readGood(gltfOf(body), &mesh);
    assert_int_equal(mesh.pointCount, 8);
    assert_int_equal(mesh.partCount, 2);
    bool isThere = false;
    for (int i = 0; i < 8; ++i) {
        // Rounding of a quaternion of 16 digits.
        isThere = isThere || vlLength(vlSub(mesh.points[i], vlVec(16.0, 0.0, 0.0))) < 1e-12;
    }
    assert_true(isThere);
    // Both enclose a positive volume: the mirrored one was turned inside out.
    assert_true(vlIsNear(volumeOf(&mesh), 16.0, 1e-9));
}

static void sparse_accessors_are_filled_in(void** state)
{
    (void)state;
    static const char accessors[] =
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\","
        "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":2,\"componentType\":5123},"
        "\"values\":{\"bufferView\":3}}},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}],";
    char body[2048];
    vlMesh mesh;
    (void)snprintf(body, sizeof body, "%s%s%s", HEAD ONE_NODE VIEWS, accessors, MESHES);
    readGood(gltfOf(body), &mesh);
    assert_true(mesh.points[2].z == 5.0);
    assert_true(vlIsNear(volumeOf(&mesh), 2.5, 1e-12));
}

static void strips_and_fans_are_triangles(void** state)
{
    (void)state;
    // Without indices: of four points a strip and a fan have two triangles, a list has one.
    static const struct {
        int mode, faces, second[3];
    } cases[] = {{4, 1, {0, 0, 0}}, {5, 2, {1, 3, 2}}, {6, 2, {0, 2, 3}}};
    for (int i = 0; i < 3; ++i) {
        char body[2048];
        vlMesh mesh;
        (void)snprintf(body, sizeof body,
                       HEAD ONE_NODE VIEWS ACCESSORS
                       "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                       "\"mode\":%d}]}],",
                       cases[i].mode);
        readGood(gltfOf(body), &mesh);
        assert_int_equal(mesh.faceCount, cases[i].faces);
        for (int k = 0; k < 3 && cases[i].faces == 2; ++k) {
            assert_int_equal(mesh.indices[3 + k], cases[i].second[k]);
        }
        vlMesh_Free(&mesh);
    }
}

static void put(unsigned char* at, uint32_t value)
{
    for (int i = 0; i < 4; ++i) {
        at[i] = (unsigned char)(value >> (8 * i));
    }
}

// A .glb file with the text and the data; its size.
static size_t makeGlb(const char* json)
{
    size_t length = strlen(json), padded = (length + 3) / 4 * 4;
    memcpy(glb, "glTF", 4);
    put(glb + 4, 2);
    put(glb + 12, (uint32_t)padded);
    memcpy(glb + 16, "JSON", 4);
    memset(glb + 20, ' ', padded);
    memcpy(glb + 20, json, length);
    put(glb + 20 + padded, sizeof data);
    memcpy(glb + 24 + padded, "BIN\0", 4);
    memcpy(glb + 28 + padded, &data, sizeof data);
    put(glb + 8, (uint32_t)(28 + padded + sizeof data));
    return 28 + padded + sizeof data;
}

static const char glbText[] =
    HEAD ONE_NODE VIEWS ACCESSORS MESHES "\"buffers\":[{\"byteLength\":88}]}";

static void a_binary_file_is_the_same(void** state)
{
    (void)state;
    vlMesh one, other;
    vlFileError error;
    readGood(gltfOf(HEAD ONE_NODE VIEWS ACCESSORS MESHES), &one);
    size_t size = makeGlb(glbText);
    assert_int_equal(vlMesh_ReadBytes(glb, size, "x", &other, &error), VL_OK);
    assert_memory_equal(one.points, other.points, 4 * sizeof *one.points);
    assert_memory_equal(one.indices, other.indices, 12 * sizeof(int));
    vlMesh_Free(&one);
    vlMesh_Free(&other);
    // Wrong sizes, and every shorter file.
    for (size_t cut = 4; cut < size; ++cut) {
        assert_int_equal(vlMesh_ReadBytes(glb, cut, "x", &other, &error), VL_ERROR_PARSE);
        assert_true(vlMeshCheck_IsRefused(VL_ERROR_PARSE, &other, &error, "x"));
    }
    put(glb + 12, 0xfffffff0u);
    assert_int_equal(vlMesh_ReadBytes(glb, size, "x", &other, &error), VL_ERROR_PARSE);
}

static void buffers_lie_beside_the_file_or_nowhere(void** state)
{
    (void)state;
    char folder[] = "test_gltf_XXXXXX", path[128];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/in", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    static const struct {
        const char *uri, *reason;
    } cases[] = {{"a b.bin", NULL},
                 {"a%20b.bin", NULL},
                 {"gone.bin", "cannot be read"},
                 {"../a b.bin", "plain name"},
                 {"%2e%2e%2fa b.bin", "plain name"},
                 {"..", "plain name"},
                 {"/etc/passwd", "plain name"},
                 {"http://example.org/a.bin", "plain name"},
                 {"in\\a.bin", "plain name"},
                 {"in/a.bin", "plain name"},
                 {"", "plain name"}};
    char file[128];
    for (int k = 0; k < 2; ++k) {
        (void)snprintf(file, sizeof file, "%s/%sa b.bin", folder, k == 0 ? "" : "in/");
        FILE* out = fopen(file, "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(&data, 1, sizeof data, out), sizeof data);
        assert_int_equal(fclose(out), 0);
    }
    (void)snprintf(path, sizeof path, "%s/in/a.gltf", folder);
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); ++i) {
        vlMesh mesh;
        vlFileError error;
        FILE* out = fopen(path, "w");
        assert_non_null(out);
        (void)fprintf(out, "%s\"buffers\":[{\"byteLength\":88,\"uri\":\"%s\"}]}",
                      HEAD ONE_NODE VIEWS ACCESSORS MESHES, cases[i].uri);
        assert_int_equal(fclose(out), 0);
        vlResult result = vlMesh_Read(path, &mesh, &error);
        assert_int_equal(result, cases[i].reason == NULL ? VL_OK : VL_ERROR_PARSE);
        if (cases[i].reason != NULL) {
            assert_non_null(strstr(error.message, cases[i].reason));
            assert_true(error.line == 1 && error.column > 100);
        }
        vlMesh_Free(&mesh);
    }
    (void)unlink(path);
    (void)snprintf(file, sizeof file, "%s/a b.bin", folder);
    (void)unlink(file);
    (void)snprintf(file, sizeof file, "%s/in/a b.bin", folder);
    (void)unlink(file);
    (void)snprintf(file, sizeof file, "%s/in", folder);
    (void)rmdir(file);
    (void)rmdir(folder);
}

// Each case replaces one text of a valid file by another, and must be refused with the reason
// given.
static void files_that_lie_are_refused(void** state)
{
    (void)state;
    static const struct {
        const char *from, *to, *reason;
    } cases[] = {
        {"\"count\":4,", "\"count\":5,", "they do not fit"},
        {"\"count\":4,", "\"count\":2147483647,", "they do not fit"},
        {"\"count\":4,", "\"count\":4294967296,", "whole number"},
        {"\"count\":4,", "\"count\":-1,", "whole number"},
        {"\"count\":4,", "\"count\":1e400,", "beyond what a double can hold"},
        {"\"count\":4,", "\"count\":3,", "index above"},
        {"{\"bufferView\":0,", "{\"bufferView\":9,", "no buffer view"},
        {"{\"bufferView\":0,", "{\"byteOffset\":9000000000000000,\"bufferView\":0,",
         "they do not fit"},
        {"{\"bufferView\":0,\"componentType\":5126,\"count\":4",
         "{\"componentType\":5126,\"count\":2000000000", "without bytes"},
        {"\"byteLength\":48", "\"byteLength\":4294967295", "they do not fit"},
        {"\"byteLength\":88", "\"byteLength\":4294967295", "exist"},
        {"\"byteLength\":88", "\"byteLength\":-1", "whole number"},
        {"\"byteLength\":48", "\"byteLength\":48,\"byteStride\":65000", "they do not fit"},
        {"\"buffer\":0", "\"buffer\":7", "no buffer 7"},
        {"5126", "5130", "accessor that is not"},
        {"\"VEC3\"", "\"VEC2\"", "accessor that is not"},
        {"5123", "5126", "they do not fit"},
        {"\"POSITION\":0", "\"POSITION\":77", "no accessor 77"},
        {"\"mesh\":0", "\"mesh\":2147483648", "whole number"},
        {"\"mesh\":0", "\"mesh\":4", "no mesh"},
        {"\"mesh\":0", "\"children\":[0]", "listed twice"},
        {"\"mesh\":0", "\"mesh\":0,\"children\":[2147483648]", "whole number"},
        {"\"mesh\":0", "\"mesh\":0,\"matrix\":[1,2]", "16 numbers"},
        {"\"mesh\":0", "\"mesh\":0,\"rotation\":[0,0,0,0]", "rotation of length"},
        {"\"mesh\":0", "\"mesh\":0,\"scale\":[1e308,1e308,1e308]", "not finite"},
        {"\"scene\":0", "\"scene\":3", "no scene"},
        {"\"version\":\"2.0\"", "\"version\":\"1.0\"", "version 2"},
        {"\"scene\":0,", "\"scene\":0,\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],",
         "KHR_draco_mesh_compression"},
        {"base64,", "base16,", "base64"},
        {"base64,AAAA", "base64,A*AA", "base64"},
        {"\"mesh\":0", "\"mesh\":NaN", "not JSON"},
        {"\"mesh\":0", "\"mesh\":0,", "not JSON"},
        {"\"mesh\":0", "\"mesh\" 0", "not JSON"},
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); ++i) {
        char bad[8192];
        vlMesh mesh;
        vlFileError error;
        const char* good = gltfOf(HEAD ONE_NODE VIEWS ACCESSORS MESHES);
        const char* at = strstr(good, cases[i].from);
        assert_non_null(at);
        (void)snprintf(bad, sizeof bad, "%.*s%s%s", (int)(at - good), good, cases[i].to,
                       at + strlen(cases[i].from));
        vlResult result =
            vlMesh_ReadBytes((unsigned char*)bad, strlen(bad), "a.gltf", &mesh, &error);
        if (result != VL_ERROR_PARSE || strstr(error.message, cases[i].reason) == NULL) {
            fail_msg("case %d: %s", i, result == VL_OK ? "was read" : error.message);
        }
        assert_true(vlMeshCheck_IsRefused(result, &mesh, &error, "a.gltf"));
    }
}

// A float that is not a number.
static void vertices_must_be_finite(void** state)
{
    (void)state;
    vlMesh mesh;
    vlFileError error;
    size_t size = makeGlb(glbText);
    const float bad = NAN;
    memcpy(glb + size - sizeof data, &bad, sizeof bad);
    assert_int_equal(vlMesh_ReadBytes(glb, size, "x", &mesh, &error), VL_ERROR_PARSE);
    assert_non_null(strstr(error.message, "not finite"));
}

// One mesh used by many nodes is not written down many times: the number of triangles is limited.
static void small_files_make_no_large_meshes(void** state)
{
    (void)state;
    enum { NODES = 40000, SIZE = NODES * 24 + 4096 };
    char* file = malloc(SIZE);
    vlMesh mesh;
    vlFileError error;
    assert_non_null(file);
    int used = snprintf(file, SIZE, "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < NODES; ++i) {
        used += snprintf(file + used, SIZE - (size_t)used, ",%d", i);
    }
    used += snprintf(file + used, SIZE - (size_t)used, "]}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < NODES; ++i) {
        used += snprintf(file + used, SIZE - (size_t)used, ",{\"mesh\":0}");
    }
    // An accessor without bytes, which means zeros, as many as are allowed in a file of this size.
    (void)snprintf(file + used, SIZE - (size_t)used,
                   "],\"accessors\":[{\"componentType\":5126,\"count\":100000,\"type\":\"VEC3\"}],"
                   "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}");
    assert_int_equal(vlMesh_ReadBytes((unsigned char*)file, strlen(file), "a.gltf", &mesh, &error),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(error.message, "more than 4000000 vertices"));
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tetrahedron_stands_with_z_up),
        cmocka_unit_test(nodes_place_and_mirror_it),
        cmocka_unit_test(sparse_accessors_are_filled_in),
        cmocka_unit_test(strips_and_fans_are_triangles),
        cmocka_unit_test(a_binary_file_is_the_same),
        cmocka_unit_test(buffers_lie_beside_the_file_or_nowhere),
        cmocka_unit_test(files_that_lie_are_refused),
        cmocka_unit_test(vertices_must_be_finite),
        cmocka_unit_test(small_files_make_no_large_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
