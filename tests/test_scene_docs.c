// SPDX-License-Identifier: MIT
// Every whole scene printed in docs/formats.md is valid, and is the same after writing and reading.

#include "scene_text.h"
#include "test.h"
#include "volar/simulation.h"

// The next block between ``` marks that begins with `volar: 1`, cut out of `*text`; NULL if none.
static const char* nextScene(char** text)
{
    const char* opening = "```yaml\nvolar: 1\n";
    char* start = strstr(*text, opening);
    if (start == NULL) {
        return NULL;
    }
    start += strlen("```yaml\n");
    char* end = strstr(start, "```\n");
    assert_non_null(end);
    *end = '\0';
    *text = end + 1;
    return start;
}

static void every_scene_of_the_reference_is_sound(void** state)
{
    (void)state;
    char* page = vlSceneText_Load("docs/formats.md");
    char* rest = page;
    int count = 0;
    for (const char* text = nextScene(&rest); text != NULL; text = nextScene(&rest)) {
        vlScene* scene = vlSceneText_Read(text);
        vlSimulation* simulation = NULL;
        char message[256];
        assert_int_equal(vlSimulation_Create(scene, &simulation, message, sizeof message), VL_OK);
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
        vlSimulation_Destroy(simulation);
        vlScene_FreeText(vlSceneText_RoundTrip(scene));
        vlScene_Destroy(scene);
        ++count;
    }
    assert_true(count >= 3);
    free(page);
}

static void the_scene_printed_as_json_is_the_first_one(void** state)
{
    (void)state;
    char* page = vlSceneText_Load("docs/formats.md");
    char* rest = page;
    char* json = strstr(page, "```json\n");
    assert_non_null(json);
    json = strdup(json + strlen("```json\n"));
    assert_non_null(json);
    char* end = strstr(json, "```\n");
    assert_non_null(end);
    *end = '\0';
    const char* yaml = nextScene(&rest);
    assert_non_null(yaml);
    assert_true(vlSceneText_Hash(json) == vlSceneText_Hash(yaml));
    free(json);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_of_the_reference_is_sound),
        cmocka_unit_test(the_scene_printed_as_json_is_the_first_one),
    };
    return cmocka_run_group_tests_name("scene_docs", tests, NULL, NULL);
}
