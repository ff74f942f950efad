// SPDX-License-Identifier: MIT
// Scenes written back: the same meaning, nothing lost on the way.

#include <dirent.h>
#include <float.h>
#include <locale.h>

#include "models/random.h"
#include "scene_text.h"
#include "stage.h"
#include "test.h"

// Reads, writes, reads all files of a folder whose names begin so; returns their number.
static int tripFolder(const char* folder, const char* beginning)
{
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    int count = 0;
    (void)snprintf(path, sizeof path, "%s/%s", root != NULL ? root : ".", folder);
    DIR* list = opendir(path);
    assert_non_null(list);
    for (const struct dirent* entry = readdir(list); entry != NULL; entry = readdir(list)) {
        static vlFileErrors errors;
        vlScene* scene = NULL;
        char file[1024];
        // The folder also contains the mesh files of scenes.
        const char* end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".obj") == 0 || entry->d_name[0] == '.' ||
            strncmp(entry->d_name, beginning, strlen(beginning)) != 0) {
            continue;
        }
        (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (vlScene_Read(file, NULL, &scene, &errors) != VL_OK) {
            fail_msg("%s:%d: %s", file, errors.item[0].line, errors.item[0].message);
        }
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
        ++count;
    }
    (void)closedir(list);
    return count;
}

static void sound_files_survive_the_round_trip(void** state)
{
    (void)state;
    assert_true(tripFolder("tests/corpus/scene", "good_") >= 9);
    // With sanitizers the test of `volar check` reads all of these and writes some.
    assert_true(vlStage_Count(0, 1) == 1 || tripFolder("scenes", "") >= 1);
}

static void a_written_scene_keeps_the_words_and_the_style_of_its_file(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read("# A comment goes.\n"
                                      "volar: 1\n"
                                      "name:   'demo'\n"
                                      "description: \"Two lines\\nof words.\\n\"\n"
                                      "world: {surface: {friction: 3e-1}}\n"
                                      "shapes:\n"
                                      "    brick:\n"
                                      "        box: {size: [0.1, 0.20, 0.3]} # here too\n"
                                      "bodies:\n"
                                      "  - name: floor\n"
                                      "    type: static\n"
                                      "    shape: {halfspace: {normal: [0, 0, 1]}}\n"
                                      "    colour: \"#123456\"\n"
                                      "  - {name: b, shape: brick, copies: {count: 2, shift: [0,\n"
                                      "     0, 1]}, position: [0, 0, +0.5]}\n"
                                      "camera:\n"
                                      "  position: [1, 1, 1]\n"
                                      "  target:\n"
                                      "    - 0\n"
                                      "    - 0\n"
                                      "    - 0\n");
    char* text = vlSceneText_RoundTrip(scene);
    assert_string_equal(text,
                        "volar: 1\n"
                        "name: demo\n"
                        "description: |\n"
                        "  Two lines\n"
                        "  of words.\n"
                        "world: {surface: {friction: 3e-1}}\n"
                        "shapes:\n"
                        "  brick:\n"
                        "    box: {size: [0.1, 0.20, 0.3]}\n"
                        "bodies:\n"
                        "- name: floor\n"
                        "  type: static\n"
                        "  shape: {halfspace: {normal: [0, 0, 1]}}\n"
                        "  colour: '#123456'\n"
                        "- {name: b, shape: brick, copies: {count: 2, shift: [0, 0, 1]}, position: "
                        "[0, 0, +0.5]}\n"
                        "camera:\n"
                        "  position: [1, 1, 1]\n"
                        "  target:\n"
                        "  - 0\n"
                        "  - 0\n"
                        "  - 0\n");
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

static void overrides_are_written_where_they_were_put(void** state)
{
    (void)state;
    static vlFileErrors errors;
    static const char* const sets[] = {"world.step=0.0005", "bodies.a.position=[0, 0, 1]",
                                       "bodies.a.name=\"007\"", "description=''"};
    const vlSceneOptions options = {.sets = sets, .setCount = 4};
    const char* source = VL_HEAD "bodies:\n- name: a\n  shape: " VL_BOX "\n";
    vlScene* scene = NULL;
    assert_int_equal(vlScene_ReadText(source, strlen(source), "t", &options, &scene, &errors),
                     VL_OK);
    char* text = vlSceneText_RoundTrip(scene);
    assert_string_equal(text, "volar: 1\n"
                              "name: test\n"
                              "bodies:\n"
                              "- name: '007'\n"
                              "  shape: {box: {size: [1, 1, 1]}}\n"
                              "  position: [0, 0, 1]\n"
                              "world:\n"
                              "  step: 0.0005\n"
                              "description: ''\n");
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

// A tetrahedron, and two of them as parts, each in a block and within brackets.
static void meshes_are_written_as_their_faces(void** state)
{
    (void)state;
    static const char obj[] = "v 0 0 0\nv 0.1 0 0\nv 0 0.3 0\nv 0 0 1\nv 2 0 0\nv 3 0 0\nv 2 1 0\n"
                              "v 2 0 1\no a\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
                              "o b\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";
    static const char* const shapes[] = {
        "\n    mesh:\n      file: test_scene_write.obj\n      as: hull\n      scale: 0.1\n",
        " {mesh: {file: test_scene_write.obj, as: hull}}\n",
        "\n    mesh: {file: test_scene_write.obj, as: pieces}\n",
        " {mesh: {file: test_scene_write.obj, as: pieces, scale: 3}}\n"};
    FILE* file = fopen("test_scene_write.obj", "w");
    assert_non_null(file);
    assert_true(fputs(obj, file) >= 0 && fclose(file) == 0);
    vlScene* scenes[4];
    for (int i = 0; i < 4; ++i) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       VL_HEAD "shapes: {unused: {mesh: {file: test_scene_write.obj, as: hull}}}\n"
                               "bodies:\n- name: a\n  copies: {count: 2}\n  shape:%s",
                       shapes[i]);
        scenes[i] = vlSceneText_Read(text);
    }
    assert_int_equal(remove("test_scene_write.obj"), 0); // from here on there is no other file
    for (int i = 0; i < 4; ++i) {
        char* text = vlSceneText_RoundTrip(scenes[i]);
        assert_null(strstr(text, "mesh"));
        assert_non_null(strstr(text, i < 2 ? "faces:" : "compound:"));
        vlScene_FreeText(text);
        vlScene_Destroy(scenes[i]);
    }
}

// Numbers of all sizes and any rotation keep their bits.
static void numbers_keep_their_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < vlStage_Count(300, 40); ++i) {
        char text[1024];
        vlVec3 axis = vlRandom_Direction(&random);
        (void)snprintf(text, sizeof text,
                       VL_HEAD
                       "bodies:\n"
                       "- name: a\n"
                       "  type: kinematic\n"
                       "  shape: {box: {size: [%.17g, %.17g, 1]}}\n"
                       "  position: [%.17g, %.17g, %.17g]\n"
                       "  rotation: {axis: [%.17g, %.17g, %.17g], degrees: %.17g}\n"
                       "  copies: {count: 3, shift: [%.17g, 0, 0], turn: {axis: [1, %.17g, 0], "
                       "degrees: %.17g}}\n"
                       "  motion: {oscillate: {turn: {axis: [0, 1, %.17g], degrees: %.17g}, "
                       "frequency: %.17g, phase: %.17g}}\n",
                       vlRandom_Log(&random, 0.1, 10.0), vlRandom_Log(&random, 0.1, 10.0),
                       vlRandom_Log(&random, 1e-30, 1e6), -vlRandom_Log(&random, 1e-30, 1e6),
                       vlRandom_Uniform(&random), axis.x, axis.y, axis.z,
                       vlRandom_Range(&random, -400.0, 400.0), vlRandom_Uniform(&random),
                       vlRandom_Uniform(&random), vlRandom_Range(&random, -400.0, 400.0),
                       vlRandom_Uniform(&random), vlRandom_Range(&random, 0.1, 90.0),
                       vlRandom_Log(&random, 0.1, 10.0), vlRandom_Range(&random, -180.0, 180.0));
        vlScene* scene = vlSceneText_Read(text);
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
    }
}

static void descriptions_of_any_characters_survive(void** state)
{
    (void)state;
    static const char* const words[] = {"plain",
                                        "a\\n",
                                        "a\\n\\n",
                                        "\\na\\n",
                                        " a\\n",
                                        "a\\n b\\n",
                                        "a\\tb\\n",
                                        "# a\\n",
                                        "a: b\\n- c\\n",
                                        "\\\"q\\\" \\\\",
                                        "\\u2028\\n",
                                        "\\x85\\n",
                                        "\\ufeffa\\n",
                                        "\\x80\\x9f\\n",
                                        "\\U0001f600\\n",
                                        "\\u00e9\\n\\u4e2d\\n",
                                        "%\\n---\\n...\\n",
                                        "a\\r\\nb\\n",
                                        "a \\nb\\n",
                                        "\\x7f",
                                        "\\n",
                                        "",
                                        "  ",
                                        "a\\n\\n\\nb\\n",
                                        "\\ufffd\\n"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i) {
        char text[512];
        (void)snprintf(text, sizeof text, VL_HEAD "description: \"%s\"\n" VL_BODY, words[i]);
        vlScene* scene = vlSceneText_Read(text);
        vlScene_FreeText(vlSceneText_RoundTrip(scene)); // compares the descriptions
        vlScene_Destroy(scene);
    }
}

static void names_that_look_like_something_else_are_quoted(void** state)
{
    (void)state;
    vlScene* scene =
        vlSceneText_Read(VL_HEAD "materials: {\"1e3\": {friction: 0.1}, off: {friction: 0.2}}\n"
                                 "shapes: {\"-\": " VL_BOX ", \"null\": " VL_BOX "}\n"
                                 "bodies:\n"
                                 "- {name: \"007\", shape: \"-\", material: \"1e3\"}\n"
                                 "- {name: \"True\", shape: \"null\", material: off}\n"
                                 "- {name: \"...\", shape: \"null\"}\n"
                                 "forces: [{body: \"007\", force: [0, 0, 1]}]\n");
    char* text = vlSceneText_RoundTrip(scene);
    assert_non_null(strstr(text, "- {name: '007', shape: '-', material: '1e3'}\n"));
    assert_non_null(strstr(text, "- {name: 'True', shape: 'null', material: off}\n"));
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

// Any decimal separator except a point would break both reading and writing.
static void the_locale_of_the_program_does_not_matter(void** state)
{
    (void)state;
    const char* text = VL_HEAD "world: {step: 0.0025}\n" VL_BODY;
    uint64_t hash = vlSceneText_Hash(text);
    static const char* const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"};
    bool isSet = false;
    for (int i = 0; i < 3 && !isSet; ++i) { // the first that the machine has
        isSet = setlocale(LC_ALL, names[i]) != NULL;
    }
    assert_true(isSet);
    char before[64];
    (void)snprintf(before, sizeof before, "%s", setlocale(LC_ALL, NULL));
    vlScene* scene = vlSceneText_Read(text);
    assert_true(vlScene_GetHash(scene) == hash);
    char* written = vlSceneText_RoundTrip(scene);
    assert_non_null(strstr(written, "step: 0.0025}\n"));
    assert_string_equal(setlocale(LC_ALL, NULL), before);
    (void)setlocale(LC_ALL, "C");
    vlScene_FreeText(written);
    vlScene_Destroy(scene);
}

static void writing_needs_all_arguments(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(VL_HEAD VL_BODY);
    char* text = NULL;
    size_t size = 0;
    assert_int_equal(vlScene_Write(NULL, &text, &size), VL_ERROR_ARGUMENT);
    assert_int_equal(vlScene_Write(scene, NULL, &size), VL_ERROR_ARGUMENT);
    assert_int_equal(vlScene_Write(scene, &text, NULL), VL_ERROR_ARGUMENT);
    assert_null(text);
    vlScene_FreeText(NULL);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_files_survive_the_round_trip),
        cmocka_unit_test(a_written_scene_keeps_the_words_and_the_style_of_its_file),
        cmocka_unit_test(overrides_are_written_where_they_were_put),
        cmocka_unit_test(meshes_are_written_as_their_faces),
        cmocka_unit_test(numbers_keep_their_last_bit),
        cmocka_unit_test(descriptions_of_any_characters_survive),
        cmocka_unit_test(names_that_look_like_something_else_are_quoted),
        cmocka_unit_test(the_locale_of_the_program_does_not_matter),
        cmocka_unit_test(writing_needs_all_arguments),
    };
    return cmocka_run_group_tests_name("scene_write", tests, NULL, NULL);
}
