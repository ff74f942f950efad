// SPDX-License-Identifier: MIT
// Shapes of all kinds: what they become, and that they are written as they were defined.

#include <unistd.h>

#include "scene_text.h"
#include "test.h"

#define TETRAHEDRON                                                                                \
    "points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], faces: [[0, 2, 1], [0, 1, 3], [1, 2, "  \
    "3], [0, 3, 2]]"

static vlScene* readShape(const char* words)
{
    char text[2048];
    (void)snprintf(text, sizeof text, VL_HEAD "bodies: [{name: a, type: kinematic, shape: %s}]\n",
                   words);
    return vlSceneText_Read(text);
}

typedef struct Kind {
    const char* words;
    int vertices;
    double volume; // exact
} Kind;

// Volume of a prism: sides/2 r^2 sin(2 pi/sides) h.
static const Kind kinds[] = {
    {"{box: {size: [1, 2, 3]}}", 8, 6.0},
    {"{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}}", 4,
     1.0 / 6.0},
    {"{faces: {" TETRAHEDRON "}}", 4, 1.0 / 6.0},
    {"{surface: {" TETRAHEDRON ", spacing: 0.2}}", 4, 1.0 / 6.0},
    {"{prism: {sides: 4, radius: 2, height: 3}}", 8, 24.0},
    {"{cylinder: {radius: 2, height: 3, sides: 4}}", 8, 24.0},
    {"{cylinder: {radius: 1, height: 1}}", 64, 3.1214451522580524},
    {"{cone: {radius: 2, height: 3, sides: 4}}", 5, 8.0},
    {"{cone: {radius: 2, top-radius: 1, height: 3, sides: 4}}", 8, 14.0},
    {"{cone: {radius: 2, height: 3}}", 33, 4.0 * 3.1214451522580524},
    {"{sphere: {radius: 1, sectors: 4, bands: 2}}", 6, 4.0 / 3.0},
    {"{sphere: {radius: 0.5}}", 24 * 11 + 2, 0.0},
    // An octahedron, and a square prism of the diagonal 2 between its halves.
    {"{capsule: {radius: 1, length: 3, sectors: 4, bands: 1}}", 10, 4.0 / 3.0 + 6.0},
    {"{capsule: {radius: 0.5, length: 1}}", 24 * 12 + 2, 0.0},
};

static void every_kind_is_built_and_written(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        vlScene* scene = readShape(kinds[i].words);
        const vlShape* shape = vlScene_GetBody(scene, 0)->def.shape;
        double volume = vlShape_GetMassProperties(shape).volume;
        assert_int_equal(vlShape_GetVertexCount(shape, 0), kinds[i].vertices);
        // Rounding of some hundred terms; the sphere's volume is not of interest here.
        assert_true(kinds[i].volume == 0.0 ||
                    fabs(volume - kinds[i].volume) <= 1e-13 * kinds[i].volume);
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
    }
}

static void halfspaces_take_normals_of_any_length(void** state)
{
    (void)state;
    vlScene* scene = readShape("{halfspace: {normal: [3, 0, 4], offset: -0.5}}");
    vlVec3 normal;
    double offset;
    vlShape_GetFacePlane(vlScene_GetBody(scene, 0)->def.shape, 0, 0, &normal, &offset);
    // 3/5 and 4/5 with the rounding of a division and a root.
    assert_true(fabs(normal.x - 0.6) < 1e-15 && fabs(normal.z - 0.8) < 1e-15 && offset == -0.5);
    char* text = vlSceneText_RoundTrip(scene);
    assert_non_null(strstr(text, "shape: {halfspace: {normal: [3, 0, 4], offset: -0.5}}"));
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

static void compounds_are_made_of_pieces_in_place_or_by_name(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD
        "shapes:\n"
        "  all: {compound: [{shape: part}, {shape: part, position: [1, 0, 0]}, {shape: {box: "
        "{size: [1, 1, 1]}}, position: [0, 0, 1], rotation: {euler: [0, 0, 90]}}]}\n"
        "  part: " VL_BOX "\n"
        "bodies: [{name: a, shape: all}, {name: b, shape: part}]\n");
    const vlShape* shape = vlScene_GetBody(scene, 0)->def.shape;
    assert_int_equal(vlShape_GetKind(shape), VL_SHAPE_COMPOUND);
    assert_int_equal(vlShape_GetPieceCount(shape), 2); // an L of three cubes is two boxes
    assert_true(fabs(vlShape_GetMassProperties(shape).volume - 3.0) < 1e-14); // three unit cubes
    assert_int_equal(vlScene_GetWorldDef(scene)->capacity.pieces, 3);
    assert_int_equal(vlScene_GetWorldDef(scene)->capacity.pairs, 3 * 24);
    vlScene_FreeText(vlSceneText_RoundTrip(scene));
    vlScene_Destroy(scene);
}

// A cube of side 2 in triangles, and beside it a tetrahedron as a separate part; one vertex is
// unused.
static const char* const meshText = "o cube\n"
                                    "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\n"
                                    "v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"
                                    "v 77 77 77\n"
                                    "f 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\n"
                                    "f 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\n"
                                    "f 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";
static const char* const partText = "o tip\n"
                                    "v 2 0 0\nv 3 0 0\nv 2 1 0\nv 2 0 1\n"
                                    "f 10 12 11\nf 10 11 13\nf 11 12 13\nf 10 13 12\n";

// The same cube with a lid that has corners of its own, 1 mm above the others.
static const char* const seamText = "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\n"
                                    "v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"
                                    "v -1 -1 1.001\nv 1 -1 1.001\nv -1 1 1.001\nv 1 1 1.001\n"
                                    "f 1 3 4\nf 1 4 2\nf 9 10 12\nf 9 12 11\n"
                                    "f 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\n"
                                    "f 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";

// A U folded of a sheet of 1 mm.
static const char* const sheetText =
    "v 0 0 0\nv .06 0 0\nv .06 .04 0\nv .059 .04 0\nv .059 .001 0\nv .001 .001 0\n"
    "v .001 .04 0\nv 0 .04 0\nv 0 0 .05\nv .06 0 .05\nv .06 .04 .05\nv .059 .04 .05\n"
    "v .059 .001 .05\nv .001 .001 .05\nv .001 .04 .05\nv 0 .04 .05\n"
    "f 8 7 6 5 4 3 2 1\nf 9 10 11 12 13 14 15 16\nf 1 2 10 9\nf 2 3 11 10\nf 3 4 12 11\n"
    "f 4 5 13 12\nf 5 6 14 13\nf 6 7 15 14\nf 7 8 16 15\nf 8 1 9 16\n";

typedef struct Folder {
    char path[256];
} Folder;

static void putFile(const Folder* folder, const char* name, const char* text, const char* more)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fputs(more, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static Folder makeFolder(void)
{
    Folder folder;
    const char* parent = getenv("TMPDIR");
    (void)snprintf(folder.path, sizeof folder.path, "%s/volar_scene_XXXXXX",
                   parent != NULL ? parent : P_tmpdir);
    assert_non_null(mkdtemp(folder.path));
    putFile(&folder, "cube.obj", meshText, "");
    putFile(&folder, "both.obj", meshText, partText);
    putFile(&folder, "open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "");
    putFile(&folder, "sheet.obj", sheetText, "");
    putFile(&folder, "seam.obj", seamText, "");
    putFile(&folder, "bad.obj", "v 0 0 0\nv 1 zero 0\nv 0 1 0\nf 1 2 3\n", "");
    return folder;
}

static void removeFolder(const Folder* folder)
{
    static const char* const names[] = {"cube.obj", "both.obj",  "open.obj",
                                        "bad.obj",  "sheet.obj", "seam.obj"};
    for (int i = 0; i < 6; ++i) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/%s", folder->path, names[i]);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder->path), 0);
}

// Reads a scene in the folder.
static vlResult readIn(const Folder* folder, const char* mesh, bool refuseFiles, vlScene** scene,
                       vlFileErrors* errors)
{
    char text[256];
    char name[512];
    vlSceneOptions options = {.refuseFiles = refuseFiles};
    (void)snprintf(text, sizeof text, VL_HEAD "bodies:\n- {name: a, shape: {mesh: %s}}\n", mesh);
    (void)snprintf(name, sizeof name, "%s/scene.yaml", folder->path);
    return vlScene_ReadText(text, strlen(text), name, &options, scene, errors);
}

static vlScene* mustReadIn(const Folder* folder, const char* mesh)
{
    static vlFileErrors errors;
    vlScene* scene = NULL;
    assert_int_equal(readIn(folder, mesh, false, &scene, &errors), VL_OK);
    return scene;
}

static void meshes_become_convex_shapes_hulls_or_pieces(void** state)
{
    (void)state;
    static const struct {
        const char* mesh;
        int pieces, vertices, faces;
        double volume;
    } cases[] = {
        {"{file: cube.obj}", 1, 8, 6, 8.0}, // pairs of triangles are joined
        {"{file: cube.obj, scale: 0.5, as: convex}", 1, 8, 6, 1.0},
        {"{file: both.obj, as: pieces}", 2, 8, 6, 8.0 + 1.0 / 6.0},
        {"{file: both.obj, as: pieces, error: 1%}", 2, 8, 6, 8.0 + 1.0 / 6.0},
        {"{file: both.obj}", 2, 8, 6, 8.0 + 1.0 / 6.0}, // not convex, and of two parts
        {"{file: both.obj, as: convex}", 0, 0, 0, 0.0},
        {"{file: cube.obj, units: cm, up: y}", 1, 8, 6, 8e-6},
        {"{file: seam.obj, as: convex, tolerance: 0.0005}", 0, 0, 0, 0.0},
        {"{file: seam.obj, as: convex, tolerance: 0.002}", 1, 8, 6, 8.0},
        {"{file: cube.obj, as: surface, units: m, spacing: 0.5}", 1, 8, 12, 8.0},
    };
    Folder folder = makeFolder();
    static vlFileErrors errors;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlScene* scene = NULL;
        vlResult result = readIn(&folder, cases[i].mesh, false, &scene, &errors);
        if (cases[i].pieces == 0) {
            assert_int_equal(result, VL_ERROR_PARSE);
            assert_int_equal(errors.item[0].line, 4);
            assert_int_equal(errors.item[0].column, 27);
            assert_int_equal(errors.total, 2); // the shape's message, and the advice
            continue;
        }
        assert_int_equal(result, VL_OK);
        const vlShape* shape = vlScene_GetBody(scene, 0)->def.shape;
        assert_int_equal(vlShape_GetPieceCount(shape), cases[i].pieces);
        assert_int_equal(vlShape_GetVertexCount(shape, 0), cases[i].vertices);
        assert_int_equal(vlShape_GetFaceCount(shape, 0), cases[i].faces);
        assert_true(fabs(vlShape_GetMassProperties(shape).volume - cases[i].volume) < 1e-14 * 8.0);
        // A written scene no longer needs the file.
        char* text = vlSceneText_RoundTrip(scene);
        assert_null(strstr(text, "mesh"));
        vlScene_FreeText(text);
        vlScene_Destroy(scene);
    }
    removeFolder(&folder);
}

// Its wall is thin compared with its size, but three boxes are cheaper than a surface.
static void a_folded_sheet_becomes_pieces(void** state)
{
    (void)state;
    Folder folder = makeFolder();
    vlScene* scene = mustReadIn(&folder, "{file: sheet.obj}}}\nworld: {integrator: implicit, "
                                         "surface: {friction: 0.3");
    const vlShape* shape = vlScene_GetBody(scene, 0)->def.shape;
    assert_int_equal(vlShape_GetPieceCount(shape), 3);
    vlScene_Destroy(scene);
    removeFolder(&folder);
}

static void a_scene_lists_the_files_it_was_read_from(void** state)
{
    (void)state;
    Folder folder = makeFolder();
    vlScene* scene = mustReadIn(&folder, "{file: cube.obj}}}\n- {name: b, shape: {mesh: {file: "
                                         "./both.obj, as: pieces}");
    assert_int_equal(vlScene_GetFileCount(scene), 2);
    char expected[2][512];
    (void)snprintf(expected[0], sizeof expected[0], "%s/cube.obj", folder.path);
    (void)snprintf(expected[1], sizeof expected[1], "%s/./both.obj", folder.path);
    assert_string_equal(vlScene_GetFile(scene, 0), expected[0]);
    assert_string_equal(vlScene_GetFile(scene, 1), expected[1]);
    assert_null(vlScene_GetFile(scene, 2));
    assert_null(vlScene_GetFile(scene, -1));
    vlScene_Destroy(scene);
    removeFolder(&folder);
}

static void the_hull_of_a_mesh_keeps_its_corners_only(void** state)
{
    (void)state;
    Folder folder = makeFolder();
    static vlFileErrors errors;
    vlScene* scene = NULL;
    assert_int_equal(readIn(&folder, "{file: both.obj, as: hull}", false, &scene, &errors), VL_OK);
    const vlShape* shape = vlScene_GetBody(scene, 0)->def.shape;
    // All vertices of the tip except the one inside the hull; the unused vertex does not count.
    assert_int_equal(vlShape_GetVertexCount(shape, 0), 8 + 3);
    assert_true(vlShape_GetRadius(shape) == 3.0);
    char* text = vlSceneText_RoundTrip(scene);
    assert_non_null(strstr(text, "shape: {faces: {points: ["));
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
    removeFolder(&folder);
}

static void faults_of_a_mesh_name_its_file(void** state)
{
    (void)state;
    Folder folder = makeFolder();
    static vlFileErrors errors;
    vlScene* scene = NULL;
    char path[512];
    assert_int_equal(readIn(&folder, "{file: bad.obj}", false, &scene, &errors), VL_ERROR_PARSE);
    assert_int_equal(errors.count, 2);
    assert_string_equal(errors.item[0].message, "mesh file 'bad.obj' cannot be used");
    assert_int_equal(errors.item[0].line, 4);
    assert_int_equal(errors.item[0].column, 34);
    (void)snprintf(path, sizeof path, "%s/bad.obj", folder.path);
    assert_string_equal(errors.item[1].file, path);
    assert_int_equal(errors.item[1].line, 2);
    assert_int_equal(readIn(&folder, "{file: cube.obj}", true, &scene, &errors), VL_ERROR_PARSE);
    assert_non_null(strstr(errors.item[0].message, "other files are not opened here"));
    assert_null(scene);
    removeFolder(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_built_and_written),
        cmocka_unit_test(halfspaces_take_normals_of_any_length),
        cmocka_unit_test(compounds_are_made_of_pieces_in_place_or_by_name),
        cmocka_unit_test(meshes_become_convex_shapes_hulls_or_pieces),
        cmocka_unit_test(a_folded_sheet_becomes_pieces),
        cmocka_unit_test(a_scene_lists_the_files_it_was_read_from),
        cmocka_unit_test(the_hull_of_a_mesh_keeps_its_corners_only),
        cmocka_unit_test(faults_of_a_mesh_name_its_file),
    };
    return cmocka_run_group_tests_name("scene_shapes", tests, NULL, NULL);
}
