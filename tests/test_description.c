// SPDX-License-Identifier: MIT
// The description of a scene that is read alone is the same as from reading the whole scene.

#include <string.h>
#include <volar/scene.h>

#include "app/cli/builtin.h"
#include "app/cli/description.h"
#include "scene/scene_parts.h"
#include "test.h"

static vlResult describe(const char* text, char* description, size_t capacity)
{
    return vlDescription_Read(text, strlen(text), description, capacity);
}

static void only_the_key_at_the_top_counts(void** state)
{
    (void)state;
    char description[32];
    assert_int_equal(
        describe(
            "volar: 1\nworld: {description: no}\nbodies:\n- {description: no}\nname: description\n"
            "description: |\n  Two\n  lines.\n",
            description, sizeof description),
        VL_OK);
    assert_string_equal(description, "Two\nlines.\n");
    // What follows a fault is not read.
    assert_int_equal(describe("description: before an alias\na: &x [1]\nb: *x\n", description,
                              sizeof description),
                     VL_OK);
    assert_string_equal(description, "before an alias");
}

static void without_one_it_is_empty(void** state)
{
    (void)state;
    static const char* const texts[] = {"", "volar: 1\n", "[description, no]\n",
                                        "a: description\nb: no\n"};
    for (int i = 0; i < 4; ++i) {
        char description[8] = "old";
        assert_int_equal(describe(texts[i], description, sizeof description), VL_OK);
        assert_string_equal(description, "");
    }
}

static void a_long_one_is_cut(void** state)
{
    (void)state;
    char description[6];
    assert_int_equal(describe("description: abcdefgh\n", description, sizeof description), VL_OK);
    assert_string_equal(description, "abcde");
}

static void what_is_not_yaml_is_refused(void** state)
{
    (void)state;
    char description[8];
    assert_int_equal(describe("a: [\n", description, sizeof description), VL_ERROR_PARSE);
}

static void built_in_scenes_say_the_same_as_when_read_whole(void** state)
{
    (void)state;
    int count, compared = 0;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    for (int i = 0; i < count; ++i) {
        if (strstr(scenes[i].text, "mesh:") != NULL) {
            continue; // takes too long to be read whole
        }
        char description[4096];
        assert_int_equal(describe(scenes[i].text, description, sizeof description), VL_OK);
        vlScene* scene = NULL;
        vlSceneOptions options = {.cacheFolder = NULL};
        vlFileErrors errors = {.count = 0};
        assert_int_equal(vlScene_ReadText(scenes[i].text, scenes[i].size, scenes[i].name, &options,
                                          &scene, &errors),
                         VL_OK);
        assert_string_equal(description, vlScene_GetDescription(scene));
        vlScene_Destroy(scene);
        ++compared;
    }
    assert_true(compared > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_key_at_the_top_counts),
        cmocka_unit_test(without_one_it_is_empty),
        cmocka_unit_test(a_long_one_is_cut),
        cmocka_unit_test(what_is_not_yaml_is_refused),
        cmocka_unit_test(built_in_scenes_say_the_same_as_when_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
