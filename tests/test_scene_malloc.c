// SPDX-License-Identifier: MIT
// Reading and writing scenes when memory fails, at every call in turn: nothing crashes, nothing
// leaks, and the failure is reported. It replaces the C library's allocation, so it runs only
// without sanitizers.

#include "failing_malloc.h"
#include "scene_text.h"
#include "test.h"

// Valid scenes that together use the whole format.
static const char* const soundScenes[] = {"tests/corpus/scene/good_everything.yaml",
                                          "tests/corpus/scene/good_devices.yaml"};

static vlResult readOnce(const char* text, int failAt, vlScene** scene, vlFileErrors* errors)
{
    // No hull here, where nothing may leak: Qhull loses one of its blocks if it cannot allocate its
    // tables.
    const char* const sets[] = {"world.step=0.0005", "bodies.b.velocity=[0, 0, 1]",
                                "bodies.door.shape={box: {size: [1, 2, 3]}}"};
    // The bodies that they name are those of one scene.
    vlSceneOptions options = {
        .sets = sets, .setCount = strstr(text, "name: door") != NULL ? 3 : 1, .refuseFiles = true};
    failing_Begin(failAt);
    vlResult result = vlScene_ReadText(text, strlen(text), "t", &options, scene, errors);
    failing_End();
    return result;
}

static void destroyWatched(vlScene* scene)
{
    failing.isWatching = true;
    failing.failAt = -1;
    vlScene_Destroy(scene);
    failing_End();
}

static void checkReading(const char* path)
{
    static vlFileErrors errors;
    char* text = vlSceneText_Load(path);
    vlScene* scene = vlSceneText_Read(text); // the C library may keep memory from its first use
    vlScene_Destroy(scene);
    assert_int_equal(readOnce(text, -1, &scene, &errors), VL_OK);
    uint64_t hash = vlScene_GetHash(scene);
    int total = failing.calls;
    destroyWatched(scene);
    assert_int_equal(failing.live, 0);
    assert_true(total > 100);
    int failures = 0;
    for (int k = 0; k < total; ++k) {
        scene = NULL;
        vlResult result = readOnce(text, k, &scene, &errors);
        if (result == VL_OK) { // a call that is not needed, such as sorting's
            assert_true(vlScene_GetHash(scene) == hash);
            destroyWatched(scene);
        } else {
            assert_int_equal(result, VL_ERROR_MEMORY);
            assert_null(scene);
            assert_int_equal(errors.count, 1);
            assert_string_equal(errors.item[0].message, vlResult_Text(VL_ERROR_MEMORY));
            ++failures;
        }
        assert_int_equal(failing.live, 0);
    }
    assert_true(failures > total / 2);
    free(text);
}

static void reading_survives_any_failure_of_malloc(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof soundScenes / sizeof soundScenes[0]; ++i) {
        checkReading(soundScenes[i]);
    }
}

static void reading_a_faulty_text_leaks_nothing(void** state)
{
    (void)state;
    static const char* const names[] = {
        "bad_alias", "bad_counts",  "bad_documents", "bad_empty",   "bad_keys",    "bad_latin",
        "bad_list",  "bad_merge",   "bad_names",     "bad_nul",     "bad_numbers", "bad_shapes",
        "bad_tag",   "bad_version", "bad_unstable",  "bad_nesting", "bad_joints",  "bad_devices"};
    static vlFileErrors errors;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char path[128];
        (void)snprintf(path, sizeof path, "tests/corpus/scene/%s.yaml", names[i]);
        char* text = vlSceneText_Load(path);
        vlScene* scene = NULL;
        assert_int_equal(readOnce(text, -1, &scene, &errors), VL_ERROR_PARSE);
        int total = failing.calls;
        for (int k = 0; k < total; ++k) {
            vlResult result = readOnce(text, k, &scene, &errors);
            assert_true(result == VL_ERROR_MEMORY || result == VL_ERROR_PARSE);
            assert_true(errors.count >= 1);
            assert_null(scene);
            assert_int_equal(failing.live, 0);
        }
        free(text);
    }
}

static void checkWriting(const char* path)
{
    static vlFileErrors errors;
    char* text = vlSceneText_Load(path);
    vlScene* scene = NULL;
    assert_int_equal(readOnce(text, -1, &scene, &errors), VL_OK);
    int total = 1;
    for (int k = -1; k < total; ++k) {
        char* written = NULL;
        size_t size = 0;
        failing_Begin(k);
        vlResult result = vlScene_Write(scene, &written, &size);
        vlScene_FreeText(written);
        failing_End();
        total = k < 0 ? failing.calls : total;
        assert_int_equal(result, k < 0 ? VL_OK : VL_ERROR_MEMORY);
        assert_true((written != NULL) == (result == VL_OK));
        assert_int_equal(failing.live, 0);
    }
    assert_true(total >= 3);
    vlScene_Destroy(scene);
    free(text);
}

static void writing_survives_any_failure_of_malloc(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof soundScenes / sizeof soundScenes[0]; ++i) {
        checkWriting(soundScenes[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_survives_any_failure_of_malloc),
        cmocka_unit_test(reading_a_faulty_text_leaks_nothing),
        cmocka_unit_test(writing_survives_any_failure_of_malloc),
    };
    return cmocka_run_group_tests_name("scene_malloc", tests, NULL, NULL);
}
