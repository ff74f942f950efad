// SPDX-License-Identifier: MIT
// Every way to refuse a mesh file: the code, the place, and words of what was found and expected.
// Files that are cut short or damaged anywhere are refused in the same way, or read.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mesh_check.h"
#include "models/random.h"
#include "refusal.h"
#include "test.h"

typedef struct Case {
    const char* name;
    const char* text;
    int line, column;
    const char* words; // in the message, with bars between
} Case;

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define FACET "solid a\nfacet normal 0 0 1\nouter loop\n"
#define PLY "ply\nformat ascii 1.0\n"
#define PLY_XYZ PLY "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
#define PLY_FACE PLY_XYZ "element face 1\nproperty list uchar int vertex_indices\nend_header\n"

static const Case cases[] = {
    {"a.obj", "", 0, 0, "empty file"},
    {"a.obj", "\xef\xbb\xbf", 0, 0, "empty file"},
    {"a.txt", "hello\n", 0, 0, "neither|OBJ, STL, PLY or glTF"},
    {"a.obj", TRIANGLE, 0, 0, "no faces|at least one"},
    {"a.obj", "v 0 0\n", 1, 6, "end of the line|coordinate"},
    {"a.obj", "v 0 0", 1, 6, "end of the file|coordinate"},
    {"a.obj", "v 0 zero 0\n", 1, 5, "'zero'|coordinate"},
    {"a.obj", "v 0 nan 0\n", 1, 5, "'nan'|finite"},
    {"a.obj", "v 0 inf 0\n", 1, 5, "'inf'|finite"},
    {"a.obj", "v 0 1e999 0\n", 1, 5, "'1e999'|finite"},
    {"a.obj", "v 0 0x10 0\n", 1, 5, "'0x10'|finite"},
    {"a.obj", "v 0 1,5 0\n", 1, 5, "'1,5'|finite"},
    {"a.obj", "v 0 1e 0\n", 1, 5, "'1e'|finite"},
    {"a.obj", "v 0 0 0 red\n", 1, 9, "'red'|a number or the end"},
    {"a.obj", TRIANGLE "f 1 2\n", 4, 6, "end of the line|at least 3"},
    {"a.obj", TRIANGLE "f 1 2 0\n", 4, 7, "vertex 0|1 and up|-3"},
    {"a.obj", TRIANGLE "f 1 2 -4\n", 4, 7, "vertex -4|-3"},
    {"a.obj", TRIANGLE "f 1 2 4\nf 1 2 3\n", 4, 7, "vertex 4|at most 3"},
    {"a.obj", TRIANGLE "f 1 2 4000001\n", 4, 7, "vertex 4000001"},
    {"a.obj", TRIANGLE "f 1 2 99999999999999999999\n", 4, 7, "'99999999999999999999'|v/t/n"},
    {"a.obj", TRIANGLE "f 1 2 x\n", 4, 7, "'x'|v//n"},
    {"a.obj", TRIANGLE "f 1 2 3/\n", 4, 7, "'3/'|v//n"},
    {"a.obj", TRIANGLE "f 1 2 3//\n", 4, 7, "'3//'|v//n"},
    {"a.obj", TRIANGLE "f 1 2 3/1/x\n", 4, 7, "'3/1/x'|v//n"},
    {"a.obj", TRIANGLE "f 1 2 3/1/1/1\n", 4, 7, "'3/1/1/1'|v//n"},
    {"a.obj", TRIANGLE "f 1 2 /1\n", 4, 7, "'/1'|v//n"},
    {"a.obj", TRIANGLE "f 1 \\\n2 \\\n -\n", 6, 2, "'-'|v//n"},
    {"a.obj", "v 0 0 0\ncstype bezier\n", 2, 1, "'cstype'|polygons|free-form"},
    {"a.obj", "v 0 0 0\nvolume 3\n", 2, 1, "'volume'|usemtl"},
    {"a.obj", "v 0 0 0\n\x01z\xc3z\n", 2, 1, "'?z?z'"},
    {"a.obj", "v 0 0 0\nabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n", 2, 1, "mnop...'"},
    {"a.stl", "solid\n", 2, 1, "end of the file|'facet' or 'endsolid'"},
    {"a.stl", "solid a\nendsolid a\n", 0, 0, "no faces"},
    {"a.stl", "solid a\nendsolid a\nsolit\n", 3, 1, "'solit'|'solid'"},
    {"a.stl", "solid a\nfacette\n", 2, 1, "'facette'|'facet'"},
    {"a.stl", "solid a\nfacet abnormal\n", 2, 7, "'abnormal'|'normal'"},
    {"a.stl", "solid a\nfacet normal 0 0\n", 2, 17, "end of the file|normal"},
    {"a.stl", "solid a\nfacet normal 0 0 1 inner\n", 2, 20, "'inner'|'outer'"},
    {"a.stl", "solid a\nfacet normal 0 0 1 outer hoop\n", 2, 26, "'hoop'|'loop'"},
    {"a.stl", FACET "vertex 0 0 x\n", 4, 12, "'x'|finite coordinate"},
    {"a.stl", FACET "vertex 0 0 inf\n", 4, 12, "'inf'|finite coordinate"},
    {"a.stl", FACET "vertex 0 0 0 vertex 1 0 0\nendloop\n", 5, 1, "'endloop'|'vertex'"},
    {"a.stl", FACET "vertex 0 0 0 vertex 1 0 0 vertex 0 1 0\nvertex 1 1 0\n", 5, 1,
     "'vertex'|'endloop'"},
    {"a.stl", FACET "vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop\nfacet\n", 5, 1,
     "'facet'|'endfacet'"},
    {"a.ply", "ply extra\n", 1, 5, "'extra'|end of the line"},
    {"a.ply", "ply\n", 2, 1, "end of the file|'format'"},
    {"a.ply", "ply\nelement vertex 3\n", 2, 1, "'element'|'format'"},
    {"a.ply", "ply\nformat octal 1.0\n", 2, 8, "'octal'|ascii"},
    {"a.ply", "ply\nformat ascii 2.0\n", 2, 14, "'2.0'|version 1.0"},
    {"a.ply", PLY "elephant\n", 3, 1, "'elephant'|end_header"},
    {"a.ply", PLY "element\n", 3, 8, "end of the line|name of an element"},
    {"a.ply", PLY "element vertex\n", 3, 15, "end of the line|how many"},
    {"a.ply", PLY "element vertex -1\n", 3, 16, "'-1'|how many"},
    {"a.ply", PLY "element vertex 4000001\n", 3, 16, "4000001|at most 4000000"},
    {"a.ply", PLY "element vertex 3\nelement vertex 3\n", 4, 9, "'vertex'|not announced before"},
    {"a.ply", PLY "property float x\n", 3, 1, "'property'|element before"},
    {"a.ply", PLY "element vertex 3\nproperty real x\n", 4, 10, "'real'|double"},
    {"a.ply", PLY "element vertex 3\nproperty float\n", 4, 15, "name of a property"},
    {"a.ply", PLY "element vertex 3\nproperty float x y\n", 4, 18, "'y'|end of the line"},
    {"a.ply", PLY_XYZ "property int x\n", 7, 14, "'x'|does not have yet"},
    {"a.ply", PLY "element vertex 3\nproperty list uchar float x\n", 4, 27, "'x'|not a list"},
    {"a.ply", PLY "element face 3\nproperty list float int i\n", 4, 15, "'float'|whole numbers"},
    {"a.ply", PLY "element face 3\nproperty list int float vertex_indices\n", 4, 25,
     "list of whole numbers"},
    {"a.ply", PLY "element face 3\nproperty int vertex_indices\n", 4, 14, "list of whole"},
    {"a.ply", PLY "element face 1\nproperty list uchar int vertex_indices\nend_header\n", 5, 1,
     "'end_header'|element vertex|x, y and z"},
    {"a.ply", PLY_XYZ "end_header\n", 7, 1, "'end_header'|element face|vertex_indices"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n", 11, 6, "end of the file|3 of 3|'vertex'"},
    {"a.ply", PLY_FACE "0 0 0\n1 0\n", 11, 4, "end of the line|finite number"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 nan\n", 11, 5, "'nan'|finite number"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0 0\n", 11, 7, "'0'|end of the line"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n2 0 1\n", 13, 1, "2 corners|at least 3"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n-3 0 1\n", 13, 1, "-3|length of a list"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n1e9 0 1\n", 13, 1, "1e+09|length of a list"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", 13, 7, "found 3|vertex|from 0 to 2"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n", 13, 7, "1.5|whole number"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1\n", 13, 6, "end of the line|finite number"},
    {"a.ply", PLY_FACE "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n7\n", 14, 1, "'7'|end of the file"},
};
#define CASES (sizeof cases / sizeof cases[0])

static void refuse(const unsigned char* bytes, size_t size, const char* name, vlFileError* error)
{
    vlMesh mesh;
    memset(&mesh, 0xa5, sizeof mesh);
    memset(error, 0xa5, sizeof *error);
    vlResult result = vlMesh_ReadBytes(bytes, size, name, &mesh, error);
    assert_int_equal(result, VL_ERROR_PARSE);
    assert_true(vlMeshCheck_IsRefused(result, &mesh, error, name));
}

static void every_fault_of_a_text_is_named_with_its_place(void** state)
{
    (void)state;
    for (size_t i = 0; i < CASES; ++i) {
        const Case* c = &cases[i];
        vlFileError error;
        refuse((const unsigned char*)c->text, strlen(c->text), c->name, &error);
        if (error.line != c->line || error.column != c->column ||
            !vlRefusal_Says(error.message, c->words)) {
            fail_msg("case %zu: %d:%d: %s, expected %d:%d: %s", i, error.line, error.column,
                     error.message, c->line, c->column, c->words);
        }
    }
}

// A file of the corpus, in a block of exactly its size.
static unsigned char* load(const char* name, size_t* size)
{
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/tests/corpus/mesh/%s", root != NULL ? root : ".", name);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    static unsigned char buffer[65536];
    *size = fread(buffer, 1, sizeof buffer, file);
    (void)fclose(file);
    unsigned char* bytes = malloc(*size);
    assert_non_null(bytes);
    memcpy(bytes, buffer, *size);
    return bytes;
}

static const char* const files[] = {"box.obj",        "box_forms.obj", "box_ascii.stl",
                                    "box_binary.stl", "box_ascii.ply", "box_little.ply",
                                    "box_big.ply"};
#define FILES (sizeof files / sizeof files[0])

static void every_fault_of_a_binary_is_named_with_its_byte(void** state)
{
    (void)state;
    static const unsigned char infinity[4] = {0, 0, 0x80, 0x7f};
    size_t size;
    vlFileError error;
    unsigned char* stl = load("box_binary.stl", &size);
    stl[0] = 0; // otherwise the rest of the header would be text
    refuse(stl, 83, "a.stl", &error);
    assert_true(vlRefusal_Says(error.message, "83 bytes|84"));
    refuse(stl, size - 1, "a.stl", &error);
    assert_true(vlRefusal_Says(error.message, "byte 80|12 triangles|684 bytes|683"));
    memcpy(stl + 84 + 50 + 12 + 4, infinity, 4);
    refuse(stl, size, "a.stl", &error);
    assert_true(vlRefusal_Says(error.message, "byte 146|inf|finite"));
    free(stl);
    unsigned char* ply = load("box_little.ply", &size);
    refuse(ply, size - 1, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "byte 549|end of the file|1 bytes"));
    memcpy(ply + 297 + 8, infinity, 4);
    refuse(ply, size, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "byte 305|inf|finite"));
    free(ply);
    // One byte more than declared.
    ply = load("box_big.ply", &size);
    unsigned char* longer = malloc(size + 1);
    assert_non_null(longer);
    memcpy(longer, ply, size);
    longer[size] = 0;
    refuse(longer, size + 1, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "byte 547|1 more bytes|end of the file"));
    // The first corner of the first face: its index becomes -1.
    memset(longer + size - 6 * 18 + 1, 0xff, 4);
    refuse(longer, size, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "byte 440|-1|0 to 7"));
    free(longer);
    free(ply);
}

// Reads a copy in a block of exactly its size, so that a sanitizer notices a read one byte too far.
static vlResult readCopy(const unsigned char* bytes, size_t size, const char* name)
{
    unsigned char* copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    vlMesh mesh;
    vlFileError error;
    vlResult result = vlMesh_ReadBytes(copy, size, name, &mesh, &error);
    free(copy);
    assert_true(result == VL_OK ? vlMeshCheck_IsSound(&mesh)
                                : vlMeshCheck_IsRefused(result, &mesh, &error, name));
    vlMesh_Free(&mesh);
    return result;
}

static void a_file_cut_anywhere_is_refused_or_sound(void** state)
{
    (void)state;
    for (size_t i = 0; i < FILES; ++i) {
        size_t size;
        unsigned char* bytes = load(files[i], &size);
        int accepted = 0;
        for (size_t cut = 0; cut < size; ++cut) {
            accepted += readCopy(bytes, cut, files[i]) == VL_OK;
        }
        // An OBJ does not state its length; in the other formats only bytes after the last word can
        // be missing.
        bool isObj = strstr(files[i], ".obj") != NULL;
        assert_true(isObj || accepted <= 8);
        assert_int_equal(readCopy(bytes, size, files[i]), VL_OK);
        free(bytes);
    }
}

static void a_file_spoilt_anywhere_is_refused_or_sound(void** state)
{
    (void)state;
    static const char* const words[] = {"nan",
                                        "-1",
                                        "999999999",
                                        "1e400",
                                        "\n",
                                        "vertex ",
                                        "face ",
                                        "f 1 2 3\n",
                                        "\\\n",
                                        "0",
                                        "property list uchar uchar a\n",
                                        "ply\n",
                                        "solid "};
    int rounds = getenv("VOLAR_QUICK") != NULL ? 300 : 3000;
    vlRandom random = vlRandom_Seed(11);
    for (size_t i = 0; i < FILES; ++i) {
        size_t size;
        unsigned char* bytes = load(files[i], &size);
        unsigned char* spoilt = malloc(size + 64);
        assert_non_null(spoilt);
        for (int round = 0; round < rounds; ++round) {
            size_t at = (size_t)vlRandom_Index(&random, (int)size);
            const char* word = words[vlRandom_Index(&random, 13)];
            size_t length = strlen(word);
            size_t cut = (size_t)vlRandom_Index(&random, 8);
            cut = cut < size - at ? cut : size - at;
            if (round % 2 == 0) { // some bytes replaced by a word
                memcpy(spoilt, bytes, at);
                memcpy(spoilt + at, word, length);
                memcpy(spoilt + at + length, bytes + at + cut, size - at - cut);
                (void)readCopy(spoilt, size + length - cut, files[i]);
            } else { // some bits flipped
                memcpy(spoilt, bytes, size);
                spoilt[at] = (unsigned char)(spoilt[at] ^ (1u << vlRandom_Index(&random, 8)));
                spoilt[size - 1 - at] = (unsigned char)vlRandom_Next(&random);
                (void)readCopy(spoilt, size, files[i]);
            }
        }
        free(spoilt);
        free(bytes);
    }
}

static void limits_of_size_hold(void** state)
{
    (void)state;
    vlFileError error;
    size_t size = (size_t)VL_MAX_MESH_BYTES + 1;
    unsigned char* bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, '\n', size);
    refuse(bytes, size, "a.obj", &error);
    assert_true(vlRefusal_Says(error.message, "67108865|67108864"));
    // One vertex too many.
    size = 0;
    for (int i = 0; i <= VL_MAX_MESH_POINTS; ++i) {
        memcpy(bytes + size, "v 0 0 0\n", 8);
        size += 8;
    }
    refuse(bytes, size, "a.obj", &error);
    assert_true(vlRefusal_Says(error.message, "more than 4000000 vertices"));
    free(bytes);
    // Elements and properties of a PLY header.
    char text[16384];
    int length = snprintf(text, sizeof text, "%s", PLY);
    for (int i = 0; i < 33; ++i) {
        length += snprintf(text + length, sizeof text - (size_t)length, "element e%d 0\n", i);
    }
    refuse((const unsigned char*)text, (size_t)length, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "'e32'|32 elements"));
    length = snprintf(text, sizeof text, "%selement e 0\n", PLY);
    for (int i = 0; i < 257; ++i) {
        length += snprintf(text + length, sizeof text - (size_t)length, "property int p%d\n", i);
    }
    refuse((const unsigned char*)text, (size_t)length, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "256 properties"));
}

static void a_header_that_announces_much_costs_nothing(void** state)
{
    (void)state;
    // 9e15 elements without properties take no room in the file and no time.
    static const char text[] =
        PLY "element nothing 9000000000000000\nelement vertex 3\nproperty int x\nproperty int y\n"
            "property int z\nelement face 9000000000000000\nproperty list int int vertex_indices\n"
            "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    vlFileError error;
    refuse((const unsigned char*)text, sizeof text - 1, "a.ply", &error);
    assert_true(vlRefusal_Says(error.message, "2 of 9000000000000000|'face'"));
}

static void a_path_that_is_no_readable_file_says_so(void** state)
{
    (void)state;
    static const struct {
        const char *path, *words;
    } paths[] = {{"no/such/file.obj", "cannot be read|No such file"},
                 {".", "cannot be read|Is a directory"},
                 {"/dev/zero", "cannot be read|not a plain file"}};
    for (int i = 0; i < 3; ++i) {
        vlMesh mesh;
        vlFileError error;
        vlResult result = vlMesh_Read(paths[i].path, &mesh, &error);
        assert_int_equal(result, VL_ERROR_IO);
        assert_true(vlMeshCheck_IsRefused(result, &mesh, &error, paths[i].path));
        assert_true(vlRefusal_Says(error.message, paths[i].words));
        assert_int_equal(error.line, 0);
    }
}

static void a_file_too_large_is_not_even_loaded(void** state)
{
    (void)state;
    char path[] = "mesh_too_large.XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, (off_t)VL_MAX_MESH_BYTES + 1), 0); // takes no room on disk
    (void)close(file);
    vlMesh mesh;
    vlFileError error;
    vlResult result = vlMesh_Read(path, &mesh, &error);
    (void)unlink(path);
    assert_int_equal(result, VL_ERROR_PARSE);
    assert_true(vlRefusal_Says(error.message, "67108865|67108864"));
}

static void an_error_need_not_be_asked_for(void** state)
{
    (void)state;
    vlMesh mesh;
    assert_int_equal(vlMesh_ReadBytes((const unsigned char*)"v", 1, "a.obj", &mesh, NULL),
                     VL_ERROR_PARSE);
    assert_int_equal(vlMesh_Read("no/such/file.obj", &mesh, NULL), VL_ERROR_IO);
    vlMesh_Free(&mesh); // empty: nothing to do
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_of_a_text_is_named_with_its_place),
        cmocka_unit_test(every_fault_of_a_binary_is_named_with_its_byte),
        cmocka_unit_test(a_file_cut_anywhere_is_refused_or_sound),
        cmocka_unit_test(a_file_spoilt_anywhere_is_refused_or_sound),
        cmocka_unit_test(limits_of_size_hold),
        cmocka_unit_test(a_header_that_announces_much_costs_nothing),
        cmocka_unit_test(a_path_that_is_no_readable_file_says_so),
        cmocka_unit_test(a_file_too_large_is_not_even_loaded),
        cmocka_unit_test(an_error_need_not_be_asked_for),
    };
    return cmocka_run_group_tests_name("mesh_errors", tests, NULL, NULL);
}
