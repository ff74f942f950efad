// SPDX-License-Identifier: MIT
// How faults are reported: all at once, in order, up to a number; names that may have been meant;
// files that cannot be read.

#include <unistd.h>

#include "base/spelling.h"
#include "scene_text.h"
#include "test.h"

static void all_faults_are_told_at_once_in_order(void** state)
{
    (void)state;
    const vlFileErrors* errors = vlSceneText_Refuse("volar: 1\n"
                                                    "name: test\n"
                                                    "springs: [{name: s, from: {body: zz}}]\n"
                                                    "forces: [{body: a, force: [1]}]\n"
                                                    "bodies:\n"
                                                    "  - name: a\n"
                                                    "    shape: {sphere: {radius: 0}}\n"
                                                    "    mass: -1\n"
                                                    "  - name: b\n"
                                                    "world: {step: x}\n",
                                                    NULL);
    static const int lines[] = {3, 3, 4, 7, 8, 9, 10};
    assert_int_equal(errors->total, 7);
    assert_int_equal(errors->count, 7);
    for (int i = 0; i < 7; ++i) {
        assert_int_equal(errors->item[i].line, lines[i]);
    }
    // The place is that of the value; 'a' counts as known although its shape is faulty.
    assert_string_equal(errors->item[4].message, "mass is -1; expected above 0");
    assert_int_equal(errors->item[4].column, 11);
}

static void twenty_faults_are_told_and_all_are_counted(void** state)
{
    (void)state;
    char text[4096] = VL_HEAD "bodies:\n";
    size_t used = strlen(text);
    for (int i = 0; i < 33; ++i) {
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "- {name: a%d, shape: none}\n", i);
    }
    (void)snprintf(text + used, sizeof text - used, "world: {step: 0}\n");
    const vlFileErrors* errors = vlSceneText_Refuse(text, NULL);
    assert_int_equal(errors->total, 34);
    assert_int_equal(errors->count, VL_MAX_FILE_ERRORS);
    for (int i = 0; i < VL_MAX_FILE_ERRORS;
         ++i) { // the first ones in the text, not in the order of checking
        assert_int_equal(errors->item[i].line, 4 + i);
    }
}

static void a_fault_of_many_copies_is_told_once(void** state)
{
    (void)state;
    const vlFileErrors* errors = vlSceneText_Refuse(
        VL_HEAD "bodies:\n"
                "- {name: a, shape: " VL_BOX ", copies: {count: 100}, inertia: {diagonal: "
                "[1, 1, 9]}}\n",
        NULL);
    assert_int_equal(errors->total, 1);
    errors = vlSceneText_Refuse(VL_HEAD "bodies:\n"
                                        "- {name: a, shape: " VL_BOX ", copies: {count: 100}}\n"
                                        "- {name: a, shape: " VL_BOX ", copies: {count: 100}}\n",
                                NULL);
    assert_int_equal(errors->total, 1);
    assert_non_null(strstr(errors->item[0].message, "body name 'a-1' is given twice"));
}

static void messages_are_whole_lines_of_utf8(void** state)
{
    (void)state;
    const vlFileErrors* errors = vlSceneText_Refuse(
        VL_HEAD VL_BODY
        "forces: [{body: "
        "\"\\u00e9\\n\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9"
        "\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\\u00e9\", force: "
        "[1, 0, 0]}]\n",
        NULL);
    const char* message = errors->item[0].message;
    // 32 bytes are shown: one letter of 2 bytes, a line break of 1 (as a blank), 14 more letters.
    assert_string_equal(message,
                        "unknown body '\xc3\xa9 \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
                        "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9...'");
}

static void too_much_is_refused_before_it_is_built(void** state)
{
    (void)state;
    char* text = malloc(1 << 16);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, 1 << 16, VL_HEAD "bodies:\n");
    for (int i = 0; i < 66; ++i) {
        used += (size_t)snprintf(text + used, (1 << 16) - used,
                                 "- {name: a%d, shape: " VL_BOX ", copies: {count: 1000}}\n", i);
    }
    const vlFileErrors* errors = vlSceneText_Refuse(text, NULL);
    assert_int_equal(errors->total, 1);
    assert_non_null(strstr(errors->item[0].message, "66000 bodies"));
    // Compounds whose faces take too long to compare: 7 times 2048 vertices each.
    used = (size_t)snprintf(text, 1 << 16,
                            VL_HEAD "shapes: {s: {sphere: {radius: 1, sectors: 62, bands: 34}}}\n"
                                    "bodies:\n");
    for (int i = 0; i < 72; ++i) {
        used += (size_t)snprintf(text + used, (1 << 16) - used,
                                 "- {name: a%d, shape: {compound: [{shape: s}", i);
        for (int k = 1; k < 7; ++k) {
            used += (size_t)snprintf(text + used, (1 << 16) - used,
                                     ", {shape: s, position: [%d, 0, 0]}", 9 * k);
        }
        used += (size_t)snprintf(text + used, (1 << 16) - used, "]}}\n");
    }
    errors = vlSceneText_Refuse(text, NULL);
    assert_non_null(
        strstr(errors->item[0].message, "pairs of faces to compare; expected at most 1e+09"));
    free(text);
}

static void long_texts_are_refused(void** state)
{
    (void)state;
    static vlFileErrors errors;
    vlScene* scene = NULL;
    char* text = malloc(VL_MAX_SCENE_TEXT + 1);
    assert_non_null(text);
    memset(text, ' ', VL_MAX_SCENE_TEXT + 1);
    assert_int_equal(vlScene_ReadText(text, VL_MAX_SCENE_TEXT + 1, "long", NULL, &scene, &errors),
                     VL_ERROR_PARSE);
    assert_non_null(strstr(errors.item[0].message, "more than 16777216 bytes"));
    // Of the largest size, with more values than a tree may have.
    for (size_t i = 0; i + 1 < VL_MAX_SCENE_TEXT; i += 2) {
        text[i] = i == 0 ? '[' : '1';
        text[i + 1] = i == 0 ? ' ' : ',';
    }
    assert_int_equal(vlScene_ReadText(text, VL_MAX_SCENE_TEXT, NULL, NULL, &scene, &errors),
                     VL_ERROR_PARSE);
    assert_string_equal(errors.item[0].file, "scene");
    assert_non_null(strstr(errors.item[0].message, "more than 2000000 values in one text"));
    free(text);
    assert_null(scene);
}

static void files_are_read_or_it_is_told_why_not(void** state)
{
    (void)state;
    static vlFileErrors errors;
    vlScene* scene = NULL;
    assert_int_equal(vlScene_Read("/nowhere/a.yaml", NULL, &scene, &errors), VL_ERROR_IO);
    assert_int_equal(errors.count, 1);
    assert_string_equal(errors.item[0].file, "/nowhere/a.yaml");
    assert_int_equal(errors.item[0].line, 0);
    assert_string_equal(errors.item[0].message, "cannot be read: No such file or directory");
    assert_int_equal(vlScene_Read("/", NULL, &scene, &errors), VL_ERROR_IO); // a folder
    assert_int_equal(vlScene_Read("/nowhere/a.yaml", NULL, &scene, NULL), VL_ERROR_IO);
    assert_int_equal(vlScene_ReadText("x", 1, "a", NULL, &scene, NULL), VL_ERROR_PARSE);
    assert_int_equal(vlScene_Read(NULL, NULL, &scene, &errors), VL_ERROR_ARGUMENT);
    assert_int_equal(vlScene_Read("a", NULL, NULL, &errors), VL_ERROR_ARGUMENT);
    assert_int_equal(vlScene_ReadText(NULL, 0, "a", NULL, &scene, &errors), VL_ERROR_ARGUMENT);
    assert_null(scene);
    char path[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/tests/corpus/scene/good_least.yaml",
                   root != NULL ? root : ".");
    assert_int_equal(vlScene_Read(path, NULL, &scene, &errors), VL_OK);
    assert_string_equal(vlScene_GetName(scene), "least");
    vlScene_Destroy(scene);
}

static void the_nearest_name_is_the_one_with_fewest_typing_errors(void** state)
{
    (void)state;
    static const char* const names[] = {"friction", "friction-static", "foundation", "mass", "x"};
    assert_string_equal(vlSpelling_FindNearest("frction", names, 5), "friction");
    assert_string_equal(vlSpelling_FindNearest("firction", names, 5), "friction");
    assert_string_equal(vlSpelling_FindNearest("friction-statik", names, 5), "friction-static");
    // The beginning of a name.
    assert_string_equal(vlSpelling_FindNearest("fo", names, 5), "foundation");
    assert_string_equal(vlSpelling_FindNearest("mas", names, 5), "mass");
    assert_null(vlSpelling_FindNearest("colour", names, 5));
    assert_null(vlSpelling_FindNearest("y", names, 5));
    assert_null(vlSpelling_FindNearest("", names, 5));
    assert_null(vlSpelling_FindNearest("mass", names, 0));
    // Longer than the names compared.
    char word[200];
    memset(word, 'a', sizeof word);
    word[199] = '\0';
    assert_null(vlSpelling_FindNearest(word, names, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_faults_are_told_at_once_in_order),
        cmocka_unit_test(twenty_faults_are_told_and_all_are_counted),
        cmocka_unit_test(a_fault_of_many_copies_is_told_once),
        cmocka_unit_test(messages_are_whole_lines_of_utf8),
        cmocka_unit_test(too_much_is_refused_before_it_is_built),
        cmocka_unit_test(long_texts_are_refused),
        cmocka_unit_test(files_are_read_or_it_is_told_why_not),
        cmocka_unit_test(the_nearest_name_is_the_one_with_fewest_typing_errors),
    };
    return cmocka_run_group_tests_name("scene_report", tests, NULL, NULL);
}
