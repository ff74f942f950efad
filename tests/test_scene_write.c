// SPDX-License-Identifier: MIT
// Scenes written back: the same meaning, one layout, nothing lost on the way.

#include <dirent.h>
#include <float.h>
#include <locale.h>

#include "random.h"
#include "scene_text.h"
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
        if (entry->d_name[0] == '.' || strncmp(entry->d_name, beginning, strlen(beginning)) != 0) {
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
    assert_true(tripFolder("scenes", "") >= 1);
}

static void a_written_scene_is_plain_to_read(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        "{volar: 1, name: demo, description: \"Two lines\\nof words.\\n\",\n"
        " world: {contact: {law: pressure}, surface: {friction: 0.3}, capacity: {pairs: 99}},\n"
        " materials: {steel: {stiffness: 2e3}}, surfaces: [{between: [steel, default], damping: "
        "1}],\n"
        " bodies: [{name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}},\n"
        "  {name: b, shape: {box: {size: [0.1, 0.2, 0.3]}}, material: steel, copies: {count: 2, "
        "shift: [0, 0, 1]}, position: [0, 0, 0.5]}],\n"
        " forces: [{body: b-1, torque: [0, 0, 1]}],\n"
        " springs: [{name: s, from: {point: [0, 0, 2]}, to: {body: b-2}}]}\n");
    char* text = vlSceneText_RoundTrip(scene);
    assert_string_equal(text, "volar: 1\n"
                              "name: demo\n"
                              "description: |\n"
                              "  Two lines\n"
                              "  of words.\n"
                              "world:\n"
                              "  gravity: [0, 0, -9.8]\n"
                              "  step: 0.001\n"
                              "  contact: {law: pressure}\n"
                              "  surface: {friction: 0.3}\n"
                              "  capacity: {pairs: 99}\n"
                              "materials:\n"
                              "  steel: {stiffness: 2000}\n"
                              "surfaces:\n"
                              "  - {between: [default, steel], damping: 1}\n"
                              "shapes:\n"
                              "  b: {box: {size: [0.1, 0.2, 0.3]}}\n"
                              "bodies:\n"
                              "  - name: floor\n"
                              "    type: static\n"
                              "    shape: {halfspace: {normal: [0, 0, 1]}}\n"
                              "  - name: b-1\n"
                              "    shape: b\n"
                              "    material: steel\n"
                              "    position: [0, 0, 0.5]\n"
                              "  - name: b-2\n"
                              "    shape: b\n"
                              "    material: steel\n"
                              "    position: [0, 0, 1.5]\n"
                              "forces:\n"
                              "  - {body: b-1, force: [0, 0, 0], torque: [0, 0, 1]}\n"
                              "springs:\n"
                              "  - name: s\n"
                              "    from: {point: [0, 0, 2]}\n"
                              "    to: {body: b-2, point: [0, 0, 0]}\n"
                              "    stiffness: 100\n");
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

// Numbers of all sizes and any rotation keep their bits.
static void numbers_keep_their_last_bit(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    for (int i = 0; i < 300; ++i) {
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
    assert_non_null(strstr(text, "- name: \"007\"\n    shape: \"-\"\n    material: \"1e3\"\n"));
    assert_non_null(strstr(text, "- name: \"True\"\n    shape: \"null\"\n    material: \"off\"\n"));
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

static void shared_shapes_get_a_name_that_is_free(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "shapes: {b: {sphere: {radius: 1}}, shape-1: {sphere: {radius: 2}}}\n"
                "bodies:\n"
                "- {name: b, shape: " VL_BOX ", copies: {count: 2}}\n"
                "- {name: shape-2, shape: {box: {size: [2, 2, 2]}}, copies: {count: 2}}\n"
                "- {name: c, shape: shape-1}\n"
                "- {name: d, shape: b}\n");
    char* text = vlSceneText_RoundTrip(scene);
    // `b`, `shape-1` and `shape-2` are taken.
    assert_non_null(strstr(text, "shapes:\n"
                                 "  shape-3: {box: {size: [1, 1, 1]}}\n"
                                 "  shape-2: {box: {size: [2, 2, 2]}}\n"
                                 "  shape-1: {sphere: {radius: 2}}\n"
                                 "  b: {sphere: {radius: 1}}\n"));
    vlScene_FreeText(text);
    vlScene_Destroy(scene);
}

// Anything but a point between digits would spoil both reading and writing.
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
    assert_non_null(strstr(written, "step: 0.0025\n"));
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
        cmocka_unit_test(a_written_scene_is_plain_to_read),
        cmocka_unit_test(numbers_keep_their_last_bit),
        cmocka_unit_test(descriptions_of_any_characters_survive),
        cmocka_unit_test(names_that_look_like_something_else_are_quoted),
        cmocka_unit_test(shared_shapes_get_a_name_that_is_free),
        cmocka_unit_test(the_locale_of_the_program_does_not_matter),
        cmocka_unit_test(writing_needs_all_arguments),
    };
    return cmocka_run_group_tests_name("scene_write", tests, NULL, NULL);
}
