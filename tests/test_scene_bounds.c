// SPDX-License-Identifier: MIT
// Small texts that ask for much are refused before anything is built; the message says what they
// ask for.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "scene_text.h"
#include "test.h"

typedef struct Text {
    char* text;
    size_t size;
    FILE* stream;
} Text;

static void beginText(Text* t)
{
    *t = (Text){NULL, 0, NULL};
    t->stream = open_memstream(&t->text, &t->size);
    assert_non_null(t->stream);
    fputs("volar: 1\nname: t\n", t->stream);
}

// Reads the text and frees it. The first error must say all `words`, separated by |.
static void refuseText(Text* t, const char* words)
{
    static vlFileErrors errors;
    vlScene* scene = NULL;
    assert_int_equal(fclose(t->stream), 0);
    assert_true(t->size < 1000000);
    assert_int_equal(vlScene_ReadText(t->text, t->size, "t", NULL, &scene, &errors),
                     VL_ERROR_PARSE);
    assert_null(scene);
    char copy[256];
    snprintf(copy, sizeof copy, "%s", words);
    for (char* word = strtok(copy, "|"); word != NULL; word = strtok(NULL, "|")) {
        if (strstr(errors.item[0].message, word) == NULL) {
            print_error("'%s' is not in: %s\n", word, errors.item[0].message);
        }
        assert_non_null(strstr(errors.item[0].message, word));
    }
    free(t->text);
}

static void a_world_too_large_is_refused_with_its_size(void** state)
{
    (void)state;
    Text capacity;
    beginText(&capacity);
    fputs("world: {capacity: {pairs: 4000000, contacts: 1000000}}\n"
          "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\n",
          capacity.stream);
    refuseText(&capacity, "a world of 1 body (1 convex piece) with|4000000 near pairs|"
                          "1000000 contacts|GB; expected at most 2.1|capacity");
    Text copies;
    beginText(&copies);
    fputs("bodies:\n", copies.stream);
    for (int i = 0; i < 65; ++i) {
        fprintf(copies.stream,
                "  - {name: b%d, shape: {box: {size: [1, 1, 1]}}, copies: {count: 1000, shift: [2, "
                "0, 0]}}\n",
                i);
    }
    refuseText(&copies, "65000 bodies (65000 convex pieces)|GB; expected at most");
    Text more;
    beginText(&more);
    fputs("bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}, copies: {count: 1001, shift: [2, 0, "
          "0]}}]\n",
          more.stream);
    refuseText(&more, "1001|1 to 1000");
}

// Checking a scene does not build it: reading does not take the memory of its world.
static void reading_a_scene_builds_no_world(void** state)
{
    (void)state;
    static const char text[] = VL_HEAD "world: {capacity: {pairs: 1000000, contacts: 250000}}\n"
                                       "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\n";
    struct rusage before, after;
    vlScene* scene = NULL;
    size_t memory = 0;
    assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
    assert_int_equal(vlScene_ReadText(text, strlen(text), "big", NULL, &scene, NULL), VL_OK);
    assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
    assert_int_equal(vlWorld_Measure(vlScene_GetWorldDef(scene), &memory, NULL, 0), VL_OK);
    assert_true(memory > 1000000000u);
    assert_true(after.ru_maxrss - before.ru_maxrss < 100000); // kB: a tenth of the world
    vlScene_Destroy(scene);
}

static void shapes_too_costly_are_refused_with_their_cost(void** state)
{
    (void)state;
    if (getenv("VOLAR_QUICK") != NULL) {
        skip(); // shapes up to the bound are built, which takes ten seconds with a sanitizer
    }
    Text spheres;
    beginText(&spheres);
    fputs("bodies:\n", spheres.stream);
    for (int i = 0; i < 900; ++i) { // 1.5 billion pairs of vertices
        fprintf(spheres.stream,
                "  - {name: b%d, shape: {sphere: {radius: 0.1, sectors: 60, bands: 30}}}\n", i);
    }
    refuseText(&spheres, "pairs of vertices|at most 2e+08|under a name");
    Text compounds;
    beginText(&compounds);
    fputs("shapes:\n  s: {sphere: {radius: 0.1, sectors: 60, bands: 30}}\n", compounds.stream);
    for (int i = 0; i < 50; ++i) {
        fprintf(compounds.stream, "  c%d: {compound: [", i);
        for (int k = 0; k < 8; ++k) {
            fprintf(compounds.stream, "%s{shape: s, position: [%d, 0, 0]}", k > 0 ? ", " : "", k);
        }
        fputs("]}\n", compounds.stream);
    }
    fputs("bodies:\n", compounds.stream);
    for (int i = 0; i < 50; ++i) {
        fprintf(compounds.stream, "  - {name: b%d, shape: c%d}\n", i, i);
    }
    refuseText(&compounds, "pairs of faces|at most 1e+09");
}

static void numbers_beyond_the_range_are_refused_with_the_range(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}, position: [0, 2e9, 0]}]\n",
        "bodies: [{name: b, shape: {box: {size: [1, 2e9, 1]}}}]\n",
        "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}, velocity: [2e9, 0, 0]}]\n",
        "world: {gravity: [0, 0, -2e9]}\nbodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\n",
        "bodies: [{name: b, type: kinematic, shape: {box: {size: [1, 1, 1]}}, motion: {oscillate: "
        "{shift: [2e9, 0, 0], frequency: 1}}}]\n",
        "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\ncamera: {position: [2e9, 0, 0], "
        "target: [0, 0, 0]}\n",
        "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\ndevices: [{name: d, position: [2e9, "
        "0, 0]}]\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        Text t;
        beginText(&t);
        fputs(texts[i], t.stream);
        refuseText(&t, "2e9; expected -1e+09 to 1e+09");
    }
    Text force;
    beginText(&force);
    fputs(
        "bodies: [{name: b, shape: {box: {size: [1, 1, 1]}}}]\nforces: [{body: b, force: [2e18, 0, "
        "0]}]\n",
        force.stream);
    refuseText(&force, "2e18; expected -1e+18 to 1e+18");
}

static void measuring_a_world_tells_what_creating_it_takes(void** state)
{
    (void)state;
    const vlIntegrator integrators[] = {VL_INTEGRATOR_IMPLICIT, VL_INTEGRATOR_EULER,
                                        VL_INTEGRATOR_RK4};
    for (int i = 0; i < 3; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        vlWorld* world = NULL;
        size_t memory = 0;
        def.integrator = integrators[i];
        def.capacity.bodies = 10 + 7 * i;
        assert_int_equal(vlWorld_Measure(&def, &memory, NULL, 0), VL_OK);
        assert_int_equal(vlWorld_Create(&def, &world, NULL, 0), VL_OK);
        assert_int_equal(memory, vlWorld_GetMemory(world));
        vlWorld_Destroy(world);
    }
    vlWorldDef def = vlDefaultWorldDef();
    char message[128] = "";
    size_t memory = 7;
    def.capacity.bodies = 0;
    assert_int_equal(vlWorld_Measure(&def, &memory, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_non_null(strstr(message, "capacity.bodies"));
    assert_int_equal(memory, 7);
    assert_int_equal(vlWorld_Measure(NULL, &memory, message, sizeof message), VL_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_too_large_is_refused_with_its_size),
        cmocka_unit_test(reading_a_scene_builds_no_world),
        cmocka_unit_test(shapes_too_costly_are_refused_with_their_cost),
        cmocka_unit_test(numbers_beyond_the_range_are_refused_with_the_range),
        cmocka_unit_test(measuring_a_world_tells_what_creating_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
